"""What README.md shows is true: their files check, their scenarios pass, their commands exist, their snippets run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import densho
from densho.cli.main import COMMANDS, run
from densho.diagnostics.model import Report
from densho.source import Excerpt, Source
from densho.surface.build import build_file
from densho.surface.reader import read_document
from densho.surface.zones import looks_like_zone, parse_zone

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


def blocks(text: str, sort: str) -> list[str]:
    return [block for kind, block in BLOCK.findall(text) if kind == sort]


def block(sort: str, beginning: str) -> str:
    """The one block of README.md that begins so."""
    (found,) = (one for one in blocks(README, sort) if one.startswith(beginning))
    return found


Told = tuple[int, str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Runs the command line. Returns status and output."""

    def call(*words: str) -> Told:
        status = run(list(words))
        return status, "".join(capsys.readouterr())

    return call


def rows(text: str, heading: str) -> Iterator[list[str]]:
    """The rows of the first table whose heading begins so."""
    table = text[text.index(f"\n| {heading}") :].split("\n\n", maxsplit=1)[0]
    for row in ROW.findall(table)[2:]:
        yield [cell.strip() for cell in re.split(r"(?<!\\)\|", row)]


# --- the first technique ------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody's own folder, with the technique and its scenarios."""
    (tmp_path / "kesa.yaml").write_text(block("yaml", "technique: kesa"), encoding="utf-8")
    (tmp_path / "kesa_test.yaml").write_text(
        block("yaml", "ruleset: bokken\nwith: [kesa.yaml]"), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_first_technique_checks(folder: Path, command: Callable[..., Told]) -> None:
    status, told = command("check", "kesa.yaml")
    assert status == 0
    assert told.endswith("no problems\n")


def test_its_scenarios_pass(folder: Path, command: Callable[..., Told]) -> None:
    status, told = command("test", "kesa_test.yaml")
    assert (status, told.splitlines()[-1]) == (0, "2 passed, 0 failed")


def test_the_mistake_is_told_as_shown(folder: Path, command: Callable[..., Told]) -> None:
    path = folder / "kesa.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("stance != jodan)", "stance != jodann)"), encoding="utf-8")
    status, told = command("check", "kesa.yaml")
    assert status == 1
    assert block("", "error[unknown-name]").strip() in told


def test_what_bokken_says_of_every_technique(folder: Path) -> None:
    """`That it may be used once a match, that it must be known, that it goes with no turn`."""
    rules = densho.load("bokken", ["kesa.yaml"])
    known = rules.start(A={"stance": "jodan", "techniques": ["kesa"]}, B={})
    unknown = rules.start(A={"stance": "jodan"}, B={})
    assert "technique_unknown" in [one.id for one in unknown.refusals("A", "strike; kesa")]
    assert "technique_excludes_turn" in [one.id for one in known.refusals("A", "turn; strike; kesa")]
    used = known.choose("A", "strike; kesa").choose("B", "stay")
    assert "technique_used" in [one.id for one in used.refusals("A", "strike; kesa")]
    assert known.refusals("A", "удар; косой") == ()


# --- house rules, the library -------------------------------------------------------------------------


def test_a_house_ruleset(tmp_path: Path, command: Callable[..., Told]) -> None:
    path = tmp_path / "our_bokken" / "our_bokken.yaml"
    path.parent.mkdir()
    path.write_text(block("yaml", "ruleset: our_bokken"), encoding="utf-8")
    assert command("check", str(path.parent))[0] == 0
    changed = {one.name: one.default for one in densho.load(path.parent).ir.options}
    own = {one.name: one.default for one in densho.load("bokken").ir.options}
    assert {name for name in own if own[name] != changed[name]} == {"double_hit"}


@pytest.mark.parametrize("snippet", blocks(README, "python"), ids=lambda text: text.splitlines()[0])
def test_snippets_run(snippet: str) -> None:
    names: dict[str, object] = {}
    exec(snippet, names)
    fight = names["fight"]
    assert isinstance(fight, densho.Fight)
    assert [line for line in snippet.splitlines() if line.startswith("fight.state")] != []
    last = snippet.strip().splitlines()[-1]
    cell, view, outcome = eval(last, names)
    assert (cell, outcome) == (7, None)
    assert set(view) == {"arena", "A", "B"}


# --- commands and tables ------------------------------------------------------------------------------


def test_commands_exist() -> None:
    named = {CODE.findall(cells[0])[0].split()[1] for cells in rows(README, "command |")}
    assert named <= set(COMMANDS)
    assert {"check", "test", "show", "explain", "schema"} <= named


def test_the_setup_is_what_is_tried_on_every_change() -> None:
    """`.ci/run` does what README.md says, in environments of its own."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace('"$work/user', ".venv").replace('"', "")
    ci = ci.replace(" --quiet", "")
    for setup in blocks(README, "sh"):
        for said in re.split(r"&&|\n", setup):
            words = said.split()
            assert words == [] or " ".join(words[1:]) in ci, said


SHORTER = {"review": ("--budget", "2"), "play": ("--bot", "A", "--bot", "B", "--seed", "1")}
"""What is added to commands of README.md so that nobody has to wait or type."""


def test_the_way_of_a_proposal(folder: Path, command: Callable[..., Told]) -> None:
    """The commands about campaigns, one after another."""
    (console,) = (one for one in blocks(README, "console") if "densho propose" in one)
    for line in console.splitlines():
        words = shlex.split(line.removeprefix("$ densho "))
        status, told = command(*words, *SHORTER.get(words[0], ()))
        assert status == 0, f"{line}\n{told}"
    assert (folder / "ours" / "rules" / "approved" / "kesa.yaml").is_file()


def test_show_lists_what_can_be_excepted(command: Callable[..., Told]) -> None:
    status, shown = command("show", "bokken")
    assert status == 0
    for name in ("jodan", "shieshi", "kakegoe", "one_movement", "footing", "strikes_at", "actions", "touch"):
        assert re.search(rf"\b{name}\b", shown), name


def test_files_of_every_section_are_shown_as_they_are() -> None:
    """The examples of the table of sections, each in a part of a ruleset, are read without a mistake."""
    for cells in rows(README, "section |"):
        for example in CODE.findall(cells[1]):
            section = CODE.findall(cells[0])[0].rstrip(":")
            assert read(f"part of: bokken\ndensho: 1\n{section}: {{{example}}}\n") == [], example


def test_exceptions_of_the_table_are_read() -> None:
    for cells in rows(README, "an exception |"):
        example = (
            CODE.findall(cells[0])[0].replace("NAME", "name").replace("RULE", "rule").replace("…", "1 = 1")
        )
        assert (
            read(
                f"part of: bokken\ndensho: 1\nexceptions: {{x: {example.replace('do: 1 = 1', 'do: tell x')}}}\n"
            )
            == []
        )


def test_zones_are_zones() -> None:
    text = README[README.index("### Zones") :].split("\n\n")[1]
    zones = [one.strip('"') for one in CODE.findall(text) if len(one) > 1]
    assert len(zones) >= 4
    for zone in zones:
        report = Report()
        assert looks_like_zone(zone)
        assert parse_zone(Excerpt("README.md", zone, 0), report) is not None, report.found


def read(text: str) -> list[str]:
    """What is wrong with the text of a file as such: its YAML and its expressions."""
    report = Report()
    document = read_document(Source("example.yaml", text), report)
    if document is not None:
        build_file(document, report)
    return [f"{one.slug}: {text[one.span.start : one.span.end]} {one.message}" for one in report.found]
