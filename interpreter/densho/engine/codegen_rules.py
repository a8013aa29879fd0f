"""From the rules of a step to a function that leaves records of what they do; `commit` then makes them one change.

Every function is one chunk of text that depends on nothing but its own names, so that compiled chunks can be shared between option sets.
"""

from __future__ import annotations

from densho.engine.codegen_collections import Env
from densho.engine.codegen_definitions import DefinitionWriter
from densho.engine.codegen_exceptions import NOBODY
from densho.engine.codegen_lines import Lines
from densho.engine.codegen_refusals import RefusalWriter
from densho.engine.codegen_uses import UsesWriter
from densho.engine.layout import PRESENT
from densho.engine.tables import identifier
from densho.ir import nodes as ir
from densho.ir.walk import nodes

ARENA = -2


class RuleWriter(DefinitionWriter, RefusalWriter, UsesWriter):
    """Writes all functions of a ruleset's items."""

    def step(self, step: str) -> tuple[str, str]:
        """A step as records of what its rules do, in order; `commit` then makes them one change."""
        self.exprs.restart_names()
        lines = Lines()
        with lines.block(f"def {step_name(step)}(S, out):"):
            lines.add("pass")
            for place, rule in enumerate(self.rules.rules):
                if rule.step == step:
                    self._rule(place, rule, lines)
        return step_name(step), str(lines)

    def _rule(self, place: int, rule: ir.Rule, lines: Lines) -> None:
        if rule.once:
            self._bound(place, rule, Env({}), lines)
            return
        with lines.block(f"for me in S[{PRESENT}]:"):
            self._bound(place, rule, Env({"me": "me"}), lines)

    def _bound(self, place: int, rule: ir.Rule, env: Env, lines: Lines) -> None:
        if rule.var is None or rule.domain is None:
            self._guarded(place, rule, env, "None", lines)
            return
        var = self.exprs.fresh(rule.var)
        with lines.block(f"for {var} in {self.exprs.domain(rule.domain, env, in_order=True)}:"):
            self._guarded(place, rule, env.bind(rule.var, var), var, lines)

    def _guarded(self, place: int, rule: ir.Rule, env: Env, binding: str, lines: Lines) -> None:
        base = "True" if rule.guard is None else self.exprs.expr(rule.guard, env)
        bound = f"{env.names.get('me', NOBODY)}, {binding}"
        with lines.block(f"if {self.condition(base, f'rule:{rule.name}', env)}:"):
            replacing = self.of(f"rule:{rule.name}", "replaces")
            if not replacing:
                self._effects(f"{place}, {NOBODY}, {bound}", rule.effects, env, lines)
                return
            chosen = self.exprs.fresh("by")
            lines.add(f"{chosen} = -1")
            for number, _ in replacing:
                self._replaced(f"rule:{rule.name}", chosen, number, env, lines)
            with lines.block(f"if {chosen} < 0:"):
                self._effects(f"{place}, {NOBODY}, {bound}", rule.effects, env, lines)
            for number, exception in replacing:
                with lines.block(f"if {chosen} == {number}:"):
                    self._effects(f"{place}, {number}, {bound}", exception.effects, env, lines)

    def _replaced(self, target: str, chosen: str, number: int, env: Env, lines: Lines) -> None:
        """Emits: the exception with this number is chosen, if it applies and no other that outranks it does."""
        exception = self.rules.exceptions[number]
        above = [self.applies(e, env) for _, e in self.of(target, "replaces") if exception.name in e.over]
        test = " and ".join([self.applies(exception, env), *(f"not {code}" for code in above)])
        with lines.block(f"if {test}:"):
            with lines.block(f"if {chosen} >= 0:"):
                lines.add(f"disagree({target!r}, {chosen}, {number}, None, None)")
            lines.add(f"{chosen} = {number}")
            if self.traced:
                lines.add(f"applied({number}, {env.names.get('me', NOBODY)})")

    def _effects(self, source: str, effects: tuple[ir.Effect, ...], env: Env, lines: Lines) -> None:
        """`source`: code for the rule, the exception that replaces its effects, the fighter and the binding."""
        lines.add(f"out.append(('rule', {source}))")
        for number, effect in enumerate(effects):
            lines.add(f"out.append({self._effect(number, effect, env)})")

    def _effect(self, number: int, effect: ir.Effect, env: Env) -> str:
        match effect:
            case ir.Put():
                key = ("arena" if effect.holder is None else "fighter", effect.slot)
                holder = str(ARENA) if effect.holder is None else self.exprs.expr(effect.holder, env)
                value = self.exprs.expr(effect.value, env)
                return f"('put', {self.layout.slot_index[key]}, {holder}, {effect.op!r}, {value}, {effect.whole})"
            case ir.ChoiceDrop():
                shape = self.layout.choice_layout(effect.decision)
                words = (
                    shape.words_of(effect.group)
                    if effect.group is not None
                    else (shape.word_index[effect.word or ""],)
                )
                at = self.layout.choice_index[effect.decision]
                return f"('drop', {at}, {self.exprs.expr(effect.holder, env)}, {self.tables.literal(words)})"
            case ir.Tell():
                values = "".join(self.exprs.expr(value, env) + ", " for _, value in effect.fields)
                return f"('tell', {number}, ({values}))"
            case ir.Verdict():
                who = "None" if effect.who is None else self.exprs.expr(effect.who, env)
                by = str(NOBODY) if effect.by is None else self.exprs.expr(effect.by, env)
                return f"('verdict', {effect.kind!r}, {effect.block!r}, {who}, {by})"


def step_name(step: str) -> str:
    return f"step_{identifier(step)}"


def reads_me(e: ir.Node) -> bool:
    """Whether `me` occurs."""
    return any(isinstance(n, ir.Var) and n.name == "me" for n in nodes(e))
