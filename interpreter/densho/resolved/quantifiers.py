"""`some x in S with P of E` and its kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from densho.diagnostics.suggestions import write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved import names
from densho.resolved.scope import Scope, Stuck
from densho.resolved.types import bare, describe, element
from densho.surface import syntax

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator


def domain(el: Elaborator, written: syntax.Expr, scope: Scope) -> n.Expr:
    """What is gone through: a set, list or bag, or all rows of a kind by its name or plural."""
    if isinstance(written, syntax.Name) and written.id in el.symbols.kinds:
        found = el.attempt(written, scope, None)
        if found is None or element(found.type) is None:
            return names.all_rows(el, written.id, written.span)
    if isinstance(written, syntax.Name):
        found = names.resolve_name(el, written, scope, None, lambda kind: element(kind) is not None)
    else:
        found = el.infer(written, scope, None)
    if element(found.type) is None or isinstance(element(found.type), t.TNothing):
        el.report.add(
            "wrong-type",
            written.span,
            say("one can go through a set, list or bag, not through {type}", type=describe(found.type)),
        )
        raise Stuck
    _bounded(el, found, written)
    return found


def _bounded(el: Elaborator, found: n.Expr, written: syntax.Expr) -> None:
    """Ranges are gone through only when both ends have a limit."""
    if isinstance(found, n.Range):
        of = element(found.type)
        assert isinstance(of, t.TInt)
        if of.lo is None or of.hi is None or of.hi - of.lo > 10_000:
            el.report.add(
                "unbounded",
                written.span,
                say("this range has no limit that is known beforehand"),
                help=say("give the slot or definition that bounds it a type with a limit, such as `0..40`"),
            )
            raise Stuck


def quantifier(el: Elaborator, written: syntax.Quantifier, scope: Scope, expected: t.Type | None) -> n.Expr:
    over = domain(el, written.domain, scope)
    of_type = element(over.type)
    assert of_type is not None
    bind(el, written.var, scope)
    inner = scope.bind(written.var.id, of_type)
    where = el.expr(written.where, inner, t.TBool())
    if written.where is not None and where is None:
        raise Stuck
    word = cast(n.QuantifierWord, written.word)
    of = _of(el, written, inner, expected)
    return n.Quantifier(
        type=_result(word, of.type if of is not None else of_type),
        word=word,
        var=written.var.id,
        domain=over,
        where=where,
        of=of,
        span=written.span,
    )


def _of(el: Elaborator, written: syntax.Quantifier, inner: Scope, expected: t.Type | None) -> n.Expr | None:
    word = written.word
    if written.of is None:
        if word in ("sum", "most", "least") and not isinstance(bare(inner.vars[written.var.id]), t.TInt):
            el.report.add(
                "wrong-type",
                written.span,
                say("`{word}` needs `of` and a number", word=word),
                help=write(f"{word} {written.var.id} in … of …"),
            )
            raise Stuck
        return None
    if word in ("some", "every", "no", "count", "first"):
        el.report.add(
            "wrong-type",
            written.of.span,
            say("`{word}` takes no `of`", word=word),
            help=say("conditions stand after `with`"),
        )
        raise Stuck
    guide = t.TInt(None, None) if word in ("sum", "most", "least") else element(expected)
    return el.checked(written.of, inner, guide)


def _result(word: n.QuantifierWord, of: t.Type) -> t.Type:
    match word:
        case "some" | "every" | "no":
            return t.TBool()
        case "count":
            return t.TInt(0, 9999)
        case "sum":
            low = of.lo if isinstance(of, t.TInt) else None
            return t.TInt(0 if low is not None and low >= 0 else None, None)
        case "most" | "least":
            if isinstance(of, t.TInt):
                return t.TInt(
                    None if of.lo is None else min(0, of.lo), None if of.hi is None else max(0, of.hi)
                )
            return t.TInt(None, None)
        case "those":
            return t.TSet(bare(of))
        case "list":
            return t.TList(bare(of), 99)
        case "first":
            return of if isinstance(of, t.TOptional) else t.TOptional(of)


def bind(el: Elaborator, var: syntax.Name, scope: Scope) -> None:
    """Refuses to give a bound name a second meaning."""
    if var.id in scope.vars or var.id in ("me", "foe", "fighters", "everybody", "arena", "option"):
        el.report.add(
            "duplicate-name",
            var.span,
            say("`{name}` has a meaning here already", name=var.id),
            help=say("give the variable another name"),
        )
        raise Stuck
