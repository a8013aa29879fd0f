"""Runs a ruleset's core: pure functions from a state, choices and dice to the next state and what happened.

`compile_program` makes a program of a ruleset and its options; `start` and `step` run it; `judge`, `legal`, `sample`, `complete` and `nearest` are about
the choice that a fighter owes; `view` and `full` show a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from densho.engine import values as _values
from densho.engine.advice import Naming, advice
from densho.engine.choices import Judgement, judge, judge_choice, owed, print_choice
from densho.engine.complete import complete
from densho.engine.deadline import within
from densho.engine.dice import Dice, ScriptedDice, SeededDice
from densho.engine.errors import (
    BadValue,
    IllegalChoice,
    NotOwed,
    OutOfDice,
    RulesetFault,
    UnreadableChoice,
)
from densho.engine.events import Event, fired
from densho.engine.invariants import invariants_broken, promised, reflected
from densho.engine.layout import Choice
from densho.engine.legal import Legal, legal, sample
from densho.engine.nearest import Near, Nearest, nearest
from densho.engine.program import Program, compile_program
from densho.engine.refuse import Refused
from densho.engine.run import Setup, start, step
from densho.engine.state import State, Verdict
from densho.engine.views import full, view
from densho.ir.types import Type

__all__ = [
    "BadValue",
    "Choice",
    "Dice",
    "Event",
    "IllegalChoice",
    "Judgement",
    "Legal",
    "Naming",
    "Near",
    "Nearest",
    "NotOwed",
    "OutOfDice",
    "Program",
    "Refused",
    "RulesetFault",
    "ScriptedDice",
    "SeededDice",
    "Setup",
    "State",
    "UnreadableChoice",
    "Verdict",
    "advice",
    "compile_program",
    "complete",
    "fired",
    "from_plain",
    "full",
    "invariants_broken",
    "judge",
    "judge_choice",
    "legal",
    "nearest",
    "outcome",
    "owed",
    "print_choice",
    "promised",
    "reflected",
    "sample",
    "start",
    "step",
    "to_plain",
    "view",
    "within",
]


def to_plain(program: Program, type_: Type, value: Any, names: Sequence[str]) -> Any:
    """A running value as plain data; `names` are the fighters' names in the order of seats."""
    return _values.to_plain(program.layout, type_, value, (*names, None))


def from_plain(program: Program, type_: Type, plain: Any, names: Sequence[str]) -> Any:
    """The running value that plain data mean; raises `BadValue`."""
    return _values.from_plain(program.lexicon, type_, plain, (*names, None))


def outcome(program: Program, state: State) -> Verdict | None:
    """How the fight ended; None while it goes on."""
    del program
    return state.outcome
