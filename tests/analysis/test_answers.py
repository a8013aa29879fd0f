"""What an opponent can do about a technique: made ones whose answers are known, in a game that has many positions."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from made import TECHNIQUES, start_with

from densho.analysis.answers import Answers, Line, answers
from densho.analysis.budget import Budget
from densho.analysis.granting import Grant, find_grant
from densho.cache import Cache
from densho.loading import Loader
from densho.scenarios.suite import run_files
from playing import bundled

WORK = Budget(seconds=None, work=4_000)


@cache
def asked(name: str) -> Answers:
    return answers([start_with(name)], "technique", name, budget=WORK)


def runs(line: Line, name: str, folder: Path) -> bool:
    """Whether the scenario of a line passes, written to a file as it stands."""
    shutil.copy(TECHNIQUES / f"{name}.yaml", folder)
    path = folder / "line_test.yaml"
    text = {"ruleset": "bokken", "with": [f"{name}.yaml"], "scenarios": [line.scenario]}
    path.write_text(json.dumps(text), encoding="utf-8")
    (result,) = run_files([path], Loader(Cache(None)))
    assert [one.message for one in result.diagnostics if one.slug != "missing-words"] == []
    (one,) = result.results
    return one.failure is None


def test_the_line_that_nothing_answers_is_found_and_can_be_run(tmp_path: Path) -> None:
    found = asked("sure_cut")
    line = found.lines[0]
    assert "sure_cut" in line.choice
    assert line.exhaustive
    assert not line.chance
    assert line.horizon == 1
    assert line.answers == sum(fate.count for fate in line.fates) > 3
    assert {(fate.block, fate.by, fate.turns) for fate in line.fates} == {("bout", "hit", 0)}
    assert line.scenario["steps"][-1]["expect"] == {"bout": {"winner": line.user, "by": "hit"}}
    assert runs(line, "sure_cut", tmp_path)
    assert all(way.unanswered > 0 for way in found.ways)


def test_a_line_may_need_a_second_turn(tmp_path: Path) -> None:
    line = asked("doom").lines[0]
    assert line.horizon == 2
    assert {fate.turns for fate in line.fates} == {1}
    assert len(line.fates[0].then) == 1
    assert len(line.scenario["steps"]) >= 2
    assert runs(line, "doom", tmp_path)


def test_the_answer_is_named_where_there_is_one() -> None:
    found = asked("glare")
    assert found.lines == ()
    way = next(way for way in found.ways if way.text == "glare")
    assert way.unanswered == 0
    assert way.lost > 0.5
    assert "turn" in " ".join(one.text for one in way.best)
    assert found.broken == 0


def test_what_does_nothing_has_no_line_of_its_own() -> None:
    """Positions that are won without it are not laid to its charge."""
    found = asked("loud_shout")
    assert found.lines == ()
    assert found.legal_in > found.won >= 0
    assert all(way.gaining == 0 for way in found.ways)


def test_what_is_never_legal_is_told() -> None:
    found = asked("never")
    assert found.never_legal
    assert found.positions > 10
    assert found.ways == ()


def test_what_no_choice_names_has_no_answers() -> None:
    found = asked("long_legs")
    assert found.passive
    assert not found.never_legal


def test_the_same_work_gives_the_same_answer() -> None:
    def found(seed: int) -> Answers:
        budget = Budget(seconds=None, work=1_200)
        return replace(
            answers([start_with("glare")], "technique", "glare", seed=seed, budget=budget), seconds=0
        )

    assert found(1) == found(1)
    assert found(1) != found(2)


def test_it_stops_when_the_budget_does() -> None:
    found = answers([start_with("glare")], "technique", "glare", budget=Budget(seconds=None, work=300))
    assert not found.complete
    assert found.work < 600


@pytest.mark.parametrize(
    ("ruleset", "kind", "expected"),
    [
        ("bokken", "technique", Grant("techniques", "element")),
        ("seven_samurai", "technique", Grant("techniques", "element")),
        ("seven_samurai", "weapon", Grant("weapon", "value")),
        ("pojedynek", "weapon", Grant("weapon", "value")),
        ("muay_thai", "action", None),
    ],
)
def test_the_slot_that_grants_is_found(ruleset: str, kind: str, expected: Grant | None) -> None:
    assert find_grant(bundled(ruleset), kind) == expected
