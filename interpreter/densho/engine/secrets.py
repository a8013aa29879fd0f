"""Which secrets an expression reads, so that no line of the trace says more than its reader may know.

A secret is a hidden slot or a hidden word, and whose it is: `me`'s, the `foe`'s or `any` fighter's. Found through definitions and their
exceptions; whatever cannot be told apart counts as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from densho.engine.layout import Layout
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.walk import children

Whose = Literal["me", "foe", "any"]
Secret = tuple[int, Whose]


class Secrets:
    """Answers for one settled ruleset; a secret's place is that of the slot or choice in the state."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        rules = layout.settled.rules
        self._definitions = {d.name: d for d in rules.definitions}
        self._folds = {f.name: f for f in rules.folds}
        self._known: dict[tuple[str, Whose], frozenset[Secret]] = {}
        self._told: dict[tuple[str, str], frozenset[Secret]] = {}
        self._exceptions: dict[str, list[ir.Exception_]] = {}
        for exception in rules.exceptions:
            self._exceptions.setdefault(exception.target, []).append(exception)

    def of_rule(self, rule: ir.Rule) -> frozenset[Secret]:
        """What the rule's guard, domain and effects read."""
        key = (f"rule:{rule.name}", "")
        if key not in self._told:
            found: set[Secret] = set()
            for e in (rule.guard, rule.domain, *rule.effects):
                if e is not None:
                    found |= self.read(e, "me")
            self._told[key] = frozenset(found) | self._of_exceptions(f"rule:{rule.name}", "me")
        return self._told[key]

    def of_exception(self, exception: ir.Exception_) -> frozenset[Secret]:
        """What the exception reads, and what it is an exception to: it is told where it makes a difference, and so tells of both."""
        key = (f"exception:{exception.name}", exception.target)
        if key not in self._told:
            own = self._all(exception.guard, exception.value)
            own |= self._of_exceptions(f"exception:{exception.name}", "me")
            self._told[key] = own | self._of_target(exception.target)
        return self._told[key]

    def _of_target(self, target: str) -> frozenset[Secret]:
        sort, _, name = target.partition(":")
        rules = self.layout.settled.rules
        match sort:
            case "define":
                return self._call(name, "me")
            case "rule":
                rule = next(one for one in rules.rules if one.name == name)
                return self._all(rule.guard, rule.domain) | self._of_exceptions(target, "me")
            case "forbid":
                refusals = (one for decision in rules.decisions for one in decision.refusals)
                refusal = next(one for one in refusals if f"{one.decision}.{one.name}" == name)
                return self._all(refusal.when, refusal.domain) | self._of_exceptions(target, "me")
            case _:
                return self.of_exception(next(one for one in rules.exceptions if one.name == name))

    def _all(self, *found: ir.Expr | None) -> frozenset[Secret]:
        return frozenset(secret for e in found if e is not None for secret in self.read(e, "me"))

    def read(self, e: ir.Node, me: Whose) -> frozenset[Secret]:
        """The secrets that a node reads where `me` is this fighter."""
        return frozenset(self._read(e, me))

    def _read(self, e: ir.Node, me: Whose) -> Iterator[Secret]:
        match e:
            case ir.SlotGet(holder=ir.Node() as holder):
                at = self.layout.slot_index["fighter", e.slot]
                if self.layout.slot_at[at].hidden is not None and not self.layout.slot_at[at].working:
                    yield at, whose(holder, me)
            case ir.Call():
                yield from self._call(e.name, me if e.holder is None else whose(e.holder, me))
            case ir.FoldGet():
                yield from self._fold(e.fold, whose(e.holder, me))
            case ir.ChoiceHas() | ir.ChoiceArg():
                yield from self._words(e.choice, [e.word], me)
                return
            case ir.ChoiceParts():
                yield from self._words(e.choice, self._in_group(e.choice, e.group), me)
                return
            case ir.ChoiceWords():
                yield from self._words(e.choice, self._in_group(e.choice, e.group), me)
                return
            case ir.Belongs(
                op="meets" | "within",
                left=ir.ChoiceWords() as left,
                right=ir.Const(value=frozenset() as named),
            ):
                words = self._in_group(left.choice, left.group)
                asked = [w for w in words if (self._place(left.choice, w) in named) == (e.op == "meets")]
                yield from self._words(left.choice, asked, me)
                return
            case ir.ChoiceGet() | ir.Var(type=t.TChoice()):
                yield from self._words(e, self._in_group(e, None), me)
        for child in children(e):
            yield from self._read(child, me)

    def _place(self, choice: ir.Expr, word: str) -> int:
        return self._shape_words(choice).index(word)

    def _shape_words(self, choice: ir.Expr) -> list[str]:
        of = choice.type
        return (
            [w.name for w in self.layout.choice_layout(of.decision).words]
            if isinstance(of, t.TChoice)
            else []
        )

    def _in_group(self, choice: ir.Expr, group: str | None) -> list[str]:
        of = choice.type
        if not isinstance(of, t.TChoice):
            return []
        return [w.name for w in self.layout.choice_layout(of.decision).words if group in (None, w.group)]

    def _words(self, choice: ir.Expr, words: Iterable[str], me: Whose) -> Iterator[Secret]:
        of = choice.type
        if not isinstance(of, t.TChoice):
            return
        shape = self.layout.choice_layout(of.decision)
        if not any(w.hidden for w in shape.words if w.name in set(words)):
            return
        if isinstance(choice, ir.ChoiceGet):
            yield self.layout.choice_index[choice.decision], whose(choice.holder, me)
        else:
            yield self.layout.choice_index[of.decision], "me" if isinstance(choice, ir.Var) else "any"

    def _call(self, name: str, me: Whose) -> frozenset[Secret]:
        key = (name, me)
        if key not in self._known:
            self._known[key] = frozenset()
            found = self.read(self._definitions[name].body, me) | self._of_exceptions(f"define:{name}", me)
            self._known[key] = found
        return self._known[key]

    def _fold(self, name: str, me: Whose) -> Iterator[Secret]:
        fold = self._folds[name]
        for register in fold.registers:
            yield from self._read(register.start, me)
        for update in fold.updates:
            for _, value in update.sets:
                yield from self._read(value, me)

    def _of_exceptions(self, target: str, me: Whose) -> frozenset[Secret]:
        found: set[Secret] = set()
        for exception in self._exceptions.get(target, ()):
            for e in (exception.guard, exception.value, *exception.effects):
                if e is not None:
                    found |= self.read(e, me)
            found |= self._of_exceptions(f"exception:{exception.name}", me)
        return frozenset(found)


def whose(holder: ir.Expr, me: Whose) -> Whose:
    """Whose slot it is, as seen from the outermost `me`."""
    match holder:
        case ir.Var(name="me"):
            return me
        case ir.Foe(of=of):
            inner = whose(of, me)
            other: dict[Whose, Whose] = {"me": "foe", "foe": "me", "any": "any"}
            return other[inner]
        case _:
            return "any"
