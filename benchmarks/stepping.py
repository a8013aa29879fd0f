"""Stepping with the trace off against plain hand-written Python, on the same recorded choices, in one run.

`python benchmarks/stepping.py [RULESET …]` records random fights with the interpreter, checks that the hand-written game goes the same
way, then times both several times, interleaved, on one thread, and prints the ratio (1.0: as fast as the hand-written one). Listing
legal choices is timed apart.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from densho import engine
from densho.diagnostics.model import Report
from densho.pipeline import load_ruleset

FIGHTS = 60
DECISIONS = 60
ROUNDS = 9


Faces = tuple[list[int], ...]
"""The dice that fell, by seat."""


class Recording:
    """Notes the faces of another's dice."""

    def __init__(self, dice: engine.Dice, seats: int) -> None:
        self.dice = dice
        self.faces: Faces = tuple([] for _ in range(seats))

    def roll(self, seat: int | None, low: int, high: int) -> int:
        assert seat is not None
        face = self.dice.roll(seat, low, high)
        self.faces[seat].append(face)
        return face

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        raise NotImplementedError((seat, members))


class Replay:
    """The dice of a recorded fight, once more."""

    def __init__(self, faces: Faces) -> None:
        self.falls = [iter(one).__next__ for one in faces]

    def roll(self, seat: int, low: int, high: int) -> int:
        del low, high
        return self.falls[seat]()


Recorded = tuple[list[dict[int, Any]], list[engine.State], Faces]


def record(program: engine.Program, setup: engine.Setup, seed: int) -> Recorded:
    """Choices, states and dice of one random fight."""
    rng = random.Random(seed)
    state, _ = engine.start(program, setup, engine.SeededDice(seed), trace=False)
    choices, states = [], [state]
    dice = Recording(engine.SeededDice(seed), len(setup.fighters))
    for _ in range(DECISIONS):
        owed = engine.owed(program, state)
        if not owed:
            break
        chosen = {seat: engine.sample(program, state, seat, rng) for seat in owed}
        state, _ = engine.step(program, state, chosen, dice, trace=False, judged=True)
        choices.append(chosen)
        states.append(state)
    return choices, states, dice.faces


def timed(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def compare(name: str) -> None:
    adapter = importlib.import_module(f"adapter_{name}")
    loaded = load_ruleset(name, (), Report())
    assert loaded is not None
    program = engine.compile_program(loaded.ruleset)
    setups = adapter.setups(program) if hasattr(adapter, "setups") else {"": adapter.setup()}
    for label, setup in setups.items():
        time_setup(f"{name}, {label}" if label else name, program, setup, adapter)


def time_setup(name: str, program: engine.Program, setup: engine.Setup, adapter: Any) -> None:
    fights = [record(program, setup, seed) for seed in range(FIGHTS)]
    chance = bool(program.rules.rolls)
    translated = [adapter.translate(program, *fight[: 3 if chance else 2]) for fight in fights]
    steps = sum(len(choices) for choices, _states, _faces in fights)

    def interpreter() -> None:
        for choices, states, faces in fights:
            state, dice = states[0], Replay(faces)
            for chosen in choices:
                state, _ = engine.step(program, state, chosen, dice, trace=False, judged=True)

    def by_hand() -> None:
        for fight in translated:
            adapter.play(fight)

    ours, theirs = [], []
    interpreter(), by_hand()
    for _ in range(ROUNDS):
        ours.append(timed(interpreter))
        theirs.append(timed(by_hand))
    ratio = statistics.median(a / b for a, b in zip(theirs, ours, strict=True))
    mine, other = min(ours), min(theirs)
    print(
        f"{name}: {steps} decisions; interpreter {steps / mine:,.0f}/s, by hand {steps / other:,.0f}/s, ratio {ratio:.2f}"
    )
    listing(name, program, fights)


def listing(name: str, program: engine.Program, fights: list[Any]) -> None:
    """Listing the legal choices of one fighter, in milliseconds."""
    positions = [
        state
        for _choices, states, _faces in fights[:6]
        for state in states[:8]
        if engine.owed(program, state)
    ]
    begun = time.process_time()
    count = 0
    for state in positions:
        found = engine.legal(program, state, next(iter(engine.owed(program, state))), 2000).choices
        count += len(found) if found is not None else 2000
    took = (time.process_time() - begun) / len(positions)
    print(
        f"{name}: listing legal choices {took * 1000:.1f} ms a position, {count / len(positions):.0f} choices"
    )


if __name__ == "__main__":
    known = sorted(path.stem.removeprefix("adapter_") for path in Path(__file__).parent.glob("adapter_*.py"))
    for game in sys.argv[1:] or ["bokken"]:
        if game not in known:
            sys.exit(f"usage: stepping.py [GAME]...; games: {', '.join(known)}")
        compare(game)
