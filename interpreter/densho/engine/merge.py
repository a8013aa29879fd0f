"""Putting together what several rules wrote into one slot, for the fast path.

Only good cases are worked out here. Whatever looks like a conflict or leaves its bounds raises `Trouble`: the step is then done again the
careful way (`commit`), which knows whom to name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from densho.engine.order import ordered
from densho.engine.values import MOST_ELEMENTS

Row = tuple[Any, ...]
Written = tuple[int, str, Any, bool]


class Trouble(Exception):
    """Something is wrong with a step, or too rare to be done fast."""


def trouble() -> None:
    raise Trouble


def merge_sets(row: Row, writes: Sequence[Written]) -> Row:
    """Elements added and taken, by holder; `writes` are (holder, op, value, whole)."""
    added, taken, fresh = _elements(row, writes)
    for holder in {*added, *taken}:
        more, less = frozenset(added.get(holder, ())), frozenset(taken.get(holder, ()))
        if more & less:
            raise Trouble
        fresh[holder] = (fresh[holder] - less) | more
        if len(fresh[holder]) > MOST_ELEMENTS:
            raise Trouble
    return tuple(fresh)


def merge_lists(row: Row, writes: Sequence[Written], in_order: bool, up_to: int) -> Row:
    """Elements taken, then added at the end; `in_order`: in ascending order."""
    added, taken, fresh = _elements(row, writes)
    for holder in {*added, *taken}:
        more, less = added.get(holder, []), taken.get(holder, [])
        if less and more and not set(more).isdisjoint(less):
            raise Trouble
        kept = list(fresh[holder])
        for item in less:
            if item in kept:
                kept.remove(item)
        fresh[holder] = (*kept, *(sorted(more) if in_order else more))
        if len(fresh[holder]) > up_to:
            raise Trouble
    return tuple(fresh)


def merge_bags(row: Row, writes: Sequence[Written]) -> Row:
    """What is taken must be there."""
    added, taken, fresh = _elements(row, writes)
    for holder in {*added, *taken}:
        left = list(fresh[holder])
        for item in taken.get(holder, ()):
            if item not in left:
                raise Trouble
            left.remove(item)
        fresh[holder] = tuple(ordered(left + added.get(holder, [])))
        if len(fresh[holder]) > MOST_ELEMENTS:
            raise Trouble
    return tuple(fresh)


def _elements(
    row: Row, writes: Sequence[Written]
) -> tuple[dict[int, list[Any]], dict[int, list[Any]], list[Any]]:
    """Added and taken elements by holder, and the row with what was set outright."""
    added: dict[int, list[Any]] = {}
    taken: dict[int, list[Any]] = {}
    fresh = list(row)
    outright: dict[int, Any] = {}
    for holder, op, value, whole in writes:
        if op == ":=":
            if outright.setdefault(holder, value) != value:
                raise Trouble
            continue
        items = (added if op == "+=" else taken).setdefault(holder, [])
        if whole:
            items.extend(ordered(value))
        else:
            items.append(value)
    if outright and (added or taken) and any(h in added or h in taken for h in outright):
        raise Trouble
    for holder, value in outright.items():
        fresh[holder] = value
    return added, taken, fresh
