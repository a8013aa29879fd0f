"""The player that looks one turn ahead: how matrices are solved, what it takes into account, and that it plays better than chance."""

from __future__ import annotations

import random

import pytest

from densho import engine
from densho.analysis.budget import Budget, Meter
from densho.analysis.estimating import Estimate, learn
from densho.analysis.look_ahead import LookAhead
from densho.analysis.solving import grow, solve
from densho.analysis.starts import own_start
from densho.analysis.verdicts import decided
from densho.engine import SeededDice, State
from playing import bundled

CYCLE = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))
UNLIMITED = Budget(seconds=None)


def test_a_cycle_is_played_evenly() -> None:
    found = solve(CYCLE)
    assert found.row == pytest.approx([1 / 3] * 3, abs=0.03)
    assert found.value == pytest.approx(0, abs=0.02)


def test_a_mixture_against_two_columns() -> None:
    found = solve(((3.0, -1.0), (-1.0, 1.0)))
    assert found.row == pytest.approx([1 / 3, 2 / 3], abs=0.03)
    assert found.column == pytest.approx([1 / 3, 2 / 3], abs=0.03)
    assert found.value == pytest.approx(1 / 3, abs=0.02)


def test_who_chooses_alone_takes_the_best() -> None:
    assert solve(((1.0,), (3.0,), (3.0,))).row == (0.0, 0.5, 0.5)
    assert solve(((1.0, -2.0, 3.0),)).column == (0.0, 1.0, 0.0)


def test_growing_finds_the_same_and_asks_for_less() -> None:
    rng = random.Random(3)
    matrix = [[rng.uniform(-1, 1) for _ in range(20)] for _ in range(20)]
    asked: set[tuple[int, int]] = set()

    def payoff(row: int, column: int) -> float:
        asked.add((row, column))
        return matrix[row][column]

    found = grow(20, 20, payoff)
    assert found.value == pytest.approx(solve(matrix, 2000).value, abs=0.05)
    assert len(asked) < 400
    assert sum(found.row) == pytest.approx(1)


def bot_for(name: str, fights: int) -> LookAhead:
    start = own_start(bundled(name))
    meter = Meter(UNLIMITED)
    return LookAhead(start.program, learn([start], "1", meter, fights)[id(start.program)], meter)


def won_by(bot: LookAhead, number: int) -> float:
    """What the bot has of a fight against a player who chooses at random: 1, 0, or a half."""
    program, start = bot.program, own_start(bot.program.ruleset)
    rng, dice, seat = random.Random(number), SeededDice(number), number % 2
    state, events = engine.start(program, start.setup, dice, trace=False)
    for _ in range(60):
        end = decided(program, state, events)
        if end is not None:
            return (end.worth(seat) + 1) / 2
        chosen = {
            one: bot.choose(state, one, rng) if one == seat else engine.sample(program, state, one, rng)
            for one in engine.owed(program, state)
        }
        state, events = engine.step(program, state, chosen, dice, trace=False)
    return 0.5


@pytest.mark.parametrize(("name", "fights"), [("bokken", 8), ("oshi_zumo", 20)])
def test_it_beats_chance(name: str, fights: int) -> None:
    bot = bot_for(name, 30)
    assert sum(won_by(bot, number) for number in range(fights)) > 0.6 * fights


def test_the_estimate_is_fair_to_both_seats() -> None:
    start = own_start(bundled("bokken"))
    estimate = learn([start], "1", Meter(UNLIMITED), 20)[id(start.program)]
    rng, dice = random.Random(4), SeededDice(4)
    state, _ = engine.start(start.program, start.setup, dice, trace=False)
    for _ in range(6):
        chosen = {seat: engine.sample(start.program, state, seat, rng) for seat in (0, 1)}
        state, _ = engine.step(start.program, state, chosen, dice, trace=False)
        assert estimate.worth(state, 0) == pytest.approx(-estimate.worth(state, 1))
    assert estimate.worth(state, 0) != 0


def test_among_three_it_answers_what_the_others_may_do() -> None:
    """The others choose at random; what comes out is legal."""
    program = own_start(bundled("seven_samurai")).program
    upper = next(i for i, row in enumerate(program.layout.kinds["stance"].rows) if row.name == "upper")
    fighters: tuple[tuple[str, dict[str, object]], ...] = (
        ("A", {"cell": 5, "stance": upper, "team": "red"}),
        ("B", {"cell": 6, "team": "blue"}),
        ("C", {"cell": 12, "team": "blue"}),
    )
    state, _ = engine.start(program, engine.Setup(fighters=fighters), SeededDice(1), trace=False)
    bot = LookAhead(program, Estimate(program), Meter(UNLIMITED))
    chosen = bot.choose(state, 0, random.Random(2))
    assert not engine.judge_choice(program, state, 0, chosen)


# --- secrets -----------------------------------------------------------------------------------------


def with_slot(bot: LookAhead, state: State, slot: str, seat: int, value: object) -> State:
    at = bot.program.layout.slot_index["fighter", slot]
    row = list(state.values[at])
    row[seat] = value
    return state._replace(values=(*state.values[:at], tuple(row), *state.values[at + 1 :]))


def test_what_is_hidden_from_it_changes_nothing() -> None:
    """A vow that only its owner knows of, and a choice that is handed in."""
    bot = bot_for("bokken", 20)
    start = own_start(bundled("bokken"))
    state, _ = engine.start(bot.program, start.setup, SeededDice(1), trace=False)
    expected = [bot.choose(state, 0, random.Random(n)) for n in range(12)]
    vowed = with_slot(bot, state, "shout", 1, True)
    handed, _ = engine.step(
        bot.program, state, {1: engine.sample(bot.program, state, 1, random.Random(1))}, SeededDice(1)
    )
    for other in (vowed, handed):
        fresh = LookAhead(bot.program, bot.estimate, Meter(UNLIMITED))
        assert [fresh.choose(other, 0, random.Random(n)) for n in range(12)] == expected


def test_its_own_secret_counts() -> None:
    bot = LookAhead(
        bot_for("bokken", 1).program, Estimate(own_start(bundled("bokken")).program), Meter(UNLIMITED)
    )
    state, _ = engine.start(bot.program, own_start(bundled("bokken")).setup, SeededDice(1), trace=False)
    vowed = with_slot(bot, with_slot(bot, state, "shout", 0, True), "stance", 0, 1)
    chosen = {bot.choose(vowed, 0, random.Random(n)) for n in range(8)}
    assert all("strike" in engine.print_choice(bot.program, "order", one, state.names) for one in chosen)
