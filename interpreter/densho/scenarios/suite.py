"""Runs the scenarios of many files: each ruleset is loaded once, and compiled once for each set of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from densho import engine
from densho.diagnostics.model import Diagnostic, Report
from densho.engine import Program
from densho.errors import DenshoError
from densho.loading import Loader
from densho.messages import say
from densho.scenarios.cites import report_idle
from densho.scenarios.compare import Mismatch
from densho.scenarios.files import OpenedFile, open_scenarios
from densho.scenarios.model import Scenario
from densho.scenarios.run import Failure, Result, Seen, run_scenario
from densho.scenarios.vocabulary import Vocabulary

Wanted = Callable[[Path, str], bool]
"""Whether a scenario, by its file and name, is to be run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileResult:
    """How the scenarios of one file went. `broken`: how many have mistakes and were not run."""

    opened: OpenedFile
    results: tuple[Result, ...]
    broken: int
    diagnostics: tuple[Diagnostic, ...]


def every_scenario(path: Path, name: str) -> bool:
    return True


def run_files(
    paths: Iterable[Path], loader: Loader, wanted: Wanted = every_scenario, under: Path | None = None
) -> Iterator[FileResult]:
    """Runs the files in order, giving each one's results as soon as they are there. `under`: the folder of a ruleset other than the one they name."""
    for path in paths:
        yield _run_file(open_scenarios(path, loader, under=under), wanted)


def _run_file(opened: OpenedFile, wanted: Wanted) -> FileResult:
    if opened.scenarios is None or opened.vocabulary is None:
        return FileResult(opened=opened, results=(), broken=0, diagnostics=opened.diagnostics)
    report = Report()
    results = []
    for scenario in opened.scenarios.scenarios:
        if wanted(opened.path, scenario.name):
            results.append(run_one(scenario, opened.vocabulary))
            judge(results[-1], opened.vocabulary, report)
    broken = sum(wanted(opened.path, named.text) for named in opened.scenarios.broken)
    return FileResult(
        opened=opened,
        results=tuple(results),
        broken=broken,
        diagnostics=(*opened.diagnostics, *report.sorted()),
    )


def run_one(scenario: Scenario, vocabulary: Vocabulary) -> Result:
    """Runs a scenario with its options, and takes the time."""
    began = perf_counter()
    result = _run(scenario, vocabulary)
    return replace(result, seconds=perf_counter() - began)


def judge(result: Result, vocabulary: Vocabulary, report: Report) -> None:
    """Reports what a scenario that passed says of itself and does not do."""
    if result.failure is None:
        report_idle(result, vocabulary, report)


def _run(scenario: Scenario, vocabulary: Vocabulary) -> Result:
    try:
        program: Program = engine.compile_program(vocabulary.ruleset, dict(scenario.options))
    except DenshoError as error:
        wrong = Mismatch(
            what=say("options"), expected=say("possible"), found=error.message, span=scenario.span
        )
        failure = Failure(step=0, span=scenario.span, mismatches=(wrong,), events=())
        return Result(scenario=scenario, failure=failure, seen=Seen())
    return run_scenario(program, scenario, vocabulary)
