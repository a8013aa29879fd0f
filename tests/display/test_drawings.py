"""Positions as drawings: what stands where, what the viewer may not see, names that are long, wide or odd."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from densho.display.blocks import Grid, all_lines, width
from densho.display.board import draw
from densho.display.scene import Scene, scene
from densho.display.screen import Screen
from densho.display.seeing import EVERYTHING, PUBLIC, Viewer
from densho.display.tongue import Tongue, harmless
from densho.engine import compile_program
from densho.fights.fight import Fight, begin
from densho.ir import nodes as ir
from playing import bundled, chosen, fight_of, played

GOLDEN = Path(__file__).parent / "golden"

TEAMS = {
    "Akira": {"team": "red", "cell": 3},
    "Botan": {"team": "blue", "cell": 3, "facing": "left"},
    "Aoi": {"team": "red", "cell": 20, "alive": False},
    "Denji": {"team": "blue", "cell": 7, "facing": "left", "weapon": "yari", "carried": ["katana", "katana"]},
}
FIELD = {"cover": [4, 5, 6], "ground": [{"cell": 9, "weapon": "yari"}, {"cell": 9, "weapon": "yari"}]}


def seen(fight: Fight, viewer: Viewer = PUBLIC, language: str = "en") -> Scene:
    moment = fight.moments[-1]
    tongue = Tongue(fight.program.ruleset, language)
    return scene(fight.program, tongue, viewer, fight.state, moment.events)


def drawn(fight: Fight, viewer: Viewer = PUBLIC, language: str = "en", most: int = 80) -> str:
    return "\n".join(all_lines(draw(seen(fight, viewer, language), most), most)) + "\n"


def bokken(fighters: Mapping[str, Mapping[str, Any]] | None = None) -> Fight:
    return fight_of("bokken", fighters=fighters or {"A": {"cell": 6}, "B": {"cell": 7}})


POSITIONS: dict[str, Callable[[], str]] = {
    "bokken_struck": lambda: drawn(
        chosen(
            bokken({"A": {"cell": 6, "stance": "jodan"}, "B": {"cell": 10, "stance": "gasumi"}}),
            {"A": "strike", "B": "turn; strike"},
        )
    ),
    "bokken_beside_the_strip": lambda: drawn(
        chosen(bokken({"A": {"cell": 1}, "B": {"cell": 9}}), {"A": "back 1", "B": "stay"})
    ),
    "bokken_in_russian": lambda: drawn(bokken({"Акира": {"stance": "jodan"}, "Ботан": {}}), language="ru"),
    "samurai_teams": lambda: drawn(fight_of("seven_samurai", fighters=TEAMS, arena=FIELD)),
    "samurai_narrow": lambda: drawn(fight_of("seven_samurai", fighters=TEAMS, arena=FIELD), most=44),
    "boxers_of_a": lambda: drawn(
        chosen(
            fight_of("muay_thai", fighters={"A": {}, "B": {}}, spend_all="may", seed="7"),
            {"A": "jab; low_block", "B": "low_kick"},
        ),
        Viewer(0),
    ),
    "dice_public": lambda: drawn(
        chosen(fight_of("pojedynek", seed="3"), {"A": "dice 3; kiai", "B": "dice 2"}), PUBLIC
    ),
    "dice_of_b": lambda: drawn(
        chosen(fight_of("pojedynek", seed="3"), {"A": "dice 3; kiai", "B": "dice 2"}), Viewer(1)
    ),
    "wrestler": lambda: drawn(chosen(fight_of("oshi_zumo"), {"A": "bid 3", "B": "bid 5"})),
    "cards": lambda: drawn(chosen(fight_of("goofspiel"), {"A": "card 3", "B": "card 5"})),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_are_drawn(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"{name}.txt", POSITIONS[name]())


@pytest.mark.parametrize("name", ["bokken", "muay_thai", "pojedynek", "goofspiel"])
def test_what_is_hidden_is_not_drawn(name: str) -> None:
    """Whoever sees everything sees at least as much; of hidden slots the public sees that they are there, no more."""
    fight = played(fight_of(name), 3)
    hidden = [slot for slot in fight.program.rules.slots if slot.hidden is True and not slot.working]
    public = seen(fight)
    for slot in hidden:
        assert all(slot.name not in public.position[one] for one in fight.names)
    assert all(slot.name in seen(fight, EVERYTHING).position["A"] for slot in hidden)


def test_a_ruleset_without_a_board_is_drawn_in_tables() -> None:
    fight = fight_of("rock_paper_scissors")
    bare = replace(fight.program.ruleset, display=ir.Display(board=(), arena=None, fighter=None))
    fight = begin(compile_program(bare), fight.record)
    assert [type(block) for block in draw(seen(fight))] == [Grid]


def test_wide_letters_keep_the_columns() -> None:
    lines = drawn(bokken({"明": {"stance": "jodan"}, "武蔵": {}}), language="ja").splitlines()
    table = [line for line in lines if "構え" in line or "明" in line]
    assert len({line.index("上段") if "上段" in line else 0 for line in table}) <= 2
    assert width("武蔵") == 4


def test_names_that_begin_alike_get_numbers() -> None:
    text = drawn(bokken({"Akira": {"cell": 2}, "Aoi": {"cell": 9}}))
    assert "1>" in text
    assert "<2" in text
    assert "1 = Akira  2 = Aoi" in text


def test_nothing_that_a_terminal_obeys_is_written() -> None:
    assert harmless("a\x1b[31mb\u202ec\td") == "a\ufffd[31mb\ufffdc d"


def test_every_bundled_ruleset_can_be_drawn_for_everybody() -> None:
    for name in ("bokken", "seven_samurai", "muay_thai", "pojedynek", "goofspiel", "oshi_zumo"):
        fight = played(fight_of(name), 4)
        for viewer in (PUBLIC, EVERYTHING, Viewer(0), Viewer(1)):
            for language in ("en", "ru", "pl", "ja"):
                assert drawn(fight, viewer, language)
    assert bundled("bokken").display.board


class Tape:
    """A stream that only knows ASCII, as some terminals do."""

    encoding = "ascii"

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text.encode("ascii").decode("ascii")
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


def test_a_screen_that_lacks_letters_shows_something_else() -> None:
    tape = Tape()
    Screen(tape, colour=False, width=80).line("ход – 1")  # type: ignore[arg-type]
    assert tape.text == "??? ? 1\n"


def test_markup_in_names_is_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    import sys  # noqa: PLC0415 - capsys has put another stream there

    screen = Screen(sys.stdout, colour=True, width=80)
    screen.line("[red]A[/red] :smile:", "heading")
    screen.blocks([Grid(("", "[b]x"), (("[i]", "[/i]"),))])
    out = capsys.readouterr().out
    assert "[red]A[/red] :smile:" in out
    assert "[b]x" in out
    assert "[/i]" in out
