"""Whether a choice can be answered at all: a search for what the opponent could do so that the other does not win within a few turns.

A choice is *unanswerable* if, whatever the opponent chooses beside it, the other has won after it, or has again a choice in the next turn that is
unanswerable within one turn less. The one who forces sees the whole position, but not what the opponent is about to choose. Where dice fall, it must hold for
every fall that is tried; where not all choices could be listed, for all that were.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from densho import engine
from densho.analysis.budget import Meter
from densho.analysis.choosing import Choices, Wish, choices_of
from densho.analysis.look_ahead import FALLS, decision_of
from densho.analysis.positions import NotedDice, Step
from densho.analysis.verdicts import Decided, decided
from densho.engine import Choice, Event, Program, RulesetFault, State

ANSWERS = 600
"""So many answers are all tried; of more, `SOME`."""
SOME = 24
OWN = 60
SOME_OWN = 12


class GaveUp(Exception):
    """The budget ended before it was found out."""


@dataclass(frozen=True, slots=True)
class Loss:
    """How an answer loses: the verdict, after how many further turns (0: in this one), and the steps from the answer to it, for one fall of the dice."""

    answer: Choice | None
    end: Decided
    turns: int
    line: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Forced:
    """Every answer that was tried loses. `whole`: all legal ones were, here and later; `chance`: dice fell."""

    losses: tuple[Loss, ...]
    whole: bool
    chance: bool

    @property
    def turns(self) -> int:
        return max(loss.turns for loss in self.losses)


class Forcing:
    """Searches for one of two seats, `user`. `wish` names choices that are to be among those looked at."""

    def __init__(self, program: Program, user: int, meter: Meter, wish: Wish | None, most: int) -> None:
        self.program = program
        self.user = user
        self.meter = meter
        self.wish = wish
        self.left = most
        self.root = ""
        self.good: Counter[tuple[str, str]] = Counter()
        """Choices that have forced something, and answers that have escaped: they are tried first."""
        self.escapes: Counter[tuple[str, str]] = Counter()

    def unanswerable(self, state: State, choice: Choice, turns: int) -> Forced | None:
        """None if an answer escapes for so many turns. Raises `GaveUp`."""
        self.root = decision_of(self.program, state)
        return self._forced(state, choice, turns)

    # --- one choice against all answers

    def _forced(self, state: State, choice: Choice | None, turns: int) -> Forced | None:
        answers, whole = self._answers(state)
        losses: list[Loss] = []
        chance = False
        for answer in answers:
            found = self._against(state, choice, answer, turns)
            if found is None:
                self.escapes[self._key(state, answer)] += 1
                return None
            losses.append(found.losses[0])
            whole, chance = whole and found.whole, chance or found.chance
        return Forced(tuple(losses), whole, chance)

    def _against(
        self, state: State, choice: Choice | None, answer: Choice | None, turns: int
    ) -> Forced | None:
        """Whether this one answer loses, under every fall that is tried."""
        chosen = {}
        for seat, one in ((self.user, choice), (1 - self.user, answer)):
            if one is not None:
                chosen[seat] = one
        found: Forced | None = None
        whole, chance = True, False
        for fall in range(FALLS):
            dice = NotedDice(f"falls/{fall}")
            try:
                after, events = self._step(state, chosen, dice)
            except RulesetFault:  # an answer with which the rules fail does not lose
                return None
            step = Step(decision_of(self.program, state), chosen, dice.rolled(state.names))
            lost = self._after(after, events, turns, step, answer)
            if lost is None:
                return None
            whole, chance = whole and lost.whole, chance or lost.chance or dice.fell
            found = found or lost
            if not dice.fell:
                break
        assert found is not None
        return Forced(found.losses, whole, chance)

    def _step(
        self, state: State, chosen: dict[int, Choice], dice: NotedDice
    ) -> tuple[State, tuple[Event, ...]]:
        self.left -= 1
        if self.left < 0 or self.meter.out:
            raise GaveUp
        self.meter.add()
        return engine.step(self.program, state, chosen, dice, trace=False, tell=False, judged=True)

    def _after(
        self, state: State, events: tuple[Event, ...], turns: int, step: Step, answer: Choice | None
    ) -> Forced | None:
        end = decided(self.program, state, events)
        if end is not None:
            if self.user not in end.winners:
                return None
            return Forced((Loss(answer, end, 0, (step,)),), True, False)
        begins = decision_of(self.program, state) == self.root
        if begins and turns <= 1:
            return None
        return self._goes_on(state, turns - begins, begins, step, answer)

    def _goes_on(
        self, state: State, turns: int, begins: bool, step: Step, answer: Choice | None
    ) -> Forced | None:
        """Looks for one choice that nothing answers."""
        for own in self.own(state):
            found = self._forced(state, own, turns)
            if found is not None:
                if own is not None:
                    self.good[self._key(state, own)] += 1
                worst = max(found.losses, key=lambda loss: loss.turns)
                loss = Loss(answer, worst.end, worst.turns + begins, (step, *worst.line))
                return Forced((loss,), found.whole, found.chance)
        return None

    # --- choices

    def _answers(self, state: State) -> tuple[Sequence[Choice | None], bool]:
        seat = 1 - self.user
        if seat not in engine.owed(self.program, state):
            return (None,), True
        found = self._choices(state, seat, ANSWERS, SOME)
        return self._sorted(state, found.choices, self.escapes), found.whole

    def own(self, state: State) -> Sequence[Choice | None]:
        """The choices of the one who forces; None alone where he owes none."""
        if self.user not in engine.owed(self.program, state):
            return (None,)
        return self._sorted(state, self._choices(state, self.user, OWN, SOME_OWN).choices, self.good)

    def _choices(self, state: State, seat: int, list_up_to: int, draw: int) -> Choices:
        try:
            return choices_of(
                self.program,
                state,
                seat,
                random.Random("forcing"),
                list_up_to=list_up_to,
                draw=draw,
                wish=self.wish,
            )
        except RulesetFault as fault:
            raise GaveUp from fault

    def _sorted(
        self, state: State, choices: Sequence[Choice], counts: Counter[tuple[str, str]]
    ) -> list[Choice]:
        return sorted(choices, key=lambda choice: -counts[self._key(state, choice)])

    def _key(self, state: State, choice: Choice | None) -> tuple[str, str]:
        return decision_of(self.program, state), repr(choice)
