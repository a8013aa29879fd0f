"""The flow, with the steps that bundles put into it."""

from __future__ import annotations

from collections.abc import Iterable

from densho.diagnostics.suggestions import meant, nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import Text, quoted, say
from densho.resolved.expressions import Elaborator
from densho.resolved.scope import Scope
from densho.resolved.symbols import Declared, Symbols
from densho.source import NOWHERE
from densho.surface import model
from densho.surface.syntax import Name


def note_flow(symbols: Symbols) -> None:
    """Notes the names of blocks and steps, which expressions and rules refer to."""

    def visit(entries: Iterable[model.FlowEntry]) -> None:
        for entry in entries:
            line = entry.line
            if line.verb in ("block", "repeat"):
                symbols.blocks.setdefault(line.name.id, line.name.span)
                visit(entry.body or ())
            elif line.verb == "do":
                symbols.flow_steps.setdefault(line.name.id, line.name.span)

    visit(declared.entry for declared in symbols.flow)
    for step in symbols.steps:
        symbols.flow_steps.setdefault(step.entry.head.name.id, step.entry.head.name.span)
    symbols.blocks.setdefault("fight", next(iter(symbols.blocks.values()), NOWHERE))


def flow(el: Elaborator) -> tuple[n.Flow, ...]:
    if not el.symbols.flow:
        return ()
    lines = _lines(el, [declared.entry for declared in el.symbols.flow])
    for declared in el.symbols.steps:
        if declared.entry.ask is not None:
            _known_decision(el, declared.entry.ask)
        if declared.entry.roll is not None:
            _known_roll(el, declared.entry.roll)
    waiting = list(el.symbols.steps)
    while waiting:
        rest = []
        for step in waiting:
            joined = _join(el, lines, step)
            if joined is None:
                rest.append(step)
            else:
                lines = joined
        if len(rest) == len(waiting):
            for step in rest:
                _no_step(el, step)
            break
        waiting = rest
    return lines


def _lines(el: Elaborator, entries: Iterable[model.FlowEntry]) -> tuple[n.Flow, ...]:
    return tuple(one for entry in entries if (one := _line(el, entry)) is not None)


def _line(el: Elaborator, entry: model.FlowEntry) -> n.Flow | None:
    line = entry.line
    scope = Scope(me=False)
    when = el.expr(line.when, scope, t.TBool())
    if line.verb in ("block", "repeat"):
        if entry.body is None:
            el.report.add(
                "bad-flow",
                line.span,
                say("the block `{name}` is empty", name=line.name.id),
                help=say("end the line with `:` and indent what belongs to it"),
            )
            return None
        return n.Block(
            name=line.name.id,
            repeat=line.verb == "repeat",
            while_=el.expr(line.while_, scope, t.TBool()),
            at_most=line.at_most,
            when=when,
            body=_lines(el, entry.body),
            span=line.name.span,
        )
    if entry.body is not None:
        el.report.add(
            "bad-flow",
            line.span,
            say("`{verb}` has nothing below it", verb=line.verb),
            help=say("only blocks have lines of their own"),
        )
    match line.verb:
        case "ask":
            if not _known_decision(el, line.name):
                return None
            return n.Ask(decision=line.name.id, when=when, span=line.name.span)
        case "roll":
            if not _known_roll(el, line.name):
                return None
            return n.RollDice(roll=line.name.id, when=when, span=line.name.span)
        case _:
            return n.Do(step=line.name.id, by_fighter=line.by_fighter, when=when, span=line.name.span)


def _known_decision(el: Elaborator, name: Name) -> bool:
    return _known(el, name, say("there is no decision `{name}`", name=name.id), el.symbols.decisions)


def _known_roll(el: Elaborator, name: Name) -> bool:
    return _known(el, name, say("there is no roll `{name}`", name=name.id), el.symbols.rolls)


def _known(el: Elaborator, name: Name, missing: Text, table: Iterable[str]) -> bool:
    known = tuple(table)
    if name.id in known:
        return True
    near = nearest(name.id, known)
    el.report.add("unknown-name", name.span, missing, help=meant(near[:1]))
    return False


def _join(
    el: Elaborator, lines: tuple[n.Flow, ...], step: Declared[model.StepEntry]
) -> tuple[n.Flow, ...] | None:
    """The flow with the step next to every place where its neighbour is done; None if that is nowhere."""
    entry = step.entry
    neighbour = entry.before or entry.after
    if neighbour is None:
        return None
    when: n.Expr | None = None
    for gate in step.origin.gates:
        when = _gate(el, gate)
    mine = _joining(el, entry, when)
    found = False
    result: list[n.Flow] = []
    for line in lines:
        if isinstance(line, n.Block):
            inner = _join(el, line.body, step)
            if inner is not None:
                found = True
            result.append(line if inner is None else _with_body(line, inner))
            continue
        here = isinstance(line, n.Do) and line.step == neighbour.id
        found = found or here
        result += mine if here and entry.before is not None else []
        result.append(line)
        result += mine if here and entry.before is None else []
    return tuple(result) if found else None


def _joining(el: Elaborator, entry: model.StepEntry, when: n.Expr | None) -> list[n.Flow]:
    """The lines that a bundle's step brings: its decision or roll, then the step itself."""
    lines: list[n.Flow] = []
    if entry.ask is not None and entry.ask.id in el.symbols.decisions:
        lines.append(n.Ask(decision=entry.ask.id, when=when, span=entry.ask.span))
    if entry.roll is not None and entry.roll.id in el.symbols.rolls:
        lines.append(n.RollDice(roll=entry.roll.id, when=when, span=entry.roll.span))
    span = entry.head.name.span
    lines.append(n.Do(step=entry.head.name.id, by_fighter=False, when=when, span=span))
    return lines


def _gate(el: Elaborator, gate: n.Gate) -> n.Expr:
    values = el.symbols.option_values[gate.option]
    kind = t.TOption(gate.option)
    option = n.OptionValue(type=kind, option=gate.option, number=False)
    places = frozenset(values.index(value) for value in gate.values)
    return n.Belongs(type=t.TBool(), op="in", left=option, right=n.Const(type=t.TSet(kind), value=places))


def _with_body(block: n.Block, body: tuple[n.Flow, ...]) -> n.Block:
    return n.Block(
        name=block.name,
        repeat=block.repeat,
        while_=block.while_,
        at_most=block.at_most,
        when=block.when,
        body=body,
        span=block.span,
    )


def _no_step(el: Elaborator, step: Declared[model.StepEntry]) -> None:
    neighbour = step.entry.before or step.entry.after
    if neighbour is None:
        el.report.add(
            "bad-step",
            step.entry.head.name.span,
            say("the step `{name}` does not say where it belongs", name=step.entry.head.name.id),
            help=say("write `{after: STEP}` or `{before: STEP}`"),
        )
        return
    known = tuple(el.symbols.flow_steps)
    near = nearest(neighbour.id, known)
    help_ = meant(near[:1])
    help_.append(say("steps: {names}", names=quoted(known)))
    el.report.add(
        "bad-step", neighbour.span, say("the flow does no step `{name}`", name=neighbour.id), help=help_
    )
