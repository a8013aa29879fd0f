"""A fight as a story in chapters: its beginning, and one chapter for each step. Nothing in a chapter is hidden from its viewer.

All that a chapter says comes from `display`, which is given what the viewer may see and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from densho import engine
from densho.display.blocks import Block
from densho.display.board import draw
from densho.display.explaining import Explaining, Locate, Reason
from densho.display.scene import Scene, scene
from densho.display.seeing import Viewer, seen
from densho.display.telling import Telling
from densho.display.tongue import Tongue
from densho.engine import Event
from densho.fights.fight import Fight
from densho.fights.record import Attempt
from densho.ir import types as t


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a fighter chose, as far as the viewer may know: in words of the language, and canonically."""

    who: str
    text: str
    choice: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A choice that was refused, and every reason."""

    who: str
    text: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """`number` 0 is the beginning. `decision` names what was chosen; `verdict` says how the fight ended, in its last chapter."""

    number: int
    decision: str | None
    chosen: tuple[Chosen, ...]
    tried: tuple[Tried, ...]
    events: tuple[Event, ...]
    told: tuple[str, ...]
    why: tuple[Reason, ...]
    scene: Scene
    verdict: str | None

    def drawn(self, most: int) -> tuple[Block, ...]:
        """The position after the step."""
        return draw(self.scene, most)


@dataclass(frozen=True)
class Story:
    """`locate` says where in its file a rule stands."""

    fight: Fight
    tongue: Tongue
    viewer: Viewer
    locate: Locate

    @cached_property
    def telling(self) -> Telling:
        return Telling(self.fight.program.rules, self.tongue)

    @cached_property
    def explaining(self) -> Explaining:
        return Explaining(self.telling, self.locate)

    @property
    def title(self) -> str:
        rules = self.fight.program.rules
        names = (self.tongue.value(t.TLabel(), name) for name in self.fight.names)
        return f"{self.tongue.text('ruleset', rules.id)}: {' – '.join(names)}"

    def house_rules(self) -> tuple[str, ...]:
        """The options that differ from the ruleset's own defaults."""
        chosen = self.fight.record.options
        return tuple(
            f"{self.tongue.text(f'option.{option.name}', option.name)}: "
            f"{self.tongue.text(f'option.{option.name}.{chosen[option.name]}', chosen[option.name])}"
            for option in self.fight.program.ruleset.options
            if chosen.get(option.name, option.default) != option.default
        )

    def chapters(self) -> Iterator[Chapter]:
        """All chapters in order."""
        for number in range(len(self.fight.moments)):
            yield self.chapter(number)

    @engine.within()
    def chapter(self, number: int) -> Chapter:
        """What is told of a moment. Raises `RulesetFault`: what is hidden is said by rules."""
        moment = self.fight.moments[number]
        events = seen(self.viewer, moment.events)
        return Chapter(
            number=number,
            decision=self._decision(number),
            chosen=tuple(self._chosen(number, events)),
            tried=tuple(self._tried(number)),
            events=events,
            told=self.telling.told(events),
            why=self.explaining.reasons(events),
            scene=scene(self.fight.program, self.tongue, self.viewer, moment.state, events),
            verdict=self._verdict(number),
        )

    def _decision_id(self, number: int) -> str | None:
        """The decision of a step: the one that was owed before it."""
        if number == 0:
            return None
        before = self.fight.moments[number - 1].state
        return next(iter(engine.owed(self.fight.program, before).values()), None)

    def _decision(self, number: int) -> str | None:
        name = self._decision_id(number)
        return None if name is None else self.tongue.decision(name)

    def _chosen(self, number: int, events: tuple[Event, ...]) -> Iterator[Chosen]:
        """Whoever may see the hidden words of a choice sees it whole."""
        name = self._decision_id(number)
        if name is None:
            return
        found: dict[str, str] = {}
        for event in events:
            if event.kind == "trace" and event.name == "choice" and not self._says_nothing(name, event):
                found[str(event.get("who"))] = str(event.get("choice"))
        for who, choice in found.items():
            yield Chosen(who, self.tongue.choice(name, choice), choice)

    def _says_nothing(self, name: str, event: Event) -> bool:
        """Of a decision whose words are all hidden nothing is left to be shown to others."""
        if event.audience is not None:
            return False
        decision = self.fight.program.decisions[name]
        words = self.fight.program.decisions[decision.root].words
        return all(word.hidden or word.says_nothing for word in words)

    def _tried(self, number: int) -> Iterator[Tried]:
        if number == 0:
            return
        for attempt in self.fight.record.steps[number - 1].refused:
            if self.viewer.everything or self.viewer.seat == self.fight.seat(attempt.who):
                yield self.tried(attempt, number)

    def tried(self, attempt: Attempt, number: int) -> Tried:
        """Why an attempt at a step was refused."""
        before = self.fight.moments[number - 1].state
        judged = engine.judge(self.fight.program, before, self.fight.seat(attempt.who), attempt.text)
        reasons = tuple(self.explaining.refusal(one) for one in judged.refusals)
        return Tried(attempt.who, attempt.text, reasons)

    def _verdict(self, number: int) -> str | None:
        outcome = self.fight.moments[number].state.outcome
        return None if outcome is None else self.telling.verdict(outcome.winner, outcome.by)
