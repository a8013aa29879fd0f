"""A fight that no rule ends: verdicts end blocks, and the whole is a block too, called `fight`."""

from __future__ import annotations

from collections.abc import Sequence

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.ir.walk import nodes
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File


def fights_that_never_end(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports a ruleset without any verdict about the fight itself; silent where a mistake may have cost one."""
    if any(severity_of(one.slug) == "error" for one in report.found):
        return
    verdicts = [node for node in nodes(resolved.ruleset) if isinstance(node, n.Verdict)]
    if any(one.block == "fight" and one.kind in ("win", "draw") for one in verdicts):
        return
    others = [one for one in verdicts if one.kind in ("win", "draw")]
    report.add(
        "never-ends",
        resolved.ruleset.span,
        say("no rule ends the fight of `{ruleset}`", ruleset=resolved.ruleset.id),
        help=say("some rule has to say `win fight for E by R` or `draw fight by R`"),
        labels=[
            Label(span=one.span, text=say("this ends the block `{block}` only", block=one.block))
            for one in others[:3]
        ],
    )
    del files
