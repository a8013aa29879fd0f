"""Zones that can never hold anybody: no cell is marked, or all marked cells are farther away than two fighters can be.

A column is one of zones when some row draws its value or says it in words. A row that leaves such a column out is reported only if all
others fill it; an empty list says that nothing is meant. How far apart fighters can be is known where a board says which slot is their cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.source import Span
from densho.surface.documents import Scalar, Value
from densho.surface.model import File
from densho.surface.zones import looks_like_zone, parse_zone

Place = tuple[str, str]
"""A kind and a column of it."""


def empty_zones(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports zones that can never hold anybody."""
    kinds = {kind.name: kind for kind in resolved.ruleset.kinds}
    given = {(kind, row, key.text): value for kind, row, key, value in _given(resolved)}
    zones: dict[Place, None] = {}
    for (kind, _row, column), value in given.items():
        if isinstance(value, Scalar) and looks_like_zone(value.text) and _offsets(kinds[kind], column):
            zones[kind, column] = None
    for kind, column in zones:
        _column(kinds[kind], column, given, _farthest(resolved.ruleset), report)
    del files


def _given(resolved: Resolved) -> Iterator[tuple[str, str, Scalar, Value]]:
    for symbol in resolved.symbols.kinds.values():
        for row in symbol.rows:
            for key, value in row.columns:
                yield symbol.name, row.name, key, value


def _offsets(kind: n.Kind, name: str) -> bool:
    """Whether the column holds numbers."""
    return any(
        column.name == name
        and isinstance(column.type, t.TSet | t.TList)
        and isinstance(column.type.of, t.TInt)
        for column in kind.columns
    )


def _column(
    kind: n.Kind, name: str, given: dict[tuple[str, str, str], Value], farthest: int | None, report: Report
) -> None:
    place = next(at for at, column in enumerate(kind.columns) if column.name == name)
    zones = {row.name: _cells(row.values[place]) for row in kind.rows}
    if any(
        _unread(value) for (of, _row, column), value in given.items() if (of, column) == (kind.name, name)
    ):
        return  # what a wrong drawing means nobody knows, nor what the rows are that are like it
    for row in kind.rows:
        value = given.get((kind.name, row.name, name))
        cells = zones[row.name]
        others = [zones[one] or (kind.name, one, name) in given for one in zones if one != row.name]
        drawn = isinstance(value, Scalar) and looks_like_zone(value.text)
        if not cells and drawn and value is not None:
            _tell(report, value.span, kind, row)
        elif not cells and value is None and len(others) > 1 and all(others):
            _tell(report, row.span, kind, row)
        elif cells and farthest is not None and all(abs(cell) > farthest for cell in cells):
            message = say(
                "the {kind} `{row}` reaches no cell in which another can stand: fighters are at most {farthest} cells apart",
                kind=kind.name,
                row=row.name,
                farthest=farthest,
            )
            report.add("empty-zone", row.span if value is None else value.span, message)


def _unread(value: Value) -> bool:
    """Whether it is a zone with a mistake, which has been told."""
    return (
        isinstance(value, Scalar)
        and looks_like_zone(value.text)
        and parse_zone(value.excerpt, Report()) is None
    )


def _tell(report: Report, span: Span, kind: n.Kind, row: n.Row) -> None:
    report.add(
        "empty-zone",
        span,
        say(
            "no cell of the {kind} `{row}` is marked: it can never hold anybody", kind=kind.name, row=row.name
        ),
        help=say("mark cells with `x`, as in `[>][x]`; write `[]` if none is meant"),
    )


def _cells(value: object) -> list[int]:
    return [cell for cell in value if isinstance(cell, int)] if isinstance(value, frozenset | tuple) else []


def _farthest(ruleset: n.Ruleset) -> int | None:
    """The greatest distance between two cells in which fighters can stand; None where that is not known."""
    slots = {slot.name: slot.type for slot in ruleset.slots if slot.holder == "fighter"}
    found: list[int] = []
    for picture in ruleset.display.board:
        if isinstance(picture, n.Strip) and picture.at is not None:
            kind = slots.get(picture.at)
            if not isinstance(kind, t.TInt) or kind.lo is None or kind.hi is None:
                return None
            found.append(kind.hi - kind.lo)
    return max(found, default=None)
