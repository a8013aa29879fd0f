"""Kinds with their rows as tables, and records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from densho.display.blocks import Grid
from densho.display.tongue import spaced
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.showing.guide import Guide, cited
from densho.showing.matrices import BROAD, among_themselves, breadth, column_matrix
from densho.showing.page import Element, Heading, Line, Table
from densho.showing.types import type_text


def kinds(guide: Guide) -> Iterator[Element]:
    """All kinds that have rows."""
    for kind in guide.ruleset.kinds:
        if kind.rows:
            yield Heading(kind_title(guide, kind))
            yield from rows_of(guide, kind)


def kind_title(guide: Guide, kind: ir.Kind) -> str:
    """A kind with its name, and the section in which files add rows to it."""
    title = f"{guide.called(kind.name, f'kind.{kind.name}')}{cited(kind.cites)}"
    if kind.plural in ("", kind.name):
        return title
    each = f", {guide.say('a file each')}" if kind.in_files else ""
    return f"{title} (`{kind.plural}:`{each})"


def rows_of(guide: Guide, kind: ir.Kind) -> Iterator[Element]:
    """A kind's rows as a table; sets of rows of the kind itself as matrices."""
    if _is_bare(kind):
        yield Line("; ".join(guide.called(row.name, f"{kind.name}.{row.name}") for row in kind.rows))
        return
    yield from rows_table(guide, kind, kind.rows, brought=_from_files(kind))
    for column in kind.columns:
        if among_themselves(kind, column):
            yield Line("")
            yield from column_matrix(guide, kind, column)


def _is_bare(kind: ir.Kind) -> bool:
    return not kind.columns and not kind.in_files and not any(row.cites for row in kind.rows)


def _from_files(kind: ir.Kind) -> bool:
    """Whether files bring rows."""
    return kind.in_files and len({row.span.path for row in kind.rows}) > 1


FEW = 4
"""So many rows may stand side by side, with their columns one below the other."""


def _turned(grid: Grid) -> Grid:
    """A table with its rows as columns."""
    head, *rows = zip(grid.head, *grid.rows, strict=True)
    return Grid(tuple(head), tuple(map(tuple, rows)))


def rows_table(
    guide: Guide, kind: ir.Kind, rows: Sequence[ir.Row], *, without: Iterable[str] = (), brought: bool = False
) -> Iterator[Element]:
    """Rows with their names and columns; `brought`: also the file of each.

    Where that is too broad, a few rows stand side by side, and of many the columns have their ids over them and their names below.
    """
    columns = [
        column
        for column in kind.columns
        if not among_themselves(kind, column) and column.name not in set(without)
    ]
    texts = {one.name: guide.headed(one.name, f"column.{kind.name}.{one.name}") for one in columns}
    named = _rows_grid(guide, kind, rows, texts, brought)
    if breadth(named) <= BROAD:
        yield Table(named)
    elif len(rows) <= FEW:
        yield Table(_turned(named))
    else:
        yield Table(_rows_grid(guide, kind, rows, {name: name for name in texts}, brought))
        told = ((name, guide.text(f"column.{kind.name}.{name}")) for name in texts)
        note = "; ".join(f"{name} = {text}" for name, text in told if text)
        yield from [Line(note, style="note")] if note else []


def _rows_grid(
    guide: Guide, kind: ir.Kind, rows: Sequence[ir.Row], heads: Mapping[str, str], brought: bool
) -> Grid:
    """The rows with these columns and heads; what no row has (a name, paragraphs) has no column."""
    names = [guide.text(f"{kind.name}.{row.name}") for row in rows]
    places = [(at, column) for at, column in enumerate(kind.columns) if column.name in heads]
    table = [(kind.name, [row.name for row in rows])]
    table += [(guide.say("name"), names)] if any(names) else []
    table += [
        (heads[column.name], [guide.value(column.type, row.values[at]) for row in rows])
        for at, column in places
    ]
    table += [("§", [" ".join(row.cites) for row in rows])] if any(row.cites for row in rows) else []
    table += [(guide.say("file"), [guide.file(row) for row in rows])] if brought else []
    return Grid(tuple(head for head, _ in table), tuple(zip(*(cells for _, cells in table), strict=True)))


def columns_table(guide: Guide, kind: ir.Kind, row: ir.Row) -> Grid:
    """The columns of one row, one below the other."""
    cells = [
        (guide.headed(column.name, f"column.{kind.name}.{column.name}"), guide.value(column.type, value))
        for column, value in zip(kind.columns, row.values, strict=True)
    ]
    return Grid(("", ""), tuple(cells), wraps=True)


def records(guide: Guide) -> Iterator[Element]:
    """All records with their fields."""
    if guide.ruleset.records:
        yield Heading(guide.say("Records"))
    for record in guide.ruleset.records:
        yield Line(record_text(record))


def record_text(record: ir.Record) -> str:
    fields = ", ".join(f"{name}: {type_text(type_)}" for name, type_ in record.fields)
    return f"{record.name}({fields}){cited(record.cites)}"


# --- rows that point to a row ------------------------------------------------------------------------


Pointing = tuple[ir.Kind, ir.Column, Sequence[ir.Row]]
"""Rows of a kind, and the column in which they name a row."""


def pointing(guide: Guide, kind: ir.Kind, row: ir.Row) -> Iterator[Pointing]:
    """The rows of other kinds, or of this one, whose columns name the row."""
    index = kind.rows.index(row)
    for other in guide.ruleset.kinds:
        for at, column in enumerate(other.columns):
            rows = (one for one in other.rows if one is not row)
            found = [one for one in rows if _names(column.type, one.values[at], kind, index)]
            if found:
                yield other, column, found


def pointing_rows(guide: Guide, kind: ir.Kind, row: ir.Row) -> Iterator[Element]:
    """The rows that name a row: a table where each names it alone, else their names."""
    for other, column, found in pointing(guide, kind, row):
        yield Heading(_points(guide, other, column))
        if isinstance(column.type, t.TSet | t.TList | t.TBag) or other is kind:
            yield Line(", ".join(guide.called(one.name, f"{other.name}.{one.name}") for one in found))
        else:
            yield from rows_table(guide, other, found, without=(column.name,))


def _points(guide: Guide, kind: ir.Kind, column: ir.Column) -> str:
    name = guide.text(f"kind.{kind.name}") or spaced(kind.name)
    text = guide.text(f"column.{kind.name}.{column.name}") or spaced(column.name)
    return f"{name} · {text}"


def _names(type_: t.Type, value: object, kind: ir.Kind, row: int) -> bool:
    match type_, value:
        case t.TOptional(of), _:
            return _names(of, value, kind, row)
        case t.TRow(name), int():
            return name == kind.name and value == row
        case t.TSet(of) | t.TList(of) | t.TBag(of), frozenset() | tuple():
            return any(_names(of, item, kind, row) for item in value)
        case _:
            return False
