"""Players' texts that cannot be read: what they are told, and that it is told whatever the state of the fight."""

from __future__ import annotations

import pytest

from densho import engine
from playing import bundled, chosen, fight_of

TOLD = [
    ("bokken", "forwrd 2", ["did you mean `forward`?"]),
    ("bokken", "forward 3, stance jodan", ["parts are joined by `;`: `forward 3; stance jodan`"]),
    ("bokken", "forward 3 stance jodan", ["parts are joined by `;`: `forward 3; stance jodan`"]),
    ("bokken", "forward", ["`forward` takes a number from 1 to 99"]),
    ("bokken", "forward far", ["`forward` takes a number from 1 to 99"]),
    ("bokken", "forward 100", ["`forward` takes a number from 1 to 99"]),
    ("bokken", "stance joden", ["did you mean `jodan`?", "`stance` takes one of `free`, `jodan`, `gasumi`, `gedan`, `inno_kamae`, `waki_kamae`"]),
    ("bokken", "вперед", ["`вперед` takes a number from 1 to 99"]),
    ("bokken", "впиред 2", ["did you mean `вперед`?"]),
    ("bokken", "ｓｔａｙ", ["did you mean `stay` or `stać`?", "full-width characters (`ｓ`, `ｔ`, `ａ`, `ｙ`) stand in it: type the plain ones"]),
    ("bokken", "stay 3", ["`3` is not understood behind `stay`", "`stay` stands alone"]),
    ("bokken", "turn; turn", ["`turn` may stand there once"]),
    ("bokken", "", ["nothing is written before or behind a `;`"]),
    ("bokken", "stay;", ["nothing is written before or behind a `;`"]),
    ("bokken", "x" * 3_000, ["a choice has at most 2000 characters"]),
    ("bokken", "forward 1; back 1", []),
    ("rock_paper_scissors", "rock", ["did you mean `show rock`?"]),
    ("rock_paper_scissors", "shoe rock", ["did you mean `show`?"]),
    ("goofspiel", "draw", ["each part begins with one of `card`"]),
    ("goofspiel", "pass", ["one of these must stand in it: `card`"]),
    ("muay_thai", "knee 3", ["`knee` takes one of `success`, `mega`, `free`"]),
    ("muay_thai", "pass; knee", ["`pass; knee` do not go together"]),
    ("seven_samurai", "forward 600; forward 600", ["`forward` is too much, taken together", "`forward` takes a number from 1 to 999"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "text", "told"), TOLD, ids=[f"{name}-{text[:20]}" for name, text, _ in TOLD]
)
def test_what_is_told(ruleset: str, text: str, told: list[str]) -> None:
    fight = fight_of(ruleset)
    decision = fight.decision
    assert decision is not None
    assert list(engine.advice(fight.program, fight.state, decision, text)) == told


def test_nothing_is_told_of_what_others_hide() -> None:
    """The same advice in fights that differ in what the other has hidden."""
    start = fight_of("bokken", fighters={"A": {"techniques": ["kakegoe"]}, "B": {}})
    silent = chosen(start, {"A": "stance jodan", "B": "stay"})
    secret = chosen(start, {"A": "stance jodan; kakegoe", "B": "stay"})
    for text in ("kakego", "strike kakegoe", "stanse jodan", "kakegoe 3", "tsubazeriaj"):
        told = [engine.advice(fight.program, fight.state, "order", text) for fight in (silent, secret)]
        assert told[0] == told[1] != ()


def test_what_the_player_wrote_is_named() -> None:
    fight = fight_of("oshi_zumo")
    (first, *_) = fight.judge("A", "stkae 2").refusals
    assert (first.says, first.detail) == ("malformed", "stkae 2")
    assert bundled("oshi_zumo").id == "oshi_zumo"
