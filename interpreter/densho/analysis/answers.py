"""What an opponent can do about a row, such as a technique: for each way to use it, from positions of real play, which answers there are, and where there is none.

A position that is won without it too says nothing about it and is left out.

Positions are the starts themselves and those that fights lead to, played at random and by players who look one turn ahead, in which the one who
may use it does so or saves it up. In each, every choice that uses it (or some, where there are too many) is played against every choice of the opponent
(likewise), for one turn. An answer *holds* if the user has not won by then. Those cases first in which the fewest do, it is searched whether those that hold lose in
the next turn; where all do, that is a line that nothing answers, and it is given as a scenario. Fights of two alone are looked at.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from densho import engine
from densho.analysis.budget import Budget, Meter, Progress
from densho.analysis.choosing import choices_of, listed
from densho.analysis.estimating import Estimate, learn
from densho.analysis.forcing import ANSWERS, SOME, Forced, Forcing, GaveUp
from densho.analysis.granting import Grant, Uses, find_grant, granted, holds
from densho.analysis.look_ahead import LookAhead, Turn, decision_of
from densho.analysis.positions import NotedDice, Position, Step, as_scenario
from densho.analysis.secrecy import Start
from densho.analysis.verdicts import decided
from densho.engine import Choice, RulesetFault, State
from densho.engine.spelling import said, spell_part
from densho.errors import DenshoError

FIGHTS = 400
DECISIONS = 60
MOST_STARTS = 80
LEARNING = 0.1
COLLECTING = 0.25
LOOKING = 0.6
"""Shares of what is left of the budget: for the estimate, for positions, for their answers; the rest is for lines that nothing answers."""
POSITIONS = 200
USES = 6
"""So many choices that use it are looked at in each position."""
LISTED = 400
DRAWN = 24
GLANCES = 12
"""So many choices are drawn to see whether any uses it, where they are too many to list."""
HORIZON = 2
LINES = 3
MOST_STEPS = 30_000
"""So many steps are spent on one search for a line."""
MARGIN = 0.1
"""So much more is worth more, by the estimate."""
WON = 0.8
"""A position that is worth more is won."""
BEST = 6
EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class Frequent:
    """An answer and in how many of the cases no other was better; where answers are sequences, a part that the best ones hold."""

    decision: str
    text: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to use it: choices of the same words. `text` has the words without numbers that do not matter.

    Of `times` cases (a position that is not won without it, and a choice), `answered` are those in which some answer holds for a turn; in `listed` every answer was tried. In `gaining` cases
    the user was better off by the estimate, whatever the answer, than without it. `lost` is the share of answers that lose
    within the turn. `best` are the best of the answers that hold, most frequent first; `example` is a whole choice.
    """

    decision: str
    text: str
    example: str
    times: int
    answered: int
    listed: int
    gaining: int
    lost: float
    best: tuple[Frequent, ...]

    @property
    def unanswered(self) -> int:
        return self.times - self.answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What becomes of `count` answers, of which `answers` are examples: they lose by this verdict after `turns` further turns.

    `then` is what the user chooses afterwards in the first example.
    """

    answers: tuple[str, ...]
    count: int
    block: str
    by: str | None
    turns: int
    then: tuple[tuple[str, str], ...] = ()
    """Decision and choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A choice that nothing answers: whatever `opponent` chooses, `user` has won within `horizon` turns.

    `exhaustive`: every legal answer was tried, here and later; else `answers` is how many were. `chance`: dice fell, and it holds for the falls that were tried.
    `scenario` is the position with one answer played to its end, as an entry of `scenarios`; it can be run.
    """

    user: str
    opponent: str
    decision: str
    choice: str
    fates: tuple[Fate, ...]
    answers: int
    exhaustive: bool
    chance: bool
    horizon: int
    scenario: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """`passive`: no choice names the row, so there is nothing to answer: it does what it does by being had. `legal_in` of the `positions` a choice could use it; of those `won` were won
    without it, and are left out of everything else. With `broken` answers the rules failed; these count nowhere.

    `complete`: everything planned was looked at; otherwise the budget ended first.
    """

    kind: str
    row: str
    seed: int
    seconds: float
    work: int
    complete: bool
    grant: Grant | None
    passive: bool
    fights: int
    positions: int
    legal_in: int
    won: int
    broken: int
    ways: tuple[Way, ...]
    lines: tuple[Line, ...]

    @property
    def never_legal(self) -> bool:
        """Whether no position was found in which it could be used."""
        return not self.passive and self.positions > 0 and self.legal_in == 0


def answers(
    starts: Sequence[Start],
    kind: str,
    row: str,
    *,
    seed: int = 1,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Answers:
    """What answers there are to the row `row` of `kind`, from starts under the ruleset that holds it.

    The same seed and an equal budget of work give the same answer.
    """
    return _Asking(starts, kind, row, seed, Meter(budget or Budget(), progress)).asked()


# --- cases -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
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
class _Asking:
    starts: Sequence[Start]
    kind: str
    row: str
    seed: int
    meter: Meter
    positions: int = 0
    fights: int = 0
    won: int = 0
    broken: int = 0
    all_collected: bool = True

    def asked(self) -> Answers:
        games = self._games
        passive = bool(games) and all(self._uses(start).passive for start, _ in games)
        held = self.grant is not None and self.grant.how == "value"
        usable: list[Position] = []
        cases: list[_Case] = []
        lines: tuple[Line, ...] = ()
        done = True
        if games and not passive:
            usable = list(self._usable())
            done = self._looked(usable, cases) and self.all_collected
            lines, searched = self._lines(cases)
            done = done and searched
        return Answers(
            kind=self.kind,
            row=self.row,
            seed=self.seed,
            seconds=self.meter.seconds,
            work=self.meter.work,
            complete=done,
            grant=self.grant,
            passive=passive or (held and not usable),
            fights=self.fights,
            positions=self.positions,
            legal_in=len(usable),
            won=self.won,
            broken=self.broken,
            ways=tuple(self._ways(cases)),
            lines=lines,
        )

    @cached_property
    def grant(self) -> Grant | None:
        return find_grant(self.starts[0].program.ruleset, self.kind) if self.starts else None

    @cached_property
    def estimates(self) -> dict[int, Estimate]:
        return learn([start for start, _ in self._games], f"{self.seed}", self.meter.part(LEARNING))

    def _uses(self, start: Start) -> Uses:
        return Uses(start.program, self.kind, self.row)

    @cached_property
    def _games(self) -> tuple[tuple[Start, int], ...]:
        """Starts of two fighters in which one of them has the row, with his seat; first those that are about it."""
        grant = self.grant
        two = [start for start in self.starts if len(start.setup.fighters) == 2]
        about = [one for one in two if grant is not None and holds(one, grant, self.kind, self.row)]
        rest = [one for one in two if one not in about]
        chosen = [*rest[:1], *about, *rest[1:]][:MOST_STARTS]
        return tuple(game for start in chosen for game in self._with_row(start))

    def _with_row(self, start: Start) -> Iterator[tuple[Start, int]]:
        for user in (0, 1):
            try:
                given = start
                if self.grant is not None:
                    given = granted(start, self.grant, self.kind, self.row, frozenset({user}))
                engine.start(given.program, given.setup, NotedDice("1"), trace=False, tell=False)
            except DenshoError:
                continue
            yield given, user

    # --- positions

    def _usable(self) -> Iterator[Position]:
        """Positions in which a choice uses the row: first of the starts themselves, then of fights."""
        meter = self.meter.part(COLLECTING)
        games = self._games
        bots = {
            key: LookAhead(start.program, self.estimates[key], meter, self._uses(start).of)
            for start, _ in games
            if (key := id(start.program)) in self.estimates
        }
        seen: set[tuple[int, State]] = set()
        for number in range(len(games) + FIGHTS):
            if len(seen) >= POSITIONS:
                return
            if meter.out:
                self.all_collected = False
                return
            start, user = games[number % len(games)]
            rng = random.Random(f"{self.seed}/positions/{number}")
            bot = bots[id(start.program)] if number % 3 == 2 else None
            decisions = 1 if number < len(games) else DECISIONS
            try:
                yield from self._of_fight(start, user, rng, bot, seen, meter, decisions)
            except DenshoError:
                continue
            self.fights += decisions > 1

    def _of_fight(
        self,
        start: Start,
        user: int,
        rng: random.Random,
        bot: LookAhead | None,
        seen: set[tuple[int, State]],
        meter: Meter,
        decisions: int,
    ) -> Iterator[Position]:
        program, saves = start.program, rng.random() < 0.6
        dice = NotedDice(f"{rng.getrandbits(64)}")
        state, events = engine.start(program, start.setup, dice, trace=False, tell=False)
        opening = dice.rolled(state.names)
        way: tuple[Step, ...] = ()
        for number in range(1, decisions + 1):
            meter.add()
            if decided(program, state, events) is not None or meter.out:
                return
            owed = engine.owed(program, state)
            if user in owed and (user, state) not in seen and len(seen) < POSITIONS:
                self.positions += 1
                if self._is_usable(start, state, user, rng):
                    seen.add((user, state))
                    yield Position(start, user, state, opening, way)
            if number == decisions:
                return
            chosen = {seat: self._move(start, state, seat, rng, bot, saves and seat == user) for seat in owed}
            dice = NotedDice(f"{rng.getrandbits(64)}")
            step = (decision_of(program, state), chosen)
            state, events = engine.step(program, state, chosen, dice, trace=False, tell=False, judged=True)
            way = (*way, Step(*step, dice.rolled(state.names)))

    def _move(
        self, start: Start, state: State, seat: int, rng: random.Random, bot: LookAhead | None, saves: bool
    ) -> Choice:
        uses = self._uses(start)
        decision = decision_of(start.program, state)
        for _ in range(6):
            choice = (
                engine.sample(start.program, state, seat, rng)
                if bot is None
                else bot.choose(state, seat, rng)
            )
            if not saves or not uses.of(decision, choice):
                break
        return choice

    def _is_usable(self, start: Start, state: State, user: int, rng: random.Random) -> bool:
        uses, decision = self._uses(start), decision_of(start.program, state)
        every = listed(start.program, state, user, LISTED)
        found = every or (engine.sample(start.program, state, user, rng) for _ in range(GLANCES))
        return any(uses.of(decision, choice) for choice in found)

    def _using(self, start: Start, state: State, user: int, rng: random.Random) -> list[Choice]:
        """Choices that use the row; of many, some of each way."""
        uses, decision = self._uses(start), decision_of(start.program, state)
        found = choices_of(start.program, state, user, rng, list_up_to=LISTED, draw=DRAWN, wish=uses.of)
        by_way: dict[str, list[Choice]] = {}
        for choice in found.choices:
            if uses.of(decision, choice):
                by_way.setdefault(_way(start, uses, decision, choice), []).append(choice)
        for choices in by_way.values():
            rng.shuffle(choices)
        mixed: list[Choice] = []
        while len(mixed) < USES and any(by_way.values()):
            mixed += [choices.pop() for choices in by_way.values() if choices]
        return mixed[:USES]

    # --- answers

    def _looked(self, usable: Sequence[Position], cases: list[_Case]) -> bool:
        """Plays every answer of every position; False if the budget ended first."""
        meter = self.meter.part(LOOKING)
        bots: dict[int, LookAhead] = {}
        for number, position in enumerate(usable):
            if meter.out:
                return False
            program = position.program
            rng = random.Random(f"{self.seed}/answers/{number}")
            bot = bots.setdefault(
                id(program),
                LookAhead(program, self.estimates[id(program)], meter, self._uses(position.start).of),
            )
            try:
                cases.extend(self._cases(position, bot, rng))
            except RulesetFault:
                continue
        return True

    def _cases(self, position: Position, bot: LookAhead, rng: random.Random) -> Iterator[_Case]:
        state, user = position.state, position.user
        decision = decision_of(position.program, state)
        others: Sequence[Choice | None] = (None,)
        whole = True
        if 1 - user in engine.owed(position.program, state):
            found = choices_of(position.program, state, 1 - user, rng, list_up_to=ANSWERS, draw=SOME)
            others, whole = found.choices, found.whole
        before = bot.value_without(state, user, self._uses(position.start).of, rng)
        if before > WON:
            self.won += 1
            return
        for choice in self._using(position.start, state, user, rng):
            worths = [self._answer(bot, state, user, choice, other) for other in others]
            known = tuple(one for one in worths if one is not None)
            self.broken += len(worths) - len(known)
            if known:
                yield _Case(position, choice, decision, known, whole and len(known) == len(worths), before)

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

    # --- what is told

    def _way(self, case: _Case) -> str:
        return _way(case.position.start, self._uses(case.position.start), case.decision, case.choice)

    def _ways(self, cases: Sequence[_Case]) -> Iterator[Way]:
        by_way: dict[tuple[str, str], list[_Case]] = {}
        for case in cases:
            key = case.decision, self._way(case)
            by_way.setdefault(key, []).append(case)
        for (decision, text), found in sorted(by_way.items(), key=lambda one: (-len(one[1]), one[0])):
            shares = [1 - case.standing for case in found]
            yield Way(
                decision=decision,
                text=text,
                example=_spelt(found[0].position, found[0].choice),
                times=len(found),
                answered=sum(case.standing > 0 for case in found),
                listed=sum(case.whole for case in found),
                gaining=sum(case.least > case.before + MARGIN for case in found),
                lost=sum(shares) / len(shares),
                best=tuple(_best(found)),
            )

    # --- lines that nothing answers

    def _lines(self, cases: Sequence[_Case]) -> tuple[tuple[Line, ...], bool]:
        """The clearest lines first; False if the budget ended before all promising cases were searched."""
        promising = sorted(
            (case for case in cases if case.worths[0][0] is not None),
            key=lambda case: (case.standing, not case.whole, -case.least, len(case.position.way)),
        )
        found: list[Line] = []
        ways: set[str] = set()
        for case in promising:
            if len(found) == LINES:
                break
            if self.meter.out:
                return tuple(found), False
            way = self._way(case)
            if way in ways:
                continue
            line = self._line(case)
            if line is not None:
                ways.add(way)
                found.append(line)
        found.sort(key=lambda line: (not line.exhaustive, line.chance, line.horizon))
        return tuple(found), True

    def _line(self, case: _Case) -> Line | None:
        position = case.position
        for turns in range(1, HORIZON + 1):
            wish = self._uses(position.start).of
            forcing = Forcing(position.program, position.user, self.meter, wish, MOST_STEPS)
            try:
                forced = forcing.unanswerable(position.state, case.choice, turns)
            except GaveUp:
                return None
            if forced is not None:
                return (
                    None if self._wins_anyway(position, forcing, turns) else self._told(case, forced, turns)
                )
        return None

    def _wins_anyway(self, position: Position, forcing: Forcing, turns: int) -> bool:
        """Whether another choice does the same without the row; also where that could not be found out."""
        uses, decision = self._uses(position.start), decision_of(position.program, position.state)
        try:
            return any(
                forcing.unanswerable(position.state, choice, turns) is not None
                for choice in forcing.own(position.state)
                if choice is not None and not uses.of(decision, choice)
            )
        except GaveUp:
            return True

    def _told(self, case: _Case, forced: Forced, turns: int) -> Line:
        position = case.position
        names, user = position.state.names, position.user
        worst = max(forced.losses, key=lambda loss: loss.turns)
        end = {"winner": names[user]} if worst.end.by is None else {"winner": names[user], "by": worst.end.by}
        expect = {"outcome" if worst.end.block == "fight" else "bout": end}
        name = f"{self.row}: {_spelt(position, case.choice)}"
        return Line(
            user=names[user],
            opponent=names[1 - user],
            decision=case.decision,
            choice=_spelt(position, case.choice),
            fates=tuple(_fates(position, forced)),
            answers=len(forced.losses),
            exhaustive=forced.whole,
            chance=forced.chance,
            horizon=turns,
            scenario=as_scenario(position, name, worst.line, expect),
        )


def _is_won(turn: Turn, user: int) -> bool:
    return turn.end is not None and user in turn.end.winners


def _spelt(position: Position, choice: Choice) -> str:
    decision = decision_of(position.program, position.state)
    return engine.print_choice(position.program, decision, choice, position.state.names)


def _way(start: Start, uses: Uses, decision: str, choice: Choice) -> str:
    """The words of a choice, numbers left out; of a sequence only the parts that use the row."""
    names = tuple(name for name, _ in start.setup.fighters)
    layout = start.program.layout
    shape = layout.choice_layout(decision)
    parts = [
        spell_part(layout, shape, word, arguments, (*names, None))
        for word, arguments in said(shape, choice)
        if not shape.in_sequence(word) or uses.of_part(shape, word, arguments)
    ]
    without = (" ".join(one for one in part.split(" ") if not one.lstrip("-").isdigit()) for part in parts)
    return "; ".join(dict.fromkeys(without))


def _answer_texts(case: _Case, answer: Choice) -> tuple[str, ...]:
    """An answer as it is counted: whole, but of a sequence each of its parts."""
    shape = case.position.program.layout.choice_layout(case.decision)
    text = _spelt(case.position, answer)
    return tuple(dict.fromkeys(text.split("; "))) if shape.sequences else (text,)


def _best(cases: Sequence[_Case]) -> Iterator[Frequent]:
    counts: Counter[tuple[str, str]] = Counter()
    for case in cases:
        standing = [(other, worth) for other, worth, lost in case.worths if not lost and other is not None]
        best = min((worth for _, worth in standing), default=0.0) + 1e-9
        texts = {text for other, worth in standing if worth <= best for text in _answer_texts(case, other)}
        counts.update((case.decision, text) for text in texts)
    for (decision, text), times in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:BEST]:
        yield Frequent(decision, text, times)


def _fates(position: Position, forced: Forced) -> Iterator[Fate]:
    groups: dict[tuple[int, str, str | None], list[Any]] = {}
    for loss in forced.losses:
        groups.setdefault((loss.turns, loss.end.block, loss.end.by), []).append(loss)
    for (turns, block, by), losses in sorted(groups.items(), key=lambda one: (-len(one[1]), str(one[0]))):
        examples = [_spelt(position, loss.answer) for loss in losses if loss.answer is not None]
        then = [
            (step.decision, engine.print_choice(position.program, step.decision, own, position.state.names))
            for step in losses[0].line[1:]
            if (own := step.choices.get(position.user)) is not None
        ]
        yield Fate(
            answers=tuple(examples[:EXAMPLES]),
            count=len(losses),
            block=block,
            by=by,
            turns=turns,
            then=tuple(then),
        )
