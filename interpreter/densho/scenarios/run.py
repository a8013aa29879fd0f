"""Runs one scenario: sets the fight up, hands in the choices, lets the scripted dice fall, and compares.

A scenario ends at its first step that goes wrong, since what follows would only go wrong in consequence. Whatever the engine raises
becomes a failure of the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from densho import engine
from densho.engine import Choice, Event, OutOfDice, Program, RulesetFault, State
from densho.engine.layout import ChoiceLayout
from densho.errors import DenshoError
from densho.ir.types import Type
from densho.messages import Text, quoted, say
from densho.scenarios import model
from densho.scenarios.compare import Edit, Mismatch, Position, compare, refusal_names, shown
from densho.scenarios.dice import StepDice
from densho.scenarios.vocabulary import PENDING, Vocabulary
from densho.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A step that went wrong (0: setting up): what was expected and found, and all that happened in it.

    `state` is where the fight then stood, None before its start; `moved` tells whether the step's choices had been resolved.
    """

    step: int
    span: Span
    mismatches: tuple[Mismatch, ...]
    events: tuple[Event, ...]
    program: Program | None = None
    state: State | None = None
    moved: bool = False

    @property
    def edits(self) -> tuple[Edit, ...] | None:
        """What would have to be written so that the step expects what happened; None if writing values does not do it."""
        if not all(mismatch.edits for mismatch in self.mismatches):
            return None
        return tuple({span: (span, value) for one in self.mismatches for span, value in one.edits}.values())


@dataclass(slots=True)
class Seen:
    """What of the ruleset took part in the scenario.

    `names` are those of all that fired, refused or was evaluated (`rule:…`, `exception:…`, `define:…`, `forbid:…`, `roll:…`), `decisions` those
    that were owed, `choices` the texts of those made and `handed` these choices themselves, `values` the slots after each step.
    """

    events: list[Event] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    decisions: set[str] = field(default_factory=set)
    choices: list[str] = field(default_factory=list)
    handed: list[tuple[ChoiceLayout, Choice]] = field(default_factory=list)
    values: list[dict[str, dict[str, object]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a scenario went, and how long it took. `failure` None: it passed."""

    scenario: model.Scenario
    failure: Failure | None
    seen: Seen
    seconds: float = 0.0


def run_scenario(program: Program, scenario: model.Scenario, vocabulary: Vocabulary) -> Result:
    """Plays the scenario with a program that was compiled for its options."""
    run = _Run(program, scenario, vocabulary)
    try:
        with engine.within():
            failure = run.failure()
    except RulesetFault as fault:
        wrong = Mismatch(
            what=say("fault of the rules"), expected=say("none"), found=_fault(fault), span=scenario.span
        )
        failure = Failure(step=0, span=scenario.span, mismatches=(wrong,), events=tuple(run.seen.events))
    return Result(scenario=scenario, failure=failure, seen=run.seen)


class _WrongError(Exception):
    """The step cannot go on."""

    def __init__(self, *mismatches: Mismatch) -> None:
        super().__init__()
        self.mismatches = mismatches


class _Run:
    def __init__(self, program: Program, scenario: model.Scenario, vocabulary: Vocabulary) -> None:
        self.program = program
        self.scenario = scenario
        self.vocabulary = vocabulary
        self.fighters = scenario.setup.fighters
        self.pending: dict[str, tuple[str, State]] = {}
        self.seen = Seen()
        self.began: State | None = None
        self.moved = False

    @property
    def state(self) -> State:
        assert self.began is not None
        return self.began

    @state.setter
    def state(self, state: State) -> None:
        self.began = state

    def failure(self) -> Failure | None:
        """The first step that goes wrong, if one does."""
        before = len(self.seen.events)
        step = self.scenario.steps[0] if self.scenario.steps else None
        try:
            dice = self._dice(step)
            self._start(dice)
            for step in self.scenario.steps:
                if step.number > 1:
                    self.moved = False
                    before = len(self.seen.events)
                    dice = self._dice(step)
                self._step(step, dice, before)
        except _WrongError as wrong:
            return Failure(
                step=step.number if step else 0,
                span=step.span if step else self.scenario.span,
                mismatches=wrong.mismatches,
                events=tuple(self.seen.events[before:]),
                program=self.program,
                state=self.began,
                moved=self.moved,
            )
        return None

    def _dice(self, step: model.Step | None) -> StepDice:
        return StepDice(step, self.fighters)

    # --- what happens -----------------------------------------------------------------------------

    def _start(self, dice: StepDice) -> None:
        arena: dict[str, object] = {}
        slots: dict[str, dict[str, object]] = {name: {} for name in self.fighters}
        for given in self.scenario.setup.given:
            held = arena if given.holder is None else slots[given.holder]
            held[given.slot] = self._held(given.type, given)
        setup = engine.Setup(fighters=tuple(slots.items()), arena=arena)
        with _Mishap(self.scenario.span, say("the start of the fight")):
            self.state, events = engine.start(self.program, setup, dice, trace=True)
        self._happened(events)

    def _held(self, type: Type, given: model.Given) -> object:
        with _Mishap(given.span, f"{given.holder or 'arena'}.{given.slot} {shown(given.value)}"):
            return engine.from_plain(self.program, type, given.value, self.fighters)

    def _happened(self, events: tuple[Event, ...]) -> None:
        self.seen.events += events
        self.seen.names |= engine.fired(events)
        self.seen.decisions.update(engine.owed(self.program, self.state).values())
        self.seen.values.append(engine.full(self.program, self.state))

    def _step(self, step: model.Step, dice: StepDice, before: int) -> None:
        choices = self._judged(step)
        if choices:
            with _Mishap(step.span, say("the step")):
                self.state, events = engine.step(
                    self.program, self.state, choices, dice, trace=True, judged=True
                )
            self.moved = bool(events)
            self._happened(events)
            self._resolved()
        left = [
            Mismatch(
                what=say("dice of {whose}", whose=whose or "arena"),
                expected=say("{results} to fall", results=shown(results)),
                found=say("not rolled"),
                span=span,
            )
            for whose, results, span in self._left(step, dice)
        ]
        mismatches = (*left, *self._compared(step, before))
        if mismatches:
            raise _WrongError(*mismatches)

    def _left(
        self, step: model.Step, dice: StepDice
    ) -> Iterator[tuple[str | None, tuple[object, ...], Span]]:
        left = dice.left()
        for scripted in step.rolls:
            if scripted.fighter in left:
                yield scripted.fighter, left[scripted.fighter], scripted.span

    def _resolved(self) -> None:
        """Only choices that were not resolved are still pending."""
        full = engine.full(self.program, self.state)
        self.pending = {name: handed for name, handed in self.pending.items() if PENDING in full[name]}

    # --- judging choices ----------------------------------------------------------------------------

    def _judged(self, step: model.Step) -> dict[int, Choice]:
        """The choices that count, by seat; each is judged on the position before any of them."""
        rejects = {reject.fighter: reject for reject in step.rejects}
        owed = engine.owed(self.program, self.state)
        choices: dict[int, Choice] = {}
        wrong: list[Mismatch] = []
        for handed in step.choose:
            seat = self.fighters.index(handed.fighter)
            judgement = engine.judge(self.program, self.state, seat, handed.text, trace=True)
            self.seen.names |= judgement.fired
            reject = rejects.get(handed.fighter)
            if reject is not None:
                wrong += _rejected(handed, judgement, reject)
            elif judgement.refusals or judgement.choice is None:
                hints: tuple[Text, ...] = ()
                if judgement.choice is None and seat in owed:
                    hints = engine.advice(self.program, self.state, owed[seat], handed.text)
                found = say("refused: {refusals}", refusals=_refusals(judgement, hints))
                wrong.append(
                    Mismatch(
                        what=say("choice of {name}", name=handed.fighter),
                        expected=say("{choice} is legal", choice=shown(handed.text)),
                        found=found,
                        span=handed.span,
                    )
                )
            else:
                choices[seat] = judgement.choice
                self.pending[handed.fighter] = (owed[seat], self.state)
                self.seen.choices.append(
                    engine.print_choice(self.program, owed[seat], judgement.choice, self.fighters)
                )
                shape = self.program.layout.choice_layout(owed[seat])
                self.seen.handed.append((shape, judgement.choice))
        if wrong:
            raise _WrongError(*wrong)
        return choices

    # --- comparing ----------------------------------------------------------------------------------

    def _compared(self, step: model.Step, before: int) -> Iterator[Mismatch]:
        position = Position(
            program=self.program,
            state=self.state,
            fighters=self.fighters,
            told=tuple(self.seen.events[before:]),
            bout=self.vocabulary.bout,
            pending=self.pending,
            names=self.seen.names,
        )
        for expected in step.expects:
            yield from compare(expected, position)


def _refusals(judgement: engine.Judgement, hints: tuple[Text, ...] = ()) -> str:
    """The refusals with what the first says about itself, and what helps; one that refuses under another's name is named too."""
    names = refusal_names(judgement)
    first = judgement.refusals[0] if judgement.refusals else None
    about: list[Text | str] = []
    own = first.name.rpartition(".")[2].rpartition(":")[2] if first is not None else ""
    if first is not None and own != first.says:
        about.append(say("it is `{name}`", name=own))
    if first is not None and first.detail:
        about.append(shown(first.detail))
    about += hints
    if not about:
        return names
    told = about[0]
    for more in about[1:]:
        told = say("{one}; {other}", one=told, other=more)
    return say("{value} ({detail})", value=names, detail=told)


def _rejected(
    handed: model.Handed, judgement: engine.Judgement, reject: model.Rejected
) -> Iterator[Mismatch]:
    what = say("choice of {name}", name=handed.fighter)
    choice = shown(handed.text)
    expected = say("{choice} is refused", choice=choice)
    if reject.refusal:
        expected = say("{choice} is refused: {refusal}", choice=choice, refusal=reject.refusal)
    if not judgement.refusals:
        yield Mismatch(what=what, expected=expected, found=say("it is legal"), span=handed.span)
    elif reject.refusal not in (None, judgement.refusals[0].says):
        found = say("refused: {refusals}", refusals=_refusals(judgement))
        edits = ((reject.span, judgement.refusals[0].says),)
        yield Mismatch(what=what, expected=expected, found=found, span=reject.span, edits=edits)


class _Mishap:
    """Turns what the engine raises into a mismatch at a place of the scenario."""

    def __init__(self, span: Span, what: str) -> None:
        self.span = span
        self.what = what

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        what: str
        found: str
        match error:
            case OutOfDice():
                what, expected, found = say("dice"), say("a result for every die"), error.message
            case RulesetFault():
                what, expected, found = say("fault of the rules"), say("none"), _fault(error)
            case DenshoError():
                what, expected, found = self.what, say("possible"), error.message
            case _:
                return
        raise _WrongError(Mismatch(what=what, expected=expected, found=found, span=self.span)) from None


def _fault(fault: RulesetFault) -> str:
    """The message, with the rules that it does not name."""
    unnamed = [rule for rule in fault.rules if rule not in fault.message]
    return (
        say("{fault} (by {rules})", fault=fault.message, rules=quoted(unnamed)) if unnamed else fault.message
    )
