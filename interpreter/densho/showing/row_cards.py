"""Cards of kinds and rows. That of a row which a file brings tells all that the file brings."""

from __future__ import annotations

from collections.abc import Iterator

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing.brought import brought, items_of
from densho.showing.kinds import columns_table, kind_title, pointing, pointing_rows, rows_of
from densho.showing.page import Element, Heading, Line, Table, Title
from densho.showing.parts import Parts
from densho.showing.references import roots_of
from densho.showing.types import type_text


def kind_card(parts: Parts, kind: ir.Kind) -> Iterator[Element]:
    """A kind with its rows, and what its columns hold."""
    guide = parts.guide
    yield Title(kind_title(guide, kind), parts.about(guide.say("kind"), kind))
    yield from rows_of(guide, kind)
    if kind.columns:
        yield Heading(guide.say("Columns"))
        columns = tuple(
            (one.name, type_text(one.type), guide.text(f"column.{kind.name}.{one.name}"))
            for one in kind.columns
        )
        yield Table(Grid(("", "", ""), columns, wraps=True))


def row_card(parts: Parts, kind: ir.Kind, row: ir.Row) -> Iterator[Element]:
    """A row with its names and columns, the rows that point to it, what its file brings, and who speaks of it."""
    guide = parts.guide
    key = f"{kind.name}.{row.name}"
    yield Title(guide.called(row.name, key), parts.about(guide.called(kind.name, f"kind.{kind.name}"), row))
    yield from parts.spelt(key)
    if kind.columns:
        yield Table(columns_table(guide, kind, row))
    yield from pointing_rows(guide, kind, row)
    readers = parts.references.readers("row", kind.name, row.name)
    if row.bundle == key:
        shown = {(other.name, one.name) for other, _, rows in pointing(guide, kind, row) for one in rows}
        yield from brought(guide, key, row.span.path, shown)
        yield from _house_rules(parts, key)
        yield from _paragraphs(parts, row)
        readers = tuple(one for one in readers if getattr(one.item, "bundle", "") != key)
    yield from parts.read_by(readers)


def _house_rules(parts: Parts, bundle: str) -> Iterator[Element]:
    """The options that the file's declarations ask for, and those under which something else speaks of them."""
    kind, _, row = bundle.partition(".")
    guide = parts.guide
    own = items_of(guide, bundle)
    asked = parts.references.options_of(tuple(root for item in own for root in roots_of(item)))
    about = [one.item for one in parts.references.readers("row", kind, row)]
    about += [one for one in guide.ruleset.exceptions if one.target.partition(":")[2].startswith(f"{row}.")]
    gates = (gate.option for item in about if isinstance(item, ir.Item) for gate in item.gates)
    options = dict.fromkeys((*asked, *gates))
    if options:
        yield Heading(guide.say("House rules that bear on it"))
        rows = tuple((name, guide.text(f"option.{name}")) for name in options)
        yield Table(Grid(("", ""), rows, wraps=True))


def _paragraphs(parts: Parts, row: ir.Row) -> Iterator[Element]:
    cites = (cite for item in items_of(parts.guide, row.bundle) for cite in item.cites)
    found = dict.fromkeys((*row.cites, *cites))
    if found:
        yield Heading(parts.guide.say("Paragraphs"))
        yield Line(", ".join(found))
