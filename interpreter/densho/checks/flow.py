"""Where the flow goes: repeats that nothing ends, lines that it never comes to, blocks that are ended from outside.

A line comes after another unless that is a repeat without a `while`, which goes on until a verdict, `leave` or `again` takes the fight out of it. Whether a
condition can hold is not asked: a verdict that some rule may give counts, and so does one of an exception or option.
"""

from __future__ import annotations

from collections.abc import Sequence

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.messages import quoted, say
from densho.resolved.resolve import Resolved
from densho.surface.model import File

FIGHT = "fight"


def flow_goes_on(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports what is wrong with the way of the flow; silent where a mistake may have cost a verdict."""
    if not any(severity_of(one.slug) == "error" for one in report.found):
        walk = _Walk(resolved.ruleset, report)
        walk.lines(resolved.ruleset.flow, ())
        walk.outside()
    del files


class _Walk:
    """`left`: blocks that something within takes the fight out of; `ended`: those after which the flow then goes on; `around`: for each
    step the blocks that it is done in."""

    def __init__(self, ruleset: n.Ruleset, report: Report) -> None:
        self.report = report
        self.verdicts = _verdicts(ruleset)
        given = [one for found in self.verdicts.values() for one in found]
        self.ends = any(one.block == FIGHT and one.kind in ("win", "draw") for one in given)
        self.left: set[str] = set()
        self.ended: set[str] = set()
        self.around: dict[str, set[str]] = {}

    def lines(self, lines: tuple[n.Flow, ...], outer: tuple[str, ...]) -> bool:
        """Whether the flow may come to what follows these lines."""
        for place, line in enumerate(lines):
            before = len(self.report.found)
            rest = lines[place + 1 :]
            if self.goes_past(line, outer, rest):
                continue
            if rest and len(self.report.found) == before:
                self.unreached(line, rest[0])
            return False
        return True

    def goes_past(self, line: n.Flow, outer: tuple[str, ...], rest: tuple[n.Flow, ...]) -> bool:
        if isinstance(line, n.Do):
            self.around.setdefault(line.step, set()).update((*outer, FIGHT))
            for verdict in self.verdicts.get(line.step, ()):
                self.note(verdict, outer)
        if not isinstance(line, n.Block):
            return True
        before = len(self.report.found)
        through = self.lines(line.body, (*outer, line.name))
        endless = line.repeat and not _has_end(line)
        if len(self.report.found) == before:
            if endless and line.at_most == 1:
                self.once(line)
            elif endless and self.ends and line.name not in self.left:
                self.endless(line, rest)
        if line.when is not None or line.name in self.ended:
            return True
        return through if not line.repeat else not endless

    def note(self, verdict: n.Verdict, outer: tuple[str, ...]) -> None:
        """A verdict leaves all blocks within the one that it is about, and that one too unless it begins again."""
        if verdict.block == FIGHT:
            self.left.update(outer)
        elif verdict.block in outer:
            self.left.update(outer[outer.index(verdict.block) + 1 :])
            if verdict.kind != "again":
                self.left.add(verdict.block)
                self.ended.add(verdict.block)

    # --- what is reported

    def endless(self, block: n.Block, rest: tuple[n.Flow, ...]) -> None:
        self.report.add(
            "endless-repeat",
            block.span,
            say("nothing ends the repeat `{block}`", block=block.name),
            help=say(
                "let a rule in it say `leave {block}` or give a verdict, or write `repeat {block} while CONDITION:`",
                block=block.name,
            ),
            labels=[Label(span=rest[0].span, text=say("this is never reached"))] if rest else [],
        )

    def once(self, block: n.Block) -> None:
        self.report.add(
            "endless-repeat",
            block.span,
            say(
                "the repeat `{block}` ends in a fault: a second pass of it is one too many", block=block.name
            ),
            help=say("write `block {block}:` for what is done once", block=block.name),
        )

    def unreached(self, line: n.Flow, next_line: n.Flow) -> None:
        self.report.add(
            "unreachable-line",
            next_line.span,
            say("the flow never comes to this line"),
            help=say("let a rule leave the block before it (`leave BLOCK`), or give that a `while`"),
            labels=[
                Label(span=line.span, text=say("what takes the fight out of this goes past the line as well"))
            ],
        )

    def outside(self) -> None:
        """Verdicts about a block in a step that is only done elsewhere."""
        for step, verdicts in self.verdicts.items():
            for verdict in verdicts:
                around = self.around.get(step)
                if around is not None and verdict.block not in around:
                    self.report.add(
                        "outside-block",
                        verdict.span,
                        say(
                            "the flow does `{step}` outside of the block `{block}`, which this is about",
                            step=step,
                            block=verdict.block,
                        ),
                        help=say(
                            "name a block around `do {step}`: {blocks}",
                            step=step,
                            blocks=quoted(sorted(around)),
                        ),
                    )


def _verdicts(ruleset: n.Ruleset) -> dict[str, list[n.Verdict]]:
    """What the rules of each step may say of blocks, also by exceptions that replace their effects."""
    steps = {f"rule:{rule.name}": rule.step for rule in ruleset.rules}
    found: dict[str, list[n.Verdict]] = {}
    items = [(rule.step, rule.effects) for rule in ruleset.rules]
    items += [(steps[one.target], one.effects) for one in ruleset.exceptions if one.target in steps]
    for step, effects in items:
        found.setdefault(step, []).extend(one for one in effects if isinstance(one, n.Verdict))
    return found


def _has_end(block: n.Block) -> bool:
    """Whether a repeat has a condition that may fail."""
    return block.while_ is not None and not (isinstance(block.while_, n.Const) and block.while_.value is True)
