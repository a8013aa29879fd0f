"""Tables of a position: dice by pool, ribbons of what each fighter did, and the slots that are listed beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from densho.display.blocks import Grid
from densho.display.scene import Scene
from densho.display.telling import Telling
from densho.display.tongue import NOTHING
from densho.engine import Event
from densho.ir import nodes as ir
from densho.ir import types as t

UNSEEN = "?"


def draw_pools(scene: Scene, pools: ir.Pools) -> Grid:
    """A row for each fighter, a column for each pool."""
    slots = [slot for name in pools.slots if (slot := scene.slots.get(("fighter", name))) is not None]
    head = ("", *(scene.tongue.slot(slot.name) for slot in slots))
    return Grid(
        head,
        tuple((_name(scene, name), *(_pool(scene, name, slot) for slot in slots)) for name in scene.names),
    )


def _pool(scene: Scene, name: str, slot: ir.Slot) -> str:
    """Dice that lie open show their faces."""
    value = scene.of(name, slot.name)
    if slot.name not in scene.position[name]:
        return UNSEEN
    if isinstance(slot.type, t.TBag | t.TList) and isinstance(value, list):
        return "".join(f"[{scene.tongue.value(slot.type.of, face)}]" for face in value) or NOTHING
    return scene.tongue.value(slot.type, value)


# --- ribbons -------------------------------------------------------------------------------------


def draw_ribbon(scene: Scene, ribbon: ir.Ribbon, telling: Telling) -> Iterator[Grid]:
    """What each fighter did in the last step, a column for each place; then what is still planned, as far as the viewer may see it."""
    done, places = _done(scene, ribbon, telling)
    if places:
        head = ("", *(str(place) for place in places))
        rows = tuple(
            (_name(scene, name), *(done.get((name, place), NOTHING) for place in places))
            for name in scene.names
        )
        yield Grid(head, rows)
    if ribbon.planned is not None:
        rows = tuple(_plans(scene, ribbon.planned))
        if rows:
            yield Grid(("", ""), rows)


def _done(
    scene: Scene, ribbon: ir.Ribbon, telling: Telling
) -> tuple[dict[tuple[str, int], str], Sequence[int]]:
    """The entries by fighter and place; a mark goes to the last entry of its fighter."""
    entries: dict[tuple[str, int], str] = {}
    last: dict[str, tuple[str, int]] = {}
    signs = {told.event: (sign, told.who) for sign, told in ribbon.marks}
    shown = ribbon.shown
    for event in scene.events:
        if event.kind != "event":
            continue
        if event.name == shown.event and shown.who is not None:
            name = str(event.get(shown.who))
            key = (name, _place(event, ribbon, entries, name))
            text = telling.field(shown.event, shown.field, event.get(shown.field))
            entries[key] = text if key not in entries else f"{entries[key]}, {text}"
            last[name] = key
        elif event.name in signs:
            sign, who = signs[event.name]
            key_or_none = last.get(str(event.get(who))) if who is not None else None
            if key_or_none is not None:
                entries[key_or_none] += f" {sign}"
    return entries, sorted({place for _, place in entries})


def _place(event: Event, ribbon: ir.Ribbon, entries: dict[tuple[str, int], str], name: str) -> int:
    value = event.get(ribbon.place) if ribbon.place is not None else None
    if isinstance(value, int):
        return value
    return 1 + sum(1 for other, _ in entries if other == name)


def _plans(scene: Scene, slot_name: str) -> Iterator[tuple[str, str]]:
    slot = scene.slots.get(("fighter", slot_name))
    if slot is None:
        return
    for name in scene.names:
        value = scene.of(name, slot_name)
        if value:
            yield (
                _name(scene, name),
                f"{scene.tongue.slot(slot_name)}: {scene.tongue.value(slot.type, value)}",
            )


def signs_of(scene: Scene, ribbon: ir.Ribbon) -> str:
    """What the signs of a ribbon mean, in a line."""
    told = [f"{sign} = {scene.tongue.text(f'event.{mark.event}')}" for sign, mark in ribbon.marks]
    return "  ".join(told)


# --- tallies -------------------------------------------------------------------------------------


def draw_tally(scene: Scene, holder: str, names: Sequence[str]) -> Grid | None:
    """The listed slots of the arena, or of all fighters side by side. What is empty for everybody is left out."""
    slots = [slot for name in names if (slot := scene.slots.get((holder, name))) is not None]
    holders = ("arena",) if holder == "arena" else scene.names
    rows = [row for slot in slots if (row := _row(scene, slot, holders)) is not None]
    if not rows:
        return None
    head = ("", "") if holder == "arena" else ("", *(_name(scene, name) for name in scene.names))
    return Grid(head, tuple(rows))


def _row(scene: Scene, slot: ir.Slot, holders: Sequence[str]) -> tuple[str, ...] | None:
    values = [scene.position[name].get(slot.name) for name in holders]
    if all(_is_empty(value) for value in values):
        return None
    return (scene.tongue.slot(slot.name), *(_cell(scene, slot, name) for name in holders))


def _cell(scene: Scene, slot: ir.Slot, name: str) -> str:
    if slot.name not in scene.position[name]:
        return UNSEEN
    value = scene.position[name][slot.name]
    if isinstance(slot.type, t.TBool) and not value:
        return NOTHING
    return scene.tongue.value(slot.type, value)


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value == []


def _name(scene: Scene, name: str) -> str:
    return scene.tongue.value(t.TLabel(), name)
