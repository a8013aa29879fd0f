"""Lines that nothing answers: found by forcing, told with the fate of every answer, and written down as scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from densho import engine
from densho.analysis.budget import Meter
from densho.analysis.cases import Case, spelt, way_of
from densho.analysis.collecting import Collector
from densho.analysis.forcing import Forced, Forcing, GaveUp, Loss
from densho.analysis.look_ahead import decision_of
from densho.analysis.positions import Position, as_scenario
from densho.analysis.told import Fate, Line
from densho.analysis.verdicts import Decided
from densho.scenarios.vocabulary import Vocabulary

HORIZON = 2
LINES = 3
MOST_STEPS = 30_000
"""So many steps are spent on one search for a line."""
EXAMPLES = 4


@dataclass
class Lines:
    """Searches the cases for lines."""

    collector: Collector
    meter: Meter

    def found(self, cases: Sequence[Case]) -> tuple[tuple[Line, ...], bool]:
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
            way = way_of(self.collector, case)
            if way in ways:
                continue
            line = self._line(case)
            if line is not None:
                ways.add(way)
                found.append(line)
        found.sort(key=lambda line: (not line.exhaustive, line.chance, line.horizon))
        return tuple(found), True

    def _line(self, case: Case) -> Line | None:
        position = case.position
        for turns in range(1, HORIZON + 1):
            wish = self.collector.uses(position.start).of
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
        uses, decision = self.collector.uses(position.start), decision_of(position.program, position.state)
        try:
            return any(
                forcing.unanswerable(position.state, choice, turns) is not None
                for choice in forcing.own(position.state)
                if choice is not None and not uses.of(decision, choice)
            )
        except GaveUp:
            return True

    def _told(self, case: Case, forced: Forced, turns: int) -> Line:
        position = case.position
        names, user = position.state.names, position.user
        worst = max(forced.losses, key=lambda loss: loss.turns)
        name = f"{self.collector.row}: {spelt(position, case.choice)}"
        return Line(
            user=names[user],
            opponent=names[1 - user],
            decision=case.decision,
            choice=spelt(position, case.choice),
            fates=tuple(_fates(position, forced)),
            answers=len(forced.losses),
            exhaustive=forced.whole,
            chance=forced.chance,
            horizon=turns,
            scenario=as_scenario(position, name, worst.line, _expected(position, worst.end)),
        )


def _expected(position: Position, end: Decided) -> dict[str, Any]:
    """What a scenario can expect of a verdict: that of the fight, or of its bouts."""
    told: dict[str, Any] = {"winner": end.name}
    if end.by is not None:
        told["by"] = end.by
    if end.block == "fight":
        return {"outcome": told}
    return {"bout": told} if end.block == Vocabulary(position.program.ruleset).bout else {}


def _fates(position: Position, forced: Forced) -> Iterator[Fate]:
    groups: dict[tuple[int, str, str | None], list[Loss]] = {}
    for loss in forced.losses:
        groups.setdefault((loss.turns, loss.end.block, loss.end.by), []).append(loss)
    for (turns, block, by), losses in sorted(groups.items(), key=lambda one: (-len(one[1]), str(one[0]))):
        examples = [spelt(position, loss.answer) for loss in losses if loss.answer is not None]
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
