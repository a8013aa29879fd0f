"""The fast path: from choices that are all in to the next choice owed, by the generated flow (`codegen_loop`).

What the generated code leaves to others is here: verdicts, rolls, faults; and a step that found trouble is done again the
careful way, which either names the rules or finds that all was well.
"""

from __future__ import annotations

from typing import Any, NoReturn

from densho.engine.begin import bad_start, with_present
from densho.engine.chance import rolling
from densho.engine.codegen_fast import QUIET
from densho.engine.codegen_loop import LOOP
from densho.engine.commit import commit
from densho.engine.dice import Dice
from densho.engine.endings import end_blocks
from densho.engine.errors import RulesetFault
from densho.engine.events import Event
from densho.engine.flow import Instruction
from densho.engine.layout import Choice, Values
from densho.engine.program import Program
from densho.engine.report import by_seat, told
from densho.engine.state import Ending, State, Verdict
from densho.engine.tables import identifier
from densho.messages import say, say_n

BUDGET = 2_000
"""How many passes of blocks there may be between two decisions."""

NOT_FRESH: frozenset[tuple[int, int]] = frozenset()


def fast_run(
    program: Program, state: State, choices: list[Choice | None], dice: Dice, *, tell: bool
) -> tuple[State, tuple[Event, ...]]:
    """Reveals the choices and runs on; nothing that the setup gave may still be waiting for its block."""
    name, at = program.ask_places[state.at]
    row = list(state.values[at])
    for seat, choice in zip(state.owing, choices, strict=True):
        row[seat] = choice
    values = (*state.values[:at], tuple(row), *state.values[at + 1 :])
    if name in program.present_decisions:
        values = with_present(program, program.plain, values)
    return _flow(program, values, state.at + 1, state.passes, dice, tell=tell)


def fast_start(
    program: Program, values: Values, dice: Dice, *, tell: bool
) -> tuple[State, tuple[Event, ...]]:
    """Begins the flow."""
    return _flow(program, values, 0, (0,) * len(program.block_number), dice, tell=tell)


def _flow(
    program: Program, values: Values, at: int, passes: tuple[int, ...], dice: Dice, *, tell: bool
) -> tuple[State, tuple[Event, ...]]:
    events: list[Event] = []
    flow = program.plain[LOOP if tell else QUIET + LOOP]
    values, place, owing, passes, outcome = flow(values, at, passes, events, Help(program, dice))
    fields = (values, place, owing, (None,) * len(owing), passes, NOT_FRESH, outcome)
    return tuple.__new__(State, fields), tuple(events)


class Help:
    """What the generated flow calls."""

    __slots__ = ("budget", "dice", "program")

    def __init__(self, program: Program, dice: Dice) -> None:
        self.program = program
        self.dice = dice
        self.budget = BUDGET

    def careful(self, at: int, before: Values) -> tuple[Values, list[Event], list[Ending]]:
        """The step at this place of the flow once more, by the functions that know every rule by name."""
        program = self.program
        instruction = program.plan.instructions[at]
        with program.lock:
            records: list[tuple[Any, ...]] = []
            try:
                program.traced[f"step_{identifier(instruction.name)}"](before, records)
                outcome = commit(program, program.traced, instruction.name, before, records)
            except RulesetFault as fault:
                raise fault.at(instruction.span) from None
            told_in = by_seat(records) if instruction.by_fighter else records
            return outcome.values, list(told(program, before, told_in)), outcome.endings

    def end(
        self, values: Values, at: int, endings: list[Ending], events: list[Event]
    ) -> tuple[Values, int, Verdict | None]:
        endings.sort(key=lambda ending: ending.cause[0])
        ended = end_blocks(self.program, values, at, endings)
        events.extend(ended.events)
        return ended.values, ended.at, ended.outcome

    def roll(self, name: str, values: Values) -> Values:
        program = self.program
        roll = rolling(program, name, traced=False)
        values = roll.written(values, roll.results(values, self.dice))
        return with_present(program, program.plain, values) if name in program.present_rolls else values

    def misfit(self, at: int, value: Any) -> NoReturn:
        raise bad_start(self.program.layout.slot_at[at], value)

    def present(self, values: Values) -> Values:
        return with_present(self.program, self.program.plain, values)

    def halt(self, at: int) -> NoReturn:
        raise undecided(self.program.plan.instructions[at])

    def endless(self, at: int) -> NoReturn:
        raise endless(self.program.plan.instructions[at])

    def too_often(self, at: int) -> NoReturn:
        raise too_often(self.program.plan.instructions[at])


def undecided(halt: Instruction) -> RulesetFault:
    """The flow has come to its end."""
    return RulesetFault(
        say("the fight ends without a verdict"),
        (),
        (halt.span,),
        (
            say("this is the last line of the flow, and no rule has ended the fight before"),
            say(
                "some rule has to say `win fight for E by R` or `draw fight by R`, or a block around it all repeats"
            ),
        ),
    )


def endless(head: Instruction) -> RulesetFault:
    return RulesetFault(
        say("the block `{block}` goes on without end", block=head.name),
        (head.name,),
        (head.span,),
        (
            say("no pass of it asks anybody for a choice, and nothing ends it"),
            say(
                "let a rule say `leave {block}`, give the block a `while`, or ask a decision in it",
                block=head.name,
            ),
        ),
    )


def too_often(head: Instruction) -> RulesetFault:
    most = head.at_most or 0
    return RulesetFault(
        say_n(
            "the block `{block}` repeats more than {n} time",
            "the block `{block}` repeats more than {n} times",
            most,
            block=head.name,
        ),
        (head.name,),
        (head.span,),
        (
            say(
                "`at most` is a safeguard, not an end: let a rule say `leave {block}`, or give the block a `while`",
                block=head.name,
            ),
            say("what is done once is a `block {block}:`", block=head.name),
        ),
    )
