"""What a ruleset promises of every state where a choice is owed, and of the last one."""

from __future__ import annotations

from densho.engine.codegen_rules import reads_me
from densho.engine.layout import PRESENT
from densho.engine.program import Program
from densho.engine.state import State


def invariants_broken(program: Program, state: State) -> tuple[str, ...]:
    """The names of invariants that do not hold; one about `me` must hold for every fighter present."""
    return tuple(
        invariant.name
        for number, invariant in enumerate(program.rules.invariants)
        if not _holds(program, state, number, about_me=reads_me(invariant.holds))
    )


def _holds(program: Program, state: State, number: int, *, about_me: bool) -> bool:
    function = program.plain[f"invariant_{number}"]
    seats = state.values[PRESENT] if about_me else (-1,)
    return all(function(state.values, seat) for seat in seats)
