"""Turns recorded choices of `bokken` into the hand-written game's orders, and checks that both go the same way."""

from __future__ import annotations

from typing import Any

import baseline_bokken as hand

from densho import engine

MOVES = {"forward": hand.FORWARD, "back": hand.BACK, "turn": hand.TURN}
STANCES = ("free", "jodan", "gasumi", "gedan")


def setup() -> engine.Setup:
    return engine.Setup(fighters=(("A", {}), ("B", {})), arena={})


def order(text: str) -> hand.Order:
    movement, cells, action, stance = hand.STAY, 0, hand.NONE, 0
    for part in text.split("; "):
        word, *args = part.split(" ")
        if word in MOVES:
            movement, cells = MOVES[word], int(args[0]) if args else 0
        elif word == "strike":
            action = hand.STRIKE
        elif word == "stance":
            action, stance = hand.STANCE, STANCES.index(args[0])
    return movement, cells, action, stance


def translate(
    program: engine.Program, choices: list[dict[int, Any]], states: list[engine.State]
) -> list[tuple[hand.Order, hand.Order]]:
    orders = []
    mine = hand.start()
    for chosen, after in zip(choices, states[1:], strict=True):
        pair = tuple(order(engine.print_choice(program, "order", chosen[seat])) for seat in (0, 1))
        for seat in (0, 1):
            assert hand.refusal(mine, seat, pair[seat]) is None
        mine = hand.step(mine, pair)  # type: ignore[arg-type]
        orders.append(pair)
        if after.outcome is None:
            theirs = engine.full(program, after)
            for name, one in zip("AB", mine.fighters, strict=True):
                assert theirs[name]["cell"] == one.cell, (theirs, mine)
                assert theirs[name]["stance"] == STANCES[one.stance]
                assert theirs[name]["struck"] == one.struck
        else:
            assert mine.over
    return orders  # type: ignore[return-value]


def play(orders: list[tuple[hand.Order, hand.Order]]) -> None:
    state = hand.start()
    for pair in orders:
        state = hand.step(state, pair)
