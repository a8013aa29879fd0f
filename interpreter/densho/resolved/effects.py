"""Effects: what a rule writes, tells and decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import quoted, say
from densho.resolved.bounds import in_bounds
from densho.resolved.scope import Scope, Stuck
from densho.resolved.types import describe, element, fits
from densho.surface import syntax

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator

Target = syntax.Name | syntax.Attribute


def effects(el: Elaborator, written: tuple[syntax.Effect, ...], scope: Scope) -> tuple[n.Effect, ...]:
    """All effects that make sense; the others are reported."""
    found = []
    for one in written:
        try:
            found.append(_effect(el, one, scope))
        except Stuck:
            continue
    return tuple(found)


def _effect(el: Elaborator, written: syntax.Effect, scope: Scope) -> n.Effect:
    match written:
        case syntax.Put():
            return _put(el, written, scope)
        case syntax.Tell():
            return _tell(el, written, scope)
        case syntax.Verdict():
            return _verdict(el, written, scope)


def _tell(el: Elaborator, written: syntax.Tell, scope: Scope) -> n.Tell:
    if written.private:
        el.me(scope, written.span)
    done = el.each(*(lambda one=one: el.checked(one.value, scope, None) for one in written.fields))
    fields = tuple((one.name.id, expr) for one, expr in zip(written.fields, done, strict=True))
    return n.Tell(event=written.event.id, fields=fields, private=written.private, span=written.span)


def _verdict(el: Elaborator, written: syntax.Verdict, scope: Scope) -> n.Verdict:
    block = written.block.id
    if block != "fight" and block not in el.symbols.blocks:
        blocks = dict.fromkeys((*el.symbols.blocks, "fight"))
        help_ = meant(nearest(block, blocks)[:1])
        help_.append(say("blocks: {names}", names=quoted(blocks)))
        el.report.add(
            "unknown-name",
            written.block.span,
            say("the flow has no block `{block}`", block=block),
            help=help_,
        )
        raise Stuck
    el.used_blocks.add(block)
    who = by = None
    if written.who is not None:
        who = el.attempt(written.who, scope, t.TFighter()) or el.attempt(written.who, scope, t.TLabel())
        if who is None:
            who = el.checked(written.who, scope, t.TFighter())
    if written.by is not None:
        by = el.checked(written.by, scope, t.TRow("reason"))
    return n.Verdict(kind=written.kind, block=block, who=who, by=by, span=written.span)


def _put(el: Elaborator, written: syntax.Put, scope: Scope) -> n.Effect:
    dropped = _choice_target(el, written, scope)
    if dropped is not None:
        return dropped
    slot, holder, kind = _slot_target(el, written.target, scope)
    el.written_slots.add(("arena" if holder is None else "fighter", slot))
    if written.op == ":=":
        value = el.checked(written.value, scope, kind)
        in_bounds(el.report, value, kind, written.value.span)
        return n.Put(slot=slot, holder=holder, op=":=", value=value, span=written.span)
    of = element(kind)
    if of is None:
        if not isinstance(kind, t.TInt):
            el.report.add(
                "wrong-type",
                written.span,
                say(
                    "`{op}` is for numbers and collections, and `{slot}` is {type}",
                    op=written.op,
                    slot=slot,
                    type=describe(kind),
                ),
                help=write(":="),
            )
            raise Stuck
        value = el.checked(written.value, scope, t.TInt(None, None))
        return n.Put(slot=slot, holder=holder, op=written.op, value=value, span=written.span)
    one = el.attempt(written.value, scope, of)
    if one is not None and not isinstance(one.type, t.TNothing) and fits(one.type, of):
        _element_in_bounds(el, written, one, of)
        return n.Put(slot=slot, holder=holder, op=written.op, value=one, whole=False, span=written.span)
    whole = el.attempt(written.value, scope, kind)
    if whole is None:
        for other in (t.TSet(of), t.TList(of, 99), t.TBag(of)):
            whole = whole or el.attempt(written.value, scope, other)
    if whole is None:
        whole = el.checked(written.value, scope, of)
    _element_in_bounds(el, written, whole, of)
    return n.Put(slot=slot, holder=holder, op=written.op, value=whole, whole=True, span=written.span)


def _element_in_bounds(el: Elaborator, written: syntax.Put, value: n.Expr, of: t.Type) -> None:
    """What is added to a collection; what is taken away may be anything, since it has to be there."""
    if written.op == "+=":
        in_bounds(el.report, value, of, written.value.span)


def _slot_target(el: Elaborator, target: Target, scope: Scope) -> tuple[str, n.Expr | None, t.Type]:
    symbols = el.symbols
    match target:
        case syntax.Name(id=name):
            mine = name in symbols.fighter and scope.me
            if mine and name in symbols.arena:
                el.report.add(
                    "ambiguous-name",
                    target.span,
                    say("both a fighter and the arena have a slot `{name}`", name=name),
                    help=say("write `me.{name}` or `arena.{name}`", name=name),
                )
                raise Stuck
            if mine:
                return name, el.me(scope, target.span), el.slot_type("fighter", name)
            if name in symbols.arena:
                return name, None, el.slot_type("arena", name)
            if name in symbols.fighter:
                el.me(scope, target.span)
        case syntax.Attribute(base=syntax.Name(id="arena"), name=name) if name in symbols.arena:
            return name, None, el.slot_type("arena", name)
        case syntax.Attribute(base=base, name=name) if not (
            isinstance(base, syntax.Name) and base.id == "arena"
        ):
            if name in symbols.fighter:
                holder = el.checked(base, scope, t.TFighter())
                return name, holder, el.slot_type("fighter", name)
    _unknown_slot(el, target)
    raise Stuck


def _unknown_slot(el: Elaborator, target: Target) -> None:
    name = target.id if isinstance(target, syntax.Name) else target.name
    span = target.span if isinstance(target, syntax.Name) else target.name_span
    symbols = el.symbols
    if name in symbols.defines:
        el.report.add(
            "not-a-slot",
            span,
            say("`{name}` is a definition: it follows from other things and cannot be written", name=name),
            help=say("write the slots that it reads, or let an exception change it"),
        )
        return
    known = (*symbols.fighter, *symbols.arena)
    near = nearest(name, known)
    help_ = meant(near)
    el.report.add("unknown-name", span, say("there is no slot `{name}`", name=name), help=help_)


def _choice_target(el: Elaborator, written: syntax.Put, scope: Scope) -> n.ChoiceDrop | None:
    """`foe.order -= strike`, `foe.order.action := nothing`."""
    target = written.target
    choice = el.attempt_holder(target, scope)
    if isinstance(choice, n.ChoiceGet) and not _is_slot(el, target, choice):
        choice = el.infer_holder(target, scope)
        assert isinstance(choice, n.ChoiceGet)
        root = el.symbols.decisions[choice.decision].root
        if written.op == "-=" and isinstance(written.value, syntax.Name):
            if el.word_index(root, written.value.id) is None:
                el.unknown_word(root, written.value)
                raise Stuck
            return n.ChoiceDrop(
                decision=choice.decision,
                holder=choice.holder,
                word=written.value.id,
                group=None,
                span=written.span,
            )
        _bad_choice_write(el, written)
    if isinstance(target, syntax.Attribute):
        choice = el.attempt_holder(target.base, scope)
        if isinstance(choice, n.ChoiceGet):
            root = el.symbols.decisions[choice.decision].root
            if target.name in el.groups(root) and isinstance(written.value, syntax.Nothing):
                choice = el.infer_holder(target.base, scope)
                assert isinstance(choice, n.ChoiceGet)
                return n.ChoiceDrop(
                    decision=choice.decision,
                    holder=choice.holder,
                    word=None,
                    group=target.name,
                    span=written.span,
                )
            _bad_choice_write(el, written)
    return None


def _is_slot(el: Elaborator, target: Target, choice: n.ChoiceGet) -> bool:
    """A slot and a decision of one name: writing means the slot, unless a word is taken away."""
    name = target.id if isinstance(target, syntax.Name) else target.name
    return name in el.symbols.fighter or name in el.symbols.arena


def _bad_choice_write(el: Elaborator, written: syntax.Put) -> None:
    el.report.add(
        "not-a-slot",
        written.span,
        say("a choice can only lose words"),
        help=say("write `foe.order -= WORD`, or `foe.order.GROUP := nothing`"),
    )
    raise Stuck
