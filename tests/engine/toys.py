"""Small rulesets for the engine's tests: sections of text on top of a frame, and ways to run them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import cache
from typing import Any

from densho import engine
from densho.diagnostics.model import Report
from densho.engine import Event, Program, ScriptedDice, SeededDice, Setup, State
from densho.ir import nodes as ir
from densho.resolved.resolve import resolve
from densho.source import Source
from densho.surface.build import build_file
from densho.surface.reader import read_document

FRAME = "ruleset: toy\nversion: 1\ndensho: 1\n"


def loaded(*sections: str) -> ir.Ruleset | None:
    """The ruleset with these sections; None if there are mistakes in them."""
    return _read(*sections)[0]


@cache
def ruleset(*sections: str) -> ir.Ruleset:
    """The ruleset with these sections; fails on any mistake in them."""
    found, mistakes = _read(*sections)
    assert found is not None, mistakes
    return found


def mistakes(*sections: str) -> list[tuple[str, str]]:
    """Slugs and messages of what is wrong with these sections."""
    return _read(*sections)[1]


def _read(*sections: str) -> tuple[ir.Ruleset | None, list[tuple[str, str]]]:
    """Text to core; the checks of whole rulesets (whether every fight ends, what is never used) are left out."""
    report = Report()
    source = Source("toy.yaml", FRAME + "".join(textwrap.dedent(s) for s in sections))
    document = read_document(source, report)
    file = None if document is None else build_file(document, report)
    found = None if file is None or report.found else resolve([file], report)
    return (None if found is None or report.found else found.ruleset), [
        (d.slug, d.message) for d in report.sorted()
    ]


def program(*sections: str, **options: str) -> Program:
    return engine.compile_program(ruleset(*sections), options)


def begin(
    toy: Program,
    *fighters: Mapping[str, Any],
    arena: Mapping[str, Any] | None = None,
    dice: Mapping[int | None, list[Any]] | None = None,
    trace: bool = True,
) -> tuple[State, tuple[Event, ...]]:
    """Starts a fight of A, B, …; slots as plain data; two fighters by default."""
    slots = fighters or ({}, {})
    names = tuple("ABCDEFGH"[: len(slots)])
    setup = Setup(
        tuple(
            (name, _values(toy, "fighter", given, names)) for name, given in zip(names, slots, strict=True)
        ),
        _values(toy, "arena", arena or {}, names),
    )
    chance = SeededDice(1) if dice is None else ScriptedDice(dice)
    return engine.start(toy, setup, chance, trace=trace)


def _values(toy: Program, holder: str, given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    types = {s.name: s.type for s in toy.rules.slots if s.holder == holder}
    return {slot: engine.from_plain(toy, types[slot], plain, names) for slot, plain in given.items()}


def hand_in(
    toy: Program,
    state: State,
    *texts: str,
    dice: Mapping[int | None, list[Any]] | None = None,
    trace: bool = True,
) -> tuple[State, tuple[Event, ...]]:
    """Hands in texts for the seats that owe a choice, in their order; all have to be legal."""
    choices = {}
    for seat, text in zip(engine.owed(toy, state), texts, strict=False):
        judgement = engine.judge(toy, state, seat, text)
        assert judgement.legal, (text, judgement)
        choices[seat] = judgement.choice
    chance = SeededDice(1) if dice is None else ScriptedDice(dice)
    return engine.step(toy, state, choices, chance, trace=trace)  # type: ignore[arg-type]


def slots(toy: Program, state: State, fighter: str = "A") -> dict[str, Any]:
    return engine.full(toy, state)[fighter]


def told(events: tuple[Event, ...]) -> list[tuple[Any, ...]]:
    """The events that rules told: name and values."""
    return [(e.name, *(value for _, value in e.fields)) for e in events if e.kind == "event"]


def named(toy: Program, state: State, seat: int, text: str) -> list[str]:
    """What refuses a text, in order of precedence."""
    return [r.says for r in engine.judge(toy, state, seat, text).refusals]
