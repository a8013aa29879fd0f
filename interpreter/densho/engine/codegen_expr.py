"""From an expression of the core to a Python expression.

`S` is the flat tuple of the state (see `layout`), `me` the fighter it is about. Every operation is total: what could fail calls a function of
`total`. Bound names get fresh Python names, so nothing can be captured. The text that comes out is fully bracketed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from densho.engine.layout import NAMES, PRESENT, Layout
from densho.engine.order import ordered
from densho.engine.tables import Tables, identifier, optional, plain_name
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type


@dataclass(slots=True)
class Env:
    """What names mean: IR name → Python code; `registers` inside a fold."""

    names: Mapping[str, str]
    registers: Mapping[str, str] = field(default_factory=dict)

    def having(self, **more: str) -> Env:
        return Env({**self.names, **more}, self.registers)

    def bind(self, name: str, code: str) -> Env:
        return Env({**self.names, name: code}, self.registers)


ME = Env({"me": "me"})


class ExprWriter:
    """Writes expressions; one per program and variant."""

    def __init__(self, layout: Layout, tables: Tables) -> None:
        self.layout = layout
        self.tables = tables
        self._fresh = 0
        self.definitions = {d.name: d for d in layout.settled.rules.definitions}
        self.folds = {f.name: f for f in layout.settled.rules.folds}

    def fresh(self, name: str) -> str:
        self._fresh += 1
        return f"{plain_name(name)}_{self._fresh}"

    def restart_names(self) -> None:
        """Begins a new function: the same expression then gets the same text wherever it stands in the program."""
        self._fresh = 0

    def definition_name(self, name: str) -> str:
        return f"d_{identifier(name)}"

    def fold_name(self, name: str) -> str:
        return f"f_{identifier(name)}"

    def uses_name(self, decision: str, kind: str) -> str:
        return f"u_{identifier(self.layout.choice_layout(decision).decision.name)}_{identifier(kind)}"

    # --- all nodes

    def expr(self, e: ir.Expr, env: Env) -> str:  # noqa: C901
        match e:
            case ir.Const():
                return self.constant(e.type, e.value)
            case ir.Var():
                return env.names[e.name]
            case ir.Foe():
                of = self.expr(e.of, env)
                return f"foe_of({of})" if optional(e.of.type) else f"(1 - {of})"
            case ir.Fighters():
                return f"frozenset({self.domain(e, env)})"
            case ir.FighterFact():
                return self._fact(e, env)
            case ir.SlotGet():
                return self._slot(e, env)
            case ir.Call():
                return self._call(e, env)
            case ir.FoldGet():
                return self._fold(e, env)
            case ir.Register():
                return env.registers[e.name]
            case ir.ColumnGet():
                return f"{self.tables.column(e.kind, e.column)}[{self.expr(e.row, env)}]"
            case ir.Related():
                return f"{self.tables.relation(e.relation)}[{self.expr(e.left, env)}][{self.expr(e.right, env)}]"
            case ir.RecordMake():
                return "(" + "".join(f"{self.expr(i, env)}, " for i in e.items) + ")"
            case ir.RecordGet():
                return self._record_field(e, env)
            case ir.ChoiceGet():
                return f"S[{self.layout.choice_index[e.decision]}][{self.expr(e.holder, env)}]"
            case ir.ChoiceHas():
                shape = self._shape(e.choice)
                return f"({self.expr(e.choice, env)}[{shape.word_index[e.word]}] is not None)"
            case ir.ChoiceArg():
                return self._argument(e, env)
            case ir.ChoiceWords():
                return self._choice_words(e, env)
            case ir.ChoiceParts():
                return f"{self.expr(e.choice, env)}[{self._shape(e.choice).parts_at(e.group)}]"
            case ir.ChoiceUses():
                return f"{self.uses_name(self._decision(e.choice), e.kind)}({self.expr(e.choice, env)})"
            case ir.PartGet():
                return self._part(e, env)
            case ir.BlockResult():
                place = ("winner", "by", "ended").index(e.what)
                return f"S[{self.layout.block_index[e.block]}][{place}]"
            case ir.OptionValue():
                raise AssertionError("options are constants by now")
            case ir.Unary():
                return f"(not {self.expr(e.operand, env)})" if e.op == "not" else f"(-{self.number(e.operand, env)})"
            case ir.Arithmetic():
                return self._arithmetic(e, env)
            case ir.Compare():
                return self._compare(e, env)
            case ir.Belongs():
                return self._belongs(e, env)
            case ir.Join():
                return self._join(e, env)
            case ir.Logic():
                return self._logic(e, env)
            case ir.If():
                then, other = self.expr(e.then, env), self.expr(e.otherwise, env)
                return f"({then} if {self.expr(e.condition, env)} else {other})"
            case ir.Range():
                return f"frozenset({self.domain(e, env)})"
            case ir.Gather():
                return self._gather(e, env)
            case ir.Quantifier():
                return self._quantifier(e, env)
            case ir.Function():
                return self._function(e, env)
            case _:
                assert_never(e)

    def constant(self, type_: Type, value: Any) -> str:
        if value is None:
            value = self.layout.empty_value(type_)
        return self.tables.literal(value)

    def number(self, e: ir.Expr, env: Env) -> str:
        """As a number: nothing counts as 0."""
        code = self.expr(e, env)
        return f"({code} or 0)" if optional(e.type) else code

    # --- fighters, slots, definitions

    def _fact(self, e: ir.FighterFact, env: Env) -> str:
        of = self.expr(e.of, env)
        if e.fact == "name":
            return f"S[{NAMES}][{of}]"
        return f"({of} + 1)" if e.fact == "seat" else f"({of} == 0)"

    def _slot(self, e: ir.SlotGet, env: Env) -> str:
        if e.holder is None:
            return f"S[{self.layout.slot_index['arena', e.slot]}]"
        return f"S[{self.layout.slot_index['fighter', e.slot]}][{self.expr(e.holder, env)}]"

    def _call(self, e: ir.Call, env: Env) -> str:
        definition = self.definitions[e.name]
        arguments = ["S"]
        if definition.about_me:
            arguments.append("-1" if e.holder is None else self.expr(e.holder, env))
        arguments.extend(self.expr(a, env) for a in e.args)
        return f"{self.definition_name(e.name)}({', '.join(arguments)})"

    def _fold(self, e: ir.FoldGet, env: Env) -> str:
        fold = self.folds[e.fold]
        place = [r.name for r in fold.registers].index(e.register)
        run = f"{self.fold_name(e.fold)}(S, {self.expr(e.holder, env)}, {self.expr(e.choice, env)})"
        if e.before is None:
            return f"{run}[-1][{place}]"
        return f"before({run}, {self.expr(e.before, env)}[0])[{place}]"

    # --- records, choices, parts

    def _record_field(self, e: ir.RecordGet, env: Env) -> str:
        place = [name for name, _ in self.layout.records[e.record].fields].index(e.field)
        empty = self.tables.literal(self.layout.empty_record(e.record))
        return f"({self.expr(e.of, env)} or {empty})[{place}]"

    def _decision(self, choice: ir.Expr) -> str:
        of = choice.type
        assert isinstance(of, t.TChoice)
        return of.decision

    def _shape(self, choice: ir.Expr) -> Any:
        return self.layout.choice_layout(self._decision(choice))

    def _argument(self, e: ir.ChoiceArg, env: Env) -> str:
        shape = self._shape(e.choice)
        word = shape.word_index[e.word]
        place = [a.name for a in shape.words[word].args].index(e.arg)
        empty = self.tables.literal((None,) * place + (self.layout.empty_value(e.type),))
        return f"({self.expr(e.choice, env)}[{word}] or {empty})[{place}]"

    def _group_words(self, e: ir.ChoiceWords) -> tuple[int, ...]:
        shape = self._shape(e.choice)
        return tuple(range(len(shape.words))) if e.group is None else shape.words_of(e.group)

    def _choice_words(self, e: ir.ChoiceWords, env: Env) -> str:
        return f"said_words({self.expr(e.choice, env)}, {self.tables.literal(self._group_words(e))})"

    def _part(self, e: ir.PartGet, env: Env) -> str:
        part = self.expr(e.part, env)
        if e.what == "place":
            return f"{part}[0]"
        if e.what == "word":
            return f"{part}[1]"
        decision = part_decision(e.part.type)
        if e.what == "row":
            return f"{self.tables.word_rows(decision, e.name)}[{part}[1]]"
        return f"{part}[{self.layout.choice_layout(decision).part_at(e.name)}]"

    # --- numbers, comparisons, membership

    def _arithmetic(self, e: ir.Arithmetic, env: Env) -> str:
        a, b = self.number(e.left, env), self.number(e.right, env)
        if e.op not in ("/", "mod"):
            return f"({a} {e.op} {b})"
        if isinstance(e.right, ir.Const) and e.right.value:
            return f"({a} {'//' if e.op == '/' else '%'} {b})"
        return f"{'divide' if e.op == '/' else 'modulo'}({a}, {b})"

    def _compare(self, e: ir.Compare, env: Env) -> str:
        if e.op in ("=", "!="):
            a, b = self.expr(e.left, env), self.expr(e.right, env)
            if b == "None":
                return f"({a} {'is' if e.op == '=' else 'is not'} None)"
            return f"({a} {'==' if e.op == '=' else '!='} {b})"
        return f"({self.number(e.left, env)} {e.op} {self.number(e.right, env)})"

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
            case ir.Const(value=frozenset() as value) if len(value) <= 8 and all(type(v) is int for v in value):
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

    # --- collections

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

    def _logic(self, e: ir.Logic, env: Env) -> str:
        return "(" + f" {e.op} ".join(self.expr(i, env) for i in e.items) + ")"

    def _gather(self, e: ir.Gather, env: Env) -> str:
        if all(isinstance(i, ir.Const) for i in e.items):
            return self.tables.literal(_constant_gather(e))
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
                return f"span({low}, {high})"
            case ir.Const(value=frozenset() as value):

                return self.tables.literal(tuple(ordered(value)))
            case ir.ColumnGet(type=t.TSet()) if in_order:
                return f"{self.tables.sorted_column(e.kind, e.column)}[{self.expr(e.row, env)}]"
            case ir.Gather() if not in_order:
                return "(" + "".join(self.expr(i, env) + ", " for i in e.items) + ")"
            case _:
                code = self.expr(e, env)
                return f"ordered({code})" if in_order and isinstance(e.type, t.TSet) else code

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


def part_decision(type_: Type) -> str:
    """The decision whose part this is."""
    match type_:
        case t.TPart(decision=decision):
            return decision
        case t.TOptional(of=of):
            return part_decision(of)
        case _:
            raise AssertionError(type_)


def _constant_gather(e: ir.Gather) -> Any:

    values = [i.value for i in e.items if isinstance(i, ir.Const)]
    match e.type:
        case t.TSet():
            return frozenset(values)
        case t.TBag():
            return tuple(ordered(values))
        case _:
            return tuple(values)
