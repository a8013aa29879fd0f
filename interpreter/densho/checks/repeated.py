"""A line that stands twice, one after the other: in the flow, or among the rules of an award.

Twice the same at once says nothing new in most cases; what is meant twice gets a block of its own or stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File


def repeated_lines(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports lines of the flow and rules of awards that are the same as the one above them."""
    del files
    _flow(resolved.ruleset.flow, report)
    character = resolved.ruleset.character
    for one, other in pairwise(character.rules if character is not None else ()):
        same = (one.var, one.domain, one.guard, one.effects) == (
            other.var,
            other.domain,
            other.guard,
            other.effects,
        )
        if same:
            _tell(report, one, other)


def _flow(lines: Sequence[n.Flow], report: Report) -> None:
    for one, other in pairwise(lines):
        if one == other and not isinstance(one, n.Block):
            _tell(report, one, other)
    for line in lines:
        if isinstance(line, n.Block):
            _flow(line.body, report)


def _tell(report: Report, one: n.Node, other: n.Node) -> None:
    report.add(
        "repeated-line",
        other.span,
        say("this is the same as the line above"),
        help=say("take one of them out"),
        labels=[Label(span=one.span, text=say("first here"))],
    )
