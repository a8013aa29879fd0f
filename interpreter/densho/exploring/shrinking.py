"""Making a fight short while it still shows what it was found for.

Comes in: a fight and `shows`, which plays a changed fight and gives it back as it went, if it still shows it. Goes out: a fight of which no
single part can be left out or made simpler, or the best so far when the budget of trials is spent. Nothing is random: the same
fight gives the same short one.

The order of passes is from coarse to fine: the end cut off, a later state taken as the setup, fighters, steps, options, slots, choices part by
part, numbers, dice. Each change must lessen `cost`, so that all comes to an end.

Where the fight must stay one that play can reach (`free` names the slots that people choose), other slots are left out together or not at all,
numbers stay, and a later state is taken whole, last of all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from densho import engine
from densho.engine import Setup, State
from densho.engine.domains import TooMany
from densho.engine.legal import legal_refusals
from densho.engine.refuse import asked
from densho.engine.search import Search
from densho.errors import DenshoError
from densho.exploring.chance import Lowest
from densho.exploring.fight import Fight, Rolled, Slots, Step, holders, settable, without
from densho.exploring.replaying import replay
from densho.ir import nodes as ir

Shows = Callable[[Fight], Fight | None]
"""The fight as it went, if it still shows what is wanted; else None."""

TRIALS = 400
"""So many changed fights are tried, as a rule."""
LISTED = 40
LOOKED_AT = 400
SIMPLEST = 3
"""So many of the legal choices that are found first, with so many looked at, are candidates for a simple one; and so many of these are tried."""

_NUMBER = re.compile(r"\b\d+\b")


def cost(fight: Fight) -> tuple[int, int, int]:
    """How long a fight is when it is written down, then how large its numbers, then its dice."""
    slots = [value for _, given in holders(fight) for _, value in given]
    texts = [text for step in fight.steps for _, text in step.choices]
    texts += [fight.attempt[1]] if fight.attempt is not None else []
    rolled = [one for rolls in (fight.opening, *(step.rolls for step in fight.steps)) for one in rolls]
    dice = [result for _, results in rolled for result in results]
    length = (
        120 * len(fight.steps)
        + 30 * len(fight.fighters)
        + 20 * len(fight.options)
        + sum(12 + len(str(value)) for value in slots)
        + sum(map(len, texts))
        + 3 * len(dice)
    )
    numbers = sum(int(found) for text in (*texts, *map(str, slots)) for found in _NUMBER.findall(text))
    return length, numbers, sum(result for result in dice if isinstance(result, int))


def shrink(
    ruleset: ir.Ruleset,
    fight: Fight,
    shows: Shows,
    trials: int = TRIALS,
    *,
    free: frozenset[str] | None = None,
) -> Fight:
    """The shortest fight found that still shows what is wanted. The fight given must show it.

    `free` None: any position will do; else only those that play reaches, from a setup in which people choose these slots of fighters.
    """
    shrinker = _Shrinker(ruleset, shows, fight, trials, free)
    return shrinker.anything() if free is None else shrinker.reachable(free)


@dataclass(slots=True)
class _Shrinker:
    ruleset: ir.Ruleset
    shows: Shows
    best: Fight
    left: int
    free: frozenset[str] | None
    tried: set[str] = field(default_factory=set)

    def anything(self) -> Fight:
        setup = (self.fewer_fighters, self.fewer_steps, self.fewer_options, self.fewer_slots)
        return self._repeat(
            self.shorter, self.later, *setup, self.simpler_choices, self.smaller_values, self.simpler_dice
        )

    def reachable(self, free: frozenset[str]) -> Fight:
        play = (self.shorter, self.fewer_steps, self.simpler_choices, self.simpler_dice)
        self._repeat(*play, self.fewer_fighters, self.fewer_options, self.fewer_slots)
        self._go_through(self.later)
        return self._repeat(*play)

    def _repeat(self, *passes: Callable[[], Iterator[Fight]]) -> Fight:
        before = None
        while before != self.best and self.left > 0:
            before = self.best
            for one in passes:
                self._go_through(one)
        return self.best

    def _go_through(self, one: Callable[[], Iterator[Fight]]) -> None:
        """Goes through a pass until nothing in it helps."""
        changed_some = True
        while changed_some and self.left > 0:
            changed_some = any(self._takes(changed) for changed in one())

    def _takes(self, changed: Fight) -> bool:
        said = repr(changed)
        if self.left <= 0 or said in self.tried:
            return False
        self.left -= 1
        self.tried.add(said)
        went = self.shows(changed)
        if went is None or cost(went) >= cost(self.best):
            return False
        self.best = went
        return True

    # --- passes ---------------------------------------------------------------------------------------

    def shorter(self) -> Iterator[Fight]:
        """Without the last steps: half of them, one of them."""
        steps = self.best.steps
        for kept in dict.fromkeys((len(steps) // 4, len(steps) // 2, len(steps) - 1)):
            if 0 <= kept < len(steps):
                yield replace(self.best, steps=steps[:kept])

    def later(self) -> Iterator[Fight]:
        """Begun from a later state, the latest first."""
        played = replay(self.ruleset, self.best)
        if played is None:
            return
        for place in range(len(self.best.steps), 0, -1):
            if place < len(played.states) and engine.owed(played.program, played.states[place]):
                begun = self._begun(played.program, played.states[place])
                if begun is not None:
                    yield replace(begun, steps=self.best.steps[place:], attempt=self.best.attempt)

    def _begun(self, program: engine.Program, state: State) -> Fight | None:
        """A setup with all that differs from the own start."""
        names = self.best.names
        try:
            own, _ = engine.start(program, Setup(tuple((name, {}) for name in names)), Lowest(), trace=False)
        except DenshoError:
            return None
        usual, now = engine.full(program, own), engine.full(program, state)

        def differing(holder: str | None) -> Slots:
            sort = "arena" if holder is None else "fighter"
            key = holder or "arena"
            return tuple(
                (slot.name, now[key][slot.name])
                for slot in settable(program.rules, sort)
                if now[key][slot.name] != usual[key][slot.name]
            )

        return replace(
            self.best,
            fighters=tuple((name, differing(name)) for name in names),
            arena=differing(None),
            opening=(),
        )

    def fewer_fighters(self) -> Iterator[Fight]:
        if len(self.best.fighters) <= self.ruleset.seats[0]:
            return
        for name in reversed(self.best.names):
            if self.best.attempt is None or self.best.attempt[0] != name:
                yield replace(
                    self.best,
                    fighters=tuple(one for one in self.best.fighters if one[0] != name),
                    steps=tuple(
                        replace(step, choices=tuple(one for one in step.choices if one[0] != name))
                        for step in self.best.steps
                    ),
                )

    def fewer_steps(self) -> Iterator[Fight]:
        steps = self.best.steps
        for place in range(len(steps)):
            yield replace(self.best, steps=steps[:place] + steps[place + 1 :])

    def fewer_options(self) -> Iterator[Fight]:
        for name, _ in self.best.options:
            yield replace(self.best, options=tuple(one for one in self.best.options if one[0] != name))

    def fewer_slots(self) -> Iterator[Fight]:
        """Without all that was given, without all of one holder, then without a single slot."""
        names = self.best.names
        yield replace(self.best, arena=(), fighters=tuple((name, ()) for name in names))
        if self.free is not None:
            for fighter, given in self.best.fighters:
                for name in (one for one, _ in given if one in self.free):
                    yield _given(self.best, fighter, without(given, name))
            return
        for holder, given in holders(self.best):
            if len(given) > 1:
                yield _given(self.best, holder, ())
        for holder, given in holders(self.best):
            for name, _ in given:
                yield _given(self.best, holder, without(given, name))

    def simpler_choices(self) -> Iterator[Fight]:
        """The simplest choice instead, or one without a part."""
        played = replay(self.ruleset, self.best)
        if played is None:
            return
        for place, step in enumerate(self.best.steps):
            for who, (name, text) in enumerate(step.choices):
                state = played.states[place] if place < len(played.states) else None
                simple = _simplest(played.program, state, name) if state is not None else []
                for other in dict.fromkeys((*simple, *_without_a_part(text), *_smaller_text(text))):
                    choices = (*step.choices[:who], (name, other), *step.choices[who + 1 :])
                    yield _with_step(self.best, place, replace(step, choices=choices))
        if self.best.attempt is not None:
            name, text = self.best.attempt
            for other in chain(_without_a_part(text), _smaller_text(text)):
                yield replace(self.best, attempt=(name, other))

    def smaller_values(self) -> Iterator[Fight]:
        for holder, given in holders(self.best):
            for place, (name, value) in enumerate(given):
                for other in _simpler(value):
                    yield _given(self.best, holder, (*given[:place], (name, other), *given[place + 1 :]))

    def simpler_dice(self) -> Iterator[Fight]:
        """The lowest results: all, of one fighter in a step, a single one."""
        if cost(self.best)[2] == 0:
            return
        rolled = [self.best.opening, *(step.rolls for step in self.best.steps)]
        numbers = [one for rolls in rolled for _, results in rolls for one in results if isinstance(one, int)]
        least = min(numbers, default=0)
        bare = tuple(replace(step, rolls=()) for step in self.best.steps)
        yield replace(self.best, opening=(), steps=bare)
        if self.best.opening:
            for rolls in _simpler_rolls(self.best.opening, least):
                yield replace(self.best, opening=rolls)
        for place, step in enumerate(self.best.steps):
            for rolls in _simpler_rolls(step.rolls, least):
                yield _with_step(self.best, place, replace(step, rolls=rolls))


def _given(fight: Fight, holder: str | None, given: Slots) -> Fight:
    """The fight with other slots for one holder."""
    if holder is None:
        return replace(fight, arena=given)
    fighters = tuple((name, given if name == holder else slots) for name, slots in fight.fighters)
    return replace(fight, fighters=fighters)


def _with_step(fight: Fight, place: int, step: Step) -> Fight:
    return replace(fight, steps=(*fight.steps[:place], step, *fight.steps[place + 1 :]))


def _simplest(program: engine.Program, state: State, name: str) -> list[str]:
    """The shortest spellings among the first legal choices."""
    seat = state.names.index(name)
    decision = engine.owed(program, state).get(seat)
    if decision is None:
        return []
    ask = asked(program, state, seat)
    found = []
    with suppress(TooMany):
        for choice in islice(Search(ask, legal_refusals(ask), budget=LOOKED_AT).choices(), LISTED):
            found.append(engine.print_choice(program, decision, choice, state.names))
    return ["pass", *sorted(found, key=lambda text: (len(text), text))[:SIMPLEST]]


def _without_a_part(text: str) -> Iterator[str]:
    parts = text.split("; ")
    if len(parts) > 1:
        yield from ("; ".join(parts[:at] + parts[at + 1 :]) for at in range(len(parts)))


def _smaller_text(text: str) -> Iterator[str]:
    """With one number smaller."""
    for match in _NUMBER.finditer(text):
        for smaller in _smaller(int(match[0])):
            yield f"{text[: match.start()]}{smaller}{text[match.end() :]}"


def _smaller(number: int) -> list[int]:
    """Numbers nearer to 0, the nearest first."""
    sign = -1 if number < 0 else 1
    size = abs(number)
    return [sign * one for one in dict.fromkeys((0, 1, size // 2, size - 1)) if one < size]


def _simpler(value: object) -> Iterator[object]:
    match value:
        case bool():
            return
        case int():
            yield from _smaller(value)
        case list():
            for at, item in enumerate(value):
                yield value[:at] + value[at + 1 :]
                for other in _simpler(item):
                    yield [*value[:at], other, *value[at + 1 :]]
        case dict():
            for key, item in value.items():
                for other in _simpler(item):
                    yield {**value, key: other}
        case _:
            return


def _simpler_rolls(rolls: Rolled, least: int) -> Iterator[Rolled]:
    """With the lowest for all of one fighter, then for half of his dice, a quarter …, a single one: what a script does not say falls lowest.

    `least` is the lowest result there is; dice that show it stay.
    """
    for place, (whose, results) in enumerate(rolls):
        rest = (*rolls[:place], *rolls[place + 1 :])
        size = len(results)
        while size:
            for at in range(0, len(results), size):
                some = results[at : at + size]
                if any(one != least for one in some):
                    lowered = (*results[:at], *(None for _ in some), *results[at + size :])
                    yield (*rest, (whose, lowered))
            size //= 2
