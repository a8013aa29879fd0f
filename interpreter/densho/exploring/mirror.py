"""The same fight with the seats exchanged: every fighter makes the same choices and has the same dice, and all must come out as in a mirror.

The fighters sit down in reverse order. Slots of which the invariant says what they are in the mirror are given so at the start, and compared so
after every step; all others are compared as they are. Slots that are scratch space are not looked at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from densho import engine
from densho.engine import Program, State
from densho.engine.begin import first_values
from densho.errors import DenshoError
from densho.exploring.fight import Fight, settable, setup_of
from densho.exploring.replaying import Played, replay
from densho.messages import Text, say

Unlike = tuple[int, str | None, str | None, Text]
"""After which step, whose (None: the arena's) and which slot is otherwise, and what is otherwise, in words."""


def unlike_the_mirror(played: Played, number: int) -> Unlike | None:
    """The first difference from the exchanged fight; `number` is that of the invariant."""
    program = played.program
    try:
        exchanged = _exchanged(program, played.fight, number)
    except DenshoError:
        return None
    other = replay(program.ruleset, exchanged, trace=False)
    steps = len(played.fight.steps)
    if other is None:
        # one choice more each time, to find the one that cannot be made
        for kept in range(steps + 1):
            if replay(program.ruleset, replace(exchanged, steps=exchanged.steps[:kept])) is None:
                return (
                    kept,
                    None,
                    None,
                    say("with the seats exchanged a choice of step {step} is refused", step=kept),
                )
        return None
    for step, (state, mirrored) in enumerate(zip(played.states, other.states, strict=False)):
        found = _difference(program, state, mirrored, number)
        if found is not None:
            return step, *found
    if len(other.states) != len(played.states):
        step = min(len(other.states), len(played.states))
        return step, None, None, say("with the seats exchanged the rules fail in step {step}", step=step)
    return None


def _exchanged(program: Program, fight: Fight, number: int) -> Fight:
    """The fight to be compared. Raises what the engine raises."""
    first, _ = first_values(program, program.plain, setup_of(program, fight))
    reflected = {
        key: _plain(program, key, value, fight.names)
        for key, value in engine.reflected(program, first, number).items()
    }

    def given(holder: str | None, slots: tuple[tuple[str, object], ...]) -> tuple[tuple[str, object], ...]:
        known = dict(slots)
        known.update({slot: value for (whose, slot), value in reflected.items() if whose == holder})
        sort = "arena" if holder is None else "fighter"
        return tuple(
            (one.name, known[one.name]) for one in settable(program.rules, sort) if one.name in known
        )

    return replace(
        fight,
        fighters=tuple((name, given(name, slots)) for name, slots in reversed(fight.fighters)),
        arena=given(None, fight.arena),
        steps=tuple(replace(step, choices=step.choices) for step in fight.steps),
        attempt=None,
    )


def _plain(program: Program, key: tuple[str | None, str], value: Any, names: tuple[str, ...]) -> object:
    holder = "arena" if key[0] is None else "fighter"
    slot = program.layout.slots[holder, key[1]]
    return engine.to_plain(program, slot.type, value, names)


def _difference(
    program: Program, state: State, mirrored: State, number: int
) -> tuple[str | None, str | None, Text] | None:
    here, there = engine.full(program, state), engine.full(program, mirrored)
    reflected = engine.reflected(program, state.values, number)
    for slot in program.rules.slots:
        if slot.working:
            continue
        for name in ("arena",) if slot.holder == "arena" else state.names:
            whose = None if name == "arena" else name
            wanted = here[name][slot.name]
            if (whose, slot.name) in reflected:
                wanted = _plain(program, (whose, slot.name), reflected[whose, slot.name], state.names)
            found = there[name][slot.name]
            if _in_any_order(wanted) != _in_any_order(found):
                message = say(
                    "with the seats exchanged `{slot}` is {found} and not {wanted}",
                    slot=f"{name}.{slot.name}",
                    found=found,
                    wanted=wanted,
                )
                return whose, slot.name, message
    if state.outcome != mirrored.outcome:
        ends = [
            say("nobody yet") if one is None else say("nobody") if one.winner is None else one.winner
            for one in (mirrored.outcome, state.outcome)
        ]
        message = say("with the seats exchanged {found} wins and not {wanted}", found=ends[0], wanted=ends[1])
        return None, None, message
    return None


def _in_any_order(value: object) -> object:
    """Sets of fighters are listed by seat."""
    return sorted(map(str, value)) if isinstance(value, list) else value
