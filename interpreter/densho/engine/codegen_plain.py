"""Values as plain data, in generated code: the fields of events."""

from __future__ import annotations

from densho.engine.codegen_collections import Env
from densho.engine.codegen_expr import ExprWriter
from densho.engine.layout import NAMES
from densho.ir import nodes as ir
from densho.ir import types as t


def plain_code(exprs: ExprWriter, e: ir.Expr, env: Env) -> str:
    """Code for the plain value of an expression."""
    code = exprs.expr(e, env)
    match e.type:
        case t.TSet(of=of) if _is_simple(of):
            return _elements(exprs, of, f"sorted({code})")
        case t.TList(of=of) | t.TBag(of=of) if _is_simple(of):
            return _elements(exprs, of, code)
        case _:
            return _single(exprs, e.type, code)


def _is_simple(type_: t.Type) -> bool:
    return isinstance(type_, (t.TInt, t.TRow, t.TFighter))


def _elements(exprs: ExprWriter, of: t.Type, code: str) -> str:
    item = _single(exprs, of, "i")
    return f"[*{code}]" if item == "i" else f"[{item} for i in {code}]"


def _single(exprs: ExprWriter, type_: t.Type, code: str) -> str:
    match type_:
        case t.TBool() | t.TInt() | t.TLabel() | t.TOptional(of=t.TInt() | t.TLabel() | t.TBool()):
            return code
        case t.TFighter() | t.TOptional(of=t.TFighter()):
            return f"S[{NAMES}][{code}]"
        case t.TRow(kind=kind) | t.TOptional(of=t.TRow(kind=kind)):
            return f"{exprs.tables.row_names(kind)}[{code}]"
        case _:
            return f"plain({exprs.tables.type_name(type_)}, {code}, S[{NAMES}])"
