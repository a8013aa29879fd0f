"""Rules, refusals and exceptions that can never apply, because their conditions exclude one another.

Reckoned with what is written in the conditions alone (an open reckoner): a definition that is nothing by itself is there for other files to
change, and a column may get other values by rows that are not here.
"""

from __future__ import annotations

from collections.abc import Sequence

from densho.checks.reckon import Contradiction, Reckoner
from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.messages import Text, say
from densho.resolved.resolve import Resolved
from densho.source import NOWHERE
from densho.surface.model import File

Conditions = list[n.Expr]


def never_applies(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports what can certainly never apply."""
    _Never(resolved.ruleset, report).run()
    del files


class _Never:
    def __init__(self, ruleset: n.Ruleset, report: Report) -> None:
        self.ruleset = ruleset
        self.report = report
        self.playing = Reckoner(ruleset)
        self.judging = Reckoner(ruleset, judging=True)
        self.rules = {one.name: one for one in ruleset.rules}
        self.refusals = {f"{one.decision}.{one.name}": one for d in ruleset.decisions for one in d.refusals}
        self.reported: set[str] = set()

    def run(self) -> None:
        for rule in self.ruleset.rules:
            self.look(self.playing, say("the rule `{name}`", name=rule.name), (rule,), _given(rule.guard))
        for decision in self.ruleset.decisions:
            if decision.name == decision.root:
                for refusal in decision.refusals:
                    what = say("the refusal `{name}`", name=refusal.name)
                    self.look(self.judging, what, (refusal,), _given(refusal.when))
        exceptions: dict[str, list[n.Exception_]] = {}
        for one in self.ruleset.exceptions:
            exceptions.setdefault(one.name, []).append(one)
        for several in exceptions.values():
            self.exception(several)

    def look(self, reckoner: Reckoner, what: Text, items: tuple[n.Item, ...], conditions: Conditions) -> bool:
        """Reports when the conditions cannot hold together where the items are in force."""
        found = _contradiction(reckoner, items, conditions)
        if found is not None:
            self.tell(what, items[0], conditions, found)
        return found is not None

    def tell(self, what: Text, item: n.Item, conditions: Conditions, at: n.Expr) -> None:
        alone = len(conditions) == 1 and not (
            isinstance(conditions[0], n.Logic) and conditions[0].op == "and"
        )
        if alone:
            message = say("{what} can never apply: its condition never holds", what=what)
            text = say("this never holds")
        else:
            message = say("{what} can never apply: its conditions exclude one another", what=what)
            text = say("this cannot hold beside the other conditions")
        self.report.add(
            "never-applies",
            item.span,
            message,
            help=() if alone else say("join conditions with `or` where one of them is enough"),
            labels=[] if at.span == NOWHERE else [Label(span=at.span, text=text)],
        )

    def exception(self, several: list[n.Exception_]) -> None:
        """An exception with all its targets: by itself, then beside what it excepts."""
        first = several[0]
        what = say("the exception `{name}`", name=first.name)
        reckoner = self.judging if all(one.target.startswith("forbid:") for one in several) else self.playing
        if self.look(reckoner, what, (first,), _given(first.guard)):
            return
        found = [self.beside_target(one) for one in several]
        opposed = next((one for one in found if one is not None), None)
        if opposed is not None and None not in found:
            self.tell(what, first, *opposed)

    def beside_target(self, one: n.Exception_) -> tuple[Conditions, n.Expr] | None:
        """Why the exception never meets this target, if that is so."""
        sort, _, name = one.target.partition(":")
        target: n.Rule | n.Refusal | None = None
        if sort == "rule":
            target = self.rules.get(name)
        elif sort == "forbid":
            target = self.refusals.get(name)
        if target is None:
            return None
        condition = target.guard if isinstance(target, n.Rule) else target.when
        conditions = _given(one.guard) + (_given(condition) if one.verb != "extends" else [])
        reckoner = self.judging if sort == "forbid" else self.playing
        if _contradiction(reckoner, (target,), _given(condition)) is not None:
            return None
        at = _contradiction(reckoner, (one, target), conditions)
        return None if at is None else (conditions, at)


def _given(condition: n.Expr | None) -> Conditions:
    return [] if condition is None else [condition]


def _contradiction(reckoner: Reckoner, items: tuple[n.Item, ...], conditions: Conditions) -> n.Expr | None:
    """The part of the conditions that the others exclude; None when they may hold together."""
    try:
        facts = reckoner.gates(*items)
        for _ in range(2):
            for condition in conditions:
                facts = reckoner.assume(condition, True, facts)
    except Contradiction as found:
        return found.at
    return None
