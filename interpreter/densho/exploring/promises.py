"""Whether a fight keeps what its ruleset promises, and what every ruleset must.

Every ruleset must: run without faults; give whoever owes a choice a legal one; have states that can be kept as plain values, and choices that
can be read as they are printed; show nobody what is hidden. What it promises itself stands under `invariants:`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from densho import engine
from densho.engine import BadValue, RulesetFault, State
from densho.exploring.mirror import unlike_the_mirror
from densho.exploring.replaying import Played
from densho.ir import nodes as ir
from densho.ir.walk import nodes
from densho.messages import Text, quoted, say
from densho.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A promise that a fight breaks. `step` is the step after which it is broken (0: at the start); `who` and `slots` are what shows it,
    `help` is what to do about it.

    `key` tells whether two fights break the same.
    """

    slug: str
    key: tuple[str, ...]
    message: Text
    step: int
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    who: str | None = None
    slots: tuple[tuple[str, str], ...] = ()
    help: tuple[Text, ...] = ()


def broken(played: Played) -> list[Breach]:
    """All that the fight breaks; a fault of the rules while it is looked at is one more."""
    found: list[Breach] = []
    try:
        found.extend(breaches(played))
    except RulesetFault as fault:
        found.append(fault_of(fault, len(played.fight.steps)))
    return found


def breaches(played: Played) -> Iterator[Breach]:
    """All that the fight breaks, the general promises first."""
    program = played.program
    for step, state in enumerate(played.states):
        yield from _unkept(played, state, step)
        yield from _shown(played, state, step)
        for number, invariant in enumerate(program.rules.invariants):
            yield from _of_state(played, number, invariant, state, step)
    if played.fault is not None:
        yield fault_of(played.fault, len(played.states))
    elif played.states:
        yield from _stuck(played, played.states[-1])
    for number, invariant in enumerate(program.rules.invariants):
        yield from _of_fight(played, number, invariant)


def fault_of(fault: RulesetFault, step: int) -> Breach:
    """A fault of the rules, with the rules involved."""
    others = [rule for rule in fault.rules if f"`{rule}`" not in fault.message]
    message = say("{fault}", fault=fault.message)
    if others:
        message = say("{fault} (by {rules})", fault=fault.message, rules=quoted(others))
    span = fault.spans[0] if fault.spans else NOWHERE
    return Breach(
        slug="ruleset-fault",
        key=("fault", *sorted(fault.rules)),
        message=message,
        step=step,
        span=span,
        help=fault.help,
    )


# --- of every ruleset -------------------------------------------------------------------------------------


def _unkept(played: Played, state: State, step: int) -> Iterator[Breach]:
    """Slots that are another thing once they have been written down and read."""
    program = played.program
    names = state.names
    for at, slot in program.layout.slot_at.items():
        held = state.values[at]
        for value in (held,) if slot.holder == "arena" else held[: len(names)]:
            try:
                plain = engine.to_plain(program, slot.type, value, names)
                again = engine.from_plain(program, slot.type, plain, names)
                same = engine.to_plain(program, slot.type, again, names) == plain
            except BadValue:
                same = False
            if not same:
                message = say(
                    "`{slot}` cannot be kept: what is written down is not what was there", slot=slot.name
                )
                yield Breach(
                    slug="broken-promise", key=("kept", slot.name), message=message, step=step, span=slot.span
                )


def _shown(played: Played, state: State, step: int) -> Iterator[Breach]:
    """Hidden slots, and choices that are not open, in the view of another."""
    program = played.program
    hidden = [
        one
        for one in program.rules.slots
        if one.hidden is True and one.holder == "fighter" and not one.working
    ]
    if not hidden:
        return
    for viewer, name in enumerate(state.names):
        view = engine.view(program, state, viewer)
        for slot in hidden:
            if any(slot.name in view[other] for other in state.names if other != name):
                message = say("{viewer} sees `{slot}` of another", viewer=name, slot=slot.name)
                yield Breach(
                    slug="not-kept-secret",
                    key=("seen", slot.name),
                    message=message,
                    step=step,
                    span=slot.span,
                )


def _stuck(played: Played, state: State) -> Iterator[Breach]:
    """Somebody owes a choice, and there is none."""
    program = played.program
    for seat, decision in engine.owed(program, state).items():
        if engine.legal(program, state, seat, 1).choices == ():
            message = say(
                "{who} owes a choice of `{decision}`, and none is legal",
                who=state.names[seat],
                decision=decision,
            )
            yield Breach(
                slug="no-way-on",
                key=("stuck", decision),
                message=message,
                step=len(played.fight.steps),
                span=program.decisions[decision].span,
            )


# --- of this one ------------------------------------------------------------------------------------------


def _of_state(
    played: Played, number: int, invariant: ir.Invariant, state: State, step: int
) -> Iterator[Breach]:
    match invariant:
        case ir.Holds(condition=condition):
            for who, value in engine.promised(played.program, state, number).items():
                if not value:
                    message = (
                        say("`{name}` does not hold", name=invariant.name)
                        if who is None
                        else say("`{name}` does not hold for {who}", name=invariant.name, who=who)
                    )
                    yield _broken(played, invariant, condition, message, step, who)
        case ir.Conserved(value=value):
            before = engine.promised(played.program, played.states[0], number)
            for who, now in engine.promised(played.program, state, number).items():
                if who in before and before[who] != now:
                    was, is_now = (
                        engine.to_plain(played.program, value.type, one, state.names)
                        for one in (before[who], now)
                    )
                    message = say(
                        "`{name}` is not conserved: {before} has become {now}",
                        name=invariant.name,
                        before=was,
                        now=is_now,
                    )
                    if who is not None:
                        message = say("{what} ({who})", what=message, who=who)
                    yield _broken(played, invariant, value, message, step, who)
        case _:
            return


def _of_fight(played: Played, number: int, invariant: ir.Invariant) -> Iterator[Breach]:
    match invariant:
        case ir.EndsWithin(decisions=decisions):
            if len(played.fight.steps) >= decisions and played.states[-1].outcome is None:
                message = say(
                    "`{name}`: after {number} decisions the fight goes on",
                    name=invariant.name,
                    number=decisions,
                )
                yield _broken(played, invariant, None, message, decisions, None)
        case ir.Mirrored():
            found = unlike_the_mirror(played, number)
            if found is not None:
                step, who, slot, what = found
                message = say("`{name}`: {difference}", name=invariant.name, difference=what)
                slots = () if slot is None else ((who or "arena", slot),)
                yield Breach(
                    slug="broken-promise",
                    key=("invariant", invariant.name),
                    message=message,
                    step=step,
                    span=invariant.span,
                    cites=invariant.cites,
                    who=who,
                    slots=slots,
                )
        case _:
            return


def _broken(
    played: Played, invariant: ir.Item, read: ir.Expr | None, message: Text, step: int, who: str | None
) -> Breach:
    slots = () if read is None else tuple(_read(played, read, who))
    return Breach(
        slug="broken-promise",
        key=("invariant", invariant.name),
        message=message,
        step=step,
        span=invariant.span,
        cites=invariant.cites,
        who=who,
        slots=slots,
    )


def _holders(played: Played, node: ir.SlotGet, who: str | None) -> tuple[str, ...]:
    """Whose slot it may be: of `me` that of `who`, of others that of anybody."""
    if node.holder is None:
        return ("arena",)
    mine = isinstance(node.holder, ir.Var) and node.holder.name == "me"
    return (who,) if mine and who is not None else played.fight.names


def _read(played: Played, expression: ir.Expr, who: str | None) -> Iterator[tuple[str, str]]:
    """The slots that an expression reads, also through definitions: the arena's, and those of `who` (None: of all fighters)."""
    definitions = {one.name: one.body for one in played.program.rules.definitions}
    seen: set[str] = set()
    todo: list[ir.Expr] = [expression]
    found: dict[tuple[str, str], None] = {}
    while todo:
        for node in nodes(todo.pop()):
            if isinstance(node, ir.SlotGet):
                holders = _holders(played, node, who)
                found.update(dict.fromkeys((holder, node.slot) for holder in holders))
            elif isinstance(node, ir.Call) and node.name not in seen and node.name in definitions:
                seen.add(node.name)
                todo.append(definitions[node.name])
    yield from found
