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


Faces = tuple[list[int], ...]
Played = tuple[Faces, hand.Fight, list[dict[int, hand.Ribbon]]]


def thrown(faces: Faces) -> hand.Roll:
    """The dice of a recorded fight, once more."""
    falls = [iter(one).__next__ for one in faces]
    return lambda seat: falls[seat]()


def translate(
    program: engine.Program, choices: list[dict[int, Any]], states: list[engine.State], faces: Faces
) -> Played:
    roll, begun, found = thrown(faces), first(engine.full(program, states[0])), []
    mine = begun
    for chosen, before, after in zip(choices, states, states[1:], strict=False):
        owes = engine.owed(program, before)
        ribbons = {}
        for seat, choice in chosen.items():
            ribbons[seat], refused = judge(mine, seat, engine.print_choice(program, owes[seat], choice))
            assert refused is None
        mine = hand.step(mine, ribbons, roll)
        found.append(ribbons)
        theirs = engine.full(program, after)
        for name, values in shown(mine).items():
            assert all(theirs[name][field] == value for field, value in values.items()), (theirs, mine)
    return faces, begun, found


def first(full: Mapping[str, Mapping[str, Any]]) -> hand.Fight:
    """The position after the first roll."""
    boxers = [hand.Boxer(successes=full[name]["successes"], mega=full[name]["mega"]) for name in NAMES]
    return hand.Fight((boxers[0], boxers[1]), owes="ribbon", owing=(0, 1))


def play(played: Played) -> None:
    faces, fight, choices = played
    roll = thrown(faces)
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
        one["hp"] = rng.choice((1, 2, 3, 6, 9, 15, 30))
        one["max_hp"] = one["hp"] + rng.choice((0, 0, 1, 5))
    for switch, chance in (("holding", 0.15), ("elbow_used", 0.15)):
        if rng.random() < chance:
            one[switch] = True
    if rng.random() < 0.2:
        one["used"] = ["catch_breath"]
    if rng.random() < 0.2:
        one["fame"] = rng.randint(0, 4)
    return one


def loaded(rng: random.Random) -> tuple[int, ...]:
    """Faces of dice that bring much to spend."""
    return rng.choice(((1, 5), (5, 6), (1, 5, 6), (2, 5, 5, 6), (3, 6)))


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
WAYS = {"catch_breath": ("",), **dict.fromkeys(hand.FREE, (*PAID, "free"))}


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
    likely += [rng.choice(("high_block", "clinch", "teep", "knee"))] * rng.choice((0, 6, 20))
    budget = one.successes + one.mega + rng.choice((0, 0, 0, 1))
    while budget > 0 and rng.random() < 0.95:
        action = rng.choice(likely) if rng.random() < 0.97 else rng.choice(WORDS)
        if parts and rng.random() < 0.3:
            action = {"knee": "clinch", "jab": "punch"}.get(parts[-1].split(" ")[0], action)
        word = action
        if rng.random() < 0.25:
            word = f"{action} {rng.choice(('success', 'mega', 'free'))}"
        parts.append(word)
        budget -= (
            0 if word.endswith("free") else rng.choice((1, 2)) if action in ("knee", "punch", "hook") else 1
        )
    if rng.random() < 0.05:
        parts.insert(
            rng.randint(0, len(parts)), rng.choice(("pass", "catch_breath", "jab jab", "clinch free", ""))
        )
    return "; ".join(parts) or "pass"


def lively(fight: hand.Fight, me: int, text: str) -> bool:
    """Whether a ribbon is likely to lead somewhere."""
    if fight.boxers[me].holding:
        return "throw" in text
    return any(word in text for word in ("jab success; punch", "block", "uppercut", "teep", "low_kick"))
