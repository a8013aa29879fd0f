"""How long a person waits for the legal orders of one fighter: listed whole, or completed from what is typed so far.

`python benchmarks/listing.py` puts bokken's widest choice beside seven_samurai's fastest fighters (Speed 9, alone and with every
technique, and an archer who has aimed), in one run and one process, and prints milliseconds of processor time: the median and the slowest
of several calls.
What is remembered between calls on one position would flatter the numbers, so each call starts from a position of its own.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import adapter_seven_samurai as samurai

from densho import engine
from densho.diagnostics.model import Report
from densho.pipeline import load_ruleset

CALLS = 9
LIMIT = 20_000
ALL = (
    "turning_strike evasion iaido mirror deflecting_strike arrow_deflection shaft_block sever_shaft crushing_blow "
    "hook dirty_trick"
)
SAMURAI: dict[str, dict[str, Any]] = {
    "Speed 9, katana": {},
    "Speed 9, katana, every technique": {"techniques": ALL.split(" "), "sheathed": True, "carried": ["yari"]},
    "Speed 9, katana, must act": {"must_act": True, "techniques": ["evasion"]},
    "Speed 9, bow drawn": {"weapon": "bow", "stance": "shooting", "nocked": True},
    "Speed 9, bow drawn, aimed twice": {"weapon": "bow", "stance": "shooting", "nocked": True, "aim": 2},
}
PREFIXES = ("", "f", "forward 2; ", "turn; forward 1; s")


def program_of(ruleset: str) -> engine.Program:
    loaded = load_ruleset(ruleset, (), Report())
    assert loaded is not None
    return engine.compile_program(loaded.ruleset)


def bokken_positions(program: engine.Program) -> list[engine.State]:
    return [begun(program, {"A": {}, "B": {}}, {"cells": 12 + i}) for i in range(CALLS)]


def samurai_positions(program: engine.Program, slots: dict[str, Any]) -> list[engine.State]:
    return [
        begun(program, {"A": {"speed": 9, "cell": 10, **slots}, "B": {"cell": 20, "tally": i}}, {})
        for i in range(CALLS)
    ]


def begun(
    program: engine.Program, fighters: dict[str, dict[str, Any]], arena: dict[str, Any]
) -> engine.State:
    setup = samurai.running(program, fighters, arena)
    return engine.start(program, setup, engine.SeededDice(0), trace=False)[0]


def timed(name: str, positions: list[engine.State], work: Callable[[engine.State], str]) -> None:
    took = []
    for state in positions:
        clock = time.process_time()
        found = work(state)
        took.append(1000 * (time.process_time() - clock))
    print(f"{name:58} {statistics.median(took):8.1f} ms, at most {max(took):8.1f} ms   {found}")


def report(name: str, program: engine.Program, positions: list[engine.State]) -> None:
    def listed(state: engine.State) -> str:
        found = engine.legal(program, state, 0, LIMIT).choices
        return f"{len(found)} orders" if found is not None else f"more than {LIMIT} orders"

    timed(f"{name}: listed", positions, listed)
    for prefix in PREFIXES:
        timed(
            f"{name}: completed from `{prefix}`",
            positions,
            lambda state, typed=prefix: f"{len(engine.complete(program, state, 0, typed))} ways on",
        )


def main() -> None:
    bokken, seven = program_of("bokken"), program_of("seven_samurai")
    report("bokken", bokken, bokken_positions(bokken))
    for name, slots in SAMURAI.items():
        report(f"seven_samurai, {name}", seven, samurai_positions(seven, slots))


if __name__ == "__main__":
    main()
