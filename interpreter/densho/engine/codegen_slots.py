"""How one step's writes to each slot are collected and put together: the fast path.

It depends on who can write the slot in this step:

- one rule, writing the own slot: a new row, written in place;
- several rules that set: a mapping by holder that must agree;
- numbers added: a row of sums;
- anything else: a list that `merge` puts together.

Whatever would be a fault calls `trouble`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from densho.engine.codegen_collections import Env
from densho.engine.codegen_lines import Lines
from densho.engine.codegen_rules import RuleWriter
from densho.engine.layout import NAMES
from densho.engine.sure import Sureness, bounded_elements, constant_within
from densho.engine.values import COUNTER_LIMIT, MOST_ELEMENTS
from densho.ir import nodes as ir
from densho.ir import types as t

Way = Literal["own", "agree", "sum", "merge"]


@dataclass(frozen=True, slots=True)
class Site:
    """One effect that writes a slot."""

    rule: ir.Rule
    put: ir.Put

    @property
    def own(self) -> bool:
        """Whether it writes the slot of the fighter that the rule is about (or the arena's, once)."""
        if self.rule.var is not None:
            return False
        if self.put.holder is None:
            return self.rule.once
        return isinstance(self.put.holder, ir.Var) and self.put.holder.name == "me"


class SlotWriter:
    """What a step does with slots; `begun`: the new state is begun in any case."""

    def __init__(self, writer: RuleWriter, step: str) -> None:
        self.writer = writer
        self.exprs = writer.exprs
        self.layout = writer.layout
        self.tables = writer.tables
        self.rules = [(i, r) for i, r in enumerate(writer.rules.rules) if r.step == step]
        self.sites: dict[int, list[Site]] = {}
        for _, rule in self.rules:
            for effect in self.all_effects(rule):
                if isinstance(effect, ir.Put):
                    self.sites.setdefault(self._slot_at(effect), []).append(Site(rule, effect))
        self.ways: dict[int, Way] = {at: self._way(at, sites) for at, sites in self.sites.items()}
        self.fading = [at for at, slot in self.layout.slot_at.items() if slot.fades == step]
        self.touched = sorted({*self.sites, *self.fading})
        self.begun = bool(self.fading)
        self.sureness = Sureness(self.writer.rules)

    def _slot_at(self, put: ir.Put) -> int:
        return self.layout.slot_index["arena" if put.holder is None else "fighter", put.slot]

    def _branches(self, rule: ir.Rule) -> Iterator[tuple[ir.Effect, ...]]:
        """The rule's effects, and those that may replace them."""
        yield rule.effects
        for _, exception in self.writer.of(f"rule:{rule.name}", "replaces"):
            yield exception.effects

    def all_effects(self, rule: ir.Rule) -> Iterator[ir.Effect]:
        """Those of a rule, and those that may replace them."""
        for branch in self._branches(rule):
            yield from branch

    def _way(self, at: int, sites: list[Site]) -> Way:
        rules = {site.rule.name for site in sites}
        plain = all(s.put.op == ":=" for s in sites) or is_number(self.layout.slot_at[at].type)
        if (
            plain
            and len(rules) == 1
            and all(s.own for s in sites)
            and self._once_in_each_branch(at, sites[0].rule)
        ):
            return "own"
        if all(site.put.op == ":=" for site in sites):
            return "agree"
        if all(site.put.op != ":=" for site in sites) and is_number(self.layout.slot_at[at].type):
            return "sum"
        return "merge"

    def _once_in_each_branch(self, at: int, rule: ir.Rule) -> bool:
        for branch in self._branches(rule):
            if sum(isinstance(e, ir.Put) and self._slot_at(e) == at for e in branch) > 1:
                return False
        return True

    # --- writing

    def prepare(self, lines: Lines) -> None:
        """What collects the writes."""
        for at in sorted(self.sites):
            slot = self.layout.slot_at[at]
            match self.ways[at]:
                case "own" if slot.holder == "arena":
                    lines.add(f"w{at} = unset")
                case "own" if at in self.fading:
                    lines.add(f"w{at} = {self._faded_list(at)}")
                case "own" | "sum":
                    lines.add(f"w{at} = None")
                case "agree":
                    lines.add(f"w{at} = {{}}")
                case "merge":
                    lines.add(f"w{at} = []")

    def put(self, put: ir.Put, env: Env, lines: Lines) -> None:
        """Emits one write."""
        at = self._slot_at(put)
        if self.ways[at] == "own":
            self._put_own(put, at, env, lines)
            return
        if put.holder is None or _safe(put.holder):
            where = "0" if put.holder is None else self.exprs.expr(put.holder, env)
            self._put_shared(put, at, where, env, lines)
            return
        who = self.exprs.fresh("who")
        lines.add(f"{who} = {self.exprs.expr(put.holder, env)}")
        with lines.block(f"if 0 <= {who} < len(S[{NAMES}]) - 1:"):
            self._put_shared(put, at, who, env, lines)

    def _put_shared(self, put: ir.Put, at: int, where: str, env: Env, lines: Lines) -> None:
        """A write to a slot that others may write too."""
        match self.ways[at]:
            case "agree":
                cut = self.layout.slot_at[at].clamp is not None
                value = (
                    self._name(self.exprs.expr(put.value, env), lines)
                    if cut
                    else self._value(put, at, where, env, lines)
                )
                lines.add(f"if w{at}.setdefault({where}, {value}) != {value}: trouble()")
            case "sum":
                value = self.exprs.number(put.value, env)
                size = "1" if put.holder is None else f"len(S[{NAMES}])"
                lines.add(f"if w{at} is None: w{at} = [None] * {size}")
                lines.add(f"w{at}[{where}] = (w{at}[{where}] or 0) {put.op[0]} {value}")
            case _:
                value = self.exprs.expr(put.value, env)
                if put.op != "-=" and not self._sure(put, at):
                    value = self._name(value, lines)
                    many = put.whole or put.op == ":="
                    self._test_elements(at, value if many else f"({value},)", lines)
                lines.add(f"w{at}.append(({where}, {put.op!r}, {value}, {put.whole}))")

    def _sure(self, put: ir.Put, at: int) -> bool:
        """Whether what is put into a collection of numbers needs no test."""
        of = bounded_elements(self.layout.slot_at[at].type)
        return of is None or self.sureness.within(put.value, of)

    def _test_elements(self, at: int, items: str, lines: Lines) -> None:
        of = bounded_elements(self.layout.slot_at[at].type)
        if of is not None:
            lines.add(f"if {outside_code(items, of)}: trouble()")

    def _put_own(self, put: ir.Put, at: int, env: Env, lines: Lines) -> None:
        value = self._value(put, at, "-1" if put.holder is None else "me", env, lines)
        if put.holder is None:
            lines.add(f"w{at} = {value}")
            return
        if at not in self.fading:
            lines.add(f"if w{at} is None: w{at} = [*S[{at}]]")
        lines.add(f"w{at}[me] = {value}")

    def _value(self, put: ir.Put, at: int, holder: str, env: Env, lines: Lines) -> str:
        """The value to be set, as a name or constant, with its bounds seen to."""
        slot = self.layout.slot_at[at]
        if put.op == ":=":
            code = self.exprs.expr(put.value, env)
        else:
            old = f"S[{at}]" if put.holder is None else f"S[{at}][{holder}]"
            old = f"({old} or 0)" if isinstance(slot.type, t.TOptional) else old
            code = f"{old} {put.op[0]} {self.exprs.number(put.value, env)}"
        if put.op == ":=" and isinstance(put.value, ir.Const) and _constant_fits(slot, put.value):
            return code
        name = self._name(code, lines)
        sure = put.op != ":=" or not isinstance(put.value.type, t.TOptional)
        self._bound_value(slot, at, name, holder, lines, sure=sure)
        if not self._sure(put, at):
            self._test_elements(at, name, lines)
        return name

    def _name(self, code: str, lines: Lines) -> str:
        name = self.exprs.fresh("v")
        lines.add(f"{name} = {code}")
        return name

    def _bound_value(
        self, slot: ir.Slot, at: int, name: str, holder: str, lines: Lines, *, sure: bool
    ) -> None:
        """`sure`: a number is never nothing."""
        if slot.clamp is not None:
            some = "" if sure else f"if {name} is not None: "
            low, high = self._limits(slot, at, holder)
            if high is not None:
                lines.add(f"{some}{name} = min({name}, {high})")
            if low is not None:
                lines.add(f"{some}{name} = max({low}, {name})")
        type_ = slot.type
        if sure and is_number(type_) and isinstance(type_, t.TOptional):
            type_ = type_.of
        for test in misfit(type_, name, sure=sure):
            lines.add(f"if {test}: trouble()")

    def _limits(self, slot: ir.Slot, at: int, holder: str) -> tuple[str | None, str | None]:
        """Code for the bounds of a slot that is cut."""
        if slot.clamp:
            return f"low_{at}(S, {holder})", f"high_{at}(S, {holder})"
        low, high = number_bounds(slot.type)
        return (None if low is None else str(low)), (None if high is None else str(high))

    # --- the end of a step

    def commit(self, at: int, lines: Lines) -> None:
        """Emits what becomes of a slot at the end of the step, in the new state `L` (None: not begun)."""
        slot = self.layout.slot_at[at]
        way = self.ways.get(at)
        name = f"w{at}"
        if way is None:
            self._put_row(
                at, self._faded_row(at) if slot.holder == "fighter" else self._start(at, "-1"), lines
            )
        elif way == "own" and slot.holder == "arena":
            self._commit_arena(at, name, lines)
        elif way == "own":
            if at in self.fading:
                self._put_row(at, f"tuple({name})", lines)
            else:
                with lines.block(f"if {name} is not None:"):
                    self._put_row(at, f"tuple({name})", lines)
        else:
            self._commit_several(at, slot, way, name, lines)

    def _put_row(self, at: int, code: str, lines: Lines) -> None:
        if not self.begun:
            lines.add("if L is None: L = [*S]")
        lines.add(f"L[{at}] = {code}")

    def _commit_arena(self, at: int, name: str, lines: Lines) -> None:
        with lines.block(f"if {name} is not unset:"):
            self._put_row(at, name, lines)
        if at in self.fading:
            with lines.block("else:"):
                self._put_row(at, self._start(at, "-1"), lines)

    def _start(self, at: int, holder: str) -> str:
        start = self.layout.slot_at[at].start
        if isinstance(start, ir.Const):
            return self.exprs.constant(start.type, start.value)
        return f"start_{at}(S, {holder})"

    def _faded_list(self, at: int) -> str:
        """A new row of start values, with the empty value at its end."""
        empty = self.tables.literal(self.layout.empty_value(self.layout.slot_at[at].type))
        if not isinstance(self.layout.slot_at[at].start, ir.Const):
            return f"[*[start_{at}(S, seat) for seat in range(len(S[{NAMES}]) - 1)], {empty}]"
        start = self._start(at, "-1")
        if start == empty:
            return f"[{start}] * len(S[{NAMES}])"
        return f"[*[{start}] * (len(S[{NAMES}]) - 1), {empty}]"

    def _faded_row(self, at: int) -> str:
        return f"tuple({self._faded_list(at)})"

    def _commit_several(self, at: int, slot: ir.Slot, way: Way, name: str, lines: Lines) -> None:
        with lines.block(f"if {name}:"):
            row = self._fresh_row(at, slot, way, name, lines)
            self._put_row(at, f"{row}[0]" if slot.holder == "arena" else f"tuple({row})", lines)
        if at in self.fading:
            with lines.block("else:"):
                row = self._faded_row(at) if slot.holder == "fighter" else self._start(at, "-1")
                self._put_row(at, row, lines)

    def _fresh_row(self, at: int, slot: ir.Slot, way: Way, name: str, lines: Lines) -> str:
        """Emits the new row of a slot that several effects may have written."""
        old = f"(S[{at}],)" if slot.holder == "arena" else f"S[{at}]"
        row = f"r{at}"
        if way == "merge":
            lines.add(f"{row} = {self._merged(slot, old, name)}")
            self._fade_unwritten(at, slot, row, f"{{w[0] for w in {name}}}", lines)
            return row
        if at in self.fading and slot.holder == "fighter":
            lines.add(f"{row} = {self._faded_list(at)}")
        else:
            lines.add(f"{row} = [*{old}]")
        if way == "agree":
            with lines.block(f"for h, v in {name}.items():"):
                if slot.clamp is not None:
                    self._bound_value(slot, at, "v", "h", lines, sure=not isinstance(slot.type, t.TOptional))
                lines.add(f"{row}[h] = v")
        else:
            with lines.block(f"for h, v in enumerate({name}):"), lines.block("if v is not None:"):
                lines.add(f"v += {old}[h] or 0")
                self._bound_value(slot, at, "v", "h", lines, sure=True)
                lines.add(f"{row}[h] = v")
        return row

    def _fade_unwritten(self, at: int, slot: ir.Slot, row: str, written: str, lines: Lines) -> None:
        if at not in self.fading or slot.holder == "arena":
            return
        lines.add(f"written = {written}")
        pairs = f"enumerate(zip({row}, {self._faded_list(at)}))"
        lines.add(f"{row} = [v if h in written else f for h, (v, f) in {pairs}]")

    def _merged(self, slot: ir.Slot, old: str, name: str) -> str:
        match slot.type:
            case t.TSet():
                return f"merge_sets({old}, {name})"
            case t.TList(of=of, up_to=up_to):
                return f"merge_lists({old}, {name}, {isinstance(of, t.TRow)}, {up_to})"
            case t.TBag():
                return f"merge_bags({old}, {name})"
            case _:
                return "trouble()"


def _safe(holder: ir.Expr | None) -> bool:
    """Whether the holder is surely a fighter: `me` or the foe."""
    match holder:
        case ir.Var(name="me"):
            return True
        case ir.Foe(of=of):
            return _safe(of)
        case _:
            return False


def is_number(type_: t.Type) -> bool:
    return isinstance(type_, t.TInt) or (isinstance(type_, t.TOptional) and isinstance(type_.of, t.TInt))


def number_bounds(type_: t.Type) -> tuple[int | None, int | None]:
    match type_:
        case t.TOptional(of=of):
            return number_bounds(of)
        case t.TInt(lo=lo, hi=hi):
            return lo, hi
        case _:
            return None, None


def misfit(type_: t.Type, name: str, *, sure: bool) -> Iterator[str]:
    """Tests for a value that does not fit the slot."""
    match type_:
        case t.TOptional(of=t.TInt() as of):
            yield from (f"{name} is not None and {test}" for test in misfit(of, name, sure=True))
        case t.TOptional():
            return
        case t.TInt(lo=lo, hi=hi):
            top = COUNTER_LIMIT if hi is None else hi
            bounds = f"not {'' if lo is None else f'{lo} <= '}{name} <= {top}"
            yield bounds if sure else f"{name} is None or {bounds}"
        case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
            yield f"{name} < 0"
        case t.TLabel() | t.TRecord():
            yield f"{name} is None"
        case t.TList(up_to=up_to):
            yield f"len({name}) > {up_to}"
        case t.TSet() | t.TBag():
            yield f"len({name}) > {MOST_ELEMENTS}"
        case _:
            return


def outside_code(items: str, of: t.TInt) -> str:
    """The test for a collection with elements out of bounds."""
    return f"outside({items}, {of.lo}, {COUNTER_LIMIT if of.hi is None else of.hi})"


def _constant_fits(slot: ir.Slot, value: ir.Const) -> bool:
    """Whether a constant needs no test."""
    if slot.clamp is not None:
        return False
    number: Any = value.value
    match slot.type:
        case t.TInt(lo=lo, hi=hi):
            return number is not None and (lo is None or lo <= number) and (hi is None or number <= hi)
        case t.TSet() | t.TBag():
            of = bounded_elements(slot.type)
            return of is None or constant_within(value, of)
        case t.TBool() | t.TOptional():
            return not is_number(slot.type) or number is None
        case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
            return bool(number >= 0)
        case _:
            return False
