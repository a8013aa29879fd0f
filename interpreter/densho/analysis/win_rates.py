"""What a row, such as a technique, does to who wins: fights with it and without it, by a player that looks one turn ahead and by one that does not look.

They are played in rounds. A round has one start and one seed: a fight in which the first seat has the row, one in which the second has it, one in which nobody
has; so both seats are exchanged, and what comes of the start or the seed is the same on both sides of the comparison. Where no slot of a fighter grants rows of
the kind, everybody may use it, and those without it are players who do not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from densho import engine
from densho.analysis.budget import Budget, Meter, Progress
from densho.analysis.estimating import Estimate, learn
from densho.analysis.granting import Grant, Uses, find_grant, granted
from densho.analysis.intervals import paired, wilson
from densho.analysis.look_ahead import LookAhead
from densho.analysis.secrecy import Start
from densho.analysis.verdicts import Decided, decided
from densho.engine import Choice, SeededDice, State
from densho.errors import DenshoError
from densho.messages import Text

Bot = Literal["random", "look-ahead"]

DECISIONS = 80
"""A fight that nobody has won by then is left, and counts half."""
ROUNDS: dict[Bot, int] = {"random": 300, "look-ahead": 150}
LEARNING = 0.12
RANDOM = 0.2
"""The shares of the budget for learning the estimate, and of the rest for fights at random."""
TRIES = 30


@dataclass(frozen=True, slots=True)
class Rate:
    """Points out of `fights`: one for a fight won, half of one for a draw or a fight that was left. `low` … `high` is Wilson's 95 % interval."""

    score: float
    fights: int

    @property
    def share(self) -> float:
        return self.score / self.fights if self.fights else 0.5

    @property
    def low(self) -> float:
        return wilson(self.score, self.fights)[0]

    @property
    def high(self) -> float:
        return wilson(self.score, self.fights)[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The fights of one sort of player.

    `with_` and `without` are the rates of the same seats, with the row and without it; `effect` is how much greater the share is with it, by
    round, with the 95 % interval `low` … `high` (see `intervals.paired`). In `used` of the fights with it a choice used it; `unfinished` fights were left undecided,
    `broken` rounds ended in a fault of the rules, the first of them in `fault`, and count nowhere.
    """

    bot: Bot
    rounds: int
    fights: int
    used: int
    unfinished: int
    broken: int
    fault: Text | None
    with_: Rate
    without: Rate
    effect: float
    low: float
    high: float

    @property
    def significant(self) -> bool:
        """Whether the interval excludes that it has no effect."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WinRates:
    """`complete`: every round that was planned was played; otherwise the budget ended first.

    `grant` None: no slot of fighters holds such rows. Without arms there was nothing to compare.
    """

    kind: str
    row: str
    seed: int
    seconds: float
    work: int
    complete: bool
    grant: Grant | None
    arms: tuple[Arm, ...]


def win_rates(
    starts: Sequence[Start],
    kind: str,
    row: str,
    *,
    seed: int = 1,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> WinRates:
    """Plays fights with and without the row `row` of `kind`, from starts under the ruleset that holds it.

    The same seed and an equal budget of work give the same answer. Starts with one fighter, and those that do not admit the row, are passed over.
    """
    meter = Meter(budget or Budget(), progress)
    grant = find_grant(starts[0].program.ruleset, kind) if starts else None
    games = [one for start in starts for one in _games(start, grant, kind, row)]
    arms: tuple[Arm, ...] = ()
    done = True
    if games:
        with meter.guard():
            arms = _arms(games, seed, meter)
        done = all(arm.rounds + arm.broken >= ROUNDS[arm.bot] for arm in arms)
    return WinRates(
        kind=kind,
        row=row,
        seed=seed,
        seconds=meter.seconds,
        work=meter.work,
        complete=done,
        grant=grant,
        arms=arms,
    )


def _arms(games: Sequence[_Game], seed: int, meter: Meter) -> tuple[Arm, Arm]:
    seen = [start for game in games for start in (game.first, game.second)]
    estimates = learn(seen, f"{seed}", meter.part(LEARNING))
    at_random = _Rounds(games, estimates, "random", seed, meter.part(RANDOM)).played()
    return at_random, _Rounds(games, estimates, "look-ahead", seed, meter).played()


# --- rounds ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Game:
    """One start in three ways: the first seat has the row, the second has it, nobody has."""

    first: Start
    second: Start
    nobody: Start
    uses: Uses
    open: bool
    """Everybody may use it, so those without it have to forgo it."""


def _games(start: Start, grant: Grant | None, kind: str, row: str) -> Iterator[_Game]:
    uses = Uses(start.program, kind, row)
    if len(start.setup.fighters) < 2 or (grant is None and uses.passive):
        return
    if grant is None:
        yield _Game(start, start, start, uses, True)
        return
    try:
        first, second, nobody = (
            granted(start, grant, kind, row, frozenset(seats)) for seats in ((0,), (1,), ())
        )
        for one in (first, second, nobody):
            engine.start(one.program, one.setup, SeededDice(1), trace=False, tell=False)
    except DenshoError:
        return
    yield _Game(first, second, nobody, uses, False)


@dataclass(frozen=True, slots=True)
class _Played:
    """A fight to its first verdict; None if it was left."""

    end: Decided | None
    used: bool

    def score(self, seat: int) -> float:
        return 0.5 if self.end is None else (self.end.worth(seat) + 1) / 2


@dataclass
class _Rounds:
    games: Sequence[_Game]
    estimates: dict[int, Estimate]
    bot: Bot
    seed: int
    meter: Meter
    differences: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=lambda: [0.0, 0.0])
    used: int = 0
    unfinished: int = 0
    broken: int = 0
    fault: Text | None = None
    bots: dict[int, LookAhead] = field(default_factory=dict)

    def played(self) -> Arm:
        for number in range(ROUNDS[self.bot]):
            if self.meter.out:
                break
            game = self.games[number % len(self.games)]
            try:
                fights = self._round(game, f"{self.seed}/{self.bot}/{number}")
            except DenshoError as error:
                if self.meter.out:  # what takes too long when the time is up is no fault
                    break
                self.broken += 1
                self.fault = self.fault or error.message
                continue
            whole = [one for one in fights if one is not None]
            if len(whole) < len(fights):
                break
            self._count(whole)
        return self._arm()

    def _round(self, game: _Game, seed: str) -> list[_Played | None]:
        """The three fights; None for one that the budget cut short."""
        return [
            self._fight(start, game, holder, seed)
            for start, holder in ((game.first, 0), (game.second, 1), (game.nobody, -1))
        ]

    def _count(self, fights: list[_Played]) -> None:
        first, second, nobody = fights
        with_ = first.score(0) + second.score(1)
        without = nobody.score(0) + nobody.score(1)
        self.scores[0] += with_
        self.scores[1] += without
        self.differences.append((with_ - without) / 2)
        self.used += first.used + second.used
        self.unfinished += sum(one.end is None for one in fights)

    def _arm(self) -> Arm:
        rounds = len(self.differences)
        effect, low, high = paired(self.differences)
        return Arm(
            bot=self.bot,
            rounds=rounds,
            fights=3 * rounds,
            used=self.used,
            unfinished=self.unfinished,
            broken=self.broken,
            fault=self.fault,
            with_=Rate(self.scores[0], 2 * rounds),
            without=Rate(self.scores[1], 2 * rounds),
            effect=effect,
            low=low,
            high=high,
        )

    # --- one fight

    def _fight(self, start: Start, game: _Game, holder: int, seed: str) -> _Played | None:
        program, used = start.program, False
        dice = SeededDice(f"{seed}/dice")
        hands = [random.Random(f"{seed}/{seat}") for seat in range(len(start.setup.fighters))]
        state, events = engine.start(program, start.setup, dice, trace=False, tell=False)
        for _ in range(DECISIONS):
            end = decided(program, state, events)
            if end is not None:
                return _Played(end, used)
            if self.meter.out:
                return None
            owed = engine.owed(program, state)
            chosen = {
                seat: self._choice(game, state, seat, hands[seat], game.open and seat != holder)
                for seat in owed
            }
            used = used or any(game.uses.of(owed[seat], choice) for seat, choice in chosen.items())
            state, events = engine.step(program, state, chosen, dice, trace=False, tell=False, judged=True)
            self.meter.add()
        return _Played(decided(program, state, events), used)

    def _choice(self, game: _Game, state: State, seat: int, rng: random.Random, forgo: bool) -> Choice:
        program = game.uses.program
        decision = engine.owed(program, state)[seat]
        for _ in range(TRIES):
            if self.bot == "random" or (len(state.names) > 2 and seat > 1):
                choice = engine.sample(program, state, seat, rng)
            else:
                choice = self._bot(game).choose(state, seat, rng)
            if not forgo or not game.uses.of(decision, choice):
                break
        return choice

    def _bot(self, game: _Game) -> LookAhead:
        """One for each program: it keeps the solutions of positions."""
        program = game.uses.program
        if id(program) not in self.bots:
            self.bots[id(program)] = LookAhead(program, self.estimates[id(program)], self.meter, game.uses.of)
        return self.bots[id(program)]
