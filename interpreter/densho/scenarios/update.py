"""Writes into a scenario file what happened, in place of what it expects: `densho test --update`.

A scenario is run, the expectations of its first step that goes wrong are written anew, and it is run again, until it passes. Where a step goes wrong
in another way than by a value (a choice is refused, a die is missing, the rules are at fault, a choice is legal that should not be), nothing of the
scenario is changed: what its later steps would show is not what its author meant.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from densho.errors import DenshoError
from densho.loading import Loader
from densho.messages import say
from densho.scenarios.compare import Edit
from densho.scenarios.files import OpenedFile, open_scenarios
from densho.scenarios.model import Scenario
from densho.scenarios.rewriting import CannotRewriteError, rewritten
from densho.scenarios.suite import Wanted, run_one
from densho.source import Source
from densho.writing import write_whole

MARK = "\ufeff"
"""A file may begin with the mark of its byte order, which is no part of its text."""


MOST_PASSES = 1000
"""After so many values in one scenario something goes round in circles."""


class ChangedMeanwhileError(DenshoError):
    """The file on the disk is no longer the one that was run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A file's text before and after; `scenarios`: how many expect something else now, `left`: names of those that have to be changed by hand."""

    path: Path
    before: str
    after: str
    scenarios: int
    left: tuple[str, ...]

    def diff(self) -> str:
        """What changes, as `diff -u` shows it; empty if nothing does."""
        lines = difflib.unified_diff(
            self.before.splitlines(keepends=True),
            self.after.splitlines(keepends=True),
            f"{self.path} (before)",
            f"{self.path} (after)",
        )
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )


def updated(path: Path, loader: Loader, wanted: Wanted) -> Update | None:
    """What the file would have to say; None if it cannot be run. Nothing is written."""
    opened = open_scenarios(path, loader)
    if opened.source is None or opened.scenarios is None:
        return None
    left: dict[str, None] = {}
    while True:
        found = _rewritten(opened, loader, wanted, left)
        if found is not None:
            text, changed = found
            return Update(
                path=path, before=opened.source.text, after=text, scenarios=len(changed), left=tuple(left)
            )


def _rewritten(
    opened: OpenedFile, loader: Loader, wanted: Wanted, left: dict[str, None]
) -> tuple[str, set[str]] | None:
    """The text in which all scenarios but those `left` pass, and the names of those changed; None if one more had to be left."""
    changed: set[str] = set()
    now, todo = opened, set(_names(opened, wanted)) - left.keys()
    for _ in range(MOST_PASSES):
        assert now.source is not None
        failed = list(_failed(now, todo))
        if not failed:
            return now.source.text, changed
        for scenario, edits in failed:
            if edits is None or not _can(now, edits):
                left[scenario.name] = None
        if left.keys() & todo:
            return None
        todo = {scenario.name for scenario, _ in failed}
        changed |= todo
        every = [edit for _, edits in failed for edit in edits or ()]
        assert now.document is not None
        text = rewritten(now.document, every)
        then = open_scenarios(opened.path, loader, Source(now.source.path, text))
        if text == now.source.text or then.scenarios is None or not todo <= set(_names(then, wanted)):
            left.update(dict.fromkeys(sorted(todo)))
            return None
        now = then
    left.update(dict.fromkeys(sorted(todo)))
    return None


def _names(opened: OpenedFile, wanted: Wanted) -> Iterator[str]:
    for scenario in opened.scenarios.scenarios if opened.scenarios is not None else ():
        if wanted(opened.path, scenario.name):
            yield scenario.name


def _failed(opened: OpenedFile, names: set[str]) -> Iterator[tuple[Scenario, tuple[Edit, ...] | None]]:
    assert opened.scenarios is not None
    assert opened.vocabulary is not None
    for scenario in opened.scenarios.scenarios:
        if scenario.name in names:
            failure = run_one(scenario, opened.vocabulary).failure
            if failure is not None:
                yield scenario, failure.edits


def _can(opened: OpenedFile, edits: tuple[Edit, ...]) -> bool:
    assert opened.document is not None
    try:
        rewritten(opened.document, edits)
    except CannotRewriteError:
        return False
    return True


def write(update: Update) -> None:
    """Writes the new text. Raises `ChangedMeanwhileError` and `OSError`; the file is then as it was."""
    data = update.path.read_bytes().decode("utf-8", "surrogateescape")
    if data.removeprefix(MARK) != update.before:
        raise ChangedMeanwhileError(
            say("`{path}` has been changed in the meantime; nothing is written", path=update.path)
        )
    if not os.access(update.path, os.W_OK):
        raise PermissionError(13, os.strerror(13), str(update.path))
    mark = MARK if data.startswith(MARK) else ""
    write_whole(update.path, (mark + update.after).encode("utf-8"))
