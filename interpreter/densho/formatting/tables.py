"""Columns: of the values of neighbouring rows, and of comments at the ends of neighbouring lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from densho.formatting.places import WIDTH
from densho.formatting.scalars import width_of

_APART = 2
"""Blanks before a comment."""
_STRAY = 40
"""A line that is so much longer than the shortest has its comment where it ends."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row in one line: its name with the colon, and its cells as (column, text)."""

    label: str
    cells: tuple[tuple[str, str], ...]


def in_columns(rows: Sequence[Row], width: int) -> list[str]:
    """The rows as lines: in columns if all begin with the same ones and that fits into the width; else with their values aligned, where these fit."""
    cells = [[text for _, text in row.cells] for row in rows]
    if sum(bool(row.cells) for row in rows) < 2:
        return [_line(row, texts, 0) for row, texts in zip(rows, cells, strict=True)]
    if _alike(rows):
        label = max(width_of(row.label) for row in rows)
        widths = [max(map(width_of, column)) for column in _columns(cells)]
        lines = [_line(row, _cells(row, widths), label) for row in rows]
        if max(map(width_of, lines)) <= width:
            return lines
    fits = [True for _ in rows]
    while True:
        label = max((width_of(row.label) for row, one in zip(rows, fits, strict=True) if one), default=0)
        padded = [_line(row, texts, label) for row, texts in zip(rows, cells, strict=True)]
        fitting = [one and width_of(line) <= width for one, line in zip(fits, padded, strict=True)]
        if fitting == fits:
            plain = (_line(row, texts, 0) for row, texts in zip(rows, cells, strict=True))
            return [line if one else other for line, other, one in zip(padded, plain, fits, strict=True)]
        fits = fitting


def _alike(rows: Sequence[Row]) -> bool:
    """Whether the rows have the same columns, of which some may lack the last ones."""
    longest = max((row.cells for row in rows), key=len)
    return all(
        column == model for row in rows for (column, _), (model, _) in zip(row.cells, longest, strict=False)
    )


def _columns(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[row[at] for row in cells if at < len(row)] for at in range(max(map(len, cells)))]


def _cells(row: Row, widths: Sequence[int]) -> list[str]:
    """The row's cells, each but the last as wide as its column with the comma."""
    texts = [text for _, text in row.cells]
    before = [f"{_padded(f'{text},', width + 1)} " for text, width in zip(texts[:-1], widths, strict=False)]
    return [*before, *texts[-1:]]


def _line(row: Row, cells: Sequence[str], label: int) -> str:
    """A row; a cell that ends in a blank has its comma."""
    *some, last = cells or [""]
    before = "".join(cell if cell.endswith(" ") else f"{cell}, " for cell in some)
    return f"{_padded(row.label, label)} {{{before}{last}}}"


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - width_of(text))


def aligned(lines: Sequence[tuple[str, str]]) -> list[int]:
    """For each line with its comment, the blanks between them: as many as lead to a common column, where the comment fits there."""
    widths = [width_of(text) for text, _ in lines]
    ends = [width_of(comment) for _, comment in lines]
    near = [width <= min(widths) + _STRAY for width in widths]
    while True:
        column = max((width for width, one in zip(widths, near, strict=True) if one), default=0) + _APART
        fits = [
            one and (column + end <= WIDTH or column == width + _APART)
            for one, width, end in zip(near, widths, ends, strict=True)
        ]
        if fits == near:
            return [column - width if one else _APART for width, one in zip(widths, near, strict=True)]
        near = fits
