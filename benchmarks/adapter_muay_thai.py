"""`muay_thai` between the interpreter and the hand-written game: choices as text, positions as plain data, random starts and ribbons."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import baseline_muay_thai as hand

from densho import engine

NAMES = ("A", "B")

OPTIONS = {
    "spend_all": ("must", "may"),
    "dice_seen": ("open", "hidden"),
    "mega_as_success": ("accept", "refuse"),
    "teep_damage": ("0", "1"),
    "knee_block": ("high", "none"),
    "parry_counter": ("none", "bonus"),
    "clinch_strikes": ("holder", "both"),
    "throw_by": ("holder", "either"),
    "double_clinch": ("mutual", "void"),
    "clinch_break": ("throw", "round_end"),
    "clinch_penalty": ("pool", "all_rolls"),
    "zero_dice": ("any", "throws"),
}

judge = hand.judge


def spell(ribbon: hand.Ribbon) -> str:
    return "; ".join(" ".join(part).strip() for part in ribbon) or "pass"


# --- the benchmark -----------------------------------------------------------------------------------


def setup() -> engine.Setup:
    return engine.Setup(fighters=(("A", {}), ("B", {})), arena={})


class Thrown:
    """The interpreter's seeded dice, as the hand-written game asks for them."""

    def __init__(self, seed: int) -> None:
        self.dice = engine.SeededDice(seed)

    def __call__(self, seat: int) -> int:
        return self.dice.roll(seat, 1, 6)


Played = tuple[int, hand.Fight, list[dict[int, hand.Ribbon]]]


def translate(
    program: engine.Program, choices: list[dict[int, Any]], states: list[engine.State], seed: int
) -> Played:
    roll, found = Thrown(seed), []
    begun = mine = hand.begin(hand.Fight((hand.Boxer(), hand.Boxer())), Thrown(seed))
    for chosen, before, after in zip(choices, states, states[1:], strict=False):
        owed = engine.owed(program, before)
        ribbons = {}
        for seat, choice in chosen.items():
            ribbons[seat], refused = judge(mine, seat, engine.print_choice(program, owed[seat], choice))
            assert refused is None
        mine = hand.step(mine, ribbons, roll)
        found.append(ribbons)
        theirs = engine.full(program, after)
        assert all(theirs[name][field] == value for name, one in shown(mine).items() for field, value in one.items())
    return seed, begun, found


def play(played: Played) -> None:
    seed, fight, choices = played
    roll = Thrown(seed)
    for ribbons in choices:
        fight = hand.step(fight, ribbons, roll)


# --- the differential test ---------------------------------------------------------------------------


def random_start(rng: random.Random) -> dict[str, dict[str, Any]]:
    """What a setup gives: `arena`, `A`, `B`."""
    arena = {"round": rng.randint(1, 9)} if rng.random() < 0.1 else {}
    return {"arena": arena, "A": random_boxer(rng), "B": random_boxer(rng)}


def random_boxer(rng: random.Random) -> dict[str, Any]:
    one: dict[str, Any] = {}
    if rng.random() < 0.85:
        one["dice"] = rng.choice((0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 10, 12))
    if rng.random() < 0.7:
        one["hp"] = rng.choice((1, 1, 2, 3, 4, 5, 6, 9, 12))
        one["max_hp"] = one["hp"] + rng.choice((0, 0, 1, 5))
    elif rng.random() < 0.2:
        one["max_hp"] = rng.randint(6, 9)
    for switch, chance in (("holding", 0.3), ("elbow_used", 0.2)):
        if rng.random() < chance:
            one[switch] = True
    if rng.random() < 0.2:
        one["used"] = ["catch_breath"]
    if rng.random() < 0.2:
        one["fame"] = rng.randint(0, 4)
    return one


def begin(
    options: Mapping[str, str], start: Mapping[str, Mapping[str, Any]], roll: Callable[[int], int]
) -> hand.Fight:
    boxers = [hand.Boxer(**{**start[name], "used": tuple(start[name].get("used", ()))}) for name in NAMES]
    fight = hand.Fight((boxers[0], boxers[1]), hand.Options(**options), **start["arena"])
    return hand.begin(fight, roll)


def owed(fight: hand.Fight) -> dict[int, str]:
    return dict.fromkeys(fight.owing, fight.owes)


def step(fight: hand.Fight, choices: Mapping[int, hand.Ribbon], roll: Callable[[int], int]) -> hand.Fight:
    return hand.step(fight, choices, roll)


def outcome(fight: hand.Fight) -> tuple[str | None, str] | None:
    if fight.outcome is None:
        return None
    winner, by = fight.outcome
    return None if winner is None else NAMES[winner], by


SHOWN = tuple(one.name for one in fields(hand.Boxer))


def shown(fight: hand.Fight) -> dict[str, dict[str, Any]]:
    found = {"arena": {"round": fight.round, "phase": fight.phase, "slot": fight.slot}}
    for name, one in zip(NAMES, fight.boxers, strict=True):
        values = {field: getattr(one, field) for field in SHOWN}
        values["ribbon"] = [" ".join(part).strip() for part in one.ribbon]
        values["used"] = list(one.used)
        found[name] = values
    return found


def hidden(fight: hand.Fight, owner: int) -> set[str]:
    """What of a fighter his opponent may not see."""
    del owner
    return {"ribbon", "successes", "mega"} if fight.options.dice_seen == "hidden" else {"ribbon"}


def every(fight: hand.Fight, me: int, limit: int) -> set[hand.Ribbon] | None:
    """All legal ribbons; None where more than the limit would have to be tried."""
    found: set[hand.Ribbon] = set()
    longer: list[hand.Ribbon] = [()]
    for tried, ribbon in enumerate(longer):
        if tried == limit:
            return None
        _ribbon, refused = judge(fight, me, spell(ribbon))
        if refused is None:
            found.add(ribbon)
        if refused in (None, "must_spend_all"):
            longer += [(*ribbon, (action, way)) for action in hand.PRICES for way in WAYS.get(action, PAID)]
    return found


PAID = ("success", "mega")
WAYS = {"catch_breath": ("",), **{action: (*PAID, "free") for action in hand.FREE}}


WORDS = (*hand.PRICES, "pass", "success", "mega", "free", "bite", "", "3", "none", "Jab", "KNEE")


def wild(fight: hand.Fight, me: int, rng: random.Random) -> str:
    """A text that may be anything: nearly a ribbon, or nonsense."""
    if rng.random() < 0.15:
        words = rng.choices(WORDS, k=rng.randint(0, 5))
        return "".join(rng.choice((" ", "; ", "; ")) + word for word in words).strip(" ;")
    parts: list[str] = []
    one = fight.boxers[me]
    likely = [
        action
        for action in hand.PRICES
        if action not in (hand.BARRED if fight.clinched() else ("throw",))
        and not (action == "clinch" and one.holding)
        and not (action == "catch_breath" and rng.random() < 0.7)
    ]
    budget = one.successes + one.mega + rng.choice((0, 0, 0, 1))
    while budget > 0 and rng.random() < 0.95:
        action = rng.choice(likely) if rng.random() < 0.97 else rng.choice(WORDS)
        if parts and parts[-1].startswith("knee") and rng.random() < 0.3:
            action = "clinch"
        word = action
        if rng.random() < 0.25:
            word = f"{action} {rng.choice(('success', 'mega', 'free'))}"
        parts.append(word)
        budget -= 0 if word.endswith("free") else rng.choice((1, 2)) if action in ("knee", "punch", "hook") else 1
    if rng.random() < 0.05:
        parts.insert(rng.randint(0, len(parts)), rng.choice(("pass", "catch_breath", "jab jab", "clinch free", "")))
    return "; ".join(parts) or "pass"


def lively(fight: hand.Fight, me: int, text: str) -> bool:
    """Whether a ribbon is likely to lead somewhere."""
    wanted = ("throw",) if fight.boxers[me].holding else ("clinch", "low_kick", "knee", "block")
    return any(word in text for word in wanted)
