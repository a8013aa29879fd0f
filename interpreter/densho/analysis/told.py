"""What is found about the answers to a row, as data: ids and canonical choices, to be put into words by whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from densho.analysis.granting import Grant
from densho.messages import Text


@dataclass(frozen=True, slots=True)
class Frequent:
    """An answer and in how many of the cases no other was better; where answers are sequences, a part that the best ones hold."""

    decision: str
    text: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to use it: choices of the same words. `text` has the words without numbers that do not matter.

    Of `times` cases (a position that is not won without it, and a choice), `answered` are those in which some answer holds for a turn; in `listed` every answer was tried. In `gaining` cases
    the user was better off by the estimate, whatever the answer, than without it. `lost` is the share of answers that lose
    within the turn. `best` are the best of the answers that hold, most frequent first; `example` is a whole choice.
    """

    decision: str
    text: str
    example: str
    times: int
    answered: int
    listed: int
    gaining: int
    lost: float
    best: tuple[Frequent, ...]

    @property
    def unanswered(self) -> int:
        return self.times - self.answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What becomes of `count` answers, of which `answers` are examples: they lose by this verdict after `turns` further turns.

    `then` is what the user chooses afterwards in the first example.
    """

    answers: tuple[str, ...]
    count: int
    block: str
    by: str | None
    turns: int
    then: tuple[tuple[str, str], ...] = ()
    """Decision and choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A choice that nothing answers: whatever `opponent` chooses, `user` has won within `horizon` turns.

    `exhaustive`: every legal answer was tried, here and later; else `answers` is how many were. `chance`: dice fell, and it holds for the falls that were tried.
    `scenario` is the position with one answer played to its end, as an entry of `scenarios`; it can be run.
    """

    user: str
    opponent: str
    decision: str
    choice: str
    fates: tuple[Fate, ...]
    answers: int
    exhaustive: bool
    chance: bool
    horizon: int
    scenario: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """`passive`: no choice names the row, so there is nothing to answer: it does what it does by being had. `legal_in` of the `positions` a choice could use it; of those `won` were won
    without it, and are left out of everything else. With `broken` answers the rules failed, first by `fault`; these count nowhere.

    `complete`: everything planned was looked at; otherwise the budget ended first.
    """

    kind: str
    row: str
    seed: int
    seconds: float
    work: int
    complete: bool
    grant: Grant | None
    passive: bool
    fights: int
    positions: int
    legal_in: int
    won: int
    broken: int
    fault: Text | None
    ways: tuple[Way, ...]
    lines: tuple[Line, ...]

    @property
    def never_legal(self) -> bool:
        """Whether no position was found in which it could be used."""
        return not self.passive and self.positions > 0 and self.legal_in == 0
