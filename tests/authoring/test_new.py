"""`densho new`: whatever it makes checks, passes and is laid out; what cannot be made leaves nothing behind."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from densho.cache import Cache
from densho.cli.main import run
from densho.loading import Loader
from densho.targets import bundled_folder, bundled_ids

Told = tuple[int, str]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Told]:
    """Runs the command line in an empty folder. Returns status and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DENSHO_LANG", "en")

    def call(*words: str) -> Told:
        status = run(list(words))
        return status, "".join(capsys.readouterr())

    return call


def kinds_in_files() -> list[tuple[str, str]]:
    found = []
    for name in bundled_ids():
        folder = bundled_folder(name)
        assert folder is not None
        ruleset = Loader(Cache(None)).load(folder).ruleset
        assert ruleset is not None
        found += [(name, kind.name) for kind in ruleset.kinds if kind.in_files]
    return found


def clean(command: Callable[..., Told], path: str) -> None:
    status, told = command("check", path)
    assert (status, told.splitlines()[-1].endswith("no problems")) == (0, True), told
    assert command("fmt", "--check", path)[0] == 0


def test_a_ruleset_is_whole(command: Callable[..., Told]) -> None:
    assert command("new", "ruleset", "staves") == (
        0,
        "made staves/staves.yaml\nmade staves/tests/first.yaml\n",
    )
    clean(command, "staves")
    assert command("test", "staves") == (0, "3 passed, 0 failed\n")
    status, told = command("play", "staves", "--bot", "A", "--bot", "B", "--seed", "1", "--no-save")
    assert status == 0
    assert "three hits" in told


def test_a_house_ruleset(command: Callable[..., Told]) -> None:
    words = ("new", "ruleset", "ours", "--extends", "bokken", "--set", "double_hit=both_score")
    assert command(*words) == (0, "made ours/ours.yaml\n")
    clean(command, "ours")
    assert command("new", "ruleset", "theirs", "--extends", "ours")[0] == 0
    clean(command, "theirs")
    assert "extends: ../ours" in Path("theirs/theirs.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("ruleset", "kind"), kinds_in_files())
def test_a_row_of_any_kind_with_files(command: Callable[..., Told], ruleset: str, kind: str) -> None:
    assert command("new", kind, "brand_new", "--for", ruleset, "--called", "ru=новинка")[0] == 0
    clean(command, "brand_new.yaml")
    text = Path("brand_new.yaml").read_text(encoding="utf-8")
    assert f"{kind}.brand_new: новинка" in text


def test_a_row_like_another(command: Callable[..., Told]) -> None:
    assert command("new", "weapon", "sasumata", "--for", "seven_samurai", "--like", "yari", "--set", "heavy=true")[0] == 0  # fmt: skip
    text = Path("sasumata.yaml").read_text(encoding="utf-8")
    assert "like: yari" in text
    assert "heavy: true" in text
    clean(command, "sasumata.yaml")


def test_a_row_for_a_ruleset_of_ones_own(command: Callable[..., Told]) -> None:
    command("new", "ruleset", "ours", "--extends", "bokken")
    assert command("new", "technique", "kesa", "--for", "ours", "-o", "ours/kesa.yaml")[0] == 0
    clean(command, "ours")


def test_rows_without_files_are_printed(command: Callable[..., Told], tmp_path: Path) -> None:
    status, told = command("new", "stance", "tora", "--for", "bokken", "--set", "forward=2")
    assert status == 0
    assert "\nstances:\n  tora: {forward: 2}\n" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("stance", "tora", "--like", "jodan"), "stances:\n  tora: {like: jodan}\n"),
        (("strike", "tora", "--set", "zone=[x][ ][>]"), '  tora: {zone: "[x][ ][>]", after: free}\n'),
        (("reason", "fatigue"), "reasons: [fatigue]\n"),
        (("side", "up"), "sides:\n  up: {opposite: right}\n"),
        (("stance", "tora", "--called", "fr=tigre"), "\n  fr: {stance.tora: tigre}\n"),
    ],
)
def test_printed_rows_are_such_as_may_stand_there(
    command: Callable[..., Told], words: tuple[str, ...], lines: str
) -> None:
    status, told = command("new", *words, "--for", "bokken")
    assert (status, lines in told) == (0, True), told


def test_printed_rows_are_checked_too(command: Callable[..., Told]) -> None:
    status, told = command("new", "stance", "tora", "--for", "bokken", "--set", "forward=99")
    assert (status, "tora.yaml:5:19" in told) == (1, True), told
    assert "stances:\n" not in told


def test_rows_that_stand_where_their_kind_is_declared(command: Callable[..., Told]) -> None:
    command("new", "ruleset", "ours", "--extends", "bokken")
    with Path("ours/ours.yaml").open("a", encoding="utf-8") as file:
        file.write("kinds:\n  sky: [red, blue]\n")
    status, told = command("new", "sky", "green", "--for", "ours")
    assert (status, "where it is declared" in told) == (2, True), told


def test_a_ruleset_named_by_its_main_file(command: Callable[..., Told]) -> None:
    command("new", "ruleset", "ours", "--extends", "bokken")
    assert command("new", "technique", "kesa", "--for", "ours/ours.yaml")[0] == 0
    assert "for: ./ours " in Path("kesa.yaml").read_text(encoding="utf-8")


def test_scenarios_are_no_row_file(command: Callable[..., Told]) -> None:
    command("new", "scenario", "first", "--for", "goofspiel")
    status, told = command("new", "scenario", "second", "--for", "goofspiel", "--with", "first.yaml")
    assert (status, "cannot be added to a ruleset" in told) == (1, True), told


@pytest.mark.parametrize("ruleset", bundled_ids())
def test_a_scenario_passes(command: Callable[..., Told], ruleset: str) -> None:
    assert command("new", "scenario", "first_turn", "--for", ruleset)[0] == 0
    clean(command, "first_turn.yaml")
    assert command("test", "first_turn.yaml") == (0, "1 passed, 0 failed\n")


def test_a_scenario_with_a_loose_file(command: Callable[..., Told]) -> None:
    command("new", "technique", "kesa", "--for", "bokken")
    assert command("new", "scenario", "kesa_test", "--for", "bokken", "--with", "kesa.yaml")[0] == 0
    assert command("test", "kesa_test.yaml") == (0, "1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("ruleset",), 2, "Name is missing"),
        (("ruleset", "Наша"), 2, "cannot be a name"),
        (("ruleset", "../up"), 2, "cannot be a name"),
        (("technique", "kesa"), 2, "For which ruleset"),
        (("technique", "kesa", "--for", "nowhere"), 2, "nowhere"),
        (("techniqe", "kesa", "--for", "bokken"), 2, "Did you mean `technique`?"),
        (("technique", "kakegoe", "--for", "bokken"), 2, "There is a technique `kakegoe` already"),
        (("weapon", "club", "--for", "seven_samurai", "--like", "yary"), 2, "There is no weapon `yary`"),
        (("weapon", "club", "--for", "seven_samurai", "--set", "colour=red"), 2, "its columns: `stances`"),
        (("weapon", "club", "--for", "seven_samurai", "--set", "heavy"), 2, "NAME=VALUE"),
        (("weapon", "club", "--for", "seven_samurai", "--set", "heavy=rather"), 1, "was not made"),
        (("ruleset", "ours", "--extends", "bokken", "--set", "double_hit=nope"), 1, "was not made"),
        (("ruleset", "ours", "--extends", "bokkken"), 1, "was not made"),
        (("ruleset", "ours", "--like", "bokken"), 2, "do not belong together"),
        (("scenario", "one", "--for", "bokken", "--with", "nothing.yaml"), 2, "nothing.yaml"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_leaves_nothing(
    command: Callable[..., Told], tmp_path: Path, words: tuple[str, ...], status: int, told: str
) -> None:
    found = command("new", *words)
    assert found[0] == status, found
    assert told in found[1]
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(command: Callable[..., Told]) -> None:
    Path("kesa.yaml").write_text("mine", encoding="utf-8")
    status, told = command("new", "technique", "kesa", "--for", "bokken")
    assert (status, "`kesa.yaml` is there already" in told) == (2, True)
    assert Path("kesa.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_at_a_terminal_what_is_missing_is_asked(tmp_path: Path) -> None:
    environment = {**os.environ, "DENSHO_LANG": "en", "DENSHO_CACHE": str(tmp_path / "cache")}
    child = pexpect.spawn(
        sys.executable, ["-m", "densho", "new", "technique"], cwd=str(tmp_path), env=environment, encoding="utf-8", timeout=60
    )  # fmt: skip
    for question, answer in (
        ("Name", "kesa"),
        ("For which ruleset", "bokken"),
        ("(en)", "Kesa"),
        ("(ja)", ""),
        ("(ru)", "кэса"),
    ):
        child.expect_exact(question)
        child.sendline(answer)
    child.expect("made kesa.yaml")
    child.expect(pexpect.EOF)
    text = (tmp_path / "kesa.yaml").read_text(encoding="utf-8")
    assert "technique.kesa: Kesa" in text
    assert "technique.kesa: кэса" in text
