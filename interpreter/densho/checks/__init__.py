"""What a ruleset that reads well may still have wrong: one check per file, in an ordered tuple."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from densho.checks.conflicts import exceptions_that_disagree
from densho.checks.endings import fights_that_never_end
from densho.checks.idle import idle_files
from densho.checks.language import names_without_words
from densho.checks.never import never_applies
from densho.checks.rows import unreachable_rows
from densho.checks.unused import unused_names
from densho.checks.visibility import refusals_read_only_what_is_seen
from densho.checks.zones import empty_zones
from densho.diagnostics.model import Report
from densho.resolved.resolve import Resolved
from densho.surface.model import File

Check = Callable[[Resolved, Sequence[File], Report], None]

CHECKS: tuple[Check, ...] = (
    exceptions_that_disagree,
    fights_that_never_end,
    refusals_read_only_what_is_seen,
    never_applies,
    empty_zones,
    unreachable_rows,
    idle_files,
    unused_names,
    names_without_words,
)
"""In the order of weight: what makes a fight go wrong first, what is merely left over last."""


def run_checks(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Runs all checks over a ruleset that could be resolved."""
    for check in CHECKS:
        check(resolved, files, report)
