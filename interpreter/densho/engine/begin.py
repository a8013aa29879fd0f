"""The first state of a fight, and setting slots back where a block is entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from densho.engine.errors import BadValue, RulesetFault
from densho.engine.fits import fits
from densho.engine.layout import NAMES, NO_RESULT, PRESENT, Values
from densho.engine.order import ordered
from densho.engine.program import Functions, Program
from densho.ir import nodes as ir
from densho.messages import say

Fresh = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Setup:
    """`fighters` in the order of seats: (name, slot → value); `arena`: slot → value. Values as while running (see `ir.types`)."""

    fighters: tuple[tuple[str, Mapping[str, Any]], ...]
    arena: Mapping[str, Any] = field(default_factory=dict)


def first_values(program: Program, functions: Functions, setup: Setup) -> tuple[Values, Fresh]:
    """The values before the flow begins, and which slots were given whose block is still to be entered. Raises `BadValue`."""
    layout = program.layout
    names = tuple(name for name, _ in setup.fighters)
    _check_names(program, names)
    seats = len(names)
    values: list[Any] = [None] * layout.width
    values[NAMES] = (*names, None)
    values[PRESENT] = tuple(range(seats))
    for at, slot in layout.slot_at.items():
        empty = layout.empty_value(slot.type)
        values[at] = empty if slot.holder == "arena" else (empty,) * (seats + 1)
    for decision, at in layout.choice_index.items():
        values[at] = (layout.choice_layout(decision).empty,) * (seats + 1)
    for at in layout.block_index.values():
        values[at] = NO_RESULT
    given = _given(program, setup)
    for at in program.start_order:
        _reset_slot(program, functions, values, at, given)
    fresh = frozenset(key for key in given if layout.slot_at[key[0]].each is not None)
    return with_present(program, functions, tuple(values)), fresh


def _check_names(program: Program, names: tuple[str, ...]) -> None:
    low, high = program.rules.seats
    if not low <= len(names) <= high:
        raise BadValue(
            say("{given} fighters where {low} to {high} may fight", given=len(names), low=low, high=high)
        )
    if len(set(names)) < len(names):
        raise BadValue(say("two fighters have one name"))


def _given(program: Program, setup: Setup) -> dict[tuple[int, int], Any]:
    given: dict[tuple[int, int], Any] = {}
    for name, value in setup.arena.items():
        given[_given_slot(program, "arena", name, value), -1] = value
    for seat, (_, slots) in enumerate(setup.fighters):
        for name, value in slots.items():
            given[_given_slot(program, "fighter", name, value), seat] = value
    return given


def _given_slot(program: Program, holder: str, name: str, value: Any) -> int:
    at = program.layout.slot_index.get((holder, name))
    if at is None:
        raise BadValue(say("there is no slot `{name}`", name=name))
    if not fits(program.layout, program.layout.slot_at[at].type, value):
        raise BadValue(say("`{name}` cannot be {value!r}", name=name, value=value))
    return at


def _reset_slot(
    program: Program, functions: Functions, values: list[Any], at: int, kept: Mapping[tuple[int, int], Any]
) -> None:
    """Start values, but for what is kept."""
    slot = program.layout.slot_at[at]
    begin = functions[f"start_{at}"]
    # INVARIANT: functions may remember results by the identity of the state, so each gets a tuple of its own.
    state = tuple(values)
    if slot.holder == "arena":
        values[at] = kept[at, -1] if (at, -1) in kept else _fit(program, slot, begin(state, -1))
        return
    seats = len(values[NAMES]) - 1
    row = [kept[at, s] if (at, s) in kept else _fit(program, slot, begin(state, s)) for s in range(seats)]
    values[at] = (*row, values[at][seats])


def _fit(program: Program, slot: ir.Slot, value: Any) -> Any:
    if not fits(program.layout, slot.type, value):
        raise bad_start(slot, value)
    return value


def bad_start(slot: ir.Slot, value: Any) -> RulesetFault:
    shown = ordered(value) if isinstance(value, (frozenset, tuple)) else value
    message = say("`{slot}` cannot start as {value!r}", slot=slot.name, value=shown)
    return RulesetFault(message, (slot.name,), (slot.span,))


def with_present(program: Program, functions: Functions, values: Values) -> Values:
    """The values with the seats that are present."""
    if program.rules.present is None:
        return values
    everybody = tuple(range(len(values[NAMES]) - 1))
    # INVARIANT: while it is found out who is present, everybody is.
    state = (*values[:PRESENT], everybody, *values[PRESENT + 1 :])
    present = functions["present"]
    return (*values[:PRESENT], tuple(s for s in everybody if present(state, s)), *values[PRESENT + 1 :])


def entered(
    program: Program, functions: Functions, values: Values, block: str, fresh: Fresh
) -> tuple[Values, Fresh]:
    """The values as a pass of the block begins; what the setup gave stays the first time."""
    kept = {
        (at, seat): values[at] if seat < 0 else values[at][seat]
        for at, seat in fresh
        if program.layout.slot_at[at].each == block
    }
    fields = list(values)
    width = len(values[NAMES])
    rows, computed = program.entering[block]
    for at, value, empty in rows:
        fields[at] = value if empty is None else (value,) * (width - 1) + empty
    if kept:
        for at in program.resets[block]:
            _reset_slot(program, functions, fields, at, kept)
    elif computed:
        _compute(program, functions, fields, computed)
    after = tuple(fields)
    if block in program.present_blocks:
        after = with_present(program, functions, after)
    return after, fresh - frozenset(kept) if kept else fresh


def _compute(
    program: Program, functions: Functions, fields: list[Any], computed: list[tuple[int, bool]]
) -> None:
    layout = program.layout
    seats = range(len(fields[NAMES]) - 1)
    state = tuple(fields)
    for at, anew in computed:
        if anew:
            state = tuple(fields)
        begin, slot = functions[f"start_{at}"], layout.slot_at[at]
        if slot.holder == "arena":
            fields[at] = _fit(program, slot, begin(state, -1))
        else:
            fields[at] = (*[_fit(program, slot, begin(state, s)) for s in seats], fields[at][-1])
