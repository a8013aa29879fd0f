"""Scenarios that are drafted exercise what they were drafted for, pass, and are short."""

from __future__ import annotations

import pytest
from explored import keys, ruleset, run_text

from densho.exploring.drafting import Draft, draft
from densho.exploring.effort import Effort
from densho.exploring.writing import WIDTH, file_text
from densho.scenarios.units import Unit, units
from densho.scenarios.vocabulary import Vocabulary


def pieces(id: str) -> list[Unit]:
    return list(units(Vocabulary(ruleset(id))))


def drafts_of(id: str, wanted: list[Unit], fights: int, seed: int = 1) -> tuple[list[Draft], list[Unit]]:
    return draft(ruleset(id), wanted, seed=seed, effort=Effort(most=fights))


@pytest.mark.parametrize(
    ("id", "fights", "unfound"),
    [("rock_paper_scissors", 60, set()), ("oshi_zumo", 150, set()), ("goofspiel", 150, set())],
)
def test_all_of_a_small_game_is_found(id: str, fights: int, unfound: set[str]) -> None:
    wanted = pieces(id)
    drafts, missing = drafts_of(id, wanted, fights)
    assert {unit.key for unit in missing} == unfound
    assert len(drafts) == len(wanted) - len(unfound)
    for one in drafts:
        (result,) = run_text(file_text(id, [one.text]), ruleset(id))
        assert result.failure is None, one.text
        assert one.item.key in keys(result, ruleset(id)), one.text
        assert all(len(line) <= WIDTH for line in one.text.splitlines())


def one_of(id: str, key: str, fights: int = 120) -> str:
    """The draft of one piece."""
    drafts, missing = drafts_of(id, [unit for unit in pieces(id) if unit.key == key], fights)
    assert not missing
    return drafts[0].text


def test_a_rule_of_one_technique_is_found_and_says_what_it_does() -> None:
    text = one_of("bokken", "rule:kakegoe.spending.vow")
    assert text.startswith("  - name: rule kakegoe.spending.vow\n    cites: [B33, B34]\n")
    assert "{techniques: [kakegoe]}" in text
    assert text.count("choose") == 1
    assert text.endswith(": {shout: true}}\n")


def test_a_refusal_is_found_alone() -> None:
    text = one_of("bokken", "forbid:order.technique_used")
    assert "reject: " in text
    assert "technique_used" in text
    assert text.count("choose") == 1


def test_a_value_of_an_option_is_found_where_it_makes_a_difference() -> None:
    text = one_of("goofspiel", "option:ties.carry", 200)
    assert "options: {ties: carry}" in text
    assert "expect" in text


def test_what_cannot_take_part_is_not_found() -> None:
    """A definition that nothing reads."""
    wanted = [unit for unit in pieces("bokken") if unit.key == "define:on_strip"]
    effort = Effort(most=15)
    drafts, missing = draft(ruleset("bokken"), wanted, effort=effort)
    assert (drafts, missing) == ([], wanted)
    assert effort.fights == 15
    assert effort.steps > 15


def test_the_same_seed_finds_the_same() -> None:
    wanted = pieces("oshi_zumo")
    one, other = (drafts_of("oshi_zumo", wanted, 25, seed=4)[0] for _ in range(2))
    assert [each.text for each in one] == [each.text for each in other]


def test_the_first_find_may_be_enough() -> None:
    found: list[str] = []

    def enough(one: Draft) -> bool:
        found.append(one.item.key)
        return False

    draft(ruleset("oshi_zumo"), pieces("oshi_zumo"), effort=Effort(most=50), found=enough)
    assert len(found) == 1
