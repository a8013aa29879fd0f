"""What an opponent can do about a row, such as a technique: for each way to use it, from positions of real play, which answers there are, and where there is none.

A position that is won without it too says nothing about it and is left out.

Positions are the starts themselves and those that fights lead to, played at random and by players who look one turn ahead, in which the one who
may use it does so or saves it up. In each, every choice that uses it (or some, where there are too many) is played against every choice of the opponent
(likewise), for one turn. An answer *holds* if the user has not won by then. Those cases first in which the fewest do, it is searched whether those that hold lose in
the next turn; where all do, that is a line that nothing answers, and it is given as a scenario. Fights of two alone are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from densho.analysis.budget import Budget, Meter, Progress
from densho.analysis.cases import Answering, Case, ways
from densho.analysis.collecting import Collector
from densho.analysis.lines import Lines
from densho.analysis.secrecy import Start
from densho.analysis.told import Answers, Fate, Frequent, Line, Way

__all__ = ["Answers", "Fate", "Frequent", "Line", "Way", "answers"]

LOOKING = 0.6
"""The share of what is left of the budget, when positions are collected, for their answers; the rest is for lines that nothing answers."""


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

    The same seed and an equal budget of work give the same answer. Raises `RulesetFault` where the rules do not come to an end in time.
    """
    meter = Meter(budget or Budget(), progress)
    with meter.guard():
        return _asked(Collector(starts, kind, row, seed, meter), meter)


def _asked(collector: Collector, meter: Meter) -> Answers:
    games, grant = collector.games, collector.grant
    passive = bool(games) and all(collector.uses(start).passive for start, _ in games)
    answering = Answering(collector, meter)
    cases: list[Case] = []
    lines: tuple[Line, ...] = ()
    done, number = True, 0
    if games and not passive:
        usable = list(collector.usable())
        number = len(usable)
        answering.meter = meter.part(LOOKING)
        done = answering.looked(usable, cases) and collector.whole
        lines, searched = Lines(collector, meter).found(cases)
        done = done and searched
    held = grant is not None and grant.how == "value"
    return Answers(
        kind=collector.kind,
        row=collector.row,
        seed=collector.seed,
        seconds=meter.seconds,
        work=meter.work,
        complete=done,
        grant=grant,
        passive=passive or (held and not number),
        fights=collector.fights,
        positions=collector.positions,
        legal_in=number,
        won=answering.won,
        broken=answering.broken,
        fault=answering.fault,
        ways=tuple(ways(collector, cases)),
        lines=lines,
    )
