"""Where chance comes from: an argument of every step.

`SeededDice` is defined here to the last bit, so that a seed gives the same fight on every machine: the n-th word (n from 0) is bytes
4·(n mod 8) … of SHA-256 over the seed's UTF-8 text, a zero byte and the decimal number n div 8, read big-endian. A number below k is a word w
modulo k, after words w ≥ k · (2³² div k) were thrown away.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from densho.engine.errors import BadValue, OutOfDice
from densho.messages import say

WORD = 2**32


class Dice(Protocol):
    """`seat` None: chance that belongs to nobody."""

    def roll(self, seat: int | None, low: int, high: int) -> int:
        """One die with the faces low … high."""
        ...

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        """The place of one of the members (plain data, in ascending order), all alike likely."""
        ...


class SeededDice:
    """The project's own generator; `state` (seed, words used) is enough to go on later."""

    def __init__(self, seed: int | str, used: int = 0) -> None:
        self.seed = str(seed)
        self.used = used
        self._block = -1
        self._bytes = b""

    @property
    def state(self) -> tuple[str, int]:
        return self.seed, self.used

    def _word(self) -> int:
        block, place = divmod(self.used, 8)
        if block != self._block:
            self._bytes = hashlib.sha256(f"{self.seed}\0{block}".encode()).digest()
            self._block = block
        self.used += 1
        return int.from_bytes(self._bytes[4 * place : 4 * place + 4], "big")

    def below(self, count: int) -> int:
        """A number 0 … count - 1."""
        limit = WORD // count * count
        while True:
            word = self._word()
            if word < limit:
                return word % count

    def roll(self, seat: int | None, low: int, high: int) -> int:
        del seat
        return low + self.below(high - low + 1)

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        del seat
        return self.below(len(members))


class ScriptedDice:
    """Results given beforehand, for each seat (None: nobody's) in the order in which they fall."""

    def __init__(self, results: Mapping[int | None, Iterable[Any]]) -> None:
        self._left = {seat: deque(values) for seat, values in results.items()}

    @property
    def left(self) -> dict[int | None, tuple[Any, ...]]:
        """Results that have not fallen yet."""
        return {seat: tuple(values) for seat, values in self._left.items() if values}

    def _next(self, seat: int | None) -> Any:
        values = self._left.get(seat)
        if not values:
            raise OutOfDice(
                say("no result is left for nobody's chance")
                if seat is None
                else say("no result is left for seat {seat}", seat=seat + 1)
            )
        return values.popleft()

    def roll(self, seat: int | None, low: int, high: int) -> int:
        value = self._next(seat)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadValue(
                say("a die of {low}..{high} cannot show `{value}`", low=low, high=high, value=value)
            )
        return value

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        value = self._next(seat)
        if value not in members:
            raise BadValue(say("`{value}` cannot be drawn", value=value))
        return members.index(value)
