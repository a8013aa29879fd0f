"""A row of cells with who stands where, where each looks, what lies about, and the cells that were struck last.

      1    2    3    4
    |    | A> | <B |    |
              x    x       (A)

A long row is cut into several, one under the other. Cells that many share grow downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from densho.display.blocks import Drawing, centred
from densho.display.scene import Scene
from densho.display.tongue import NOTHING
from densho.ir import nodes as ir
from densho.ir import types as t

GONE = "+"
STRUCK = "x"
NARROW, WIDE = 2, 4
MOST_CELLS = 1000


def draw_strip(scene: Scene, strip: ir.Strip, most: int) -> Drawing:
    """The strip, no wider than `most`; below it the fighters' names and what the signs mean."""
    low, high = _edge(scene, strip.low), _edge(scene, strip.high)
    cells = range(low, min(high, low + MOST_CELLS) + 1)
    standing = _standing(scene, strip)
    things = _things(scene, strip)
    struck = list(_struck(scene, strip))
    lines: list[str] = []
    for part in _parts(cells, most):
        lines += [""] if lines else []
        lines += _rows(part, _cell_width(cells, most), standing, things, struck)
    return Drawing((*lines, *_legend(scene, strip, cells, standing)))


@dataclass(frozen=True, slots=True)
class _Reach:
    """Cells struck by one fighter (or nobody in particular)."""

    mark: str
    cells: frozenset[int]


# --- what stands where ---------------------------------------------------------------------------


def _edge(scene: Scene, edge: ir.Edge) -> int:
    if edge.slot is None:
        return edge.number
    value = scene.arena(edge.slot)
    return edge.number * value if isinstance(value, int) else 0


def _standing(scene: Scene, strip: ir.Strip) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    if strip.at is None:
        return found
    for name in scene.names:
        cell = scene.of(name, strip.at)
        if isinstance(cell, int):
            found.setdefault(cell, []).append(_figure(scene, strip, name))
    return found


def _figure(scene: Scene, strip: ir.Strip, name: str) -> str:
    mark = scene.marks[name]
    if name not in scene.present:
        return mark + GONE
    way = _way(scene, strip, name)
    return f"{mark}>" if way > 0 else f"<{mark}" if way < 0 else mark


def _way(scene: Scene, strip: ir.Strip, name: str) -> int:
    """Above 0: he looks to the right."""
    value = scene.of(name, strip.facing) if strip.facing is not None else None
    if strip.facing is None or value is None:
        return 0
    if strip.facing_column is None:
        return value if isinstance(value, int) else 0
    slot = scene.slots["fighter", strip.facing]
    of = slot.type.of if isinstance(slot.type, t.TOptional) else slot.type
    assert isinstance(of, t.TRow)
    kind = next(kind for kind in scene.program.rules.kinds if kind.name == of.kind)
    at = [column.name for column in kind.columns].index(strip.facing_column)
    row = next((row for row in kind.rows if row.name == value), None)
    found = row.values[at] if row is not None else 0
    return found if isinstance(found, int) else 0


def _things(scene: Scene, strip: ir.Strip) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for thing in strip.things:
        for cell in sorted(set(_cells_of(scene, thing))):
            found.setdefault(cell, []).append(thing.sign)
    return found


def _cells_of(scene: Scene, thing: ir.Thing) -> Iterator[int]:
    value = scene.arena(thing.slot)
    for item in value if isinstance(value, list) else [value]:
        cell = item.get(thing.field) if isinstance(item, dict) and thing.field is not None else item
        if isinstance(cell, int):
            yield cell


def _struck(scene: Scene, strip: ir.Strip) -> Iterator[_Reach]:
    fields = {(told.event, told.field): told.who for told in strip.struck}
    for event in scene.events:
        for name, value in event.fields:
            if event.kind == "event" and (event.name, name) in fields:
                who = fields[event.name, name]
                cells = value if isinstance(value, list) else [value]
                mark = scene.marks.get(event.get(who), "") if who is not None else ""
                yield _Reach(mark, frozenset(cell for cell in cells if isinstance(cell, int)))


# --- lines ---------------------------------------------------------------------------------------


def _cell_width(cells: Sequence[int], most: int) -> int:
    needed = max(NARROW, *(len(str(cell)) for cell in (cells[0], cells[-1]))) if cells else NARROW
    return max(needed, WIDE) if len(cells) * (max(needed, WIDE) + 1) < most else needed


def _parts(cells: Sequence[int], most: int) -> list[Sequence[int]]:
    fit = max(1, (most - 1) // (_cell_width(cells, most) + 1))
    return [cells[at : at + fit] for at in range(0, len(cells), fit)]


def _rows(
    cells: Sequence[int],
    wide: int,
    standing: dict[int, list[str]],
    things: dict[int, list[str]],
    struck: Sequence[_Reach],
) -> Iterator[str]:
    yield (" " + " ".join(centred(str(cell), wide) for cell in cells)).rstrip()
    crowd = max(len(standing.get(cell, ())) for cell in cells)
    for row in range(max(crowd, 0 if any(cell in things for cell in cells) else 1)):
        yield _framed((_nth(standing, cell, row) for cell in cells), wide)
    if any(cell in things for cell in cells):
        yield _framed(("".join(things.get(cell, ()))[:wide] for cell in cells), wide)
    for reach in struck:
        if reach.cells & set(cells):
            signs = " ".join(centred(STRUCK if cell in reach.cells else "", wide) for cell in cells)
            yield f" {signs}".rstrip() + (f"  ({reach.mark})" if reach.mark else "")


def _framed(contents: Iterator[str], wide: int) -> str:
    return f"|{'|'.join(centred(one, wide) for one in contents)}|"


def _nth(standing: dict[int, list[str]], cell: int, row: int) -> str:
    figures = standing.get(cell, ())
    return figures[row] if row < len(figures) else ""


# --- what the signs mean -------------------------------------------------------------------------


def _legend(
    scene: Scene, strip: ir.Strip, cells: Sequence[int], standing: dict[int, list[str]]
) -> Iterator[str]:
    names = [f"{mark} = {name}" for name, mark in _shown_names(scene) if mark != name]
    if strip.at is not None and names:
        yield "  ".join(names)
    beside = [figure for cell, figures in sorted(standing.items()) if cell not in cells for figure in figures]
    if beside:
        yield scene.tongue.say("off the strip: {fighters}", fighters=", ".join(beside))
    for thing in strip.things:
        text = _thing_text(scene, thing)
        if text != NOTHING:
            yield f"{thing.sign} = {scene.tongue.slot(thing.slot)}: {text}"


def _shown_names(scene: Scene) -> Iterator[tuple[str, str]]:
    for name, mark in scene.marks.items():
        yield scene.tongue.value(t.TLabel(), name), mark


def _thing_text(scene: Scene, thing: ir.Thing) -> str:
    """The contents of the slot; alike ones are counted."""
    slot = scene.slots.get(("arena", thing.slot))
    value = scene.arena(thing.slot)
    if slot is None or value is None:
        return NOTHING
    if not isinstance(slot.type, t.TBag | t.TList):
        return scene.tongue.value(slot.type, value)
    texts = [scene.tongue.value(slot.type.of, item) for item in value]
    counted = [(text, len(list(many))) for text, many in groupby(texts)]
    return ", ".join(text if many == 1 else f"{text} ({many})" for text, many in counted) or NOTHING
