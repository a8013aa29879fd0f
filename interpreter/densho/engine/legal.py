"""The legal choices of a fighter: all of them, some of them, one at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from densho.engine.assemble import Said
from densho.engine.domains import TooMany
from densho.engine.errors import RulesetFault
from densho.engine.layout import Choice
from densho.engine.lenience import in_force
from densho.engine.program import Program
from densho.engine.refuse import Asked, asked
from densho.engine.search import Search
from densho.engine.state import State
from densho.messages import say

LEAST_WORK = 50_000
WORK_PER_CHOICE = 5
WORK_ALONE = 20_000
RANDOM_BUDGET = 20_000
RANDOM_TRIES = 20


@dataclass(frozen=True, slots=True)
class Legal:
    """`choices` in canonical form and a fixed order, or None where there are more than the limit.

    `factors`: for each group its words with their arguments that no refusal forbids by themselves; a sequence's are single parts.
    Where these are very many, only the first of them.
    """

    choices: tuple[Choice, ...] | None
    factors: tuple[tuple[str, tuple[Said, ...]], ...]


def legal_refusals(ask: Asked) -> list[int]:
    """The refusals that count: strict ones, and those that let off and are in force."""
    force = in_force(ask)
    return [*ask.strict, *(i for i in ask.lenient if i in force)]


def legal(program: Program, state: State, seat: int, limit: int = 20_000) -> Legal:
    """All legal choices of a seat. Raises `NotOwed`."""
    ask = asked(program, state, seat)
    refusals = legal_refusals(ask)
    search = Search(ask, refusals, budget=max(LEAST_WORK, limit * WORK_PER_CHOICE))
    return Legal(_listed(search, limit), tuple(_alone(Search(ask, refusals, budget=WORK_ALONE))))


def _listed(search: Search, limit: int) -> tuple[Choice, ...] | None:
    found: list[Choice] = []
    try:
        for choice in search.choices():
            if len(found) == limit:
                return None
            found.append(choice)
    except TooMany:
        return None
    return tuple(found)


def _alone(search: Search) -> Iterator[tuple[str, tuple[Said, ...]]]:
    by_group: dict[str, list[Said]] = {}
    with suppress(TooMany):
        for said in search.single_options():
            by_group.setdefault(search.shape.words[said[0]].group, []).append(said)
    for group in search.shape.groups:
        yield group.name, tuple(by_group.get(group.name, ()))


def sample(program: Program, state: State, seat: int, rng: random.Random) -> Choice:
    """A random legal choice, not necessarily all alike likely; also where they are too many to list.

    Raises `NotOwed`, and `RulesetFault` if none is found.
    """
    ask = asked(program, state, seat)
    refusals = legal_refusals(ask)
    for _ in range(RANDOM_TRIES):
        try:
            found = next(Search(ask, refusals, rng=rng, budget=RANDOM_BUDGET).choices(), None)
        except TooMany:
            continue
        if found is None:
            break
        return found
    raise RulesetFault(
        say("no legal choice of `{decision}` was found", decision=ask.decision.name),
        (ask.decision.name,),
        (ask.decision.span,),
    )


def is_any(search: Search) -> bool:
    """Whether the search finds a choice; one that grows too long counts as yes."""
    try:
        return next(search.choices(), None) is not None
    except TooMany:
        return True
