"""Invariants: what a ruleset promises of every fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypedDict, assert_never

from densho.diagnostics.suggestions import meant, nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved.declare import cites
from densho.resolved.expressions import Elaborator
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import Declared
from densho.source import Span
from densho.surface import model, syntax


class _Common(TypedDict):
    name: str
    bundle: str
    cites: tuple[str, ...]
    gates: tuple[n.Gate, ...]
    span: Span


def invariants(el: Elaborator) -> tuple[n.Invariant, ...]:
    """The promises of the ruleset; those that make no sense are reported and left out."""
    return tuple(
        one
        for name, found in el.symbols.invariants.items()
        if (one := _invariant(el, name, found)) is not None
    )


def _invariant(el: Elaborator, name: str, declared: Declared[model.InvariantEntry]) -> n.Invariant | None:
    entry = declared.entry
    common = _Common(
        name=name,
        bundle=declared.origin.bundle,
        cites=cites(entry.head),
        gates=declared.origin.gates,
        span=entry.head.name.span,
    )
    match entry.promise:
        case model.Holds(condition=written):
            condition = el.expr(written, Scope(me=True), t.TBool())
            return None if condition is None else n.Holds(condition=condition, **common)
        case model.Conserved(value=written):
            value = el.expr(written, Scope(me=True))
            return None if value is None else n.Conserved(value=value, **common)
        case model.EndsWithin(decisions=decisions):
            return n.EndsWithin(decisions=decisions, **common)
        case model.Mirrored(slots=slots):
            return n.Mirrored(slots=tuple(_reflections(el, slots)), **common)
        case _:
            assert_never(entry.promise)


def _reflections(
    el: Elaborator, slots: tuple[tuple[syntax.Name, syntax.Expr], ...]
) -> Iterator[n.Reflection]:
    """Slots, each with what it is in the mirror."""
    for name, written in slots:
        holder = _holder(el, name)
        if holder is None:
            continue
        try:
            kind = el.slot_type(holder, name.id)
        except Stuck:
            continue
        scope = Scope(me=holder == "fighter")
        value = el.expr(written, scope, t.TInt(None, None) if isinstance(kind, t.TInt) else kind)
        if value is not None:
            yield n.Reflection(holder=holder, slot=name.id, value=value, span=name.span)


def _holder(el: Elaborator, name: syntax.Name) -> Literal["arena", "fighter"] | None:
    """Whose slot it is; reported if nobody's."""
    if name.id in el.symbols.fighter and name.id not in el.symbols.character_slots:
        return "fighter"
    if name.id in el.symbols.arena:
        return "arena"
    near = nearest(name.id, [*el.symbols.fighter, *el.symbols.arena])
    el.report.add(
        "unknown-name",
        name.span,
        say("there is no slot `{name}`", name=name.id),
        help=meant(near[:1]),
    )
    return None
