"""The text of a scenario read back and run, as `densho test` would: whether it passes, and which of the paragraphs it cites take part."""

from __future__ import annotations

from dataclasses import dataclass

from densho import engine
from densho.diagnostics.model import Report
from densho.scenarios.cites import report_idle
from densho.scenarios.read import read_header, read_scenarios
from densho.scenarios.run import run_scenario
from densho.scenarios.vocabulary import Vocabulary
from densho.surface.reader import decode, read_document


@dataclass(frozen=True, slots=True)
class Checked:
    """`idle` are paragraphs for which nothing took part."""

    passes: bool
    idle: frozenset[str]


def check_text(text: str, vocabulary: Vocabulary) -> Checked:
    """Reads a file of scenarios and runs what it holds."""
    report = Report()
    source = decode("draft", text.encode(), report)
    document = None if source is None else read_document(source, report)
    header = None if document is None else read_header(document)
    if source is None or document is None or header is None:
        return Checked(False, frozenset())
    found = read_scenarios(document, header, vocabulary, report)
    if not found.scenarios or found.broken:
        return Checked(False, frozenset())
    ends = Report()
    for scenario in found.scenarios:
        result = run_scenario(
            engine.compile_program(vocabulary.ruleset, dict(scenario.options)), scenario, vocabulary
        )
        if result.failure is not None:
            return Checked(False, frozenset())
        report_idle(result, vocabulary, ends)
    idle = frozenset(source.text[one.span.start : one.span.end] for one in ends.found)
    return Checked(True, idle)
