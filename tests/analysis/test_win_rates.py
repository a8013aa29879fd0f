"""What a technique does to who wins: made ones that win much, nothing, or are everybody's."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from made import close_start

from densho import engine
from densho.analysis import budget as budget_module
from densho.analysis.budget import Budget
from densho.analysis.intervals import paired, wilson
from densho.analysis.secrecy import Start
from densho.analysis.starts import own_start
from densho.analysis.win_rates import WinRates, win_rates
from playing import bundled

WORK = Budget(seconds=None, work=4_500)


LONGER = Budget(seconds=None, work=11_000)


@cache
def played(name: str) -> WinRates:
    budget = LONGER if name == "sure_cut" else WORK
    return win_rates([close_start(name)], "technique", name, budget=budget)


@pytest.mark.parametrize("bot", ["random", "look-ahead"])
def test_what_wins_much_is_seen_by_both_players(bot: str) -> None:
    arm = next(arm for arm in played("sure_cut").arms if arm.bot == bot)
    assert arm.significant
    assert arm.effect > 0.1
    assert arm.low > 0
    assert arm.with_.share > arm.without.share == 0.5
    assert arm.used > 0


def test_what_can_be_answered_wins_more_all_the_same() -> None:
    arm = played("glare").arms[0]
    assert arm.significant
    assert arm.low > 0


@pytest.mark.parametrize("bot", ["random", "look-ahead"])
def test_what_does_nothing_has_no_effect(bot: str) -> None:
    arm = next(arm for arm in played("loud_shout").arms if arm.bot == bot)
    assert arm.rounds > 0
    assert not arm.significant
    assert arm.low <= 0 <= arm.high


def test_each_round_is_three_fights_and_both_seats_count() -> None:
    for arm in played("loud_shout").arms:
        assert arm.fights == 3 * arm.rounds
        assert arm.with_.fights == arm.without.fights == 2 * arm.rounds


def test_the_same_seed_and_work_give_the_same_rates() -> None:
    def found(seed: int) -> WinRates:
        budget = Budget(seconds=None, work=1_000)
        rates = win_rates([close_start("sure_cut")], "technique", "sure_cut", seed=seed, budget=budget)
        return replace(rates, seconds=0)

    assert found(1) == found(1)
    assert found(1).arms != found(2).arms


def test_it_is_honest_when_the_budget_ends_early() -> None:
    told: list[float] = []
    budget = Budget(seconds=None, work=1_500)
    found = win_rates([close_start("glare")], "technique", "glare", budget=budget, progress=told.append)
    assert not found.complete
    assert told == sorted(told)
    assert told[-1] > 0.9
    for arm in found.arms:
        assert arm.high - arm.low > 0.2


def test_what_everybody_has_is_forgone_by_the_others() -> None:
    start = own_start(bundled("muay_thai"))
    found = win_rates([start], "action", "elbow", budget=Budget(seconds=None, work=700))
    assert found.grant is None
    assert found.arms[0].rounds > 0
    assert found.arms[0].used > 0


def test_rules_that_take_too_long_do_not_hold_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that does not come to an end is given up, and what was found until then is told."""
    slow = close_start("loud_shout")
    steps = 0

    def step(*args: Any, **named: Any) -> Any:
        nonlocal steps
        steps += 1
        while steps > 40:
            pass
        return engine_step(*args, **named)

    engine_step = engine.step
    monkeypatch.setattr(engine, "step", step)
    monkeypatch.setattr(budget_module, "GRACE", 0.1)
    found = win_rates([slow], "technique", "loud_shout", budget=Budget(seconds=0.3))
    assert not found.complete
    assert found.seconds < 5


def test_more_than_two_fighters() -> None:
    """The third chooses at random; there is nothing to be listed for the other two as a matrix."""
    program = own_start(bundled("seven_samurai")).program
    fighters: tuple[tuple[str, dict[str, object]], ...] = (
        ("A", {"cell": 3}),
        ("B", {"cell": 5, "facing": 0}),
        ("C", {"cell": 6}),
    )
    start = Start(program, engine.Setup(fighters=fighters))
    found = win_rates([start], "technique", "evasion", budget=Budget(seconds=None, work=1_000))
    assert found.arms[0].rounds > 0
    assert found.arms[0].without.share < 0.5
    assert [arm.broken for arm in found.arms] == [0, 0]


def test_a_few_pairs_that_agree_are_not_certain() -> None:
    mean, low, high = paired([1.0, 1.0, 1.0])
    assert mean == 1
    assert 0 < low < 0.7 < high <= 1
    assert paired([]) == (0.0, -1.0, 1.0)
    assert paired([0.0] * 40)[1] < 0 < paired([0.0] * 40)[2]


def test_wilson() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
