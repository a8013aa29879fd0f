"""What is written down in a campaign: the campaign itself, proposals, reviews, decisions. Plain values; `written` makes texts of them, `read` reads.

Digests are SHA-256 in hexadecimal signs. Of rules there are two: that of their core, which changes when a rule does, and that of the bytes of all their
files, which changes with a comment too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from densho.messages import Text, say

FORMAT = "1"
SHOWN = 12
"""So many signs of a digest are shown."""

Clock = Callable[[], datetime]
Verdict = Literal["approve", "return", "reject", "amend"]
VERDICTS: tuple[Verdict, ...] = ("approve", "return", "reject", "amend")
Status = Literal["filed", "approved", "returned", "rejected"]
STATUSES: tuple[Status, ...] = ("filed", "approved", "returned", "rejected")
STATUS_TEXTS: Mapping[Status, Text] = {
    "filed": say("to be decided"),
    "approved": say("approved"),
    "returned": say("returned to the author"),
    "rejected": say("rejected"),
}
VERDICT_TEXTS: Mapping[Verdict, Text] = {
    "approve": STATUS_TEXTS["approved"],
    "return": STATUS_TEXTS["returned"],
    "reject": STATUS_TEXTS["rejected"],
    "amend": say("rules changed"),
}
"""How both are called among people; in records they stand as they are."""
STATUS_AFTER: Mapping[Verdict, Status] = {"approve": "approved", "return": "returned", "reject": "rejected"}


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def digest_of_files(files: Mapping[str, bytes]) -> str:
    """One digest of several files with their names."""
    lines = (f"{digest_of(data)}  {name}\n" for name, data in sorted(files.items()))
    return digest_of("".join(lines).encode("utf-8"))


def now() -> datetime:
    return datetime.now(UTC)


def stamp(clock: Clock) -> str:
    """The time as records have it: UTC, whole seconds."""
    return clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The digests of rules: of their core, and of the bytes of all their files. The second names their pinned copy."""

    ir: str
    bytes: str

    def same_rules(self, other: State) -> bool:
        """Whether the rules are the same: a comment is no rule, and the same bytes are the same rules whatever becomes of the core's form."""
        return self.ir == other.ir or self.bytes == other.bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The ruleset that the campaign's own extends: a bundled one's id, or a path within the campaign."""

    ruleset: str
    version: str
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What `campaign.yaml` says. `rules`: the id of the campaign's ruleset; `began`: its digests in the beginning."""

    name: str
    language: str
    rules: str
    base: Base
    began: State
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """What was filed under an ID at a time: the names of the files, and one digest of all of them. `rules`: those against which it was checked."""

    number: int
    when: str
    file: str
    scenarios: tuple[str, ...]
    digest: str
    rules: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One line of a proposal's history; `decision` 0: there was none."""

    when: str
    what: Status
    by: str
    revision: int
    decision: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """`kind` and `row`: what it adds."""

    id: str
    by: str
    kind: str
    row: str
    revisions: tuple[Revision, ...]
    history: tuple[Happening, ...]

    @property
    def last(self) -> Revision:
        return self.revisions[-1]

    @property
    def status(self) -> Status:
        return self.history[-1].what

    @property
    def folder(self) -> str:
        return f"proposals/{self.id}"

    def files(self, revision: Revision) -> tuple[str, ...]:
        """The paths of what was filed, the proposed file first."""
        inside = f"{self.folder}/{revision.number}"
        return tuple(f"{inside}/{name}" for name in (revision.file, *revision.scenarios))


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A dossier that was made: of what, under which rules, by what chance. `dossier`: the digest of its text."""

    number: int
    proposal: str
    revision: int
    when: str
    digest: str
    rules: State
    dossier: str
    seed: int
    budget: int

    @property
    def name(self) -> str:
        return f"review-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`proposal` is empty for an amendment, `digest` and `review` then too. `rules`: those in force when it was made; `after`: those that it put in
    force, None if it changed nothing. `files`: path → digest of what it wrote into the rules. `credit`: the character's file and the award.
    """

    number: int
    verdict: Verdict
    by: str
    why: str
    when: str
    rules: State
    proposal: str = ""
    revision: int = 0
    digest: str = ""
    review: str = ""
    after: State | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[str, ...] = ()
    credit: tuple[str, str] | None = None

    @property
    def path(self) -> str:
        about = f"-{self.proposal}" if self.proposal else ""
        return f"decisions/{self.number:04}-{self.verdict}{about}.yaml"
