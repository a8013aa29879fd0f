"""Running a fight: from its start, or from choices that are all in, to the next choice owed or the end.

Nothing here knows what a ruleset is about. The flow's instructions are gone through one by one; a step is computed against the state before
it and committed whole; verdicts leave or repeat blocks. Without a trace steps take the fast path (`codegen_fast`); where that finds
trouble, and with a trace, the careful one (`commit`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from densho.engine.assemble import drop_words
from densho.engine.audience import Audiences
from densho.engine.begin import Fresh, Setup, entered, first_values, with_present
from densho.engine.chance import roll_lines, rolled, with_results
from densho.engine.choices import judge_choice
from densho.engine.commit import Ending, commit
from densho.engine.dice import Dice
from densho.engine.endings import around, end_blocks
from densho.engine.errors import IllegalChoice, NotOwed, RulesetFault
from densho.engine.events import COVERED, Event
from densho.engine.flow import Instruction
from densho.engine.layout import NAMES, Choice, Values
from densho.engine.merge import Trouble
from densho.engine.program import Functions, Program
from densho.engine.report import applied_lines, by_seat, told, traced
from densho.engine.spelling import spell_choice
from densho.engine.state import State, Verdict
from densho.engine.tables import identifier

BUDGET = 100_000


def start(program: Program, setup: Setup, dice: Dice, *, trace: bool = True) -> tuple[State, tuple[Event, ...]]:
    """Begins a fight and runs it to the first choice owed, or the end. Raises `BadValue` and `RulesetFault`."""
    with program.lock:
        functions = program.traced if trace else program.plain
        values, fresh = first_values(program, functions, setup)
        runner = _Runner(program, dice, trace, values, [0] * len(program.layout.block_index), fresh)
        return runner.run(0)


def step(
    program: Program,
    state: State,
    choices: Mapping[int, Choice],
    dice: Dice,
    *,
    trace: bool = True,
    judged: bool = False,
) -> tuple[State, tuple[Event, ...]]:
    """Hands in choices (by seat); when all are in, runs to the next choice owed, or the end.

    Raises `NotOwed`, `IllegalChoice` (unless `judged`: they are known to be legal) and `RulesetFault`; the state given stays as it was.
    """
    pending = list(state.pending)
    for seat, choice in choices.items():
        place = _owed_place(state, seat)
        if not judged:
            _demand_legal(program, state, seat, choice)
        pending[place] = choice
    if None in pending:
        return state._replace(pending=tuple(pending)), ()
    with program.lock:
        runner = _Runner(program, dice, trace, state.values, list(state.passes), state.fresh)
        runner.reveal(program.plan.instructions[state.at].name, state.owing, pending)
        return runner.run(state.at + 1)


def _owed_place(state: State, seat: int) -> int:
    if seat not in state.owing or state.pending[state.owing.index(seat)] is not None:
        raise NotOwed(f"seat {seat + 1} owes no choice now", seat)
    return state.owing.index(seat)


def _demand_legal(program: Program, state: State, seat: int, choice: Choice) -> None:
    refused = judge_choice(program, state, seat, choice)
    if refused:
        raise IllegalChoice(f"the choice is refused by `{refused[0].says}`", seat, refused[0].says)


class _Runner:
    """One run from decision to decision."""

    __slots__ = ("at", "dice", "events", "fresh", "functions", "layout", "outcome", "passes", "program", "trace", "values")

    def __init__(
        self, program: Program, dice: Dice, trace: bool, values: Values, passes: list[int], fresh: Fresh
    ) -> None:
        self.program = program
        self.layout = program.layout
        self.dice = dice
        self.trace = trace
        self.functions: Functions = program.traced if trace else program.plain
        self.values = values
        self.passes = passes
        self.fresh = fresh
        self.events: list[Event] = []
        self.outcome: Verdict | None = None
        self.at = 0
        if trace:
            program.recorder.clear()

    def reveal(self, decision: str, owing: tuple[int, ...], choices: list[Choice | None]) -> None:
        """Puts the choices into the state."""
        at = self.layout.choice_index[decision]
        row = list(self.values[at])
        for seat, choice in zip(owing, choices, strict=True):
            row[seat] = choice
            if self.trace:
                self._choice_lines(decision, seat, row[seat])
        self.values = self.values[:at] + (tuple(row),) + self.values[at + 1 :]
        if decision in self.program.present_decisions:
            self._refresh_present()

    def _choice_lines(self, decision: str, seat: int, choice: Choice) -> None:
        """What a fighter chose; hidden words are told to their owner alone."""
        names = self.values[NAMES]
        shape = self.layout.choice_layout(decision)
        entry = self.program.decisions[decision]
        public = drop_words(shape, choice, {i for i, w in enumerate(shape.words) if w.hidden})
        for shown, audience in ((public, None), (choice, frozenset((seat,)))):
            if audience is None or shown != public:
                text = spell_choice(self.layout, decision, shown, names)
                fields = (("decision", decision), ("who", names[seat]), ("choice", text))
                self.events.append(Event("choice", fields, audience, decision, entry.span, "trace"))

    def _refresh_present(self) -> None:
        self.values = with_present(self.program, self.functions, self.values)

    # --- the flow

    def run(self, at: int) -> tuple[State, tuple[Event, ...]]:
        """From the instruction `at` on."""
        code = self.program.plan.instructions
        self.at = at
        for _ in range(BUDGET):
            instruction = code[self.at]
            self.at += 1
            match instruction.op:
                case "do":
                    self._do(instruction)
                    if self.outcome is not None:
                        return self._state(())
                case "enter":
                    self.values, self.fresh = entered(
                        self.program, self.functions, self.values, instruction.name, self.fresh
                    )
                case "ask":
                    owing = self.functions[f"owing_{identifier(instruction.name)}"](self.values)
                    if owing:
                        self.at -= 1
                        return self._state(owing)
                case "unless":
                    if not self.functions[f"condition_{instruction.condition}"](self.values):
                        self.at = instruction.target
                case "again":
                    self._again(instruction)
                case "jump":
                    self.at = instruction.target
                case "begin":
                    self.passes[self.program.block_number[instruction.name]] = 0
                case "roll":
                    self._roll(instruction.name)
                case "halt":
                    raise RulesetFault("the fight ends without a verdict")
        name = around(self.program, self.at)
        raise RulesetFault(f"the block `{name}` goes on without end", (name,))

    def _state(self, owing: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
        if self.trace:
            self._coverage()
        pending = (None,) * len(owing)
        state = State(self.values, self.at, owing, pending, tuple(self.passes), self.fresh, self.outcome)
        return state, tuple(self.events)

    def _coverage(self) -> None:
        audiences = Audiences(self.program, self.functions, self.values)
        self.events.extend(applied_lines(self.program, audiences))
        names = tuple(sorted(self.program.recorder.names))
        self.events.append(Event(COVERED, (("names", names),), frozenset(), "", kind="trace"))

    def _again(self, instruction: Instruction) -> None:
        if instruction.condition >= 0 and not self.functions[f"condition_{instruction.condition}"](self.values):
            self.at = instruction.target
            return
        number = self.program.block_number[instruction.name]
        self.passes[number] += 1
        if instruction.at_most is not None and self.passes[number] > instruction.at_most:
            raise RulesetFault(
                f"the block `{instruction.name}` repeats more than {instruction.at_most} times", (instruction.name,)
            )

    # --- steps and rolls

    def _do(self, instruction: Instruction) -> None:
        endings = self._traced_step(instruction) if self.trace else self._fast_step(instruction)
        if instruction.name in self.program.present_steps:
            self._refresh_present()
        if endings:
            ended = end_blocks(self.program, self.values, self.at - 1, endings)
            self.values, self.at, self.outcome = ended.values, ended.at, ended.outcome
            self.events.extend(ended.events)

    def _fast_step(self, instruction: Instruction) -> list[Ending]:
        before = self.values
        try:
            self.values, events, ends = self.functions[instruction.function](before)
        except (Trouble, RulesetFault):
            return self._careful_step(instruction)
        if events:
            self.events.extend(events)
        return [Ending(*end) for end in ends] if ends else []

    def _careful_step(self, instruction: Instruction) -> list[Ending]:
        """The same as the fast step, by the functions that know every rule by name."""
        functions, before = self.program.traced, self.values
        records: list[tuple[Any, ...]] = []
        functions[f"step_{identifier(instruction.name)}"](before, records)
        outcome = commit(self.program, functions, instruction.name, before, records)
        self.values = outcome.values
        self.events.extend(told(self.program, before, by_seat(records) if instruction.by_fighter else records))
        return outcome.endings

    def _traced_step(self, instruction: Instruction) -> list[Ending]:
        before = self.values
        records: list[tuple[Any, ...]] = []
        self.functions[f"step_{identifier(instruction.name)}"](before, records)
        outcome = commit(self.program, self.functions, instruction.name, before, records)
        self.values = outcome.values
        told_in = by_seat(records) if instruction.by_fighter else records
        self.events.extend(traced(self.program, instruction.name, before, told_in, outcome))
        self.program.recorder.exceptions.clear()
        return outcome.endings

    def _roll(self, name: str) -> None:
        roll = self.program.rolls[name]
        results = rolled(self.program, self.functions, self.values, roll, self.dice)
        self.values = with_results(self.program, self.values, roll, results)
        if self.trace:
            self.events.extend(roll_lines(self.program, self.functions, self.values, roll, results))
        if name in self.program.present_rolls:
            self._refresh_present()


__all__ = ["Setup", "start", "step"]
