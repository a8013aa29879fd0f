"""Relations as matrices: of two kinds, or what a column says of the rows of its own kind.

A matrix whose names are too long for the page has numbers over its columns instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from densho.display.blocks import GAP, Grid, width
from densho.display.tongue import spaced
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.showing.guide import Guide, cited
from densho.showing.page import Element, Heading, Line, Table

YES, NO, OTHERWISE_NO, OTHERWISE_YES = "x", "-", "·", "(x)"
BROAD = 96
"""So many cells of a terminal a table with names over its columns may take."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """`corner` names what stands to the left; names of rows and columns in words."""

    corner: str
    left: Sequence[str]
    top: Sequence[str]
    cells: Sequence[Sequence[str]]


def grid_of(matrix: Matrix) -> Grid:
    """The matrix as a table."""
    names = (matrix.corner, *matrix.top)
    rows = [(name, *cells) for name, cells in zip(matrix.left, matrix.cells, strict=True)]
    grid = Grid(names, tuple(rows))
    return grid if breadth(grid) <= BROAD else _numbered(matrix, rows)


def breadth(grid: Grid) -> int:
    """How many cells of a terminal a table takes."""
    widths = [max(width(row[at]) for row in (grid.head, *grid.rows)) for at in range(len(grid.head))]
    return sum(widths) + GAP * (len(widths) - 1)


def _numbered(matrix: Matrix, rows: Sequence[tuple[str, ...]]) -> Grid:
    """Columns by number; where rows and columns are the same, the rows have the numbers, else a line below explains them."""
    numbers = tuple(str(at) for at in range(1, len(matrix.top) + 1))
    if list(matrix.top) == list(matrix.left):
        left = [f"{at:>2} {row[0]}" for at, row in enumerate(rows, 1)]
        return Grid(
            (matrix.corner, *numbers), tuple((name, *row[1:]) for name, row in zip(left, rows, strict=True))
        )
    return Grid((matrix.corner, *numbers), tuple(rows))


def legend_of(matrix: Matrix, grid: Grid) -> Iterator[Element]:
    """What the numbers over the columns mean, where that cannot be seen in the rows."""
    if grid.head[1:] != tuple(matrix.top) and list(matrix.top) != list(matrix.left):
        yield Line(", ".join(f"{at} {name}" for at, name in enumerate(matrix.top, 1)), style="note")


# --- relations ---------------------------------------------------------------------------------------


def relations(guide: Guide) -> Iterator[Element]:
    """All relations."""
    for relation in guide.ruleset.relations:
        yield Heading(relation_title(guide, relation))
        yield from relation_matrix(guide, relation)


def relation_title(guide: Guide, relation: ir.Relation) -> str:
    called = f"{relation.name}({relation.left}, {relation.right}){cited(relation.cites)}"
    text = guide.text(f"relation.{relation.name}")
    return f"{called} – {text}" if text else called


def relation_matrix(guide: Guide, relation: ir.Relation) -> Iterator[Element]:
    """Which rows are related, and of which pairs that is said."""
    pairs, decided = frozenset(relation.pairs), relation.decided
    left, right = guide.kinds[relation.left], guide.kinds[relation.right]

    def sign(pair: tuple[int, int]) -> str:
        if pair in decided:
            return YES if pair in pairs else NO
        return OTHERWISE_YES if pair in pairs else OTHERWISE_NO

    cells = [[sign((at, other)) for other in range(len(right.rows))] for at in range(len(left.rows))]
    text = guide.text(f"relation.{relation.name}") or spaced(relation.name)
    yield from _shown(Matrix(text, _rows(guide, left), _rows(guide, right), cells))
    yield Line(_signs(guide, {cell for row in cells for cell in row}), style="note")


def _signs(guide: Guide, used: set[str]) -> str:
    say = guide.say
    meaning = {
        YES: say("yes"),
        NO: say("no"),
        OTHERWISE_NO: say("no, since nothing says otherwise"),
        OTHERWISE_YES: say("yes, since nothing says otherwise"),
    }
    return "   ".join(f"{sign} = {text}" for sign, text in meaning.items() if sign in used)


def _rows(guide: Guide, kind: ir.Kind) -> list[str]:
    return [guide.tongue.row(kind.name, row.name) for row in kind.rows]


def _shown(matrix: Matrix) -> Iterator[Element]:
    grid = grid_of(matrix)
    yield Table(grid)
    yield from legend_of(matrix, grid)


# --- columns -----------------------------------------------------------------------------------------


def among_themselves(kind: ir.Kind, column: ir.Column) -> bool:
    """Whether a column says of each row to which rows of the same kind it stands so."""
    return column.type == t.TSet(t.TRow(kind.name))


def column_matrix(guide: Guide, kind: ir.Kind, column: ir.Column) -> Iterator[Element]:
    """Which rows a column names for which row; rows and columns without any are left out."""
    at = kind.columns.index(column)
    sets = [value if isinstance(value := row.values[at], frozenset) else frozenset() for row in kind.rows]
    left = [number for number, found in enumerate(sets) if found]
    top = sorted(frozenset().union(*sets))
    title = guide.headed(column.name, f"column.{kind.name}.{column.name}")
    if not top:
        yield Line(guide.say("{column}: none", column=title))
        return
    names = _rows(guide, kind)
    cells = [[YES if other in sets[number] else OTHERWISE_NO for other in top] for number in left]
    yield from _shown(Matrix(title, [names[one] for one in left], [names[one] for one in top], cells))
