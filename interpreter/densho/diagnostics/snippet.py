"""The lines of a file that a diagnostic speaks of, with the place underlined.

Shown text is somebody else's: control characters and terminal escapes become visible signs, tabs become blanks,
wide characters are counted as two columns, and a long line is cut around the place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from densho.source import Source, Span

WIDTH = 110
_TAB = 4
_WIDEST_SPAN_IN_FULL = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place to underline: with `^` when it is the diagnostic's own, with `-` when it is a label's."""

    span: Span
    text: str
    main: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the picture: a number and the file's text, or (number None) what stands below it. `main` says whose underline it is."""

    number: int | None
    text: str
    main: bool | None = None
    gap: bool = False


def harmless(text: str) -> str:
    """The text with everything that could move a cursor or hide something turned into visible signs."""
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    code = ord(character)
    if 0x20 <= code < 0x7F:
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
        return f"<U+{code:04X}>"
    return character


def columns(text: str) -> int:
    """How many columns of a terminal the (harmless) text takes."""
    return len(text) if text.isascii() else sum(map(_character_columns, text))


def _character_columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Me":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def picture(source: Source, marks: Iterable[Mark], width: int = WIDTH) -> list[Row]:
    """The lines around the marks, in the order of the file; a gap between them is a row with the text `⋮`."""
    wanted: dict[int, list[Mark]] = {}
    for mark in marks:
        place = source.place(mark.span)
        lines = list(range(place.line, place.end_line + 1))
        if len(lines) > 1 and place.end_column == 1:
            lines.pop()
        if len(lines) > _WIDEST_SPAN_IN_FULL:
            lines = [lines[0], lines[-1]]
        for line in lines:
            text = mark.text if line == lines[-1] else ""
            wanted.setdefault(line, []).append(Mark(span=mark.span, text=text, main=mark.main))
    rows: list[Row] = []
    before: int | None = None
    for line in sorted(wanted):
        if before is not None and line > before + 1:
            rows.append(Row(number=None, text=" ⋮", gap=True))
        rows.extend(_line(source, line, wanted[line], width))
        before = line
    return rows


def _line(source: Source, line: int, marks: list[Mark], width: int) -> list[Row]:
    text = source.line_text(line)
    start = source.offset(line - 1, 0)
    ranges = [_within(mark.span, start, text) for mark in marks]
    cells = _cells(text)
    low, high = _window(cells, min(first for first, _ in ranges), max(last for _, last in ranges), width)
    prefix = "…" if low else ""
    shown = prefix + "".join(cells[low:high]) + ("…" if high < len(cells) else "")
    rows = [Row(number=line, text=shown.rstrip())]
    for mark, (first, last) in sorted(
        zip(marks, ranges, strict=True), key=lambda one: (not one[0].main, one[1])
    ):
        inside = max(first, low), min(max(last, first), high)
        left = columns(prefix + "".join(cells[low : inside[0]]))
        length = max(1, columns("".join(cells[inside[0] : inside[1]])))
        sign = "^" if mark.main else "-"
        label = f" {harmless(mark.text)}" if mark.text else ""
        rows.append(Row(number=None, text=" " * left + sign * length + label, main=mark.main))
    return rows


def _within(span: Span, start: int, text: str) -> tuple[int, int]:
    """The part of the span in this line, in characters; a line that the span only passes through without its indentation."""
    first = max(0, min(span.start - start, len(text)))
    if span.start < start:
        first = len(text) - len(text.lstrip())
    last = max(
        first, min(span.end - start, len(text.rstrip()) if span.end - start > len(text) else len(text))
    )
    return first, last


def _cells(text: str) -> list[str]:
    cells: list[str] = []
    column = 0
    for character in text:
        cell = " " * (_TAB - column % _TAB) if character == "\t" else _shown(character)
        cells.append(cell)
        column += columns(cell)
    return cells


def _window(cells: list[str], first: int, last: int, width: int) -> tuple[int, int]:
    """Which cells to show so that the marked ones are among them (their beginning, if they are too many)."""
    if columns("".join(cells)) <= width:
        return 0, len(cells)
    low = min(first, len(cells))
    used = 0
    while low > 0 and used < width // 3:
        low -= 1
        used += columns(cells[low])
    if columns("".join(cells[:last])) <= width:
        low, used = 0, columns("".join(cells[:first]))
    else:
        used = columns("".join(cells[low:first]))
    high = first
    while high < len(cells) and used + columns(cells[high]) <= width:
        used += columns(cells[high])
        high += 1
    return low, high
