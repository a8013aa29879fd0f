"""Steps as straight code: the fast path.

A step's function goes once over the fighters present, computes what every rule writes against the state before, and returns the state after
it, the events told and the verdicts. Where something would be a fault it calls `trouble`; the step is then done again the careful way.
"""

from __future__ import annotations

import re
from collections import Counter

from densho.engine.codegen_collections import Env
from densho.engine.codegen_exceptions import NOBODY
from densho.engine.codegen_lines import Lines
from densho.engine.codegen_plain import plain_code
from densho.engine.codegen_rules import RuleWriter
from densho.engine.codegen_slots import SlotWriter
from densho.engine.flow import fast_name
from densho.engine.layout import PRESENT
from densho.ir import nodes as ir

CALL = re.compile(r"\bd_\w+\(S, (?:me|\(1 - me\))\)")
READ = re.compile(r"\bS\[\d+\]\[(?:me|\(1 - me\))\]")
FOE = re.compile(r"\(1 - me\)")
SPARING = re.compile(r" (?:and|or|if|for) ")
"""Words after which a part of a line may be spared."""

QUIET = "quiet_"


class StepWriter:
    """Writes one step; `quiet`: without the events that rules tell."""

    def __init__(self, writer: RuleWriter, step: str, *, quiet: bool, by_fighter: bool) -> None:
        self.writer = writer
        self.exprs = writer.exprs
        self.layout = writer.layout
        self.step = step
        self.quiet = quiet
        self.by_fighter = by_fighter
        self.slots = SlotWriter(writer, step)
        self.rules = self.slots.rules
        self.telling = [i for i, r in self.rules if self._has(r, ir.Tell)] if not quiet else []
        self.drops = any(self._has(r, ir.ChoiceDrop) for _, r in self.rules)
        self.ends = any(self._has(r, ir.Verdict) for _, r in self.rules)

    def _has(self, rule: ir.Rule, effect: type[ir.Effect]) -> bool:
        return any(isinstance(e, effect) for e in self.slots.all_effects(rule))

    def _is_silent(self, rule: ir.Rule) -> bool:
        """Whether the rule does nothing but tell, and nothing is to be told."""
        return self.quiet and all(isinstance(e, ir.Tell) for e in self.slots.all_effects(rule))

    # --- the function

    def chunk(self) -> tuple[str, str]:
        """(function name, text)"""
        self.exprs.restart_names()
        lines = Lines()
        name = (QUIET if self.quiet else "") + fast_name(self.step, by_fighter=self.by_fighter)
        with lines.block(f"def {name}(S):"):
            self._prepare(lines)
            active = [(i, r) for i, r in self.rules if not self._is_silent(r)]
            once = [(i, r) for i, r in active if r.once]
            each = [(i, r) for i, r in active if not r.once]
            if each:
                with lines.block(f"for me in S[{PRESENT}]:"):
                    begin = len(lines.text)
                    for place, rule in each:
                        self._bound(place, rule, Env({"me": "me"}), lines)
                    self._share(begin, lines)
            for place, rule in once:
                self._bound(place, rule, Env({}), lines)
            self._finish(lines)
        return name, str(lines)

    def _share(self, begin: int, lines: Lines) -> None:
        """What is asked twice, at least once in any case, is asked once: first definitions, then slots, then who the foe is."""
        for pattern in (CALL, READ, FOE):
            self._share_one(pattern, begin, lines)

    def _share_one(self, pattern: re.Pattern[str], begin: int, lines: Lines) -> None:
        body = lines.text[begin:]
        level = "    " * lines.indent
        counts = Counter(found for line in body for found in pattern.findall(line))
        outer = [line for line in body if line[len(level)] != " "]
        sure = {found for line in outer for found in pattern.findall(first_asked(line))}
        shared = [found for found, number in counts.items() if number > 1 and found in sure]
        names = {found: self.exprs.fresh("x") for found in shared}
        for i, line in enumerate(body):
            body[i] = pattern.sub(lambda found: names.get(found[0], found[0]), line)
        lines.text[begin:] = [*(f"{level}{name} = {code}" for code, name in names.items()), *body]

    def _prepare(self, lines: Lines) -> None:
        self.slots.prepare(lines)
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

    def _effects(
        self, place: int, number: int, effects: tuple[ir.Effect, ...], env: Env, lines: Lines
    ) -> None:
        before = len(lines.text)
        for index, effect in enumerate(effects):
            match effect:
                case ir.Put():
                    self.slots.put(effect, env, lines)
                case ir.Tell() if not self.quiet:
                    event = self._event((place, number, index), effect, env)
                    lines.add(f"told_{self._tale(place)}.append({event})")
                case ir.ChoiceDrop():
                    self._drop(effect, env, lines)
                case ir.Verdict():
                    lines.add(f"ends.append({self._ending(place, number, effect, env)})")
        if len(lines.text) == before:
            lines.add("pass")

    def _ending(self, place: int, number: int, effect: ir.Verdict, env: Env) -> str:
        who = "None" if effect.who is None else self.exprs.expr(effect.who, env)
        by = str(NOBODY) if effect.by is None else self.exprs.expr(effect.by, env)
        return f"Ending({effect.kind!r}, {effect.block!r}, {who}, {by}, ({place}, {number}))"

    def _drop(self, effect: ir.ChoiceDrop, env: Env, lines: Lines) -> None:
        shape = self.layout.choice_layout(effect.decision)
        words = (
            shape.words_of(effect.group)
            if effect.group is not None
            else (shape.word_index[effect.word or ""],)
        )
        at = self.layout.choice_index[effect.decision]
        lines.add(
            f"drops.append(({at}, {self.exprs.expr(effect.holder, env)}, {self.writer.tables.literal(words)}))"
        )

    def _event(self, source: tuple[int, int, int], effect: ir.Tell, env: Env) -> str:
        """`source`: the numbers of the rule, of the exception that replaces its effects, and of the effect."""
        rules = self.writer.rules
        name = rules.rules[source[0]].name if source[1] < 0 else rules.exceptions[source[1]].name
        fields = "".join(f"({field!r}, {plain_code(self.exprs, e, env)}), " for field, e in effect.fields)
        audience = f"frozenset(({env.names.get('me', NOBODY)},))" if effect.private else "None"
        return (
            f"new(Event, ({effect.event!r}, ({fields}), {audience}, {name!r}, {span_name(*source)}, 'event'))"
        )

    # --- the end of a step

    def _finish(self, lines: Lines) -> None:
        slots = self.slots
        if slots.touched or self.drops:
            lines.add("L = [*S]" if slots.begun else "L = None")
        for at in slots.touched:
            slots.commit(at, lines)
        if self.drops:
            with lines.block("if drops:"):
                lines.add("L = drop_all(S if L is None else L, drops)")
        state = "S"
        if slots.touched or self.drops:
            state = "tuple(L)" if slots.begun else "S if L is None else tuple(L)"
        lines.add(f"return ({state}), {self._told_code()}, {'ends' if self.ends else 'None'}")

    def _told_code(self) -> str:
        if not self.telling:
            return "None"
        each = [self._tale(i) for i in self.telling if not self.writer.rules.rules[i].once]
        once = [self._tale(i) for i in self.telling if self.writer.rules.rules[i].once]
        order = [*each, *once] if self.by_fighter else [self._tale(i) for i in self.telling]
        return " + ".join(f"told_{tale}" for tale in dict.fromkeys(order))


def first_asked(line: str) -> str:
    """The part of a line that is evaluated in any case."""
    return SPARING.split(line.strip().removeprefix("if "), maxsplit=1)[0]


def span_name(place: int, number: int, index: int) -> str:
    """The name of the span of an effect: of a rule, or of the exception (its number, else -1) that replaces it."""
    return f"span_{place}_{index}" if number < 0 else f"span_{place}_{number}_{index}"
