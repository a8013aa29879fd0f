"""Mistakes in scenario files are found at their places: the files in `wrong/` say what must be found, on the line itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.diagnostics.catalogue import entry_of
from densho.diagnostics.model import Diagnostic
from densho.loading import Loader
from densho.scenarios.files import open_scenarios
from densho.scenarios.suite import run_files
from densho.source import Source

WRONG = sorted((Path(__file__).parent / "wrong").glob("*.yaml"))
CITES = Path(__file__).parent / "cites.yaml"
MARK = re.compile(r'#! ([\w-]+) "(.*?)"')


def expected(path: Path) -> list[tuple[int, str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    marked = [line.partition("  #!") for line in lines]
    return sorted(
        (number, slug, text)
        for number, (_, sign, rest) in enumerate(marked, 1)
        for slug, text in MARK.findall(f"#!{rest}" if sign else "")
    )


def marks(source: Source | None, diagnostics: Iterable[Diagnostic]) -> list[tuple[int, str, str]]:
    assert source is not None
    return sorted(
        (source.line_column(one.span.start)[0], one.slug, source.text[one.span.start : one.span.end])
        for one in diagnostics
    )


@pytest.mark.parametrize("path", WRONG, ids=[path.stem for path in WRONG])
def test_mistakes_are_found_where_they_are(path: Path) -> None:
    opened = open_scenarios(path, Loader(Cache(None)))
    assert marks(opened.source, opened.diagnostics) == expected(path)
    for one in opened.diagnostics:
        assert entry_of(one.slug)


def test_paragraphs_that_are_cited_and_not_exercised() -> None:
    (found,) = run_files([CITES], Loader(Cache(None)))
    assert [result.scenario.name for result in found.results if result.failure] == []
    assert marks(found.opened.source, found.diagnostics) == expected(CITES)


def test_good_scenarios_stay_among_bad_ones() -> None:
    opened = open_scenarios(Path(__file__).parent / "wrong" / "fighters.yaml", Loader(Cache(None)))
    assert opened.scenarios is not None
    assert [scenario.name for scenario in opened.scenarios.scenarios] == ["a good one among them"]
    assert [named.text for named in opened.scenarios.broken] == ["too many", "called like a key"]


def test_what_is_wrong_and_what_could_stand_there() -> None:
    opened = open_scenarios(Path(__file__).parent / "wrong" / "names.yaml", Loader(Cache(None)))
    said = {one.message: one.help for one in opened.diagnostics}
    assert said["there is no option `dcie`"] == ("did you mean `dice`?", "options: dice, planning")
    assert said["there is no token `rad`"] == ("did you mean `red`?", "rows of `token`: red, green, blue")
    assert said["nothing in the ruleset has the number `T99`"] == ("there are T1..T8",)
    assert said["21 is outside 0..20"] == ()
