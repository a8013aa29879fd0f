"""Positions of real play in which a row can be used: of starts, and of fights played at random and by players who look one turn ahead.

In more than half of the fights the one who has the row saves it up, so that positions late in a fight still admit what may be used only once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from densho import engine
from densho.analysis.budget import Meter
from densho.analysis.choosing import choices_of, listed
from densho.analysis.estimating import Estimate, learn
from densho.analysis.granting import Grant, Uses, find_grant, granted, holds
from densho.analysis.look_ahead import LookAhead, decision_of
from densho.analysis.positions import NotedDice, Position, Step
from densho.analysis.secrecy import Start
from densho.analysis.verdicts import decided
from densho.engine import Choice, State
from densho.engine.spelling import said, spell_part
from densho.errors import DenshoError

FIGHTS = 400
DECISIONS = 60
MOST_STARTS = 80
LEARNING = 0.1
COLLECTING = 0.25
"""Shares of what is left of the budget: for the estimate, and for positions."""
POSITIONS = 200
USES = 6
"""So many choices that use it are looked at in each position."""
LISTED = 400
DRAWN = 24
GLANCES = 12
"""So many choices are drawn to see whether any uses it, where they are too many to list."""
SAVED = 0.6
TRIES = 6


@dataclass
class Collector:
    """`positions` counts those that were looked at, `fights` those that were played; `whole`: the budget did not end it."""

    starts: Sequence[Start]
    kind: str
    row: str
    seed: int
    meter: Meter
    positions: int = 0
    fights: int = 0
    whole: bool = True

    @cached_property
    def grant(self) -> Grant | None:
        return find_grant(self.starts[0].program.ruleset, self.kind) if self.starts else None

    @cached_property
    def estimates(self) -> dict[int, Estimate]:
        return learn([start for start, _ in self.games], f"{self.seed}", self.meter.part(LEARNING))

    def uses(self, start: Start) -> Uses:
        return Uses(start.program, self.kind, self.row)

    @cached_property
    def games(self) -> tuple[tuple[Start, int], ...]:
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

    def usable(self) -> Iterator[Position]:
        """Positions in which a choice uses the row: first of the starts themselves, then of fights."""
        meter = self.meter.part(COLLECTING)
        games = self.games
        bots = {
            key: LookAhead(start.program, self.estimates[key], meter, self.uses(start).of)
            for start, _ in games
            if (key := id(start.program)) in self.estimates
        }
        seen: set[tuple[int, State]] = set()
        for number in range(len(games) + FIGHTS):
            if len(seen) >= POSITIONS:
                return
            if meter.out:
                self.whole = False
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
        program, saves = start.program, rng.random() < SAVED
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
        uses = self.uses(start)
        decision = decision_of(start.program, state)
        for _ in range(TRIES):
            choice = (
                engine.sample(start.program, state, seat, rng)
                if bot is None
                else bot.choose(state, seat, rng)
            )
            if not saves or not uses.of(decision, choice):
                break
        return choice

    def _is_usable(self, start: Start, state: State, user: int, rng: random.Random) -> bool:
        uses, decision = self.uses(start), decision_of(start.program, state)
        every = listed(start.program, state, user, LISTED)
        found = every or (engine.sample(start.program, state, user, rng) for _ in range(GLANCES))
        return any(uses.of(decision, choice) for choice in found)

    def using(self, start: Start, state: State, user: int, rng: random.Random) -> list[Choice]:
        """Choices that use the row; of many, some of each way."""
        uses, decision = self.uses(start), decision_of(start.program, state)
        found = choices_of(start.program, state, user, rng, list_up_to=LISTED, draw=DRAWN, wish=uses.of)
        by_way: dict[str, list[Choice]] = {}
        for choice in found.choices:
            if uses.of(decision, choice):
                by_way.setdefault(way_text(start, uses, decision, choice), []).append(choice)
        for choices in by_way.values():
            rng.shuffle(choices)
        mixed: list[Choice] = []
        while len(mixed) < USES and any(by_way.values()):
            mixed += [choices.pop() for choices in by_way.values() if choices]
        return mixed[:USES]


def way_text(start: Start, uses: Uses, decision: str, choice: Choice) -> str:
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
