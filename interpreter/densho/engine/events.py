"""What a step reports: events that rules tell, ends of blocks, and the trace of what was decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from densho.source import NOWHERE, Span

COVERED = "covered"


class Event(NamedTuple):
    """`fields` in order, plain data; `audience` None: everybody, else the seats that may see it; `rule` names the cause."""

    name: str
    fields: tuple[tuple[str, Any], ...]
    audience: frozenset[int] | None = None
    rule: str = ""
    span: Span = NOWHERE
    kind: Literal["event", "trace", "end"] = "event"

    def get(self, field: str) -> Any:
        """A field's value, or None."""
        return next((value for name, value in self.fields if name == field), None)


def fired(events: Iterable[Event]) -> frozenset[str]:
    """From a traced step's events: the names of what was evaluated or applied (`define:…`, `rule:…`, `exception:…`,
    `fold:…`, `relation:NAME:LEFT:RIGHT`)."""
    found: set[str] = set()
    for event in events:
        if event.kind == "trace" and event.name == COVERED:
            found.update(event.get("names"))
    return frozenset(found)
