"""Characters' files: what is read, what is said of mistakes, and how they are written."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.characters import BadCharacter, load
from densho.characters.file import Character, open_character
from densho.characters.keeping import CannotKeep, changed, create, history_line, keep, replace_text
from densho.checking import check_targets
from densho.loading import Loader
from densho.targets import find_targets

HERE = Path(__file__).parent
WRONG = HERE / "wrong"
MARK = re.compile(r"#! ([a-z -]+)$")

KIN = """\
# the hero of the first story
character: Кин Котэцу
for: seven_samurai
densho: 1

has:
    speed: 5        # quick
    dan: 2
    techniques:     # from his father
      - evasion
      - 'mirror'
history:
    - born by the sea
notes: >
    Owes Onoe
    two ryo.
"""


def written(folder: Path, text: str = KIN) -> Path:
    path = folder / "kin.yaml"
    path.write_bytes(text.encode())
    return path


def opened(path: Path) -> Character:
    found = open_character(path, Loader(Cache(None))).character
    assert found is not None
    return found


def test_a_character_has_what_its_file_says_and_else_what_all_begin_with(tmp_path: Path) -> None:
    kin = load(written(tmp_path))
    assert (kin.name, kin.history) == ("Кин Котэцу", ("born by the sea",))
    assert kin.given == {"speed": 5, "dan": 2, "techniques": ["evasion", "mirror"]}
    assert kin.values["reaction"] == 3
    assert kin.slots == {
        "speed": 5,
        "reaction": 3,
        "composure": 3,
        "techniques": ["evasion", "mirror"],
        "dan": 2,
        "tally": 0,
        "tricked": [],
    }


@pytest.mark.parametrize("path", sorted(WRONG.glob("*.yaml")), ids=lambda path: path.stem)
def test_mistakes_are_found_where_they_stand(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    marked = Counter(
        (number, slug)
        for number, line in enumerate(lines, 1)
        if (match := MARK.search(line))
        for slug in match[1].split()
    )
    checked = check_targets(find_targets(str(path)), Cache(None))
    places = (
        (checked.texts[one.span.path].line_column(one.span.start)[0], one.slug) for one in checked.diagnostics
    )
    assert Counter(places) == marked
    with pytest.raises(BadCharacter) as bad:
        load(path)
    assert bad.value.diagnostics


def test_a_ruleset_s_folder_may_hold_characters(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "house.yaml").write_text(
        'ruleset: house\nversion: "1"\ndensho: 1\nextends: bokken\n', encoding="utf-8"
    )
    (folder / "jiro.yaml").write_text(
        "character: Jiro\nfor: house\ndensho: 1\nhas: {stages: 1, tecniques: []}\n", encoding="utf-8"
    )
    checked = check_targets(find_targets(str(folder)), Cache(None))
    assert [one.slug for one in checked.diagnostics] == ["unknown-name"]
    (folder / "jiro.yaml").write_text(
        "character: Jiro\nfor: house\ndensho: 1\nhas: {stages: 1}\n", encoding="utf-8"
    )
    assert check_targets(find_targets(str(folder)), Cache(None)).diagnostics == ()
    assert load(folder / "jiro.yaml").values == {"techniques": [], "stages": 1}


def test_loose_files_belong_to_the_character(tmp_path: Path) -> None:
    (tmp_path / "fox.yaml").write_text(
        "technique: fox\nfor: seven_samurai\ndensho: 1\nexceptions:\n  quick: {changes: turn_cost, when: fox in techniques, to: 1}\n",
        encoding="utf-8",
    )
    path = written(
        tmp_path, KIN.replace("densho: 1\n", "densho: 1\nwith: fox.yaml\n").replace("'mirror'", "fox")
    )
    assert load(path).values["techniques"] == ["evasion", "fox"]


# --- writing ---------------------------------------------------------------------------------------


def test_changes_leave_the_rest_of_the_text(tmp_path: Path) -> None:
    kin = opened(written(tmp_path))
    text = changed(
        kin, KIN, {**kin.values, "dan": 3, "tally": 1, "techniques": ["evasion", "mirror", "hook"]}, "won"
    )
    assert text == KIN.replace("dan: 2", "dan: 3").replace(
        "    techniques:     # from his father\n      - evasion\n      - 'mirror'\n",
        "    techniques: [evasion, mirror, hook] # from his father\n    tally: 1\n",
    ).replace("born by the sea\n", "born by the sea\n    - won\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "character: Kin\nfor: bokken\ndensho: 1\n",
            "character: Kin\nfor: bokken\ndensho: 1\nhas:\n  stages: 1\nhistory:\n  - won\n",
        ),
        (
            "character: Kin\nfor: bokken\ndensho: 1\nhas: {stages: 0} # none yet\nhistory: []\n",
            "character: Kin\nfor: bokken\ndensho: 1\nhas: {stages: 1} # none yet\nhistory:\n  - won\n",
        ),
        (
            "character: Kin\r\nfor: bokken\r\ndensho: 1\r\nhas:\r\n  stages: 0\r\n",
            "character: Kin\r\nfor: bokken\r\ndensho: 1\r\nhas:\r\n  stages: 1\r\nhistory:\r\n  - won\r\n",
        ),
        (
            "character: Kin\nfor: bokken\ndensho: 1\nhas:\nhistory:\n",
            "character: Kin\nfor: bokken\ndensho: 1\nhas:\n  stages: 1\nhistory:\n  - won\n",
        ),
    ],
)
def test_whatever_is_there_is_filled(tmp_path: Path, before: str, after: str) -> None:
    path = written(tmp_path, before)
    kept = keep(path, Loader(Cache(None)), {"stages": 1}, "won")
    assert kept.character is not None
    assert path.read_bytes().decode() == after
    assert opened(path).history == ("won",)


def test_keeping_in_a_broken_file_says_what_is_wrong(tmp_path: Path) -> None:
    path = written(tmp_path, KIN.replace("speed: 5", "speed: fast"))
    before = path.read_bytes()
    kept = keep(path, Loader(Cache(None)), {"dan": 3}, "won")
    assert kept.character is None
    assert [one.slug for one in kept.diagnostics] == ["wrong-type"]
    assert path.read_bytes() == before


def test_what_cannot_be_changed_by_machine_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "character: Kin\nfor: bokken\ndensho:\t1\n")
    before = path.read_bytes()
    with pytest.raises(CannotKeep, match="change it by hand"):
        keep(path, Loader(Cache(None)), {"stages": 1}, "won")
    assert path.read_bytes() == before


def test_nothing_is_written_over_another_s_change(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(CannotKeep, match="has been changed meanwhile"):
        replace_text(path, KIN.replace("5", "4"), "something")
    assert path.read_text(encoding="utf-8") == KIN
    assert os.listdir(tmp_path) == ["kin.yaml"]


def test_the_file_stays_what_it_was_to_the_system(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    replace_text(link, KIN, KIN + "# more\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8").endswith("# more\n")


def test_a_half_written_file_is_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotKeep, match="no space left"):
        replace_text(path, KIN, "character: half")
    assert path.read_text(encoding="utf-8") == KIN
    assert os.listdir(tmp_path) == ["kin.yaml"]


def test_a_new_file_takes_nobody_s_place(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(CannotKeep, match="already"):
        create(path, "character: other\n")
    assert path.read_text(encoding="utf-8") == KIN
    with pytest.raises(CannotKeep, match="cannot be written"):
        create(tmp_path / "nowhere" / "x.yaml", "")


@pytest.mark.parametrize(
    ("before", "after", "note", "line"),
    [
        ({"dan": 1}, {"dan": 2}, "", "2030-01-02 victory 1 – dan 1 → 2"),
        ({"dan": 1}, {"dan": 1}, "", "2030-01-02 victory 1"),
        (
            {"known": ["a", "b"]},
            {"known": ["b", "c"]},
            "at Edo",
            "2030-01-02 victory 1 – known +c -a – at Edo",
        ),
    ],
)
def test_lines_of_history(before: dict[str, object], after: dict[str, object], note: str, line: str) -> None:
    assert history_line("2030-01-02", "victory 1", before, after, note) == line


def test_an_odd_line_of_history_comes_back_as_it_was(tmp_path: Path) -> None:
    path = written(tmp_path)
    odd = "- a: [b] # {c} 'd' \"e\" & * ! | > % @ ` 北"
    assert keep(path, Loader(Cache(None)), {"dan": 3}, odd).character is not None
    assert opened(path).history == ("born by the sea", odd)


# --- the command -----------------------------------------------------------------------------------

Ran = tuple[int, str, str]


@pytest.fixture
def densho(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Ran]:
    from densho.cli.main import run  # noqa: PLC0415

    monkeypatch.chdir(tmp_path)

    def call(*args: object) -> Ran:
        status = run([str(arg) for arg in ("character", *args)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_a_life(densho: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, err = densho("new", "seven_samurai", "kin.yaml", "--name", "Kin", "speed=5")
    assert (status, err) == (0, "")
    assert out.startswith("Kin · Three stories of seven samurai\n  speed ")
    assert densho("check", "kin.yaml")[:2] == (0, "kin.yaml: no problems\n")
    assert densho("award", "kin.yaml", "victory", "1")[:2] == (0, "victory 1: dan: 1 → 2\n")
    status, out, err = densho("award", "kin.yaml", "learn", "evasion")
    assert (status, out) == (1, "")
    assert re.match(
        r"Refused: no dan has such a gift left  \[no_gift_due, S111 · progression\.yaml:\d+\]\n", err
    )
    assert densho("award", "kin.yaml", "improve speed", "--note", "at last", "--date", "2030-01-02")[0] == 0
    text = (tmp_path / "kin.yaml").read_text(encoding="utf-8")
    assert text.startswith("character: Kin\nfor: seven_samurai\ndensho: 1\n\nhas:\n  speed: 6\n")
    assert text.endswith(" – dan 1 → 2\n  - 2030-01-02 improve speed – speed 5 → 6, gifts +2 – at last\n")
    status, out, _ = densho("show", "--lang", "ru", "kin.yaml")
    assert status == 0
    assert "Скорость" in out
    assert densho("award", "kin.yaml")[1].startswith("victory ")
    assert densho("new", "seven_samurai", "kin.yaml")[0] == 2


def test_new_characters_are_judged(densho: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, err = densho("new", "seven_samurai", "x.yaml", "speed=7", "techniques=[mirror]")
    assert (status, out) == (1, "")
    assert re.match(r"Such a new character is refused: .*\[too_able, S111", err)
    assert "no_beginner" in err
    status, _, err = densho("new", "seven_samurai", "x.yaml", "sped=4")
    assert status == 1
    assert "did you mean `speed`?" in err
    assert densho("new", "seven_samurai", "x.yaml", "speed")[0] == 2
    assert densho("new", "goofspiel", "x.yaml")[0] == 1
    assert densho("new", "nowhere", "x.yaml")[0] == 2
    assert os.listdir(tmp_path) == []


def test_a_ruleset_of_one_s_own_is_found_from_the_file(densho: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "people").mkdir()
    (tmp_path / "house" / "house.yaml").write_text(
        'ruleset: house\nversion: "1"\ndensho: 1\nextends: bokken\n', encoding="utf-8"
    )
    assert densho("new", "house", "people/jiro.yaml")[0] == 0
    assert "for: ../house\n" in (tmp_path / "people" / "jiro.yaml").read_text(encoding="utf-8")
    assert densho("award", "people/jiro.yaml", "stage", "kakegoe")[0] == 0


def test_files_that_are_none(densho: Callable[..., Ran], tmp_path: Path) -> None:
    for args in (["show", "no.yaml"], ["award", "no.yaml"], ["check", "no.yaml"]):
        status, _, err = densho(*args)
        assert status == 2
        assert "`no.yaml` is no file" in err
    (tmp_path / "bad.yaml").write_text(
        "character: X\nfor: bokken\ndensho: 1\nhas: {stages: many}\n", encoding="utf-8"
    )
    for command in ("show", "award", "check"):
        status, out, err = densho(command, "bad.yaml")
        assert (status, out) == (1, "")
        assert "expected a whole number" in err
    (tmp_path / "part.yaml").write_text("part of: bokken\ndensho: 1\n", encoding="utf-8")
    status, out, err = densho("check", "part.yaml")
    assert (status, out) == (1, "")
    assert "this is no file of a character" in err


# --- at the table ----------------------------------------------------------------------------------


def test_characters_fight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from densho.cli.main import run  # noqa: PLC0415

    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    (tmp_path / "orders.txt").write_text("swing upper\nstay\n", encoding="utf-8")
    args = ["play", "seven_samurai", "--choices", "orders.txt", "--fighter", "Kin=kin.yaml", "--fighter", "B"]
    status = run([*args, "--set", "Kin.speed=6", "--save", "one.fight.yaml"])
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    assert re.search(r"^speed +6 +4$", said.out, re.M)
    assert re.search(r"^techniques +evasion, mirror +–$", said.out, re.M)
    assert "techniques: [evasion, mirror]" in (tmp_path / "one.fight.yaml").read_text(encoding="utf-8")
    assert (
        run(["play", "bokken", "--choices", "orders.txt", "--fighter", "Kin=kin.yaml", "--fighter", "B"]) == 2
    )
    assert "is a character for another game: `bokken` has no slot `speed`" in capsys.readouterr().err
    assert run(["play", "seven_samurai", "--fighter", "Kin=no.yaml"]) == 2
    written(tmp_path, KIN.replace("speed: 5", "speed: fast"))
    capsys.readouterr()
    assert run([*args, "--no-save"]) == 1
    assert "expected a whole number" in capsys.readouterr().err
