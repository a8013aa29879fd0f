"""What a ruleset that reads well may still have wrong: one check per file, in an ordered tuple."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from densho.checks.alike import spelt_alike
from densho.checks.bounds import collections_that_do_not_fit
from densho.checks.certain import certain_comparisons
from densho.checks.conflicts import exceptions_that_disagree
from densho.checks.endings import fights_that_never_end
from densho.checks.flow import flow_goes_on
from densho.checks.idle import idle_files
from densho.checks.language import names_without_words
from densho.checks.near import near_names
from densho.checks.never import never_applies
from densho.checks.repeated import repeated_lines
from densho.checks.rows import unreachable_rows
from densho.checks.starts import starts_in_circles
from densho.checks.tellings import events_told_differently
from densho.checks.tongues import misspelt_languages
from densho.checks.unused import unused_names
from densho.checks.visibility import refusals_read_only_what_is_seen
from densho.checks.zones import empty_zones
from densho.diagnostics.model import Report
from densho.resolved.resolve import Resolved
from densho.surface.model import File

Check = Callable[[Resolved, Sequence[File], Report], None]

CHECKS: tuple[Check, ...] = (
    exceptions_that_disagree,
    collections_that_do_not_fit,
    starts_in_circles,
    fights_that_never_end,
    flow_goes_on,
    refusals_read_only_what_is_seen,
    never_applies,
    certain_comparisons,
    empty_zones,
    unreachable_rows,
    idle_files,
    unused_names,
    near_names,
    events_told_differently,
    repeated_lines,
    misspelt_languages,
    spelt_alike,
    names_without_words,
)
"""In the order of weight: what makes a fight go wrong first, what is merely left over last."""


def run_checks(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Runs all checks over a ruleset that could be resolved."""
    for check in CHECKS:
        check(resolved, files, report)
