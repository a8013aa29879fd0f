"""Cases: a position and a choice that uses a row, played against every answer for one turn; and what they say about each way to use it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from densho import engine
from densho.analysis.budget import Meter
from densho.analysis.choosing import choices_of
from densho.analysis.collecting import Collector, way_text
from densho.analysis.forcing import ANSWERS, SOME
from densho.analysis.look_ahead import LookAhead, Turn, decision_of
from densho.analysis.positions import Position
from densho.analysis.told import Frequent, Way
from densho.engine import Choice, RulesetFault, State
from densho.messages import Text

MARGIN = 0.1
"""So much more is worth more, by the estimate."""
WON = 0.8
"""A position that is worth more is won."""
BEST = 6


@dataclass(frozen=True, slots=True)
class Case:
    """A position and a choice that uses the row, with what each answer is worth to the user after a turn."""

    position: Position
    choice: Choice
    decision: str
    worths: tuple[tuple[Choice | None, float, bool], ...]
    """Answer, worth, whether it loses within the turn."""
    whole: bool
    before: float

    @property
    def standing(self) -> float:
        return sum(not lost for _, _, lost in self.worths) / len(self.worths)

    @property
    def least(self) -> float:
        return min(worth for _, worth, _ in self.worths)


@dataclass
class Answering:
    """Plays the answers. `won` counts positions that are won without the row, `broken` answers with which the rules failed."""

    collector: Collector
    meter: Meter
    won: int = 0
    broken: int = 0
    fault: Text | None = None

    def looked(self, usable: Sequence[Position], cases: list[Case]) -> bool:
        """Plays every answer of every position; False if the budget ended first."""
        meter, collector = self.meter, self.collector
        bots: dict[int, LookAhead] = {}
        for number, position in enumerate(usable):
            if meter.out:
                return False
            program = position.program
            rng = random.Random(f"{collector.seed}/answers/{number}")
            bot = bots.setdefault(
                id(program),
                LookAhead(
                    program, collector.estimates[id(program)], meter, collector.uses(position.start).of
                ),
            )
            try:
                cases.extend(self._cases(position, bot, rng))
            except RulesetFault:
                continue
        return True

    def _cases(self, position: Position, bot: LookAhead, rng: random.Random) -> Iterator[Case]:
        state, user = position.state, position.user
        decision = decision_of(position.program, state)
        others: Sequence[Choice | None] = (None,)
        whole = True
        if 1 - user in engine.owed(position.program, state):
            found = choices_of(position.program, state, 1 - user, rng, list_up_to=ANSWERS, draw=SOME)
            others, whole = found.choices, found.whole
        before = bot.value_without(state, user, self.collector.uses(position.start).of, rng)
        if before > WON:
            self.won += 1
            return
        for choice in self.collector.using(position.start, state, user, rng):
            worths = [self._answer(bot, state, user, choice, other) for other in others]
            known = tuple(one for one in worths if one is not None)
            if (
                len(known) < len(worths) and not self.meter.out
            ):  # what takes too long when the time is up is no fault
                self.broken += len(worths) - len(known)
                self.fault = self.fault or bot.fault
            if known:
                yield Case(position, choice, decision, known, whole and len(known) == len(worths), before)

    def _answer(
        self, bot: LookAhead, state: State, user: int, choice: Choice, other: Choice | None
    ) -> tuple[Choice | None, float, bool] | None:
        """The answer with what it is worth and whether it loses; None if the rules fail."""
        chosen = {user: choice} if other is None else {user: choice, 1 - user: other}
        turns = bot.turns(state, chosen, "answers")
        if not turns:
            return None
        worth = sum(bot.of_turn(turn, user) for turn in turns) / len(turns)
        return other, worth, all(_is_won(turn, user) for turn in turns)


def _is_won(turn: Turn, user: int) -> bool:
    return turn.end is not None and user in turn.end.winners


# --- what they say -----------------------------------------------------------------------------------


def way_of(collector: Collector, case: Case) -> str:
    """The way to use it that a case is about."""
    start = case.position.start
    return way_text(start, collector.uses(start), case.decision, case.choice)


def ways(collector: Collector, cases: Sequence[Case]) -> Iterator[Way]:
    """What the cases say about each way, those with the most cases first."""
    by_way: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        key = case.decision, way_of(collector, case)
        by_way.setdefault(key, []).append(case)
    for (decision, text), found in sorted(by_way.items(), key=lambda one: (-len(one[1]), one[0])):
        shares = [1 - case.standing for case in found]
        yield Way(
            decision=decision,
            text=text,
            example=spelt(found[0].position, found[0].choice),
            times=len(found),
            answered=sum(case.standing > 0 for case in found),
            listed=sum(case.whole for case in found),
            gaining=sum(case.least > case.before + MARGIN for case in found),
            lost=sum(shares) / len(shares),
            best=tuple(_best(found)),
        )


def spelt(position: Position, choice: Choice) -> str:
    """A choice of the decision that is owed there."""
    decision = decision_of(position.program, position.state)
    return engine.print_choice(position.program, decision, choice, position.state.names)


def _answer_texts(case: Case, answer: Choice) -> tuple[str, ...]:
    """An answer as it is counted: whole, but of a sequence each of its parts."""
    shape = case.position.program.layout.choice_layout(case.decision)
    text = spelt(case.position, answer)
    return tuple(dict.fromkeys(text.split("; "))) if shape.sequences else (text,)


def _best(cases: Sequence[Case]) -> Iterator[Frequent]:
    counts: Counter[tuple[str, str]] = Counter()
    for case in cases:
        standing = [(other, worth) for other, worth, lost in case.worths if not lost and other is not None]
        best = min((worth for _, worth in standing), default=0.0) + 1e-9
        texts = {text for other, worth in standing if worth <= best for text in _answer_texts(case, other)}
        counts.update((case.decision, text) for text in texts)
    for (decision, text), times in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:BEST]:
        yield Frequent(decision, text, times)
