"""A refusal may read only what its owner may see: otherwise being refused would tell a secret.

Followed through definitions, folds and exceptions: whose slot is read is reckoned from who `me` is there. A slot that is hidden only
at times counts as hidden. What somebody owes is public by nature and not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.ir.walk import children
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.source import Span
from densho.surface.model import File

Whose = Literal["mine", "another's"]
Read = tuple[str, str, Span]
"""("slot" or "choice", its name, where it is read)."""


def refusals_read_only_what_is_seen(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports refusals that depend on hidden slots or pending choices of others."""
    reading = _Reading(resolved.ruleset)
    hidden = {slot.name: slot for slot in resolved.ruleset.slots if slot.hidden is not None}
    for decision in resolved.ruleset.decisions:
        for refusal in decision.refusals:
            for what, name, span in reading.of_refusal(refusal):
                if what == "slot" and name in hidden:
                    report.add(
                        "not-visible",
                        refusal.span,
                        say(
                            "the refusal `{refusal}` depends on `{slot}` of another fighter, who alone may see it",
                            refusal=refusal.says,
                            slot=name,
                        ),
                        help=say(
                            "being refused would give it away: judge by what all may see, or decide it in a rule"
                        ),
                        labels=[
                            Label(span=span, text=say("read here")),
                            Label(span=hidden[name].span, text=say("declared hidden here")),
                        ],
                    )
                elif what == "choice" and name == decision.name:
                    report.add(
                        "not-visible",
                        refusal.span,
                        say(
                            "the refusal `{refusal}` depends on another's choice, which is still secret",
                            refusal=refusal.says,
                        ),
                        help=say("let a rule deal with it once the choices are revealed"),
                        labels=[Label(span=span, text=say("read here"))],
                    )
    del files


class _Reading:
    """What expressions read of others. `me` and parameters are known to be the owner, or taken for another."""

    def __init__(self, ruleset: n.Ruleset) -> None:
        self.definitions = {one.name: one for one in ruleset.definitions}
        self.folds = {one.name: one for one in ruleset.folds}
        self.exceptions: dict[str, list[n.Exception_]] = {}
        for one in ruleset.exceptions:
            self.exceptions.setdefault(one.target, []).append(one)
        self.known: dict[tuple[str, Whose, tuple[Whose, ...]], tuple[Read, ...]] = {}

    def of_refusal(self, refusal: n.Refusal) -> list[Read]:
        who: dict[str, Whose] = {"me": "mine"}
        found = [
            read
            for expr in (refusal.domain, refusal.when)
            if expr is not None
            for read in self.reads(expr, who)
        ]
        found += self.of_exceptions(f"forbid:{refusal.decision}.{refusal.name}", who)
        return list(dict.fromkeys(found))

    def of_exceptions(self, key: str, who: Mapping[str, Whose]) -> list[Read]:
        found: list[Read] = []
        for one in self.exceptions.get(key, ()):
            for expr in (one.guard, one.value):
                found += self.reads(expr, who) if expr is not None else ()
            found += self.of_exceptions(f"exception:{one.name}", who)
        return found

    def whose(self, expr: n.Expr, who: Mapping[str, Whose]) -> Whose:
        if isinstance(expr, n.Var):
            return who.get(expr.name, "another's")
        return "another's"

    def reads(self, expr: n.Node, who: Mapping[str, Whose]) -> Iterator[Read]:
        match expr:
            case n.SlotGet(holder=holder) if holder is not None:
                if self.whose(holder, who) != "mine":
                    yield ("slot", expr.slot, expr.span)
            case n.ChoiceGet():
                if self.whose(expr.holder, who) != "mine":
                    yield ("choice", expr.decision, expr.span)
            case n.Call():
                yield from self.called(expr, who)
            case n.FoldGet():
                inner: dict[str, Whose] = {"me": self.whose(expr.holder, who)}
                fold = self.folds[expr.fold]
                for register in fold.registers:
                    yield from self.reads(register.start, inner)
                for update in fold.updates:
                    for _name, value in update.sets:
                        yield from self.reads(value, inner)
        for child in children(expr):
            yield from self.reads(child, who)

    def called(self, call: n.Call, who: Mapping[str, Whose]) -> tuple[Read, ...]:
        holder: Whose = self.whose(call.holder, who) if call.holder is not None else "mine"
        args = tuple(self.whose(arg, who) for arg in call.args)
        key = (call.name, holder, args)
        if key not in self.known:
            self.known[key] = ()
            definition = self.definitions[call.name]
            inner: dict[str, Whose] = {"me": holder}
            inner |= {param.name: whose for param, whose in zip(definition.params, args, strict=True)}
            found = [*self.reads(definition.body, inner), *self.of_exceptions(f"define:{call.name}", inner)]
            self.known[key] = tuple(dict.fromkeys(found))
        return self.known[key]
