"""What is needed to draw one position: the program, whose eyes, what they see, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from densho.display.seeing import Position, Viewer, position, seen
from densho.display.tongue import Tongue
from densho.engine import Event, Program, State
from densho.engine.layout import PRESENT
from densho.ir import nodes as ir

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Scene:
    """`events` are those of the last step that the viewer may know of."""

    program: Program
    tongue: Tongue
    viewer: Viewer
    names: tuple[str, ...]
    present: frozenset[str]
    position: Position
    events: tuple[Event, ...]

    @cached_property
    def slots(self) -> dict[tuple[str, str], ir.Slot]:
        """The slots in force, by holder and name, without scratch space."""
        return {(slot.holder, slot.name): slot for slot in self.program.rules.slots if not slot.working}

    @cached_property
    def marks(self) -> dict[str, str]:
        """One sign for each fighter: his first letter, or his number where two begin alike."""
        initials = [name[:1].upper() for name in self.names]
        if len(set(initials)) == len(initials) and all(one.isalnum() and len(one) == 1 for one in initials):
            return dict(zip(self.names, initials, strict=True))
        return dict(zip(self.names, DIGITS, strict=False))

    def arena(self, slot: str) -> Any:
        return self.position["arena"].get(slot)

    def of(self, name: str, slot: str) -> Any:
        return self.position.get(name, {}).get(slot)


def scene(
    program: Program, tongue: Tongue, viewer: Viewer, state: State, events: Sequence[Event] = ()
) -> Scene:
    """The position as the viewer sees it, after what happened last."""
    return Scene(
        program=program,
        tongue=tongue,
        viewer=viewer,
        names=state.names,
        present=frozenset(state.names[seat] for seat in state.values[PRESENT]),
        position=position(program, state, viewer),
        events=seen(viewer, events),
    )
