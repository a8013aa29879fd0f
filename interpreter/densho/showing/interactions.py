"""A meeting as a matrix: signs for what came of each pair, to the left of the bar for who stands in the row, to the right for the other.

What only tells of a choice by itself says nothing of the meeting, and is left out: what happens too when neither does anything, and events
that are the same whatever the other does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from densho.display.telling import Telling
from densho.display.tongue import NOTHING, spaced
from densho.engine import Event
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.showing.guide import Guide
from densho.showing.matrices import Matrix, grid_of, legend_of
from densho.showing.meeting import NAMES, Cell, Meeting, Side
from densho.showing.page import Element, Line, Table, Title

WON, DRAWN = "+", "="
FAILED = "?"
BAR = "/"


def matrix_page(guide: Guide, meeting: Meeting) -> Iterator[Element]:
    """The page of `--matrix`."""
    called = guide.called(meeting.decision, f"decision.{meeting.decision}")
    yield Title(
        guide.say("When two meet: {decision}", decision=called),
        guide.tongue.text("ruleset", guide.ruleset.id),
    )
    yield from interaction(guide, meeting)


@dataclass(frozen=True, slots=True)
class Mark:
    """What happened to whom (None: to nobody in particular), with the numbers that tell how much."""

    event: str
    whose: int | None
    numbers: tuple[int, ...]
    fields: tuple[tuple[str, Any], ...]


def interaction(guide: Guide, meeting: Meeting) -> Iterator[Element]:
    """The matrix, what its signs mean, and what would have been refused."""
    reading = Reading(guide, meeting)
    names = [guide.tongue.choice(meeting.decision, side.text) for side in meeting.left]
    top = [guide.tongue.choice(meeting.decision, side.text) for side in meeting.top]
    cells = [[reading.text(cell) for cell in row] for row in meeting.cells]
    matrix = Matrix("", names, top, cells)
    grid = grid_of(matrix)
    yield Table(grid)
    yield from legend_of(matrix, grid)
    refused = (*_refused(guide, meeting.left, names), *_refused(guide, meeting.top, top))
    yield from (Line(line, style="note") for line in (*reading.legend(), *dict.fromkeys(refused)))


@dataclass(frozen=True)
class Reading:
    """Reads the cells of one meeting."""

    guide: Guide
    meeting: Meeting

    @cached_property
    def telling(self) -> Telling:
        return Telling(self.guide.ruleset, self.guide.tongue)

    # --- marks

    def marks(self, cell: Cell) -> tuple[Mark, ...]:
        """What came of the meeting, in order; of blocks that ended the innermost."""
        found = [self._mark(event) for event in cell.events if event.kind == "event"]
        ends = [event for event in cell.events if event.kind == "end"]
        found += [_end(event) for event in ends[:1]]
        return tuple(mark for mark in found if mark.event not in self.dropped)

    def _all_marks(self, cell: Cell) -> list[Mark]:
        return [self._mark(event) for event in cell.events if event.kind == "event"]

    def _mark(self, event: Event) -> Mark:
        whose = None
        numbers = []
        for name, value in event.fields:
            if whose is None and value in NAMES and self._is_fighter(event.name, name):
                whose = NAMES.index(value)
            elif isinstance(value, int) and not isinstance(value, bool):
                numbers.append(value)
        return Mark(event.name, whose, tuple(numbers), event.fields)

    def _is_fighter(self, event: str, field: str) -> bool:
        type_ = self.telling.types.get((event, field))
        return isinstance(type_.of if isinstance(type_, t.TOptional) else type_, t.TFighter)

    @cached_property
    def dropped(self) -> frozenset[str]:
        """The events that say nothing of a meeting."""
        idle = {mark.event for mark in self._all_marks(self.meeting.idle)} if self.meeting.idle else set()
        names = {mark.event for row in self.meeting.cells for cell in row for mark in self._all_marks(cell)}
        return frozenset(idle | {name for name in names if self._is_alike(name)})

    def _is_alike(self, name: str) -> bool:
        """Whether an event is the same for each choice, whatever the other chooses."""
        told: dict[tuple[int | None, int], set[str]] = {}
        for at, row in enumerate(self.meeting.cells):
            for other, cell in enumerate(row):
                if cell.failed:
                    continue
                marks = [mark for mark in self._all_marks(cell) if mark.event == name]
                for whose, own in ((0, at), (1, other), (None, 0)):
                    fields = repr([mark.fields for mark in marks if mark.whose == whose])
                    told.setdefault((whose, own), set()).add(fields)
        return all(len(found) == 1 for found in told.values())

    # --- signs

    @cached_property
    def signs(self) -> dict[str, str]:
        """A sign for each event that is left: the ruleset's own for its ribbons, else a letter of its name."""
        declared = {
            told.event: sign
            for picture in self.guide.ruleset.display.board
            if isinstance(picture, ir.Ribbon)
            for sign, told in picture.marks
        }
        marks = (mark for row in self.meeting.cells for cell in row for mark in self.marks(cell))
        found: dict[str, str] = {}
        for name in dict.fromkeys(mark.event for mark in marks):
            taken = {*declared.values(), *found.values(), WON, DRAWN, FAILED, BAR}
            found[name] = (
                name if name in (WON, DRAWN) else declared.get(name) or _letter(self._name(name), taken)
            )
        return found

    def _name(self, event: str) -> str:
        return self.guide.tongue.text(f"event.{event}", spaced(event))

    def text(self, cell: Cell) -> str:
        """A cell: whose row, bar, whose column; what is nobody's behind."""
        if cell.failed:
            return FAILED
        marks = self.marks(cell)
        sides = [" ".join(self._sign(mark) for mark in marks if mark.whose == seat) for seat in (0, 1)]
        rest = " ".join(self._sign(mark) for mark in marks if mark.whose is None)
        shown = f"{sides[0]}{BAR}{sides[1]}" if any(sides) else ""
        return " ".join(one for one in (shown, rest) if one) or NOTHING

    def _sign(self, mark: Mark) -> str:
        return self.signs[mark.event] + ",".join(map(str, mark.numbers))

    def legend(self) -> Iterator[str]:
        """What the signs mean."""
        say = self.guide.say
        ended = next((event.get("block") for event in self._ends()), "")
        block = self.guide.tongue.text(f"block.{ended}", spaced(str(ended)))
        meanings = {WON: say("wins ({block})", block=block), DRAWN: say("a draw ({block})", block=block)}
        shown = [f"{sign} = {meanings.get(name) or self._name(name)}" for name, sign in self.signs.items()]
        if any(cell.failed for row in self.meeting.cells for cell in row):
            shown.append(f"{FAILED} = {say('the rules contradict themselves')}")
        if not shown:
            yield say("nothing that is told depends on what the other chooses")
            return
        yield say("left of the bar who stands in the row, right of it who stands in the column")
        yield "   ".join(shown)

    def _ends(self) -> Iterator[Event]:
        for row in self.meeting.cells:
            for cell in row:
                yield from (event for event in cell.events if event.kind == "end")


def _end(event: Event) -> Mark:
    winner = event.get("winner")
    whose = NAMES.index(winner) if winner in NAMES else None
    return Mark(DRAWN if winner is None else WON, whose, (), ())


def _letter(name: str, taken: Iterable[str]) -> str:
    """A letter of the name that no other sign is."""
    used = set(taken)
    letters = [letter for letter in name.casefold() if letter.isalpha()]
    return next((one for one in (*letters, *(letter.upper() for letter in letters)) if one not in used), name)


def _refused(guide: Guide, sides: Iterable[Side], names: list[str]) -> Iterator[str]:
    """Which choices would have been refused at this start, by what."""
    found: dict[str, list[str]] = {}
    for side, name in zip(sides, names, strict=True):
        for refusal in side.refused:
            found.setdefault(refusal, []).append(name)
    for refusal, some in found.items():
        shown = guide.say("all") if len(some) == len(names) else ", ".join(some)
        yield guide.say(
            "played, but refused at this start by `{refusal}`: {choices}", refusal=refusal, choices=shown
        )
