"""Scenarios for what no scenario exercises: fights are played towards it until it takes part, made short, and written down.

What counts as exercised is said by `scenarios.exercised`: a fight is run as a scenario, and the pieces that took part in it are compared. A refusal counts
when it is the one that is named, and is looked for as the only one that applies first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from densho import engine
from densho.engine import SeededDice
from densho.errors import DenshoError
from densho.exploring.chance import RecordedDice
from densho.exploring.checked import check_text
from densho.exploring.effort import Effort
from densho.exploring.expectations import expectations, makes_difference
from densho.exploring.fight import Fight, Step, scenario_of, setup_of
from densho.exploring.interest import Interest, Reader
from densho.exploring.proposing import Proposer
from densho.exploring.replaying import Played, replay
from densho.exploring.setups import Setups
from densho.exploring.shrinking import TRIALS, Shows, cost, shrink
from densho.exploring.writing import file_text, scenario_text
from densho.ir import nodes as ir
from densho.scenarios.exercised import exercised
from densho.scenarios.run import run_scenario
from densho.scenarios.units import Unit
from densho.scenarios.vocabulary import Vocabulary

LONGEST = 6
"""So many decisions a fight towards something has, as a rule; one in some is longer."""
LONG = 24
MOST = 2000
"""So many fights are played where nothing else is said."""
ATTEMPTS = 10
"""So many texts are tried at a decision when a refusal is looked for."""
PATIENCE = 40
"""So many fights are played towards one item before the next has its turn."""
TRACED = ("rule", "roll", "exception", "define")
"""Sorts of pieces that traces name when they take part."""
LIKE_FOUND = 0.4
"""So often a fight is begun like one that was found before for another piece."""
LIKE_STARTS = 0.4
"""So often, otherwise, at the start of a scenario."""
JUST = 0.4
"""In this part of the search a refusal must be the only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A scenario that exercises an item, as text and as the fight that it tells."""

    item: Unit
    text: str
    fight: Fight


Found = Callable[[Draft], bool]
"""Told of every draft as soon as it is there; false ends the search."""

Told = Callable[[Effort], None]
"""Called at every fight."""


def draft(
    ruleset: ir.Ruleset,
    items: Sequence[Unit],
    *,
    starts: Sequence[Fight] = (),
    seed: int = 1,
    effort: Effort | None = None,
    found: Found = lambda one: True,
    told: Told = lambda effort: None,
) -> tuple[list[Draft], list[Unit]]:
    """Looks for a scenario of each item. Gives the drafts in the order in which they were found, and the items that were not.

    `starts` are fights to begin from, beside the own start. The same seed and number of fights give the same drafts.
    """
    search = _Search(ruleset, items, starts, seed, effort or Effort(most=MOST), found, told)
    search.run()
    return search.drafts, list(search.wanted.values())


class _Search:
    def __init__(
        self,
        ruleset: ir.Ruleset,
        items: Sequence[Unit],
        starts: Sequence[Fight],
        seed: int,
        effort: Effort,
        found: Found,
        told: Told,
    ) -> None:
        self.ruleset = ruleset
        self.vocabulary = Vocabulary(ruleset)
        self.reader = Reader(ruleset)
        self.wanted = {item.key: item for item in items}
        self.starts = starts
        self.seed = seed
        self.effort = effort
        self.found = found
        self.told = told
        self.drafts: list[Draft] = []
        self.short: list[tuple[Fight, frozenset[str]]] = []
        self.spare: dict[str, Fight] = {}
        self.interests: dict[str, Interest] = {}
        self.going = True

    def run(self) -> None:
        """Items have turns, and every fight is looked at for all of them."""
        turn = 0
        while self.wanted and not self.effort.over and self.going:
            for key in list(self.wanted):
                for number in range(1 if turn == 0 else PATIENCE):
                    if key not in self.wanted or self.effort.over or not self.going:
                        break
                    self._play(key, random.Random(f"{self.seed}/{turn}/{number}/{key}"))
            turn += 1
        for key, fight in self.spare.items():
            if key in self.wanted and self.going:
                self._take(key, fight)

    # --- one fight ------------------------------------------------------------------------------------

    def _play(self, key: str, rng: random.Random) -> None:
        self.effort.fights += 1
        self.told(self.effort)
        interest = self._interest(key)
        kin = self._kin(interest, rng) if rng.random() < LIKE_FOUND else None
        start = kin
        if start is None and self.starts and rng.random() < LIKE_STARTS:
            start = rng.choice(self.starts)
        fight = Setups(self.ruleset, rng).near(interest, start)
        met: list[tuple[str, Fight, bool]] = []
        try:
            went = self._went(fight, () if kin is None else kin.steps, interest, rng, met)
        except DenshoError:
            return
        for refusal, attempt, alone in met:
            if alone or self.effort.share > JUST:
                self._take(refusal, attempt)
            else:
                self.spare.setdefault(refusal, attempt)
        self._look(went)

    def _kin(self, interest: Interest, rng: random.Random) -> Fight | None:
        """A fight found before, rather one for a piece that reads the same."""
        some = [rng.choice(self.drafts) for _ in range(4)] if self.drafts else []
        if not some:
            return None
        return max(some, key=lambda one: interest.likeness(self._interest(one.item.key))).fight

    def _went(
        self,
        fight: Fight,
        script: tuple[Step, ...],
        interest: Interest,
        rng: random.Random,
        met: list[tuple[str, Fight, bool]],
    ) -> Fight:
        """Plays on with random choices, or mostly those of the script; a fight that breaks off is kept up to there.

        `met` gathers wanted refusals, each with the fight and whether nothing else refuses.
        """
        program = engine.compile_program(self.ruleset, dict(fight.options))
        dice = RecordedDice(fight.names, SeededDice(str(rng.random())))
        with engine.within():
            state, _ = engine.start(program, setup_of(program, fight), dice, trace=False)
        went = replace(fight, opening=dice.take(), steps=(), attempt=None)
        proposer = Proposer(program, rng, interest, fight.names)
        refusals = any(_is_refusal(key) for key in self.wanted)
        for number in range(LONG if rng.random() < 0.1 else LONGEST):
            owed = engine.owed(program, state)
            if not owed:
                break
            self.effort.steps += 1
            said = dict(script[number].choices) if number < len(script) else {}
            dice.expect(script[number].rolls if number < len(script) else ())
            try:
                with engine.within():
                    if refusals:
                        self._attempts(proposer, state, went, rng, met)
                    chosen = {seat: proposer.legal(state, seat, said.get(fight.names[seat])) for seat in owed}
                    state, _ = engine.step(program, state, chosen, dice, trace=False, judged=True)
            except DenshoError:
                break
            texts = tuple(
                (fight.names[seat], engine.print_choice(program, owed[seat], chosen[seat], fight.names))
                for seat in sorted(chosen)
            )
            went = replace(went, steps=(*went.steps, Step(choices=texts, rolls=dice.take())))
        return went

    def _attempts(
        self,
        proposer: Proposer,
        state: engine.State,
        went: Fight,
        rng: random.Random,
        met: list[tuple[str, Fight, bool]],
    ) -> None:
        """Texts that are refused here, for the refusals that are looked for."""
        seat = rng.choice(sorted(engine.owed(proposer.program, state)))
        for text, judgement in proposer.judged(state, seat, ATTEMPTS):
            first = judgement.refusals[0].name
            if first in self.wanted:
                fight = replace(went, attempt=(went.names[seat], text))
                met.append((first, fight, len(judgement.refusals) == 1))

    def _interest(self, key: str) -> Interest:
        if key not in self.interests:
            self.interests[key] = self.reader.of(key)
        return self.interests[key]

    # --- looking at what was played -------------------------------------------------------------------

    def _look(self, fight: Fight) -> None:
        """Drafts a scenario of everything wanted that the fight exercises."""
        done = self._exercised(fight)
        for key in [one for one in self.wanted if one in done and not _is_refusal(one)]:
            self._take(key, fight)
            if not self.going:
                return

    def _exercised(self, fight: Fight) -> frozenset[str]:
        """The keys of what takes part in the fight; none when it is no scenario that passes."""
        try:
            program = engine.compile_program(self.ruleset, dict(fight.options))
            result = run_scenario(program, scenario_of(fight, self.vocabulary), self.vocabulary)
        except DenshoError:
            return frozenset()
        return frozenset() if result.failure is not None else exercised(result, self.vocabulary)

    def _take(self, key: str, fight: Fight) -> None:
        """Makes a draft of a fight that exercises a piece, if its scenario passes."""
        if not self.going or key not in self.wanted:
            return
        shows = self._shower(key, alone=True)
        went = shows(self._shorter(key, fight))
        if went is None and _is_refusal(key):
            shows = self._shower(key, alone=False)
            went = shows(fight)
        went = shows(fight) if went is None else went
        if went is None:
            return
        short = shrink(self.ruleset, self._until(key, went), shows, TRIALS)
        done = self._exercised(short)
        if key not in done:
            return
        text = self._text(self.wanted[key], short)
        if text is None:
            return
        made = Draft(item=self.wanted.pop(key), text=text, fight=short)
        self.drafts.append(made)
        self.short.append((short, done))
        self.going = self.found(made)

    def _shorter(self, key: str, fight: Fight) -> Fight:
        """The shortest fight known that exercises a piece: one found for another, else this one."""
        known = [short for short, done in self.short if key in done and not _is_refusal(key)]
        return min([fight, *known], key=cost)

    def _until(self, key: str, fight: Fight) -> Fight:
        """The fight up to the first step in which a trace names the piece."""
        played = replay(self.ruleset, fight, trace=True)
        for place, events in enumerate(() if played is None or _is_refusal(key) else played.events):
            if key in engine.fired(events):
                return replace(fight, steps=fight.steps[:place])
        return fight

    def _shower(self, key: str, *, alone: bool) -> Shows:
        """Plays a changed fight and sees whether the piece takes part in it. `alone`: no other refusal may apply."""
        traced = key.partition(":")[0] in TRACED
        differs = key.startswith("option:") and self.effort.share < JUST

        def shows(changed: Fight) -> Fight | None:
            played = replay(self.ruleset, changed, trace=True)
            if played is None or played.fault is not None:
                return None
            if _is_refusal(key):
                return played.fight if _refuses(played, key, alone=alone) else None
            if traced:
                return played.fight if key in played.fired else None
            if key not in self._exercised(played.fight) or (
                differs and not makes_difference(self.ruleset, played, key)
            ):
                return None
            return played.fight

        return shows

    def _text(self, item: Unit, fight: Fight) -> str | None:
        """The scenario, read back and run; without paragraphs of which nothing takes part. None if it does not pass."""
        played = replay(self.ruleset, fight, trace=True)
        if played is None:
            return None
        refused = None if played.judgement is None else played.judgement.refusals[0].says
        expect = expectations(self.ruleset, played, item.key)
        cites = item.cites
        for _ in range(2):
            text = scenario_text(fight, item.told, cites=cites, refused=refused, expect=expect)
            checked = check_text(file_text(self.ruleset.id, [text]), self.vocabulary)
            if not checked.passes:
                return None
            if not checked.idle:
                break
            cites = tuple(one for one in cites if one not in checked.idle)
        return text


def _refuses(played: Played, name: str, *, alone: bool) -> bool:
    """Whether the attempt is refused by that refusal first, or by it alone."""
    if played.judgement is None:
        return False
    refusals = played.judgement.refusals
    return refusals[0].name == name and (len(refusals) == 1 or not alone)


def _is_refusal(key: str) -> bool:
    return key.startswith("forbid:")
