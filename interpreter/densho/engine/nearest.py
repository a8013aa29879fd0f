"""The legal choice that comes nearest to a text: the one that differs from it in the fewest parts.

A part that is said otherwise, left out or added is one difference; the parts of a sequence are compared in their order, and what the text leaves out to be
completed is no difference. Of choices that differ in as many parts those come first whose words are the same and whose numbers are close, then those that are written most alike. Where all legal choices can be listed, each is
compared. Elsewhere the text itself is mended: one part after another is left out, replaced or added, the variants that fewest refusals stand against are mended further, and what is
legal then counts; so there may be a nearer one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from densho.engine.assemble import Said, add_up
from densho.engine.domains import TooMany
from densho.engine.errors import RulesetFault
from densho.engine.layout import Choice, ChoiceLayout, Layout
from densho.engine.legal import legal_refusals, sample
from densho.engine.mending import Mender
from densho.engine.program import Program
from densho.engine.reading import read_choice
from densho.engine.refuse import Asked, asked
from densho.engine.search import Search
from densho.engine.spelling import argument_default, said, spell_choice
from densho.engine.state import State

LISTED = 5_000
WORK = 25_000
DRAWN = 20


@dataclass(frozen=True, slots=True)
class Near:
    """A legal choice in its canonical spelling, and in how many parts it differs."""

    text: str
    differs: int


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest first. `whole`: every legal choice was compared."""

    choices: tuple[Near, ...]
    whole: bool


Part = tuple[int, tuple[Any, ...] | None]
"""A word with its arguments; None if they could not be read."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a text asks for: parts outside of sequences, those in sequences, and what could not be read at all."""

    parts: tuple[Part, ...]
    ordered: tuple[Part, ...]
    unread: tuple[str, ...]
    text: str


def nearest(program: Program, state: State, seat: int, text: str, most: int = 3) -> Nearest:
    """The legal choices nearest to a text, at most `most`. Raises `NotOwed`."""
    ask = asked(program, state, seat)
    wish = _wish(ask, text)
    every = _listed(ask)
    found = _mended(ask, wish) if every is None else every
    shape = ask.program.layout.choice_layout(ask.decision.name)
    ranked = sorted(_ranked(ask, shape, wish, found), key=lambda one: one[0])
    return Nearest(tuple(Near(text, rank[0]) for rank, text in ranked[:most]), every is not None)


def _ranked(
    ask: Asked, shape: ChoiceLayout, wish: _Wish, choices: Iterable[Choice]
) -> Iterator[tuple[tuple[int, int, int, float, int], str]]:
    """Each choice with how far it is."""
    names = ask.state.values[0]
    measure = _Measure(ask.program.layout, shape, wish)
    for number, choice in enumerate(choices):
        differs, edits, apart = measure.differences(said(shape, choice))
        text = spell_choice(ask.program.layout, ask.decision.name, choice, names)
        alike = SequenceMatcher(None, wish.text, text).ratio()
        yield (differs, edits, apart, -alike, number), text


# --- reading the wish --------------------------------------------------------------------------------


def _wish(ask: Asked, text: str) -> _Wish:
    shape = ask.program.layout.choice_layout(ask.decision.name)
    parts: list[Part] = []
    ordered: list[Said] = []
    halves: list[tuple[int, None]] = []
    unread: list[str] = []
    for written in text.split(";"):
        reading = read_choice(ask.program.lexicon, ask.decision, written, ask.state.values[0])
        wrong = next((one for one in reading.mistakes if one.kind != "shape"), None)
        if wrong is not None and wrong.word is not None:
            (halves if shape.in_sequence(wrong.word) else parts).append((wrong.word, None))
        elif wrong is not None:
            unread.append(written.strip())
        else:
            for word, arguments in said(shape, reading.choice):
                if shape.in_sequence(word):
                    ordered.append((word, arguments))
                else:
                    parts.append((word, arguments))
    return _Wish(tuple(parts), (*add_up(shape, ordered), *halves), tuple(unread), text.strip())


# --- how far -----------------------------------------------------------------------------------------

Far = tuple[int, int, int]
"""How many parts differ; how many words are left out, added or replaced (by one of another group: both); how far numbers of the same words are apart."""


@dataclass(frozen=True, slots=True)
class _Measure:
    layout: Layout
    shape: ChoiceLayout
    wish: _Wish

    def differences(self, choice: list[Said]) -> Far:
        ordered = [part for part in choice if self.shape.in_sequence(part[0])]
        others = [part for part in choice if not self.shape.in_sequence(part[0])]
        asked_for = []
        for part in self.wish.parts:
            twin = next((other for other in others if self.same(part, other)), None)
            if twin is None:
                asked_for.append(part)
            else:
                others.remove(twin)
        changed, edits, moved = self._paired(asked_for, others)
        along = self._along(ordered)
        return changed + along[0], edits + along[1], moved + along[2]

    def same(self, part: Part, other: Said) -> bool:
        """Whether a part is said as it was asked for; an argument left out to be completed may be anything."""
        word, arguments = part
        if word != other[0] or arguments is None:
            return False
        entries = zip(self.shape.words[word].args, arguments, other[1], strict=True)
        return all(
            one == two or (entry.left_out and one == argument_default(self.layout, entry))
            for entry, one, two in entries
        )

    def _paired(self, asked_for: list[Part], others: list[Said]) -> Far:
        """Parts of the same word differ in their arguments, those of one group in their word; the rest is left out and added."""
        changed = edits = apart = 0
        for part in list(asked_for):
            twin = next((other for other in others if other[0] == part[0]), None)
            if twin is not None:
                asked_for.remove(part)
                others.remove(twin)
                changed += 1
                apart += _apart(part[1], twin[1])
        for part in list(asked_for):
            twin = next((other for other in others if self._group(other[0]) == self._group(part[0])), None)
            if twin is not None:
                asked_for.remove(part)
                others.remove(twin)
                changed += 1
                edits += 1
        gone = len(asked_for) + len(self.wish.unread)
        both = max(gone, len(others)) if self.wish.unread else gone + len(others)
        return changed + max(gone, len(others)), edits + both, apart

    def _group(self, word: int) -> str:
        return self.shape.words[word].group

    def _along(self, found: list[Said]) -> Far:
        """The least number of parts to be changed, added or left out, so that one sequence becomes the other."""
        row = [(number, number, 0) for number in range(len(found) + 1)]
        for place, part in enumerate(self.wish.ordered, 1):
            before, row = row, [(place, place, 0)]
            for at, other in enumerate(found, 1):
                ways = [_plus(before[at], 1, 1, 0), _plus(row[at - 1], 1, 1, 0)]
                if self.same(part, other):
                    ways.append(before[at - 1])
                elif part[0] == other[0]:
                    ways.append(_plus(before[at - 1], 1, 0, _apart(part[1], other[1])))
                else:
                    ways.append(_plus(before[at - 1], 1, 1, 0))
                row.append(min(ways))
        return row[-1]


def _apart(one: tuple[Any, ...] | None, other: tuple[Any, ...]) -> int:
    if one is None:
        return 0
    numbers = ((a, b) for a, b in zip(one, other, strict=True) if isinstance(a, int) and isinstance(b, int))
    return sum(abs(a - b) for a, b in numbers)


def _plus(so_far: Far, changed: int, edits: int, moved: int) -> Far:
    return so_far[0] + changed, so_far[1] + edits, so_far[2] + moved


# --- candidates --------------------------------------------------------------------------------------


def _listed(ask: Asked) -> tuple[Choice, ...] | None:
    """All legal choices; None if they are too many."""
    try:
        found = tuple(islice(Search(ask, legal_refusals(ask), budget=WORK).choices(), LISTED + 1))
    except TooMany:
        return None
    return found if len(found) <= LISTED else None


def _mended(ask: Asked, wish: _Wish) -> tuple[Choice, ...]:
    """Legal choices near the wish; some at random if none is found by mending."""
    mender = Mender(ask, WORK)
    parts = [(word, arguments) for word, arguments in (*wish.parts, *wish.ordered) if arguments is not None]
    found = mender.mended(parts)
    if found:
        return tuple(found)
    rng = random.Random(wish.text)
    try:
        drawn = [sample(ask.program, ask.state, ask.seat, rng) for _ in range(DRAWN)]
    except RulesetFault:
        return ()
    return tuple(dict.fromkeys(drawn))
