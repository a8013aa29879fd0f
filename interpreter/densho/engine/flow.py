"""The flow as a list of instructions, so that a place in it is one number.

A block becomes `begin` (its count of passes starts anew), for a repeat `again` (its condition and bound), `enter` (resets), its body, for a
repeat a `jump` back. `when` becomes `unless`. The list ends with `halt`: a fight that gets there has no verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from densho.engine.tables import identifier
from densho.ir import nodes as ir
from densho.source import NOWHERE, Span

Op = Literal["unless", "ask", "do", "roll", "begin", "again", "enter", "jump", "halt"]


def fast_name(step: str, *, by_fighter: bool) -> str:
    """The name of a step's fast function."""
    return f"fast_{identifier(step)}" + ("_by_fighter" if by_fighter else "")


@dataclass(slots=True)
class Instruction:
    """`name` is a decision, step, roll or block; `condition` the number of a condition; `target` where to go on.

    `function` is the function of a decision, or the fast one of a step, whose events go by seat first if `by_fighter`. `span` is the line's place.
    """

    op: Op
    name: str = ""
    condition: int = -1
    target: int = -1
    at_most: int | None = None
    by_fighter: bool = False
    function: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """`outer` are the blocks around it, outermost first; `again` where its next pass begins, `exit` what follows it."""

    name: str
    outer: tuple[str, ...]
    repeat: bool
    again: int
    exit: int


@dataclass(slots=True)
class Plan:
    """The whole flow. `conditions` are numbered; `asked` are the decisions asked directly in each block."""

    instructions: list[Instruction] = field(default_factory=list)
    conditions: list[ir.Expr] = field(default_factory=list)
    blocks: dict[str, BlockPlace] = field(default_factory=dict)
    asked: dict[str, list[str]] = field(default_factory=dict)


def plan_flow(flow: tuple[ir.Flow, ...]) -> Plan:
    """Lays the flow out; the block `fight` is the whole."""
    plan = Plan()
    plan.asked["fight"] = []
    for line in flow:
        _line(plan, line, ("fight",))
    end = len(plan.instructions)
    plan.instructions.append(Instruction("halt", "fight", span=flow[-1].span if flow else NOWHERE))
    plan.blocks["fight"] = BlockPlace("fight", (), False, 0, end)
    return plan


def _condition(plan: Plan, condition: ir.Expr) -> int:
    plan.conditions.append(condition)
    return len(plan.conditions) - 1


def _line(plan: Plan, line: ir.Flow, outer: tuple[str, ...]) -> None:
    code = plan.instructions
    gate = None
    if line.when is not None:
        gate = Instruction("unless", condition=_condition(plan, line.when), span=line.span)
        code.append(gate)
    match line:
        case ir.Ask():
            plan.asked[outer[-1]].append(line.decision)
            function = f"owing_{identifier(line.decision)}"
            code.append(Instruction("ask", line.decision, function=function, span=line.span))
        case ir.Do():
            function = fast_name(line.step, by_fighter=line.by_fighter)
            code.append(
                Instruction("do", line.step, by_fighter=line.by_fighter, function=function, span=line.span)
            )
        case ir.RollDice():
            code.append(Instruction("roll", line.roll, span=line.span))
        case ir.Block():
            _block(plan, line, outer)
    if gate is not None:
        gate.target = len(code)


def _block(plan: Plan, line: ir.Block, outer: tuple[str, ...]) -> None:
    code = plan.instructions
    plan.asked.setdefault(line.name, [])
    code.append(Instruction("begin", line.name, span=line.span))
    again = len(code)
    head = Instruction("again", line.name, at_most=line.at_most, span=line.span)
    if line.while_ is not None:
        head.condition = _condition(plan, line.while_)
    code.append(head)
    code.append(Instruction("enter", line.name, span=line.span))
    for inner in line.body:
        _line(plan, inner, (*outer, line.name))
    if line.repeat:
        code.append(Instruction("jump", line.name, target=again, span=line.span))
    head.target = len(code)
    plan.blocks[line.name] = BlockPlace(line.name, outer, line.repeat, again, len(code))
