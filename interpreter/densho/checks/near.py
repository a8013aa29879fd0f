"""Names of refusals that only mention makes, and that are almost another's: `says: too_tird` beside a refusal `too_tired`.

What a refusal `says`, and what a decision calls texts that cannot be read, may be a word of its own; a word that stands once and is a letter away
from another is a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, slip_of
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File
from densho.surface.syntax import Name


def near_names(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports names under which something is refused that are surely slips of others."""
    del files
    decisions = resolved.symbols.decisions.values()
    declared = [one.entry.head.name for decision in decisions for one in decision.refusals]
    mentioned = list(_mentioned(resolved))
    often = Counter(name.id for name in (*declared, *mentioned))
    for name in mentioned:
        near = slip_of(name.id, often) if often[name.id] == 1 else ()
        if near:
            message = say("nothing else is refused as `{name}`", name=name.id)
            report.add("near-name", name.span, message, help=meant(near))


def _mentioned(resolved: Resolved) -> Iterator[Name]:
    for decision in resolved.symbols.decisions.values():
        if decision.entry.unreadable is not None:
            yield decision.entry.unreadable
        yield from (one.entry.says for one in decision.refusals if one.entry.says is not None)
