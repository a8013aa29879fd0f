"""Where a ruleset makes no difference between the seats, exchanging the fighters' seats exchanges everything and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from densho import engine
from densho.engine import Event, SeededDice, Setup, State
from densho.ir import nodes as ir
from densho.ir.walk import nodes
from fights import IDS, hand_in, ruleset, some_start, text_of

ALIKE = ("rock_paper_scissors", "pojedynek", "muay_thai")


def seats_differ(id: str) -> bool:
    """Whether the ruleset asks for a fighter's seat anywhere."""
    return any(
        isinstance(node, ir.FighterFact) and node.fact in ("seat", "first") for node in nodes(ruleset(id))
    )


def test_these_are_alike_for_both_seats() -> None:
    assert set(ALIKE) <= {one for one in IDS if not seats_differ(one) and ruleset(one).seats == (2, 2)}


class OwnDice:
    """Each fighter's dice are his own, wherever he sits."""

    def __init__(self, seed: int, names: Sequence[str]) -> None:
        self.by_seat = {seat: SeededDice(f"{seed}/{name}") for seat, name in enumerate(names)}
        self.nobody = SeededDice(seed)

    def roll(self, seat: int | None, low: int, high: int) -> int:
        return (self.nobody if seat is None else self.by_seat[seat]).roll(seat, low, high)

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        return (self.nobody if seat is None else self.by_seat[seat]).draw(seat, members)


def told(events: Sequence[Event]) -> list[str]:
    """What was told, in any order, since events of a step go by seat."""
    return sorted(str((event.kind, event.name, event.fields)) for event in events if event.kind != "trace")


def by_name(state: State, texts: dict[int, str]) -> dict[str, str]:
    return {state.names[seat]: text for seat, text in texts.items()}


@pytest.mark.parametrize("id", [one for one in IDS if not seats_differ(one)])
@settings(derandomize=True, deadline=None, database=None, max_examples=12)
@given(number=st.integers(0, 10_000), rng=st.randoms(use_true_random=False))
def test_exchanged_seats(id: str, number: int, rng: Any) -> None:
    start = some_start(id, number)
    fighters = start.setup.fighters
    program = start.program
    exchanged = Setup(fighters=fighters[::-1], arena=start.setup.arena)
    dice, other_dice = (OwnDice(number, [name for name, _ in order]) for order in (fighters, fighters[::-1]))
    state, events = engine.start(program, start.setup, dice)
    other, other_events = engine.start(program, exchanged, other_dice)
    for _ in range(25):
        assert engine.full(program, other) == engine.full(program, state)
        assert told(other_events) == told(events)
        assert engine.outcome(program, other) == engine.outcome(program, state)
        owed = engine.owed(program, state)
        if not owed:
            break
        texts = {
            seat: text_of(program, state, seat, engine.sample(program, state, seat, rng)) for seat in owed
        }
        mirrored = {other.names.index(name): text for name, text in by_name(state, texts).items()}
        state, events = hand_in(program, state, texts, dice)
        other, other_events = hand_in(program, other, mirrored, other_dice)
