"""A fight as data: everything that has to be known to play it again, in plain values, so that it can be changed and written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from densho import engine
from densho.analysis.secrecy import Start
from densho.engine import Program, Setup
from densho.ir import nodes as ir
from densho.scenarios import model
from densho.scenarios.vocabulary import Vocabulary
from densho.source import NOWHERE

Slots = tuple[tuple[str, object], ...]
"""Slots with plain values, in the order of the ruleset."""

Rolled = tuple[tuple[str | None, tuple[object, ...]], ...]
"""Results by fighter (None: nobody's chance), in the order in which they fell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Choices that were handed in together, as texts, and the dice that fell until the next ones were owed."""

    choices: tuple[tuple[str, str], ...]
    rolls: Rolled = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """`options` and slots are those that were given; `opening` are the dice before the first decision.

    `attempt`: after the last step this fighter hands in this text, which is refused.
    """

    options: tuple[tuple[str, str], ...] = ()
    fighters: tuple[tuple[str, Slots], ...]
    arena: Slots = ()
    opening: Rolled = ()
    steps: tuple[Step, ...] = ()
    attempt: tuple[str, str] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.fighters)


def holders(fight: Fight) -> Iterator[tuple[str | None, Slots]]:
    """The arena (None) and the fighters, with what was given."""
    yield None, fight.arena
    yield from fight.fighters


def fight_of(start: Start) -> Fight:
    """The fight of a start position, with no step yet."""
    program, names = start.program, tuple(name for name, _ in start.setup.fighters)

    def plain(holder: str, given: Mapping[str, object]) -> Slots:
        types = {one.name: one.type for one in program.rules.slots if one.holder == holder}
        return tuple(
            (name, engine.to_plain(program, types[name], given[name], names))
            for name in types
            if name in given
        )

    defaults = {option.name: option.default for option in program.ruleset.options}
    return Fight(
        options=tuple(
            (name, value) for name, value in program.layout.settled.options if value != defaults[name]
        ),
        fighters=tuple((name, plain("fighter", given)) for name, given in start.setup.fighters),
        arena=plain("arena", start.setup.arena),
    )


def setup_of(program: Program, fight: Fight) -> Setup:
    """What the engine starts with. Raises `BadValue` where a value does not fit."""

    def held(holder: str, given: Slots) -> dict[str, object]:
        types = {one.name: one.type for one in program.rules.slots if one.holder == holder}
        return {
            name: engine.from_plain(program, types[name], value, fight.names)
            for name, value in given
            if name in types
        }

    return Setup(
        fighters=tuple((name, held("fighter", given)) for name, given in fight.fighters),
        arena=held("arena", fight.arena),
    )


def joined(first: Rolled, second: Rolled) -> Rolled:
    """The results of both, each fighter's in order."""
    found: dict[str | None, tuple[object, ...]] = dict(first)
    for whose, results in second:
        found[whose] = (*found.get(whose, ()), *results)
    return tuple(found.items())


def scenario_steps(fight: Fight) -> Iterator[Step]:
    """The steps of the fight's scenario: its first holds the dice of the opening too; an attempt is the last."""
    steps = list(fight.steps)
    if fight.attempt is not None:
        steps.append(Step(choices=(fight.attempt,)))
    if not steps:
        steps.append(Step(choices=()))
    yield Step(choices=steps[0].choices, rolls=joined(fight.opening, steps[0].rolls))
    yield from steps[1:]


def scenario_of(fight: Fight, vocabulary: Vocabulary) -> model.Scenario:
    """The fight as a scenario that expects nothing but that its choices are legal, and its attempt is not."""
    steps = tuple(_step(number, step) for number, step in enumerate(scenario_steps(fight), 1))
    if fight.attempt is not None:
        refused = model.Rejected(fighter=fight.attempt[0], refusal=None)
        steps = (*steps[:-1], _step(len(steps), list(scenario_steps(fight))[-1], (refused,)))
    return model.Scenario(
        name="",
        cites=(),
        options=fight.options,
        setup=model.Setup(fighters=fight.names, given=tuple(_given(fight, vocabulary))),
        steps=steps,
    )


def _step(number: int, step: Step, rejects: tuple[model.Rejected, ...] = ()) -> model.Step:
    return model.Step(
        number=number,
        span=NOWHERE,
        choose=tuple(model.Handed(fighter=name, text=text) for name, text in step.choices),
        rolls=tuple(model.Scripted(fighter=whose, results=results) for whose, results in step.rolls),
        rejects=rejects,
        expects=(),
    )


def _given(fight: Fight, vocabulary: Vocabulary) -> Iterator[model.Given]:
    for holder, given in holders(fight):
        slots = vocabulary.arena_slots if holder is None else vocabulary.fighter_slots
        for name, value in given:
            yield model.Given(holder=holder, slot=name, type=slots[name].type, value=value)


def settable(ruleset: ir.Ruleset, holder: str) -> tuple[ir.Slot, ...]:
    """The slots that a setup may give."""
    return tuple(one for one in ruleset.slots if one.holder == holder and not one.working)


def without(items: Sequence[tuple[str, object]], name: str) -> tuple[tuple[str, object], ...]:
    """The pairs but for one name."""
    return tuple(one for one in items if one[0] != name)
