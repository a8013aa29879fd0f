"""The parser: trees, spans, faults, limits and the tables behind it. The cases are data, in `tests/dsl`."""

from __future__ import annotations

import inspect
import json
import logging
import re
import sys
from pathlib import Path
from typing import Any

import dsl_cases
import lark
import pytest
from lark.exceptions import LarkError

from densho.diagnostics.catalogue import entry_of
from densho.diagnostics.model import Report
from densho.source import Excerpt
from densho.surface import faults, parser, syntax
from densho.surface.automaton import Automaton
from densho.surface.broken import TABLE, Broken
from densho.surface.tables import STARTS, Tables, grammar_text, kept_tables, tables
from densho.surface.trees import Trees

TREES = [re.split(r"\s+=> ", line) for line in dsl_cases.lines("trees.txt")]
BROKEN = [line.rpartition(" => ")[::2] for line in dsl_cases.lines("broken.txt")]


@pytest.mark.parametrize(("case", "tree"), TREES)
def test_trees(case: str, tree: str) -> None:
    start, _, text = case.partition(": ")
    node, report = dsl_cases.read(start, text.strip())
    assert not report
    assert dsl_cases.shown(node) == tree


@pytest.mark.parametrize(("start", "text"), dsl_cases.accepted())
def test_accepted(start: str, text: str) -> None:
    node, report = dsl_cases.read(start, text)
    assert not report
    assert node is not None


@pytest.mark.parametrize(("case", "told"), BROKEN)
def test_broken(case: str, told: str) -> None:
    start, _, text = case.partition(": ")
    written = json.loads(text)
    _, report = dsl_cases.read(start, written)
    found = [(one.slug, written[one.span.start : one.span.end]) for one in report.found]
    slug, _, underlined = told.partition(" ")
    assert found == [(slug, json.loads(underlined))]
    assert entry_of(slug)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.slug}: {row.example}")
def test_each_row_of_the_table_explains_its_example(row: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Broken] = []
    say = faults._say

    def say_and_note(row: Broken, *rest: Any) -> None:
        said.append(row)
        say(row, *rest)

    monkeypatch.setattr(faults, "_say", say_and_note)
    dsl_cases.read(row.starts[0] if row.starts else "expr", row.example)
    assert said == [row]


# --- spans --------------------------------------------------------------------------------------------


def test_spans_point_into_the_file() -> None:
    text = "  a.bc = just d  "
    node = parser.parse_expr(Excerpt("f", text, 100), Report())
    assert isinstance(node, syntax.Binary)
    assert isinstance(node.left, syntax.Attribute)
    places = [
        (one.start - 100, one.end - 100)
        for one in (node.span, node.left.span, node.left.name_span, node.left.base.span, node.right.span)
    ]
    assert [text[start:end] for start, end in places] == ["a.bc = just d", "a.bc", "bc", "a", "just d"]


def test_spans_follow_the_offsets_of_a_folded_text() -> None:
    source = "x: a\n   + bc"
    excerpt = Excerpt("f", "a + bc", 3, offsets=(3, 4, 8, 9, 10, 11, 12))
    node = parser.parse_expr(excerpt, Report())
    assert isinstance(node, syntax.Binary)
    assert source[node.right.span.start : node.right.span.end] == "bc"
    assert source[node.span.start : node.span.end] == "a\n   + bc"


def test_the_same_text_elsewhere_has_its_own_spans() -> None:
    first, second = (parser.parse_expr(Excerpt("f", "some_name", at), Report()) for at in (5, 50))
    assert first is not None
    assert second is not None
    assert first == second
    assert (first.span.start, second.span.start) == (5, 50)


# --- limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("(" * 10_000, "bracket-mismatch"),
        ("(" * 4_000 + "a" + ")" * 4_000, "nested-too-deep"),
        ("not " * 2_000 + "a", "nested-too-deep"),
        ("-" * 9_000 + "1", "nested-too-deep"),
        ("a" + ".b" * 4_000, "nested-too-deep"),
        ("a" + "|b" * 41, "nested-too-deep"),
        ("[" * 5_000, "bracket-mismatch"),
        ("if " * 3_000, "incomplete-if"),
        ("a" * 10_001, "text-too-long"),
        ("9" * 5_000, "bad-number"),
        ("not " * 2_400 + "= a", "missing-operand"),
    ],
    ids=lambda text: text[:12],
)
def test_hostile_texts_get_a_diagnostic_at_once(text: str, slug: str) -> None:
    deepest = sys.getrecursionlimit()
    sys.setrecursionlimit(200 + len(inspect.stack()))
    try:
        _, report = dsl_cases.read("expr", text)
    finally:
        sys.setrecursionlimit(deepest)
    assert [one.slug for one in report.found] == [slug]


def test_forty_levels_are_read() -> None:
    node, report = dsl_cases.read("expr", "(" * 39 + "a" + ")" * 39)
    assert not report
    assert node == syntax.Name(id="a")


# --- the tables ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference_parser() -> lark.Lark:
    """lark's own parser of the same grammar, with its own contextual lexer."""
    return lark.Lark(
        grammar_text(), parser="lalr", start=list(STARTS), maybe_placeholders=False, propagate_positions=True
    )


def test_reads_what_lark_reads(reference_parser: lark.Lark) -> None:
    cases = [case.partition(": ")[::2] for case, _ in TREES] + dsl_cases.accepted()
    broken = [(case.partition(": ")[0], json.loads(case.partition(": ")[2])) for case, _ in BROKEN]
    for start, text in cases + [one for one in broken if one[1].strip()]:
        try:
            expected = _outline(reference_parser.parse(text, start=start))
        except LarkError:
            expected = None
        try:
            outline = _outlines().run(start, text, None, 1000)
        except Exception:
            outline = None
        assert outline == expected, (start, text)


def _outline(tree: object) -> object:
    """A tree of lark: names of rules with their children, the texts of kept tokens."""
    if isinstance(tree, lark.Tree):
        return (str(tree.data), *map(_outline, tree.children))
    return str(tree)


def _outlines() -> Automaton[None]:
    def action(name: str) -> object:
        return lambda _maker, of, _start, _end: (name, *(getattr(one, "text", one) for one in of))

    return Automaton(tables(), action)  # type: ignore[arg-type]


def test_no_sign_may_be_read_in_two_ways() -> None:
    for row in tables().states:
        for names in tables().signs.values():
            assert sum(name in row for name in names) <= 1


def test_nothing_else_is_ambiguous(caplog: pytest.LogCaptureFixture) -> None:
    """Only what the head of the grammar says is settled by reading on."""
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        lark.Lark(grammar_text(), parser="lalr", start=list(STARTS), maybe_placeholders=False, debug=True)
    told = "\n".join(caplog.messages)
    conflicts = re.findall(r"conflict for terminal (\w+).*\n \* <(\w+) :", told)
    assert set(conflicts) == {
        ("OR", "expr"),
        ("AND", "disjunction"),
        ("_OF", "negation"),
        ("_UP_TO", "type"),
    }


def test_every_reduction_has_its_action() -> None:
    named = {production.action for production in tables().productions if production.action}
    assert [name for name in sorted(named) if not callable(getattr(Trees, name, None))] == []


def test_the_trees_show_every_reduction() -> None:
    used: set[str] = set()

    def action(name: str) -> Any:
        def note(_maker: None, of: Any, _start: int, _end: int) -> Any:
            used.add(name)
            return of

        return note

    automaton: Automaton[None] = Automaton(tables(), action)
    for case, _ in TREES:
        start, _, text = case.partition(": ")
        automaton.run(start, text.strip(), None, 100)
    named = {production.action for production in tables().productions if production.action}
    assert named - used == set()


def _works(found: Tables) -> bool:
    node = Automaton(found, lambda name: getattr(Trees, name)).run(
        "expr", "a + 1", Trees(Excerpt("f", "a + 1", 0), Report()), 40
    )
    return dsl_cases.shown(node) == "(+ a 1)"


def test_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _works(kept_tables(grammar_text(), str(tmp_path)))
    (kept,) = tmp_path.iterdir()
    monkeypatch.setattr(lark, "Lark", None)
    assert _works(kept_tables(grammar_text(), str(tmp_path)))
    assert [kept] == list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", ["", "{", "null", "\x00\xff", "digest\n[]"])
def test_damaged_tables_are_made_again(tmp_path: Path, damage: str) -> None:
    kept_tables(grammar_text(), str(tmp_path))
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    kept.write_text(damage, encoding="latin-1")
    assert _works(kept_tables(grammar_text(), str(tmp_path)))
    assert kept.read_bytes() == whole


def test_a_changed_digit_is_noticed(tmp_path: Path) -> None:
    kept_tables(grammar_text(), str(tmp_path))
    (kept,) = tmp_path.iterdir()
    whole = kept.read_text(encoding="utf-8")
    kept.write_text(whole.replace("12", "13", 1) if "12" in whole else whole[:-1], encoding="utf-8")
    assert _works(kept_tables(grammar_text(), str(tmp_path)))


def test_works_where_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert _works(kept_tables(grammar_text(), str(blocked / "below")))
    assert _works(kept_tables(grammar_text(), "off"))
