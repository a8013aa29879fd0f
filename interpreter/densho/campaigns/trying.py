"""Whether rules in a staged copy are right: they load, and their scenarios pass. What is not, is said as diagnostics at its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from densho.campaigns.opening import InForce, Problems, rules_of
from densho.campaigns.places import RULES, TESTS
from densho.campaigns.staging import Staged
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.messages import say
from densho.scenarios.run import Failure, Result
from densho.scenarios.suite import FileResult, run_files


def rules_in(copy: Staged) -> InForce:
    """The staged rules. Raises `Problems`, whose diagnostics speak of the files that people know."""
    try:
        return rules_of(copy.folder, copy.loader)
    except Problems as problems:
        raise Problems(copy.named(problems.diagnostics)) from None


def tests_in(folder: Path) -> list[Path]:
    """All files of scenarios of a campaign's rules."""
    return sorted((folder / RULES / TESTS).rglob("*.yaml"))


def run(copy: Staged, paths: Sequence[Path]) -> tuple[FileResult, ...]:
    """Runs scenarios of the copy. Raises `Problems` when one has mistakes or fails."""
    results = tuple(run_files(paths, copy.loader))
    report = Report()
    for one in results:
        of_ruleset = one.opened.loaded
        if of_ruleset is not None and of_ruleset.ruleset is None:
            report.found += of_ruleset.diagnostics
        report.found += (found for found in one.diagnostics if severity_of(found.slug) == "error")
        _tell_failures(one.results, report)
    if report:
        raise Problems(copy.named(report.sorted()))
    return results


def notes(results: Iterable[FileResult]) -> tuple[Diagnostic, ...]:
    """What was found that hinders nothing."""
    return tuple(found for one in results for found in one.diagnostics)


def _tell_failures(results: Iterable[Result], report: Report) -> None:
    for one in results:
        if one.failure is not None:
            _tell(one, one.failure, report)


def _tell(result: Result, failure: Failure, report: Report) -> None:
    message = say("the scenario `{name}` fails in step {step}", name=result.scenario.name, step=failure.step)
    lines = [
        say(
            "{what}: expected {expected}, found {found}",
            what=one.what,
            expected=one.expected,
            found=one.found,
        )
        for one in failure.mismatches
    ]
    report.add("failing-scenario", failure.span, message, help=lines)
