"""Dice that remember: what fell is kept as data, and a script may say what falls, as far as it goes and fits."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from densho.engine import Dice
from densho.exploring.fight import Rolled


class Lowest:
    """Always the smallest face, and the first member: the simplest dice there are."""

    def roll(self, seat: int | None, low: int, high: int) -> int:
        del seat, high
        return low

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        del seat, members
        return 0


class RecordedDice:
    """What a script says, and where it says nothing that fits, what `otherwise` gives. `results` is what fell since it was last taken."""

    def __init__(self, names: tuple[str, ...], otherwise: Dice) -> None:
        self.names = names
        self.otherwise = otherwise
        self.script: dict[str | None, deque[object]] = {}
        self.results: dict[str | None, list[object]] = {}

    def expect(self, rolled: Rolled) -> None:
        """The script of what falls next; what is left of the last one is forgotten."""
        self.script = {whose: deque(results) for whose, results in rolled}

    def take(self) -> Rolled:
        """What fell since the last call."""
        taken, self.results = self.results, {}
        return tuple((whose, tuple(results)) for whose, results in taken.items())

    def roll(self, seat: int | None, low: int, high: int) -> int:
        said = self._said(seat)
        if not isinstance(said, int) or isinstance(said, bool) or not low <= said <= high:
            said = self.otherwise.roll(seat, low, high)
        self._fell(seat, said)
        return said

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        said = self._said(seat)
        place = members.index(said) if said in members else self.otherwise.draw(seat, members)
        self._fell(seat, members[place])
        return place

    def _whose(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]

    def _said(self, seat: int | None) -> object:
        queue = self.script.get(self._whose(seat))
        return queue.popleft() if queue else None

    def _fell(self, seat: int | None, result: object) -> None:
        self.results.setdefault(self._whose(seat), []).append(result)
