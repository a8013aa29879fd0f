"""A fight played again under other rules, with its own choices and dice: where it departs from what was, and how it ends then.

What is compared are the events that rules tell, the ends of blocks and the slots that both rulesets have, all as plain data, since rows and seats
need not have the same numbers under both.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from densho import engine
from densho.engine import BadValue, Event, RulesetFault, Verdict, compile_program
from densho.fights.fight import Fight, Moment, Refusal, begin, hand_in
from densho.fights.record import Record
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.messages import Text, listed, say

MOST_SECONDS = 60

Fighters = Sequence[tuple[str, Mapping[str, Any]]]
"""As in a record: names in the order of seats, with the slots that they are given."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A step (0: the beginning) and what is otherwise in it; where it is told otherwise, the first event that is missing and the first that is new."""

    step: int
    what: Text
    gone: Event | None = None
    come: Event | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """`departs`: the first step that is otherwise; `stops`: the step that cannot be played any more. `before`, `after`: how the fight ends, `old` and
    `new` under which rules."""

    old: ir.Ruleset = field(repr=False, compare=False)
    new: ir.Ruleset = field(repr=False, compare=False)
    departs: Departure | None
    stops: Departure | None
    before: Verdict | None
    after: Verdict | None

    @property
    def same(self) -> bool:
        """Whether nothing is otherwise."""
        return self.departs is None and self.stops is None

    @property
    def other_end(self) -> bool:
        """Whether the fight is played to another end; one that stops has none."""
        return self.stops is None and self.before != self.after


def compare(
    fight: Fight,
    ruleset: ir.Ruleset,
    *,
    options: Mapping[str, str] | None = None,
    fighters: Fighters | None = None,
) -> Difference:
    """The fight under this ruleset. `options` and `fighters` are begun with instead of the recorded ones; slots of fighters that begin otherwise are
    not compared."""
    return _Playing(fight, ruleset, options or {}, fighters).run()


def granted(fight: Fight, ruleset: ir.Ruleset, kind: str, row: str) -> Fighters:
    """The fighters as they began, each with a row of a kind more in every slot in which characters keep sets or lists of such rows."""
    kept = ruleset.character.keeps if ruleset.character is not None else ()
    sets = [
        slot.name
        for slot in ruleset.slots
        if slot.holder == "fighter" and slot.name in kept and _holds(slot.type, kind)
    ]
    start = engine.full(fight.program, fight.moments[0].state)

    def more(name: str, slots: Mapping[str, Any]) -> dict[str, Any]:
        added = {slot: [*_held(slots, start[name], slot), row] for slot in sets}
        return {**slots, **{slot: list(dict.fromkeys(rows)) for slot, rows in added.items()}}

    return tuple((name, more(name, slots)) for name, slots in fight.record.fighters)


def _holds(type_: t.Type, kind: str) -> bool:
    return isinstance(type_, t.TSet | t.TList) and type_.of == t.TRow(kind)


def _held(given: Mapping[str, Any], start: Mapping[str, Any], slot: str) -> list[Any]:
    return list(given[slot] if slot in given else start.get(slot, ()))


def chosen_options(record: Record, ruleset: ir.Ruleset, changed: Mapping[str, str]) -> dict[str, str]:
    """The options of a fight, as far as the ruleset still has them, with those that have changed."""
    known = {option.name: option.values for option in ruleset.options}
    wanted = {**record.options, **changed}
    return {name: value for name, value in wanted.items() if value in known.get(name, ())}


class _Stopped(Exception):
    def __init__(self, step: int, what: Text) -> None:
        super().__init__()
        self.departure = Departure(step, what)


class _Playing:
    def __init__(
        self, fight: Fight, ruleset: ir.Ruleset, options: Mapping[str, str], fighters: Fighters | None
    ) -> None:
        self.fight = fight
        self.ruleset = ruleset
        self.options = chosen_options(fight.record, ruleset, options)
        self.fighters = fight.record.fighters if fighters is None else tuple(fighters)
        self.otherwise = _given_otherwise(fight.record.fighters, self.fighters)
        self.departs: Departure | None = None
        self.now: Fight | None = None

    def run(self) -> Difference:
        stops: Departure | None = None
        try:
            self.play()
        except _Stopped as stopped:
            stops = stopped.departure
        after = None if self.now is None else self.now.settled.outcome
        return Difference(
            old=self.fight.program.ruleset,
            new=self.ruleset,
            departs=self.departs or stops,
            stops=stops,
            before=self.fight.settled.outcome,
            after=after,
        )

    def play(self) -> None:
        deadline = time.monotonic() + MOST_SECONDS
        now = self.now = self.begun()
        self.look(0)
        for number, step in enumerate(self.fight.record.steps, 1):
            if now.over:
                break
            if time.monotonic() > deadline:
                what = say("this fight takes longer than {most} seconds to play again", most=MOST_SECONDS)
                raise _Stopped(number, what)
            for name, text in step.choices:
                now = self.handed(now, number, name, text)
            if len(now.record.steps) < number:
                raise _Stopped(number, say("{names} owe a choice in this step", names=listed(now.owed)))
            self.now = now
            self.look(number)

    def begun(self) -> Fight:
        try:
            program = compile_program(self.ruleset, self.options)
            return begin(program, replace(self.fight.record, options=program.options, fighters=self.fighters))
        except (BadValue, RulesetFault) as error:
            raise _Stopped(0, say("this fight cannot begin: {why}", why=error.message)) from None

    def handed(self, now: Fight, number: int, name: str, text: str) -> Fight:
        if name not in now.owed:
            raise _Stopped(number, say("{name} owes no choice here", name=name))
        try:
            return hand_in(now, name, text)
        except Refusal as refusal:
            says = refusal.judgement.refusals[0].says
            what = say("`{choice}` of {name} is refused by `{rule}`", choice=text, name=name, rule=says)
            raise _Stopped(number, what) from None
        except RulesetFault as error:
            raise _Stopped(number, say("the rules fail: {why}", why=error.message)) from None

    def look(self, number: int) -> None:
        """Notes the first step that is otherwise."""
        if self.departs is not None or self.now is None:
            return
        old, new = self.fight.moments[number], self.now.moments[number]
        self.departs = _other_events(number, old, new)
        if self.departs is not None:
            return
        what = self.other_slots(old, new)
        if what is None and self.fight.moments[number].state.outcome != new.state.outcome:
            what = say("the fight ends otherwise")
        if what is not None:
            self.departs = Departure(number, what)

    def other_slots(self, old: Moment, new: Moment) -> Text | None:
        assert self.now is not None
        before, after = engine.full(self.fight.program, old.state), engine.full(self.now.program, new.state)
        for holder, slots in before.items():
            for slot in slots:
                if slot in self.otherwise and holder in self.fight.names:
                    continue
                if slot in after[holder] and slots[slot] != after[holder][slot]:
                    return say(
                        "`{slot}` of {holder} is {after} instead of {before}",
                        slot=slot,
                        holder=holder,
                        before=_shown(slots[slot]),
                        after=_shown(after[holder][slot]),
                    )
        return None


def _given_otherwise(recorded: Fighters, given: Fighters) -> frozenset[str]:
    """The slots that one of the fighters begins with otherwise."""
    old, new = dict(recorded), dict(given)
    pairs = [(old.get(name, {}), slots) for name, slots in new.items()]
    return frozenset(slot for was, now in pairs for slot in {**was, **now} if was.get(slot) != now.get(slot))


def _other_events(number: int, old: Moment, new: Moment) -> Departure | None:
    was, now = dict(_told(old.events)), dict(_told(new.events))
    if [text for text, _ in _told(old.events)] == [text for text, _ in _told(new.events)]:
        return None
    gone = next((text for text in was if text not in now), None)
    come = next((text for text in now if text not in was), None)
    match gone, come:
        case (str(), str()):
            what = say("instead of {before} there is {after}", before=gone, after=come)
        case (str(), None):
            what = say("{event} is missing", event=gone)
        case (None, str()):
            what = say("{event} is new", event=come)
        case _:
            what = say("the same things happen in another order, or another number of times")
    return Departure(number, what, was.get(gone or ""), now.get(come or ""))


def _told(events: tuple[Event, ...]) -> Iterator[tuple[str, Event]]:
    """What everybody could read of a step, one text each."""
    for event in events:
        if event.kind == "event":
            yield f"{event.name}({_fields(event.fields)})", event
        elif event.kind == "end":
            yield f"end({_fields(event.fields)})", event


def _fields(fields: tuple[tuple[str, Any], ...]) -> str:
    return ", ".join(f"{name} {_shown(value)}" for name, value in fields)


def _shown(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return f"[{', '.join(map(_shown, value))}]"
        case Mapping():
            return "{" + ", ".join(f"{name}: {_shown(one)}" for name, one in value.items()) + "}"
        case _:
            return str(value)
