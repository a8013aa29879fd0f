"""What a choice leaves out is completed by the first way that none of the refusals to be avoided forbids."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import toys

from densho import engine
from densho.engine import Program, State

RIBBON = """
fighters: 2
kinds:
  way: {rows: ways}
  act: {rows: acts, columns: {coin: 0..9, gem: 0..9, gift: bool}}
ways: {coin: {}, gem: {}, free: {}}
acts:
  jab: {coin: 1, gem: 1}
  kick: {coin: 2, gem: 1}
  slam: {gem: 2}
  elbow: {coin: 1, gift: true}
  rest: {}
slots:
  fighter:
    coins: 0..9 = 2
    gems: 0..9 = 1
decisions:
  plan:
    groups: {path: sequence up to 4}
    words:
      each act: in path, pay of way or left out
    fill: {pay: ways_open(part), avoiding: [twice, too_dear, left_over]}
define:
  price(a of act, w of way): if w = coin then a.coin else if w = gem then a.gem else 0
  cost(p of part of plan, w of way): if p.pay = w then price(p.act, w) else 0
  ways_open(p of part of plan):
    is: set of way
    value: those w in ways with price(p.act, w) > 0 or w = free and p.act.gift
folds:
  purse(c of plan):
    over: c.path
    start: {coins: -99..99 = coins, gems: -99..99 = gems, gifts: 0..9 = 0}
    each:
      coins: coins - cost(part, coin)
      gems: gems - cost(part, gem)
      gifts: gifts + (if part.pay = free then 1 else 0)
forbid:
  plan:
    odd: {for: p in choice.path, when: p.pay != nothing and p.pay not in ways_open(p), cut: true}
    twice: {when: purse(choice).gifts > 1, cut: true}
    too_dear: {when: purse(choice).coins < 0 or purse(choice).gems < 0, cut: true}
    left_over: purse(choice).coins + purse(choice).gems > 0
flow:
  - repeat turn:
      - ask plan
"""

PRICES = {
    "jab": (1, 1, False),
    "kick": (2, 1, False),
    "slam": (0, 2, False),
    "elbow": (1, 0, True),
    "rest": (0, 0, False),
}


def ways(act: str) -> list[str]:
    coin, gem, gift = PRICES[act]
    found = [*(["coin"] if coin else []), *(["gem"] if gem else []), *(["free"] if gift else [])]
    return found or [""]


def by_hand(parts: list[tuple[str, str]], coins: int, gems: int) -> tuple[list[str], list[str]]:
    """The first way to pay, and what refuses it."""
    domains = [[pay] if pay else ways(act) for act, pay in parts]
    for avoiding in (["twice", "too_dear", "left_over"], ["twice", "too_dear"], ["twice"], []):
        for combination in itertools.product(*domains):
            refused = refusals(
                [(act, pay) for (act, _), pay in zip(parts, combination, strict=True)], coins, gems
            )
            if not set(refused) & set(avoiding):
                return list(combination), refused
    raise AssertionError


def refusals(parts: list[tuple[str, str]], coins: int, gems: int) -> list[str]:
    coins -= sum(PRICES[act][0] for act, pay in parts if pay == "coin")
    gems -= sum(PRICES[act][1] for act, pay in parts if pay == "gem")
    gifts = sum(pay == "free" for _, pay in parts)
    found = []
    if any(pay and pay not in ways(act) for act, pay in parts):
        found.append("odd")
    if gifts > 1:
        found.append("twice")
    if coins < 0 or gems < 0:
        found.append("too_dear")
    if coins + gems > 0:
        found.append("left_over")
    return found


def texts() -> list[str]:
    acts = ["jab", "kick", "elbow", "elbow free", "slam", "rest", "jab gem"]
    return ["; ".join(c) for n in (1, 2, 3) for c in itertools.product(acts, repeat=n)][::3]


@pytest.mark.parametrize(("coins", "gems"), [(2, 1), (0, 0), (4, 2)])
def test_filling_agrees_with_brute_force(coins: int, gems: int) -> None:
    toy = toys.program(RIBBON)
    state, _ = toys.begin(toy, {"coins": coins, "gems": gems}, {})
    for text in texts():
        parts = [(p.split()[0], [*p.split(), ""][1]) for p in text.split("; ")]
        pays, refused = by_hand(parts, coins, gems)
        judgement = engine.judge(toy, state, 0, text)
        assert paid(toy, state, judgement.choice) == pays, text
        assert [r.says for r in judgement.refusals] == refused, text


def paid(toy: Program, state: State, choice: Any) -> list[str]:
    parts = engine.print_choice(toy, "plan", choice, state.names).split("; ")
    return [[*p.split(), ""][1] for p in parts]


def test_listed_choices_are_filled() -> None:
    toy = toys.program(RIBBON)
    state, _ = toys.begin(toy, {"coins": 1, "gems": 1}, {})
    listed = set(engine.legal(toy, state, 0).choices or ())
    found = set()
    for n in (1, 2, 3):
        for acts in itertools.product(
            ["jab", "kick", "elbow", "elbow free", "slam", "rest", "jab gem", "jab coin", "elbow coin"],
            repeat=n,
        ):
            judgement = engine.judge(toy, state, 0, "; ".join(acts))
            if judgement.legal:
                found.add(judgement.choice)
    assert listed >= found
    for choice in listed - found:
        text = engine.print_choice(toy, "plan", choice, state.names)
        assert engine.judge(toy, state, 0, text).choice == choice
    assert engine.complete(toy, state, 0, "j") == ("jab", "jab coin", "jab gem")
    assert engine.complete(toy, state, 0, "jab; k") == ("jab; kick", "jab; kick gem")
