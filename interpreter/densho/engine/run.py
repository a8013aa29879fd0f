"""Running a fight: from its start, or from choices that are all in, to the next choice owed or the end.

Nothing here knows what a ruleset is about. The flow's instructions are gone through one by one; a step is computed against the state before
it and committed whole; verdicts leave or repeat blocks. Here all this is done the careful way, which knows every rule by name; without a trace
`fast` does the same by generated code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from densho.engine.assemble import drop_words
from densho.engine.audience import Audiences
from densho.engine.begin import Fresh, Setup, entered, first_values, with_present
from densho.engine.chance import rolling
from densho.engine.choices import judge_choice
from densho.engine.commit import commit
from densho.engine.dice import Dice
from densho.engine.endings import end_blocks
from densho.engine.errors import IllegalChoice, NotOwed, RulesetFault
from densho.engine.events import COVERED, Event
from densho.engine.fast import BUDGET, endless, fast_run, fast_start, too_often, undecided
from densho.engine.flow import Instruction
from densho.engine.layout import NAMES, Choice, Values
from densho.engine.program import Functions, Program
from densho.engine.report import applied_lines, by_seat, told, traced
from densho.engine.spelling import spell_choice
from densho.engine.state import State, Verdict
from densho.engine.tables import identifier
from densho.messages import say


def start(
    program: Program, setup: Setup, dice: Dice, *, trace: bool = True, tell: bool = True
) -> tuple[State, tuple[Event, ...]]:
    """Begins a fight and runs it to the first choice owed, or the end. Raises `BadValue` and `RulesetFault`.

    Without `trace` the events that rules tell and the ends of blocks are given, without `tell` the latter alone.
    """
    if not trace:
        values, fresh = first_values(program, program.plain, setup)
        if not fresh:
            return fast_start(program, values, dice, tell=tell)
    with program.lock:
        runner = _Runner(program, dice, trace=trace)
        runner.values, runner.fresh = first_values(program, runner.functions, setup)
        state, events = runner.run(0)
    return state, events if trace or tell else untold(events)


def step(
    program: Program,
    state: State,
    choices: Mapping[int, Choice],
    dice: Dice,
    *,
    trace: bool = True,
    tell: bool = True,
    judged: bool = False,
) -> tuple[State, tuple[Event, ...]]:
    """Hands in choices (by seat); when all are in, runs to the next choice owed, or the end. `trace` and `tell` as for `start`.

    Raises `NotOwed`, `IllegalChoice` (unless `judged`: they are known to be legal) and `RulesetFault`; the state given stays as it was.
    """
    if (
        judged
        and not trace
        and not state.fresh
        and choices.keys() == set(state.owing)
        and not any(state.pending)
    ):
        return fast_run(program, state, [choices[seat] for seat in state.owing], dice, tell=tell)
    pending = list(state.pending)
    for seat, choice in choices.items():
        place = _owed_place(state, seat)
        if not judged:
            _demand_legal(program, state, seat, choice)
        pending[place] = choice
    if None in pending:
        return state._replace(pending=tuple(pending)), ()
    if not trace and not state.fresh:
        return fast_run(program, state, pending, dice, tell=tell)
    with program.lock:
        runner = _Runner(program, dice, trace=trace)
        runner.values, runner.passes, runner.fresh = state.values, list(state.passes), state.fresh
        runner.reveal(program.plan.instructions[state.at].name, state.owing, pending)
        after, events = runner.run(state.at + 1)
    return after, events if trace or tell else untold(events)


def untold(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Without the events that rules tell."""
    return tuple(event for event in events if event.kind != "event")


def _owed_place(state: State, seat: int) -> int:
    if seat not in state.owing or state.pending[state.owing.index(seat)] is not None:
        raise NotOwed(say("seat {seat} owes no choice now", seat=seat + 1), seat)
    return state.owing.index(seat)


def _demand_legal(program: Program, state: State, seat: int, choice: Choice) -> None:
    refused = judge_choice(program, state, seat, choice)
    if refused:
        message = say("the choice is refused by `{refusal}`", refusal=refused[0].says)
        raise IllegalChoice(message, seat, refused[0].says)


class _Runner:
    """One run from decision to decision."""

    def __init__(self, program: Program, dice: Dice, *, trace: bool) -> None:
        self.program = program
        self.layout = program.layout
        self.dice = dice
        self.trace = trace
        self.functions: Functions = program.traced if trace else program.plain
        self.values: Values = ()
        self.passes = [0] * len(program.block_number)
        self.fresh: Fresh = frozenset()
        self.events: list[Event] = []
        self.outcome: Verdict | None = None
        self.at = 0
        self.left = BUDGET
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
        self.values = (*self.values[:at], tuple(row), *self.values[at + 1 :])
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
        self.at = at
        try:
            return self._run()
        except RulesetFault as fault:
            raise fault.at(self.program.plan.instructions[max(0, self.at - 1)].span) from None

    def _run(self) -> tuple[State, tuple[Event, ...]]:
        code = self.program.plan.instructions
        functions = self.functions
        while True:
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
                    owing = functions[instruction.function](self.values)
                    if owing:
                        self.at -= 1
                        return self._state(owing)
                case "unless":
                    if not functions[f"condition_{instruction.condition}"](self.values):
                        self.at = instruction.target
                case "again":
                    self._again(instruction)
                case "jump":
                    self.at = instruction.target
                case "begin" if instruction.name in self.program.block_number:
                    self.passes[self.program.block_number[instruction.name]] = 0
                case "roll":
                    self._roll(instruction.name)
                case "halt":
                    raise undecided(instruction)

    def _state(self, owing: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
        if self.trace:
            self._coverage()
        pending = (None,) * len(owing)
        state = State(self.values, self.at, owing, pending, tuple(self.passes), self.fresh, self.outcome)
        return state, tuple(self.events)

    def _coverage(self) -> None:
        audiences = Audiences(self.program, self.functions, self.values)
        self.events.extend(applied_lines(self.program, audiences))
        names = tuple(sorted(self.program.noted()))
        self.events.append(Event(COVERED, (("names", names),), frozenset(), "", kind="trace"))

    def _again(self, instruction: Instruction) -> None:
        if instruction.condition >= 0 and not self.functions[f"condition_{instruction.condition}"](
            self.values
        ):
            self.at = instruction.target
            return
        self.left -= 1
        if self.left < 0:
            raise endless(instruction)
        number = self.program.block_number.get(instruction.name)
        if number is not None and instruction.at_most is not None:
            self.passes[number] += 1
            if self.passes[number] > instruction.at_most:
                raise too_often(instruction)

    # --- steps and rolls

    def _do(self, instruction: Instruction) -> None:
        before = self.values
        records: list[tuple[Any, ...]] = []
        functions = self.program.traced
        functions[f"step_{identifier(instruction.name)}"](before, records)
        outcome = commit(self.program, functions, instruction.name, before, records)
        self.values = outcome.values
        told_in = by_seat(records) if instruction.by_fighter else records
        if self.trace:
            self.events.extend(traced(self.program, instruction.name, before, told_in, outcome))
            self.program.recorder.exceptions.clear()
        else:
            self.events.extend(told(self.program, before, told_in))
        if instruction.name in self.program.present_steps:
            self._refresh_present()
        if outcome.endings:
            ended = end_blocks(self.program, self.values, self.at - 1, outcome.endings)
            self.values, self.at, self.outcome = ended.values, ended.at, ended.outcome
            self.events.extend(ended.events)

    def _roll(self, name: str) -> None:
        roll = rolling(self.program, name, traced=self.trace)
        results = roll.results(self.values, self.dice)
        if self.trace:
            self.events.extend(roll.lines(self.values, results))
        self.values = roll.written(self.values, results)
        if name in self.program.present_rolls:
            self._refresh_present()


__all__ = ["Setup", "start", "step"]
