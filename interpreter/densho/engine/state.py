"""A fight's state as a value: immutable, comparable, hashable."""

from __future__ import annotations

from typing import Any, NamedTuple

from densho.engine.layout import Choice, Values

Cause = tuple[int, int]
"""The numbers of a rule and of the exception that replaced its effects (-1: none)."""


class Ending(NamedTuple):
    """A verdict of one rule: of `block`, `who` a seat or a team's name."""

    kind: str
    block: str
    who: Any
    by: int
    cause: Cause


class Verdict(NamedTuple):
    """How a fight or block ended: `winner` is a fighter's or a team's name, `by` the reason's id."""

    winner: str | None
    draw: bool
    by: str | None


class State(NamedTuple):
    """A fight where choices are owed, or at its end.

    `values` is laid out by `layout`; `at` is the place in the flow; `owing` the seats asked there, `pending` what they handed in (by place
    in `owing`, None: not yet); `passes` counts the passes of each block; `fresh` are slots given by the setup whose block was not
    entered yet: (place in `values`, seat).
    """

    values: Values
    at: int
    owing: tuple[int, ...]
    pending: tuple[Choice | None, ...]
    passes: tuple[int, ...]
    fresh: frozenset[tuple[int, int]]
    outcome: Verdict | None

    @property
    def names(self) -> tuple[str, ...]:
        """The fighters' names in the order of seats."""
        return tuple(self.values[0][:-1])
