"""Events of a step: what rules tell, in the order of rules, seats and bindings; in the traced variant also how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from densho.engine.audience import Audiences, both
from densho.engine.commit import Change, Outcome, cause_item, cause_name
from densho.engine.events import Event
from densho.engine.layout import NAMES, Values
from densho.engine.program import Program
from densho.engine.state import Cause
from densho.engine.values import to_plain
from densho.ir import nodes as ir


def by_seat(records: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The records of a step ordered by seat, then rule; those of rules about nobody last."""
    groups: list[list[tuple[Any, ...]]] = []
    for record in records:
        if record[0] == "rule":
            groups.append([])
        groups[-1].append(record)
    groups.sort(key=lambda group: (group[0][3] < 0, group[0][3]))
    return [record for group in groups for record in group]


def told(program: Program, values: Values, records: Iterable[tuple[Any, ...]]) -> Iterator[Event]:
    """The events that rules tell."""
    cause: Cause = (-1, -1)
    me = -1
    for record in records:
        if record[0] == "rule":
            cause, me = (record[1], record[2]), record[3]
        elif record[0] == "tell":
            yield tell_event(program, values, (cause, me), record[1], record[2])


def tell_event(
    program: Program, values: Values, source: tuple[Cause, int], number: int, contents: tuple[Any, ...]
) -> Event:
    """The event of the effect `number` of a rule, for the fighter that it was about."""
    cause, me = source
    item = cause_item(program, cause)
    effect = item.effects[number]
    assert isinstance(effect, ir.Tell)
    names = values[NAMES]
    fields = tuple(
        (name, to_plain(program.layout, e.type, value, names))
        for (name, e), value in zip(effect.fields, contents, strict=True)
    )
    audience = frozenset((me,)) if effect.private else None
    return Event(effect.event, fields, audience, item.name, effect.span, "event")


def traced(
    program: Program, step: str, before: Values, records: Iterable[tuple[Any, ...]], outcome: Outcome
) -> Iterator[Event]:
    """Everything about a step: rules that fired with what they tell, exceptions that applied, what was written."""
    audiences = Audiences(program, program.traced, before)
    cause: Cause = (-1, -1)
    me = -1
    for record in records:
        match record:
            case ("rule", rule, exception, seat, binding):
                cause, me = (rule, exception), seat
                yield _rule_line(program, audiences, cause, me, binding)
            case ("tell", number, contents):
                yield tell_event(program, before, (cause, me), number, contents)
            case ("verdict", kind, block, who, by):
                yield _verdict_line(program, audiences, cause, me, (kind, block, who, by))
    yield from applied_lines(program, audiences)
    for change in outcome.changes:
        yield _change_line(program, step, before, outcome.values, change)


def _who(values: Values, seat: int) -> Any:
    return values[NAMES][seat] if seat >= 0 else None


def _rule_line(program: Program, audiences: Audiences, cause: Cause, me: int, binding: Any) -> Event:
    rule = program.rules.rules[cause[0]]
    program.recorder.seen(f"rule:{rule.name}")
    fields: list[tuple[str, Any]] = [
        ("rule", rule.name),
        ("step", rule.step),
        ("who", _who(audiences.values, me)),
    ]
    if rule.var is not None and rule.domain is not None:
        element = getattr(rule.domain.type, "of", rule.domain.type)
        fields.append((rule.var, to_plain(program.layout, element, binding, audiences.values[NAMES])))
    if cause[1] >= 0:
        fields.append(("replaced_by", cause_name(program, cause)))
    fields.append(("cites", list(rule.cites)))
    audience = audiences.of_line(program.secrets.of_rule(rule), me)
    return Event("rule", tuple(fields), audience, rule.name, rule.span, "trace")


def _verdict_line(
    program: Program, audiences: Audiences, cause: Cause, me: int, verdict: tuple[str, str, Any, int]
) -> Event:
    item = cause_item(program, cause)
    kind, block, who, by = verdict
    fields = (
        ("kind", kind),
        ("block", block),
        ("winner", winner_name(audiences.values, who)),
        ("by", reason(program, by)),
    )
    rule = program.rules.rules[cause[0]]
    return Event(
        "verdict", fields, audiences.of_line(program.secrets.of_rule(rule), me), item.name, item.span, "trace"
    )


def applied_lines(program: Program, audiences: Audiences) -> Iterator[Event]:
    """The exceptions that made a difference since the recorder was last cleared; of the others it is only noted that they applied."""
    for (place, me), altered in tuple(
        program.recorder.exceptions.items()
    ):  # whom a line is for may ask for more
        exception = program.rules.exceptions[place]
        program.recorder.seen(f"exception:{exception.name}")
        if not altered:
            continue
        fields = (
            ("exception", exception.name),
            ("target", exception.target),
            ("verb", exception.verb),
            ("who", _who(audiences.values, me)),
            ("cites", list(exception.cites)),
        )
        audience = audiences.of_line(program.secrets.of_exception(exception), me)
        yield Event("exception", fields, audience, exception.name, exception.span, "trace")


def _change_line(program: Program, step: str, before: Values, after: Values, change: Change) -> Event:
    slot = program.layout.slot_at[change.at]
    names = before[NAMES]
    fields = (
        ("slot", slot.name),
        ("who", None if change.seat is None else names[change.seat]),
        ("old", to_plain(program.layout, slot.type, change.old, names)),
        ("new", to_plain(program.layout, slot.type, change.new, names)),
        ("rules", [cause_name(program, c) for c in change.causes]),
    )
    audience = both(
        Audiences(program, program.traced, before).of_slot(change.at, change.seat),
        Audiences(program, program.traced, after).of_slot(change.at, change.seat),
    )
    if not change.causes:
        return Event("fade", (*fields, ("step", step)), audience, slot.name, slot.span, "trace")
    item = cause_item(program, change.causes[0])
    return Event("write", fields, audience, item.name, item.span, "trace")


def winner_name(values: Values, who: Any) -> str | None:
    """A fighter's name, or the label of a team."""
    if isinstance(who, str) or who is None:
        return who
    return values[NAMES][who] if who >= 0 else None


def reason(program: Program, by: int) -> str | None:
    """The id of a reason, a row of the kind `reason`."""
    return program.layout.kinds["reason"].rows[by].name if by >= 0 else None
