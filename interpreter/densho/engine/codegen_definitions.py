"""From definitions and folds to functions.

A definition without parameters that is dear keeps its last result for each fighter, by the identity of the state; so does a fold for
the choice it went over. So definitions that read one another many times are reckoned once a state.
"""

from __future__ import annotations

from densho.engine.codegen_collections import Env
from densho.engine.codegen_exceptions import NOBODY, ExceptionWriter
from densho.engine.codegen_lines import Lines
from densho.engine.layout import Layout
from densho.engine.tables import Tables
from densho.ir import nodes as ir
from densho.ir.walk import nodes, size

MOST_NODES = 16
"""The greatest definition whose text is put in place of a call."""

DEAR = 500
"""So many nodes to evaluate make a definition dear, and so does going through anything."""

MOST_COST = 1_000_000


class DefinitionWriter(ExceptionWriter):
    """With `inline`, short definitions are written in place of calls."""

    def __init__(self, layout: Layout, tables: Tables, *, traced: bool, inline: bool = False) -> None:
        super().__init__(layout, tables, traced=traced)
        if inline:
            self.exprs.inlined = self.inlined
        self.keeping: tuple[str, str] | None = None
        """Where the definition that is being written keeps its results, and for whom."""
        self._costs: dict[str, int] = {}

    def inlined(self, entry: ir.Definition, env: Env) -> str | None:
        """The text of a definition as one expression, if it has at most one simple exception."""
        target = f"define:{entry.name}"
        changing = self.of(target, "changes", "lifts")
        if len(changing) > 1 or self.of(target, "adds") or size(entry.body) > MOST_NODES:
            return None
        if is_heavy(entry.body):
            return None
        base = self._wider(entry, env)
        if not changing:
            return base
        exception = changing[0][1]
        if self.of(f"exception:{exception.name}", "changes", "adds"):
            return None
        guard = self.applies(exception, env)
        if exception.verb == "lifts":
            return f"({base} and not {guard})"
        assert exception.value is not None
        return f"({self.exprs.expr(exception.value, env.bind('base', base))} if {guard} else {base})"

    def _wider(self, entry: ir.Definition, env: Env) -> str:
        """The body, or what extends it."""
        base = self.exprs.expr(entry.body, env)
        wider = [self._marked(i, e, env) for i, e in self.of(f"define:{entry.name}", "extends")]
        return "(" + " or ".join([base, *wider]) + ")" if wider else base

    def _return(self, code: str, lines: Lines) -> None:
        """`return`; a definition that is worth it keeps its last result for each fighter."""
        if self.keeping is None:
            lines.add(f"return {code}")
            return
        memory, whose = self.keeping
        if self.traced:
            lines.add(f"return keep({memory}, {whose}, S, {code})")
            return
        lines.add(f"r = {code}")
        lines.add(f"{memory}[{whose}] = (S, r)")
        lines.add("return r")

    def definition(self, name: str) -> tuple[str, str]:
        """(function name, text)"""
        self.exprs.restart_names()
        entry = self.exprs.definitions[name]
        env, params = Env({}), ["S"]
        if entry.about_me:
            env = env.bind("me", "me")
            params.append("me")
        for param in entry.params:
            code = self.exprs.fresh(param.name)
            env = env.bind(param.name, code)
            params.append(code)
        lines = Lines()
        with lines.block(f"def {self.exprs.definition_name(name)}({', '.join(params)}):"):
            if self.traced:
                lines.add(f"seen({'define:' + name!r})")
            if self._worth_keeping(entry):
                self.keeping = self.tables.memory(name), "me" if entry.about_me else str(NOBODY)
                lines.add("e = {}.get({})".format(*self.keeping))
                known = "still(e, S)" if self.traced else "e is not None and e[0] is S"
                lines.add(f"if {known}: return e[1]")
            self._definition_body(entry, env, lines)
        self.keeping = None
        return self.exprs.definition_name(name), str(lines)

    def _worth_keeping(self, entry: ir.Definition) -> bool:
        """Whether a definition depends on the state and at most a fighter, and is dear."""
        return not entry.params and self._cost(entry.name) >= DEAR

    def _cost(self, name: str) -> int:
        """How much is evaluated for a definition at least, with all that it calls as often as it does; going through something is dear."""
        known = self._costs.get(name)
        if known is None:
            entry = self.exprs.definitions[name]
            exceptions = [e for _, e in self.exceptions.get(f"define:{name}", ())]
            roots = [entry.body, *(x for e in exceptions for x in (e.guard, e.value) if x is not None)]
            self._costs[name] = 0  # INVARIANT: definitions do not run in circles.
            known = min(MOST_COST, sum(self._cost_of(root) for root in roots))
            self._costs[name] = known
        return known

    def _cost_of(self, root: ir.Node) -> int:
        found = list(nodes(root))
        called = sum(self._cost(one.name) for one in found if isinstance(one, ir.Call))
        return len(found) + called + (DEAR if is_heavy(root) else 0)

    def _definition_body(self, entry: ir.Definition, env: Env, lines: Lines) -> None:
        target = f"define:{entry.name}"
        changing = self.of(target, "changes", "lifts")
        adding = self.of(target, "adds")
        if not changing and not adding and not self.of(target, "extends"):
            self.returned(entry.body, env, lines)
            return
        base = self._wider(entry, env)
        if not changing and not adding:
            self._return(base, lines)
        elif len(changing) == 1 and not adding:
            self._single(changing[0], base, env, lines)
        elif changing:
            self._return(self.select(base, target, entry.type, env, lines), lines)
        else:
            result = self.exprs.fresh("r")
            lines.add(f"{result} = {base}")
            self._add(target, result, entry.type, env, lines)
            self._return(result, lines)

    def _single(self, found: tuple[int, ir.Exception_], base: str, env: Env, lines: Lines) -> None:
        """The usual case, one exception."""
        place, exception = found
        guard = self.applies(exception, env)
        if guard == "True":
            self._excepted(place, exception, base, env, lines)
            return
        with lines.block(f"if {guard}:"):
            self._excepted(place, exception, base, env, lines)
        self._return(base, lines)

    def _excepted(self, place: int, exception: ir.Exception_, base: str, env: Env, lines: Lines) -> None:
        lifted = exception.verb == "lifts"
        value = "False" if lifted else self.value(exception, env.bind("base", base), lines)
        if self.traced:
            result = self.exprs.fresh("r")
            lines.add(f"{result} = {value}")
            self._altered(place, base, result, env, lines)
            value = result
        self._return(value, lines)

    def returned(self, e: ir.Expr, env: Env, lines: Lines) -> None:
        """`return` of an expression; conditions and questions about all elements become statements."""
        if isinstance(e, ir.If):
            with lines.block(f"if {self.exprs.expr(e.condition, env)}:"):
                self.returned(e.then, env, lines)
            self.returned(e.otherwise, env, lines)
        elif isinstance(e, ir.Quantifier) and e.word in ("some", "every", "no") and e.where is not None:
            var = self.exprs.fresh(e.var)
            with lines.block(f"for {var} in {self.exprs.domain(e.domain, env)}:"):
                test = self.exprs.expr(e.where, env.bind(e.var, var))
                with lines.block(f"if {'not ' if e.word == 'every' else ''}{test}:"):
                    self._return(str(e.word == "some"), lines)
            self._return(str(e.word != "some"), lines)
        else:
            self._return(self.exprs.expr(e, env), lines)

    def fold(self, name: str) -> tuple[str, str]:
        """A fold gives the tuple of records: before each part, and at the end."""
        self.exprs.restart_names()
        fold = self.exprs.folds[name]
        shape = self.layout.choice_layout(fold.decision)
        registers = {r.name: self.exprs.fresh(r.name) for r in fold.registers}
        env = Env({"me": "me", fold.param: "choice"})
        inside = Env({"me": "me", fold.param: "choice", "part": "part"}, registers)
        record = "(" + "".join(code + ", " for code in registers.values()) + ")"
        lines = Lines()
        with lines.block(f"def {self.exprs.fold_name(name)}(S, me, choice):"):
            if self.traced:
                lines.add(f"seen({'fold:' + name!r})")
            memory = self.tables.memory(f"fold {name}")
            lines.add(f"e = {memory}.get(me)")
            lines.add("if e is not None and e[0] is S and e[1] is choice: return e[2]")
            for register in fold.registers:
                lines.add(f"{registers[register.name]} = {self.exprs.expr(register.start, env)}")
            lines.add(f"records = [{record}]")
            with lines.block(f"for part in choice[{shape.parts_at(fold.group)}]:"):
                self._updates(fold, registers, inside, lines)
                lines.add(f"records.append({record})")
            lines.add(f"{memory}[me] = (S, choice, records)")
            lines.add("return records")
        return self.exprs.fold_name(name), str(lines)

    def _updates(self, fold: ir.Fold, registers: dict[str, str], env: Env, lines: Lines) -> None:
        shape = self.layout.choice_layout(fold.decision)
        named = [u for u in fold.updates if u.words is not None]
        rest = [u for u in fold.updates if u.words is None]
        head = "if"
        for update in named:
            words = tuple(shape.word_index[w] for w in update.words or ())
            with lines.block(f"{head} part[1] in {self.tables.literal(words)}:"):
                self._update(update, registers, env, lines)
            head = "elif"
        for update in rest[:1]:
            with lines.block("else:" if named else "if True:"):
                self._update(update, registers, env, lines)

    def _update(self, update: ir.FoldUpdate, registers: dict[str, str], env: Env, lines: Lines) -> None:
        if not update.sets:
            lines.add("pass")
            return
        left = ", ".join(registers[name] for name, _ in update.sets)
        right = ", ".join(self.exprs.expr(value, env) for _, value in update.sets)
        lines.add(f"{left} = {right}")


def is_heavy(e: ir.Node) -> bool:
    """Whether something is gone through: elements, or the parts of a choice."""
    return any(isinstance(n, (ir.Quantifier, ir.FoldGet, ir.ChoiceUses, ir.Range)) for n in nodes(e))
