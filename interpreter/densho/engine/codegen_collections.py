"""Expressions over sets, lists and bags: membership, joining, going through elements, functions of collections and numbers.

The part of `codegen_expr` that deals with many things at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from densho.engine.layout import NAMES, PRESENT, ChoiceLayout, Layout
from densho.engine.order import ordered
from densho.engine.tables import Tables, optional
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

SIMPLE = (t.TInt, t.TRow, t.TFighter, t.TWord)
"""Types whose values are numbers, never nothing."""


@dataclass(slots=True)
class Env:
    """What names mean: IR name → Python code; `registers` inside a fold."""

    names: Mapping[str, str]
    registers: Mapping[str, str] = field(default_factory=dict)

    def having(self, **more: str) -> Env:
        return Env({**self.names, **more}, self.registers)

    def bind(self, name: str, code: str) -> Env:
        return Env({**self.names, name: code}, self.registers)


class CollectionWriter(ABC):
    """Writes such expressions; single ones are left to the subclass."""

    layout: Layout
    tables: Tables

    @abstractmethod
    def expr(self, e: ir.Expr, env: Env) -> str:
        """Code for an expression."""

    @abstractmethod
    def fresh(self, name: str) -> str:
        """A new Python name."""

    def number(self, e: ir.Expr, env: Env) -> str:
        """As a number: nothing counts as 0."""
        code = self.expr(e, env)
        return f"({code} or 0)" if optional(e.type) else code

    def _decision(self, choice: ir.Expr) -> str:
        of = choice.type
        assert isinstance(of, t.TChoice)
        return of.decision

    def _shape(self, choice: ir.Expr) -> ChoiceLayout:
        return self.layout.choice_layout(self._decision(choice))

    # --- membership

    def _belongs(self, e: ir.Belongs, env: Env) -> str:
        if e.op in ("in", "not in"):
            code = self._member(e.left, e.right, env)
            return code if e.op == "in" else f"(not {code})"
        if isinstance(e.left, ir.ChoiceWords) and isinstance(e.right, ir.Const):
            return self._words_belong(e.op, e.left, e.right, env)
        a, b = self.expr(e.left, env), self.expr(e.right, env)
        if isinstance(e.left.type, t.TSet) and isinstance(e.right.type, t.TSet):
            return f"({a} <= {b})" if e.op == "within" else f"(not {a}.isdisjoint({b}))"
        return f"bag_within({a}, {b})" if e.op == "within" else f"meets({a}, {b})"

    def _words_belong(self, op: str, left: ir.ChoiceWords, right: ir.Const, env: Env) -> str:
        """Questions about single words need no set of words."""
        named = right.value
        assert isinstance(named, (frozenset, tuple))
        choice = self.expr(left.choice, env)
        words = self._group_words(left)
        if op == "meets":
            asked = [w for w in words if w in named]
            return "(" + " or ".join(f"{choice}[{w}] is not None" for w in asked) + ")" if asked else "False"
        asked = [w for w in words if w not in named]
        return "(" + " and ".join(f"{choice}[{w}] is None" for w in asked) + ")" if asked else "True"

    def _member(self, item: ir.Expr, group: ir.Expr, env: Env) -> str:
        x = self.expr(item, env)
        match group:
            case ir.Range() if not optional(item.type):
                return f"({self.number(group.low, env)} <= {x} <= {self.number(group.high, env)})"
            case ir.Fighters(everybody=False):
                return f"({x} in S[{PRESENT}])"
            case ir.Const(value=frozenset() as value) if len(value) <= 8 and all(
                type(v) is int for v in value
            ):
                return f"({x} in {self.tables.literal(tuple(sorted(value)))})"
            case ir.Gather():
                return f"({x} in ({''.join(self.expr(i, env) + ', ' for i in group.items)}))"
            case ir.Quantifier(word="those" | "list", of=None):
                return self._member_of_those(item, group, env, x)
            case ir.ChoiceWords() if isinstance(item, ir.Const):
                return f"({self.expr(group.choice, env)}[{x}] is not None)"
            case _:
                return f"({x} in {self.expr(group, env)})"

    def _member_of_those(self, item: ir.Expr, group: ir.Quantifier, env: Env, x: str) -> str:
        """`x in those y in D with P` is `x in D and P(x)`, if `x` is cheap to repeat."""
        if not x.isidentifier():
            return f"({x} in {self.expr(group, env)})"
        inside = self._member(item, group.domain, env)
        if group.where is None:
            return inside
        return f"({inside} and {self.expr(group.where, env.bind(group.var, x))})"

    def _group_words(self, e: ir.ChoiceWords) -> tuple[int, ...]:
        shape = self._shape(e.choice)
        return tuple(range(len(shape.words))) if e.group is None else shape.words_of(e.group)

    def _choice_words(self, e: ir.ChoiceWords, env: Env) -> str:
        return f"said_words({self.expr(e.choice, env)}, {self.tables.literal(self._group_words(e))})"

    # --- joining and going through

    def _join(self, e: ir.Join, env: Env) -> str:
        a, b = self.expr(e.left, env), self.expr(e.right, env)
        match e.type:
            case t.TSet():
                return f"({a} {'|' if e.op == 'join' else '-'} {b})"
            case t.TList() if e.op == "join":
                return f"({a} + {b})"
            case t.TBag() if e.op == "join":
                return f"bag({a} + {b})"
            case _:
                return f"bag_without({a}, {b})"

    def _gather(self, e: ir.Gather, env: Env) -> str:
        items = "(" + "".join(self.expr(i, env) + ", " for i in e.items) + ")"
        match e.type:
            case t.TSet():
                return f"frozenset({items})"
            case t.TBag():
                return f"bag({items})"
            case _:
                return items

    def domain(self, e: ir.Expr, env: Env, *, in_order: bool = False) -> str:
        """Something to iterate over; with `in_order` sets come in ascending order."""
        match e:
            case ir.Fighters(everybody=True):
                return f"range(len(S[{NAMES}]) - 1)"
            case ir.Fighters():
                return f"S[{PRESENT}]"
            case ir.Range():
                low, high = self.number(e.low, env), self.number(e.high, env)
                place = "" if _short(e) else f", {self.tables.place(e.span)}"
                return f"span({low}, {high}{place})"
            case ir.Const(value=frozenset() as value):
                return self.tables.literal(tuple(ordered(value)))
            case ir.ColumnGet(type=t.TSet()) if in_order:
                return f"{self.tables.sorted_column(e.kind, e.column)}[{self.expr(e.row, env)}]"
            case ir.Gather() if not in_order:
                return "(" + "".join(self.expr(i, env) + ", " for i in e.items) + ")"
            case _:
                code = self.expr(e, env)
                if not in_order or not isinstance(e.type, t.TSet):
                    return code
                return f"sorted({code})" if isinstance(e.type.of, SIMPLE) else f"ordered({code})"

    def _quantifier(self, e: ir.Quantifier, env: Env) -> str:
        var = self.fresh(e.var)
        in_order = e.word in ("list", "first")
        domain = self.domain(e.domain, env, in_order=in_order)
        inner = env.bind(e.var, var)
        where = "" if e.where is None else f" if {self.expr(e.where, inner)}"
        each = f" for {var} in {domain}{where}"
        if e.word in ("some", "every", "no"):
            return self._truth(e, inner, var, domain)
        if e.word == "count":
            return f"len([0{each}])"
        if e.word in ("sum", "most", "least"):
            value = self.number(e.of, inner) if e.of is not None else self._counted(var, e.domain.type)
            if e.word == "sum":
                return f"sum([{value}{each}])"
            return f"{'max' if e.word == 'most' else 'min'}([{value}{each}], default=0)"
        item = var if e.of is None else self.expr(e.of, inner)
        if e.word == "first":
            return f"first_of(({item}{each}), {self.tables.literal(self.layout.empty_value(e.type))})"
        whole = f"[{item}{each}]" if item != var or where else domain
        return f"frozenset({whole})" if e.word == "those" else f"tuple({whole})"

    def _truth(self, e: ir.Quantifier, inner: Env, var: str, domain: str) -> str:
        if e.where is None:
            found = f"bool({domain})"
            return {"some": found, "every": "True", "no": f"(not {domain})"}[e.word]
        test = self.expr(e.where, inner)
        if e.word == "every":
            return f"all([{test} for {var} in {domain}])"
        found = f"any([{test} for {var} in {domain}])"
        return found if e.word == "some" else f"(not {found})"

    def _counted(self, var: str, domain: Type) -> str:
        assert isinstance(domain, (t.TSet, t.TList, t.TBag))
        return f"({var} or 0)" if optional(domain.of) else var

    # --- functions

    def _function(self, e: ir.Function, env: Env) -> str:
        match e.name:
            case "min" | "max":
                return self._extreme(e, env)
            case "abs" | "sign":
                return f"{e.name}({self.number(e.args[0], env)})"
            case "clamp":
                x, low, high = (self.number(a, env) for a in e.args)
                return f"max({low}, min({x}, {high}))"
            case "size":
                return self._size(e.args[0], env)
            case "total":
                return f"sum({self._numbers(e.args[0], env)})"
            case "faces":
                return f"frozenset({self.expr(e.args[0], env)})"
            case "head":
                return f"head({self.expr(e.args[0], env)}, {self.tables.literal(self.layout.empty_value(e.type))})"
            case "rest":
                return f"{self.expr(e.args[0], env)}[1:]"
            case "nth":
                items, place = self.expr(e.args[0], env), self.number(e.args[1], env)
                return f"nth({items}, {place}, {self.tables.literal(self.layout.empty_value(e.type))})"
            case "bag":
                return f"bag({self.expr(e.args[0], env)})"
            case _:
                assert_never(e.name)

    def _size(self, e: ir.Expr, env: Env) -> str:
        whole = self.domain(e, env) if isinstance(e, (ir.Fighters, ir.Range)) else self.expr(e, env)
        return f"len({whole})"

    def _numbers(self, e: ir.Expr, env: Env) -> str:
        code = self.expr(e, env)
        of = e.type
        if isinstance(of, (t.TSet, t.TList, t.TBag)) and optional(of.of):
            var = self.fresh("n")
            return f"[{var} or 0 for {var} in {code}]"
        return code

    def _extreme(self, e: ir.Function, env: Env) -> str:
        if len(e.args) == 1 and isinstance(e.args[0].type, (t.TSet, t.TList, t.TBag)):
            return f"{e.name}({self._numbers(e.args[0], env)}, default=0)"
        if len(e.args) == 1:
            return self.number(e.args[0], env)
        return f"{e.name}({', '.join(self.number(a, env) for a in e.args)})"


def _short(e: ir.Range) -> bool:
    """Whether the type says that the range is not too long."""
    of = e.type.of if isinstance(e.type, t.TSet) else None
    return (
        isinstance(of, t.TInt)
        and of.lo is not None
        and of.hi is not None
        and of.hi - of.lo < ir.LONGEST_RANGE
    )
