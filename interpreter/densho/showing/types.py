"""Types as the language writes them."""

from __future__ import annotations

from typing import assert_never

from densho.ir import types as t
from densho.ir.types import Type

LONGEST = 99
"""How long a list may be whose type does not say it."""


def type_text(type: Type) -> str:
    """A type as the language writes it."""
    match type:
        case t.TBool():
            return "bool"
        case t.TInt(low, high):
            return f"{'' if low is None else low}..{'' if high is None else high}"
        case t.TRow(kind):
            return kind
        case t.TFighter():
            return "fighter"
        case t.TLabel():
            return "label"
        case t.TWord(decision):
            return f"word of {decision}"
        case t.TOption(option):
            return f"value of {option}"
        case t.TRecord(record):
            return record
        case t.TChoice(decision):
            return decision
        case t.TPart(decision):
            return f"part of {decision}"
        case t.TOptional(of):
            return f"{type_text(of)} or nothing"
        case t.TSet(of):
            return f"set of {type_text(of)}"
        case t.TList(of, up_to):
            return f"list of {type_text(of)}" + ("" if up_to == LONGEST else f" up to {up_to}")
        case t.TBag(of):
            return f"bag of {type_text(of)}"
        case t.TNothing():
            return "nothing"
    assert_never(type)
