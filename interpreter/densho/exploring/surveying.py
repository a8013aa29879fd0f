"""What of a ruleset nobody exercises yet, and where play can begin: out of its own scenarios and those beside loose files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from densho.analysis.starts import all_starts
from densho.errors import DenshoError
from densho.exploring.fight import Fight, fight_of
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.scenarios.coverage import Coverage, coverage_of
from densho.scenarios.files import open_scenarios
from densho.scenarios.model import Scenario
from densho.scenarios.suite import run_files
from densho.scenarios.units import Unit, units
from densho.scenarios.vocabulary import Vocabulary
from densho.targets import sort_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """`every` are all pieces, `idle` those that no scenario exercises, `starts` fights to begin from."""

    every: tuple[Unit, ...]
    idle: tuple[Unit, ...]
    starts: tuple[Fight, ...]


def survey(
    ruleset: ir.Ruleset, folder: Path, scenarios: Iterable[Path], loader: Loader, extra: Sequence[Path] = ()
) -> Survey:
    """Runs the scenarios of a ruleset (in `folder`, with the loose files `extra`).

    With loose files only what they bring counts as idle, and scenarios that stand beside them are run as well.
    """
    vocabulary = Vocabulary(ruleset)
    loose = {path.resolve() for path in extra}
    paths = [*scenarios, *_beside(extra)]
    coverage = Coverage(ruleset=ruleset.id, folder=folder)
    for unit in units(vocabulary):
        path = Path(unit.span.path)
        if (path.resolve() in loose) if loose else (folder in path.parents):
            coverage.units.setdefault(unit.key, unit)
    found: list[Scenario] = []
    for one in run_files(paths, loader):
        own = one.opened.vocabulary is not None and one.opened.folder == folder
        covered = coverage_of(one.opened, one.results) if own else None
        if covered is not None:
            coverage.counts.update(covered.counts)
            found += () if one.opened.scenarios is None else one.opened.scenarios.scenarios
    return Survey(every=coverage.ordered(), idle=coverage.idle(), starts=fights(ruleset, found))


def starts_of(ruleset: ir.Ruleset, scenarios: Iterable[Path], loader: Loader) -> tuple[Fight, ...]:
    """Where play can begin: the own start and those of scenarios."""
    found: list[Scenario] = []
    for path in scenarios:
        opened = open_scenarios(path, loader)
        found += () if opened.scenarios is None else opened.scenarios.scenarios
    return fights(ruleset, found)


def fights(ruleset: ir.Ruleset, scenarios: Sequence[Scenario]) -> tuple[Fight, ...]:
    """The start of each scenario, alike ones once."""
    found: dict[str, Fight] = {}
    for start in all_starts(ruleset, scenarios):
        try:
            fight = fight_of(start)
        except DenshoError:
            continue
        found.setdefault(repr(fight), fight)
    return tuple(found.values())


def _beside(extra: Sequence[Path]) -> list[Path]:
    folders = dict.fromkeys(path.parent for path in extra)
    return [
        path for folder in folders for path in sorted(folder.glob("*.yaml")) if sort_of(path) == "scenarios"
    ]
