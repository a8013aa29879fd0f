"""Comparisons that come out the same in every fight: `points >= 0` of what is never below 0, `n in 1|2|30` of what ends at 9.

Reckoned from bounds alone. Definitions may be changed by other files and are not looked into; promises of a ruleset (invariants) are meant to
hold, and preludes are written for many games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from densho.checks.possible import limits
from densho.checks.reckon import Reckoner
from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.resolved.types import bare, bounds_text
from densho.source import Span
from densho.surface.model import File


def certain_comparisons(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports comparisons that can come out one way only."""
    lent = {file.path for file in files if file.kind == "prelude"}
    told = [label.span for one in report.found if one.slug == "never-applies" for label in one.labels]
    reckoner = Reckoner(resolved.ruleset)
    for item in _items(resolved.ruleset):
        for node in nodes(item):
            if isinstance(node, n.Compare | n.Belongs) and node.span.path not in {"", *lent}:
                if any(_inside(node.span, span) for span in told):
                    continue
                _look(node, reckoner, report)


def _items(rules: n.Ruleset) -> Iterator[n.Node]:
    yield from rules.slots
    yield from rules.definitions
    yield from rules.folds
    yield from rules.decisions
    yield from rules.rolls
    yield from rules.rules
    yield from rules.exceptions
    yield from rules.flow
    if rules.character is not None:
        yield rules.character


def _look(node: n.Compare | n.Belongs, reckoner: Reckoner, report: Report) -> None:
    parts = [*nodes(node.left), *nodes(node.right)]
    if any(isinstance(one, n.Call | n.OptionValue) for one in parts):
        return
    if all(isinstance(one, n.Const) for one in parts) or not isinstance(bare(node.left.type), t.TInt):
        return
    possible = reckoner.of(node, {})
    if possible == frozenset({True}):
        report.add(
            "certain-comparison",
            node.span,
            say("this always holds"),
            help=say("compare with something else, or leave it out"),
        )
    elif possible == frozenset({False}):
        report.add(
            "certain-comparison",
            node.span,
            say("this never holds"),
            help=say("compare with something else, or leave it out"),
        )
    elif isinstance(node, n.Belongs):
        _strangers(node, reckoner, report)


def _strangers(node: n.Belongs, reckoner: Reckoner, report: Report) -> None:
    """Numbers of a set that what is asked for can never be."""
    if not isinstance(node.right, n.Gather | n.Const):
        return
    found = reckoner.of(node.right, {})
    values = next(iter(found)) if isinstance(found, frozenset) and len(found) == 1 else None
    low, high = limits(reckoner.of(node.left, {}))
    for value in sorted(values) if isinstance(values, frozenset | tuple) else ():
        if isinstance(value, int) and (
            (low is not None and value < low) or (high is not None and value > high)
        ):
            report.add(
                "certain-comparison",
                node.span,
                say(
                    "{value} can never be meant: what is asked for lies within {bounds}",
                    value=value,
                    bounds=bounds_text(t.TInt(low, high)),
                ),
                help=say("correct the number, or leave it out"),
            )


def _inside(span: Span, other: Span) -> bool:
    return span.path == other.path and other.start <= span.start and span.end <= other.end
