"""What a dossier is made from, and what is wanted of it: the seam between campaigns and whoever examines a proposal.

Campaigns gather the question, call a reviewer with it and keep what he writes; how he comes to it is his own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from densho.fights.fight import Fight
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.messages import Text
from densho.source import Source

Form = Literal["terminal", "markdown", "html"]

Progress = Callable[[Text, float], None]
"""Is told what is being done, and how much of everything is done: 0 … 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A ruleset and the folder from which it was loaded."""

    folder: Path
    ruleset: ir.Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A recorded fight under the rules with which it began; it may not be over."""

    path: Path
    fight: Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`kind` and `row`: what the file `source` adds. `before`: the rules in force; `after`: with the proposal in them, in a folder that is there only
    while the dossier is made. `own`: the proposal's scenarios, below `after.folder`; `tests`: all others of the campaign and its base.

    `by` and all texts of the files are a stranger's. `budget` in seconds.
    """

    proposal: str
    revision: int
    by: str
    kind: str
    row: str
    source: Source
    before: Rules
    after: Rules
    own: tuple[Path, ...]
    tests: tuple[Path, ...]
    fights: tuple[Kept, ...]
    loader: Loader
    language: str
    seed: int
    budget: float
    progress: Progress


class Dossier(Protocol):
    """What was found out about a proposal."""

    def rendered(self, form: Form, *, width: int = 100, colour: bool = False) -> str:
        """As a text for a terminal, as Markdown, or as a self-contained page."""
        ...


Reviewer = Callable[[Question], Dossier]
