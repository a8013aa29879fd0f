"""Start positions to play from: the ruleset's own, and those of its scenarios, under their options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from densho import engine
from densho.analysis.secrecy import Start
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.scenarios.model import Scenario

NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")


def own_start(ruleset: ir.Ruleset, options: dict[str, str] | None = None) -> Start:
    """The ruleset's own start with the fewest fighters."""
    names = NAMES[: ruleset.seats[0]]
    program = engine.compile_program(ruleset, options or {})
    return Start(program, engine.Setup(fighters=tuple((name, {}) for name in names), arena={}))


def scenario_starts(ruleset: ir.Ruleset, scenarios: Iterable[Scenario]) -> Iterator[Start]:
    """The start of every scenario; those that the ruleset does not admit are passed over."""
    for scenario in scenarios:
        try:
            yield _start(ruleset, scenario)
        except DenshoError:
            continue


def _start(ruleset: ir.Ruleset, scenario: Scenario) -> Start:
    program = engine.compile_program(ruleset, dict(scenario.options))
    names = scenario.setup.fighters
    arena: dict[str, object] = {}
    slots: dict[str, dict[str, object]] = {name: {} for name in names}
    for given in scenario.setup.given:
        held = arena if given.holder is None else slots[given.holder]
        held[given.slot] = engine.from_plain(program, given.type, given.value, names)
    return Start(program, engine.Setup(fighters=tuple(slots.items()), arena=arena))


def all_starts(ruleset: ir.Ruleset, scenarios: Sequence[Scenario]) -> list[Start]:
    """The ruleset's own start if it can be played, then those of the scenarios."""
    found = list(scenario_starts(ruleset, scenarios))
    try:
        start = own_start(ruleset)
        engine.start(start.program, start.setup, engine.SeededDice(1))
    except DenshoError:
        return found
    return [start, *found]
