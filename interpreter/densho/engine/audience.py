"""Who may see what: of a slot now, and of a line that reads or writes secrets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from densho.engine.layout import NAMES, Values
from densho.engine.program import Functions, Program
from densho.engine.secrets import Secret

Audience = frozenset[int] | None
NOT_SEEN: Audience = frozenset()
SPECTATOR = -1


def sees(program: Program, functions: Functions, values: Values, at: int, owner: int, viewer: int) -> bool:
    """Whether the viewer (-1: a spectator) sees the owner's slot, or (for a choice) its hidden words."""
    slot = program.layout.slot_at.get(at)
    if slot is None:
        return viewer == owner
    if slot.working:
        return False
    if slot.hidden is None or viewer == owner:
        return True
    if slot.hidden is True:
        return False
    return not functions[f"hidden_{at}"](values, owner, viewer)


@dataclass(frozen=True, slots=True)
class Audiences:
    """Answers for one state."""

    program: Program
    functions: Functions
    values: Values

    @property
    def seats(self) -> int:
        return len(self.values[NAMES]) - 1

    def of_slot(self, at: int, owner: int | None) -> Audience:
        """`owner` None: a slot of the arena."""
        slot = self.program.layout.slot_at.get(at)
        if slot is not None and slot.working:
            return NOT_SEEN
        if owner is None or (slot is not None and slot.hidden is None):
            return None
        return self._narrow(
            frozenset(
                v for v in range(self.seats) if sees(self.program, self.functions, self.values, at, owner, v)
            ),
            sees(self.program, self.functions, self.values, at, owner, SPECTATOR),
        )

    def of_line(self, secrets: Iterable[Secret], me: int) -> Audience:
        """Those who may see everything that a line about `me` reads."""
        found: Audience = None
        for at, whose in secrets:
            if whose == "me" and me >= 0:
                owners: Iterable[int] = (me,)
            elif whose == "foe" and me >= 0:
                owners = (1 - me,)
            else:
                owners = range(self.seats)
            for owner in owners:
                found = both(found, self.of_slot(at, owner))
        return found

    def _narrow(self, seen_by: frozenset[int], spectators: bool) -> Audience:
        return None if spectators and len(seen_by) == self.seats else seen_by


def both(a: Audience, b: Audience) -> Audience:
    """Those in both."""
    if a is None or b is None:
        return b if a is None else a
    return a & b
