"""Playing a fight that is given as data, also one that was changed: choices are judged again, dice fall as the script says where it can.

What comes out is the fight as it really went: choices in their one spelling, exactly the dice that fell, nothing after its end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from densho import engine
from densho.engine import BadValue, Choice, Dice, Event, Judgement, Program, RulesetFault, State
from densho.errors import DenshoError
from densho.exploring.chance import Lowest, RecordedDice
from densho.exploring.fight import Fight, Step, setup_of
from densho.ir import nodes as ir


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """`states` and `events`: at the first decision, and after each step. `fault`: the rules failed in the step after the last state.

    `judgement` is that of the fight's attempt, if it has one; `fired` names all that took part, if the fight was traced.
    """

    fight: Fight
    program: Program
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]
    fault: RulesetFault | None = None
    judgement: Judgement | None = None
    fired: frozenset[str] = frozenset()


def replay(
    ruleset: ir.Ruleset, fight: Fight, otherwise: Dice | None = None, *, trace: bool = False
) -> Played | None:
    """Plays the fight. None when it cannot be: a slot does not fit, a choice is not owed or not legal, an attempt is not refused."""
    try:
        program = engine.compile_program(ruleset, dict(fight.options))
        setup = setup_of(program, fight)
    except DenshoError:
        return None
    run = _Replay(program, fight, otherwise or Lowest(), trace=trace)
    try:
        return run.played(setup)
    except BadValue:
        return None


class _Replay:
    def __init__(self, program: Program, fight: Fight, otherwise: Dice, *, trace: bool) -> None:
        self.program = program
        self.fight = fight
        self.trace = trace
        self.dice = RecordedDice(fight.names, otherwise)
        self.states: list[State] = []
        self.events: list[tuple[Event, ...]] = []
        self.steps: list[Step] = []
        self.fired: set[str] = set()

    def played(self, setup: engine.Setup) -> Played | None:
        self.dice.expect(self.fight.opening)
        try:
            with engine.within():
                self._went(engine.start(self.program, setup, self.dice, trace=self.trace))
        except RulesetFault as fault:
            return self._result(self.fight, opening_only=True, fault=fault)
        went = replace(self.fight, opening=self.dice.take(), steps=())
        for step in self.fight.steps:
            texts = step.choices
            self.dice.expect(step.rolls)
            try:
                with engine.within():
                    chosen = self._chosen(step)
                    if chosen is None:
                        return None
                    texts = self._texts(chosen)
                    self._went(
                        engine.step(
                            self.program, self.states[-1], chosen, self.dice, trace=self.trace, judged=True
                        )
                    )
            except RulesetFault as fault:
                self.steps.append(Step(choices=texts, rolls=self.dice.take()))
                return self._result(replace(went, attempt=None), fault=fault)
            self.steps.append(Step(choices=texts, rolls=self.dice.take()))
        return self._attempted(went)

    def _went(self, result: tuple[State, tuple[Event, ...]]) -> None:
        self.states.append(result[0])
        self.events.append(result[1])
        self.fired |= engine.fired(result[1])

    def _result(
        self,
        went: Fight,
        *,
        opening_only: bool = False,
        fault: RulesetFault | None = None,
        judgement: Judgement | None = None,
    ) -> Played:
        fight = (
            replace(went, opening=self.dice.take(), steps=(), attempt=None)
            if opening_only
            else replace(went, steps=tuple(self.steps))
        )
        return Played(
            fight=fight,
            program=self.program,
            states=tuple(self.states),
            events=tuple(self.events),
            fault=fault,
            judgement=judgement,
            fired=frozenset(self.fired),
        )

    def _chosen(self, step: Step) -> dict[int, Choice] | None:
        """The choices by seat; None when one is not owed, not legal or missing."""
        state = self.states[-1]
        found: dict[int, Choice] = {}
        for name, text in step.choices:
            judgement = self._judged(state, name, text)
            if judgement.choice is None or judgement.refusals:
                return None
            found[state.names.index(name)] = judgement.choice
        return found if found and found.keys() == engine.owed(self.program, state).keys() else None

    def _judged(self, state: State, name: str, text: str) -> Judgement:
        judgement = engine.judge(self.program, state, state.names.index(name), text, trace=self.trace)
        self.fired |= judgement.fired
        return judgement

    def _texts(self, chosen: dict[int, Choice]) -> tuple[tuple[str, str], ...]:
        state = self.states[-1]
        owed = engine.owed(self.program, state)
        return tuple(
            (state.names[seat], engine.print_choice(self.program, owed[seat], chosen[seat], state.names))
            for seat in sorted(chosen)
        )

    def _attempted(self, went: Fight) -> Played | None:
        if went.attempt is None:
            return self._result(went)
        name, text = went.attempt
        try:
            with engine.within():
                judgement = self._judged(self.states[-1], name, text)
        except RulesetFault:
            return None
        return self._result(went, judgement=judgement) if judgement.refusals else None
