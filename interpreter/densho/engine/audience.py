"""Who may see what: of a slot now, and of a line that reads or writes secrets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from densho.engine.layout import NAMES, Values
from densho.engine.program import Functions, Program
from densho.engine.secrets import Secret, Whose

Audience = frozenset[int] | None
NOT_SEEN: Audience = frozenset()
SPECTATOR = -1


@dataclass(frozen=True, slots=True)
class Audiences:
    """Answers for one state, read by one variant's functions."""

    program: Program
    functions: Functions
    values: Values

    @property
    def seats(self) -> int:
        return len(self.values[NAMES]) - 1

    def sees(self, at: int, owner: int, viewer: int) -> bool:
        """Whether the viewer (-1: a spectator) sees the owner's slot, or (for a choice) its hidden words."""
        slot = self.program.layout.slot_at.get(at)
        if slot is None:
            return viewer == owner
        if slot.working:
            return False
        if slot.hidden is None or viewer == owner:
            return True
        return slot.hidden is not True and not self.functions[f"hidden_{at}"](self.values, owner, viewer)

    def of_slot(self, at: int, owner: int | None) -> Audience:
        """`owner` None: a slot of the arena."""
        slot = self.program.layout.slot_at.get(at)
        if slot is not None and slot.working:
            return NOT_SEEN
        if owner is None or (slot is not None and slot.hidden is None):
            return None
        seen_by = frozenset(v for v in range(self.seats) if self.sees(at, owner, v))
        return None if len(seen_by) == self.seats and self.sees(at, owner, SPECTATOR) else seen_by

    def of_line(self, secrets: Iterable[Secret], me: int) -> Audience:
        """Those who may see everything that a line about `me` reads."""
        found: Audience = None
        for at, whose in secrets:
            for owner in self._owners(whose, me):
                found = both(found, self.of_slot(at, owner))
        return found

    def _owners(self, whose: Whose, me: int) -> Iterable[int]:
        if whose == "any" or me < 0:
            return range(self.seats)
        return (me,) if whose == "me" else (1 - me,)


def both(a: Audience, b: Audience) -> Audience:
    """Those in both."""
    if a is None or b is None:
        return b if a is None else a
    return a & b
