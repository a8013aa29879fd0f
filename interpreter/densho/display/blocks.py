"""What a drawing is made of, and how it becomes lines of text.

A `Drawing` is lines that must be shown in a fixed width; a `Grid` is a table. Widths are counted in cells of a terminal: Chinese and
Japanese characters take two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

GAP = 2
"""Blanks between the columns of a grid."""

PROSE = 16
"""A column of prose narrower than this stands below the rest of its row instead."""


@dataclass(frozen=True, slots=True)
class Drawing:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """`head` names the columns; the first cell of each row names the row. All rows are as long as the head.

    With `wraps` the last column is prose, which is broken into lines where the width ends.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wraps: bool = False


Block = Drawing | Grid


def width(text: str) -> int:
    """How many cells of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_width_of(character) for character in text)


def _width_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, cells: int) -> str:
    return text + " " * (cells - width(text))


def centred(text: str, cells: int) -> str:
    left = max(0, cells - width(text)) // 2
    return padded(" " * left + text, cells)


def lines_of(block: Block, most: int) -> tuple[str, ...]:
    """The block as lines, grids no wider than `most` cells where that can be: columns that do not fit follow below."""
    if isinstance(block, Drawing):
        return block.lines
    if block.wraps:
        return tuple(_prose_rows(block, most))
    found: list[str] = []
    for part in parts(block, most):
        found += [""] if found else []
        found += _rows(part)
    return tuple(found)


def all_lines(blocks: Iterable[Block], most: int) -> tuple[str, ...]:
    """All blocks, an empty line between two."""
    found: list[str] = []
    for block in blocks:
        found += [""] if found else []
        found += lines_of(block, most)
    return tuple(found)


def _columns(grid: Grid) -> list[int]:
    rows = (grid.head, *grid.rows)
    return [max(width(row[at]) for row in rows) for at in range(len(grid.head))]


def parts(grid: Grid, most: int) -> list[Grid]:
    """The grid cut into grids that fit, each with the first column."""
    widths = _columns(grid)
    groups: list[list[int]] = [[]]
    used = widths[0]
    for at in range(1, len(widths)):
        if groups[-1] and used + GAP + widths[at] > most:
            groups.append([])
            used = widths[0]
        groups[-1].append(at)
        used += GAP + widths[at]
    return [_chosen(grid, (0, *group)) for group in groups]


def _chosen(grid: Grid, columns: Sequence[int]) -> Grid:
    def of(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(row[at] for at in columns)

    return Grid(of(grid.head), tuple(of(row) for row in grid.rows))


def _rows(grid: Grid) -> list[str]:
    widths = _columns(grid)
    rows = (grid.head, *grid.rows) if any(grid.head) else grid.rows
    return [
        (" " * GAP).join(padded(cell, wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


# --- prose ----------------------------------------------------------------------------------------


def wrapped(text: str, most: int) -> list[str]:
    """The text in lines of at most `most` cells, broken between words; a longer word stands alone. At least one line."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and width(lines[-1]) + 1 + width(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


def _prose_rows(grid: Grid, most: int) -> Iterator[str]:
    widths = _columns(grid)[:-1]
    start = sum(widths) + GAP * len(widths)
    beside = most - start >= PROSE
    margin = start if beside else 2 * GAP
    for row in (grid.head, *grid.rows) if any(grid.head) else grid.rows:
        cells = (padded(cell, wide) for cell, wide in zip(row, widths, strict=False))
        before = "".join(f"{cell}{' ' * GAP}" for cell in cells)
        first, *more = wrapped(row[-1], most - margin)
        if beside:
            yield f"{before}{first}".rstrip()
        else:
            yield before.rstrip()
            more = [first, *more] if row[-1] else []
        yield from (" " * margin + line for line in more)
