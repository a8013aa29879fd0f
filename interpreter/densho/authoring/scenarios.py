"""A new file of scenarios: one turn out of a real fight, with what came of it, to be changed into what is meant."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from densho import engine
from densho.analysis.starts import own_start
from densho.engine import SeededDice
from densho.errors import DenshoError
from densho.exploring.expectations import expectations
from densho.exploring.fight import Step, fight_of
from densho.exploring.replaying import Played, replay
from densho.exploring.writing import file_text, scenario_text
from densho.ir import nodes as ir
from densho.messages import say

HEAD = """\
# A scenario sets a fight up, lets the fighters choose, and says what has to come of it. Only what is named is compared:
#   setup:   {{fighters: {{A: {{SLOT: VALUE}}, B: {{}}}}, arena: {{SLOT: VALUE}}}}   what differs from the start
#   options: {{OPTION: VALUE}}                                          house rules
#   steps:   choose: what each hands in; roll: the dice that fall; reject: {{A: REFUSAL}} if it has to be refused
#   expect:  events, outcome, bout, waiting, legal, or a fighter with his slots
# `densho test` plays it.

"""
TRIES = 40


class NoScenario(DenshoError):
    """No turn could be played."""


def scenario_file(ruleset: ir.Ruleset, named: str, name: str, extra: Sequence[str], seed: int) -> str:
    """The text of the file. `named`: the ruleset as the file names it. Raises `NoScenario`."""
    played = _turn(ruleset, seed)
    expect = expectations(ruleset, played, "")
    entry = scenario_text(played.fight, name, expect=expect)
    head, _, rest = file_text(named, [entry], extra).partition("scenarios:\n")
    return f"{head}\n{HEAD.format()}scenarios:\n{rest}"


def _turn(ruleset: ir.Ruleset, seed: int) -> Played:
    """One decision from the ruleset's own start, at random; one in which something is told, if there is any."""
    rng = random.Random(seed)
    found: list[Played] = []
    start = own_start(ruleset)
    for number in range(TRIES):
        dice = SeededDice(f"{seed}/{number}")
        opened = replay(ruleset, fight_of(start), dice)
        if opened is None or opened.fault is not None or not opened.states:
            break
        fight = replace(opened.fight, steps=(_step(opened, rng),))
        played = replay(ruleset, fight, dice, trace=True)
        if played is not None and played.fault is None:
            found.append(played)
            if any(one.kind == "event" for one in played.events[-1]):
                break
    if not found:
        raise NoScenario(say("no turn of `{ruleset}` can be played from its start", ruleset=ruleset.id))
    return found[-1]


def _step(opened: Played, rng: random.Random) -> Step:
    state, program = opened.states[-1], opened.program
    owed = engine.owed(program, state)
    choices = tuple(
        (
            state.names[seat],
            engine.print_choice(program, decision, engine.sample(program, state, seat, rng), state.names),
        )
        for seat, decision in sorted(owed.items())
    )
    return Step(choices=choices)
