"""Functions for everything outside of steps: who owes, starts of slots, bounds, what is hidden, rolls, conditions of the flow, listings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from densho.engine.codegen_collections import Env
from densho.engine.codegen_lines import Lines
from densho.engine.codegen_rules import RuleWriter, step_name
from densho.engine.flow import Plan
from densho.engine.layout import PRESENT
from densho.engine.tables import identifier
from densho.ir import nodes as ir

Chunk = tuple[str, str]


def program_chunks(writer: RuleWriter, plan: Plan) -> Iterator[Chunk]:
    """All functions of a program: (name, text)."""
    rules = writer.rules
    for definition in rules.definitions:
        yield writer.definition(definition.name)
    for fold in rules.folds:
        yield writer.fold(fold.name)
    for decision in rules.decisions:
        yield from decision_chunks(writer, decision)
    if writer.traced:
        for step in steps_of(plan):
            yield writer.step(step)
    for slot in rules.slots:
        yield from _slot(writer, slot)
    for roll in rules.rolls:
        yield from _roll(writer, roll)
    for number, condition in enumerate(plan.conditions):
        yield _function(writer, f"condition_{number}", "S", condition, Env({}))
    if rules.present is not None:
        yield _function(writer, "present", "S, me", rules.present, Env({"me": "me"}))
    for number, invariant in enumerate(rules.invariants):
        for name, value in invariant_functions(number, invariant):
            yield _function(writer, name, "S, me", value, Env({"me": "me"}))


def invariant_functions(number: int, invariant: ir.Invariant) -> Iterator[tuple[str, ir.Expr]]:
    """The functions of a promise by name; those of what slots are in the mirror are numbered."""
    match invariant:
        case ir.Holds(condition=value) | ir.Conserved(value=value):
            yield f"invariant_{number}", value
        case ir.EndsWithin():
            return
        case ir.Mirrored(slots=slots):
            for place, reflection in enumerate(slots):
                yield f"invariant_{number}_{place}", reflection.value
        case _:
            assert_never(invariant)


def steps_of(plan: Plan) -> list[str]:
    """The steps that the flow does, each once."""
    return list(dict.fromkeys(i.name for i in plan.instructions if i.op == "do"))


def decision_chunks(writer: RuleWriter, decision: ir.Decision) -> Iterator[Chunk]:
    if decision.root == decision.name:
        for kind in writer.rules.kinds:
            if kind.in_files:
                yield writer.uses(decision.name, kind.name)
    name = identifier(decision.name)
    yield _owing(writer, decision)
    for place in range(len(decision.refusals)):
        if decision.refusals[place].test in ("condition", "crowded"):
            yield writer.refusal(decision, place)
    yield from _listings(writer, decision)
    if decision.fill is not None:
        env = Env({"me": "me", "part": "part", "choice": _choice(writer, decision)})
        yield _function(writer, f"ways_{name}", "S, me, part", decision.fill.ways, env)


def _owing(writer: RuleWriter, decision: ir.Decision) -> Chunk:
    """The seats that owe the decision."""
    name = f"owing_{identifier(decision.name)}"
    writer.exprs.restart_names()
    test = writer.exprs.expr(decision.owed, Env({"me": "me"}))
    who = f"S[{PRESENT}]" if test == "True" else f"tuple([me for me in S[{PRESENT}] if {test}])"
    return name, f"def {name}(S):\n    return {who}\n"


def listing_name(decision: ir.Decision, word: ir.Word, argument: ir.Argument) -> str:
    return "_".join(("listing", *(identifier(n) for n in (decision.name, word.name, argument.name))))


def _choice(writer: RuleWriter, decision: ir.Decision) -> str:
    return f"S[{writer.layout.choice_index[decision.name]}][me]"


def _listings(writer: RuleWriter, decision: ir.Decision) -> Iterator[Chunk]:
    env = Env({"me": "me", "choice": _choice(writer, decision)})
    for word in decision.words:
        for argument in word.args:
            name = listing_name(decision, word, argument)
            if argument.listing is not None:
                yield _function(writer, name, "S, me", argument.listing, env)
            if argument.up_to is not None:
                yield _function(writer, f"{name}_up_to", "S, me", argument.up_to, env)


def _slot(writer: RuleWriter, slot: ir.Slot) -> Iterator[Chunk]:
    at = writer.layout.slot_index[slot.holder, slot.name]
    mine = Env({"me": "me"})
    yield _function(writer, f"start_{at}", "S, me", slot.start, mine)
    if slot.clamp:
        yield _function(writer, f"low_{at}", "S, me", slot.clamp[0], mine)
        yield _function(writer, f"high_{at}", "S, me", slot.clamp[1], mine)
    if slot.hidden is not None and slot.hidden is not True:
        yield _function(
            writer, f"hidden_{at}", "S, me, viewer", slot.hidden, Env({"me": "me", "viewer": "viewer"})
        )


def _roll(writer: RuleWriter, roll: ir.Roll) -> Iterator[Chunk]:
    name = identifier(roll.name)
    if roll.whom is not None:
        yield _function(writer, f"whom_{name}", "S", roll.whom, Env({}))
    env = Env({"me": "me"})
    if roll.number is not None:
        yield _function(writer, f"number_{name}", "S, me", roll.number, env)
    if roll.draw is not None:
        yield _function(writer, f"draw_{name}", "S, me", roll.draw, env)
    if isinstance(roll.faces, ir.Range):
        yield _ends(writer, f"faces_{name}", roll.faces, env)
    elif roll.faces is not None:
        yield _function(writer, f"faces_{name}", "S, me", roll.faces, env)


def _ends(writer: RuleWriter, name: str, range_: ir.Range, env: Env) -> Chunk:
    """The least and the greatest number of a range, which need not be laid out for it."""
    writer.exprs.restart_names()
    low, high = writer.exprs.number(range_.low, env), writer.exprs.number(range_.high, env)
    return name, f"def {name}(S, me):\n    return {low}, {high}\n"


def _function(writer: RuleWriter, name: str, params: str, body: ir.Expr, env: Env) -> Chunk:
    writer.exprs.restart_names()
    lines = Lines()
    with lines.block(f"def {name}({params}):"):
        writer.returned(body, env, lines)
    return name, str(lines)


__all__ = ["listing_name", "program_chunks", "step_name", "steps_of"]
