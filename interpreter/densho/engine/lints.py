"""What a ruleset's lints find: which rows they are about, and which of them fail. No fight is needed, since lints read rows alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from densho.engine.codegen_collections import Env
from densho.engine.codegen_rules import RuleWriter
from densho.engine.deadline import within
from densho.engine.errors import RulesetFault, TimeIsUp
from densho.engine.program import Program, compile_program
from densho.engine.tables import Tables
from densho.ir import nodes as ir


@dataclass(frozen=True, slots=True)
class Linted:
    """A lint, the rows that it is about and those of them that fail, ascending; `whole`: it is about none, and fails."""

    lint: ir.Lint
    rows: tuple[int, ...]
    broken: tuple[int, ...]
    whole: bool


def run_lints(ruleset: ir.Ruleset) -> Iterator[Linted]:
    """What each lint finds, in the order of the ruleset. Raises `TimeIsUp`, with the place of the lint, for one that takes too long."""
    if not ruleset.lints:
        return
    ask = _asked(compile_program(ruleset))
    for lint in ruleset.lints:
        try:
            with within():
                rows = () if lint.rows is None else tuple(sorted(ask(lint.rows)))
                failed = None if lint.broken is None else ask(lint.broken)
        except TimeIsUp as fault:
            raise TimeIsUp(fault.message, (lint.name,), (lint.span,)) from None
        except RulesetFault as fault:
            raise RulesetFault(fault.message, (lint.name,), (lint.span,), fault.help) from None
        broken = tuple(sorted(failed)) if isinstance(failed, frozenset) else ()
        yield Linted(lint, rows, broken, whole=failed is True)


def _asked(program: Program) -> Any:
    """A function from expressions about rows to their values."""
    tables = Tables(program.layout)
    writer = RuleWriter(program.layout, tables, traced=False)
    names = program.known(tables)
    for definition in program.rules.definitions:
        exec(compile(writer.definition(definition.name)[1], "<densho definition>", "exec"), names)

    def ask(expr: ir.Expr) -> Any:
        code = compile(f"lambda S: {writer.exprs.expr(expr, Env({}))}", "<densho lint>", "eval")
        names.update(tables.values)
        return eval(code, names)(None)

    return ask
