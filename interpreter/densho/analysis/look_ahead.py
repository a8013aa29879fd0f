"""A player that looks one turn ahead.

For each pair of choices, his own and the opponent's, the turn is played on until the same decision is owed again or somebody has won; what then
stands there is valued by the verdict or by an estimate. The payoffs make a matrix, and what is chosen is drawn from the mixture that
solves it. Choices are all that are legal where they are few, else some. Decisions later in the turn are made at random, and where dice fall
or such decisions are made, the average of a few turns counts.

What he uses is what his seat may see. Pending choices of others are never read. Slots that are hidden from him are replaced by what such slots held, at the
same decision, in fights that were played at random before, and hidden words of others' revealed choices are taken out; so he reckons with what might be,
not with what is, and draws no conclusions from what the others have done. With more than two fighters the others' choices are taken at random, and his is the best answer
to them on average.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from densho import engine
from densho.analysis.budget import Meter
from densho.analysis.choosing import Choices, Wish, choices_of
from densho.analysis.estimating import Estimate
from densho.analysis.positions import NotedDice
from densho.analysis.solving import Solution, grow
from densho.analysis.verdicts import Decided, decided
from densho.engine import Choice, Program, RulesetFault, State
from densho.engine.assemble import drop_words
from densho.engine.audience import Audiences
from densho.messages import Text

LISTED = 60
"""So many legal choices are all looked at; of more, `DRAWN` are drawn."""
DRAWN = 9
FALLS = 3
CROWD = 6
LATER = 16
"""So many later decisions of a turn are played at most."""
RESTLESS = 0.1
"""How often any choice is taken instead, so that two who look ahead do not stand still for ever."""
KEPT = 4000
"""So many solutions are kept for when a position comes again."""
BLOCK = 0.9
"""What winning a block is worth that is not the whole fight."""
TRUST = 0.8
"""How much an estimate counts beside a verdict."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn played: where it led, what was decided, and whether it might have come otherwise."""

    state: State
    end: Decided | None
    chance: bool


def play_turn(program: Program, state: State, chosen: dict[int, Choice], seed: str, meter: Meter) -> Turn:
    """From choices of all who owe one to the next time that the same decision is owed, or to a verdict. Raises `RulesetFault`."""
    dice = NotedDice(seed)
    rng = None
    at = decision_of(program, state)
    state, events = engine.step(program, state, chosen, dice, trace=False, tell=False, judged=True)
    meter.add()
    for _ in range(LATER):
        end = decided(program, state, events)
        if end is not None or decision_of(program, state) == at:
            return Turn(state, end, dice.fell or rng is not None)
        rng = rng or random.Random(seed)
        drawn = {seat: engine.sample(program, state, seat, rng) for seat in engine.owed(program, state)}
        state, events = engine.step(program, state, drawn, dice, trace=False, tell=False, judged=True)
        meter.add()
    return Turn(state, decided(program, state, events), True)


def decision_of(program: Program, state: State) -> str:
    """The decision that is owed."""
    return program.plan.instructions[state.at].name


class LookAhead:
    """`wish` names choices that are to be among those looked at, where not all are."""

    def __init__(self, program: Program, estimate: Estimate, meter: Meter, wish: Wish | None = None) -> None:
        self.program = program
        self.estimate = estimate
        self.meter = meter
        self.wish = wish
        self.fault: Text | None = None
        """How the rules failed first, if they did."""
        self._kept: dict[tuple[State, int], Solution] = {}

    def choose(self, state: State, seat: int, rng: random.Random) -> Choice:
        """A legal choice. Raises `RulesetFault` if there is none."""
        own = self._looked_at(state, seat, rng)
        if len(own.choices) == 1 or rng.random() < RESTLESS:
            return rng.choice(own.choices)
        imagined = self.imagined(state, seat, rng)
        others = [one for one in state.owing if one != seat]
        if len(state.names) == 2 and others:
            theirs = self._looked_at(imagined, others[0], rng)
            shares: Sequence[float] = self._solved(imagined, seat, own, theirs, rng).row
        else:
            shares = self._best_on_average(imagined, seat, own.choices, others, rng)
        return rng.choices(own.choices, shares)[0]

    def _looked_at(self, state: State, seat: int, rng: random.Random) -> Choices:
        return choices_of(self.program, state, seat, rng, list_up_to=LISTED, draw=DRAWN, wish=self.wish)

    def _solved(self, state: State, seat: int, own: Choices, other: Choices, rng: random.Random) -> Solution:
        """The turn's matrix solved; what is known whole is kept, for either seat."""
        whole = own.whole and other.whole
        key = (state, seat)
        if whole and key in self._kept:
            return self._kept[key]
        seed = "kept" if whole else f"{rng.getrandbits(64)}"
        foe = 1 - seat

        def payoff(row: int, column: int) -> float:
            return self.worth(state, seat, {seat: own.choices[row], foe: other.choices[column]}, seed)

        found = grow(len(own.choices), len(other.choices), payoff)
        if whole and len(self._kept) < KEPT:
            self._kept[key] = found
            self._kept[state, foe] = Solution(found.column, found.row, -found.value)
        return found

    def _best_on_average(
        self, state: State, seat: int, own: Sequence[Choice], others: Sequence[int], rng: random.Random
    ) -> list[float]:
        """The best of the own choices, where the others choose at random (or nobody else chooses)."""
        crowds = [
            {one: engine.sample(self.program, state, one, rng) for one in others}
            for _ in range(CROWD if others else 1)
        ]
        seed = f"{rng.getrandbits(64)}"
        means = [sum(self.worth(state, seat, {**crowd, seat: one}, seed) for crowd in crowds) for one in own]
        best = max(means)
        return [float(mean >= best - 1e-9) for mean in means]

    def value_without(self, state: State, seat: int, shunned: Wish, rng: random.Random) -> float:
        """What the position is worth to a seat of two that does without some choices; if it has no others, what the estimate says."""
        decision, other = decision_of(self.program, state), 1 - seat
        own = self._looked_at(state, seat, rng).choices
        kept = tuple(choice for choice in own if not shunned(decision, choice))
        if not kept:
            return self.estimate.worth(state, seat)
        if other in state.owing:
            theirs = self._looked_at(state, other, rng)
            return self._solved(state, seat, Choices(kept, False), theirs, rng).value
        seed = f"{rng.getrandbits(64)}"
        return max(self.worth(state, seat, {seat: one}, seed) for one in kept)

    def worth(self, state: State, seat: int, chosen: dict[int, Choice], seed: str) -> float:
        """What the choices are worth to the seat on average; a turn in which the rules fail, nothing."""
        turns = self.turns(state, chosen, seed)
        return sum(self.of_turn(turn, seat) for turn in turns) / len(turns) if turns else 0.0

    def turns(self, state: State, chosen: dict[int, Choice], seed: str) -> list[Turn]:
        """The turn played out, a few times where it may come out in different ways; none where the rules fail."""
        found: list[Turn] = []
        for number in range(FALLS):
            try:
                found.append(play_turn(self.program, state, chosen, f"{seed}/{number}", self.meter))
            except RulesetFault as fault:
                self.fault = self.fault or fault.message
                return []
            if not found[-1].chance:
                break
        return found

    def of_turn(self, turn: Turn, seat: int) -> float:
        if turn.end is None:
            return TRUST * self.estimate.worth(turn.state, seat)
        return turn.end.worth(seat) * (1.0 if turn.end.block == "fight" else BLOCK)

    # --- what is hidden

    def imagined(self, state: State, seat: int, rng: random.Random) -> State:
        """The state as it might be, for all that the seat knows."""
        values = self._without_words(list(state.values), seat)
        pool = self.estimate.hidden.get(decision_of(self.program, state), ())
        audiences = Audiences(self.program, self.program.plain, state.values)
        for other in range(len(state.names)):
            drawn = rng.choice(pool) if pool else None
            for number, at in enumerate(self.estimate.hidden_places):
                if other == seat or audiences.sees(at, other, seat):
                    continue
                row = list(values[at])
                row[other] = row[-1] if drawn is None else drawn[number]
                values[at] = tuple(row)
        return state._replace(values=tuple(values), pending=(None,) * len(state.owing))

    def _without_words(self, values: list[Any], seat: int) -> list[Any]:
        layout = self.program.layout
        for decision, at in layout.choice_index.items():
            shape = layout.choice_layout(decision)
            hidden = {i for i, word in enumerate(shape.words) if word.hidden}
            if hidden:
                values[at] = tuple(
                    choice if owner in (seat, len(values[at]) - 1) else drop_words(shape, choice, hidden)
                    for owner, choice in enumerate(values[at])
                )
        return values
