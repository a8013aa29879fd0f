"""Whether a choice is refused, and by what.

The candidate is put into the state in the place of the fighter's choice, and the refusals of the decision are asked one after another. Those
that let off are asked last: one that would refuse everything that is otherwise legal refuses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from densho.engine.codegen_refusals import refusal_name
from densho.engine.errors import NotOwed
from densho.engine.layout import Choice, Values
from densho.engine.program import Functions, Program
from densho.engine.state import State
from densho.ir import nodes as ir
from densho.messages import say
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


class Asked:
    """A decision as one fighter faces it; `functions` are those of one variant."""

    __slots__ = (
        "_after",
        "_before",
        "decision",
        "functions",
        "lenient",
        "program",
        "refusals",
        "seat",
        "shape",
        "state",
        "strict",
    )

    def __init__(
        self, program: Program, functions: Functions, state: State, seat: int, decision: ir.Decision
    ) -> None:
        self.program = program
        self.functions = functions
        self.state = state
        self.seat = seat
        self.decision = decision
        self.shape = program.layout.choice_layout(decision.name)
        at = program.layout.choice_index[decision.name]
        row = state.values[at]
        self._before = state.values[:at], row[:seat]
        self._after = row[seat + 1 :], state.values[at + 1 :]
        self.refusals = refusal_functions(functions, decision)
        self.strict, self.lenient = refusal_numbers(program, decision)

    def place(self, choice: Choice) -> Values:
        """The state with the candidate in it."""
        return self._before[0] + (self._before[1] + (choice,) + self._after[0],) + self._after[1]

    def applies(self, refusal: int, values: Values) -> bool:
        """Whether the refusal (by its number) applies to the choice in these values."""
        return bool(self.refusals[refusal](values, self.seat))

    def otherwise(self, choice: Choice) -> list[int]:
        """Which of the strict refusals apply."""
        values = self.place(choice)
        return [i for i in self.strict if self.refusals[i](values, self.seat)]


def _never(values: Values, seat: int) -> bool:
    del values, seat
    return False


def refusal_functions(functions: Functions, decision: ir.Decision) -> list[Callable[[Values, int], bool]]:
    """For each refusal of a decision whether it applies; mistakes of reading are found elsewhere."""
    kept: dict[str, list[Callable[[Values, int], bool]]] = functions.setdefault("__refusals__", {})
    if decision.name not in kept:
        names = [refusal_name(decision.name, i) for i in range(len(decision.refusals))]
        kept[decision.name] = [functions.get(name, _never) for name in names]
    return kept[decision.name]


def refusal_numbers(program: Program, decision: ir.Decision) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of the refusals that let nobody off, and of those that do."""
    key = ("refusals", decision.name)
    if key not in program.plans:
        numbers = [i for i, r in enumerate(decision.refusals) if judged(r)]
        strict = tuple(i for i in numbers if not decision.refusals[i].lets_off)
        program.plans[key] = strict, tuple(i for i in numbers if decision.refusals[i].lets_off)
    found: tuple[tuple[int, ...], tuple[int, ...]] = program.plans[key]
    return found


def judged(refusal: ir.Refusal) -> bool:
    return refusal.test in ("condition", "crowded")


def asked(program: Program, state: State, seat: int, *, traced: bool = False) -> Asked:
    """Raises `NotOwed` if the fighter owes nothing (or has handed it in)."""
    if seat not in state.owing or state.pending[state.owing.index(seat)] is not None:
        raise NotOwed(say("seat {seat} owes no choice now", seat=seat + 1), seat)
    decision = program.decisions[program.plan.instructions[state.at].name]
    return Asked(program, program.traced if traced else program.plain, state, seat, decision)


def told_refusal(refusal: ir.Refusal, detail: str = "") -> Refused:
    return Refused(
        refusal.says, f"forbid:{refusal.decision}.{refusal.name}", refusal.span, refusal.cites, detail
    )
