"""Rolls: the faces of a die are an expression, so that a definition, a column or an exception makes it another die."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import toys

from densho import engine
from densho.cache import Cache
from densho.engine import BadValue, OutOfDice, RulesetFault, SeededDice, Setup
from densho.loading import Loader
from densho.scenarios.suite import run_files

GOOD = Path(__file__).parents[1] / "good"
both_ways = pytest.mark.parametrize("trace", [True, False], ids=["traced", "fast"])

FRAME = """
fighters: 2
decisions:
  go: {groups: {what: at most one}, words: {act: in what}}
flow:
  - roll throw
  - ask go
slots:
  fighter:
    faces: 0..12 = 6
    thrown: bag of -1..20
    free: 0..
rolls:
  throw: {for: fighters, number: 3, of: OF, into: thrown}
"""


def frame(of: str) -> str:
    return FRAME.replace("OF", of)


@both_ways
@pytest.mark.parametrize(
    ("of", "dice", "thrown"),
    [
        ("1..6", {0: [6, 1, 3], 1: [2, 2, 2]}, ([1, 3, 6], [2, 2, 2])),
        ("1..faces", {0: [8, 1, 8], 1: [4, 4, 1]}, ([1, 8, 8], [1, 4, 4])),
        ("faces - 1..faces + 2", {0: [7, 8, 10], 1: [3, 5, 6]}, ([7, 8, 10], [3, 5, 6])),
        ('"if faces > 5 then 1..8 else 2..3"', {0: [8, 7, 1], 1: [2, 3, 2]}, ([1, 7, 8], [2, 2, 3])),
        ("2|4|8", {0: [8, 8, 2], 1: [4, 4, 4]}, ([2, 8, 8], [4, 4, 4])),
        ("5|6|7", {0: [7, 5, 6], 1: [5, 5, 5]}, ([5, 6, 7], [5, 5, 5])),
    ],
)
def test_faces_are_those_of_whoever_rolls(
    of: str, dice: dict[int, list[int]], thrown: tuple[list[int], list[int]], trace: bool
) -> None:
    toy = toys.program(frame(of))
    state, _ = toys.begin(toy, {"faces": 8}, {"faces": 4}, dice=dice, trace=trace)
    assert (toys.slots(toy, state, "A")["thrown"], toys.slots(toy, state, "B")["thrown"]) == thrown


@pytest.mark.parametrize(
    ("of", "results", "kind", "message"),
    [
        ("1..faces", [1, 9, 1], BadValue, "a die of 1..8 cannot show `9` (die 2 of 3 in the roll `throw`)"),
        ("2|4|8", [2, 3, 2], BadValue, "`3` cannot be drawn (die 2 of 3 in the roll `throw`)"),
        ("1..faces", [1], OutOfDice, "no result is left for seat 1 (die 2 of 3 in the roll `throw`)"),
    ],
)
def test_scripted_results_are_faces_of_the_die_in_force(
    of: str, results: list[int], kind: type[Exception], message: str
) -> None:
    toy = toys.program(frame(of))
    with pytest.raises(kind) as caught:
        toys.begin(toy, {"faces": 8}, {"faces": 4}, dice={0: results, 1: [1, 1, 1]})
    assert str(caught.value) == message


@both_ways
def test_dice_without_faces_are_a_fault(trace: bool) -> None:
    toy = toys.program(frame("1..faces"))
    with pytest.raises(RulesetFault, match="the dice of `throw` have no faces") as caught:
        toys.begin(toy, {"faces": 0}, {}, trace=trace)
    assert caught.value.spans[0].path == "toy.yaml"


@pytest.mark.parametrize(
    ("of", "slug"),
    [
        ("1..21", "out-of-bounds"),
        ("1..2 * faces", "out-of-bounds"),
        ("faces", "bad-roll"),
        ("6", "bad-roll"),
        ("6..1", "bad-roll"),
        ("1..5000", "unbounded"),
        ("1..free", "unbounded"),
        ("fighters", "wrong-type"),
    ],
)
def test_dice_that_cannot_be_are_found_before_a_fight(of: str, slug: str) -> None:
    assert [found for found, _ in toys.mistakes(frame(of))] == [slug]


# --- house rules -------------------------------------------------------------------------------------

HOUSES = {
    "dice_of_eight": (8, {"weapon": ["katana", "yari", "two_weapons"], "shuriken": [True, False]}),
    "odachi": (8, {"weapon": ["great_sword", "wakizashi", "naginata"]}),
    "small_dice": (8, {"fame": [0, 1]}),
}


@pytest.mark.parametrize("house", HOUSES)
def test_scenarios_of_house_rules_about_dice(house: str) -> None:
    results = [
        result
        for file in run_files(sorted((GOOD / house / "tests").glob("*.yaml")), Loader(Cache(None)))
        for result in file.results
    ]
    assert results
    assert [result.failure for result in results if result.failure is not None] == []


@pytest.mark.parametrize("house", HOUSES)
def test_bots_fight_with_dice_of_another_size(house: str) -> None:
    highest, gear = HOUSES[house]
    ruleset = Loader(Cache(None)).load(GOOD / house).ruleset
    assert ruleset is not None
    program = engine.compile_program(ruleset)
    types = {slot.name: slot.type for slot in program.rules.slots if slot.holder == "fighter"}
    rng, seen = random.Random(3), set[int]()
    for seed in range(8):
        fighters = [
            {
                name: engine.from_plain(program, types[name], rng.choice(values), "AB")
                for name, values in gear.items()
            }
            for _ in "AB"
        ]
        dice = SeededDice(seed)
        setup = Setup(fighters=tuple(zip("AB", fighters, strict=True)))
        state, events = engine.start(program, setup, dice)
        while owed := engine.owed(program, state):
            chosen = {}
            for seat, decision in owed.items():
                text = engine.print_choice(
                    program, decision, engine.sample(program, state, seat, rng), ("A", "B")
                )
                judgement = engine.judge(program, state, seat, text)
                assert judgement.refusals == ()
                chosen[seat] = judgement.choice
            for event in events:
                if event.name == "roll" and event.kind == "trace":
                    seen.update(dict(event.fields)["result"])
            state, events = engine.step(program, state, chosen, dice)
    assert max(seen) == highest
