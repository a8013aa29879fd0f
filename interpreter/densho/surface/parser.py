"""The parser of the DSL: from an excerpt of a YAML file to a syntax node, or to a diagnostic that says what to write instead.

One function for each sort of text. Each returns None after it has reported what is wrong.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from densho.diagnostics.model import Report
from densho.source import Excerpt
from densho.surface import syntax
from densho.surface.automaton import Automaton, ParseError, StuckError, TooLongError
from densho.surface.tables import STARTS, tables
from densho.surface.trees import Trees

LONGEST = 10_000
"""Characters in one text."""
DEEPEST = 40
"""Nodes within nodes, brackets counted."""


def parse(start: str, excerpt: Excerpt, report: Report) -> Any:
    """The node that `start` of the grammar makes of the text; None if the report has been told why there is none."""
    assert start in STARTS
    known = _known.get((start, excerpt))
    if known is not None:
        return known
    before = len(report.found)
    try:
        if len(excerpt.text) > LONGEST:
            raise TooLongError
        node = _automaton().run(start, excerpt.text, Trees(excerpt, report), DEEPEST)
    except ParseError as error:
        from densho.surface import faults  # noqa: PLC0415 (most texts are without fault)

        faults.explain(start, excerpt, error, report)
        return None
    if len(report.found) == before:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[start, excerpt] = node
    return node


def stuck_at(start: str, text: str) -> int | None:
    """Where a text of this sort cannot be read on; None if it can be read."""
    excerpt = Excerpt("", text, 0)
    try:
        _automaton().run(start, text, Trees(excerpt, Report()), DEEPEST)
    except StuckError as error:
        return error.at
    except ParseError:
        return 0
    return None


def parse_expr(excerpt: Excerpt, report: Report) -> syntax.Expr | None:
    return cast("syntax.Expr | None", parse("expr", excerpt, report))


def parse_type(excerpt: Excerpt, report: Report) -> syntax.TypeExpr | None:
    return cast("syntax.TypeExpr | None", parse("type", excerpt, report))


def parse_head(excerpt: Excerpt, report: Report) -> syntax.Head | None:
    return cast("syntax.Head | None", parse("head", excerpt, report))


def parse_column(excerpt: Excerpt, report: Report) -> syntax.ColumnDecl | None:
    return cast("syntax.ColumnDecl | None", parse("column", excerpt, report))


def parse_slot(excerpt: Excerpt, report: Report) -> syntax.SlotDecl | None:
    return cast("syntax.SlotDecl | None", parse("slot", excerpt, report))


def parse_group(excerpt: Excerpt, report: Report) -> syntax.GroupDecl | None:
    return cast("syntax.GroupDecl | None", parse("group", excerpt, report))


def parse_word(excerpt: Excerpt, report: Report) -> syntax.WordDecl | None:
    return cast("syntax.WordDecl | None", parse("word", excerpt, report))


def parse_relation_line(excerpt: Excerpt, report: Report) -> syntax.RelationLine | None:
    return cast("syntax.RelationLine | None", parse("relation_line", excerpt, report))


def parse_refusal(excerpt: Excerpt, report: Report) -> syntax.RefusalDecl | None:
    return cast("syntax.RefusalDecl | None", parse("refusal", excerpt, report))


def parse_binder(excerpt: Excerpt, report: Report) -> syntax.Binder | None:
    return cast("syntax.Binder | None", parse("binder", excerpt, report))


def parse_rule(excerpt: Excerpt, report: Report) -> syntax.RuleDecl | None:
    return cast("syntax.RuleDecl | None", parse("rule", excerpt, report))


def parse_effects(excerpt: Excerpt, report: Report) -> tuple[syntax.Effect, ...] | None:
    return cast("tuple[syntax.Effect, ...] | None", parse("effects", excerpt, report))


def parse_flow_line(excerpt: Excerpt, report: Report) -> syntax.FlowLine | None:
    return cast("syntax.FlowLine | None", parse("flow_line", excerpt, report))


def parse_name(excerpt: Excerpt, report: Report) -> syntax.Name | None:
    return cast("syntax.Name | None", parse("name", excerpt, report))


_MOST_KNOWN = 20_000
_known: dict[tuple[str, Excerpt], object] = {}


@cache
def _automaton() -> Automaton[Trees]:
    return Automaton(tables(), lambda action: getattr(Trees, action))
