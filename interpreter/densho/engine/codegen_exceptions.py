"""Exceptions woven into code: conditions with what extends and lifts them, values as guarded selects.

Those of the innermost level come first: an exception is itself subject to exceptions. A value for which none applies is the base; for which one
applies, or several that agree, theirs; several that disagree are a fault. `adds` come last. A condition holds when it or an `extends` does and no
`lifts` applies.
"""

from __future__ import annotations

from densho.engine.codegen_collections import Env
from densho.engine.codegen_expr import ExprWriter
from densho.engine.codegen_lines import Lines
from densho.engine.layout import Layout
from densho.engine.tables import Tables
from densho.ir import nodes as ir
from densho.ir import types as t

NOBODY = -1


class ExceptionWriter:
    """Writes one program's functions; `traced` ones record which exceptions applied."""

    def __init__(self, layout: Layout, tables: Tables, *, traced: bool) -> None:
        self.layout = layout
        self.rules = layout.settled.rules
        self.tables = tables
        self.traced = traced
        self.exprs = ExprWriter(layout, tables, traced=traced)
        self.exceptions: dict[str, list[tuple[int, ir.Exception_]]] = {}
        for i, exception in enumerate(self.rules.exceptions):
            self.exceptions.setdefault(exception.target, []).append((i, exception))

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
        changing = self._ranked(
            self.of(target, "changes", "lifts")
            if target.startswith("define:")
            else self.of(target, "changes")
        )
        flags = {e.name: self.exprs.fresh("a") for _, e in changing}
        for _, exception in changing:
            lines.add(f"{flags[exception.name]} = {self.applies(exception, env)}")
        lines.add(f"{who} = -1")
        values = self._changed_values(changing, flags, base, env, lines)
        outranked = self._outranked(changing)
        for place, exception in changing:
            test = " and ".join(
                [flags[exception.name], *(f"not {flags[o]}" for o in outranked[exception.name])]
            )
            with lines.block(f"if {test}:"):
                self._agree(target, (result, who), place, values[exception.name], lines)
        with lines.block(f"if {who} < 0:"):
            lines.add(f"{result} = {base}")
        if self.traced:
            with lines.block("else:"):
                self._altered(who, base, result, env, lines)
        self._add(target, result, type_, env, lines)
        return result

    def _altered(self, place: int | str, base: str, result: str, env: Env, lines: Lines) -> None:
        """Emits: the exception gave `result` in place of `base`."""
        me = env.names.get("me", NOBODY)
        lines.add(f"applied({place}, {me}, False)")
        lines.add(f"altered({place}, {me}, {result}, lambda: {base})")

    def _ranked(self, found: list[tuple[int, ir.Exception_]]) -> list[tuple[int, ir.Exception_]]:
        """Those that others outrank first."""
        return sorted(found, key=lambda pair: len(pair[1].over))

    def _outranked(self, changing: list[tuple[int, ir.Exception_]]) -> dict[str, list[str]]:
        """For each exception those that put it aside."""
        return {e.name: [o.name for _, o in changing if e.name in o.over] for _, e in changing}

    def _changed_values(
        self,
        changing: list[tuple[int, ir.Exception_]],
        flags: dict[str, str],
        base: str,
        env: Env,
        lines: Lines,
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

    def _agree(self, target: str, names: tuple[str, str], place: int, value: str, lines: Lines) -> None:
        """Emits: the exception's value is the result, or is the same as that of another one."""
        result, who = names
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
                if self.traced:
                    before = self.exprs.fresh("o")
                    lines.add(f"{before} = {result}")
                lines.add(f"{result} = {self._sum(type_, result, value)}")
                if self.traced:
                    me = env.names.get("me", NOBODY)
                    lines.add(f"applied({place}, {me}, {result} != {before})")

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
