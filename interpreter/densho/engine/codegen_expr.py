"""From an expression of the core to a Python expression.

`S` is the flat tuple of the state (see `layout`), `me` the fighter it is about. Every operation is total: what could fail calls a function of
`total`. Bound names get fresh Python names, so nothing can be captured. The text that comes out is fully bracketed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, assert_never

from densho.engine.codegen_collections import CollectionWriter, Env
from densho.engine.layout import NAMES, Layout
from densho.engine.tables import Tables, identifier, optional, plain_name
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

CHEAP = re.compile(r"-?\w+\Z|\(1 - \w+\)\Z")
"""A name, a number or a foe: it may be repeated."""
LONGEST_INLINED = 130
OF_FOE = {"(1 - me)": "me"}
"""The foe of the foe."""
DEEPEST_INLINING = 4


class ExprWriter(CollectionWriter):
    """Writes expressions; one per program and variant.

    `inlined` gives the body of a small definition, or None; the parameters' names in it are replaced by the arguments' code.
    """

    def __init__(self, layout: Layout, tables: Tables, *, traced: bool = False) -> None:
        self.traced = traced
        self.layout = layout
        self.tables = tables
        self.inlined: Callable[[ir.Definition, Env], str | None] | None = None
        self._inlining = 0
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

    def expr(self, e: ir.Expr, env: Env) -> str:
        match e:
            case ir.Const():
                return self.constant(e.type, e.value)
            case ir.Var():
                return env.names[e.name]
            case ir.Foe():
                of = self.expr(e.of, env)
                return f"foe_of({of})" if optional(e.of.type) else OF_FOE.get(of, f"(1 - {of})")
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
                return self._related(e, env)
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
                return (
                    f"(not {self.expr(e.operand, env)})"
                    if e.op == "not"
                    else f"(-{self.number(e.operand, env)})"
                )
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
        short = self._inline(definition, e, env)
        if short is not None:
            return short
        arguments = ["S"]
        if definition.about_me:
            arguments.append("-1" if e.holder is None else self.expr(e.holder, env))
        arguments.extend(self.expr(a, env) for a in e.args)
        return f"{self.definition_name(e.name)}({', '.join(arguments)})"

    def _inline(self, definition: ir.Definition, e: ir.Call, env: Env) -> str | None:
        """The definition's own text in place of a call, where that is short and repeats no work."""
        if self.inlined is None or self._inlining >= DEEPEST_INLINING:
            return None
        given: dict[str, ir.Expr | None] = {p.name: a for p, a in zip(definition.params, e.args, strict=True)}
        if definition.about_me:
            given["me"] = e.holder
        stand_ins = {name: self._stand_in() for name in given}
        self._inlining += 1
        body = self.inlined(definition, Env(stand_ins))
        self._inlining -= 1
        if body is None:
            return None
        for name, stand_in in stand_ins.items():
            argument = given[name]
            code = "-1" if argument is None else self.expr(argument, env)
            uses = body.count(stand_in)
            if not CHEAP.match(code) and (uses > 1 or (uses == 1 and " for " in body)):
                return None
            body = body.replace(f"(1 - {stand_in})", OF_FOE.get(code, f"(1 - {code})"))
            body = body.replace(stand_in, code)
        return body if len(body) <= LONGEST_INLINED else None

    def _stand_in(self) -> str:
        """A name for a parameter, no part of any other name."""
        self._fresh += 1
        return f"p{self._fresh}_z"

    def _related(self, e: ir.Related, env: Env) -> str:
        table, left, right = self.tables.relation(e.relation), self.expr(e.left, env), self.expr(e.right, env)
        if self.traced:
            return f"related({e.relation!r}, {table}, {left}, {right})"
        return f"{table}[{left}][{right}]"

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

    def _argument(self, e: ir.ChoiceArg, env: Env) -> str:
        shape = self._shape(e.choice)
        word = shape.word_index[e.word]
        place = [a.name for a in shape.words[word].args].index(e.arg)
        empty = self.tables.literal((None,) * place + (self.layout.empty_value(e.type),))
        return f"({self.expr(e.choice, env)}[{word}] or {empty})[{place}]"

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

    # --- numbers, comparisons, logic

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

    def _logic(self, e: ir.Logic, env: Env) -> str:
        return "(" + f" {e.op} ".join(self.expr(i, env) for i in e.items) + ")"


def part_decision(type_: Type) -> str:
    """The decision whose part this is."""
    match type_:
        case t.TPart(decision=decision):
            return decision
        case t.TOptional(of=of):
            return part_decision(of)
        case _:
            raise AssertionError(type_)
