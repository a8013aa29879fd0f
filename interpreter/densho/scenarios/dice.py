"""The dice of a step, as the scenario scripts them: each fighter has a queue of results, and so has chance that is nobody's."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from densho.engine import OutOfDice
from densho.messages import Text, say
from densho.scenarios.model import Step


class StepDice:
    """A source of chance that gives the results of one step and then has none left."""

    def __init__(self, step: Step | None, fighters: tuple[str, ...]) -> None:
        self.fighters = fighters
        self.queues: dict[str | None, deque[object]] = {}
        for scripted in step.rolls if step is not None else ():
            self.queues.setdefault(scripted.fighter, deque()).extend(scripted.results)

    def roll(self, seat: int | None, low: int, high: int) -> int:
        """The next result of the seat's dice. Raises `OutOfDice` if there is none, or it is none of the die's faces."""
        whose = self._whose(seat)
        missing = say(
            "{whose}: no result is left for a die of {low}..{high}", whose=whose, low=low, high=high
        )
        result = self._next(seat, missing)
        if isinstance(result, bool) or not isinstance(result, int) or not low <= result <= high:
            raise OutOfDice(
                say(
                    "{whose}: `{result}` is no face of a die of {low}..{high}",
                    whose=whose,
                    result=result,
                    low=low,
                    high=high,
                )
            )
        return result

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        """The place of the next scripted member among `members`. Raises `OutOfDice` likewise."""
        whose = self._whose(seat)
        result = self._next(seat, say("{whose}: no result is left for a draw", whose=whose))
        if result not in members:
            raise OutOfDice(
                say(
                    "{whose}: `{result}` is not among what can be drawn",
                    whose=whose,
                    result=result,
                )
            )
        return members.index(result)

    def left(self) -> Mapping[str | None, tuple[object, ...]]:
        """What was scripted and has not fallen, by fighter (None: nobody's)."""
        return {whose: tuple(queue) for whose, queue in self.queues.items() if queue}

    def _next(self, seat: int | None, missing: Text) -> object:
        queue = self.queues.get(None if seat is None else self.fighters[seat])
        if not queue:
            raise OutOfDice(missing)
        return queue.popleft()

    def _whose(self, seat: int | None) -> str:
        return "arena" if seat is None else self.fighters[seat]
