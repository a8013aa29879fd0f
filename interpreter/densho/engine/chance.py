"""Rolls: dice into bags, members drawn from sets. In seat order; the results are read from the next line of the flow on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from densho.engine.audience import Audiences
from densho.engine.dice import Dice
from densho.engine.errors import RulesetFault
from densho.engine.events import Event
from densho.engine.layout import NAMES, Values
from densho.engine.order import ordered
from densho.engine.program import Functions, Program
from densho.engine.tables import identifier
from densho.engine.values import MOST_ELEMENTS, to_plain
from densho.ir import nodes as ir
from densho.messages import say

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Rolling:
    """One roll in one state, read by one variant's functions."""

    program: Program
    functions: Functions
    values: Values
    roll: ir.Roll

    def results(self, dice: Dice) -> dict[int, Any]:
        """What falls, by seat (-1: nobody's)."""
        if self.roll.whom is None:
            return {NOBODY: self._result(NOBODY, dice)}
        seats = ordered(self.functions[f"whom_{identifier(self.roll.name)}"](self.values))
        return {seat: self._result(seat, dice) for seat in seats}

    def _result(self, seat: int, dice: Dice) -> Any:
        roll, name = self.roll, identifier(self.roll.name)
        whose = None if seat == NOBODY else seat
        if roll.draw is not None:
            members = ordered(self.functions[f"draw_{name}"](self.values, seat))
            if not members:
                message = say("`{roll}` has nothing to draw from", roll=roll.name)
                raise RulesetFault(message, (roll.name,), (roll.span,))
            of = getattr(roll.draw.type, "of", roll.draw.type)
            names = self.values[NAMES]
            return members[dice.draw(whose, [to_plain(self.program.layout, of, m, names) for m in members])]
        number = 1 if roll.number is None else self.functions[f"number_{name}"](self.values, seat)
        if number > MOST_ELEMENTS:
            message = say("`{roll}` rolls too many dice: {number}", roll=roll.name, number=number)
            raise RulesetFault(message, (roll.name,), (roll.span,))
        return tuple(sorted(dice.roll(whose, roll.low, roll.high) for _ in range(number)))

    @property
    def place(self) -> int:
        return self.program.layout.slot_index[self.roll.holder, self.roll.slot]

    def written(self, results: Mapping[int, Any]) -> Values:
        """The values with the results in the roll's slot."""
        at = self.place
        if self.roll.holder == "arena":
            after = next(iter(results.values()), self.values[at])
        else:
            row = list(self.values[at])
            for seat, value in results.items():
                row[seat] = value
            after = tuple(row)
        return (*self.values[:at], after, *self.values[at + 1 :])

    def lines(self, results: Mapping[int, Any]) -> Iterator[Event]:
        """The trace of the roll."""
        roll, names = self.roll, self.values[NAMES]
        audiences = Audiences(self.program, self.functions, self.written(results))
        type_ = self.program.layout.slot_at[self.place].type
        self.program.recorder.seen(f"roll:{roll.name}")
        for seat, value in results.items():
            fields = (
                ("roll", roll.name),
                ("who", None if seat == NOBODY else names[seat]),
                ("slot", roll.slot),
                ("result", to_plain(self.program.layout, type_, value, names)),
                ("cites", list(roll.cites)),
            )
            audience = audiences.of_slot(self.place, None if seat == NOBODY else seat)
            yield Event("roll", fields, audience, roll.name, roll.span, "trace")
