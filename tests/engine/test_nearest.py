"""The legal choice that differs in the fewest parts: found by comparing all, or by mending the text where all are too many."""

from __future__ import annotations

import pytest

from densho import engine
from densho.analysis.starts import own_start
from densho.engine import Nearest, NotOwed, SeededDice
from playing import bundled


def near(ruleset: str, text: str, most: int = 3) -> Nearest:
    start = own_start(bundled(ruleset))
    state, _ = engine.start(start.program, start.setup, SeededDice(3))
    found = engine.nearest(start.program, state, 0, text, most)
    for one in found.choices:
        assert engine.judge(start.program, state, 0, one.text).legal
    return found


@pytest.mark.parametrize(
    ("ruleset", "text", "expected", "differs"),
    [
        ("bokken", "forward 9; stance jodan", "forward 3; stance jodan", 1),
        ("bokken", "forward 2; stance jodan", "forward 2; stance jodan", 0),
        ("bokken", "back 1; forward 1", "forward 1", 1),
        ("bokken", "stanec jodan", "stance jodan", 1),
        ("bokken", "stance jodan; turn; forward 1", "forward 1; stance jodan", 1),
        ("seven_samurai", "swing upper; strike", "swing upper", 1),
        ("seven_samurai", "turn; turn; forward 2", "turn; forward 2", 1),
        ("pojedynek", "dice 99", "dice 5", 1),
    ],
)
def test_all_are_compared_where_they_can_be_listed(
    ruleset: str, text: str, expected: str, differs: int
) -> None:
    found = near(ruleset, text)
    assert found.whole
    assert expected in [one.text for one in found.choices]
    assert found.choices[0].differs == differs
    assert [one.differs for one in found.choices] == sorted(one.differs for one in found.choices)


def test_a_text_is_mended_where_there_are_too_many() -> None:
    found = near("muay_thai", "knee; knee; knee; knee")
    assert not found.whole
    assert 0 < found.choices[0].differs <= 2
    assert found.choices[0].text.count("knee") >= 2


def test_what_cannot_be_mended_still_gets_something_legal() -> None:
    assert near("muay_thai", "dance", 1).choices


def test_only_what_is_owed_has_choices() -> None:
    start = own_start(bundled("bokken"))
    state, _ = engine.start(start.program, start.setup, SeededDice(3))
    stay = engine.judge(start.program, state, 0, "stay").choice
    assert stay is not None
    state, _ = engine.step(start.program, state, {0: stay}, SeededDice(1))
    with pytest.raises(NotOwed):
        engine.nearest(start.program, state, 0, "stay")
