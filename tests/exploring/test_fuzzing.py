"""Promises that are broken are found, made short, and shown by a scenario; rulesets that keep theirs are left in peace."""

from __future__ import annotations

import pytest
from explored import ruleset, run_text

from densho.exploring.effort import Effort
from densho.exploring.fuzzing import Finding, Fuzzed, fuzz
from densho.exploring.writing import file_text


def fuzzed(id: str, fights: int, seed: int = 1) -> Fuzzed:
    return fuzz(ruleset(id), seed=seed, effort=Effort(most=fights))


def found(id: str, fights: int, *key: str) -> Finding:
    (one,) = [each for each in fuzzed(id, fights).findings if each.breach.key == key]
    return one


@pytest.mark.parametrize(
    "id",
    ["rock_paper_scissors", "goofspiel", "oshi_zumo", "bokken", "pojedynek", "muay_thai", "seven_samurai"],
)
def test_bundled_rulesets_keep_what_they_promise(id: str) -> None:
    assert ruleset(id).invariants
    assert [one.breach.message for one in fuzzed(id, 5).findings] == []


def test_a_rule_that_loses_a_die_is_found() -> None:
    one = found("leaky", 40, "invariant", "dice_kept")
    assert one.breach.slug == "broken-promise"
    assert one.breach.cites == ("P5",)
    assert "gathering.dropped" in one.rules
    assert len(one.fight.steps) <= 5
    assert one.fight.options == ()
    (result,) = run_text(file_text("leaky", [one.text]), ruleset("leaky"))
    assert result.failure is None


def test_a_rule_that_favours_a_seat_is_found() -> None:
    one = found("uneven", 60, "invariant", "fair")
    assert one.text == (
        '  - name: "`fair`: with the seats exchanged `A.score` is 0 and not 1"\n'
        "    cites: [K1]\n"
        "    steps:\n"
        "      - choose: {A: show rock, B: show rock}\n"
        "        expect: {A: {score: 1}}\n"
    )


def test_a_fight_without_an_end_is_found() -> None:
    one = found("endless", 40, "invariant", "short")
    assert len(one.fight.steps) == 30
    assert len({step.choices for step in one.fight.steps}) == 1
    assert one.text.count("choose") == 3
    assert one.text.endswith("# … and so on: 30 decisions\n")


def test_a_fighter_with_nothing_legal_is_found() -> None:
    one = found("stuck", 60, "stuck", "bid")
    assert one.breach.slug == "no-way-on"
    (result,) = run_text(file_text("stuck", [one.text]), ruleset("stuck"))
    assert result.failure is None


def test_a_fault_of_the_rules_is_found() -> None:
    (one,) = [each for each in fuzzed("reckless", 30).findings if each.breach.slug == "ruleset-fault"]
    assert len(one.fight.steps) == 1
    (result,) = run_text(file_text("reckless", [one.text]), ruleset("reckless"))
    assert result.failure is not None


def test_the_same_seed_finds_the_same() -> None:
    texts = [[one.text for one in fuzzed("leaky", 25, seed=3).findings] for _ in range(2)]
    assert texts[0] == texts[1]
