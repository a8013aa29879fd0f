"""What a value can possibly be: a small set of values, a span of numbers, or anything.

Always too large rather than too small: a value that is not in it can certainly not occur. Rows, fighters and words are numbers here, as
while a fight runs, and -1 is nothing. The empty set means that the place is never reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from densho.ir import types as t

SMALL = 128
"""A set of more values is widened to a span, or to anything."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Whole numbers from `low` to `high`; None is no bound."""

    low: int | None
    high: int | None


class Anything:
    """No more is known than the type."""

    def __repr__(self) -> str:
        return "ANYTHING"


ANYTHING: Final = Anything()

Few = frozenset[object]
Possible = Few | Numbers | Anything

NEVER: Final[Few] = frozenset()
YES: Final[Few] = frozenset({True})
NO: Final[Few] = frozenset({False})
EITHER: Final[Few] = frozenset({True, False})


def of_type(kind: t.Type, rows: Mapping[str, int], options: Mapping[str, int]) -> Possible:
    """Everything of the type; `rows` and `options` tell how many rows a kind and values an option has."""
    match kind:
        case t.TBool():
            return EITHER
        case t.TInt(lo=low, hi=high):
            return numbers(low, high)
        case t.TRow(kind=name):
            return few(range(rows[name]))
        case t.TOption(option=name):
            return few(range(options[name]))
        case t.TOptional(of=t.TRow() as of):
            return either(of_type(of, rows, options), frozenset({-1}))
        case _:
            return ANYTHING


def numbers(low: int | None, high: int | None) -> Possible:
    """The numbers from `low` to `high`."""
    if low is not None and high is not None and high - low < SMALL:
        return frozenset(range(low, high + 1))
    return Numbers(low, high)


def few(values: Iterable[object]) -> Possible:
    """These values, if they are not too many."""
    found = frozenset(values)
    return found if len(found) <= SMALL else ANYTHING


def either(one: Possible, other: Possible) -> Possible:
    """What is possible if either may be the case."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return few(one | other)
    if isinstance(one, Anything) or isinstance(other, Anything):
        return ANYTHING
    (low, high), (lower, higher) = limits(one), limits(other)
    return Numbers(
        None if low is None or lower is None else min(low, lower),
        None if high is None or higher is None else max(high, higher),
    )


def both(one: Possible, other: Possible) -> Possible:
    """What is possible if both are the case."""
    if isinstance(one, Anything):
        return other
    if isinstance(other, Anything):
        return one
    if isinstance(one, frozenset):
        return one & other if isinstance(other, frozenset) else frozenset(v for v in one if admits(other, v))
    if isinstance(other, frozenset):
        return frozenset(value for value in other if admits(one, value))
    lows = [low for low in (one.low, other.low) if low is not None]
    highs = [high for high in (one.high, other.high) if high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    if low is not None and high is not None and low > high:
        return NEVER
    return numbers(low, high)


def admits(possible: Possible, value: object) -> bool:
    """Whether the value is among what is possible."""
    match possible:
        case Anything():
            return True
        case Numbers(low=low, high=high):
            return (
                isinstance(value, int) and (low is None or value >= low) and (high is None or value <= high)
            )
        case _:
            return value in possible


def limits(possible: Possible) -> tuple[int | None, int | None]:
    """The least and the greatest number that are possible; None where there is no bound, or it is no number."""
    match possible:
        case Numbers(low=low, high=high):
            return low, high
        case Anything():
            return None, None
        case _:
            known = [value for value in possible if isinstance(value, int)]
            return (min(known), max(known)) if known and len(known) == len(possible) else (None, None)


def single(possible: Possible) -> bool:
    """Whether one value is possible only."""
    return isinstance(possible, frozenset) and len(possible) == 1
