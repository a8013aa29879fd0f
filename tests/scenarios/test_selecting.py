"""Which scenarios are wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.scenarios.selecting import Selection

PATH, NAME = Path("tests/Moves.yaml"), "A step and a turn, or not out of line"

HOLDS = [
    (),
    ("step",),
    ("MOVES",),
    ("tests/moves",),
    ("step", "turn"),
    ("not jump",),
    ("not  jump ",),
    ("jump or turn",),
    ("step and turn",),
    ("jump and turn or moves",),
    ("not jump and not leap", "line"),
    ("A step and a turn, or not out of line",),
]
FAILS = [
    ("jump",),
    ("step", "jump"),
    ("not step",),
    ("step and jump",),
    ("jump or leap",),
    ("not jump", "not turn"),
    ("step and not moves",),
]


@pytest.mark.parametrize("texts", HOLDS)
def test_wanted(texts: tuple[str, ...]) -> None:
    assert Selection(texts)(PATH, NAME)


@pytest.mark.parametrize("texts", FAILS)
def test_not_wanted(texts: tuple[str, ...]) -> None:
    assert not Selection(texts)(PATH, NAME)
