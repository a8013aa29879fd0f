"""Whether a value may stand in a slot."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from densho.engine.layout import Layout
from densho.engine.sure import bounded_elements
from densho.engine.total import outside
from densho.engine.values import COUNTER_LIMIT, MOST_ELEMENTS
from densho.ir import types as t
from densho.ir.types import Type
from densho.messages import say, say_n


def fits(layout: Layout, type_: Type, value: Any) -> bool:
    """Numbers within their bounds, something where something must be, lists no longer than they may be."""
    match type_:
        case t.TOptional(of=of):
            return value == layout.empty_value(type_) or fits(layout, of, value)
        case t.TInt(lo=lo, hi=hi):
            return (
                value is not None
                and (lo is None or lo <= value)
                and value <= (COUNTER_LIMIT if hi is None else hi)
            )
        case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
            return bool(value >= 0)
        case t.TLabel() | t.TRecord():
            return value is not None
        case t.TList(up_to=up_to):
            return len(value) <= up_to and elements_fit(type_, value)
        case t.TSet() | t.TBag():
            return len(value) <= MOST_ELEMENTS and elements_fit(type_, value)
        case t.TBool() | t.TChoice() | t.TPart() | t.TNothing():
            return True


def elements_fit(type_: Type, value: Collection[Any]) -> bool:
    """Whether all numbers of a collection lie within the bounds of its elements."""
    of = bounded_elements(type_)
    return of is None or not outside(value, of.lo, COUNTER_LIMIT if of.hi is None else of.hi)


def bounds_text(type_: Type) -> str:
    """How the bounds of a type are told."""
    match type_:
        case t.TOptional(of=of):
            return bounds_text(of)
        case t.TInt(lo=lo, hi=hi):
            return f"{'' if lo is None else lo}..{'' if hi is None else hi}"
        case t.TList(up_to=up_to):
            return say_n("at most {n} element", "at most {n} elements", up_to)
        case t.TSet() | t.TBag():
            return say_n("at most {n} element", "at most {n} elements", MOST_ELEMENTS)
        case _:
            return say("what may stand there")
