"""What a fight remembers: slots, what sets them back, and who may see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing import written
from densho.showing.guide import Guide, cited
from densho.showing.page import Element, Heading, Line, Table
from densho.showing.types import type_text


def slots(guide: Guide) -> Iterator[Element]:
    """The slots of the arena and of fighters; scratch space last."""
    for holder, title in (
        ("arena", guide.say("What the arena remembers")),
        ("fighter", guide.say("What each fighter remembers")),
    ):
        found = [slot for slot in guide.ruleset.slots if slot.holder == holder and not slot.working]
        if found:
            yield Heading(title)
            yield from _tables(guide, found)
    scratch = [slot for slot in guide.ruleset.slots if slot.working]
    if scratch:
        yield Heading(guide.say("Scratch space, which nobody sees"))
        yield from _tables(guide, scratch)


def _tables(guide: Guide, found: Sequence[ir.Slot]) -> Iterator[Element]:
    yield Table(slots_table(guide, found))
    for slot in found:
        condition = written.hidden_when(guide.entry(slot))
        if condition:
            told = guide.say(
                "`{slot}` is its owner's secret when {condition}", slot=slot.name, condition=condition
            )
            yield Line(told, style="note")


def slots_table(guide: Guide, found: Sequence[ir.Slot]) -> Grid:
    """Slots with what they hold, when they are set back, and who sees them; a column that says nothing is left out."""
    say = guide.say
    head = (say("slot"), say("holds"), say("set back"), say("seen by"), "")
    rows = [
        (
            f"{slot.name}{cited(slot.cites)}",
            _holds(guide, slot),
            set_back(guide, slot),
            "" if slot.working else seen_by(guide, slot),
            guide.text(f"slot.{slot.name}"),
        )
        for slot in found
    ]
    told = [at for at in range(5) if at in (0, 1, 4) or any(row[at] for row in rows)]
    return Grid(
        tuple(head[at] for at in told), tuple(tuple(row[at] for at in told) for row in rows), wraps=True
    )


def _holds(guide: Guide, slot: ir.Slot) -> str:
    start = written.start(guide.entry(slot))
    held = type_text(slot.type)
    return f"{held} = {start}" if start and len(start) <= 16 else held


def set_back(guide: Guide, slot: ir.Slot) -> str:
    """When a slot falls back to its start."""
    found = []
    if slot.each is not None:
        found.append(guide.say("each {block}", block=slot.each))
    if slot.fades is not None:
        found.append(guide.say("fades in {step}", step=slot.fades))
    return ", ".join(found)


def seen_by(guide: Guide, slot: ir.Slot) -> str:
    """Who may see a slot."""
    if slot.working:
        return guide.say("nobody")
    if slot.hidden is None:
        return guide.say("all")
    if slot.holder == "arena":
        return guide.say("nobody") if slot.hidden is True else guide.say("all or nobody")
    return guide.say("owner") if slot.hidden is True else guide.say("all or owner")
