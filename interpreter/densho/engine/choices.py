"""Choices of a decision that is owed: judging a text or a choice.

`judge` reads a text, completes what `fill` completes, and lists every refusal that applies in the order of precedence. Mistakes of
reading come first, under the decision's name for them, unless the ruleset gave them a place of their own in the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from densho.engine.errors import NotOwed, RulesetFault, TimeIsUp
from densho.engine.fill import filled
from densho.engine.layout import Choice
from densho.engine.lenience import in_force
from densho.engine.program import Program
from densho.engine.reading import Mistake, Reading, read_choice
from densho.engine.refuse import NOT_OWED, Asked, Refused, asked, told_refusal
from densho.engine.spelling import spell_choice
from densho.engine.state import State


@dataclass(frozen=True, slots=True)
class Judgement:
    """`choice` in canonical form (None: unreadable), `refusals` in order of precedence (none: the choice is legal).

    `fired` names the refusals that applied and the exceptions and definitions that were asked (only when traced).
    """

    choice: Choice | None
    refusals: tuple[Refused, ...]
    fired: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def legal(self) -> bool:
        return not self.refusals


def owed(program: Program, state: State) -> Mapping[int, str]:
    """Seat → the decision that it still has to make."""
    if state.outcome is not None:
        return {}
    name = program.plan.instructions[state.at].name
    pairs = zip(state.owing, state.pending, strict=True)
    return {seat: name for seat, choice in pairs if choice is None}


def judge(program: Program, state: State, seat: int, text: str, *, trace: bool = False) -> Judgement:
    """Reads and judges a text; never raises for what a player can write."""
    try:
        ask = asked(program, state, seat, traced=trace)
    except NotOwed:
        return Judgement(None, (Refused(NOT_OWED, NOT_OWED),))
    reading = read_choice(program.lexicon, ask.decision, text, state.values[0])
    if not trace:
        return _read(ask, reading)
    with program.lock:
        program.recorder.clear()
        found = _read(ask, reading)
        names = program.noted()
        names.update(f"exception:{program.rules.exceptions[i].name}" for i, _ in program.recorder.exceptions)
        names.update(r.name for r in found.refusals)
        return Judgement(found.choice, found.refusals, frozenset(names))


def judge_choice(program: Program, state: State, seat: int, choice: Choice) -> tuple[Refused, ...]:
    """The refusals that apply to a choice in canonical form."""
    try:
        ask = asked(program, state, seat)
    except NotOwed:
        return (Refused(NOT_OWED, NOT_OWED),)
    return _refusals(ask, choice)


def _read(ask: Asked, reading: Reading) -> Judgement:
    if reading.mistakes:
        applying = _strict(ask, reading.said, refused=True)
        return Judgement(None, _with_mistakes(ask, applying, reading.mistakes))
    choice, said = filled(ask, reading.choice), filled(ask, reading.said)
    return Judgement(choice, _refusals(ask, said))


def _refusals(ask: Asked, choice: Choice) -> tuple[Refused, ...]:
    applying = _strict(ask, choice, refused=False)
    values = ask.place(choice)
    applying.update(i for i in ask.lenient if ask.applies(i, values) and i in in_force(ask))
    return tuple(told_refusal(r) for i, r in enumerate(ask.decision.refusals) if i in applying)


def _strict(ask: Asked, choice: Choice, *, refused: bool) -> set[int]:
    """The refusals that let nobody off and apply. What is refused already may well make no sense to those that come later."""
    values = ask.place(choice)
    applying: set[int] = set()
    for i in ask.strict:
        try:
            if ask.applies(i, values):
                applying.add(i)
        except TimeIsUp:
            raise
        except RulesetFault as fault:
            if not refused and not applying:
                raise fault.at(ask.decision.refusals[i].span) from None
    return applying


def _with_mistakes(ask: Asked, applying: set[int], mistakes: tuple[Mistake, ...]) -> tuple[Refused, ...]:
    left: dict[str, Mistake] = {}
    for mistake in mistakes:
        left.setdefault(f"unreadable {mistake.kind}", mistake)
    found: list[Refused] = []
    for i, refusal in enumerate(ask.decision.refusals):
        if refusal.test in left:
            found.append(told_refusal(refusal, left.pop(refusal.test).detail))
        elif i in applying:
            found.append(told_refusal(refusal))
    if left:
        first = next(iter(left.values()))
        unreadable = f"forbid:{ask.decision.name}.{ask.decision.unreadable}"
        found.insert(0, Refused(ask.decision.unreadable, unreadable, ask.decision.span, (), first.detail))
    return tuple(found)


def print_choice(program: Program, decision: str, choice: Choice, names: tuple[str, ...] = ()) -> str:
    """The canonical spelling; `names` of the fighters are needed where choices name fighters."""
    return spell_choice(program.layout, decision, choice, (*names, None))
