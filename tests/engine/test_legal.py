"""Legal choices: the search agrees with brute force over all texts; samples are legal; completions lead somewhere."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import toys

from densho import engine
from densho.engine import Program, State

STRIP = """
fighters: 2
kinds: {stance: [free, high, low]}
slots:
  arena:
    cells: 1..9 = 5
  fighter:
    cell: 1..9 = if first then 1 else 5
    stance: stance = free
    pushy: bool
    tired: bool
decisions:
  order:
    groups: {move: at most one, action: at most one, extra: any}
    words:
      stay: in move, says nothing
      forward: in move, n of 1..3
      back: in move, n of 1..2 = 1
      strike: in action, flag turning
      stance: in action, to of stance
      shout: in extra
      feint: in extra, not beside strike
forbid:
  order:
    one_move: crowded move
    off: cell + order.forward - order.back not in 1..cells
    free: order has strike and stance = free
    same: order has stance and order.stance = stance
    shouting: order has shout and order lacks strike and order lacks stance
    weary: tired and size(order.words) > 1
    duty: {when: pushy and order lacks forward, lets off: true}
    duty_too: {when: pushy and order lacks strike, lets off: true}
flow:
  - repeat turn:
      - ask order
"""

PATH = """
fighters: 2
slots:
  fighter:
    cell: 0..9 = 3
    ap: 0..9 = 4
decisions:
  order:
    groups: {path: sequence up to 4, what: one}
    words:
      step: in path, n of 1..3, adds up
      turn: in path
      hop: in path
      hit: in what
      wait: in what
folds:
  walk(o of order):
    over: o.path
    start: {pos: -99..99 = cell, way: -1..1 = 1, cost: 0..99 = 0, out: bool}
    step: {pos: pos + way * part.n, cost: cost + part.n, out: out or pos + way * part.n not in 0..5}
    turn: {way: -way, cost: cost + 1}
    hop: {pos: pos + 2 * way, cost: cost + 3, out: out or pos + 2 * way not in 0..5}
forbid:
  order:
    tired: {when: walk(order).cost > ap, cut: true}
    off: {when: walk(order).out, cut: true}
    far: order has hit and walk(order).pos = cell
    still: order has wait and size(order.path) > 2
flow:
  - repeat turn:
      - ask order
"""

POOL = """
fighters: 2
slots:
  fighter:
    spare: 0..9 = 2
    dice: bag of 1..6 = bag([1, 4, 4])
    due: 0..9 = 2
decisions:
  pay:
    groups: {sum: one}
    words:
      block: in sum, named spare of 0..9 from 0..spare, named dice of bag of 1..6 from dice, or none
forbid:
  pay:
    wrong: choice.block.spare + size(choice.block.dice) != due
    missing: choice.block.spare > spare
    not_there: not (choice.block.dice within dice)
flow:
  - repeat turn:
      - ask pay
"""


BAGS = """
fighters: 2
decisions:
  order:
    groups: {act: one}
    words:
      name: in act, at of bag of 1..40 from 1..30 up to 8
      rest: in act
forbid:
  order:
    low: some n in order.name.at with n < 27
    twice: size(faces(order.name.at)) < size(order.name.at)
flow:
  - repeat turn:
      - ask order
"""


def parts_of(game: str) -> list[list[str]]:
    """For each game the texts of parts that may be joined, with how many of them at most."""
    match game:
        case "strip":
            moves = ["", "stay", *(f"forward {n}" for n in (1, 2, 3)), "back", "back 2"]
            actions = ["", "strike", "strike turning", *(f"stance {s}" for s in ("free", "high", "low"))]
            return [moves, actions, ["", "shout"], ["", "feint"]]
        case "path":
            step = ["", "step 1", "step 2", "step 3", "turn", "hop"]
            return [step, step, step, step, ["", "hit", "wait"]]
        case _:
            dice = ["", *(f"dice {' '.join(d)}" for d in ("1", "4", "14", "44", "144", "2", "11"))]
            return [
                [
                    f"block {' '.join(p)}".strip()
                    for p in itertools.product(["", "spare 0", "spare 1", "spare 2", "spare 3"], dice)
                ]
                + ["block none"]
            ]


def brute_force(game: str, toy: Program, state: State) -> set[engine.Choice]:
    """Every choice that some text means and nothing refuses."""
    found = set()
    for parts in itertools.product(*parts_of(game)):
        judgement = engine.judge(toy, state, 0, "; ".join(p for p in parts if p) or "pass")
        if judgement.legal and judgement.choice is not None:
            found.add(judgement.choice)
    return found


def positions() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name of the game, its rules, A's slots)"""
    for flags in itertools.product([False, True], repeat=2):
        for cell, stance in ((1, "free"), (3, "high"), (5, "low")):
            yield "strip", STRIP, {"cell": cell, "stance": stance, "pushy": flags[0], "tired": flags[1]}
    yield from (("path", PATH, {"cell": c, "ap": ap}) for c in (0, 3, 5) for ap in (0, 2, 5))
    yield from (("pool", POOL, {"spare": s, "due": d}) for s in (0, 2) for d in (0, 1, 2, 4))


@pytest.mark.parametrize(("game", "rules", "slots"), [*positions()])
def test_listing_agrees_with_brute_force(game: str, rules: str, slots: dict[str, Any]) -> None:
    toy = toys.program(rules)
    state, _ = toys.begin(toy, slots, {})
    listed = engine.legal(toy, state, 0).choices
    assert listed is not None
    assert len(set(listed)) == len(listed)
    assert set(listed) == brute_force(game, toy, state)
    for choice in listed:
        assert engine.judge_choice(toy, state, 0, choice) == ()
        text = engine.print_choice(toy, engine.owed(toy, state)[0], choice, state.names)
        assert engine.judge(toy, state, 0, text).choice == choice


@pytest.mark.parametrize(("game", "rules", "slots"), [*positions()])
def test_samples_are_legal_and_reach_everything(game: str, rules: str, slots: dict[str, Any]) -> None:
    toy = toys.program(rules)
    state, _ = toys.begin(toy, slots, {})
    listed = set(engine.legal(toy, state, 0).choices or ())
    rng = random.Random(7)
    if not listed:
        with pytest.raises(engine.RulesetFault, match="no legal choice"):
            engine.sample(toy, state, 0, rng)
        return
    drawn = {engine.sample(toy, state, 0, rng) for _ in range(60 if len(listed) > 12 else 300)}
    assert drawn <= listed
    assert len(drawn) > min(len(listed), 12) // 2


def test_a_limit_gives_up() -> None:
    toy = toys.program(PATH)
    state, _ = toys.begin(toy, {"ap": 9}, {})
    assert engine.legal(toy, state, 0, limit=3).choices is None
    factors = dict(engine.legal(toy, state, 0).factors)
    assert len(factors["what"]) == 2
    assert [said for said in factors["path"] if said[0] == 0] == [(0, (1,)), (0, (2,))]


def words_beginning(toy: Program, state: State, typed: list[str]) -> set[str]:
    """The next parts of all legal choices that hold the parts typed."""
    decision = engine.owed(toy, state)[0]
    found = set()
    for choice in engine.legal(toy, state, 0).choices or ():
        parts = engine.print_choice(toy, decision, choice, state.names).split("; ")
        path = [p for p in parts if p.split()[0] in ("step", "turn", "hop")]
        typed_path = [p for p in typed if p in path]
        if not set(typed) <= set(parts) or path[: len(typed_path)] != typed_path:
            continue
        found |= {p for p in parts if p not in typed and p not in path}
        found |= set(path[len(typed_path) : len(typed_path) + 1])
    return found


@pytest.mark.parametrize(
    ("rules", "slots", "typed"),
    [
        (STRIP, {"stance": "high"}, []),
        (STRIP, {"stance": "high"}, ["forward 1"]),
        (STRIP, {"stance": "high"}, ["shout"]),
        (STRIP, {"stance": "high", "tired": True}, ["strike"]),
        (STRIP, {"stance": "high", "pushy": True}, []),
        (PATH, {"ap": 3}, []),
        (PATH, {"ap": 3}, ["turn"]),
        (PATH, {"ap": 3}, ["hit"]),
        (POOL, {}, []),
    ],
)
@pytest.mark.parametrize("patience", [0.5, 10**9], ids=["listed at once", "one by one"])
def test_completions_agree_with_brute_force(
    monkeypatch: pytest.MonkeyPatch, rules: str, slots: dict[str, Any], typed: list[str], patience: float
) -> None:
    monkeypatch.setattr(sys.modules["densho.engine.complete"], "PATIENCE", patience)
    toy = toys.program(rules)
    state, _ = toys.begin(toy, slots, {})
    before = "".join(f"{part}; " for part in typed)
    texts = engine.complete(toy, state, 0, before, 500)
    assert all(text.startswith(before) for text in texts)
    assert {text.removeprefix(before) for text in texts} == words_beginning(toy, state, typed)


def test_completions_of_a_beginning() -> None:
    toy = toys.program(STRIP)
    state, _ = toys.begin(toy, {"stance": "high"}, {})
    assert engine.complete(toy, state, 0, "forw") == ("forward 1", "forward 2", "forward 3")
    assert engine.complete(toy, state, 0, "strike; s") == ("strike; shout",)
    assert engine.complete(toy, state, 0, "dance; s") == ()
    assert engine.complete(toy, state, 0, "", limit=2) == ("stay", "forward 1")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["name 27", "name 28", "name 29", "name 30", "rest"]),
        ("name 27", ["name 27", "name 27 28", "name 27 29", "name 27 30"]),
        ("name 28 3", ["name 28 30"]),
        ("name 3 4", []),
    ],
)
def test_bags_that_are_too_many_grow_by_one_member(typed: str, found: list[str]) -> None:
    toy = toys.program(BAGS)
    state, _ = toys.begin(toy, {}, {})
    assert list(engine.complete(toy, state, 0, typed)) == found


def test_lenient_refusals_let_off_in_order() -> None:
    toy = toys.program(STRIP)
    state, _ = toys.begin(toy, {"pushy": True, "cell": 5, "stance": "free"}, {})
    assert toys.named(toy, state, 0, "stay") == []
    state, _ = toys.begin(toy, {"pushy": True, "cell": 5, "stance": "high"}, {})
    assert toys.named(toy, state, 0, "stay") == ["duty_too"]
    state, _ = toys.begin(toy, {"pushy": True, "cell": 1, "stance": "high", "tired": True}, {})
    assert toys.named(toy, state, 0, "strike") == ["duty"]
    assert toys.named(toy, state, 0, "forward 1") == []
