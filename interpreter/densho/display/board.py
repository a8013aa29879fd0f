"""A whole position: the board's pictures in their order, then the tallies.

What the ruleset lists nowhere is not lost: slots that techniques and options bring are shown as soon as they hold something, and a ruleset
without a board and tallies has all its slots listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, assert_never

from densho.display.blocks import Block, Drawing
from densho.display.scene import Scene
from densho.display.strip import draw_strip
from densho.display.tables import draw_pools, draw_ribbon, draw_tally, signs_of
from densho.display.telling import Telling
from densho.ir import nodes as ir

WIDTH = 80


def draw(scene: Scene, most: int = WIDTH) -> tuple[Block, ...]:
    """The position, no wider than `most` cells of a terminal where that can be."""
    board = [
        block for picture in scene.program.rules.display.board for block in _picture(scene, picture, most)
    ]
    tallies = [
        draw_tally(scene, "arena", _listed(scene, "arena")),
        draw_tally(scene, "fighter", _listed(scene, "fighter")),
    ]
    return (*board, *(one for one in tallies if one is not None))


def _picture(scene: Scene, picture: ir.Picture, most: int) -> Iterator[Block]:
    match picture:
        case ir.Strip():
            yield draw_strip(scene, picture, most)
        case ir.Pools():
            yield draw_pools(scene, picture)
        case ir.Ribbon():
            grids = list(draw_ribbon(scene, picture, Telling(scene.program.rules, scene.tongue)))
            yield from grids
            signs = signs_of(scene, picture)
            if signs and grids and any(grids[0].head):
                yield Drawing((signs,))
        case _:
            assert_never(picture)


def _listed(scene: Scene, holder: Literal["arena", "fighter"]) -> list[str]:
    """The slots of a tally: those declared, then those that the base does not know of."""
    display = scene.program.rules.display
    named = display.arena if holder == "arena" else display.fighter
    drawn = {name for picture in display.board for name in _drawn(picture, holder)}
    slots = [slot for of, slot in ((of, slot) for (of, _), slot in scene.slots.items()) if of == holder]
    if named is None:
        return [slot.name for slot in slots if slot.name not in drawn]
    return [*named, *(slot.name for slot in slots if slot.bundle and slot.name not in {*named, *drawn})]


def _drawn(picture: ir.Picture, holder: str) -> tuple[str, ...]:
    """The slots that a picture shows."""
    match picture:
        case ir.Strip() if holder == "arena":
            edges = (edge.slot for edge in (picture.low, picture.high))
            return (*(slot for slot in edges if slot is not None), *(thing.slot for thing in picture.things))
        case ir.Strip():
            return tuple(slot for slot in (picture.at, picture.facing) if slot is not None)
        case ir.Pools():
            return picture.slots if holder == "fighter" else ()
        case ir.Ribbon():
            return (picture.planned,) if picture.planned is not None and holder == "fighter" else ()
        case _:
            assert_never(picture)
