"""`seven_samurai` between the interpreter and the hand-written game: orders as text, positions as plain data, two fights to be timed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import baseline_seven_samurai as hand

from densho import engine

STANCES = ("free", "upper", "middle", "lower", "shooting")
GRIPS = (None, "short", "long")
STRIKES = ("cleave", "slash", "thrust")
WEAPONS = ("bow", "katana", "naginata", "nodachi", "short_blade", "staff", "yari")
SIDES = {"right": hand.RIGHT, "left": hand.LEFT}
USED = {"iaido": hand.IAIDO, "dirty_trick": hand.DIRTY_TRICK}
ACTIONS = {
    "swing": hand.SWING,
    "strike": hand.STRIKE,
    "iaido": hand.IAIDO,
    "nock": hand.NOCK,
    "aim": hand.AIM,
    "shoot": hand.SHOOT,
    "draw": hand.DRAW,
    "pick_up": hand.PICK_UP,
    "hook": hand.HOOK,
    "dirty_trick": hand.DIRTY_TRICK,
    "shaft_block": hand.SHAFT_BLOCK,
}
MODIFIERS = {
    "turning": hand.TURNING,
    "crushing": hand.CRUSHING,
    "arrows": hand.ARROWS,
    "regrip": hand.REGRIP,
    "sheathed": hand.SHEATHED,
}
MODIFIED = {
    "strike": ("turning", "crushing", "arrows", "regrip"),
    "iaido": ("arrows",),
    "draw": ("sheathed",),
}
GREATEST = 999
"""The greatest number that the interpreter reads in an order of this game."""
NATIVE = {
    "вперёд": "forward",
    "поворот": "turn",
    "назад": "back",
    "стоять": "stay",
    "уклонение": "evade",
    "замах": "swing",
    "удар": "strike",
    "иайдо": "iaido",
    "стрела": "nock",
    "целиться": "aim",
    "выстрел": "shoot",
    "достать": "draw",
    "в ножнах": "sheathed",
    "поднять": "pick_up",
    "зацеп": "hook",
    "трюк": "dirty_trick",
    "блок": "shaft_block",
    "с разворота": "turning",
    "сокрушающий": "crushing",
    "отбив": "arrows",
    "перехват": "regrip",
}


# --- orders ---------------------------------------------------------------------------------------


class UnreadableError(ValueError):
    """The text is no order."""


def judge(state: hand.State, me: int, text: str, house: hand.House) -> tuple[hand.Order, str | None]:
    """The order that a text means, and the first id that refuses it."""
    if state.over or not state.fighters[me].alive:
        return hand.Order(), "not_owed"
    try:
        order, actions = read(text)
    except UnreadableError:
        return hand.Order(), "malformed"
    return order, "one_action" if actions > 1 else hand.refusal(state, me, order, house)


def read(text: str) -> tuple[hand.Order, int]:
    """The order, and how many actions it has (the last of them is in the order)."""
    text = text.lower().replace("ё", "е")
    for native, word in NATIVE.items():
        if " " in native:
            text = text.replace(native, word)
    order, moves, actions, stays = hand.Order(), [], 0, 0
    for part in text.split(";"):
        word, *args = [ENGLISH.get(token, token) for token in part.split()] or [""]
        if word == "stay" and not args:
            stays += 1
        elif word in ("forward", "turn", "back"):
            moves += read_move(word, args)
        elif word == "evade" and order.evade is None:
            first, second = numbers(args, 2)
            order = replace(order, evade=(first, second))
        elif word in ACTIONS:
            order = replace(hand.Order(evade=order.evade), **read_action(word, args))
            actions += 1
        else:
            raise UnreadableError(part)
    if stays > 1 or (stays and (moves or order.evade is not None)):
        raise UnreadableError(text)
    return replace(order, moves=tuple(moves)), actions


ENGLISH = {native.replace("ё", "е"): word for native, word in NATIVE.items()}


def read_move(word: str, args: list[str]) -> list[int]:
    if word == "turn":
        numbers(args, 0)
        return [hand.TURN]
    (count,) = numbers(args or ["1"], 1) if word == "back" else numbers(args, 1)
    if count < 1:
        raise UnreadableError(word)
    return [hand.BACK if word == "back" else hand.FORWARD] * count


def read_action(word: str, args: list[str]) -> dict[str, Any]:
    """What the action says, by the fields of an order."""
    action, flags = ACTIONS[word], 0
    for modifier in MODIFIED.get(word, ()):
        if args.count(modifier) > 1:
            raise UnreadableError(word)
        if modifier in args:
            args.remove(modifier)
            flags |= MODIFIERS[modifier]
    match word, args:
        case "swing", [stance] if stance in STANCES:
            return {"action": action, "stance": STANCES.index(stance)}
        case "swing", [stance, grip] if stance in STANCES and grip in GRIPS:
            return {"action": action, "stance": STANCES.index(stance), "grip": GRIPS.index(grip)}
        case "shoot", [_, *_]:
            return {"action": action, "cells": tuple(sorted(numbers(args, len(args))))}
        case (("draw" | "pick_up"), [weapon]) if weapon in WEAPONS:
            return {"action": action, "weapon": WEAPONS.index(weapon), "modifiers": flags}
        case (("swing" | "shoot" | "draw" | "pick_up"), _):
            raise UnreadableError(word)
        case _, []:
            return {"action": action, "modifiers": flags}
    raise UnreadableError(word)


def numbers(args: Sequence[str], count: int) -> list[int]:
    if len(args) != count or not all(arg.isdecimal() and int(arg) <= GREATEST for arg in args):
        raise UnreadableError(args)
    return [int(arg) for arg in args]


# --- positions ------------------------------------------------------------------------------------


def to_hand(full: Mapping[str, Mapping[str, Any]], names: Sequence[str], teams: Sequence[str]) -> hand.State:
    """The hand-written game's state for a position of the interpreter at the start of a turn."""
    arena = full["arena"]
    return hand.State(
        tuple(fighter_to_hand(full[name], names, teams) for name in names),
        cells=arena["cells"],
        cover=tuple(arena["cover"]),
        cover_capacity=arena["cover_capacity"],
        ground=tuple(sorted((thing["cell"], WEAPONS.index(thing["weapon"])) for thing in arena["ground"])),
        passive_turns=arena["passive_turns"],
    )


PLAIN = [
    "cell",
    "alive",
    "speed",
    "reaction",
    "composure",
    "sheathed",
    "after_strike",
    "last_reach",
    "nocked",
    "aim",
    "in_cover",
    "must_act",
    "dan",
    "tally",
]
"""Fields that both games hold alike."""


def fighter_to_hand(one: Mapping[str, Any], names: Sequence[str], teams: Sequence[str]) -> hand.Fighter:
    return hand.Fighter(
        facing=SIDES[one["facing"]],
        team=teams.index(one["team"]),
        stance=STANCES.index(one["stance"]),
        grip=GRIPS.index(one["grip"]),
        weapon=hand.UNARMED if one["weapon"] is None else WEAPONS.index(one["weapon"]),
        carried=tuple(sorted(WEAPONS.index(weapon) for weapon in one["carried"])),
        techniques=frozenset(one["techniques"]),
        used=frozenset(USED[word] for word in one["used"]),
        tricked=frozenset(names.index(name) for name in one["tricked"]),
        last_strike=None if one["last_strike"] is None else STRIKES.index(one["last_strike"]),
        kills=frozenset(names.index(name) for name in one["kills"]),
        **{field: one[field] for field in PLAIN},
    )


def to_plain(state: hand.State, names: Sequence[str], teams: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The state as plain data; of the dead, only that they are dead."""
    shown: dict[str, dict[str, Any]] = {
        "arena": {
            "cells": state.cells,
            "cover": sorted(state.cover),
            "cover_capacity": state.cover_capacity,
            "ground": [{"cell": cell, "weapon": WEAPONS[weapon]} for cell, weapon in state.ground],
            "passive_turns": state.passive_turns,
        }
    }
    for name, one in zip(names, state.fighters, strict=True):
        shown[name] = fighter_to_plain(one, names, teams) if one.alive else {"alive": False}
    return shown


def fighter_to_plain(one: hand.Fighter, names: Sequence[str], teams: Sequence[str]) -> dict[str, Any]:
    return {
        "facing": "right" if one.facing == hand.RIGHT else "left",
        "team": teams[one.team],
        "stance": STANCES[one.stance],
        "grip": GRIPS[one.grip],
        "weapon": None if one.weapon == hand.UNARMED else WEAPONS[one.weapon],
        "carried": [WEAPONS[weapon] for weapon in sorted(one.carried)],
        "techniques": sorted(one.techniques),
        "used": sorted(word for word, action in USED.items() if action in one.used),
        "tricked": sorted(names[seat] for seat in one.tricked),
        "last_strike": None if one.last_strike is None else STRIKES[one.last_strike],
        "kills": sorted(names[seat] for seat in one.kills),
        **{field: getattr(one, field) for field in PLAIN},
    }


def differences(
    ours: Mapping[str, Mapping[str, Any]], theirs: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, Any, Any]]:
    """Where the interpreter's position (`ours`) is not the hand-written one's. The order of the ground counts, that of ids does not."""
    for name, fields in theirs.items():
        for field, value in fields.items():
            mine = ours[name].get(field, "absent")
            if field in ("carried", "techniques", "used", "tricked", "kills", "cover"):
                mine = sorted(mine)
            if mine != value:
                yield f"{name}.{field}", mine, value


def outcome(state: hand.State, teams: Sequence[str]) -> tuple[str | None, str | None] | None:
    """The winning team and the reason, None while the fight goes on."""
    if not state.over:
        return None
    return None if state.winner == hand.NO_TEAM else teams[state.winner], state.by


def running(
    program: engine.Program, fighters: Mapping[str, Mapping[str, Any]], arena: Mapping[str, Any]
) -> engine.Setup:
    """A setup written as plain data."""
    types = {(slot.holder, slot.name): slot.type for slot in program.layout.slot_at.values()}
    names = tuple(fighters)

    def values(holder: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: engine.from_plain(program, types[holder, name], plain, names)
            for name, plain in given.items()
        }

    return engine.Setup(
        fighters=tuple((name, values("fighter", slots)) for name, slots in fighters.items()),
        arena=values("arena", arena),
    )


# --- the fights that are timed ----------------------------------------------------------------------

DUEL = {
    "A": {"reaction": 4, "techniques": ["evasion", "turning_strike"]},
    "B": {"weapon": "yari", "techniques": ["hook", "evasion"]},
}
MELEE = {
    "A": {"cell": 2, "team": "red", "techniques": ["turning_strike", "sever_shaft", "arrow_deflection"]},
    "B": {"cell": 14, "team": "blue", "weapon": "naginata", "techniques": ["shaft_block"]},
    "C": {"cell": 1, "facing": "right", "team": "red", "weapon": "bow", "carried": ["short_blade"]},
    "D": {"cell": 13, "facing": "left", "team": "blue", "weapon": "nodachi", "techniques": ["evasion"]},
}


def setups(program: engine.Program) -> dict[str, engine.Setup]:
    return {
        "two fighters": running(program, DUEL, {"cells": 15}),
        "four fighters": running(program, MELEE, {"cells": 15}),
    }


Played = tuple[hand.State, list[dict[int, hand.Order]]]


def translate(program: engine.Program, choices: list[dict[int, Any]], states: list[engine.State]) -> Played:
    names = states[0].names
    begun = engine.full(program, states[0])
    teams = sorted({begun[name]["team"] for name in names})
    first = mine = to_hand(begun, names, teams)
    turns = []
    for chosen, after in zip(choices, states[1:], strict=True):
        texts = {
            seat: engine.print_choice(program, "order", choice, names) for seat, choice in chosen.items()
        }
        orders = {}
        for seat, text in texts.items():
            orders[seat], refused = judge(mine, seat, text, hand.DEFAULTS)
            assert refused is None, (text, refused)
        mine = hand.step(mine, orders)
        turns.append(orders)
        apart = list(differences(engine.full(program, after), to_plain(mine, names, teams)))
        assert not apart, (texts, apart)
        verdict = after.outcome
        assert (verdict and (verdict.winner, verdict.by)) == outcome(mine, teams)
    return first, turns


def play(played: Played) -> None:
    state, turns = played
    for orders in turns:
        state = hand.step(state, orders)
