"""Reckons what expressions can possibly be without a fight, and what follows from taking a condition to hold.

`Reckoner.of` gives what an expression can be, `Reckoner.assume` what is known once a condition is taken to be true or false: facts about the
expressions in it. A condition that leaves nothing possible contradicts itself (`Contradiction`, with the part where that showed).
An expression means the same wherever it stands within one condition, since everything is read from one state.

An *open* reckoner looks neither into definitions nor into columns, because another file may change the one and add rows to the other: what it
finds certain stays so whatever is added. A *closed* one takes the ruleset as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from densho.checks.evaluate import Contradiction, Evaluator, Facts, Said, absent
from densho.checks.possible import (
    ANYTHING,
    NEVER,
    NO,
    YES,
    Anything,
    Numbers,
    Possible,
    admits,
    both,
    either,
    few,
    limits,
    single,
)
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes

__all__ = ["Contradiction", "Facts", "Reckoner", "Said"]

ME = "me"
_DEEPEST = 12
"""Definitions within definitions that are looked into."""
_INVERSE: dict[n.CompareOp, n.CompareOp] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED: dict[n.CompareOp, n.CompareOp] = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Reckoner(Evaluator):
    """Reckons with one ruleset."""

    def __init__(self, ruleset: n.Ruleset, *, closed: bool = False, judging: bool = False) -> None:
        super().__init__(ruleset, closed=closed, judging=judging)
        self._definitions = {one.name: one for one in ruleset.definitions}
        self._slots: dict[str, Possible] = {}
        self._called: dict[str, Possible] = {}
        self._depth = 0
        self._changes: dict[str, list[n.Exception_]] = {}
        for one in ruleset.exceptions:
            self._changes.setdefault(one.target, []).append(one)

    def learn(self, slots: Mapping[str, Possible], arguments: Mapping[Said, Possible]) -> None:
        """From now on, fighters' slots and arguments of words are taken to be these."""
        self._slots, self.arguments = dict(slots), dict(arguments)
        self._called.clear()

    def looked_into(self, expr: n.Expr, facts: Facts) -> Possible:
        match expr:
            case n.SlotGet(slot=slot, holder=holder) if holder is not None:
                return self._slots.get(slot, self.everything(expr.type))
            case n.ColumnGet():
                return self._column(expr, facts)
            case n.Call():
                return self._call(expr, facts)
            case n.Quantifier(word="first"):
                return self._first(expr, facts)
            case _:
                return self.everything(expr.type)

    def _column(self, expr: n.ColumnGet, facts: Facts) -> Possible:
        rows = self.of(expr.row, facts)
        if not isinstance(rows, frozenset):
            return self.everything(expr.type)
        kind = self.kinds[expr.kind]
        at = next(place for place, column in enumerate(kind.columns) if column.name == expr.column)
        values = [kind.rows[row].values[at] if row >= 0 else kind.columns[at].empty for row in _indices(rows)]
        return few(values)

    def _call(self, expr: n.Call, facts: Facts) -> Possible:
        definition = self._definitions.get(expr.name)
        if definition is None or self._depth >= _DEEPEST:
            return self.everything(expr.type)
        inner = self._facts_inside(expr, definition, facts)
        if not inner and expr.name in self._called:
            return self._called[expr.name]
        self._depth += 1
        try:
            found = self.of(definition.body, inner)
            for one in self._changes.get(f"define:{expr.name}", ()):
                found = either(found, self._changed(one, found, inner))
        finally:
            self._depth -= 1
        if not inner:
            self._called[expr.name] = found
        return found

    def _facts_inside(self, expr: n.Call, definition: n.Definition, facts: Facts) -> Facts:
        """What is known within the definition: of its parameters, and of `me` where that is still the same fighter."""
        same = isinstance(expr.holder, n.Var) and expr.holder.name == ME
        inner = {
            one: possible
            for one, possible in facts.items()
            if isinstance(one, n.OptionValue) or (same and _free(one) <= {ME})
        }
        for param, arg in zip(definition.params, expr.args, strict=True):
            inner[n.Var(type=param.type, name=param.name)] = self.of(arg, facts)
        return inner

    def _changed(self, one: n.Exception_, base: Possible, facts: Facts) -> Possible:
        match one.verb:
            case "lifts":
                return NO
            case "extends":
                return YES
            case "changes" if one.value is not None:
                known = {**facts, n.Var(type=one.value.type, name="base"): base}
                try:
                    return self.of(one.value, self.assume(one.guard, True, known) if one.guard else known)
                except Contradiction:
                    return NEVER
            case _:
                return ANYTHING

    def _first(self, expr: n.Quantifier, facts: Facts) -> Possible:
        """`first x in S with P`: those of S for which P can hold, or nothing."""
        domains = self.of(expr.domain, facts)
        if not isinstance(domains, frozenset) or expr.domain.type == t.TSet(t.TFighter()):
            return self.everything(expr.type)
        members = {one for many in domains if isinstance(many, frozenset | tuple) for one in many}
        outside = _without(facts, expr.var)
        element = expr.domain.type.of if isinstance(expr.domain.type, t.Collection) else expr.type
        found: set[object] = {-1}
        for member in members:
            try:
                known = {**outside, n.Var(type=element, name=expr.var): frozenset({member})}
                if expr.where is not None:
                    self.assume(expr.where, True, known)
            except Contradiction:
                continue
            found.add(member)
        return few(found)

    # --- taking a condition to hold ---------------------------------------------------------------

    def assume(self, expr: n.Expr, truth: bool, facts: Facts) -> Facts:
        """The facts, with what follows from the condition being true (or false). Raises `Contradiction`."""
        match expr:
            case n.Logic(op=op, items=items) if (op == "and") == truth:
                return self._all(items, truth, facts)
            case n.Logic(items=items):
                return self._any(expr, items, truth, facts)
            case n.Unary(op="not", operand=operand):
                return self.assume(operand, not truth, facts)
            case n.Compare():
                return self._assume_compare(expr, truth, facts)
            case n.Belongs(op="in" | "not in"):
                return self._assume_member(expr, truth, facts)
            case n.Belongs(op="meets", left=n.ChoiceWords(choice=choice, group=None), right=right):
                return self._assume_words(expr, choice, self.of(right, facts), truth, facts)
            case n.ChoiceHas():
                return self._assume_word(expr, truth, facts)
            case n.Quantifier(word="some" | "no") if (
                expr.word == "some"
            ) == truth and expr.where is not None:
                self.assume(expr.where, True, _without(facts, expr.var))
                return {**facts, expr: frozenset({truth})}
            case _:
                if not self._can_be(expr, truth, facts):
                    raise Contradiction(expr)
                return facts if isinstance(expr, n.Const) else {**facts, expr: frozenset({truth})}

    def _can_be(self, expr: n.Expr, truth: bool, facts: Facts) -> bool:
        possible = self.of(expr, facts)
        return not isinstance(possible, frozenset) or truth in possible

    def _all(self, items: tuple[n.Expr, ...], truth: bool, facts: Facts) -> Facts:
        """Twice, since what a later part says may bear upon an earlier one."""
        for _ in range(2):
            for item in items:
                facts = self.assume(item, truth, facts)
        return facts

    def _any(self, expr: n.Expr, items: tuple[n.Expr, ...], truth: bool, facts: Facts) -> Facts:
        ways = []
        for item in items:
            try:
                ways.append(self.assume(item, truth, facts))
            except Contradiction:
                continue
        if not ways:
            raise Contradiction(expr)
        if len(ways) == 1:
            return ways[0]
        common = {one for one in ways[0] if all(one in way for way in ways)}
        joined = {one: ways[0][one] for one in common}
        for way in ways[1:]:
            joined = {one: either(joined[one], way[one]) for one in common}
        return joined

    def _assume_compare(self, expr: n.Compare, truth: bool, facts: Facts) -> Facts:
        op = expr.op if truth else _INVERSE[expr.op]
        if not self._can_be(expr, truth, facts):
            raise Contradiction(expr)
        left, right = self.of(expr.left, facts), self.of(expr.right, facts)
        facts = self._know(expr.left, _narrowed(op, left, right), expr, facts)
        return self._know(expr.right, _narrowed(_MIRRORED[op], right, left), expr, facts)

    def _assume_member(self, expr: n.Belongs, truth: bool, facts: Facts) -> Facts:
        if not self._can_be(expr, truth, facts):
            raise Contradiction(expr)
        left, right = self.of(expr.left, facts), self.of(expr.right, facts)
        if not isinstance(right, frozenset):
            return {**facts, expr: frozenset({truth})}
        members = {one for many in right if isinstance(many, frozenset | tuple) for one in many}
        if truth == (expr.op == "in"):
            return self._know(expr.left, both(left, few(members)), expr, facts)
        if single(right) and isinstance(left, frozenset):
            return self._know(expr.left, left - members, expr, facts)
        return facts

    def _assume_words(
        self, expr: n.Expr, choice: n.Expr, asked: Possible, truth: bool, facts: Facts
    ) -> Facts:
        """`order.words meets a|b`: one of them is said; its opposite: none of them is."""
        words = next(iter(asked), None) if isinstance(asked, frozenset) and len(asked) == 1 else None
        if not isinstance(choice.type, t.TChoice) or not isinstance(words, frozenset):
            return facts
        named = self.decisions[choice.type.decision].words
        said = tuple(
            n.ChoiceHas(type=t.TBool(), choice=choice, word=named[place].name, span=expr.span)
            for place in _indices(words)
        )
        return self._any(expr, said, True, facts) if truth else self._all(said, False, facts)

    def _assume_word(self, expr: n.ChoiceHas, truth: bool, facts: Facts) -> Facts:
        facts = self._know(expr, frozenset({truth}), expr, facts)
        if truth:
            for other in self._excluded_by(expr):
                facts = self._know(other, NO, expr, facts)
        else:
            for one, possible in list(facts.items()):
                if isinstance(one, n.ChoiceArg) and (one.choice, one.word) == (expr.choice, expr.word):
                    empty = absent(one.type)
                    if not isinstance(empty, Anything):
                        self._know(one, both(possible, frozenset({empty})), expr, facts)
        return facts

    def _excluded_by(self, expr: n.ChoiceHas) -> Iterator[n.ChoiceHas]:
        """The words that cannot be said beside this one."""
        assert isinstance(expr.choice.type, t.TChoice)
        decision = self.decisions.get(expr.choice.type.decision)
        if decision is None:
            return
        group = next((word.group for word in decision.words if word.name == expr.word), None)
        alone = any(
            one.name == group
            and one.mode in ("one", "at most one")
            and not (self.judging and _crowd_refused(decision, one.name))
            for one in decision.groups
        )
        for word in decision.words if alone else ():
            if word.group == group and word.name != expr.word:
                yield n.ChoiceHas(type=expr.type, choice=expr.choice, word=word.name)

    def _know(self, expr: n.Expr, possible: Possible, at: n.Expr, facts: Facts) -> Facts:
        """One fact more, and what it means for the word of an argument. Raises `Contradiction` when nothing is possible."""
        found = both(self.of(expr, facts), possible)
        if found == NEVER:
            raise Contradiction(at)
        if isinstance(expr, n.Const) or isinstance(found, Anything):
            return facts
        fresh = {**facts, expr: found}
        if isinstance(expr, n.ChoiceArg):
            empty = absent(expr.type)
            said = n.ChoiceHas(type=t.TBool(), choice=expr.choice, word=expr.word, span=expr.span)
            known = not isinstance(empty, Anything) and not admits(found, empty)
            if known and facts.get(said) != YES:
                return self._assume_word(said, True, fresh)
        return fresh


def _narrowed(op: n.CompareOp, mine: Possible, others: Possible) -> Possible:
    """What of `mine` can stand left of the comparison with one of the others."""
    low, high = limits(others)
    match op:
        case "=":
            return both(mine, others)
        case "!=":
            return mine - others if isinstance(mine, frozenset) and _one(others) else mine
        case "<" | "<=":
            return mine if high is None else both(_counted(mine), Numbers(None, high - (op == "<")))
        case _:
            return mine if low is None else both(_counted(mine), Numbers(low + (op == ">"), None))


def _one(possible: Possible) -> TypeGuard[frozenset[object]]:
    return single(possible)


def _counted(possible: Possible) -> Possible:
    """Where nothing is possible too, which counts as 0, no more is known."""
    return ANYTHING if isinstance(possible, frozenset) and None in possible else possible


def _crowd_refused(decision: n.Decision, group: str) -> bool:
    return any(one.test == "crowded" and one.group == group for one in decision.refusals)


def _free(expr: n.Expr) -> set[str]:
    return {node.name for node in nodes(expr) if isinstance(node, n.Var)}


def _without(facts: Facts, var: str) -> Facts:
    return {one: possible for one, possible in facts.items() if var not in _free(one)}


def _indices(rows: frozenset[object]) -> list[int]:
    return sorted(row for row in rows if isinstance(row, int))
