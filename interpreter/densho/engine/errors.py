"""What can go wrong while a fight runs: a fault of the ruleset, of a choice, of the dice or of a value given from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from densho.errors import DenshoError
from densho.source import Span

if TYPE_CHECKING:
    from densho.engine.refuse import Refused
    from densho.messages import Text


class RulesetFault(DenshoError):
    """The rules contradict themselves or leave their bounds; the fight stays where it was.

    `rules` are the names of the rules or exceptions involved, `spans` their places in the same order, `help` is what to do about it.
    """

    def __init__(
        self,
        message: str,
        rules: tuple[str, ...] = (),
        spans: tuple[Span, ...] = (),
        help: tuple[Text, ...] = (),
    ) -> None:
        super().__init__(message)
        self.rules = rules
        self.spans = spans
        self.help = help

    def at(self, span: Span) -> Self:
        """The fault, at this place if it has none yet."""
        if not self.spans:
            self.spans = (span,)
        return self


class TimeIsUp(RulesetFault):
    """The rules take longer than they may."""


class IllegalChoice(DenshoError):
    """A choice that a refusal of the ruleset forbids.

    `refused` is the name of the first one that applies; `refusals` are all, where whoever raises knows them.
    """

    def __init__(self, message: str, seat: int, refused: str, refusals: tuple[Refused, ...] = ()) -> None:
        super().__init__(message)
        self.seat = seat
        self.refused = refused
        self.refusals = refusals


class UnreadableChoice(IllegalChoice):
    """A text that cannot be read as a choice of the decision that is owed."""


class NotOwed(DenshoError):
    """A choice by a fighter who owes none now."""

    def __init__(self, message: str, seat: int) -> None:
        super().__init__(message)
        self.seat = seat


class OutOfDice(DenshoError):
    """The script of results has none left for this die."""


class BadValue(DenshoError):
    """A value from outside that does not fit the place it is meant for."""
