"""Steps as straight code: the fast path.

A step's function goes once over the fighters present, computes what every rule writes against the state before, and returns the state after
it, the events told and the verdicts. How a slot's writes are collected depends on who can write it in this step:

- one rule, setting the own slot: a new row, written in place;
- several rules that set: a mapping by holder that must agree;
- numbers added: a row of sums;
- anything else: a list that `merge` puts together.

Whatever would be a fault calls `trouble`; the step is then done again the careful way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from densho.engine.codegen_expr import Env
from densho.engine.codegen_rules import NOBODY, Lines, RuleWriter
from densho.engine.flow import fast_name
from densho.engine.layout import NAMES, PRESENT
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
        """Whether it sets the slot of the fighter that the rule is about (or the arena's, once)."""
        if self.put.op != ":=" or self.rule.var is not None:
            return False
        if self.put.holder is None:
            return self.rule.once
        return isinstance(self.put.holder, ir.Var) and self.put.holder.name == "me"


class StepWriter:
    """Writes one step; `told`: with the events that rules tell."""

    def __init__(self, writer: RuleWriter, step: str, *, told: bool, by_fighter: bool) -> None:
        self.writer = writer
        self.exprs = writer.exprs
        self.layout = writer.layout
        self.tables = writer.tables
        self.step = step
        self.told = told
        self.by_fighter = by_fighter
        self.rules = [(i, r) for i, r in enumerate(writer.rules.rules) if r.step == step]
        self.sites: dict[int, list[Site]] = {}
        for _, rule in self.rules:
            for effect in self._all_effects(rule):
                if isinstance(effect, ir.Put):
                    self.sites.setdefault(self._slot_at(effect), []).append(Site(rule, effect))
        self.ways: dict[int, Way] = {at: self._way(at, sites) for at, sites in self.sites.items()}
        self.fading = [at for at, slot in self.layout.slot_at.items() if slot.fades == step]
        self.telling = [i for i, r in self.rules if self._tells(r)] if told else []
        self.drops = any(isinstance(e, ir.ChoiceDrop) for _, r in self.rules for e in self._all_effects(r))
        self.ends = any(isinstance(e, ir.Verdict) for _, r in self.rules for e in self._all_effects(r))

    def _slot_at(self, put: ir.Put) -> int:
        return self.layout.slot_index["arena" if put.holder is None else "fighter", put.slot]

    def _branches(self, rule: ir.Rule) -> Iterator[tuple[ir.Effect, ...]]:
        """The rule's effects, and those that may replace them."""
        yield rule.effects
        for _, exception in self.writer.of(f"rule:{rule.name}", "replaces"):
            yield exception.effects

    def _all_effects(self, rule: ir.Rule) -> Iterator[ir.Effect]:
        for branch in self._branches(rule):
            yield from branch

    def _tells(self, rule: ir.Rule) -> bool:
        return any(isinstance(e, ir.Tell) for e in self._all_effects(rule))

    def _way(self, at: int, sites: list[Site]) -> Way:
        rules = {site.rule.name for site in sites}
        if len(rules) == 1 and all(site.own for site in sites) and self._once_in_each_branch(at, sites[0].rule):
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

    # --- the function

    def chunk(self) -> tuple[str, str]:
        """(function name, text)"""
        self.exprs.restart_names()
        lines = Lines()
        with lines.block(f"def {fast_name(self.step, by_fighter=self.by_fighter)}(S):"):
            self._prepare(lines)
            once = [(i, r) for i, r in self.rules if r.once]
            each = [(i, r) for i, r in self.rules if not r.once]
            if each:
                with lines.block(f"for me in S[{PRESENT}]:"):
                    for place, rule in each:
                        self._bound(place, rule, Env({"me": "me"}), lines)
            for place, rule in once:
                self._bound(place, rule, Env({}), lines)
            self._finish(lines)
        return fast_name(self.step, by_fighter=self.by_fighter), str(lines)

    def _prepare(self, lines: Lines) -> None:
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
        for tale in dict.fromkeys(self._tale(place) for place in self.telling):
            lines.add(f"told_{tale} = []")
        if self.drops:
            lines.add("drops = []")
        if self.ends:
            lines.add("ends = []")

    def _tale(self, place: int) -> str:
        """Which list of events a rule tells into: its own, or (by fighter) the one of all rules about fighters."""
        if self.by_fighter and not self.writer.rules.rules[place].once:
            return "each"
        return str(place)

    def _bound(self, place: int, rule: ir.Rule, env: Env, lines: Lines) -> None:
        if rule.var is None or rule.domain is None:
            self._guarded(place, rule, env, lines)
            return
        var = self.exprs.fresh(rule.var)
        with lines.block(f"for {var} in {self.exprs.domain(rule.domain, env, in_order=True)}:"):
            self._guarded(place, rule, env.bind(rule.var, var), lines)

    def _guarded(self, place: int, rule: ir.Rule, env: Env, lines: Lines) -> None:
        base = "True" if rule.guard is None else self.exprs.expr(rule.guard, env)
        guard = self.writer.condition(base, f"rule:{rule.name}", env)
        if guard == "True":
            self._chosen(place, rule, env, lines)
        elif guard != "False":
            with lines.block(f"if {guard}:"):
                self._chosen(place, rule, env, lines)

    def _chosen(self, place: int, rule: ir.Rule, env: Env, lines: Lines) -> None:
        """The rule's effects, or those of the exception that replaces them."""
        replacing = self.writer.of(f"rule:{rule.name}", "replaces")
        if not replacing:
            self._effects(place, NOBODY, rule.effects, env, lines)
            return
        chosen = self.exprs.fresh("by")
        lines.add(f"{chosen} = -1")
        for number, exception in replacing:
            above = [self.writer.applies(e, env) for _, e in replacing if exception.name in e.over]
            test = " and ".join([self.writer.applies(exception, env), *(f"not {code}" for code in above)])
            with lines.block(f"if {test}:"):
                lines.add(f"if {chosen} >= 0: trouble()")
                lines.add(f"{chosen} = {number}")
        with lines.block(f"if {chosen} < 0:"):
            self._effects(place, NOBODY, rule.effects, env, lines)
        for number, exception in replacing:
            with lines.block(f"if {chosen} == {number}:"):
                self._effects(place, number, exception.effects, env, lines)

    def _effects(self, place: int, number: int, effects: tuple[ir.Effect, ...], env: Env, lines: Lines) -> None:
        before = len(lines.text)
        for effect in effects:
            match effect:
                case ir.Put():
                    self._put(effect, env, lines)
                case ir.Tell():
                    if self.told:
                        lines.add(f"told_{self._tale(place)}.append({self._event(place, number, effect, env)})")
                case ir.ChoiceDrop():
                    self._drop(effect, env, lines)
                case ir.Verdict():
                    who = "None" if effect.who is None else self.exprs.expr(effect.who, env)
                    by = str(NOBODY) if effect.by is None else self.exprs.expr(effect.by, env)
                    lines.add(f"ends.append(({effect.kind!r}, {effect.block!r}, {who}, {by}, ({place}, {number})))")
        if len(lines.text) == before:
            lines.add("pass")

    # --- writing slots

    def _put(self, put: ir.Put, env: Env, lines: Lines) -> None:
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
                value = self._value(put, at, where, env, lines)
                lines.add(f"if w{at}.setdefault({where}, {value}) != {value}: trouble()")
            case "sum":
                value = self.exprs.number(put.value, env)
                size = "1" if put.holder is None else f"len(S[{NAMES}])"
                lines.add(f"if w{at} is None: w{at} = [None] * {size}")
                lines.add(f"w{at}[{where}] = (w{at}[{where}] or 0) {put.op[0]} {value}")
            case _:
                value = self.exprs.expr(put.value, env)
                lines.add(f"w{at}.append(({where}, {put.op!r}, {value}, {put.whole}))")

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
        code = self.exprs.expr(put.value, env)
        if isinstance(put.value, ir.Const) and _constant_fits(slot, put.value):
            return code
        name = self.exprs.fresh("v")
        lines.add(f"{name} = {code}")
        self._bound_value(slot, at, name, holder, lines)
        return name

    def _bound_value(self, slot: ir.Slot, at: int, name: str, holder: str, lines: Lines) -> None:
        if slot.clamp is not None:
            low, high = self._limits(slot, at, holder)
            if high is not None:
                lines.add(f"{name} = min({name}, {high})")
            if low is not None:
                lines.add(f"{name} = max({low}, {name})")
        for test in _misfit(slot.type, name):
            lines.add(f"if {test}: trouble()")

    def _limits(self, slot: ir.Slot, at: int, holder: str) -> tuple[str | None, str | None]:
        """Code for the bounds of a slot that is cut."""
        if slot.clamp:
            return f"low_{at}(S, {holder})", f"high_{at}(S, {holder})"
        low, high = number_bounds(slot.type)
        return (None if low is None else str(low)), (None if high is None else str(high))

    # --- other effects

    def _drop(self, effect: ir.ChoiceDrop, env: Env, lines: Lines) -> None:
        shape = self.layout.choice_layout(effect.decision)
        words = shape.words_of(effect.group) if effect.group is not None else (shape.word_index[effect.word or ""],)
        at = self.layout.choice_index[effect.decision]
        lines.add(f"drops.append(({at}, {self.exprs.expr(effect.holder, env)}, {self.tables.literal(words)}))")

    def _event(self, place: int, number: int, effect: ir.Tell, env: Env) -> str:
        rules = self.writer.rules
        name = rules.rules[place].name if number < 0 else rules.exceptions[number].name
        fields = "".join(f"({field!r}, {self._plain(e, env)}), " for field, e in effect.fields)
        audience = f"frozenset(({env.names.get('me', NOBODY)},))" if effect.private else "None"
        index = next(i for i, e in enumerate(self._effects_of(place, number)) if e is effect)
        span = f"spans[{place}, {number}, {index}]"
        return f"new(Event, ({effect.event!r}, ({fields}), {audience}, {name!r}, {span}, 'event'))"

    def _effects_of(self, place: int, number: int) -> tuple[ir.Effect, ...]:
        rules = self.writer.rules
        return rules.rules[place].effects if number < 0 else rules.exceptions[number].effects

    def _plain(self, e: ir.Expr, env: Env) -> str:
        code = self.exprs.expr(e, env)
        match e.type:
            case t.TBool() | t.TInt() | t.TLabel() | t.TOptional(of=t.TInt() | t.TLabel() | t.TBool()):
                return code
            case t.TFighter() | t.TOptional(of=t.TFighter()):
                return f"S[{NAMES}][{code}]"
            case t.TRow(kind=kind) | t.TOptional(of=t.TRow(kind=kind)):
                return f"{self.tables.row_names(kind)}[{code}]"
            case _:
                return f"plain({self.tables.type_name(e.type)}, {code}, S[{NAMES}])"

    # --- the end of a step

    def _finish(self, lines: Lines) -> None:
        touched = sorted({*self.sites, *self.fading})
        if touched or self.drops:
            lines.add("L = None")
        for at in touched:
            self._commit(at, lines)
        if self.drops:
            with lines.block("if drops:"):
                lines.add("L = drop_all(S if L is None else L, drops)")
        state = "S if L is None else tuple(L)" if touched or self.drops else "S"
        lines.add(f"return ({state}), {self._told_code()}, {'ends' if self.ends else 'None'}")

    def _told_code(self) -> str:
        if not self.telling:
            return "None"
        each = [self._tale(i) for i in self.telling if not self.writer.rules.rules[i].once]
        once = [self._tale(i) for i in self.telling if self.writer.rules.rules[i].once]
        order = [*each, *once] if self.by_fighter else [self._tale(i) for i in self.telling]
        return " + ".join(f"told_{tale}" for tale in dict.fromkeys(order))

    def _commit(self, at: int, lines: Lines) -> None:
        slot = self.layout.slot_at[at]
        way = self.ways.get(at)
        name = f"w{at}"
        if way is None:
            self._put_row(at, self._faded_row(at) if slot.holder == "fighter" else self._start(at, "-1"), lines)
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
                lines.add(f"{row}[h] = v")
        else:
            with lines.block(f"for h, v in enumerate({name}):"), lines.block("if v is not None:"):
                lines.add(f"v += {old}[h] or 0")
                self._bound_value(slot, at, "v", "h", lines)
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


def _misfit(type_: t.Type, name: str) -> Iterator[str]:
    """Tests for a value that does not fit the slot."""
    match type_:
        case t.TOptional(of=t.TInt() as of):
            yield from (f"{name} is not None and {test}" for test in _misfit(of, name))
        case t.TOptional():
            return
        case t.TInt(lo=lo, hi=hi):
            top = 2**53 if hi is None else hi
            yield f"{name} is None or not {'' if lo is None else f'{lo} <= '}{name} <= {top}"
        case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
            yield f"{name} < 0"
        case t.TLabel() | t.TRecord():
            yield f"{name} is None"
        case t.TList(up_to=up_to):
            yield f"len({name}) > {up_to}"
        case _:
            return


def _constant_fits(slot: ir.Slot, value: ir.Const) -> bool:
    """Whether a constant needs no test."""
    if slot.clamp is not None:
        return False
    number: Any = value.value
    match slot.type:
        case t.TInt(lo=lo, hi=hi):
            return number is not None and (lo is None or lo <= number) and (hi is None or number <= hi)
        case t.TBool() | t.TSet() | t.TBag() | t.TOptional():
            return not is_number(slot.type) or number is None
        case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
            return bool(number >= 0)
        case _:
            return False
