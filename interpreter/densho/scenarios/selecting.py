"""Which scenarios are run: those whose file and name hold certain texts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NOT = "not "


@dataclass(frozen=True, slots=True)
class Selection:
    """What was asked for. Each text is to hold: a part of the file's path or the scenario's name, in whatever case.

    `not TEXT` holds where the text is missing; `… and …` where both do, `… or …` where one does, `and` first.
    """

    texts: tuple[str, ...] = ()

    def __call__(self, path: Path, name: str) -> bool:
        """Whether a scenario, by its file and name, is wanted."""
        full = f"{path} {name}".casefold()
        return all(_any(text.casefold(), full) for text in self.texts)


def _any(text: str, full: str) -> bool:
    return any(all(_holds(part, full) for part in one.split(" and ")) for one in text.split(" or "))


def _holds(part: str, full: str) -> bool:
    part = part.strip()
    if part.startswith(NOT):
        return part.removeprefix(NOT).strip() not in full
    return part in full
