"""A state as plain data: as one fighter may see it, or whole."""

from __future__ import annotations

from typing import Any

from densho.engine.assemble import drop_words
from densho.engine.audience import SPECTATOR, Audiences
from densho.engine.layout import NAMES, Choice
from densho.engine.program import Program
from densho.engine.spelling import spell_choice
from densho.engine.state import State
from densho.engine.values import to_plain

ARENA = "arena"
CHOICE = "choice"

View = dict[str, dict[str, Any]]


def view(program: Program, state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) may see: `arena` and each fighter's name → slot → plain value.

    Secrets are absent, not blank. `choice` is a choice handed in: the own one, or one of a decision that is open.
    """
    viewer = SPECTATOR if seat is None else seat
    found: View = {ARENA: {}, **{name: {} for name in state.names}}
    audiences = Audiences(program, program.plain, state.values)
    for at, slot in program.layout.slot_at.items():
        if slot.working:
            continue
        if slot.holder == ARENA:
            found[ARENA][slot.name] = to_plain(
                program.layout, slot.type, state.values[at], state.values[NAMES]
            )
            continue
        for owner, name in enumerate(state.names):
            if audiences.sees(at, owner, viewer):
                found[name][slot.name] = _plain(program, state, at, owner)
    for owner, choice in zip(state.owing, state.pending, strict=True):
        if choice is not None:
            text = _pending_text(program, state, owner, choice, viewer)
            if text is not None:
                found[state.names[owner]][CHOICE] = text
    return found


def full(program: Program, state: State) -> View:
    """Everything, also what is hidden and working, and every choice handed in."""
    found: View = {ARENA: {}, **{name: {} for name in state.names}}
    for at, slot in program.layout.slot_at.items():
        if slot.holder == ARENA:
            found[ARENA][slot.name] = to_plain(
                program.layout, slot.type, state.values[at], state.values[NAMES]
            )
        else:
            for owner, name in enumerate(state.names):
                found[name][slot.name] = _plain(program, state, at, owner)
    for owner, choice in zip(state.owing, state.pending, strict=True):
        if choice is not None:
            found[state.names[owner]][CHOICE] = spell_choice(
                program.layout, _decision(program, state), choice, state.values[NAMES]
            )
    return found


def _plain(program: Program, state: State, at: int, owner: int) -> Any:
    return to_plain(
        program.layout, program.layout.slot_at[at].type, state.values[at][owner], state.values[NAMES]
    )


def _decision(program: Program, state: State) -> str:
    return program.plan.instructions[state.at].name


def _pending_text(program: Program, state: State, owner: int, choice: Choice, viewer: int) -> str | None:
    name = _decision(program, state)
    if viewer != owner:
        if not program.decisions[name].open:
            return None
        shape = program.layout.choice_layout(name)
        choice = drop_words(shape, choice, {i for i, w in enumerate(shape.words) if w.hidden})
    return spell_choice(program.layout, name, choice, state.values[NAMES])
