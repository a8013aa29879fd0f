"""Rolls: dice into bags, members drawn from sets. In seat order; the results are read from the next line of the flow on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from densho.engine.audience import Audiences
from densho.engine.dice import Dice
from densho.engine.errors import RulesetFault
from densho.engine.events import Event
from densho.engine.layout import NAMES, Values
from densho.engine.order import ordered
from densho.engine.program import Functions, Program
from densho.engine.tables import identifier
from densho.engine.values import to_plain
from densho.ir import nodes as ir
from densho.ir import types as t

MOST_DICE = 10_000
NOBODY = -1


def rolled(program: Program, functions: Functions, values: Values, roll: ir.Roll, dice: Dice) -> dict[int, Any]:
    """The results by seat (-1: nobody's)."""
    name = identifier(roll.name)
    seats = [NOBODY] if roll.whom is None else ordered(functions[f"whom_{name}"](values))
    return {seat: _result(program, functions, values, roll, seat, dice) for seat in seats}


def with_results(program: Program, values: Values, roll: ir.Roll, results: Mapping[int, Any]) -> Values:
    """The values with the results in the roll's slot."""
    at = program.layout.slot_index[roll.holder, roll.slot]
    row = values[at] if roll.holder == "arena" else list(values[at])
    for seat, value in results.items():
        if roll.holder == "arena":
            row = value
        else:
            row[seat] = value
    return (*values[:at], row if roll.holder == "arena" else tuple(row), *values[at + 1 :])


def _result(program: Program, functions: Functions, values: Values, roll: ir.Roll, seat: int, dice: Dice) -> Any:
    name = identifier(roll.name)
    whose = None if seat == NOBODY else seat
    if roll.draw is not None:
        members = ordered(functions[f"draw_{name}"](values, seat))
        if not members:
            raise RulesetFault(f"`{roll.name}` has nothing to draw from", (roll.name,), (roll.span,))
        of = getattr(roll.draw.type, "of", roll.draw.type)
        plain = tuple(to_plain(program.layout, of, m, values[NAMES]) for m in members)
        return members[dice.draw(whose, plain)]
    number = functions[f"number_{name}"](values, seat) if roll.number is not None else 1
    if number > MOST_DICE:
        raise RulesetFault(f"`{roll.name}` rolls {number} dice", (roll.name,), (roll.span,))
    return tuple(sorted(dice.roll(whose, roll.low, roll.high) for _ in range(number)))


def roll_lines(
    program: Program, functions: Functions, values: Values, roll: ir.Roll, results: Mapping[int, Any]
) -> Iterator[Event]:
    """The trace of a roll; `values` hold the results."""
    at = program.layout.slot_index[roll.holder, roll.slot]
    audiences = Audiences(program, functions, values)
    names = values[NAMES]
    type_: t.Type = program.layout.slot_at[at].type
    program.recorder.seen(f"roll:{roll.name}")
    for seat, value in results.items():
        fields = (
            ("roll", roll.name),
            ("who", None if seat == NOBODY else names[seat]),
            ("slot", roll.slot),
            ("result", to_plain(program.layout, type_, value, names)),
            ("cites", list(roll.cites)),
        )
        audience = audiences.of_slot(at, None if seat == NOBODY else seat)
        yield Event("roll", fields, audience, roll.name, roll.span, "trace")
