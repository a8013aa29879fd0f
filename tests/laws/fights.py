"""Random fights of the bundled rulesets, for the laws: the same number gives the same fight."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from densho import engine
from densho.analysis.secrecy import Start
from densho.analysis.starts import all_starts
from densho.cache import Cache
from densho.engine import Choice, Event, Program, SeededDice, Setup, State
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.scenarios.files import open_scenarios
from densho.targets import bundled_folder, bundled_ids

IDS = bundled_ids()


@cache
def ruleset(id: str) -> ir.Ruleset:
    return loaded(folder_of(id))


def loaded(folder: Path) -> ir.Ruleset:
    found = Loader(Cache(None)).load(folder)
    assert found.ruleset is not None, found.diagnostics
    return found.ruleset


def folder_of(id: str) -> Path:
    folder = bundled_folder(id)
    assert folder is not None
    return folder


@cache
def starts(id: str) -> tuple[Start, ...]:
    """The ruleset's own start, and those of its scenarios with their options."""
    loader = Loader(Cache(None))
    files = [open_scenarios(path, loader) for path in sorted((folder_of(id) / "tests").glob("*.yaml"))]
    scenarios = [one for file in files if file.scenarios is not None for one in file.scenarios.scenarios]
    return tuple(all_starts(ruleset(id), scenarios))


@dataclass
class Played:
    """A fight as it went: the texts handed in at each decision, and the state and events before and after each."""

    program: Program
    setup: Setup
    choices: list[dict[int, str]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    events: list[tuple[Event, ...]] = field(default_factory=list)


def play(start: Start, seed: int, most: int = 25) -> Played:
    """Plays at most so many decisions with random legal choices, which are handed in as texts."""
    rng = random.Random(seed)
    dice = SeededDice(seed)
    played = Played(start.program, start.setup)
    state, events = engine.start(start.program, start.setup, dice)
    while True:
        played.states.append(state)
        played.events.append(events)
        owed = engine.owed(start.program, state)
        if not owed or len(played.choices) == most:
            return played
        texts = {
            seat: text_of(start.program, state, seat, engine.sample(start.program, state, seat, rng))
            for seat in owed
        }
        played.choices.append(texts)
        state, events = hand_in(start.program, state, texts, dice)


def text_of(program: Program, state: State, seat: int, choice: Choice) -> str:
    return engine.print_choice(program, engine.owed(program, state)[seat], choice, state.names)


def hand_in(
    program: Program, state: State, texts: dict[int, str], dice: engine.Dice, *, trace: bool = True
) -> tuple[State, tuple[Event, ...]]:
    """Judges the texts and steps; none may be refused."""
    chosen: dict[int, Choice] = {}
    for seat, text in texts.items():
        judged = engine.judge(program, state, seat, text)
        assert judged.refusals == (), (text, judged.refusals)
        assert judged.choice is not None
        chosen[seat] = judged.choice
    return engine.step(program, state, chosen, dice, trace=trace)


def replay(
    played: Played, seed: int, program: Program, setup: Setup, *, trace: bool = True
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The same choices and dice once more, perhaps with another program."""
    dice = SeededDice(seed)
    state, events = engine.start(program, setup, dice, trace=trace)
    yield state, events
    for texts in played.choices:
        state, events = hand_in(program, state, texts, dice, trace=trace)
        yield state, events


def told(events: Sequence[Event]) -> list[tuple[str, str, Any]]:
    """What was told and what ended, without places."""
    return [(event.kind, event.name, event.fields) for event in events if event.kind != "trace"]


def some_start(id: str, number: int) -> Start:
    """The ruleset's own start for every third number, else that of a scenario."""
    all_of = starts(id)
    return all_of[0] if number % 3 == 0 else all_of[number % len(all_of)]
