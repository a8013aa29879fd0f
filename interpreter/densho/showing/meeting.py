"""What happens when two things meet, found out by playing: each choice of one part against each other, from one and the same start.

What would be refused at this start is left out, unless nothing else can be done; then it is played all the same, and what would have refused
it is kept beside it. Dice fall evenly: of the highest faces, as many in turn as it takes for the rules not to fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any, Literal

from densho import engine
from densho.engine import Event, Program, RulesetFault, State
from densho.engine.domains import TooMany, argument_values
from densho.engine.refuse import Asked, asked
from densho.engine.spelling import argument_default, spell_part
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.messages import say

NAMES = ("A", "B")
FACES = (2, 1, 3, 6)
"""How many of the highest faces fall in turn, tried in this order."""
MOST_OF_A_WORD = 12
MOST = 60


class NoMeeting(DenshoError):
    """The choices of this decision cannot be played against each other."""


@dataclass(frozen=True, slots=True)
class Start:
    """How the fight stands when they meet: options, and slots of the fighters `A` and `B` and of the arena as plain data."""

    options: Mapping[str, str] = field(default_factory=dict)
    fighters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    arena: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Side:
    """A choice in its one spelling, and what refuses it at this start."""

    text: str
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What was told and which blocks ended; `failed` when the rules contradict themselves there."""

    events: tuple[Event, ...]
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """`cells` by the choice of `A`, then of `B`; `idle` is what happens when neither does anything, if one may."""

    decision: str
    left: tuple[Side, ...]
    top: tuple[Side, ...]
    cells: tuple[tuple[Cell, ...], ...]
    idle: Cell | None

    def cell(self, left: str, top: str) -> Cell:
        """The cell of two choices in their spelling."""
        rows = {side.text: cells for side, cells in zip(self.left, self.cells, strict=True)}
        return dict(zip((side.text for side in self.top), rows[left], strict=True))[top]


def meet(ruleset: ir.Ruleset, decision: str, start: Start | None = None, *, refused: bool = False) -> Meeting:
    """Plays the choices of a decision that both fighters owe at the start; with `refused` also those that would be refused.

    Raises `NoMeeting`, or `BadValue` for the start's values.
    """
    given = start or Start()
    program = engine.compile_program(ruleset, given.options)
    found: list[tuple[int, Meeting]] = []
    for faces in FACES:
        state = _started(program, given, _Even(faces))
        if state is None:
            continue
        meeting = _played(program, _at(program, state, decision), faces, refused)
        failures = sum(cell.failed for row in meeting.cells for cell in row)
        found.append((failures, meeting))
        if not failures:
            break
    if not found:
        raise NoMeeting(say("the rules fail at the start"))
    return min(found, key=lambda one: one[0])[1]


def interacting(ruleset: ir.Ruleset) -> tuple[str, ...]:
    """The decisions whose words are the rows of a kind, so that what each row does to each other is a question."""
    if ruleset.seats[0] > len(NAMES):
        return ()
    return tuple(
        one.name
        for one in ruleset.decisions
        if one.root == one.name and sum(word.row is not None for word in one.words) > 1
    )


class _Even:
    """The highest faces in turn, for each fighter alike; of things that are drawn the first."""

    def __init__(self, faces: int) -> None:
        self.faces = faces
        self.counts: dict[int | None, int] = {}

    def roll(self, seat: int | None, low: int, high: int) -> int:
        number = self.counts.get(seat, 0)
        self.counts[seat] = number + 1
        return high - number % min(self.faces, high - low + 1)

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        del seat, members
        return 0


# --- the start ---------------------------------------------------------------------------------------


def _started(program: Program, start: Start, dice: _Even) -> State | None:
    types = {(slot.holder, slot.name): slot.type for slot in program.rules.slots}

    def slots(holder: Literal["arena", "fighter"], given: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: engine.from_plain(program, types[holder, name], value, NAMES)
            for name, value in given.items()
        }

    fighters = tuple((name, slots("fighter", start.fighters.get(name, {}))) for name in NAMES)
    setup = engine.Setup(fighters=fighters, arena=slots("arena", start.arena))
    try:
        return engine.start(program, setup, dice, trace=False, tell=False)[0]
    except RulesetFault:
        return None


def _at(program: Program, state: State, decision: str) -> State:
    """The state, if both owe the decision in it."""
    owed = engine.owed(program, state)
    if set(owed.values()) != {decision} or len(owed) != len(NAMES):
        raise NoMeeting(say("`{decision}` is not what both owe at the start", decision=decision))
    return state


# --- the choices -------------------------------------------------------------------------------------


def _sides(program: Program, state: State, seat: int, refused: bool) -> tuple[tuple[Side, Any], ...]:
    """The choices of one part, with their spelling."""
    ask = asked(program, state, seat)
    found: dict[str, tuple[Side, Any]] = {}
    for text in _texts(program, ask):
        judged = engine.judge(program, state, seat, text)
        if judged.choice is not None:
            by = tuple(dict.fromkeys(one.says for one in judged.refusals))
            found.setdefault(text, (Side(text, by), judged.choice))
    chosen = tuple(found.values())
    empty = ask.shape.empty
    if not refused and any(choice != empty and not side.refused for side, choice in chosen):
        chosen = tuple((side, choice) for side, choice in chosen if not side.refused)
    if not 0 < len(chosen) <= MOST:
        raise NoMeeting(
            say("`{decision}` has too many choices", decision=ask.decision.name)
            if chosen
            else say("`{decision}` has no choice of a single part", decision=ask.decision.name)
        )
    return chosen


def _texts(program: Program, ask: Asked) -> Iterator[str]:
    values = ask.place(ask.shape.empty)
    for at, word in enumerate(ask.shape.words):
        try:
            lists = [_values(program, ask, word, argument, values) for argument in word.args]
        except TooMany:
            continue
        for arguments in islice(product(*lists), MOST_OF_A_WORD):
            yield spell_part(program.layout, ask.shape, at, arguments, (*NAMES, None))


def _values(program: Program, ask: Asked, word: ir.Word, argument: ir.Argument, values: Any) -> list[Any]:
    """What may be left out is left out."""
    if argument.default is not None or argument.left_out or argument.named or argument.flag:
        return [argument_default(program.layout, argument)]
    return list(islice(argument_values(ask, word, argument, values), MOST_OF_A_WORD))


# --- playing -----------------------------------------------------------------------------------------


def _played(program: Program, state: State, faces: int, refused: bool) -> Meeting:
    decision = program.plan.instructions[state.at].name
    left, top = _sides(program, state, 0, refused), _sides(program, state, 1, refused)

    def cell(own: Any, other: Any) -> Cell:
        try:
            _, events = engine.step(
                program, state, {0: own, 1: other}, _Even(faces), trace=False, judged=True
            )
        except RulesetFault:
            return Cell((), failed=True)
        return Cell(events)

    empty = program.layout.choice_layout(decision).empty
    may_idle = any(word.says_nothing for word in program.decisions[decision].words)
    return Meeting(
        decision=decision,
        left=tuple(side for side, _ in left),
        top=tuple(side for side, _ in top),
        cells=tuple(tuple(cell(own, other) for _, other in top) for _, own in left),
        idle=cell(empty, empty) if may_idle else None,
    )
