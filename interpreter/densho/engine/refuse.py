"""Whether a choice is refused, and by what.

The candidate is put into the state in the place of the fighter's choice, and the refusals of the decision are asked one after another. Those
that let off are asked last: one that would refuse everything that is otherwise legal refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from densho.engine.codegen_rules import refusal_name
from densho.engine.errors import NotOwed
from densho.engine.layout import Choice, Values
from densho.engine.program import Functions, Program
from densho.engine.state import State
from densho.ir import nodes as ir
from densho.source import NOWHERE, Span

NOT_OWED = "not_owed"


@dataclass(frozen=True, slots=True)
class Refused:
    """One refusal that applies: the id that it `says`, its name and place, and what about the text."""

    says: str
    name: str
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision as one fighter faces it."""

    program: Program
    functions: Functions
    state: State
    seat: int
    decision: ir.Decision

    def place(self, choice: Choice) -> Values:
        """The state with the candidate in it."""
        at = self.program.layout.choice_index[self.decision.name]
        values = self.state.values
        row = list(values[at])
        row[self.seat] = choice
        return (*values[:at], tuple(row), *values[at + 1 :])

    def applies(self, refusal: int, values: Values) -> bool:
        """Whether the refusal (by its number) applies to the choice in these values."""
        function = self.functions.get(refusal_name(self.decision.name, refusal))
        return function is not None and bool(function(values, self.seat))

    @property
    def strict(self) -> list[int]:
        """Refusals that let nobody off."""
        return [i for i, r in enumerate(self.decision.refusals) if judged(r) and not r.lets_off]

    @property
    def lenient(self) -> list[int]:
        return [i for i, r in enumerate(self.decision.refusals) if judged(r) and r.lets_off]

    def otherwise(self, choice: Choice) -> list[int]:
        """Which of the strict refusals apply."""
        values = self.place(choice)
        return [i for i in self.strict if self.applies(i, values)]


def judged(refusal: ir.Refusal) -> bool:
    return refusal.test in ("condition", "crowded")


def asked(program: Program, state: State, seat: int, *, traced: bool = False) -> Asked:
    """Raises `NotOwed` if the fighter owes nothing (or has handed it in)."""
    if seat not in state.owing or state.pending[state.owing.index(seat)] is not None:
        raise NotOwed(f"seat {seat + 1} owes no choice now", seat)
    decision = program.decisions[program.plan.instructions[state.at].name]
    return Asked(program, program.traced if traced else program.plain, state, seat, decision)


def told_refusal(refusal: ir.Refusal, detail: str = "") -> Refused:
    return Refused(refusal.says, f"forbid:{refusal.decision}.{refusal.name}", refusal.span, refusal.cites, detail)


def names_of(asked_: Asked, places: list[int]) -> Iterator[Refused]:
    for place in places:
        yield told_refusal(asked_.decision.refusals[place])
