"""A fight that follows from its record, and what can be done with it: hand in a choice, take one back, take back a step.

Fights are values: every function gives a new one. Each moment holds the state in which the next choices are owed, and what led to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from densho import engine
from densho.engine import Event, Judgement, Program, State
from densho.errors import DenshoError
from densho.fights.dice import StepDice
from densho.fights.record import MOST_REFUSED, MOST_TEXT, Attempt, Record, Step, TakenBack
from densho.messages import Text, say


class Refusal(DenshoError):
    """A choice that is refused; `fight` is the fight with the attempt noted down."""

    def __init__(self, fight: Fight, name: str, text: str, judgement: Judgement) -> None:
        says = judgement.refusals[0].says
        super().__init__(
            say("`{choice}` of {fighter} is refused: {refusals}", choice=text, fighter=name, refusals=says)
        )
        self.fight = fight
        self.judgement = judgement


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after a step, or after the beginning, with the events that led to it."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Fight:
    """`moments` holds the beginning and one moment for each step of the record."""

    program: Program
    record: Record
    moments: tuple[Moment, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.record.names

    @property
    def settled(self) -> State:
        """The state before the choices that are handed in and not yet revealed."""
        return self.moments[-1].state

    @cached_property
    def state(self) -> State:
        """The state with the choices that are handed in."""
        if self.over:
            return self.settled
        state, _ = engine.step(self.program, self.settled, self._pending(), _NoDice(), judged=True)
        return state

    @property
    def owed(self) -> Mapping[str, str]:
        """Fighter → decision that is still owed, in the order of seats."""
        return {self.names[seat]: name for seat, name in engine.owed(self.program, self.state).items()}

    @property
    def decision(self) -> str | None:
        """The decision that is owed now, by whomever."""
        return next(iter(engine.owed(self.program, self.settled).values()), None)

    @property
    def over(self) -> bool:
        return self.settled.outcome is not None

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def with_notes(self, record: Record) -> Fight:
        """The fight with the refused attempts and the steps taken back that another record of it holds."""
        kept = zip(self.record.steps, record.steps, strict=True)
        steps = tuple(replace(own, refused=other.refused) for own, other in kept)
        notes = replace(self.record, steps=steps, refused=record.refused, taken_back=record.taken_back)
        return Fight(self.program, notes, self.moments)

    @engine.within()
    def judge(self, name: str, text: str) -> Judgement:
        """Whether the choice is legal, and what refuses it. Raises `RulesetFault`."""
        return engine.judge(self.program, self.state, self.seat(name), text)

    def advice(self, name: str, text: str, naming: engine.Naming) -> tuple[Text, ...]:
        """What helps somebody who owes a choice and whose text cannot be read; nothing about one that can."""
        decision = self.owed.get(name)
        return () if decision is None else engine.advice(self.program, self.state, decision, text, naming)

    def _pending(self) -> dict[int, Any]:
        found = {}
        for name, text in self.record.pending:
            choice = engine.judge(self.program, self.settled, self.seat(name), text).choice
            assert choice is not None
            found[self.seat(name)] = choice
        return found


class _NoDice:
    """No die falls before all choices are in."""

    def roll(self, seat: int | None, low: int, high: int) -> int:
        raise AssertionError

    def draw(self, seat: int | None, members: object) -> int:
        raise AssertionError


def begin(program: Program, record: Record) -> Fight:
    """The fight at its first decision; steps and pending choices of the record are left out. Raises `BadValue` and `RulesetFault`."""
    names = record.names
    types = {(slot.holder, slot.name): slot.type for slot in program.rules.slots if not slot.working}

    def slots(holder: Literal["arena", "fighter"], given: Mapping[str, Any]) -> dict[str, Any]:
        for slot in given:
            if (holder, slot) not in types:
                raise engine.BadValue(
                    say("the arena has no slot `{name}`", name=slot)
                    if holder == "arena"
                    else say("fighters have no slot `{name}`", name=slot)
                )
        return {
            slot: engine.from_plain(program, types[holder, slot], value, names)
            for slot, value in given.items()
        }

    fighters = tuple((name, slots("fighter", given)) for name, given in record.fighters)
    setup = engine.Setup(fighters=fighters, arena=slots("arena", record.arena))
    dice = StepDice(record.seed, 0)
    with engine.within():
        state, events = engine.start(program, setup, dice)
    bare = replace(record, opening=dice.fell(names), steps=(), pending=(), refused=(), taken_back=())
    return Fight(program, bare, (Moment(state, events),))


def hand_in(fight: Fight, name: str, text: str) -> Fight:
    """The fight after a choice; when it was the last one owed, the step is done.

    Raises `Refusal`, and `RulesetFault` when the rules contradict themselves (the fight given stays as it was).
    """
    judgement = fight.judge(name, text)
    if judgement.refusals or judgement.choice is None:
        raise Refusal(_noted(fight, name, text, judgement), name, text, judgement)
    decision = fight.owed[name]
    spelt = engine.print_choice(fight.program, decision, judgement.choice, fight.names)
    given = dict(fight.record.pending)
    given[name] = spelt
    pending = tuple((one, given[one]) for one in fight.names if one in given)
    after = Fight(fight.program, replace(fight.record, pending=pending), fight.moments)
    return _resolved(after) if len(fight.owed) == 1 else after


def _noted(fight: Fight, name: str, text: str, judgement: Judgement) -> Fight:
    kept = "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:MOST_TEXT])
    attempt = Attempt(name, kept, judgement.refusals[0].says)
    refused = (*fight.record.refused, attempt)[-MOST_REFUSED:]
    return Fight(fight.program, replace(fight.record, refused=refused), fight.moments)


def _resolved(fight: Fight) -> Fight:
    """All choices are in: the step is done."""
    record = fight.record
    dice = StepDice(record.seed, len(record.steps) + 1)
    with engine.within():
        state, events = engine.step(fight.program, fight.settled, fight._pending(), dice, judged=True)
    step = Step(choices=record.pending, dice=dice.fell(fight.names), refused=record.refused)
    after = replace(record, steps=(*record.steps, step), pending=(), refused=())
    return Fight(fight.program, after, (*fight.moments, Moment(state, events)))


def take_back(fight: Fight, name: str) -> Fight:
    """The fight without the fighter's choice that is not revealed yet; the same fight if there is none."""
    pending = tuple((one, text) for one, text in fight.record.pending if one != name)
    return Fight(fight.program, replace(fight.record, pending=pending), fight.moments)


def undo(fight: Fight) -> Fight:
    """The fight before its last step, to which all have agreed. Choices handed in since are void."""
    record = fight.record
    gone = TakenBack(len(record.steps), record.steps[-1].choices)
    back = replace(
        record, steps=record.steps[:-1], pending=(), refused=(), taken_back=(*record.taken_back, gone)
    )
    return Fight(fight.program, back, fight.moments[:-1])
