"""A bot plays every ruleset many times: what it chooses is never refused, and fights come to an end."""

from __future__ import annotations

import pytest

from densho.fights.fight import undo
from densho.play.bot import bot_choice
from playing import fight_of, played

FIGHTS = 12
OPTIONS = {"bokken": {"points_to_win": "1"}, "seven_samurai": {"stalemate": "ten"}}
FIGHTERS = {"seven_samurai": {name: {"team": "red" if name < "C" else "blue"} for name in "ABCD"}}


@pytest.mark.parametrize(
    "name",
    ["bokken", "seven_samurai", "muay_thai", "pojedynek", "goofspiel", "oshi_zumo", "rock_paper_scissors"],
)
def test_a_bot_is_never_refused(name: str) -> None:
    """Whatever is refused raises."""
    for seed in range(FIGHTS):
        fight = fight_of(name, str(seed), FIGHTERS.get(name), **OPTIONS.get(name, {}))
        end = played(fight, 400)
        assert end.over
        assert all(not step.refused for step in end.record.steps)


def test_a_bot_chooses_anew_when_a_step_was_taken_back() -> None:
    fight = played(fight_of("oshi_zumo"), 1)
    first = {bot_choice(fight_of("oshi_zumo", str(seed)), "A") for seed in range(5)}
    assert len(first) > 1
    assert bot_choice(undo(fight), "A") != dict(fight.record.steps[0].choices)["A"]
