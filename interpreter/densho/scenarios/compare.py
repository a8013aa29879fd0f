"""Compares what a step expects with what is: one function for each sort of expectation.

Both sides are plain data. What a scenario gives is first brought into the form in which the engine gives values (sets and bags sorted,
choices and parts in their one spelling), so that two ways of writing one value are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from densho import engine
from densho.engine import BadValue, Choice, Event, Judgement, Program, State
from densho.ir.types import Type
from densho.messages import Text, say
from densho.scenarios import model
from densho.scenarios.values import NOTHING
from densho.scenarios.vocabulary import PENDING
from densho.source import Span

Edit = tuple[Span, object]
"""A value of the scenario that would have to be another, and what it would have to be, as plain data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """What was expected at a place of the scenario, and what was found, both as people read them.

    `edits`: what would have to be written so that the scenario expects what happened; none where no value says it.
    """

    what: str
    expected: str
    found: str
    span: Span
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a fight stands after a step.

    `told`: the step's events; `pending`: by fighter, the decision for which it has handed in and the state in which it did;
    `names` collects the names of what fired when choices were asked about.
    """

    program: Program
    state: State
    fighters: tuple[str, ...]
    told: tuple[Event, ...]
    bout: str | None
    pending: Mapping[str, tuple[str, State]]
    names: set[str]

    def seat(self, fighter: str) -> int:
        return self.fighters.index(fighter)

    def everything(self) -> dict[str, dict[str, object]]:
        return engine.full(self.program, self.state)

    def canonical(self, type: Type | None, value: object) -> object:
        """Plain data in the engine's spelling. Raises `BadValue` for what is no value of the type."""
        if type is None:
            return value
        held = engine.from_plain(self.program, type, value, self.fighters)
        return engine.to_plain(self.program, type, held, self.fighters)


def compare(expected: model.Expectation, position: Position) -> Iterator[Mismatch]:
    """Where `position` is not as expected."""
    match expected:
        case model.ExpectSlot():
            yield from _slot(expected, position)
        case model.ExpectPending():
            yield from _pending(expected, position)
        case model.ExpectEnd():
            yield from _end(expected, position)
        case model.ExpectWaiting():
            yield from _waiting(expected, position)
        case model.ExpectLegal():
            yield from _legal(expected, position)
        case model.ExpectEvents():
            yield from _events(expected, position)
        case model.ExpectSight():
            yield from _sight(expected, position)
        case _:
            assert_never(expected)


def _slot(expected: model.ExpectSlot, position: Position) -> Iterator[Mismatch]:
    holder = expected.holder or "arena"
    found = position.everything()[holder].get(expected.slot)
    yield from _value(f"{holder}.{expected.slot}", expected, found, position)


def _value(
    what: str, expected: model.ExpectSlot | model.FieldLike, found: object, position: Position
) -> Iterator[Mismatch]:
    try:
        wanted = position.canonical(expected.type, expected.value)
    except BadValue as error:
        yield Mismatch(
            what=what,
            expected=say("{value} ({detail})", value=shown(expected.value), detail=error.message),
            found=shown(found),
            span=expected.span,
            edits=((expected.span, found),),
        )
        return
    if wanted != found:
        yield Mismatch(
            what=what,
            expected=shown(wanted),
            found=shown(found),
            span=expected.span,
            edits=((expected.span, found),),
        )


def _pending(expected: model.ExpectPending, position: Position) -> Iterator[Mismatch]:
    """The text is read as it would have been when the fighter handed in, so that what it leaves out is filled in the same way."""
    found = position.everything()[expected.fighter].get(PENDING)
    wanted: object = expected.text
    if expected.text is not None and expected.fighter in position.pending:
        decision, state = position.pending[expected.fighter]
        judgement = engine.judge(
            position.program, state, position.seat(expected.fighter), expected.text, trace=True
        )
        if judgement.choice is not None:
            wanted = engine.print_choice(position.program, decision, judgement.choice, position.fighters)
    if wanted != found:
        yield Mismatch(
            what=f"{expected.fighter}.{PENDING}",
            expected=shown(wanted),
            found=shown(found),
            span=expected.span,
            edits=((expected.span, found),),
        )


# --- ends -----------------------------------------------------------------------------------------


def _end(expected: model.ExpectEnd, position: Position) -> Iterator[Mismatch]:
    found = outcome(position) if expected.whole else bout(position)
    what = say("outcome") if expected.whole else say("bout")
    if not _same_end(expected.end, found):
        yield Mismatch(
            what=what,
            expected=end_text(expected.end),
            found=end_text(found),
            span=expected.span,
            edits=(
                (expected.span, _end_data(found, by=expected.end is None or expected.end.by is not None)),
            ),
        )


def outcome(position: Position) -> model.End | None:
    verdict = engine.outcome(position.program, position.state)
    return None if verdict is None else model.End(winner=verdict.winner, by=verdict.by)


def bout(position: Position) -> model.End | None:
    """How the bout that ended last in this step ended."""
    for event in reversed(position.told):
        fields = dict(event.fields)
        if event.kind == "end" and fields.get("block") == position.bout:
            winner, by = fields.get("winner"), fields.get("by")
            return model.End(
                winner=None if winner is None else str(winner), by=None if by is None else str(by)
            )
    return None


def _same_end(expected: model.End | None, found: model.End | None) -> bool:
    if expected is None or found is None:
        return expected is found
    return expected.winner == found.winner and expected.by in (None, found.by)


def _end_data(end: model.End | None, *, by: bool) -> object:
    """As a scenario says it; the reason only where it is wanted."""
    if end is None:
        return None
    said: dict[str, object] = {"draw": True} if end.winner is None else {"winner": end.winner}
    return said | {"by": end.by} if by and end.by is not None else said


def end_text(end: model.End | None) -> str:
    if end is None:
        return NOTHING
    return verdict_text(say("a draw"), end.winner, end.by)


def verdict_text(draw: Text, winner: str | None, by: str | None) -> Text:
    """Who wins and why; `draw` is said when nobody does."""
    if by is None:
        return draw if winner is None else say("{winner} wins", winner=winner)
    if winner is None:
        return say("{draw} by {reason}", draw=draw, reason=by)
    return say("{winner} wins by {reason}", winner=winner, reason=by)


# --- who owes, and what is legal ------------------------------------------------------------------


def _waiting(expected: model.ExpectWaiting, position: Position) -> Iterator[Mismatch]:
    owed = engine.owed(position.program, position.state)
    found = {position.fighters[seat]: decision for seat, decision in sorted(owed.items())}
    if dict(expected.owed) != found:
        yield Mismatch(
            what=say("waiting"),
            expected=shown(dict(expected.owed)),
            found=shown(found),
            span=expected.span,
            edits=((expected.span, found),),
        )


def _legal(expected: model.ExpectLegal, position: Position) -> Iterator[Mismatch]:
    what = say("legal for {name}", name=expected.fighter)
    for choice in expected.has:
        refusal = why_not(expected.fighter, choice.text, position)
        if refusal is not None:
            yield Mismatch(
                what=what,
                expected=choice.text,
                found=say("refused: {refusals}", refusals=refusal),
                span=choice.span,
            )
    for choice in expected.lacks:
        if why_not(expected.fighter, choice.text, position) is None:
            yield Mismatch(
                what=what,
                expected=say("not: {choice}", choice=choice.text),
                found=say("it is legal"),
                span=choice.span,
            )
    if expected.only is not None or expected.count is not None:
        yield from _all_legal(expected, what, position)


def why_not(fighter: str, text: str, position: Position) -> str | None:
    """The names of the refusals that apply to a choice, in order; None when it is legal."""
    judgement = engine.judge(position.program, position.state, position.seat(fighter), text, trace=True)
    position.names.update(judgement.fired)
    return refusal_names(judgement) or None


def refusal_names(judgement: Judgement) -> str:
    """All that refuses a choice; the first is the one that is named to its fighter. Of what cannot be read nothing else is said."""
    refusals = judgement.refusals if judgement.choice is not None else judgement.refusals[:1]
    return ", ".join(dict.fromkeys(refused.says for refused in refusals))


def _all_legal(expected: model.ExpectLegal, what: str, position: Position) -> Iterator[Mismatch]:
    """`only` and `count`, which need the whole list."""
    seat = position.seat(expected.fighter)
    decision = engine.owed(position.program, position.state).get(seat)
    choices = () if decision is None else engine.legal(position.program, position.state, seat).choices
    if choices is None:
        span = expected.count_span if expected.only is None else expected.only_span
        yield Mismatch(
            what=what, expected=say("a list of all choices"), found=say("too many to list"), span=span
        )
        return
    if expected.count is not None and len(choices) != expected.count:
        number, found = str(expected.count), str(len(choices))
        yield Mismatch(
            what=say("number of choices legal for {name}", name=expected.fighter),
            expected=number,
            found=found,
            span=expected.count_span,
            edits=((expected.count_span, len(choices)),),
        )
    if expected.only is not None and decision is not None:
        yield from _only(expected, decision, choices, position)


def _only(
    expected: model.ExpectLegal, decision: str, choices: tuple[Choice, ...], position: Position
) -> Iterator[Mismatch]:
    seat, what, wanted = (
        position.seat(expected.fighter),
        say("legal for {name}", name=expected.fighter),
        set(),
    )
    every = [engine.print_choice(position.program, decision, choice, position.fighters) for choice in choices]
    edits = ((expected.only_span, every),)
    for named in expected.only or ():
        judgement = engine.judge(position.program, position.state, seat, named.text, trace=True)
        wanted.add(judgement.choice)
        if judgement.refusals:
            found = say("refused: {refusals}", refusals=refusal_names(judgement))
            yield Mismatch(what=what, expected=named.text, found=found, span=named.span, edits=edits)
    for choice, text in zip(choices, every, strict=True):
        if choice not in wanted:
            yield Mismatch(
                what=what,
                expected=say("not: {choice}", choice=text),
                found=say("it is legal"),
                span=expected.only_span,
                edits=edits,
            )


# --- events and sight -----------------------------------------------------------------------------


def _events(expected: model.ExpectEvents, position: Position) -> Iterator[Mismatch]:
    """Each expected event must match one after the match of the one before it; the first that does not is told."""
    told = [event for event in position.told if event.kind == "event"]
    at = 0
    for like in expected.events:
        match_at = next((i for i in range(at, len(told)) if _fits(like, told[i], position)), None)
        if match_at is None:
            found = "; ".join(event_text(event) for event in told[at:]) or say("nothing was told")
            what = say("events") if at == 0 else say("events after {event}", event=event_text(told[at - 1]))
            edits = tuple(_event_edits(like, told[at:], position))
            yield Mismatch(what=what, expected=like_text(like), found=found, span=like.span, edits=edits)
            return
        at = match_at + 1


def _fits(like: model.EventLike, event: Event, position: Position) -> bool:
    if event.name != like.event:
        return False
    fields = dict(event.fields)
    return all(
        each.name in fields and not list(_value("", each, fields[each.name], position))
        for each in like.fields
    )


def _event_edits(like: model.EventLike, told: list[Event], position: Position) -> Iterator[Edit]:
    """The fields that are otherwise in the next event of the name, if it has them all."""
    event = next((one for one in told if one.name == like.event), None)
    fields = {} if event is None else dict(event.fields)
    if all(each.name in fields for each in like.fields):
        for each in like.fields:
            if list(_value("", each, fields[each.name], position)):
                yield each.span, fields[each.name]


def event_text(event: Event) -> str:
    """`hit(who A, target B)`."""
    return f"{event.name}({', '.join(f'{name} {shown(value)}' for name, value in event.fields)})"


def like_text(like: model.EventLike) -> str:
    return f"{like.event}({', '.join(f'{each.name} {shown(each.value)}' for each in like.fields)})"


def _sight(expected: model.ExpectSight, position: Position) -> Iterator[Mismatch]:
    holder = expected.holder or "arena"
    seen = engine.view(position.program, position.state, position.seat(expected.viewer))[holder]
    true = position.everything()[holder]
    what = say("{slot} for {viewer}", slot=f"{holder}.{expected.slot}", viewer=expected.viewer)
    if not expected.seen:
        if expected.slot in seen:
            found = say("seen: {value}", value=shown(seen[expected.slot]))
            yield Mismatch(what=what, expected=say("hidden"), found=found, span=expected.span)
    elif expected.slot not in seen:
        wanted = (
            say("seen: {value}", value=shown(true[expected.slot])) if expected.slot in true else say("seen")
        )
        yield Mismatch(what=what, expected=wanted, found=say("hidden"), span=expected.span)
    elif seen[expected.slot] != true.get(expected.slot):
        yield Mismatch(
            what=what,
            expected=shown(true.get(expected.slot)),
            found=shown(seen[expected.slot]),
            span=expected.span,
        )


def shown(value: object) -> str:
    """Plain data as they are written in a scenario."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "true" if value else "false"
        case dict():
            return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(shown(item) for item in value) + "]"
        case str() if not value:
            return '""'
        case _:
            return str(value)
