"""The choices that a fighter has, as far as they can be looked at: all of them where they are few, else some at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from densho import engine
from densho.engine import Choice, Program, State
from densho.engine.domains import TooMany
from densho.engine.legal import legal_refusals
from densho.engine.refuse import asked
from densho.engine.search import Search

Wish = Callable[[str, Choice], bool]
"""Whether a choice of a decision is one that is looked for."""

WORK_PER_CHOICE = 12
LEAST_WORK = 1_000
TRIES = 4


@dataclass(frozen=True, slots=True)
class Choices:
    """`whole`: these are all that are legal."""

    choices: tuple[Choice, ...]
    whole: bool


def listed(program: Program, state: State, seat: int, most: int) -> tuple[Choice, ...] | None:
    """All legal choices; None if there are more than `most`, or if finding them takes too long."""
    ask = asked(program, state, seat)
    budget = max(LEAST_WORK, most * WORK_PER_CHOICE)
    found: list[Choice] = []
    try:
        for choice in Search(ask, legal_refusals(ask), budget=budget).choices():
            if len(found) == most:
                return None
            found.append(choice)
    except TooMany:
        return None
    return tuple(found)


def choices_of(
    program: Program,
    state: State,
    seat: int,
    rng: random.Random,
    *,
    list_up_to: int,
    draw: int,
    wish: Wish | None = None,
) -> Choices:
    """The legal choices if there are at most `list_up_to`, else up to `draw` of them, half of them such as `wish` looks for if any turn up.

    Raises `RulesetFault` if there is none.
    """
    found = listed(program, state, seat, list_up_to)
    if found:
        return Choices(found, True)
    decision = engine.owed(program, state)[seat]
    wished: dict[Choice, None] = {}
    others: dict[Choice, None] = {}
    for _ in range(draw * TRIES):
        choice = engine.sample(program, state, seat, rng)
        (wished if wish is not None and wish(decision, choice) else others)[choice] = None
        if len(others) >= draw and (wish is None or len(wished) >= draw // 2):
            break
    kept = list(wished)[: max(draw // 2, draw - len(others))]
    return Choices((*kept, *list(others)[: draw - len(kept)]), False)
