"""House rules: options with their values."""

from __future__ import annotations

from collections.abc import Iterator

from densho.display.blocks import Grid
from densho.display.tongue import NOTHING
from densho.ir import nodes as ir
from densho.showing.guide import Guide, cited
from densho.showing.page import Element, Heading, Table

DEFAULT = "*"


def options(guide: Guide) -> Iterator[Element]:
    """All options; the default of each is marked."""
    if guide.ruleset.options:
        yield Heading(guide.say("House rules ({sign} is the default)", sign=DEFAULT))
        rows = [row for option in guide.ruleset.options for row in _rows(guide, option)]
        yield Table(Grid(("", "", ""), tuple(rows), wraps=True))


def values_table(guide: Guide, option: ir.Option) -> Grid:
    """The values of one option."""
    return Grid(("", ""), tuple((name, text) for _, name, text in _values(guide, option)), wraps=True)


def _rows(guide: Guide, option: ir.Option) -> Iterator[tuple[str, str, str]]:
    yield f"{option.name}{cited(option.cites)}", "", guide.text(f"option.{option.name}")
    yield from _values(guide, option)


def _values(guide: Guide, option: ir.Option) -> Iterator[tuple[str, str, str]]:
    for value in option.values:
        mark = DEFAULT if value == option.default else " "
        yield "", f"{mark} {value}", guide.text(f"option.{option.name}.{value}")


def chosen(guide: Guide, gates: tuple[ir.Gate, ...]) -> str:
    """Under which values of options something holds."""
    found = (f"{gate.option} = {' | '.join(gate.values)}" for gate in gates)
    return ", ".join(found) or NOTHING
