"""The dice of a fight that is kept: every fighter has dice of his own for every step.

What falls for a fighter in a step follows from the seed, the step's number and the fighter alone. So a step that is taken back and played
again shows him the same dice in the same order, whatever the others do: nobody can choose anew until the dice please him.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from densho.engine import SeededDice
from densho.fights.record import Rolled

GENERATOR = "sha256-seat-step 1"
"""Name and version, as the file has them."""

ARENA = "arena"


class StepDice:
    """The dice of one step (0: before the first choice), which remembers what fell."""

    def __init__(self, seed: str, step: int) -> None:
        self._seed = seed
        self._step = step
        self._streams: dict[int | None, SeededDice] = {}
        self._fell: dict[int | None, list[Any]] = {}

    def _stream(self, seat: int | None) -> SeededDice:
        if seat not in self._streams:
            whose = ARENA if seat is None else f"seat {seat + 1}"
            self._streams[seat] = SeededDice(f"{self._seed}\nstep {self._step}\n{whose}")
        return self._streams[seat]

    def roll(self, seat: int | None, low: int, high: int) -> int:
        value = self._stream(seat).roll(seat, low, high)
        self._fell.setdefault(seat, []).append(value)
        return value

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        place = self._stream(seat).draw(seat, members)
        self._fell.setdefault(seat, []).append(members[place])
        return place

    def fell(self, names: Sequence[str]) -> Rolled:
        """What fell, by fighter in the order of seats, the arena's last."""
        seats = sorted(self._fell, key=lambda seat: len(names) if seat is None else seat)
        return tuple((ARENA if seat is None else names[seat], tuple(self._fell[seat])) for seat in seats)
