"""Operations that generated code calls by name; none of them can fail, whatever they are given.

Long ranges are the one exception: they raise a fault instead of filling the memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from densho.engine.errors import RulesetFault
from densho.engine.order import ordered
from densho.ir.nodes import LONGEST_RANGE
from densho.messages import say
from densho.source import Span


def span(low: int, high: int, place: Span | None = None) -> range:
    """The whole numbers low … high; `place` is where they are asked for, if they may be many."""
    if high - low >= LONGEST_RANGE:
        raise RulesetFault(
            say("the range {low}..{high} is too long", low=low, high=high),
            (),
            () if place is None else (place,),
            (say("compare with its ends instead: `x >= A and x <= B`"),),
        )
    return range(low, high + 1)


def outside(items: Iterable[int | None], low: int | None, high: int) -> bool:
    """Whether one of the numbers lies outside the bounds."""
    return any(item is None or item > high or (low is not None and item < low) for item in items)


def foe_of(fighter: int) -> int:
    return 1 - fighter if fighter >= 0 else -1


def divide(a: int, b: int) -> int:
    return a // b if b else 0


def modulo(a: int, b: int) -> int:
    return a % b if b else 0


def sign(a: int) -> int:
    return (a > 0) - (a < 0)


def head(items: Sequence[Any], empty: Any) -> Any:
    return items[0] if items else empty


def nth(items: Sequence[Any], place: int, empty: Any) -> Any:
    """The element at a place, counted from 1."""
    return items[place - 1] if 0 < place <= len(items) else empty


def before(records: Sequence[Any], place: int) -> Any:
    """The record of a fold before the part at this place."""
    return records[place - 1] if 0 < place <= len(records) else records[-1]


def bag(items: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(ordered(items))


def bag_without(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    left = Counter(b)
    kept = []
    for item in a:
        if left[item] > 0:
            left[item] -= 1
        else:
            kept.append(item)
    return tuple(kept)


def bag_within(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    have = Counter(b)
    return all(have[item] >= n for item, n in Counter(a).items())


def meets(a: Iterable[Any], b: Iterable[Any]) -> bool:
    return not frozenset(a).isdisjoint(b)


def said_words(choice: tuple[Any, ...], words: tuple[int, ...]) -> frozenset[int]:
    return frozenset([w for w in words if choice[w] is not None])


def first_of(items: Iterable[Any], empty: Any) -> Any:
    return next(iter(items), empty)


NAMES: dict[str, Any] = {
    "span": span, "foe_of": foe_of, "divide": divide, "modulo": modulo, "sign": sign, "head": head, "nth": nth,
    "before": before, "bag": bag, "bag_without": bag_without, "bag_within": bag_within, "meets": meets,
    "said_words": said_words, "first_of": first_of, "ordered": ordered, "outside": outside,
}  # fmt: skip
