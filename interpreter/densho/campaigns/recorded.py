"""The fights that are recorded in a campaign, each under the rules to which it is pinned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.asking import Kept
from densho.campaigns.within import files_of_fights, stays_within
from densho.diagnostics.model import Diagnostic, Report
from densho.fights.opening import open_fight
from densho.loading import Loader


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A file of a fight: what is wrong with it, and the fight; None where something is."""

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    kept: Kept | None


def fights_of(root: Path, loader: Loader) -> Iterator[Opened]:
    """Every fight, in the order of their files' names."""
    for path in files_of_fights(root):
        report = Report()
        if not stays_within(root, [path], report):
            yield Opened(path=path, diagnostics=report.sorted(), kept=None)
            continue
        found = open_fight(path, loader)
        kept = None if found.fight is None else Kept(path=path, fight=found.fight)
        yield Opened(path=path, diagnostics=found.diagnostics, kept=kept)
