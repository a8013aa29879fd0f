"""How long a question may be played out: in seconds for people, and in steps of the engine so that the same call gives the same answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from densho.engine import within

GRACE = 3.0
"""So many seconds a step that has begun may go on after the budget has ended."""

Progress = Callable[[float], None]
"""Is told how much of the budget is spent, 0 … 1."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Whichever ends first; None is no limit. `work` counts steps of the engine.

    Answers that end because of `seconds` depend on the machine; with `work` alone they are the same everywhere.
    """

    seconds: float | None = 60.0
    work: int | None = None


class Meter:
    """Counts what is spent of a budget; a `part` of it has a smaller limit and counts into the whole."""

    def __init__(self, budget: Budget, progress: Progress | None = None, whole: Meter | None = None) -> None:
        self.budget = budget
        self.progress = progress
        self.whole = whole
        self.work = 0
        self.begun = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    @property
    def spent(self) -> float:
        """The greater share of the two, 0 … 1."""
        shares = [0.0]
        if self.budget.seconds is not None:
            shares.append(self.seconds / self.budget.seconds if self.budget.seconds > 0 else 1.0)
        if self.budget.work is not None:
            shares.append(self.work / self.budget.work if self.budget.work > 0 else 1.0)
        return min(1.0, max(shares))

    @property
    def out(self) -> bool:
        return self.spent >= 1.0 or (self.whole is not None and self.whole.out)

    def add(self, steps: int = 1) -> None:
        self.work += steps
        if self.whole is not None:
            self.whole.add(steps)
        elif self.progress is not None and self.work % 64 < steps:
            self.progress(self.spent)

    def part(self, share: float) -> Meter:
        """A meter for a share of what is left."""
        left = self._left()
        seconds = None if left.seconds is None else left.seconds * share
        work = None if left.work is None else int(left.work * share)
        return Meter(Budget(seconds, work), whole=self)

    def guard(self) -> AbstractContextManager[None]:
        """Raises `RulesetFault` inside where a single step takes so long that the budget is overdrawn by far; what catches it finds the meter out."""
        if self.budget.seconds is None:
            return nullcontext()
        return within(self.budget.seconds + GRACE)

    def _left(self) -> Budget:
        seconds = None if self.budget.seconds is None else max(0.0, self.budget.seconds - self.seconds)
        work = None if self.budget.work is None else max(0, self.budget.work - self.work)
        return Budget(seconds, work)
