"""Numbers that are plain to see have to lie within the bounds of where they go; what only may leave them is left to the fight."""

from __future__ import annotations

from collections.abc import Iterator

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved.scope import Stuck
from densho.resolved.types import bare, bounds_text, element
from densho.source import Span


def in_bounds(report: Report, value: n.Expr, kind: t.Type, span: Span) -> None:
    """Reports a number, or an element of a collection of numbers, that surely lies outside, and raises `Stuck`."""
    wanted = _numbers(kind)
    if wanted is None:
        return
    for given, place in _given(value):
        below = given.hi is not None and wanted.lo is not None and given.hi < wanted.lo
        above = given.lo is not None and wanted.hi is not None and given.lo > wanted.hi
        if below or above:
            report.add(
                "out-of-bounds",
                place if place.path else span,
                say(
                    "{value} is outside {bounds}, the bounds of what it is written to",
                    value=given.lo if given.lo == given.hi else bounds_text(given),
                    bounds=bounds_text(wanted),
                ),
            )
            raise Stuck


def _given(value: n.Expr) -> Iterator[tuple[t.TInt, Span]]:
    """What a value surely holds: the bounds of a number, or of each part of a collection that is known, and its place."""
    match value:
        case n.Const(value=number) if isinstance(number, int) and not isinstance(number, bool):
            yield t.TInt(number, number), value.span
        case n.Const(value=frozenset() | tuple() as items) if element(value.type) is not None:
            for item in items:
                if isinstance(item, int):
                    yield t.TInt(item, item), value.span
        case n.Gather(items=parts):
            for part in parts:
                yield from _given(part)
        case n.Join(op="join", left=left, right=right):
            yield from _given(left)
            yield from _given(right)
        case _:
            of = _numbers(value.type)
            if of is not None:
                yield of, value.span


def _numbers(kind: t.Type) -> t.TInt | None:
    """The bounds of a number, or of the numbers in a collection."""
    of = bare(element(kind) or kind)
    return of if isinstance(of, t.TInt) else None
