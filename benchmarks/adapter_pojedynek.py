"""`pojedynek` between the interpreter and the hand-written game: choices as text, positions as plain data, random starts and orders."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import baseline_pojedynek as hand

from densho import engine

NAMES = ("A", "B")
FACES = range(1, 7)

OPTIONS = {
    "both_zero": ("apart", "stand_off", "both_die"),
    "all_lost": ("next_round", "killed"),
    "second_weapon": ("after_extra", "with_extra"),
    "keep_shortfall": ("other_type", "forgive"),
    "short_blade_block": ("after", "before"),
    "tie_withdraw": ("both", "own"),
    "tie_hit_vs_withdraw": ("lands", "evaded"),
    "hands": ("hidden", "open"),
}
WEAPONS = ("katana", "wakizashi", "ninjato", "two_weapons", "yari", "naginata")

POOLS = {
    "extra": ("extra", "available", "active"),
    "offhand": ("offhand", "available", "active"),
    "block": ("block", "available", "active"),
    "toll": ("block", "available", "active"),
    "short_blade": ("block", "available", "active"),
    "lose": ("lose", "available", "active", "blocked"),
    "keep": ("keep", "active", "blocked"),
}
"""The word of a decision about pools of dice, and the pools that it may name."""


# --- choices as text ---------------------------------------------------------------------------------


def judge(duel: hand.Duel, me: int, text: str) -> tuple[Any, str | None]:
    """The choice that a text means, and the id that refuses it."""
    if me not in duel.owing:
        return None, "not_owed"
    try:
        choice = read(duel.owes, text)
    except ValueError:
        return None, "not_a_choice"
    return choice, hand.refusal(duel, me, choice)


def read(decision: str, text: str) -> Any:
    parts = [part.split() for part in text.lower().split(";")]
    if decision == "pick":
        return read_pick(parts)
    ((word, *rest),) = parts
    match decision, word, rest:
        case "shuriken", "hold", []:
            return 0
        case "shuriken", "throw", [face]:
            return read_face(face)
        case "resolve", "press", [face]:
            return word, read_face(face)
        case "resolve", "hit" | "withdraw", []:
            return word, 0
        case "finish", "kill" | "capture", []:
            return word
    if decision in POOLS and word == POOLS[decision][0]:
        return read_pools(rest, POOLS[decision][1:])
    raise ValueError(text)


def read_pick(parts: list[list[str]]) -> tuple[int, bool]:
    kiai = [part for part in parts if part == ["kiai"]]
    ((word, dice),) = (part for part in parts if part != ["kiai"])
    if word != "dice" or len(kiai) > 1:
        raise ValueError(parts)
    return read_number(dice), bool(kiai)


def read_pools(words: list[str], pools: tuple[str, ...]) -> tuple[int, tuple[int, ...], int]:
    found: dict[str, list[str]] = {}
    if words == ["none"]:
        return 0, (), 0
    for word in words:
        if word in pools:
            if word in found:
                raise ValueError(words)
            found[word] = latest = []
        elif not found:
            raise ValueError(words)
        else:
            latest.append(word)
    if not found or found.get("active") == []:
        raise ValueError(words)
    numbers = {}
    for pool in ("available", "blocked"):
        (number,) = found.get(pool, ["0"])
        numbers[pool] = read_number(number)
    faces = tuple(sorted(read_face(face) for face in found.get("active", ())))
    return numbers["available"], faces, numbers["blocked"]


def read_number(text: str) -> int:
    if not re.fullmatch("[+]?[0-9]+", text):
        raise ValueError(text)
    return int(text)


def read_face(text: str) -> int:
    face = read_number(text)
    if face not in FACES:
        raise ValueError(text)
    return face


def spell(decision: str, choice: Any) -> str:
    match decision:
        case "pick":
            return f"dice {choice[0]}" + "; kiai" * choice[1]
        case "shuriken":
            return f"throw {choice}" if choice else "hold"
        case "resolve":
            return f"press {choice[1]}" if choice[0] == "press" else choice[0]
        case "finish":
            return choice
    available, faces, blocked = choice
    text = POOLS[decision][0]
    text += f" available {available}" if available else ""
    text += "".join(f" {face}" for face in ("active", *faces)) if faces else ""
    text += f" blocked {blocked}" if blocked else ""
    return text if any(choice) else f"{text} none"


# --- the benchmark -----------------------------------------------------------------------------------


def setup() -> engine.Setup:
    return engine.Setup(fighters=(("A", {}), ("B", {})), arena={})


Faces = tuple[list[int], ...]
Played = tuple[Faces, list[dict[int, Any]]]


def thrown(faces: Faces) -> hand.Roll:
    """The dice of a recorded fight, once more."""
    falls = [iter(one).__next__ for one in faces]
    return lambda seat: falls[seat]()


def translate(
    program: engine.Program, choices: list[dict[int, Any]], states: list[engine.State], faces: Faces
) -> Played:
    roll, mine, found = thrown(faces), hand.Duel((hand.Fighter(), hand.Fighter())), []
    for chosen, before, after in zip(choices, states, states[1:], strict=False):
        owes = engine.owed(program, before)
        orders = {
            seat: read(owes[seat], engine.print_choice(program, owes[seat], choice))
            for seat, choice in chosen.items()
        }
        assert all(hand.refusal(mine, seat, order) is None for seat, order in orders.items())
        mine = hand.step(mine, orders, roll)
        found.append(orders)
        theirs = engine.full(program, after)
        for name, values in shown(mine).items():
            assert all(theirs[name][field] == value for field, value in values.items()), (theirs, mine)
    return faces, found


def play(played: Played) -> None:
    faces, orders = played
    roll, duel = thrown(faces), hand.Duel((hand.Fighter(), hand.Fighter()))
    for chosen in orders:
        duel = hand.step(duel, chosen, roll)


# --- the differential test ---------------------------------------------------------------------------


def random_start(rng: random.Random) -> dict[str, dict[str, Any]]:
    """What a setup gives: `arena`, `A`, `B`."""
    arena: dict[str, Any] = {}
    if rng.random() < 0.2:
        arena["sheathed"] = False
    if rng.random() < 0.2:
        arena["round"] = rng.randint(1, 3)
    if rng.random() < 0.2:
        dice = rng.randint(1, 2)
        return {"arena": arena, "A": spent_fighter(dice, rng), "B": spent_fighter(dice, rng)}
    return {"arena": arena, "A": random_fighter(rng), "B": random_fighter(rng)}


def spent_fighter(dice: int, rng: random.Random) -> dict[str, Any]:
    """Somebody with few dice left: the next hit may be the last."""
    return {"kenjutsu": dice, "kiai": rng.randint(0, 1), "armour": rng.random() < 0.1, "lost": 3}


def random_fighter(rng: random.Random) -> dict[str, Any]:
    one: dict[str, Any] = {
        "kenjutsu": rng.choice((1, 2, 3, 3, 4, 5, 5, 6, 7, 9, 12)),
        "kiai": rng.randint(0, 3),
    }
    if rng.random() < 0.7:
        one["weapon"] = rng.choice(WEAPONS)
    for switch, chance in (("armour", 0.25), ("shuriken", 0.4), ("ninja", 0.2)):
        if rng.random() < chance:
            one[switch] = True
    if rng.random() < 0.4:
        one["iaijutsu"] = rng.randint(0, 3)
    if rng.random() < 0.4:
        one["active"] = [rng.choice(FACES) for _ in range(rng.randint(0, 3))]
    for pool, chance in (("available", 0.2), ("blocked", 0.3), ("lost", 0.1), ("tokens", 0.2)):
        if rng.random() < chance:
            one[pool] = rng.randint(0, 3)
    if rng.random() < 0.03:
        one["hand"] = rng.randint(0, 2)
    if rng.random() < 0.03:
        one |= {"picked": 2, "kiai_used": True, "extra": 1, "rolled": 3, "sum": 9, "iai": [rng.choice(FACES)]}
    return one


def loaded(rng: random.Random) -> list[int]:
    """Faces of dice that bring many hits and ties."""
    return sorted(rng.sample(FACES, 3))


def begin(options: Mapping[str, str], start: Mapping[str, Mapping[str, Any]], roll: Any) -> hand.Duel:
    del roll
    fighters = []
    for name in NAMES:
        given = dict(start[name])
        for bag in ("active", "iai"):
            given[bag] = tuple(sorted(given.get(bag, ())))
        fighters.append(hand.Fighter(**given))
    return hand.Duel((fighters[0], fighters[1]), hand.Options(**options), **start["arena"])


def owed(duel: hand.Duel) -> dict[int, str]:
    return dict.fromkeys(duel.owing, duel.owes)


def step(duel: hand.Duel, choices: Mapping[int, Any], roll: Any) -> hand.Duel:
    return hand.step(duel, choices, roll)


def outcome(duel: hand.Duel) -> tuple[str | None, str] | None:
    if duel.outcome is None:
        return None
    winner, by = duel.outcome
    return None if winner is None else NAMES[winner], by


SHOWN = tuple(one.name for one in fields(hand.Fighter))


def shown(duel: hand.Duel) -> dict[str, dict[str, Any]]:
    found = {"arena": {"round": duel.round, "sheathed": duel.sheathed}}
    for name, one in zip(NAMES, duel.fighters, strict=True):
        values = {field: getattr(one, field) for field in SHOWN}
        found[name] = {field: list(v) if isinstance(v, tuple) else v for field, v in values.items()}
    return found


def hidden(duel: hand.Duel, owner: int) -> set[str]:
    """What of a fighter his opponent may not see."""
    if duel.fighters[owner].ninja:
        return {"kenjutsu", "kiai", "iaijutsu", "available", "tokens"}
    return set() if duel.options.hands == "open" else {"available", "tokens"}


def every(duel: hand.Duel, me: int, limit: int) -> set[Any] | None:
    """All legal choices; None where there are too many to try."""
    tried = list(itertools.islice(candidates(duel, me), limit))
    if len(tried) == limit:
        return None
    return {choice for choice in tried if hand.refusal(duel, me, choice) is None}


def candidates(duel: hand.Duel, me: int) -> Iterator[Any]:
    mine = duel.fighters[me]
    match duel.owes:
        case "pick":
            yield from itertools.product(range(mine.available + 2), (False, True))
        case "shuriken":
            yield from range(7)
        case "resolve":
            yield from (("hit", 0), ("withdraw", 0), *(("press", face) for face in FACES))
        case "finish":
            yield from ("kill", "capture")
        case decision:
            pools = POOLS[decision]
            free = range(mine.available + 1 if "available" in pools else 1)
            blocked = range(mine.blocked + 1 if "blocked" in pools else 1)
            bags = {
                bag for n in range(len(mine.active) + 1) for bag in itertools.combinations(mine.active, n)
            }
            yield from itertools.product(free, sorted(bags), blocked)


NUMBERS = ("0", "1", "2", "3", "6", "7", "12", "-1", "+1", "1.5", "x")
WORDS = (
    "dice",
    "kiai",
    "Kiai",
    "throw",
    "hold",
    "hit",
    "press",
    "withdraw",
    "kill",
    "capture",
    "none",
    "pass",
    *NUMBERS,
)
WORDS += ("extra", "offhand", "block", "lose", "keep", "available", "active", "blocked")


def wild(duel: hand.Duel, me: int, rng: random.Random) -> str:
    """A text that may be anything: nearly a choice, or nonsense."""
    if rng.random() < 0.25:
        words = rng.choices(WORDS, k=rng.randint(0, 5))
        return "".join(rng.choice((" ", " ", " ", "; ")) + word for word in words).strip()
    mine, foe = duel.fighters[me], duel.fighters[1 - me]
    match duel.owes:
        case "pick":
            text = spell("pick", (rng.randint(0, mine.available + 2), rng.random() < 0.5))
            return "; ".join(reversed(text.split("; "))) if rng.random() < 0.3 else text
        case "shuriken":
            return spell("shuriken", rng.randint(0, 6))
        case "resolve":
            return spell(
                "resolve", (rng.choice(("hit", "press", "withdraw")), rng.choice((*FACES, *foe.active)))
            )
        case "finish":
            return rng.choice(("kill", "capture", "hit", "pass", "kill; capture"))
        case decision:
            return wild_pools(duel, me, decision, rng)


def wild_pools(duel: hand.Duel, me: int, decision: str, rng: random.Random) -> str:
    mine = duel.fighters[me]
    word, *pools = POOLS[decision]
    if rng.random() < 0.1:
        pools = ["available", "active", "blocked"]
    parts = []
    for pool in pools:
        if rng.random() < 0.7:
            if pool == "active":
                faces = rng.choices((*FACES, *mine.active, *mine.active), k=rng.randint(0, 3))
                parts.append(" ".join(map(str, ("active", *faces))))
            else:
                parts.append(f"{pool} {rng.randint(0, getattr(mine, pool) + 1)}")
    rng.shuffle(parts)
    return " ".join((word, *parts)) if parts or rng.random() < 0.5 else f"{word} none"


def lively(duel: hand.Duel, me: int, text: str) -> bool:
    """Whether a choice is likely to lead somewhere."""
    mine = duel.fighters[me]
    match duel.owes:
        case "pick":
            return 0 < read("pick", text)[0] <= (mine.available + 1) // 2
        case "resolve":
            best = "hit" if hand.refusal(duel, me, ("hit", 0)) is None else "withdraw"
            return text == best or (best == "withdraw" and mine.available > 1)
    return True
