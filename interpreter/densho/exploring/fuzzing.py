"""Playing at random against what a ruleset promises; what breaks a promise is made short.

Comes in: a ruleset and fights to begin from. Goes out: for every promise that was broken the shortest scenario found in which it is. Play begins
at the own start, at the given fights, and at setups such as people make: options, characters, rows out of files.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from densho import engine
from densho.engine import RulesetFault, SeededDice
from densho.errors import DenshoError
from densho.exploring.chance import RecordedDice
from densho.exploring.effort import Effort
from densho.exploring.fight import Fight, Step, setup_of
from densho.exploring.promises import Breach, broken
from densho.exploring.replaying import Played, replay
from densho.exploring.setups import Setups, brought
from densho.exploring.shrinking import TRIALS, Shows, shrink
from densho.exploring.writing import scenario_text
from densho.ir import nodes as ir
from densho.messages import say

DECISIONS = 40
"""So many decisions a fight has at most, where nothing promises that it ends."""
PERIOD = 3
"""Of a fight without an end so many steps are written, if they come again and again."""

Told = Callable[[Effort], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A promise that is broken, with the scenario that shows it, and the rules that wrote the slots that show it in the last step."""

    breach: Breach
    fight: Fight
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fuzzed:
    """What was played and found."""

    effort: Effort
    findings: tuple[Finding, ...]


def fuzz(
    ruleset: ir.Ruleset,
    *,
    starts: Sequence[Fight] = (),
    seed: int = 1,
    effort: Effort | None = None,
    told: Told = lambda effort: None,
) -> Fuzzed:
    """Plays until the effort is spent. The same seed and number of fights find the same. `told` is called after every fight."""
    return _Fuzz(ruleset, starts, seed, effort or Effort(most=200), told).run()


@dataclass(slots=True)
class _Fuzz:
    ruleset: ir.Ruleset
    starts: Sequence[Fight]
    seed: int
    effort: Effort
    told: Told
    findings: dict[tuple[str, ...], Finding] = field(default_factory=dict)

    def run(self) -> Fuzzed:
        number = 0
        while not self.effort.over:
            rng = random.Random(f"{self.seed}/{number}")
            went = self._play(self._start(rng, number), rng)
            self.effort.fights += 1
            if went is not None:
                self._look(went)
            self.told(self.effort)
            number += 1
        return Fuzzed(effort=self.effort, findings=tuple(self.findings.values()))

    def _start(self, rng: random.Random, number: int) -> Fight:
        if self.starts and number % 3 == 0:
            return rng.choice(self.starts)
        return Setups(self.ruleset, rng).legal()

    @property
    def most(self) -> int:
        """How many decisions are played: as many as the ruleset promises to need."""
        promised = [one.decisions for one in self.ruleset.invariants if isinstance(one, ir.EndsWithin)]
        return max([DECISIONS, *promised])

    def _play(self, fight: Fight, rng: random.Random) -> Fight | None:
        """A fight with random legal choices, up to its end, a fault, or as far as is played. None if it cannot begin."""
        dice = RecordedDice(fight.names, SeededDice(str(rng.random())))
        try:
            program = engine.compile_program(self.ruleset, dict(fight.options))
            setup = setup_of(program, fight)
        except DenshoError:
            return None
        try:
            with engine.within():
                state, _ = engine.start(program, setup, dice, trace=False)
        except RulesetFault:
            return replace(fight, opening=dice.take())
        except DenshoError:
            return None
        return self._on(program, fight, state, dice, rng)

    def _on(
        self,
        program: engine.Program,
        fight: Fight,
        state: engine.State,
        dice: RecordedDice,
        rng: random.Random,
    ) -> Fight:
        went = replace(fight, opening=dice.take(), steps=(), attempt=None)
        while len(went.steps) < self.most:
            owed = engine.owed(program, state)
            if not owed:
                break
            self.effort.steps += 1
            try:
                with engine.within():
                    chosen = {seat: engine.sample(program, state, seat, rng) for seat in owed}
            except RulesetFault:
                break
            texts = tuple(
                (fight.names[seat], engine.print_choice(program, owed[seat], chosen[seat], fight.names))
                for seat in sorted(chosen)
            )
            try:
                with engine.within():
                    state, _ = engine.step(program, state, chosen, dice, trace=False, judged=True)
            except RulesetFault:
                return replace(went, steps=(*went.steps, Step(choices=texts, rolls=dice.take())))
            went = replace(went, steps=(*went.steps, Step(choices=texts, rolls=dice.take())))
        return went

    # --- what was broken ------------------------------------------------------------------------------

    def _look(self, went: Fight) -> None:
        played = replay(self.ruleset, went)
        if played is None:
            return
        for breach in broken(played):
            if breach.key not in self.findings:
                self.findings[breach.key] = self._finding(played, breach)

    def _finding(self, played: Played, breach: Breach) -> Finding:
        """The breach in the shortest fight that shows it."""
        key = breach.key

        def shows(changed: Fight) -> Fight | None:
            again = replay(self.ruleset, changed)
            found = None if again is None else _first(again, key)
            return None if again is None or found is None else _until(again.fight, found)

        endless = self._endless(breach)
        begun = _until(played.fight, breach)
        short = self._repeating(begun, shows) if endless else self._shrunk(begun, shows)
        again = replay(self.ruleset, short, trace=True)
        assert again is not None
        found = _first(again, key) or breach
        return Finding(
            breach=found,
            fight=short,
            text=self._text(again, found, endless=endless),
            rules=_writers(again, found),
        )

    def _text(self, played: Played, breach: Breach, *, endless: bool) -> str:
        """The scenario; of one without an end the first steps, and how many there are."""
        text = scenario_text(
            played.fight,
            breach.message,
            cites=breach.cites,
            expect={} if endless else _shown(played, breach),
            every=PERIOD if endless else None,
        )
        more = say("and so on: {number} decisions", number=len(played.fight.steps))
        return f"{text}      # … {more}\n" if endless else text

    def _shrunk(self, fight: Fight, shows: Shows) -> Fight:
        return shrink(self.ruleset, fight, shows, TRIALS, free=frozenset(brought(self.ruleset)))

    def _endless(self, breach: Breach) -> bool:
        return any(
            isinstance(one, ir.EndsWithin) and breach.key == ("invariant", one.name)
            for one in self.ruleset.invariants
        )

    def _repeating(self, fight: Fight, shows: Shows) -> Fight:
        """A fight without an end in which few steps come again and again, if there is one; else it as it is, begun as simply as goes."""
        length = len(fight.steps)
        for period in range(1, PERIOD + 1):
            for place in range(0, min(length, 4 * PERIOD)):
                some = fight.steps[place : place + period]
                again = tuple(replace(some[at % len(some)], rolls=()) for at in range(length))
                for begun in (replace(fight, options=(), arena=(), fighters=_bare(fight)), fight):
                    found = shows(replace(begun, steps=again))
                    if found is not None:
                        return found
        bare = shows(replace(fight, arena=(), fighters=_bare(fight)))
        return bare or fight


def _bare(fight: Fight) -> tuple[tuple[str, tuple[tuple[str, object], ...]], ...]:
    return tuple((name, ()) for name in fight.names)


def _first(played: Played, key: tuple[str, ...]) -> Breach | None:
    """The breach with this key that comes first in the fight."""
    found = [one for one in broken(played) if one.key == key]
    return min(found, key=lambda one: one.step, default=None)


def _until(fight: Fight, breach: Breach) -> Fight:
    return replace(fight, steps=fight.steps[: breach.step], attempt=None)


def _shown(played: Played, breach: Breach) -> dict[str, object]:
    """What the scenario expects: the slots that show the breach, as they are."""
    if breach.step >= len(played.states):
        return {}
    full = engine.full(played.program, played.states[breach.step])
    working = {(one.holder, one.name) for one in played.program.rules.slots if one.working}
    found: dict[str, dict[str, object]] = {}
    for holder, slot in breach.slots:
        if ("arena" if holder == "arena" else "fighter", slot) not in working:
            found.setdefault(holder, {})[slot] = full[holder][slot]
    if not found and breach.key[0] in ("stuck", "invariant"):
        owed = engine.owed(played.program, played.states[breach.step])
        return {"waiting": {played.fight.names[seat]: decision for seat, decision in owed.items()}}
    return dict(found)


def _writers(played: Played, breach: Breach) -> tuple[str, ...]:
    """The rules that fired in the last step and write slots of the breach."""
    if breach.step >= len(played.events):
        return ()
    slots = {slot for _, slot in breach.slots}
    program = played.program.rules
    effects = {one.name: one.effects for one in program.rules}
    effects |= {one.name: one.effects for one in program.exceptions}
    fired = [
        event.get("replaced_by") or event.rule for event in played.events[breach.step] if event.name == "rule"
    ]
    return tuple(
        name
        for name in dict.fromkeys(fired)
        if any(isinstance(one, ir.Put) and one.slot in slots for one in effects.get(name, ()))
    )
