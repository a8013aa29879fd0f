"""What a fight's file holds: where it began, every choice since, and the dice that fell.

Nothing in it is reckoned: from the same rules, start, seed and choices the same fight follows. The dice are written down so that people can
read them, and so that a file in which something was changed afterwards is noticed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FORMAT = "1"
"""The version of the file's format."""

MOST_STEPS = 10_000
MOST_REFUSED = 20
"""So many refused attempts of a step are kept."""
MOST_TEXT = 200
"""So many characters of a refused attempt are kept."""

Choices = tuple[tuple[str, str], ...]
"""Fighter and choice, in the order of seats."""

Rolled = tuple[tuple[str, tuple[Any, ...]], ...]
"""Fighter (or `arena`) and the results of his dice, in the order in which they fell."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A choice that was refused, and the refusal that was named."""

    who: str
    text: str
    refusal: str


@dataclass(frozen=True, slots=True)
class Step:
    """All choices of one decision, and the dice that fell until the next one was owed."""

    choices: Choices
    dice: Rolled = ()
    refused: tuple[Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A step that all agreed to take back: its number (from 1) and its choices."""

    number: int
    choices: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """`ruleset` is an id, or a path relative to the file's folder; so are `extra` files. `seats`: fighter → who plays (`person` or a bot).

    `fighters` and `arena` are the slots that the setup gives, as plain data. `opening` are the dice that fell before the first decision,
    `pending` and `refused` belong to the decision that is owed now.
    """

    ruleset: str
    extra: tuple[str, ...] = ()
    version: str
    digest: str
    seed: str
    generator: str
    options: Mapping[str, str]
    seats: Mapping[str, str]
    fighters: tuple[tuple[str, Mapping[str, Any]], ...]
    arena: Mapping[str, Any] = field(default_factory=dict)
    opening: Rolled = ()
    steps: tuple[Step, ...] = ()
    pending: Choices = ()
    refused: tuple[Attempt, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The fighters in the order of seats."""
        return tuple(name for name, _ in self.fighters)
