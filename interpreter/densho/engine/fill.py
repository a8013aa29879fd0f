"""Completing what a choice left out: the first way in which none of the refusals to be avoided applies.

Parts are gone through in order, the ways of each in the order of rows. What lies ahead depends only on the part's place, on the records of
the folds before it and on what was filled in so far, so a dead end met twice is entered once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from densho.engine.layout import Choice
from densho.engine.order import ordered
from densho.engine.refuse import Asked
from densho.engine.tables import identifier
from densho.ir import nodes as ir

Spot = tuple[int, int]


def filled(ask: Asked, choice: Choice) -> Choice:
    """The choice with every left-out argument completed."""
    fill = ask.decision.fill
    if fill is None or not list(_open_spots(ask, fill, choice)):
        return choice
    avoiding = [i for name in fill.avoiding for i, r in enumerate(ask.decision.refusals) if r.name == name]
    while True:
        found = _Filling(ask, fill, avoiding, choice).search(choice, 0)
        if found is not None:
            return found
        if not avoiding:
            return choice
        avoiding.pop()


def is_filled(ask: Asked, choice: Choice) -> bool:
    """Whether nothing is left out that could be completed."""
    fill = ask.decision.fill
    if fill is None:
        return True
    return not any(_ways(ask, choice, spot) for spot in _open_spots(ask, fill, choice))


def last_part_open(ask: Asked, choice: Choice, group_at: int) -> bool:
    """Whether the last part of a sequence leaves out what could be completed there and then."""
    fill = ask.decision.fill
    if fill is None:
        return False
    place = len(choice[group_at]) - 1
    return _is_open(ask, fill, choice[group_at][place]) and bool(_ways(ask, choice, (group_at, place)))


def _is_open(ask: Asked, fill: ir.Fill, part: tuple[Any, ...]) -> bool:
    """Whether a part's word takes the argument, and leaves it out."""
    shape = ask.shape
    if fill.arg not in shape.part_arguments or part[shape.part_at(fill.arg)] not in (None, -1):
        return False
    return any(a.name == fill.arg for a in shape.words[part[1]].args)


def _open_spots(ask: Asked, fill: ir.Fill, choice: Choice) -> Iterator[Spot]:
    """Places of parts whose argument was left out: (group's place in the choice, part)."""
    for group in ask.shape.groups:
        place = ask.shape.parts_at(group.name)
        for i, part in enumerate(choice[place]):
            if _is_open(ask, fill, part):
                yield place, i


def _ways(ask: Asked, choice: Choice, spot: Spot) -> list[Any]:
    place, i = spot
    return ordered(
        ask.functions[f"ways_{identifier(ask.decision.name)}"](ask.place(choice), ask.seat, choice[place][i])
    )


class _Filling:
    def __init__(self, ask: Asked, fill: ir.Fill, avoiding: list[int], choice: Choice) -> None:
        self.ask = ask
        self.avoiding = avoiding
        self.shape = ask.shape
        self.at = self.shape.part_at(fill.arg)
        self.spots = list(_open_spots(ask, fill, choice))
        self.dead: set[Any] = set()
        self.folds = ask.program.folds_over(ask.decision.root)

    def search(self, choice: Choice, number: int) -> Choice | None:
        if number == len(self.spots):
            values = self.ask.place(choice)
            return None if any(self.ask.applies(i, values) for i in self.avoiding) else choice
        key = self._key(choice, number)
        if key in self.dead:
            return None
        spot = self.spots[number]
        ways = _ways(self.ask, choice, spot)
        for after in [self._put(choice, spot, way) for way in ways] or [choice]:
            found = self.search(after, number + 1)
            if found is not None:
                return found
        self.dead.add(key)
        return None

    def _put(self, choice: Choice, spot: Spot, way: Any) -> Choice:
        place, i = spot
        parts = choice[place]
        part = (*parts[i][: self.at], way, *parts[i][self.at + 1 :])
        after = list(choice)
        after[place] = (*parts[:i], part, *parts[i + 1 :])
        return self._first_arguments(tuple(after), part)

    def _first_arguments(self, choice: Choice, part: tuple[Any, ...]) -> Choice:
        """The entry of a word holds the arguments of its first part."""
        word = part[1]
        group = self.shape.words[word].group
        first = next(p for p in choice[self.shape.parts_at(group)] if p[1] == word)
        arguments = tuple(first[self.shape.part_at(a.name)] for a in self.shape.words[word].args)
        return (*choice[:word], arguments, *choice[word + 1 :])

    def _key(self, choice: Choice, number: int) -> Any:
        i = self.spots[number][1]
        values = self.ask.place(choice)
        records = tuple(self.ask.functions[name](values, self.ask.seat, choice)[i] for name in self.folds)
        so_far = tuple(
            sorted((parts[j][1], parts[j][self.at]) for p, j in self.spots[:number] for parts in [choice[p]])
        )
        return number, records, so_far
