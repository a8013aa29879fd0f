"""What a position is worth when nobody has won yet: an estimate that knows no game, learnt from fights played at random.

Every slot of a fighter speaks for or against him: a number by its size, a truth value or row by which it is, a collection by how much it
holds; and how far his numbers are from the other's, together with either's truth values and rows (so that it can learn what a place is worth to whom). How
much each counts is fitted to who won the fights. What is worth something to one is worth as much less to the others, so the estimate
is fair to all seats. It is a rough guide: what random fights do not show it does not know.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

from densho import engine
from densho.analysis.budget import Meter
from densho.analysis.secrecy import Start
from densho.analysis.verdicts import Decided, decided
from densho.engine import Program, SeededDice, State
from densho.errors import DenshoError
from densho.ir import types as t

FIGHTS = 150
DECISIONS = 120
"""A fight that nobody has won by then is left."""
KEPT_PER_FIGHT = 16
ROUNDS = 5
RATE = 0.3
FADING = 0.9
"""How much less a position says about who wins for every decision that lies between."""
FAR = 6
"""Numbers that are further apart than this count as this far."""

Key = tuple[Any, ...]
Features = dict[Key, float]


class Estimate:
    """`worth` is between -1 and 1; before anything is learnt, everything is worth 0. `hidden` keeps what hidden slots held."""

    def __init__(self, program: Program) -> None:
        self.weights: dict[Key, float] = {}
        self.hidden: dict[str, list[tuple[Any, ...]]] = {}
        self.fights = 0
        slots = {
            at: slot.type
            for at, slot in program.layout.slot_at.items()
            if slot.holder == "fighter" and not slot.working
        }
        self._numbers = tuple(at for at, type_ in slots.items() if isinstance(_plain(type_), t.TInt))
        self._states = tuple(at for at, type_ in slots.items() if isinstance(_plain(type_), t.TBool | t.TRow))
        self._groups = tuple(
            at for at, type_ in slots.items() if isinstance(type_, t.TSet | t.TList | t.TBag)
        )
        self.hidden_places = tuple(at for at in slots if program.layout.slot_at[at].hidden is not None)

    def worth(self, state: State, seat: int) -> float:
        """What the position is worth to a seat."""
        if not self.weights:
            return 0.0
        others = [other for other in range(len(state.names)) if other != seat]
        found = sum(self._score(state, seat, one) - self._score(state, one, seat) for one in others)
        return math.tanh(found / max(1, len(others)))

    def _score(self, state: State, me: int, foe: int) -> float:
        weights = self.weights
        return sum(weights.get(key, 0.0) * value for key, value in self._says(state, me, foe))

    def _says(self, state: State, me: int, foe: int) -> Iterator[tuple[Key, float]]:
        """What speaks for one fighter against another, and how strongly."""
        values = state.values
        own = [(at, values[at][me]) for at in self._states]
        others = [(at, values[at][foe]) for at in self._states]
        for key in own:
            yield key, 1.0
        for at in self._groups:
            yield (at,), len(values[at][me]) / 4
        for at in self._numbers:
            number = values[at][me] or 0
            apart = (values[at][foe] or 0) - number
            apart = max(-FAR, min(FAR, apart))
            yield (at,), number / 8
            for place, value in own:
                yield (at, apart, place, value), 1.0
            for place, value in others:
                yield (at, apart, place, value, "other"), 1.0

    def features(self, state: State, me: int, foe: int) -> Features:
        """What speaks for one fighter against another, less what speaks for the other."""
        found: Features = {}
        for sign, one, other in ((1.0, me, foe), (-1.0, foe, me)):
            for key, value in self._says(state, one, other):
                found[key] = found.get(key, 0.0) + sign * value
        return {key: value for key, value in found.items() if value}


def _plain(type_: t.Type) -> t.Type:
    return type_.of if isinstance(type_, t.TOptional) else type_


def learn(starts: Sequence[Start], seed: str, meter: Meter, fights: int = FIGHTS) -> dict[int, Estimate]:
    """Plays fights at random and fits an estimate for each program (by its identity) among the starts."""
    estimates: dict[int, Estimate] = {}
    lessons: dict[int, list[tuple[Features, float]]] = {}
    for start in starts:
        estimates.setdefault(id(start.program), Estimate(start.program))
        lessons.setdefault(id(start.program), [])
    for number in range(fights):
        if meter.out:
            break
        start = starts[number % len(starts)]
        rng = random.Random(f"{seed}/learning/{number}")
        estimate = estimates[id(start.program)]
        lessons[id(start.program)].extend(_lessons(start, estimate, rng, meter))
        estimate.fights += 1
    for key, pairs in lessons.items():
        _fit(estimates[key], pairs, random.Random(f"{seed}/fitting"))
    return estimates


# --- fights to learn from ----------------------------------------------------------------------------


def _lessons(
    start: Start, estimate: Estimate, rng: random.Random, meter: Meter
) -> Iterator[tuple[Features, float]]:
    """Positions of one fight, what speaks for a fighter in them, and how it went on for him."""
    states, end = _played(start, estimate, rng, meter)
    if end is None or not end.winners:
        return
    stride = max(1, len(states) // KEPT_PER_FIGHT)
    for number in range(len(states) - 1, -1, -stride):
        state = states[number]
        left = len(states) - 1 - number
        me, foe = rng.sample(range(len(state.names)), 2)
        worth = (end.worth(me) - end.worth(foe)) / 2
        yield estimate.features(state, me, foe), worth * FADING**left


def _played(
    start: Start, estimate: Estimate, rng: random.Random, meter: Meter
) -> tuple[list[State], Decided | None]:
    """The positions of a random fight up to the first verdict that somebody wins."""
    program = start.program
    dice = SeededDice(rng.getrandbits(64))
    states: list[State] = []
    try:
        state, events = engine.start(program, start.setup, dice, trace=False, tell=False)
        for _ in range(DECISIONS):
            meter.add()
            end = decided(program, state, events)
            if end is not None:
                return states, end
            states.append(state)
            _keep_hidden(program, estimate, state)
            chosen = {seat: engine.sample(program, state, seat, rng) for seat in engine.owed(program, state)}
            state, events = engine.step(program, state, chosen, dice, trace=False, tell=False, judged=True)
    except DenshoError:
        return [], None
    return states, None


def _keep_hidden(program: Program, estimate: Estimate, state: State) -> None:
    """Notes what the hidden slots of each fighter hold at a decision."""
    if not estimate.hidden_places:
        return
    pool = estimate.hidden.setdefault(program.plan.instructions[state.at].name, [])
    for seat in range(len(state.names)):
        pool.append(tuple(state.values[at][seat] for at in estimate.hidden_places))


# --- fitting -----------------------------------------------------------------------------------------


def _fit(estimate: Estimate, lessons: list[tuple[Features, float]], rng: random.Random) -> None:
    """Weights under which the estimates come close to how the fights went on; stochastic descent along the squared error."""
    weights: dict[Key, float] = {}
    for round_ in range(ROUNDS):
        rng.shuffle(lessons)
        rate = RATE / (1 + round_ / 2)
        for features, target in lessons:
            told = math.tanh(sum(weights.get(key, 0.0) * value for key, value in features.items()))
            size = sum(value * value for value in features.values())
            slope = rate * (target - told) * (1 - told * told) / (1 + size)
            for key, value in features.items():
                weights[key] = weights.get(key, 0.0) + slope * value
    estimate.weights = weights
