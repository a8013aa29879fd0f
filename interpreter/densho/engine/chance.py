"""Rolls: dice into bags, members drawn from sets. In seat order; the results are read from the next line of the flow on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from densho.engine.audience import Audiences
from densho.engine.dice import Dice
from densho.engine.errors import BadValue, OutOfDice, RulesetFault
from densho.engine.events import Event
from densho.engine.layout import NAMES, Values
from densho.engine.order import ordered
from densho.engine.program import Functions, Program
from densho.engine.tables import identifier
from densho.engine.values import COUNTER_LIMIT, MOST_ELEMENTS, to_plain
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.messages import Text, say

NOBODY = -1


class Rolling:
    """One roll of a program, read by one variant's functions; made once by `rolling`."""

    def __init__(self, program: Program, functions: Functions, roll: ir.Roll) -> None:
        self.program = program
        self.functions = functions
        self.roll = roll
        self.place = program.layout.slot_index[roll.holder, roll.slot]
        name = identifier(roll.name)
        self._whom = functions.get(f"whom_{name}")
        self._number = functions.get(f"number_{name}")
        self._draw = functions.get(f"draw_{name}")
        self._of = functions.get(f"faces_{name}")
        type_ = program.layout.slot_at[self.place].type
        bounds = type_.of if isinstance(type_, t.TBag) else None
        # INVARIANT: dice go into bags of numbers alone.
        self._least = bounds.lo if isinstance(bounds, t.TInt) and bounds.lo is not None else -COUNTER_LIMIT
        self._most = bounds.hi if isinstance(bounds, t.TInt) and bounds.hi is not None else COUNTER_LIMIT

    def results(self, values: Values, dice: Dice) -> dict[int, Any]:
        """What falls in a state, by seat (-1: nobody's)."""
        one = self._dice if self._draw is None else self._drawn
        if self._whom is None:
            return {NOBODY: one(values, NOBODY, dice)}
        return {seat: one(values, seat, dice) for seat in ordered(self._whom(values))}

    def _dice(self, values: Values, seat: int, dice: Dice) -> Any:
        assert self._number is not None
        number = self._number(values, seat)
        if number <= 0:
            return ()
        if number > MOST_ELEMENTS:
            raise self._fault(
                say("`{roll}` rolls too many dice: {number}", roll=self.roll.name, number=number)
            )
        low, high, odd = self._faces(values, seat)
        whose = None if seat == NOBODY else seat
        shown: list[int] = []
        try:
            for _ in range(number):
                shown.append(odd[dice.draw(whose, odd)] if odd else dice.roll(whose, low, high))
        except (OutOfDice, BadValue) as error:
            place = say("die {place} of {number}", place=len(shown) + 1, number=number)
            raise self._told(error, place) from None
        shown.sort()
        return tuple(shown)

    def _faces(self, values: Values, seat: int) -> tuple[int, int, list[int]]:
        """The least and the greatest face of the dice, and all of them if some between are missing."""
        assert self._of is not None
        faces = self._of(values, seat)
        odd: list[int] = []
        if isinstance(faces, tuple):
            low, high = faces
        else:
            low, high = min(faces, default=1), max(faces, default=0)
            odd = sorted(faces) if len(faces) <= high - low else odd
        if low > high:
            raise self._fault(say("the dice of `{roll}` have no faces", roll=self.roll.name))
        if low < self._least or high > self._most:
            raise self._fault(
                say(
                    "the dice of `{roll}` show {low}..{high}, and `{slot}` does not hold that",
                    roll=self.roll.name,
                    low=low,
                    high=high,
                    slot=self.roll.slot,
                )
            )
        return low, high, odd

    def _drawn(self, values: Values, seat: int, dice: Dice) -> Any:
        """A member of the set that is drawn from."""
        assert self._draw is not None
        assert self.roll.draw is not None
        members = ordered(self._draw(values, seat))
        if not members:
            raise self._fault(say("`{roll}` has nothing to draw from", roll=self.roll.name))
        of = getattr(self.roll.draw.type, "of", self.roll.draw.type)
        names = values[NAMES]
        shown = [to_plain(self.program.layout, of, member, names) for member in members]
        try:
            return members[dice.draw(None if seat == NOBODY else seat, shown)]
        except (OutOfDice, BadValue) as error:
            raise self._told(error, say("one drawn")) from None

    def _fault(self, message: Text) -> RulesetFault:
        return RulesetFault(message, (self.roll.name,), (self.roll.span,))

    def _told(self, error: OutOfDice | BadValue, place: Text) -> OutOfDice | BadValue:
        """What scripted results lack, with the roll that wanted it."""
        message = say(
            "{fault} ({place} in the roll `{roll}`)", fault=error.message, place=place, roll=self.roll.name
        )
        return type(error)(message)

    def written(self, values: Values, results: Mapping[int, Any]) -> Values:
        """The values with the results in the roll's slot."""
        at = self.place
        if self.roll.holder == "arena":
            after = next(iter(results.values()), values[at])
        else:
            row = list(values[at])
            for seat, value in results.items():
                row[seat] = value
            after = tuple(row)
        return (*values[:at], after, *values[at + 1 :])

    def lines(self, values: Values, results: Mapping[int, Any]) -> Iterator[Event]:
        """The trace of the roll."""
        roll, names = self.roll, values[NAMES]
        audiences = Audiences(self.program, self.functions, self.written(values, results))
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


def rolling(program: Program, name: str, *, traced: bool) -> Rolling:
    """The roll of that name, ready to be made."""
    key = ("roll", name, traced)
    found: Rolling | None = program.plans.get(key)
    if found is None:
        functions = program.traced if traced else program.plain
        found = program.plans[key] = Rolling(program, functions, program.rolls[name])
    return found
