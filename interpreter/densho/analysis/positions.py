"""Positions of real play, with the way that led there, and how to write one down as a scenario that anybody can run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from densho import engine
from densho.analysis.secrecy import Start
from densho.engine import Choice, Program, SeededDice, Setup, State
from densho.errors import DenshoError

ARENA = "arena"

Rolled = dict[str, list[Any]]


class NotedDice:
    """Dice out of a seed that remember what fell, as plain data."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed)
        self._fell: dict[int | None, list[Any]] = {}

    @property
    def fell(self) -> bool:
        """Whether anything fell that might have fallen otherwise."""
        return bool(self._fell)

    def roll(self, seat: int | None, low: int, high: int) -> int:
        value = self._dice.roll(seat, low, high)
        self._fell.setdefault(seat, []).append(value)
        return value

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        place = self._dice.draw(seat, members)
        self._fell.setdefault(seat, []).append(members[place])
        return place

    def rolled(self, names: Sequence[str]) -> Rolled:
        """What fell, by fighter or `arena`."""
        return {ARENA if seat is None else names[seat]: list(found) for seat, found in self._fell.items()}


@dataclass(frozen=True, slots=True)
class Step:
    """Choices by seat of one decision, and the dice that fell until the next."""

    decision: str
    choices: Mapping[int, Choice]
    rolled: Rolled


@dataclass(frozen=True, slots=True)
class Position:
    """A state in which the fighter `user` owes a choice; `way` led there from the start, whose own dice were `opening`."""

    start: Start
    user: int
    state: State
    opening: Rolled
    way: tuple[Step, ...] = ()

    @property
    def program(self) -> Program:
        return self.start.program


def as_scenario(
    position: Position, name: str, steps: Sequence[Step], expect: Mapping[str, Any]
) -> dict[str, Any]:
    """The position and further steps as one entry of `scenarios`; `expect` is what the last of the steps brings about.

    If the position itself can be set up, it is; otherwise the scenario begins at the start and goes the way that led there.
    """
    program, names = position.program, position.state.names
    setup = _set_up(position)
    found: dict[str, Any] = {"name": name}
    options = {o.name: program.options[o.name] for o in program.ruleset.options}
    chosen = {o.name: options[o.name] for o in program.ruleset.options if options[o.name] != o.default}
    if chosen:
        found["options"] = chosen
    written: list[dict[str, Any]] = []
    if setup is not None:
        found["setup"] = _plain_setup(program, setup)
        whole: Sequence[Step] = steps
    else:
        found["setup"] = _plain_setup(program, position.start.setup)
        whole = (*position.way, *steps)
        if position.opening:
            written.append({"roll": position.opening})
    for step in whole:
        one: dict[str, Any] = {
            "choose": {
                names[seat]: engine.print_choice(program, step.decision, choice, names)
                for seat, choice in sorted(step.choices.items())
            }
        }
        if step.rolled:
            one["roll"] = step.rolled
        written.append(one)
    if written and expect:
        written[-1]["expect"] = dict(expect)
    found["steps"] = written
    return found


def _set_up(position: Position) -> Setup | None:
    """A setup that begins in this very position; None if there is none."""
    program, state = position.program, position.state
    names = state.names
    slots = {at: slot for at, slot in program.layout.slot_at.items() if not slot.working}
    whole = Setup(
        fighters=tuple(
            (
                name,
                {slot.name: state.values[at][seat] for at, slot in slots.items() if slot.holder == "fighter"},
            )
            for seat, name in enumerate(names)
        ),
        arena={slot.name: state.values[at] for at, slot in slots.items() if slot.holder == ARENA},
    )
    if not _begins(program, whole, state):
        return None
    return _shortest(program, whole, state)


def _begins(program: Program, setup: Setup, state: State) -> bool:
    try:
        dice = NotedDice("1")
        begun, _ = engine.start(program, setup, dice, trace=False, tell=False)
    except DenshoError:
        return False
    same = begun.at == state.at and begun.owing == state.owing and begun.values == state.values
    return same and not dice.fell


def _shortest(program: Program, setup: Setup, state: State) -> Setup:
    """Without the slots that begin like this by themselves."""
    for holder in (*range(len(setup.fighters)), None):
        given = setup.arena if holder is None else setup.fighters[holder][1]
        for slot in list(given):
            less = _less(setup, holder, slot)
            if _begins(program, less, state):
                setup = less
    return setup


def _less(setup: Setup, holder: int | None, slot: str) -> Setup:
    if holder is None:
        return replace(setup, arena={name: value for name, value in setup.arena.items() if name != slot})
    fighters = list(setup.fighters)
    name, given = fighters[holder]
    fighters[holder] = (name, {one: value for one, value in given.items() if one != slot})
    return replace(setup, fighters=tuple(fighters))


def _plain_setup(program: Program, setup: Setup) -> dict[str, Any]:
    names = tuple(name for name, _ in setup.fighters)

    def plain(holder: str, given: Mapping[str, Any]) -> dict[str, Any]:
        at = program.layout.slot_index
        return {
            slot: engine.to_plain(program, program.layout.slot_at[at[holder, slot]].type, value, names)
            for slot, value in given.items()
        }

    found: dict[str, Any] = {"fighters": {name: plain("fighter", given) for name, given in setup.fighters}}
    if setup.arena:
        found[ARENA] = plain(ARENA, setup.arena)
    return found
