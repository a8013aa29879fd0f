"""What holds in every fight, however it goes: bots are not refused, promises are kept, states are values, chance comes from outside alone."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from densho import engine
from densho.engine import SeededDice
from fights import IDS, play, replay, some_start, told

FEW = settings(derandomize=True, deadline=None, database=None, max_examples=6)
numbers = st.integers(0, 10_000)


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_bots_are_not_refused_and_invariants_hold(id: str, number: int) -> None:
    played = play(some_start(id, number), number)
    for state in played.states:
        assert engine.invariants_broken(played.program, state, played.states[0]) == ()


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_states_are_values(id: str, number: int) -> None:
    played = play(some_start(id, number), number)
    for state in played.states:
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert engine.full(played.program, again) == engine.full(played.program, state)
    assert len(set(played.states)) >= len(
        {str(engine.full(played.program, state)) for state in played.states}
    )


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_the_same_choices_and_dice_give_the_same_trace(id: str, number: int) -> None:
    played = play(some_start(id, number), number)
    again = list(replay(played, number, played.program, played.setup))
    assert [state for state, _ in again] == played.states
    assert [events for _, events in again] == played.events


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_without_a_trace_all_goes_the_same_way(id: str, number: int) -> None:
    played = play(some_start(id, number), number)
    quiet = list(replay(played, number, played.program, played.setup, trace=False))
    assert [state for state, _ in quiet] == played.states
    assert [told(events) for _, events in quiet] == [told(events) for events in played.events]


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_choices_handed_in_one_by_one_count_the_same(id: str, number: int) -> None:
    """In any order of seats, too: a choice waits for the others."""
    played = play(some_start(id, number), number)
    dice = SeededDice(number)
    state, _ = engine.start(played.program, played.setup, dice)
    for texts, after in zip(played.choices, played.states[1:], strict=True):
        for seat in sorted(texts, reverse=True):
            assert seat in engine.owed(played.program, state)
            choice = engine.judge(played.program, state, seat, texts[seat]).choice
            assert choice is not None
            state, _ = engine.step(played.program, state, {seat: choice}, dice)
        assert state == after
