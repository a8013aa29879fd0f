"""From files to the core: names and types resolved, rows and exceptions attached, everything lowered.

Comes in: the surface models of all files of a ruleset. Goes out: an `ir.Ruleset` (complete only when nothing was reported) and the
`Elaborator`, whose notes on what was used the checks read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import quoted, say
from densho.resolved import deciding, tables
from densho.resolved.bounds import in_bounds
from densho.resolved.career import parted
from densho.resolved.declare import cites, declare
from densho.resolved.definitions import guarded
from densho.resolved.display import display
from densho.resolved.effects import effects
from densho.resolved.expressions import Elaborator
from densho.resolved.flow import flow, note_flow
from densho.resolved.invariants import invariants
from densho.resolved.lints import lints
from densho.resolved.quantifiers import bind, domain
from densho.resolved.reserved import names_not_to_give
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import Declared, Symbols
from densho.resolved.texts import texts
from densho.resolved.types import bare, element, empty_value
from densho.source import Span
from densho.surface import model, syntax
from densho.surface.awards import AWARD
from densho.surface.printer import unparse


@dataclass(frozen=True, slots=True)
class Resolved:
    ruleset: n.Ruleset
    symbols: Symbols
    elaborator: Elaborator


def resolve(files: Sequence[model.File], report: Report) -> Resolved | None:
    """Resolves the files of one ruleset; None when there is no main file. Mistakes are reported."""
    mains = [file for file in files if file.kind == "ruleset"]
    if not mains:
        return None
    main = mains[-1]
    names_not_to_give(files, report)
    symbols = declare(files, report)
    note_flow(symbols)
    el = Elaborator(symbols, report)
    present = next((file.present for file in reversed(mains) if file.present is not None), None)
    score = next((file.score for file in reversed(mains) if file.score is not None), None)
    kinds = tables.kinds(el)
    slots = _slots(el)
    for name in symbols.defines:
        _quietly(el, name)
    for name, fold in symbols.folds.items():
        _touch_fold(el, name, fold.entry.head.name.span)
    decisions = deciding.decisions(el)
    rules = tuple(one for name in symbols.rules if (one := _rule(el, name)) is not None)
    ruleset = n.Ruleset(
        id=main.id.text,
        version=main.version,
        seats=symbols.seats,
        present=el.expr(present, Scope(), t.TBool()),
        score=_score(el, score),
        kinds=kinds,
        records=tables.records(el),
        relations=tables.relations(el),
        slots=slots,
        definitions=tuple(one for one in el.defined.values() if one is not None),
        folds=tuple(one for one in el.folded.values() if one is not None),
        decisions=decisions,
        rolls=_rolls(el),
        rules=rules,
        exceptions=tuple(el.exceptions.values()),
        options=tables.options(el),
        flow=flow(el),
        invariants=invariants(el),
        lints=lints(el),
        display=display(el, rules, el.exceptions.values()),
        texts=texts(el),
        span=main.id.span,
    )
    return Resolved(parted(el, ruleset), symbols, el)


def _quietly(el: Elaborator, name: str) -> None:
    """Elaborates a definition for its own sake, so that its problems are found though nothing uses it."""
    used = name in el.called
    with contextlib.suppress(Stuck):
        el.definition(name, el.symbols.defines[name].entry.head.name.span)
    if not used:
        el.called.discard(name)


def _touch_fold(el: Elaborator, name: str, span: Span) -> None:
    used = name in el.called
    with contextlib.suppress(Stuck):
        el.fold(name, span)
    if not used:
        el.called.discard(name)


def _score(el: Elaborator, name: syntax.Name | None) -> str | None:
    if name is None:
        return None
    if name.id not in el.symbols.fighter:
        near = nearest(name.id, el.symbols.fighter)
        el.report.add(
            "unknown-name",
            name.span,
            say("there is no fighter slot `{name}`", name=name.id),
            help=meant(near[:1]),
        )
        return None
    return name.id


# --- slots -------------------------------------------------------------------------------------------


def _slots(el: Elaborator) -> tuple[n.Slot, ...]:
    found = []
    for table in (el.symbols.arena, el.symbols.fighter):
        for declared in table.values():
            one = _slot(el, declared)
            if one is not None:
                found.append(one)
    return tuple(found)


def _slot(el: Elaborator, declared: Declared[model.SlotEntry]) -> n.Slot | None:
    entry, origin = declared.entry, declared.origin
    slot, name = entry.slot, entry.head.name.id
    holder: Literal["arena", "fighter"] = "arena" if entry.holder == "arena" else "fighter"
    try:
        kind = el.slot_type(holder, name)
    except Stuck:
        return None
    scope = Scope(me=holder == "fighter")
    start = el.expr(slot.start, scope, kind)
    if slot.start is None:
        start = _default_start(el, name, kind, slot)
    if start is None:
        return None
    if slot.start is not None:
        with contextlib.suppress(Stuck):
            in_bounds(el.report, start, kind, slot.start.span)
    clamp = None
    if slot.clamped is not None:
        bounds = [el.expr(one, scope, t.TInt(None, None)) for one in slot.clamped]
        clamp = tuple(one for one in bounds if one is not None)
        if not isinstance(kind, t.TInt):
            el.report.add(
                "wrong-type", slot.span, say("only numbers can be clamped, and `{name}` is none", name=name)
            )
    hidden: n.Expr | bool | None = slot.hidden if isinstance(slot.hidden, bool) else None
    if slot.hidden is not None and not isinstance(slot.hidden, bool):
        hidden = el.expr(slot.hidden, scope, t.TBool())
    _known_step(el, slot.fades)
    _known_block(el, slot.each)
    return n.Slot(
        name=name,
        holder=holder,
        type=kind,
        start=start,
        each=slot.each.id if slot.each is not None else None,
        fades=slot.fades.id if slot.fades is not None else None,
        clamp=clamp,
        hidden=True if hidden is True else hidden or None,
        working=slot.working,
        bundle=origin.bundle,
        cites=cites(entry.head),
        gates=origin.gates,
        span=entry.head.name.span,
    )


def _default_start(el: Elaborator, name: str, kind: t.Type, slot: syntax.SlotDecl) -> n.Expr | None:
    if isinstance(kind, t.TRow | t.TFighter | t.TRecord):
        el.report.add(
            "missing-key",
            slot.span,
            say("`{name}` needs a start: nothing says which one it holds at first", name=name),
            help=say("write `… = START`, or `… or nothing`"),
        )
        return None
    value = empty_value(kind)
    if isinstance(kind, t.TInt) and isinstance(value, int):
        low, high = kind.lo, kind.hi
        value = max(value, low) if low is not None else value
        value = min(value, high) if high is not None else value
    if isinstance(kind, t.TLabel):
        value = ""
    return n.Const(type=kind, value=value, span=slot.span)


def _known_step(el: Elaborator, name: syntax.Name | None) -> None:
    if name is not None and name.id not in el.symbols.flow_steps:
        near = nearest(name.id, el.symbols.flow_steps)
        help_ = meant(near[:1])
        el.report.add("bad-step", name.span, say("the flow does no step `{name}`", name=name.id), help=help_)


def _known_block(el: Elaborator, name: syntax.Name | None) -> None:
    if name is not None and name.id not in el.symbols.blocks:
        near = nearest(name.id, el.symbols.blocks)
        help_ = meant(near[:1])
        help_.append(say("blocks: {names}", names=quoted(el.symbols.blocks)))
        el.report.add(
            "unknown-name", name.span, say("the flow has no block `{name}`", name=name.id), help=help_
        )


# --- rules, rolls ------------------------------------------------------------------------------------


def _rule(el: Elaborator, name: str) -> n.Rule | None:
    declared = el.symbols.rules[name]
    entry, origin = declared.entry, declared.origin
    written = entry.rule
    if entry.step.id != AWARD or el.symbols.career is None:
        _known_step(el, entry.step)
    scope = Scope(me=not written.once)
    over = None
    try:
        if written.var is not None and written.domain is not None:
            over = domain(el, written.domain, scope)
            bind(el, written.var, scope)
            of = element(over.type)
            assert of is not None
            scope = scope.bind(written.var.id, of)
    except Stuck:
        return None
    try:
        guard = guarded(el, written.guard, origin.guard, scope)
    except Stuck:
        guard = None
    done = effects(el, written.effects, scope)
    el.exceptions_at(f"rule:{name}", scope, None)
    return n.Rule(
        name=name,
        step=entry.step.id,
        once=written.once,
        var=written.var.id if written.var is not None else None,
        domain=over,
        guard=guard,
        effects=done,
        bundle=origin.bundle,
        cites=cites(entry.head),
        gates=origin.gates,
        span=entry.head.name.span,
    )


def _rolls(el: Elaborator) -> tuple[n.Roll, ...]:
    return tuple(one for declared in el.symbols.rolls.values() if (one := _roll(el, declared)) is not None)


def _roll(el: Elaborator, declared: Declared[model.RollEntry]) -> n.Roll | None:
    entry, origin = declared.entry, declared.origin
    name = entry.head.name.id
    once = entry.once
    if once == (entry.whom is not None):
        el.report.add(
            "bad-roll",
            entry.head.name.span,
            say("the roll `{name}` has to say for whom", name=name),
            help=say("write `for: fighters` (each rolls his own) or `once: true` (the arena's)"),
        )
        return None
    scope = Scope(me=not once)
    holder = "arena" if once else "fighter"
    table = el.symbols.arena if once else el.symbols.fighter
    if entry.into.id not in table:
        near = nearest(entry.into.id, table)
        el.report.add(
            "unknown-name",
            entry.into.span,
            say("the arena has no slot `{name}`", name=entry.into.id)
            if once
            else say("fighters have no slot `{name}`", name=entry.into.id),
            help=meant(near[:1]),
        )
        return None
    el.written_slots.add((holder, entry.into.id))
    try:
        kind = el.slot_type(holder, entry.into.id)
    except Stuck:
        return None
    draw = el.expr(entry.draw, scope, t.TSet(kind)) if entry.draw is not None else None
    number = el.expr(entry.number, scope, t.TInt(None, None))
    faces = _faces(el, entry, kind, scope) if entry.draw is None else None
    if entry.draw is None and entry.number is None:
        el.report.add(
            "bad-roll", entry.head.name.span, say("the roll `{name}` does not say how many dice", name=name)
        )
        return None
    return n.Roll(
        name=name,
        whom=el.expr(entry.whom, Scope(me=False), t.TSet(t.TFighter())),
        number=number,
        faces=faces,
        draw=draw,
        holder="arena" if once else "fighter",
        slot=entry.into.id,
        bundle=origin.bundle,
        cites=cites(entry.head),
        gates=origin.gates,
        span=entry.head.name.span,
    )


MOST_FACES = 1000
"""A die with more faces is a mistake."""


def _faces(el: Elaborator, entry: model.RollEntry, kind: t.Type, scope: Scope) -> n.Expr | None:
    """The set of a die's faces, which the slot has to hold."""
    if not isinstance(kind, t.TBag) or not isinstance(kind.of, t.TInt):
        el.report.add(
            "bad-roll",
            entry.into.span,
            say("dice fall into a bag of numbers, and `{name}` is none", name=entry.into.id),
        )
        return None
    if entry.of is None:
        return None
    faces = el.attempt(entry.of, scope, None)
    if faces is not None and isinstance(bare(faces.type), t.TInt):
        el.report.add(
            "bad-roll",
            entry.of.span,
            say("this is a number, and a die is given by all its faces"),
            help=write(f"of: 1..{unparse(entry.of)}"),
        )
        return None
    if faces is None or not isinstance(element(faces.type), t.TInt):
        faces = el.expr(entry.of, scope, t.TSet(t.TInt(None, None)))
    of = element(faces.type) if faces is not None else None
    if faces is None or not isinstance(of, t.TInt):
        return None
    if of.lo is None or of.hi is None or of.hi - of.lo >= MOST_FACES:
        el.report.add(
            "unbounded",
            entry.of.span,
            say("how many faces this die may have has no limit that is known beforehand"),
            help=say(
                "give the slot, column or definition that they are read from a type with a limit, such as `2..20`"
            ),
        )
        return None
    if of.lo > of.hi:
        el.report.add("bad-roll", entry.of.span, say("such a die has no faces"), help=write("of: 1..6"))
        return None
    return faces if _held(el, entry, kind.of, (of.lo, of.hi)) else None


def _held(el: Elaborator, entry: model.RollEntry, holds: t.TInt, faces: tuple[int, int]) -> bool:
    """Whether the slot holds everything that the dice may show; else reported."""
    assert entry.of is not None
    low, high = faces
    if (holds.lo is None or low >= holds.lo) and (holds.hi is None or high <= holds.hi):
        return True
    el.report.add(
        "out-of-bounds",
        entry.of.span,
        say(
            "dice of {low}..{high} do not go into `{name}`, which holds {least}..{most}",
            low=low,
            high=high,
            name=entry.into.id,
            least="" if holds.lo is None else holds.lo,
            most="" if holds.hi is None else holds.hi,
        ),
        help=say("give the slot a wider type, or the dice fewer faces"),
    )
    return False
