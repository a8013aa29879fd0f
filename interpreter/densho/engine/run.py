"""Running a fight: from its start, or from choices that are all in, to the next choice owed or the end.

Nothing here knows what a ruleset is about. The flow's instructions are gone through one by one; a step is computed against the state before
it and committed whole; verdicts leave or repeat blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from densho.engine.audience import Audiences
from densho.engine.choices import judge_choice
from densho.engine.commit import Ending, cause_item, cause_name, commit, drop_words
from densho.engine.dice import Dice
from densho.engine.errors import BadValue, IllegalChoice, NotOwed, RulesetFault
from densho.engine.events import COVERED, Event
from densho.engine.fits import fits
from densho.engine.flow import Instruction
from densho.engine.layout import NAMES, PRESENT, Choice, Values
from densho.engine.order import ordered
from densho.engine.program import Functions, Program
from densho.engine.report import applied_lines, reason, told, traced, winner_name
from densho.engine.spelling import spell_choice
from densho.engine.state import State, Verdict
from densho.engine.tables import plain_name
from densho.engine.values import to_plain
from densho.ir import nodes as ir
from densho.ir import types as t

BUDGET = 100_000
MOST_DICE = 10_000
NO_RESULT = (-1, -1, False)


@dataclass(frozen=True, slots=True)
class Setup:
    """`fighters` in the order of seats: (name, slot → value); `arena`: slot → value. Values as while running (see `ir.types`)."""

    fighters: tuple[tuple[str, Mapping[str, Any]], ...]
    arena: Mapping[str, Any] = field(default_factory=dict)


def start(program: Program, setup: Setup, dice: Dice, *, trace: bool = True) -> tuple[State, tuple[Event, ...]]:
    """Begins a fight and runs it to the first choice owed, or the end. Raises `BadValue` and `RulesetFault`."""
    with program.lock:
        runner = _Runner(program, dice, trace)
        runner.set_up(setup)
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
    for seat, choice in sorted(choices.items()):
        place = _owed_place(state, seat)
        if not judged:
            _demand_legal(program, state, seat, choice)
        pending[place] = choice
    if any(choice is None for choice in pending):
        return state._replace(pending=tuple(pending)), ()
    with program.lock:
        runner = _Runner(program, dice, trace)
        runner.go_on(state)
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

    def __init__(self, program: Program, dice: Dice, trace: bool) -> None:
        self.program = program
        self.layout = program.layout
        self.dice = dice
        self.trace = trace
        self.functions: Functions = program.traced if trace else program.plain
        self.events: list[Event] = []
        self.values: Values = ()
        self.passes: list[int] = []
        self.fresh: frozenset[tuple[int, int]] = frozenset()
        self.outcome: Verdict | None = None
        self.at = 0
        program.recorder.clear()

    # --- beginning

    def go_on(self, state: State) -> None:
        self.values = state.values
        self.passes = list(state.passes)
        self.fresh = state.fresh

    def set_up(self, setup: Setup) -> None:
        names = tuple(name for name, _ in setup.fighters)
        self._check_names(names)
        self.passes = [0] * len(self.layout.block_index)
        values: list[Any] = [None] * self.layout.width
        seats = len(names)
        values[NAMES] = (*names, None)
        values[PRESENT] = tuple(range(seats))
        for at, slot in self.layout.slot_at.items():
            empty = self.layout.empty_value(slot.type)
            values[at] = empty if slot.holder == "arena" else (empty,) * (seats + 1)
        for decision, at in self.layout.choice_index.items():
            values[at] = (self.layout.choice_layout(decision).empty,) * (seats + 1)
        for at in self.layout.block_index.values():
            values[at] = NO_RESULT
        given = self._given(setup)
        for at in self.program.start_order:
            self._reset_slot(values, at, given)
        self.fresh = frozenset(key for key in given if self.layout.slot_at[key[0]].each is not None)
        self.values = tuple(values)
        self._refresh_present()

    def _check_names(self, names: tuple[str, ...]) -> None:
        low, high = self.program.rules.seats
        if not low <= len(names) <= high:
            raise BadValue(f"{len(names)} fighters where {low}..{high} may fight")
        if len(set(names)) < len(names):
            raise BadValue("two fighters have one name")

    def _given(self, setup: Setup) -> dict[tuple[int, int], Any]:
        given: dict[tuple[int, int], Any] = {}
        for name, value in setup.arena.items():
            given[self._given_slot("arena", name, value), -1] = value
        for seat, (_, slots) in enumerate(setup.fighters):
            for name, value in slots.items():
                given[self._given_slot("fighter", name, value), seat] = value
        return given

    def _given_slot(self, holder: str, name: str, value: Any) -> int:
        at = self.layout.slot_index.get((holder, name))
        if at is None:
            raise BadValue(f"there is no slot `{name}`")
        if not fits(self.layout, self.layout.slot_at[at].type, value):
            raise BadValue(f"`{name}` cannot be {value!r}")
        return at

    def _reset_slot(self, values: list[Any], at: int, given: Mapping[tuple[int, int], Any]) -> None:
        """Start values, but for what is given."""
        slot = self.layout.slot_at[at]
        begin = self.functions[f"start_{at}"]
        if slot.holder == "arena":
            values[at] = given[at, -1] if (at, -1) in given else self._fit(slot, begin(values, -1))
            return
        seats = len(values[NAMES]) - 1
        row = [given[at, s] if (at, s) in given else self._fit(slot, begin(values, s)) for s in range(seats)]
        values[at] = (*row, values[at][seats])

    def _fit(self, slot: ir.Slot, value: Any) -> Any:
        if not fits(self.layout, slot.type, value):
            raise RulesetFault(f"`{slot.name}` cannot start as {value!r}", (slot.name,), (slot.span,))
        return value

    def _refresh_present(self) -> None:
        if self.program.rules.present is None:
            return
        present = self.functions["present"]
        values = list(self.values)
        everybody = tuple(range(len(values[NAMES]) - 1))
        values[PRESENT] = everybody
        values[PRESENT] = tuple(seat for seat in everybody if present(values, seat))
        self.values = tuple(values)

    def reveal(self, decision: str, owing: tuple[int, ...], choices: list[Choice | None]) -> None:
        at = self.layout.choice_index[decision]
        row = list(self.values[at])
        for seat, choice in zip(owing, choices, strict=True):
            row[seat] = choice
            if self.trace:
                self._choice_lines(decision, seat, row[seat])
        self._write(at, tuple(row))

    def _choice_lines(self, decision: str, seat: int, choice: Choice) -> None:
        """What a fighter chose; hidden words are told to their owner alone."""
        names = self.values[NAMES]
        shape = self.layout.choice_layout(decision)
        entry = self.program.decisions[decision]
        hidden = {i for i, w in enumerate(shape.words) if w.hidden}
        open_choice = drop_words(shape, choice, hidden)
        for shown, audience in ((open_choice, None), (choice, frozenset((seat,)))):
            if audience is None or shown != open_choice:
                text = spell_choice(self.layout, decision, shown, names)
                fields = (("decision", decision), ("who", names[seat]), ("choice", text))
                self.events.append(Event("choice", fields, audience, decision, entry.span, "trace"))

    def _write(self, at: int, value: Any) -> None:
        self.values = (*self.values[:at], value, *self.values[at + 1 :])

    # --- the flow

    def run(self, at: int) -> tuple[State, tuple[Event, ...]]:
        code = self.program.plan.instructions
        self.at = at
        for _ in range(BUDGET):
            instruction = code[self.at]
            if self._is_rest(instruction):
                return self._state(instruction)
        name = self._around(self.at)
        raise RulesetFault(f"the block `{name}` goes on without end", (name,))

    def _around(self, at: int) -> str:
        """The innermost block of a place."""
        inside = [b for b in self.program.plan.blocks.values() if b.again <= at < b.exit]
        return max(inside, key=lambda b: len(b.outer)).name if inside else "fight"

    def _is_rest(self, instruction: Instruction) -> bool:
        """Carries an instruction out; true if somebody owes a choice there, or the fight is over."""
        self.at += 1
        match instruction.op:
            case "unless":
                if not self.functions[f"condition_{instruction.condition}"](self.values):
                    self.at = instruction.target
            case "begin":
                self.passes[self.program.block_number[instruction.name]] = 0
            case "again":
                self._again(instruction)
            case "enter":
                self._enter(instruction.name)
            case "jump":
                self.at = instruction.target
            case "ask":
                if self._owing(instruction.name):
                    self.at -= 1
                    return True
            case "do":
                self._do(instruction.name)
            case "roll":
                self._roll(self.program.rolls[instruction.name])
            case "halt":
                if self.outcome is None:
                    raise RulesetFault("the fight ends without a verdict")
        return self.outcome is not None

    def _owing(self, decision: str) -> tuple[int, ...]:
        owed = self.functions[f"owed_{plain_name(decision)}"]
        return tuple(seat for seat in self.values[PRESENT] if owed(self.values, seat))

    def _state(self, instruction: Instruction) -> tuple[State, tuple[Event, ...]]:
        owing = () if self.outcome is not None else self._owing(instruction.name)
        if self.trace:
            self._coverage()
        state = State(
            self.values, self.at, owing, (None,) * len(owing), tuple(self.passes), self.fresh, self.outcome
        )
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

    def _enter(self, block: str) -> None:
        values = list(self.values)
        values[self.layout.block_index[block]] = NO_RESULT
        for decision in self.program.plan.asked[block]:
            values[self.layout.choice_index[decision]] = (self.layout.choice_layout(decision).empty,) * len(values[NAMES])
        kept = {
            (at, seat): self.values[at] if seat < 0 else self.values[at][seat]
            for at, seat in self.fresh
            if self.layout.slot_at[at].each == block
        }
        for at in self.program.resets[block]:
            self._reset_slot(values, at, kept)
        if kept:
            self.fresh = self.fresh - frozenset(kept)
        self.values = tuple(values)
        self._refresh_present()

    # --- steps

    def _do(self, name: str) -> None:
        before = self.values
        records: list[tuple[Any, ...]] = []
        self.functions[f"step_{plain_name(name)}"](before, records)
        outcome = commit(self.program, self.functions, name, before, records)
        self.values = outcome.values
        if self.trace:
            self.events.extend(traced(self.program, name, before, records, outcome))
            self.program.recorder.exceptions.clear()
        else:
            self.events.extend(told(self.program, before, records))
        self._refresh_present()
        if outcome.endings:
            self._end(name, outcome.endings)

    def _end(self, name: str, endings: list[Ending]) -> None:
        """The blocks that end, inner ones first; then on after (or again in) the outermost."""
        by_block: dict[str, Ending] = {}
        for ending in endings:
            other = by_block.setdefault(ending.block, ending)
            if (other.kind, other.who, other.by) != (ending.kind, ending.who, ending.by):
                self._clash(ending.block, other, ending)
        blocks = self.program.plan.blocks
        inside = {self._around(self.at - 1), *blocks[self._around(self.at - 1)].outer, "fight"}
        for block, ending in by_block.items():
            if block not in inside:
                self._fault(f"`{block}` is ended outside of it", ending)
        deepest_first = sorted(by_block, key=lambda b: -len(blocks[b].outer))
        for block in deepest_first:
            if by_block[block].kind in ("win", "draw"):
                self._record(by_block[block])
        last = by_block[deepest_first[-1]]
        if last.block == "fight" and last.kind in ("leave", "again"):
            self._fault("the fight ends without a verdict", last)
        place = blocks[last.block]
        self.at = place.again if last.kind == "again" else place.exit

    def _record(self, ending: Ending) -> None:
        item = cause_item(self.program, ending.cause)
        winner = winner_name(self.values, ending.who)
        if ending.kind == "win" and winner is None:
            self._fault(f"`{ending.block}` is won by nobody", ending)
        by = reason(self.program, ending.by)
        seat = ending.who if isinstance(ending.who, int) else self._seat_of(winner)
        self._write(self.layout.block_index[ending.block], (seat, ending.by, True))
        draw = ending.kind == "draw"
        fields = (("block", ending.block), ("winner", winner), ("draw", draw), ("by", by))
        self.events.append(Event("end", fields, None, item.name, item.span, "end"))
        if ending.block == "fight":
            self.outcome = Verdict(winner, draw, by)

    def _seat_of(self, winner: str | None) -> int:
        names = self.values[NAMES][:-1]
        return names.index(winner) if winner in names else -1

    def _clash(self, block: str, one: Ending, other: Ending) -> None:
        def say(ending: Ending) -> str:
            winner = winner_name(self.values, ending.who)
            by = reason(self.program, ending.by)
            return " ".join([ending.kind, *(["for " + winner] if winner else []), *(["by " + by] if by else [])])

        names = (cause_name(self.program, one.cause), cause_name(self.program, other.cause))
        spans = (cause_item(self.program, one.cause).span, cause_item(self.program, other.cause).span)
        raise RulesetFault(
            f"`{block}` ends in two ways: `{names[0]}` {say(one)}, `{names[1]}` {say(other)}", names, spans
        )

    def _fault(self, message: str, ending: Ending) -> None:
        item = cause_item(self.program, ending.cause)
        raise RulesetFault(f"{message} (by `{item.name}`)", (item.name,), (item.span,))

    # --- chance

    def _roll(self, roll: ir.Roll) -> None:
        name = plain_name(roll.name)
        if roll.whom is None:
            seats: list[int] = [-1]
        else:
            seats = ordered(self.functions[f"whom_{name}"](self.values))
        before = self.values
        results = {seat: self._result(roll, name, seat, before) for seat in seats}
        at = self.layout.slot_index[roll.holder, roll.slot]
        if roll.holder == "arena":
            for value in results.values():
                self._write(at, value)
        else:
            row = list(before[at])
            for seat, value in results.items():
                row[seat] = value
            self._write(at, tuple(row))
        if self.trace:
            self._roll_lines(roll, at, results)
        self._refresh_present()

    def _result(self, roll: ir.Roll, name: str, seat: int, before: Values) -> Any:
        whose = None if seat < 0 else seat
        if roll.draw is not None:
            members = ordered(self.functions[f"draw_{name}"](before, seat))
            if not members:
                raise RulesetFault(f"`{roll.name}` has nothing to draw from", (roll.name,), (roll.span,))
            of = getattr(roll.draw.type, "of", roll.draw.type)
            plain = tuple(to_plain(self.layout, of, m, before[NAMES]) for m in members)
            return members[self.dice.draw(whose, plain)]
        number = self.functions[f"number_{name}"](before, seat) if roll.number is not None else 1
        if number > MOST_DICE:
            raise RulesetFault(f"`{roll.name}` rolls {number} dice", (roll.name,), (roll.span,))
        return tuple(sorted(self.dice.roll(whose, roll.low, roll.high) for _ in range(number)))

    def _roll_lines(self, roll: ir.Roll, at: int, results: Mapping[int, Any]) -> None:
        audiences = Audiences(self.program, self.functions, self.values)
        names = self.values[NAMES]
        type_: t.Type = self.layout.slot_at[at].type
        self.program.recorder.seen(f"roll:{roll.name}")
        for seat, value in results.items():
            fields = (
                ("roll", roll.name),
                ("who", names[seat] if seat >= 0 else None),
                ("slot", roll.slot),
                ("result", to_plain(self.layout, type_, value, names)),
                ("cites", list(roll.cites)),
            )
            audience = audiences.of_slot(at, None if seat < 0 else seat)
            self.events.append(Event("roll", fields, audience, roll.name, roll.span, "trace"))
