"""Lints: what a group asks of its files beside what makes them right.

They read rows alone, since nothing is fought when files are checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import say
from densho.resolved import quantifiers
from densho.resolved.declare import cites
from densho.resolved.expressions import Elaborator
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import Declared
from densho.resolved.types import element
from densho.surface import model

_OF_A_FIGHT = (
    n.Foe | n.Fighters | n.FighterFact | n.SlotGet | n.FoldGet | n.ChoiceGet | n.BlockResult | n.OptionValue
)


def lints(el: Elaborator) -> tuple[n.Lint, ...]:
    """The lints of the ruleset; those that make no sense are reported and left out."""
    return tuple(
        one for name, found in el.symbols.lints.items() if (one := _lint(el, name, found)) is not None
    )


def _lint(el: Elaborator, name: str, declared: Declared[model.LintEntry]) -> n.Lint | None:
    entry = declared.entry
    try:
        kind, rows = _rows(el, entry)
        broken = _broken(el, entry, rows)
    except Stuck:
        return None
    return n.Lint(
        name=name,
        kind=kind,
        rows=rows,
        broken=broken,
        languages=tuple(one.text for one in entry.words_in),
        bundle=declared.origin.bundle,
        cites=cites(entry.head),
        gates=declared.origin.gates,
        span=entry.head.name.span,
    )


def _rows(el: Elaborator, entry: model.LintEntry) -> tuple[str | None, n.Expr | None]:
    if entry.binder is None:
        return None, None
    written = entry.binder.domain
    found = quantifiers.domain(el, written, Scope(me=False))
    of = element(found.type)
    if not isinstance(of, t.TRow):
        el.report.add(
            "wrong-type",
            written.span,
            say("a lint goes through rows"),
            help=say("write the name of a kind after `in`"),
        )
        raise Stuck
    _only_rows(el, found)
    return of.kind, found


def _broken(el: Elaborator, entry: model.LintEntry, rows: n.Expr | None) -> n.Expr | None:
    """Those rows for which the condition does not hold, or that it does not hold at all."""
    if entry.needs is None:
        return None
    scope = Scope(me=False)
    if entry.binder is None or rows is None:
        return _not(_condition(el, entry, scope))
    of = element(rows.type)
    assert of is not None
    quantifiers.bind(el, entry.binder.var, scope)
    holds = _condition(el, entry, scope.bind(entry.binder.var.id, of))
    return n.Quantifier(
        type=t.TSet(of),
        word="those",
        var=entry.binder.var.id,
        domain=rows,
        where=_not(holds),
        of=None,
        span=holds.span,
    )


def _condition(el: Elaborator, entry: model.LintEntry, scope: Scope) -> n.Expr:
    assert entry.needs is not None
    holds = el.checked(entry.needs, scope, t.TBool())
    _only_rows(el, holds)
    return holds


def _not(holds: n.Expr) -> n.Expr:
    return n.Unary(type=t.TBool(), op="not", operand=holds, span=holds.span)


def _only_rows(el: Elaborator, expr: n.Expr) -> None:
    """Refuses what can be known in a fight alone, also where a definition reads it. Raises `Stuck`."""
    if any(isinstance(one, _OF_A_FIGHT) for one in _read(el, expr, set())):
        el.report.add(
            "not-constant",
            expr.span,
            say("a lint looks at files, and this depends on the fight"),
            help=say("read rows and their columns alone"),
        )
        raise Stuck


def _read(el: Elaborator, expr: n.Node, looked: set[str]) -> Iterator[n.Node]:
    """Everything that an expression reads, through definitions and the exceptions to them."""
    for one in nodes(expr):
        yield one
        if isinstance(one, n.Call) and one.name not in looked:
            looked.add(one.name)
            definition = el.defined.get(one.name)
            if definition is not None:
                yield from _read(el, definition, looked)
            for exception in el.exceptions.values():
                if exception.target == f"define:{one.name}":
                    yield from _read(el, exception, looked)
