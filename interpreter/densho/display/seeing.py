"""Who looks: a fighter, the public, or somebody who may see everything. What is drawn and told is cut to that before anything else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from densho import engine
from densho.engine import Event, Program, State
from densho.engine.events import COVERED

Position = dict[str, dict[str, Any]]
"""By fighter's name and `arena`, slot → plain value; what the viewer may not see is absent."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """`seat` None: nobody's; then `everything` tells the master of the game from the public."""

    seat: int | None = None
    everything: bool = False


PUBLIC = Viewer()
EVERYTHING = Viewer(everything=True)


def position(program: Program, state: State, viewer: Viewer) -> Position:
    """The state as the viewer may see it; scratch space never."""
    if not viewer.everything:
        return engine.view(program, state, viewer.seat)
    working = {(slot.holder, slot.name) for slot in program.rules.slots if slot.working}
    return {
        holder: {
            name: value
            for name, value in slots.items()
            if ("arena" if holder == "arena" else "fighter", name) not in working
        }
        for holder, slots in engine.full(program, state).items()
    }


def sees(viewer: Viewer, event: Event) -> bool:
    """Whether the viewer may know of the event."""
    if viewer.everything:
        return event.name != COVERED
    return event.audience is None or viewer.seat in event.audience


def seen(viewer: Viewer, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that the viewer may know of, in order."""
    return tuple(event for event in events if sees(viewer, event))
