"""A fight with one choice changed: the choices that were recorded after it are handed in again, as far as they can be, and the dice are the same.

Dice belong to seat and step, so whatever falls in a step falls for the same fighters as it did. It goes on until a recorded choice is refused or owed no longer, or another one is
owed than was recorded; there it stops. For a fighter who asks what would have become of it, nothing may come to light that he does not know: what is hidden from him in
the position before each step is taken to be as at the start (so are dice that fall for others unseen), and hidden words of others are left out. Where their choices
cannot be made without what is hidden, or are hidden altogether, it stops.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from densho import engine
from densho.engine import Judgement, Program, RulesetFault, State
from densho.engine.assemble import drop_words
from densho.engine.audience import Audiences
from densho.fights.fight import Fight, Moment, Refusal, hand_in
from densho.messages import Text, say

MOST_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Stop:
    """The step in which it goes on no more, and why; `who`: whose recorded choice of that step is refused, and `judgement` why."""

    step: int
    why: Text
    who: str | None = None
    text: str = ""
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """`fight` is the other fight, as far as it goes; `stops` None: every recorded step was played, or it was over before.

    `refused`: the changed choice itself is, and `fight` is what stood before the step. `same`: it is what was chosen.
    """

    fight: Fight
    step: int
    who: str
    text: str
    same: bool = False
    refused: Judgement | None = None
    stops: Stop | None = None


class NotThere(engine.BadValue):
    """There is no such step, or the fighter owed no choice in it."""


def what_if(fight: Fight, step: int, who: str, text: str, knows: int | None = None) -> WhatIf:
    """The fight as it would have gone if `who` had chosen `text` in a step (from 1).

    `knows`: the seat that asks, and that is told nothing it does not know; None: whoever may know everything. Raises `NotThere`, and
    `RulesetFault` if the rules fail when the choice is judged.
    """
    decision = decision_of(fight, step, who)
    before = _before(fight, step, knows)
    with engine.within():
        judged = engine.judge(fight.program, before.settled, fight.seat(who), text)
    if judged.refusals or judged.choice is None:
        return WhatIf(fight=before, step=step, who=who, text=text, refused=judged)
    spelt = engine.print_choice(fight.program, decision, judged.choice, fight.names)
    same = dict(fight.record.steps[step - 1].choices)[who] == spelt
    playing = _Playing(fight, before, knows)
    stops = playing.run(step, who, spelt)
    return WhatIf(fight=playing.now, step=step, who=who, text=spelt, same=same, stops=stops)


def decision_of(fight: Fight, step: int, who: str) -> str:
    """The decision that a fighter owed in a step that was played. Raises `NotThere`."""
    if not 1 <= step <= len(fight.record.steps):
        raise NotThere(
            say(
                "there is no step {step}: of this fight {number} were played",
                step=step,
                number=len(fight.record.steps),
            )
        )
    owed = engine.owed(fight.program, fight.moments[step - 1].state)
    seat = fight.seat(who)
    if seat not in owed:
        raise NotThere(say("{name} owed no choice in step {step}", name=who, step=step))
    return owed[seat]


# --- what the asker knows ----------------------------------------------------------------------------


def _before(fight: Fight, step: int, knows: int | None) -> Fight:
    """The fight before the step, without what the asker does not know."""
    record = replace(
        fight.record, steps=fight.record.steps[: step - 1], pending=(), refused=(), taken_back=()
    )
    before = Fight(fight.program, record, fight.moments[:step])
    return before if knows is None else _without_secrets(before, knows)


def _without_secrets(fight: Fight, seat: int) -> Fight:
    """The fight where what is hidden from a seat in the position now is as at the start."""
    last = fight.moments[-1]
    if fight.over:
        return fight
    moment = Moment(
        _without_words(fight.program, _without_slots(fight.program, last.state, seat), seat), last.events
    )
    return Fight(fight.program, fight.record, (*fight.moments[:-1], moment))


def _without_slots(program: Program, state: State, seat: int) -> State:
    """Hidden slots of others are as at the start."""
    audiences = Audiences(program, program.plain, state.values)
    values = list(state.values)
    for at, slot in program.layout.slot_at.items():
        if slot.holder != "fighter" or slot.hidden is None or slot.working:
            continue
        row = list(values[at])
        for other in range(len(state.names)):
            if not audiences.sees(at, other, seat):
                row[other] = program.constant_starts.get(at, row[-1])
        values[at] = tuple(row)
    return state._replace(values=tuple(values))


def _without_words(program: Program, state: State, seat: int) -> State:
    """Hidden words of others are not said."""
    values = list(state.values)
    for decision, at in program.layout.choice_index.items():
        shape = program.layout.choice_layout(decision)
        hidden = {number for number, word in enumerate(shape.words) if word.hidden}
        row = list(values[at])
        for other in range(len(state.names)):
            if hidden and other != seat:
                row[other] = drop_words(shape, row[other], hidden)
        values[at] = tuple(row)
    return state._replace(values=tuple(values))


# --- playing on --------------------------------------------------------------------------------------


class _Playing:
    def __init__(self, fight: Fight, before: Fight, knows: int | None) -> None:
        self.fight = fight
        self.now = before
        self.knows = knows
        self.deadline = time.monotonic() + MOST_SECONDS

    def run(self, step: int, who: str, text: str) -> Stop | None:
        """Plays on from the changed step; why it stops."""
        for number in range(step, len(self.fight.record.steps) + 1):
            if self.now.over:
                return None
            choices = dict(self._choices(number))
            if number == step:
                choices[who] = text
            stop = self._step(number, choices)
            if stop is not None:
                return stop
        return None

    def _step(self, number: int, choices: dict[str, str]) -> Stop | None:
        then, now = self._owed(self.fight, number), self._owed(self.now, number)
        if then != now:
            return Stop(number, say("here other choices are owed than those that were made"))
        if self.knows is not None and self._is_unknown(number):
            return Stop(number, say("what others choose here is hidden"))
        if time.monotonic() > self.deadline:
            return Stop(number, say("this takes longer than {most} seconds to play again", most=MOST_SECONDS))
        after = self.now
        for name, text in choices.items():
            try:
                after = hand_in(after, name, text)
            except Refusal as refusal:
                why = say("a choice that was made here cannot be made")
                return Stop(number, why, name, text, refusal.judgement)
            except RulesetFault as fault:
                return Stop(number, self._failed(fault))
        self.now = after if self.knows is None else _without_secrets(after, self.knows)
        return None

    def _is_unknown(self, number: int) -> bool:
        """Whether another owes a decision all of whose words are hidden."""
        program = self.fight.program
        return any(
            seat != self.knows
            and all(word.hidden or word.says_nothing for word in program.layout.choice_layout(decision).words)
            for seat, decision in self._owed(self.fight, number).items()
        )

    def _failed(self, fault: RulesetFault) -> Text:
        if self.knows is not None:
            return say("here the rules fail")
        return say("here the rules fail: {why}", why=fault.message)

    def _owed(self, fight: Fight, number: int) -> dict[int, str]:
        return dict(engine.owed(fight.program, fight.moments[number - 1].state))

    def _choices(self, number: int) -> Iterator[tuple[str, str]]:
        """The recorded choices of a step, without the hidden words of others."""
        program = self.fight.program
        before = self.fight.moments[number - 1].state
        for name, text in self.fight.record.steps[number - 1].choices:
            seat = self.fight.seat(name)
            if self.knows is None or seat == self.knows:
                yield name, text
                continue
            decision = engine.owed(program, before)[seat]
            shape = program.layout.choice_layout(decision)
            choice = engine.judge(program, before, seat, text).choice
            hidden = {number for number, word in enumerate(shape.words) if word.hidden}
            if choice is None or not hidden:
                yield name, text
            else:
                yield (
                    name,
                    engine.print_choice(program, decision, drop_words(shape, choice, hidden), before.names),
                )
