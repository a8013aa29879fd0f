"""From definitions, folds, refusals and rules to Python functions, with their exceptions woven in.

Each function is one chunk of text that depends on nothing but its own names, so that compiled chunks can be shared between option sets.

Exceptions: those of the innermost level first. A definition with exceptions is a guarded select: none applies, its body; one, or several
that agree, their value; several that disagree, a fault. `adds` come last. A refusal or rule fires when its condition or an `extends` holds and
no `lifts` does. An exception is itself subject to exceptions in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

from densho.engine.codegen_expr import Env, ExprWriter
from densho.engine.layout import PRESENT, Layout
from densho.engine.tables import Tables, identifier
from densho.ir.walk import nodes
from densho.ir import nodes as ir
from densho.ir import types as t

ARENA = -2
NOBODY = -1


class Lines:
    """Indented lines of Python."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.indent = 0

    def add(self, line: str) -> None:
        self.text.append("    " * self.indent + line)

    def block(self, head: str) -> _Indented:
        self.add(head)
        return _Indented(self)

    def __str__(self) -> str:
        return "\n".join(self.text) + "\n"


class _Indented:
    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def __enter__(self) -> None:
        self.lines.indent += 1

    def __exit__(self, *_: object) -> None:
        self.lines.indent -= 1


class RuleWriter:
    """Writes the functions of one program; `traced` ones record what was evaluated and applied."""

    def __init__(self, layout: Layout, tables: Tables, *, traced: bool) -> None:
        self.layout = layout
        self.rules = layout.settled.rules
        self.tables = tables
        self.traced = traced
        self.exprs = ExprWriter(layout, tables)
        self.exceptions: dict[str, list[tuple[int, ir.Exception_]]] = {}
        for i, exception in enumerate(self.rules.exceptions):
            self.exceptions.setdefault(exception.target, []).append((i, exception))

    # --- exceptions

    def of(self, target: str, *verbs: str) -> list[tuple[int, ir.Exception_]]:
        return [(i, e) for i, e in self.exceptions.get(target, ()) if e.verb in verbs]

    def applies(self, exception: ir.Exception_, env: Env) -> str:
        """Code for: this exception applies (its own exceptions considered)."""
        guard = "True" if exception.guard is None else self.exprs.expr(exception.guard, env)
        return self.condition(guard, f"exception:{exception.name}", env)

    def condition(self, base: str, target: str, env: Env) -> str:
        """A condition with what extends and lifts it."""
        wider = [self._marked(i, e, env) for i, e in self.of(target, "extends")]
        if wider and base != "True":
            base = "(" + " or ".join([base, *wider]) + ")"
        lifted = [self._marked(i, e, env) for i, e in self.of(target, "lifts")]
        if not lifted:
            return base
        free = "not " + lifted[0] if len(lifted) == 1 else "not (" + " or ".join(lifted) + ")"
        return f"({free})" if base == "True" else f"({base} and {free})"

    def _marked(self, place: int, exception: ir.Exception_, env: Env) -> str:
        """The guard of an exception to a condition; the traced variant notes that it applied."""
        code = self.applies(exception, env)
        return f"({code} and applied({place}, {env.names.get('me', NOBODY)}))" if self.traced else code

    def value(self, exception: ir.Exception_, env: Env, lines: Lines) -> str:
        """Code for the value that an exception gives, with exceptions to that value."""
        assert exception.value is not None
        target = f"exception:{exception.name}"
        base = self.exprs.expr(exception.value, env)
        if not self.of(target, "changes", "adds"):
            return base
        return self.select(base, target, exception.value.type, env, lines)

    def select(self, base: str, target: str, type_: t.Type, env: Env, lines: Lines) -> str:
        """Emits the guarded select of a value and gives the name of the result."""
        result, who = self.exprs.fresh("r"), self.exprs.fresh("by")
        changing = self._ranked(self.of(target, "changes", "lifts") if target.startswith("define:") else self.of(target, "changes"))
        flags = {e.name: self.exprs.fresh("a") for _, e in changing}
        for _, exception in changing:
            lines.add(f"{flags[exception.name]} = {self.applies(exception, env)}")
        lines.add(f"{who} = -1")
        values = self._changed_values(changing, flags, base, env, lines)
        outranked = self._outranked(changing)
        for place, exception in changing:
            test = " and ".join([flags[exception.name], *(f"not {flags[o]}" for o in outranked[exception.name])])
            with lines.block(f"if {test}:"):
                self._agree(target, result, who, place, values[exception.name], lines)
        with lines.block(f"if {who} < 0:"):
            lines.add(f"{result} = {base}")
        if self.traced:
            with lines.block("else:"):
                lines.add(f"applied({who}, {env.names.get('me', NOBODY)})")
        self._add(target, result, type_, env, lines)
        return result

    def _ranked(self, found: list[tuple[int, ir.Exception_]]) -> list[tuple[int, ir.Exception_]]:
        """Those that others outrank first."""
        return sorted(found, key=lambda pair: len(pair[1].over))

    def _outranked(self, changing: list[tuple[int, ir.Exception_]]) -> dict[str, list[str]]:
        """For each exception those that put it aside."""
        return {e.name: [o.name for _, o in changing if e.name in o.over] for _, e in changing}

    def _changed_values(
        self, changing: list[tuple[int, ir.Exception_]], flags: dict[str, str], base: str, env: Env, lines: Lines
    ) -> dict[str, str]:
        values: dict[str, str] = {}
        for _, exception in changing:
            if exception.verb == "lifts":
                values[exception.name] = "False"
                continue
            without = base
            for name in exception.over:
                if name in values:
                    without = f"({values[name]} if {flags[name]} else {without})"
            values[exception.name] = self.value(exception, env.bind("base", without), lines)
        return values

    def _agree(self, target: str, result: str, who: str, place: int, value: str, lines: Lines) -> None:
        other = self.exprs.fresh("v")
        with lines.block(f"if {who} < 0:"):
            lines.add(f"{result} = {value}")
            lines.add(f"{who} = {place}")
        with lines.block("else:"):
            lines.add(f"{other} = {value}")
            with lines.block(f"if {other} != {result}:"):
                lines.add(f"disagree({target!r}, {who}, {place}, {result}, {other})")

    def _add(self, target: str, result: str, type_: t.Type, env: Env, lines: Lines) -> None:
        for place, exception in self.of(target, "adds"):
            with lines.block(f"if {self.applies(exception, env)}:"):
                value = self.value(exception, env, lines)
                lines.add(f"{result} = {self._sum(type_, result, value)}")
                if self.traced:
                    lines.add(f"applied({place}, {env.names.get('me', NOBODY)})")

    def _sum(self, type_: t.Type, a: str, b: str) -> str:
        match type_:
            case t.TSet():
                return f"{a} | {b}"
            case t.TBag():
                return f"bag({a} + {b})"
            case t.TList():
                return f"{a} + {b}"
            case _:
                return f"({a} or 0) + ({b} or 0)"

    # --- definitions and folds

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
            self._definition_body(entry, env, lines)
        return self.exprs.definition_name(name), str(lines)

    def _definition_body(self, entry: ir.Definition, env: Env, lines: Lines) -> None:
        target = f"define:{entry.name}"
        wider = [self._marked(i, e, env) for i, e in self.of(target, "extends")]
        if not self.of(target, "changes", "lifts", "adds"):
            if wider:
                lines.add(f"return {' or '.join([self.exprs.expr(entry.body, env), *wider])}")
            else:
                self.returned(entry.body, env, lines)
            return
        base = self.exprs.expr(entry.body, env)
        if wider:
            base = "(" + " or ".join([base, *wider]) + ")"
        single = self.of(target, "changes", "lifts")
        if len(single) == 1 and not self.of(target, "adds"):
            self._single(single[0], base, env, lines)
        else:
            lines.add(f"return {self.select(base, target, entry.type, env, lines)}")

    def _single(self, found: tuple[int, ir.Exception_], base: str, env: Env, lines: Lines) -> None:
        """The usual case, one exception."""
        place, exception = found
        with lines.block(f"if {self.applies(exception, env)}:"):
            if self.traced:
                lines.add(f"applied({place}, {env.names.get('me', NOBODY)})")
            value = "False" if exception.verb == "lifts" else self.value(exception, env.bind("base", base), lines)
            lines.add(f"return {value}")
        lines.add(f"return {base}")

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
                    lines.add(f"return {e.word == 'some'}")
            lines.add(f"return {e.word != 'some'}")
        else:
            lines.add(f"return {self.exprs.expr(e, env)}")

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
            for register in fold.registers:
                lines.add(f"{registers[register.name]} = {self.exprs.expr(register.start, env)}")
            lines.add(f"records = [{record}]")
            with lines.block(f"for part in choice[{shape.parts_at(fold.group)}]:"):
                self._updates(fold, registers, inside, lines)
                lines.add(f"records.append({record})")
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

    def uses(self, decision: str, kind: str) -> tuple[str, str]:
        """The rows of a kind in files that a choice uses: by its words, its arguments and its rows."""
        shape = self.layout.choice_layout(decision)
        rows = {row.name: i for i, row in enumerate(self.layout.kinds[kind].rows)}
        name = self.exprs.uses_name(decision, kind)
        lines = Lines()
        with lines.block(f"def {name}(choice):"):
            lines.add("found = []")
            for i, word in enumerate(shape.words):
                self._word_uses(kind, rows, i, word, lines)
            for group in sorted(shape.sequences):
                with lines.block(f"for part in choice[{shape.parts_at(group)}]:"):
                    lines.add("word = part[1]")
                    self._part_uses(kind, rows, decision, group, lines)
            lines.add("return frozenset([row for row in found if row >= 0])")
        return name, str(lines)

    def _word_uses(self, kind: str, rows: dict[str, int], i: int, word: ir.Word, lines: Lines) -> None:
        found = [f"found.append({rows[word.bundle[1]]})"] if word.bundle and word.bundle[0] == kind else []
        for place, argument in enumerate(word.args):
            found.extend(self._argument_uses(kind, rows, argument, f"choice[{i}][{place}]"))
        if found:
            with lines.block(f"if choice[{i}] is not None:"):
                for line in found:
                    lines.add(line)

    def _part_uses(self, kind: str, rows: dict[str, int], decision: str, group: str, lines: Lines) -> None:
        shape = self.layout.choice_layout(decision)
        for i in shape.words_of(group):
            for argument in shape.words[i].args:
                code = f"part[{shape.part_at(argument.name)}]"
                for line in self._argument_uses(kind, rows, argument, code):
                    lines.add(f"if word == {i}: {line}")

    def _argument_uses(self, kind: str, rows: dict[str, int], argument: ir.Argument, code: str) -> Iterator[str]:
        empty = self.tables.literal(
            argument.default.value if argument.default else self.layout.empty_value(argument.type)
        )
        if argument.bundle and argument.bundle[0] == kind:
            yield f"found.append({rows[argument.bundle[1]]} if {code} != {empty} else -1)"
        of = argument.type.of if isinstance(argument.type, t.TOptional) else argument.type
        if isinstance(of, t.TRow) and any(r.bundle for r in self.layout.kinds[of.kind].rows):
            yield f"found.append({self.tables.brought_by(of.kind, kind)}[{code}])"
        elif isinstance(of, (t.TSet, t.TList, t.TBag)) and isinstance(of.of, t.TRow):
            yield f"found.extend([{self.tables.brought_by(of.of.kind, kind)}[row] for row in {code}])"

    # --- refusals

    def refusal(self, decision: ir.Decision, place: int) -> tuple[str, str]:
        """Whether a refusal applies to the choice that stands in the state for `me`."""
        self.exprs.restart_names()
        entry = decision.refusals[place]
        name = refusal_name(decision.name, place)
        env = Env({"me": "me", "choice": "choice"})
        lines = Lines()
        with lines.block(f"def {name}(S, me):"):
            lines.add(f"choice = S[{self.layout.choice_index[decision.name]}][me]")
            self._refusal_body(decision, entry, env, lines)
        return name, str(lines)

    def _refusal_body(self, decision: ir.Decision, entry: ir.Refusal, env: Env, lines: Lines) -> None:
        target = f"forbid:{entry.decision}.{entry.name}"
        if entry.test == "crowded":
            lines.add(f"return {self.condition(self._crowded(decision, entry), target, env)}")
            return
        if entry.var is None or entry.domain is None:
            base = "True" if entry.when is None else self.exprs.expr(entry.when, env)
            lines.add(f"return {self.condition(base, target, env)}")
            return
        var = self.exprs.fresh(entry.var)
        inner = env.bind(entry.var, var)
        base = "True" if entry.when is None else self.exprs.expr(entry.when, inner)
        with (
            lines.block(f"for {var} in {self.exprs.domain(entry.domain, env, in_order=True)}:"),
            lines.block(f"if {self.condition(base, target, inner)}:"),
        ):
            lines.add("return True")
        lines.add("return False")

    def _crowded(self, decision: ir.Decision, entry: ir.Refusal) -> str:
        shape = self.layout.choice_layout(decision.name)
        group = next(g for g in decision.groups if g.name == entry.group)
        count = f"choice[{shape.count_at(group.name)}]"
        match group.mode:
            case "one" | "at most one":
                return f"({count} > 1)"
            case "sequence":
                return f"({count} > {group.up_to})"
            case "any":
                return f"({count} > len(said_words(choice, {self.tables.literal(shape.words_of(group.name))})))"

    # --- steps

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
        with lines.block(f"if {self.condition(base, f'rule:{rule.name}', env)}:"):
            replacing = self.of(f"rule:{rule.name}", "replaces")
            if not replacing:
                self._effects(place, NOBODY, rule.effects, env, binding, lines)
                return
            chosen = self.exprs.fresh("by")
            lines.add(f"{chosen} = -1")
            for number, exception in replacing:
                self._replaced(rule, chosen, number, exception, env, lines)
            with lines.block(f"if {chosen} < 0:"):
                self._effects(place, NOBODY, rule.effects, env, binding, lines)
            for number, exception in replacing:
                with lines.block(f"if {chosen} == {number}:"):
                    self._effects(place, number, exception.effects, env, binding, lines)

    def _replaced(
        self, rule: ir.Rule, chosen: str, number: int, exception: ir.Exception_, env: Env, lines: Lines
    ) -> None:
        siblings = self.of(f"rule:{rule.name}", "replaces")
        above = [self.applies(e, env) for _, e in siblings if exception.name in e.over]
        test = " and ".join([self.applies(exception, env), *(f"not {code}" for code in above)])
        with lines.block(f"if {test}:"):
            with lines.block(f"if {chosen} >= 0:"):
                lines.add(f"disagree({'rule:' + rule.name!r}, {chosen}, {number}, None, None)")
            lines.add(f"{chosen} = {number}")
            if self.traced:
                lines.add(f"applied({number}, {env.names.get('me', NOBODY)})")

    def _effects(
        self, place: int, exception: int, effects: tuple[ir.Effect, ...], env: Env, binding: str, lines: Lines
    ) -> None:
        me = env.names.get("me", str(NOBODY))
        lines.add(f"out.append(('rule', {place}, {exception}, {me}, {binding}))")
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
                words = shape.words_of(effect.group) if effect.group is not None else (shape.word_index[effect.word or ""],)
                at = self.layout.choice_index[effect.decision]
                return f"('drop', {at}, {self.exprs.expr(effect.holder, env)}, {self.tables.literal(words)})"
            case ir.Tell():
                values = "".join(self.exprs.expr(value, env) + ", " for _, value in effect.fields)
                return f"('tell', {number}, ({values}))"
            case ir.Verdict():
                who = "None" if effect.who is None else self.exprs.expr(effect.who, env)
                by = str(NOBODY) if effect.by is None else self.exprs.expr(effect.by, env)
                return f"('verdict', {effect.kind!r}, {effect.block!r}, {who}, {by})"


def refusal_name(decision: str, place: int) -> str:
    return f"refuse_{identifier(decision)}_{place}"


def step_name(step: str) -> str:
    return f"step_{identifier(step)}"


def reads_me(e: ir.Node) -> bool:
    """Whether `me` occurs."""
    return any(isinstance(n, ir.Var) and n.name == "me" for n in nodes(e))


__all__ = ["ARENA", "NOBODY", "Lines", "RuleWriter", "Tables", "reads_me", "refusal_name", "step_name"]
