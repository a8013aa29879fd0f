"""What an expression can be, part by part: the first half of reckoning without a fight.

Conditions are taken apart by `densho.checks.reckon`, which builds upon this; facts about expressions come from there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from itertools import product
from operator import ge, gt, le, lt

from densho.checks.possible import (
    ANYTHING,
    EITHER,
    NEVER,
    NO,
    SMALL,
    YES,
    Anything,
    Possible,
    both,
    either,
    few,
    limits,
    numbers,
    of_type,
    single,
)
from densho.ir import nodes as n
from densho.ir import types as t

Facts = Mapping[n.Expr, Possible]
Said = tuple[str, str, str]
"""A decision (the one that others are like), a word of it, and an argument of that."""

_NEVER_FACTS = (n.Const, n.Logic, n.If, n.Compare, n.Arithmetic, n.Unary)
"""What is never a fact by itself, but taken apart."""


class Contradiction(Exception):
    """Nothing is possible any more; `at` is the part of the condition that the rest excludes."""

    def __init__(self, at: n.Expr) -> None:
        super().__init__()
        self.at = at


class Evaluator(ABC):
    """`closed`: definitions and columns are looked into. `judging`: a choice may still be crowded, if there is a refusal for that."""

    def __init__(self, ruleset: n.Ruleset, *, closed: bool = False, judging: bool = False) -> None:
        self.ruleset = ruleset
        self.closed = closed
        self.judging = judging
        self.kinds = {one.name: one for one in ruleset.kinds}
        self.decisions = {one.name: one for one in ruleset.decisions}
        self.arguments: dict[Said, Possible] = {}
        self._options = {one.name: one for one in ruleset.options}
        self._types: dict[t.Type, Possible] = {}

    @abstractmethod
    def looked_into(self, expr: n.Expr, facts: Facts) -> Possible:
        """What a slot, column, definition or search can be, as the ruleset stands."""

    @abstractmethod
    def assume(self, expr: n.Expr, truth: bool, facts: Facts) -> Facts:
        """The facts, with what follows from the condition being true (or false). Raises `Contradiction`."""

    def everything(self, kind: t.Type) -> Possible:
        """All values of a type."""
        if kind not in self._types:
            rows = {name: len(one.rows) for name, one in self.kinds.items()}
            options = {name: len(one.values) for name, one in self._options.items()}
            self._types[kind] = of_type(kind, rows, options)
        return self._types[kind]

    def gates(self, *items: n.Item) -> Facts:
        """What is known of options where the items are in force. Raises `Contradiction` when no options admit them all."""
        facts: dict[n.Expr, Possible] = {}
        for gate in (gate for item in items for gate in item.gates):
            values = self._options[gate.option].values
            expr = n.OptionValue(type=t.TOption(gate.option), option=gate.option, number=False)
            admitted = frozenset(values.index(value) for value in gate.values)
            facts[expr] = both(facts.get(expr, ANYTHING), admitted)
            if facts[expr] == NEVER:
                raise Contradiction(expr)
        return facts

    def of(self, expr: n.Expr, facts: Facts) -> Possible:
        """Everything that the expression can be while the facts hold."""
        if facts and not isinstance(expr, _NEVER_FACTS):
            known = facts.get(expr)
            if known is not None:
                return known
        return self._of(expr, facts)

    def _of(self, expr: n.Expr, facts: Facts) -> Possible:
        match expr:
            case n.Const(value=value):
                return frozenset({value})
            case n.Unary(op="not", operand=operand):
                possible = self.of(operand, facts)
                return frozenset(not one for one in possible) if isinstance(possible, frozenset) else EITHER
            case n.Unary(operand=operand):
                low, high = limits(self.of(operand, facts))
                return numbers(None if high is None else -high, None if low is None else -low)
            case n.Arithmetic():
                return self._arithmetic(expr, facts)
            case n.Compare():
                return self._compare(expr, facts)
            case n.Belongs():
                return self._belongs(expr, facts)
            case n.Logic():
                return self._logic(expr, facts)
            case n.If():
                return self._if(expr, facts)
            case n.Gather() | n.Join() | n.Range():
                return self._collection(expr, facts)
            case n.ChoiceArg():
                return self._argument(expr, facts)
            case n.ChoiceHas():
                return EITHER
            case n.OptionValue(option=option, number=True):
                return few(int(value) for value in self._options[option].values)
            case _ if self.closed:
                return self.looked_into(expr, facts)
            case _:
                return self.everything(expr.type)

    def _arithmetic(self, expr: n.Arithmetic, facts: Facts) -> Possible:
        left, right = limits(self.of(expr.left, facts)), limits(self.of(expr.right, facts))
        match expr.op:
            case "+":
                return numbers(_sum(left[0], right[0]), _sum(left[1], right[1]))
            case "-":
                return numbers(_difference(left[0], right[1]), _difference(left[1], right[0]))
            case _:
                return self.everything(expr.type)

    def _compare(self, expr: n.Compare, facts: Facts) -> Possible:
        left, right = self.of(expr.left, facts), self.of(expr.right, facts)
        if NEVER in (left, right):
            return NEVER
        if expr.op in ("=", "!="):
            same = both(left, right) != NEVER
            differ = not (single(left) and left == right)
            return _truths(same, differ) if expr.op == "=" else _truths(differ, same)
        (low, high), (lower, higher) = limits(left), limits(right)
        match expr.op:
            case "<":
                return _truths(_may(low, lt, higher), _may(high, ge, lower))
            case "<=":
                return _truths(_may(low, le, higher), _may(high, gt, lower))
            case ">":
                return _truths(_may(high, gt, lower), _may(low, le, higher))
            case _:
                return _truths(_may(high, ge, lower), _may(low, lt, higher))

    def _belongs(self, expr: n.Belongs, facts: Facts) -> Possible:
        left, right = self.of(expr.left, facts), self.of(expr.right, facts)
        if expr.op not in ("in", "not in") or not (
            isinstance(left, frozenset) and isinstance(right, frozenset)
        ):
            return EITHER
        return frozenset(
            (one in many) == (expr.op == "in")
            for one, many in product(left, right)
            if isinstance(many, frozenset | tuple)
        )

    def _collection(self, expr: n.Gather | n.Join | n.Range, facts: Facts) -> Possible:
        """A collection of which every part is known."""
        match expr:
            case n.Gather(items=parts):
                pass
            case n.Join(left=left, right=right):
                parts = (left, right)
            case n.Range(low=left, high=right):
                parts = (left, right)
        known = [self.of(part, facts) for part in parts]
        values = [next(iter(one)) for one in known if isinstance(one, frozenset) and len(one) == 1]
        if len(values) < len(parts):
            return ANYTHING
        match expr:
            case n.Gather(type=t.TSet()):
                return frozenset({frozenset(values)})
            case n.Join(type=t.TSet(), op=op):
                return frozenset({_joined(op, values[0], values[1])})
            case n.Range():
                return _range(values[0], values[1])
            case _:
                return ANYTHING

    def _logic(self, expr: n.Logic, facts: Facts) -> Possible:
        wanted = expr.op == "and"
        found = EITHER
        try:
            self.assume(expr, wanted, facts)
        except Contradiction:
            found = found - {wanted}
        try:
            self.assume(expr, not wanted, facts)
        except Contradiction:
            found = found - {not wanted}
        return found

    def _if(self, expr: n.If, facts: Facts) -> Possible:
        found: Possible = NEVER
        for truth, branch in ((True, expr.then), (False, expr.otherwise)):
            try:
                found = either(found, self.of(branch, self.assume(expr.condition, truth, facts)))
            except Contradiction:
                continue
        return found

    def _argument(self, expr: n.ChoiceArg, facts: Facts) -> Possible:
        said = facts.get(n.ChoiceHas(type=t.TBool(), choice=expr.choice, word=expr.word), EITHER)
        decision = expr.choice.type.decision if isinstance(expr.choice.type, t.TChoice) else ""
        written = self.arguments.get((decision, expr.word, expr.arg), self.everything(expr.type))
        empty = absent(expr.type)
        if isinstance(empty, Anything):
            return ANYTHING if said == NO else written
        if said == NO:
            return frozenset({empty})
        if said == YES and not self._may_be_missing(decision, expr):
            return written
        return either(written, frozenset({empty}))

    def _may_be_missing(self, decision: str, expr: n.ChoiceArg) -> bool:
        """Whether a word may be said without the argument."""
        words = self.decisions[decision].words if decision in self.decisions else ()
        args = {arg.name: arg for word in words if word.name == expr.word for arg in word.args}
        return expr.arg not in args or args[expr.arg].named or args[expr.arg].left_out


def _joined(op: n.JoinOp, one: object, other: object) -> frozenset[object]:
    assert isinstance(one, frozenset)
    assert isinstance(other, frozenset)
    return one | other if op == "join" else one - other


def _range(low: object, high: object) -> Possible:
    if not isinstance(low, int) or not isinstance(high, int):
        return ANYTHING
    return frozenset({frozenset(range(low, high + 1))}) if high - low < SMALL else ANYTHING


def _truths(yes: bool, no: bool) -> frozenset[object]:
    return frozenset(truth for truth, possible in ((True, yes), (False, no)) if possible)


def _may(one: int | None, test: Callable[[int, int], bool], other: int | None) -> bool:
    """Whether the utmost values stand like that; where there is no bound, they may."""
    return one is None or other is None or test(one, other)


def absent(kind: t.Type) -> object:
    """What an argument of a word that was not said is read as; ANYTHING where that is not looked at."""
    match kind:
        case t.TBool():
            return False
        case t.TInt(hi=high) if high is None or high >= 0:
            return 0
        case t.TOptional(of=t.TRow() | t.TFighter() | t.TOption()):
            return -1
        case t.TOptional(of=t.TInt() | t.TLabel()):
            return None
        case _:
            return ANYTHING


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _difference(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one - other
