"""What the tests of this folder share: rulesets, and scenarios that are read back from text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from densho import engine
from densho.cache import Cache
from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.scenarios.exercised import exercised
from densho.scenarios.read import read_header, read_scenarios
from densho.scenarios.run import Result, run_scenario
from densho.scenarios.vocabulary import Vocabulary
from densho.surface.reader import decode, read_document
from densho.targets import bundled_folder

HOUSES = Path(__file__).parent / "houses"


@cache
def ruleset(id: str) -> ir.Ruleset:
    """A bundled ruleset, or one of the houses here."""
    folder = bundled_folder(id) or HOUSES / id
    found = Loader(Cache(None)).load(folder)
    assert found.ruleset is not None, found.diagnostics
    return found.ruleset


def run_text(text: str, rules: ir.Ruleset) -> list[Result]:
    """Reads and runs a file of scenarios; it must hold no mistake."""
    report = Report()
    source = decode("draft.yaml", text.encode(), report)
    assert source is not None
    document = read_document(source, report)
    assert document is not None
    header = read_header(document)
    assert header is not None
    vocabulary = Vocabulary(rules)
    read = read_scenarios(document, header, vocabulary, report)
    assert [one.message for one in report.found] == []
    return [
        run_scenario(engine.compile_program(rules, dict(one.options)), one, vocabulary)
        for one in read.scenarios
    ]


def keys(result: Result, rules: ir.Ruleset) -> frozenset[str]:
    return exercised(result, Vocabulary(rules))
