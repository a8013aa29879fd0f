"""Expressions are total: whatever they read, they give a value of their type. And the laws of whole fights."""

from __future__ import annotations

import random
from typing import Any

import pytest
import toys

from densho import engine
from densho.engine import RulesetFault, SeededDice
from densho.engine.total import span

VALUES: dict[str, tuple[str, str, Any]] = {
    "division by 0": ("0..99", "seat / (seat - 1)", 0),
    "rounded down": ("-99..99", "-7 / 2", -4),
    "modulo by 0": ("0..99", "seat mod 0", 0),
    "modulo": ("0..99", "-7 mod 3", 2),
    "arithmetic with nothing": ("0..99", "unknown + 3", 3),
    "comparison with nothing": ("bool", "unknown < 1 and unknown > -1", True),
    "nothing is not 0": ("bool", "unknown = 0", False),
    "nothing is in no range": ("bool", "unknown in 0..5", False),
    "column of nothing": ("0..9", "lost.worth", 0),
    "kind of nothing": ("gem or nothing", "lost.twin", None),
    "relation with nothing": ("bool", "beats(lost, ruby)", False),
    "slot of nobody": ("0..99", "nobody.hp", 0),
    "definition of nobody": ("0..99", "nobody.double", 0),
    "foe of nobody": ("0..99", "nobody.foe.hp", 0),
    "name of nobody": ("label or nothing", "nobody.name", None),
    "seat of nobody": ("0..9", "nobody.seat", 0),
    "field of nothing": ("0..9", "no_spot.at", 0),
    "head of nothing": ("0..9", "head(none_of_them)", 0),
    "rest of nothing": ("list of 0..9", "rest(none_of_them)", []),
    "nth outside": ("0..9", "nth([4, 5], 3) + nth([4, 5], 0)", 0),
    "nth": ("0..9", "nth([4, 5], 2)", 5),
    "first of nothing": ("0..9 or nothing", "first n in 1..9 with n > 9", None),
    "most of nothing": ("0..9", "most n in 5..4", 0),
    "sum": ("0..99", "sum n in 1..4 with n != 2 of n * n", 26),
    "least": ("0..99", "least n in 3..5 of 10 - n", 5),
    "count": ("0..99", "count n in 1..9 with n mod 2 = 0", 4),
    "every of nothing": ("bool", "every n in 5..4 with n = 9", True),
    "empty range": ("set of 0..9", "3..2", []),
    "clamp": ("0..99", "clamp(7, 0, 5) + clamp(-1, 2, 5)", 7),
    "clamp turned round": ("0..99", "clamp(7, 5, 0)", 5),
    "sign": ("-1..1", "sign(-5) * sign(0)", 0),
    "bags within": ("bool", "bag([1, 1]) within bag([1, 2])", False),
    "bags meet": ("bool", "bag([1, 1]) meets bag([1, 2])", True),
    "bag without": ("bag of 0..9", "bag([1, 1, 2]) without bag([1, 3])", [1, 2]),
    "bag joined": ("bag of 0..9", "bag([3]) + bag([1])", [1, 3]),
    "faces": ("set of 0..9", "faces(bag([3, 3, 1]))", [1, 3]),
    "total": ("0..99", "total(bag([3, 3, 1]))", 7),
    "list in order": ("list of 0..9", "list n in 5|1|3 of 9 - n", [8, 6, 4]),
    "argument of an absent word": ("0..9", "go.act", 0),
    "words": ("bool", "go.words within act|rest", True),
}


@pytest.mark.parametrize("traced", [True, False], ids=["traced", "fast"])
@pytest.mark.parametrize(("type_", "expression", "value"), VALUES.values(), ids=VALUES)
def test_values(type_: str, expression: str, value: Any, traced: bool) -> None:
    toy = toys.program(
        f"""
        fighters: 2
        kinds:
          gem: {{columns: {{worth: 0..9, twin: gem or nothing}}, rows: gems}}
        gems: {{ruby: {{worth: 3, twin: ruby}}}}
        relations: {{'beats(gem, gem)': [otherwise yes]}}
        records: {{spot: {{at: 1..9}}}}
        slots:
          fighter:
            hp: 0..9 = 7
            unknown: 0..9 or nothing
            lost: gem or nothing
            nobody: fighter or nothing
            no_spot: spot or nothing
            none_of_them: list of 0..9
            got: {type_}
            all: set of gem = gems
        define: {{double: hp * 2}}
        decisions: {{go: {{groups: {{what: at most one}}, words: {{act: 'in what, n of 1..9', rest: in what}}}}}}
        rules:
          act:
            got: "got := {expression}"
            uses: when no_spot != nothing and unknown = 1 and size(none_of_them) > double then all -= lost; nobody := me
        flow:
          - repeat turn:
              - ask go
              - do act
        """
    )
    state, _ = toys.begin(toy, trace=traced)
    after, _ = toys.hand_in(toy, state, "pass", "rest", trace=traced)
    assert toys.slots(toy, after)["got"] == value


def test_too_long_a_range_is_a_fault() -> None:
    assert list(span(3, 5)) == [3, 4, 5]
    assert list(span(3, 2)) == []
    with pytest.raises(RulesetFault, match="too long"):
        span(0, 10**9)


DUEL = """
fighters: 2
reasons: [fallen, both]
kinds: {side: [left, right]}
slots:
  fighter:
    cell: 0..9 = if first then 2 else 7
    way: -1..1 = if first then 1 else -1
    hp: 0..3 = 3, clamped
    rage: 0..9, hidden
    hurt: bool, fades in act
    last: list of part of go up to 9
    faces: bag of 1..6
decisions:
  go:
    groups: {path: sequence up to 3, what: at most one}
    words: {step: 'in path, n of 1..2', turn: in path, hit: in what, rest: in what}
define:
  near: abs(cell - foe.cell) <= 2
  strong: total(faces) > 6
  reach: size(go.path) + (if near then 1 else 0)
folds:
  walk(o of go): {over: o.path, start: {pos: -9..99 = cell, heading: -1..1 = way}, step: {pos: pos + heading * part.n}, turn: {heading: -heading}}
forbid:
  go:
    off: walk(go).pos not in 0..9
    empty: size(go.words) = 0
rolls:
  dice: {for: fighters, number: 2, of: 1..6, into: faces}
rules:
  move:
    walk: cell := walk(go).pos; last := go.path
  act:
    hit: when go has hit and near then foe.hp -= if strong then 2 else 1; foe.hurt := true; tell hit(who me, how reach)
    rage: when go has rest then rage := min(9, rage + 1)
  over:
    won: when foe.hp = 0 and hp > 0 then win fight for me by fallen
    both: when foe.hp = 0 and hp = 0 then draw fight by both
flow:
  - repeat turn:
      - ask go
      - do move
      - roll dice
      - do act
      - do over
"""


class Mirrored:
    """The same dice for the other seats: each seat has its own stream."""

    def __init__(self, exchanged: bool) -> None:
        self.streams = [SeededDice(f"seat {1 - s if exchanged else s}") for s in (0, 1)]

    def roll(self, seat: int | None, low: int, high: int) -> int:
        assert seat is not None
        return self.streams[seat].roll(seat, low, high)

    def draw(self, seat: int | None, members: Any) -> int:
        raise AssertionError


@pytest.mark.parametrize("seed", range(12))
def test_laws_of_whole_fights(seed: int) -> None:
    """Traced and fast go the same way, twice the same gives the same, and exchanging the fighters mirrors the fight."""
    toy = toys.program(DUEL)
    rng = random.Random(seed)
    state, _ = toys.begin(toy)
    dice = [Mirrored(False), Mirrored(False), Mirrored(False), Mirrored(True)]
    mirrored = exchange(toy, state)
    for _ in range(30):
        if state.outcome is not None:
            break
        choices = {seat: engine.sample(toy, state, seat, rng) for seat in engine.owed(toy, state)}
        after, events = engine.step(toy, state, choices, dice[0])
        again, same = engine.step(toy, state, choices, dice[1])
        fast, told = engine.step(toy, state, choices, dice[2], trace=False, judged=True)
        assert (after, events) == (again, same)
        assert fast == after
        assert hash(fast) == hash(after)
        assert told == tuple(e for e in events if e.kind != "trace")
        turned, _ = engine.step(toy, mirrored, {1 - s: c for s, c in choices.items()}, dice[3], judged=True)
        assert exchange(toy, after).values == turned.values
        state, mirrored = after, turned


def exchange(toy: engine.Program, state: engine.State) -> engine.State:
    """The state with the fighters' seats exchanged."""
    values = list(state.values)
    rows = [at for (holder, _), at in toy.layout.slot_index.items() if holder == "fighter"]
    for at in [*rows, *toy.layout.choice_index.values()]:
        values[at] = (values[at][1], values[at][0], values[at][2])
    for at in toy.layout.block_index.values():
        winner, by, ended = values[at]
        values[at] = (1 - winner if winner >= 0 else winner, by, ended)
    return state._replace(values=tuple(values))
