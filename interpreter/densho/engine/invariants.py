"""What a ruleset promises, asked of states: conditions that hold, values that stay, and what slots are in the mirror."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from densho.engine.codegen_rules import reads_me
from densho.engine.layout import NAMES, PRESENT
from densho.engine.program import Program
from densho.engine.state import State
from densho.ir import nodes as ir


def invariants_broken(program: Program, state: State, first: State | None = None) -> tuple[str, ...]:
    """The names of conditions that do not hold in a state and, given the first state of the fight, of values that have not stayed.

    One about `me` must hold for every fighter present.
    """
    return tuple(
        invariant.name
        for number, invariant in enumerate(program.rules.invariants)
        if not _kept(program, state, first, number, invariant)
    )


def _kept(program: Program, state: State, first: State | None, number: int, invariant: ir.Invariant) -> bool:
    match invariant:
        case ir.Holds(condition=condition):
            return all(value for _, value in _values(program, state, number, condition))
        case ir.Conserved(value=value) if first is not None:
            before = dict(_values(program, first, number, value))
            now = _values(program, state, number, value)
            return all(before.get(seat, found) == found for seat, found in now)
        case _:
            return True


def promised(program: Program, state: State, number: int) -> dict[str | None, Any]:
    """What the condition or value of the invariant of that number is, by fighter (None: of nobody in particular)."""
    invariant = program.rules.invariants[number]
    assert isinstance(invariant, (ir.Holds, ir.Conserved))
    read = invariant.condition if isinstance(invariant, ir.Holds) else invariant.value
    names = state.values[NAMES]
    return {None if seat < 0 else names[seat]: value for seat, value in _values(program, state, number, read)}


def _values(program: Program, state: State, number: int, value: ir.Expr) -> Iterator[tuple[int, Any]]:
    """By seat (-1: nobody's) what the expression of an invariant gives."""
    function = program.plain[f"invariant_{number}"]
    seats = state.values[PRESENT] if reads_me(value) else (-1,)
    return ((seat, function(state.values, seat)) for seat in seats)


def reflected(program: Program, values: Any, number: int) -> dict[tuple[str | None, str], Any]:
    """What slots are in the mirror, by fighter (None: the arena) and slot; those of which nothing is said are not there."""
    invariant = program.rules.invariants[number]
    assert isinstance(invariant, ir.Mirrored)
    names = values[NAMES]
    found: dict[tuple[str | None, str], Any] = {}
    for place, reflection in enumerate(invariant.slots):
        function = program.plain[f"invariant_{number}_{place}"]
        if reflection.holder == "arena":
            found[None, reflection.slot] = function(values, -1)
        else:
            for seat in range(len(names) - 1):
                found[names[seat], reflection.slot] = function(values, seat)
    return found
