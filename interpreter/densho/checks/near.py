"""Names of refusals that only mention makes, and that are almost another's: `says: too_tird` beside a refusal `too_tired`.

What a refusal `says`, and what a decision calls texts that cannot be read, may be a word of its own; a word that stands once and is a letter away
from another is a slip. So is a name without words, where a prelude has words for one that is written almost alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from densho.checks.unused import mentioned
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, slip_of
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File
from densho.surface.syntax import Name


def near_names(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports names under which something is refused that are surely slips of others."""
    _lent(resolved, report)
    _sections(resolved, files, report)
    decisions = resolved.symbols.decisions.values()
    declared = [one.entry.head.name for decision in decisions for one in decision.refusals]
    mentioned = list(_mentioned(resolved))
    often = Counter(name.id for name in (*declared, *mentioned))
    for name in mentioned:
        near = slip_of(name.id, often) if often[name.id] == 1 else ()
        if near:
            message = say("nothing else is refused as `{name}`", name=name.id)
            report.add("near-name", name.span, message, help=meant(near))


def _lent(resolved: Resolved, report: Report) -> None:
    """Refusals and slots without words, a letter away from what a prelude has words for and nothing is called."""
    symbols = resolved.symbols
    said = {one.key for one in symbols.texts}
    lent = {one.key for one in symbols.lent_texts}
    declared = {
        f"refusal.{one.entry.head.name.id}": one.entry.head.name
        for decision in symbols.decisions.values()
        for one in decision.refusals
    }
    for table in (symbols.arena, symbols.fighter):
        declared |= {f"slot.{name}": one.entry.head.name for name, one in table.items()}
    free = [one.partition(".") for one in sorted(lent - declared.keys())]
    for key, name in declared.items():
        others = [other for sort, _, other in free if sort == key.partition(".")[0]]
        near = slip_of(name.id, others) if key not in said | lent else ()
        if near:
            message = say("nobody has words for `{name}`", name=name.id)
            report.add("near-name", name.span, message, help=meant(near))


def _sections(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Names of kinds' rows of which nothing speaks, a letter away from a slot's: `rows: tehcniques` beside the slot `techniques`."""
    sections = {section.section.text for file in files for section in file.bundle.rows}
    # a slot `tool` beside rows `tools` is no slip
    slots = [name for name in (*resolved.symbols.fighter, *resolved.symbols.arena) if name.endswith("s")]
    rows = [entry.plural for file in files for entry in file.bundle.kinds if entry.plural is not None]
    often = mentioned(list(files)) if any(name.id not in sections for name in rows) else Counter[str]()
    for name in rows:
        near = slip_of(name.id, slots) if name.id not in sections and often[name.id] == 1 else ()
        if near:
            message = say("nothing speaks of the rows `{name}`", name=name.id)
            report.add("near-name", name.span, message, help=meant(near))


def _mentioned(resolved: Resolved) -> Iterator[Name]:
    for decision in resolved.symbols.decisions.values():
        if decision.entry.unreadable is not None:
            yield decision.entry.unreadable
        yield from (one.entry.says for one in decision.refusals if one.entry.says is not None)
