"""Values of columns: YAML values read as the column's type says, and constant expressions reckoned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved.scope import Scope
from densho.resolved.types import bare, bounds_text, describe, element
from densho.surface import parser
from densho.surface.documents import Mapping, Scalar, Sequence, Value
from densho.surface.zones import looks_like_zone, parse_zone

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator


FAILED = object()
"""Stands for a value that could not be read; why has been reported."""


class NotConstant(Exception):
    """The expression needs a running fight."""


def read_value(el: Elaborator, value: Value, kind: t.Type) -> object:
    """The value in the core's representation, or `FAILED` after a report."""
    match value:
        case Scalar():
            return _scalar(el, value, kind)
        case Sequence():
            return _sequence(el, value, kind)
        case Mapping():
            el.report.add(
                "wrong-type", value.span, say("{type} is needed here, not a mapping", type=describe(kind))
            )
            return FAILED


def _scalar(el: Elaborator, value: Scalar, kind: t.Type) -> object:
    of = element(kind)
    if isinstance(of, t.TInt) and not isinstance(kind, t.TBag) and looks_like_zone(value.text):
        zone = parse_zone(value.excerpt, el.report)
        if zone is None:
            return FAILED
        _zone_bounds(el, zone.offsets, of, value)
        return frozenset(zone.offsets) if isinstance(kind, t.TSet) else zone.offsets
    written = parser.parse_expr(value.excerpt, el.report)
    kept, el.report = el.report, Report()
    try:
        expr = el.expr(written, Scope(me=False), kind)
    finally:
        el.report, found_wrong = kept, el.report.found
    if expr is None:
        for one in found_wrong:
            if one.slug == "no-me":
                _not_constant(el, value)
            else:
                el.report.add(one.slug, one.span, one.message, help=one.help, labels=one.labels)
        return FAILED
    try:
        found = constant(expr)
    except NotConstant:
        _not_constant(el, value)
        return FAILED
    return shaped(found, kind) if _check(el, found, kind, value) else FAILED


def _not_constant(el: Elaborator, value: Scalar) -> None:
    el.report.add(
        "not-constant",
        value.span,
        say("a column holds a plain value, not something that depends on the fight"),
        help=say("put the base value here and let an exception change the definition that reads it"),
    )


def _sequence(el: Elaborator, value: Sequence, kind: t.Type) -> object:
    of = element(kind)
    if of is None:
        el.report.add(
            "wrong-type",
            value.span,
            say("{type} is needed here, not a list", type=describe(kind)),
            help=say("write one value"),
        )
        return FAILED
    items = [read_value(el, item, of) for item in value.items]
    return FAILED if any(item is FAILED for item in items) else shaped(tuple(items), kind)


def shaped(items: object, kind: t.Type) -> object:
    """Elements in the representation of the collection's type; other values as they are."""
    match kind:
        case t.TSet():
            return frozenset(items) if isinstance(items, frozenset | tuple) else items
        case t.TBag():
            return tuple(sorted(items)) if isinstance(items, frozenset | tuple) else items
        case t.TList():
            return tuple(sorted(items)) if isinstance(items, frozenset) else items
        case _:
            return items


def _zone_bounds(el: Elaborator, offsets: tuple[int, ...], of: t.TInt, value: Scalar) -> None:
    out = [o for o in offsets if (of.lo is not None and o < of.lo) or (of.hi is not None and o > of.hi)]
    if out:
        el.report.add(
            "out-of-bounds",
            value.span,
            say(
                "this zone reaches {cell}, but the column admits {bounds}",
                cell=out[0],
                bounds=bounds_text(of),
            ),
        )


def _check(el: Elaborator, found: object, kind: t.Type, value: Scalar) -> bool:
    inner = bare(element(kind) or kind)
    if not isinstance(inner, t.TInt):
        return True
    numbers = found if isinstance(found, frozenset | tuple) else (found,)
    for number in numbers:
        if isinstance(number, int) and (
            (inner.lo is not None and number < inner.lo) or (inner.hi is not None and number > inner.hi)
        ):
            el.report.add(
                "out-of-bounds",
                value.span,
                say(
                    "{number} is outside {bounds}, the bounds of this column",
                    number=number,
                    bounds=bounds_text(inner),
                ),
            )
            return False
    return True


def constant(expr: n.Expr) -> object:
    """Reckons an expression that needs no fight; raises `NotConstant` otherwise."""
    match expr:
        case n.Const(value=value):
            return value
        case n.Gather(items=items, type=kind):
            return shaped(tuple(constant(item) for item in items), kind)
        case n.Range(low=low, high=high):
            first, last = constant(low), constant(high)
            assert isinstance(first, int)
            assert isinstance(last, int)
            if last - first > 10_000:
                raise NotConstant
            return frozenset(range(first, last + 1))
        case n.Unary(op="-", operand=operand):
            number = constant(operand)
            assert isinstance(number, int)
            return -number
        case n.Join(op=op, left=left, right=right, type=kind):
            one, other = constant(left), constant(right)
            if isinstance(one, frozenset) and isinstance(other, frozenset):
                return one | other if op == "join" else one - other
            assert isinstance(one, tuple)
            assert isinstance(other, tuple)
            if op == "join":
                return shaped(one + other, kind)
            raise NotConstant
        case n.Arithmetic(op=op, left=left, right=right) if op in ("+", "-", "*"):
            a, b = constant(left), constant(right)
            assert isinstance(a, int)
            assert isinstance(b, int)
            return a + b if op == "+" else a - b if op == "-" else a * b
        case _:
            raise NotConstant
