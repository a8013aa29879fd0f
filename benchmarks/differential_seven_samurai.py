"""`seven_samurai` by the interpreter against the hand-written game, turn by turn, until they differ.

`python benchmarks/differential_seven_samurai.py [--fights N] [--seed S] [--first I]` plays random fights of two to six fighters with random
house rules, teams, weapons, techniques, cover and things on the ground. Orders are sampled from the interpreter, or made up; beside them
texts that may be illegal or nonsense are judged by both, and the first refusal is compared. After every turn all fields of the living, the
ground, what is owed and the outcome are compared, and now and then the whole list of legal orders.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import adapter_seven_samurai as adapter
import baseline_seven_samurai as hand

from densho import engine
from densho.diagnostics.model import Report
from densho.pipeline import load_ruleset

NAMES = ("A", "B", "C", "D", "E", "F")
TECHNIQUES = [
    "turning_strike",
    "evasion",
    "iaido",
    "mirror",
    "deflecting_strike",
    "arrow_deflection",
    "shaft_block",
    "sever_shaft",
    "crushing_blow",
    "hook",
    "dirty_trick",
]
OPTIONS = {
    "back_step": ("only_move", "rest"),
    "turn_at_one": ("any", "halved"),
    "lower_guard": ("any", "bow"),
    "passed": ("left", "entered"),
    "melee_kills": ("nearest", "all"),
    "clash": ("sequence", "mutual"),
    "arrow_kills": ("all", "first"),
    "deflect_guards": ("from_self", "from_zone"),
    "trick_spent": ("on_success", "on_use"),
    "advance": ("toward", "forward"),
    "stalemate": ("never", "ten"),
    "dead_drop": ("fall", "keep"),
}
TURNS = 40
WILD = 4
ACTIVE = {"strike", "iaido", "shoot", "dirty_trick", "hook"}
CANDIDATES = 4000


class DifferError(Exception):
    """The two games differ."""


# --- random positions -----------------------------------------------------------------------------


def random_fighters(rng: random.Random, cells: int) -> dict[str, dict[str, Any]]:
    names = NAMES[: rng.choice((2, 2, 2, 3, 4, 5, 6))]
    teams = rng.choice(((), (), ("red", "blue"), ("red", "blue", "A")))
    fighters = {}
    lore = rng.choice((0.0, 0.3, 0.6, 0.8, 1.0))
    narrow, brawl = rng.random() < 0.5, rng.random() < 0.5
    for place, name in enumerate(names):
        one = random_fighter(rng, name, names, ready=0.95 if brawl else 0.7)
        one["cell"] = rng.randint(1, min(cells, 7) if narrow else cells)
        one["facing"] = "right" if one["cell"] < 4 else "left"
        if not brawl:
            one["facing"] = rng.choice(("left", "right"))
        one["techniques"] = [technique for technique in TECHNIQUES if rng.random() < lore]
        if teams:
            one["team"] = teams[place] if place < 2 else rng.choice(teams)
        fighters[name] = one
    if len(names) > 2 and rng.random() < 0.1:
        fighters[names[-1]]["alive"] = False
    return fighters


def random_fighter(rng: random.Random, name: str, names: Sequence[str], ready: float) -> dict[str, Any]:
    weapon = rng.choice((*adapter.WEAPONS, "katana", "yari", "bow", "nodachi", "naginata", None))
    code = hand.UNARMED if weapon is None else adapter.WEAPONS.index(weapon)
    one: dict[str, Any] = {
        "speed": rng.choice((1, 2, 3, 4, 4, 5, 6, 7, 9)),
        "reaction": rng.randint(1, 3),
        "composure": rng.randint(1, 3),
        "weapon": weapon,
        "carried": rng.choices(adapter.WEAPONS, k=rng.choice((0, 0, 1, 2, 3))),
        "must_act": rng.random() < 0.15,
        "dan": rng.choice((1, 1, 2, 3, 9, 10)),
        "tally": rng.randint(0, 2),
        "used": [word for word in adapter.USED if rng.random() < 0.1],
        "tricked": [other for other in names if other != name and rng.random() < 0.1],
    }
    if hand.STANCES[code] and rng.random() < ready:
        one["stance"] = adapter.STANCES[rng.choice(hand.STANCES[code])]
        if code in hand.SHAFTS:
            one["grip"] = rng.choice(("short", "long"))
    elif weapon is not None:
        one["sheathed"] = rng.random() < (0.5 if weapon in ("katana", "short_blade") else 0.05)
    if weapon == "bow" and "stance" in one and rng.random() < 0.7:
        one |= {"nocked": True, "aim": rng.choice((0, 0, 1, 2))}
    strokes = [(kind, stroke) for (of, kind, _grip), stroke in hand.STROKES.items() if of == code]
    if strokes and rng.random() < 1 - ready:
        kind, stroke = rng.choice(strokes)
        one |= {"after_strike": True, "last_strike": adapter.STRIKES[kind], "last_reach": stroke.zone[0]}
    return one


ROLES: dict[str, list[tuple[dict[str, Any], list[str]]]] = {
    "slash": [
        ({"weapon": "katana", "stance": "middle"}, ["strike", "strike", "forward 1; strike", "back; strike"]),
        ({"weapon": "katana", "stance": "lower"}, ["strike turning", "forward 1; strike turning"]),
        ({"weapon": "short_blade", "stance": "middle"}, ["strike", "strike", "forward 1; strike"]),
        (
            {"weapon": "katana", "sheathed": True},
            ["iaido", "forward 1; iaido", "forward 2; iaido", "turn; iaido"],
        ),
        ({"weapon": "short_blade", "sheathed": True}, ["iaido", "forward 1; iaido", "back; iaido"]),
    ],
    "cleave": [
        (
            {"weapon": "katana", "stance": "upper"},
            ["strike", "strike", "strike turning", "forward 1; strike"],
        ),
        ({"weapon": "nodachi", "stance": "upper"}, ["strike", "strike crushing", "strike turning crushing"]),
        ({"weapon": "naginata", "stance": "upper", "grip": "short"}, ["strike", "strike regrip"]),
        ({"weapon": "naginata", "stance": "upper", "grip": "long"}, ["strike", "strike turning"]),
    ],
    "thrust": [
        (
            {"weapon": weapon, "stance": "lower", "grip": grip},
            ["strike", "strike", "forward 1; strike", "turn; strike"],
        )
        for weapon, grips in (
            ("katana", [None]),
            ("short_blade", [None]),
            ("nodachi", [None]),
            ("yari", ["short", "long"]),
            ("naginata", ["short", "long"]),
        )
        for grip in grips
    ],
    "block": [
        ({"weapon": weapon, "stance": "lower", "grip": "short"}, ["shaft_block", "forward 1; shaft_block"])
        for weapon in ("staff", "yari", "naginata")
    ],
    "shoot": [({"weapon": "bow", "stance": "shooting", "nocked": True, "aim": 2}, ["shoot", "shoot", "aim"])],
    "deflect": [
        ({"weapon": "katana", "stance": "upper"}, ["strike arrows"]),
        ({"weapon": "katana", "stance": "middle"}, ["strike arrows", "forward 1; strike arrows"]),
        (
            {"weapon": "naginata", "stance": "upper", "grip": "long"},
            ["strike arrows", "strike turning arrows"],
        ),
        ({"weapon": "short_blade", "sheathed": True}, ["iaido arrows", "forward 1; iaido arrows"]),
    ],
    "hinder": [
        ({"weapon": "katana"}, ["dirty_trick", "turn; dirty_trick", "forward 1; dirty_trick"]),
        (
            {"weapon": "yari", "after_strike": True, "last_strike": "thrust", "last_reach": 4},
            ["hook", "hook", "swing lower short"],
        ),
        ({"weapon": "staff"}, ["evade", "evade; swing upper short", "pick_up katana"]),
    ],
}


RARE: tuple[dict[str, tuple[dict[str, Any], str]], ...] = (
    {  # a circle of advantages
        "A": (
            {
                "cell": 5,
                "facing": "right",
                "stance": "lower",
                "reaction": 1,
                "techniques": ["deflecting_strike"],
            },
            "strike",
        ),
        "B": ({"cell": 8, "facing": "left", "stance": "lower", "reaction": 3}, "strike"),
        "C": (
            {"cell": 5, "facing": "right", "weapon": "nodachi", "stance": "upper", "reaction": 2},
            "strike",
        ),
    },
    {  # a block that is spent when the second slash comes
        "A": (
            {
                "cell": 5,
                "facing": "right",
                "team": "blue",
                "weapon": "staff",
                "stance": "lower",
                "grip": "short",
                "techniques": ["shaft_block"],
            },
            "shaft_block",
        ),
        "B": ({"cell": 5, "facing": "left", "team": "red", "stance": "middle", "reaction": 5}, "strike"),
        "C": (
            {
                "cell": 5,
                "facing": "right",
                "team": "red",
                "weapon": "short_blade",
                "stance": "middle",
                "reaction": 1,
            },
            "strike",
        ),
        "D": ({"cell": 4, "facing": "right", "team": "blue", "stance": "upper", "reaction": 3}, "strike"),
        "E": ({"cell": 1, "facing": "right", "team": "red", "stance": "lower", "reaction": 6}, "strike"),
    },
)
"""What hardly ever comes about by chance: fighters, and what each orders."""

THEMES = (
    ("slash", "block"),
    ("slash", "block"),
    ("block", "slash", "slash", "thrust"),
    ("cleave", "thrust"),
    ("cleave", "thrust"),
    ("cleave", "thrust"),
    ("thrust",),
    ("cleave",),
    ("slash", "cleave"),
    ("shoot", "deflect"),
    ("shoot", "deflect", "cleave"),
    ("shoot", "shoot", "thrust"),
    ("hinder", "cleave"),
    ("hinder", "slash", "shoot"),
    ("hinder", "thrust", "block"),
    ("hinder",),
)


def set_piece(rng: random.Random) -> tuple[dict[str, dict[str, Any]], list[list[str]]]:
    """Fighters close to one another who are about to do what meets in the rules, and what each may do first."""
    names = NAMES[: rng.choice((2, 2, 3, 3, 4, 5, 6))]
    theme = rng.choice(THEMES)
    teams = rng.choice(((), ("red", "blue"), ("red", "blue", "green")))
    fighters, plans = {}, []
    middle = rng.randint(3, 7)
    for place, name in enumerate(names):
        slots, texts = rng.choice(ROLES[theme[place % len(theme)]])
        near = middle + rng.choice((-5, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4))
        cell = rng.randint(1, 10) if slots["weapon"] == "bow" else min(max(1, near), 12)
        fighters[name] = {
            **slots,
            "cell": cell,
            "facing": ("right" if cell < middle else "left")
            if rng.random() < 0.8
            else rng.choice(("right", "left")),
            "speed": rng.choice((3, 4, 6)),
            "reaction": rng.choice((1, 2, 2)),
            "composure": rng.choice((1, 2)),
            "dan": rng.choice((1, 2, 10)),
            "techniques": [technique for technique in TECHNIQUES if rng.random() < 0.8],
        }
        middle = rng.choice((middle, middle, cell))
        if teams:
            fighters[name]["team"] = teams[place] if place < len(teams) else rng.choice(teams)
        plans.append(texts)
    return fighters, plans


def planned(rng: random.Random, state: hand.State, me: int, texts: list[str]) -> str:
    """One of the texts, with cells where it needs some."""
    text, one = rng.choice(texts), state.fighters[me]
    if text == "shoot":
        others = [other.cell for other in state.fighters if other is not one]
        near = {abs(cell + rng.choice((-2, -1, 0, 0, 1, 2))) for cell in others for _ in range(2)}
        far = sorted(
            cell for cell in near if (cell - one.cell) * one.facing >= 3 and cell <= state.cells
        ) or [one.cell]
        return " ".join([text, *map(str, rng.sample(far, min(len(far), 4)))])
    first = one.cell + rng.randint(-2, 2)
    return text.replace("evade", f"evade {abs(first)} {abs(first + rng.choice((-1, 1)))}")


def random_arena(rng: random.Random, cells: int, fighters: dict[str, dict[str, Any]]) -> dict[str, Any]:
    cover = [cell for cell in range(1, cells + 1) if rng.random() < 0.25] if rng.random() < 0.5 else []
    capacity = rng.choice((1, 1, 2, 0))
    taken: Counter[int] = Counter()
    for one in fighters.values():
        free = one.get("stance", "free") == "free" and one.get("alive", True)
        if one["cell"] in cover and free and taken[one["cell"]] < capacity and rng.random() < 0.5:
            taken[one["cell"]] += 1
            one["in_cover"] = True
    ground = [
        {"cell": rng.choice([rng.randint(1, cells), one["cell"]]), "weapon": rng.choice(adapter.WEAPONS)}
        for one in fighters.values()
        for _ in range(rng.choice((0, 0, 1, 2)))
    ]
    return {
        "cells": cells,
        "cover": cover,
        "cover_capacity": capacity,
        "ground": ground,
        "passive_turns": rng.choice((0, 0, 0, 8, 9)),
    }


# --- random orders --------------------------------------------------------------------------------


def random_text(rng: random.Random, state: hand.State, me: int) -> str:
    """A text that may be an order."""
    parts = [random_move(rng, state, me) for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
    if rng.random() < 0.8:
        parts.insert(rng.randint(0, len(parts)), random_action(rng, state, me))
    if rng.random() < 0.05:
        parts.append(random_action(rng, state, me))
    return ("; " if rng.random() < 0.9 else " ;").join(parts or ["stay"])


def likely_text(rng: random.Random, state: hand.State, me: int) -> str:
    """An order of the sort that the stance allows."""
    one = state.fighters[me]
    grip = rng.choice((" short", " short", " long")) if one.weapon in hand.SHAFTS else ""
    swings = [f"swing {adapter.STANCES[stance]}{grip}" for stance in hand.STANCES[one.weapon]]
    if one.stance == hand.FREE:
        lying = [weapon for cell, weapon in state.ground if cell == one.cell]
        actions = [*swings, *swings, "dirty_trick", "stay"]
        actions += ["iaido", "iaido", "iaido arrows"] if one.sheathed else []
        actions += [f"draw {adapter.WEAPONS[weapon]}" for weapon in one.carried]
        actions += [f"pick_up {adapter.WEAPONS[weapon]}" for weapon in lying]
    elif one.stance == hand.SHOOTING:
        others = [other.cell for other in state.fighters if other is not one]
        near = [abs(cell + rng.choice((-1, 0, 0, 1))) for cell in others if abs(cell - one.cell) >= 2]
        targets = " ".join(map(str, rng.sample(near, min(len(near), 2 + one.aim))))
        actions = [f"shoot {targets}"] * 3 if one.nocked and targets else ["nock"]
        actions += ["aim", "swing free"]
    else:
        flags = ["", "", "", " turning", " arrows", " crushing", " regrip", " turning arrows"]
        actions = [f"strike{rng.choice(flags)}" for _ in range(4)] + [*swings, "swing free"]
        actions += ["shaft_block"] * 2 if one.grip == hand.SHORT else []
    if one.last_strike == hand.THRUST and one.weapon == hand.YARI:
        actions += ["hook"] * 3
    parts = [rng.choice(actions)]
    if rng.random() < 0.3 and one.stance == hand.FREE:
        first = one.cell + rng.randint(-2, 2)
        return f"evade {abs(first)} {abs(first + rng.choice((-1, 1)))}" + (
            f"; {parts[0]}" if rng.random() < 0.2 else ""
        )
    if hand.allowance(one) and rng.random() < 0.6 and parts != ["stay"]:
        parts += rng.choice(([], ["forward 1"], ["forward 2"], ["turn"], ["back"], ["forward 1", "turn"]))
    return "; ".join(parts)


def random_move(rng: random.Random, state: hand.State, me: int) -> str:
    here = state.fighters[me].cell
    near = rng.randint(here - 4, here + 4)
    return rng.choice(
        (
            f"forward {rng.choice((1, 1, 1, 2, 3, 4, 5, 11, 99))}",
            f"forward {rng.choice((1, 2))}",
            "turn",
            "turn",
            "back",
            rng.choice(("back 1", "back 2", "back 0", "stay", "stay", "forward 0")),
            f"evade {abs(near)} {abs(near + rng.choice((-1, 1, 1, -1, 0, 2)))}",
        )
    )


def random_action(rng: random.Random, state: hand.State, me: int) -> str:
    here = state.fighters[me].cell
    carried = [adapter.WEAPONS[weapon] for weapon in state.fighters[me].carried]
    lying = [adapter.WEAPONS[weapon] for _cell, weapon in state.ground]
    grip = rng.choice(("", "", " short", " long"))
    word = rng.choice(list(adapter.ACTIONS))
    if word == "swing":
        return f"swing {rng.choice(adapter.STANCES)}{grip}"
    if word == "shoot":
        cells = [
            abs(here + rng.choice((-1, 1)) * rng.randint(0, 8)) for _ in range(rng.choice((1, 2, 2, 3, 4)))
        ]
        return " ".join(["shoot", *map(str, cells)])
    if word in ("draw", "pick_up"):
        weapon = rng.choice([*adapter.WEAPONS, *(carried if word == "draw" else lying)])
        return f"{word} {weapon}" + (" sheathed" if rng.random() < 0.3 else "")
    flags = rng.sample(("turning", "crushing", "arrows", "regrip"), rng.choice((0, 0, 0, 1, 1, 2)))
    return " ".join([word, *flags]) if word in ("strike", "iaido") else word


def garbled(rng: random.Random, text: str) -> str:
    """The text in other words, or spoilt."""
    match rng.randint(0, 7):
        case 0:
            return text.upper()
        case 1:
            words = {word: native for native, word in adapter.NATIVE.items()}
            parts = (
                [words.get(token, token) if rng.random() < 0.8 else token for token in part.split(" ")]
                for part in text.split("; ")
            )
            return "; ".join(" ".join(part) for part in parts)
        case 2:
            at = rng.randrange(len(text))
            return text[:at] + text[at + 1 :]
        case 3:
            tokens = text.split(" ")
            at = rng.randrange(len(tokens))
            return " ".join([*tokens[:at], tokens[at], *tokens[at:]])
        case 4:
            tokens = text.split(" ")
            rng.shuffle(tokens)
            return " ".join(tokens)
        case 5:
            parts = text.split("; ")
            rng.shuffle(parts)
            return ";".join(parts)
        case 6:
            return rng.choice(("", "pass", ";", f"{text};", f"{text}; stay", "stay; stay", f"{text} 1", "42"))
        case _:
            return f"{text}; {rng.choice(text.split('; '))}"


def every_order(state: hand.State, me: int, house: hand.House) -> set[hand.Order] | None:
    """All legal orders, or None where they are many."""
    paths = list(every_path(state, me, house))
    actions = list(every_action(state, me))
    if len(paths) * len(actions) > CANDIDATES:
        return None
    found = {hand.Order(moves=path, **action) for path in paths for action in actions}
    here, reach = state.fighters[me].cell, state.fighters[me].speed
    near = range(here - reach, here + reach + 1)
    found |= {
        hand.Order(evade=(a, b), **action)
        for a in near
        for b in (a - 1, a + 1)
        for action in actions
        if action.get("action", hand.NOTHING) in (hand.NOTHING, hand.SWING, hand.DRAW)
    }
    return {order for order in found if hand.refusal(state, me, order, house) is None}


def every_path(
    state: hand.State, me: int, house: hand.House, path: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    order = hand.Order(moves=path)
    if hand._path_refused(state, state.fighters[me], order, house) is None:
        yield path
        for move in (hand.FORWARD, hand.TURN, hand.BACK):
            yield from every_path(state, me, house, (*path, move))


def every_action(state: hand.State, me: int) -> Iterator[dict[str, Any]]:
    one = state.fighters[me]
    flags = (hand.TURNING, hand.CRUSHING, hand.ARROWS, hand.REGRIP)
    yield {}
    for action in (hand.NOCK, hand.AIM, hand.HOOK, hand.DIRTY_TRICK, hand.SHAFT_BLOCK):
        yield {"action": action}
    for stance in (hand.FREE, *hand.STANCES[one.weapon]):
        for grip in (hand.NO_GRIP, hand.SHORT, hand.LONG):
            yield {"action": hand.SWING, "stance": stance, "grip": grip}
    for said in range(16):
        modifiers = sum(flag for place, flag in enumerate(flags) if said >> place & 1)
        yield {"action": hand.STRIKE, "modifiers": modifiers}
    for modifiers in (0, hand.ARROWS):
        yield {"action": hand.IAIDO, "modifiers": modifiers}
    for weapon in set(one.carried):
        for modifiers in (0, hand.SHEATHED):
            yield {"action": hand.DRAW, "weapon": weapon, "modifiers": modifiers}
    for weapon in {weapon for _cell, weapon in state.ground}:
        yield {"action": hand.PICK_UP, "weapon": weapon}
    if one.nocked:
        for cells in sublists(range(1, state.cells + 1), 2 + one.aim):
            yield {"action": hand.SHOOT, "cells": cells}


def sublists(cells: range, most: int, begun: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    for cell in cells:
        yield (*begun, cell)
        if len(begun) + 1 < most:
            yield from sublists(range(cell + 1, cells.stop), most, (*begun, cell))


# --- a fight --------------------------------------------------------------------------------------


class Fight:
    """One fight, played by both."""

    def __init__(self, ruleset: Any, seed: str, told: Counter[str]) -> None:
        self.rng, self.told = random.Random(seed), told
        rng = self.rng
        strict = rng.choice((0.0, 0.3, 0.6))
        self.options = {
            name: rng.choice(values) if rng.random() < strict else values[0]
            for name, values in OPTIONS.items()
        }
        self.house = hand.House(**self.options)
        cells = rng.choice((1, 3, 5, 7, 9, 9, 12, 12, 16, 25))
        self.plans: list[list[str]] = []
        self.rare = rng.randrange(20) if cells > 9 else len(RARE)
        if self.rare < len(RARE):
            self.fighters = {name: dict(slots) for name, (slots, _order) in RARE[self.rare].items()}
            self.plans = [[order] for _slots, order in RARE[self.rare].values()]
        elif rng.random() < 0.15:
            self.fighters = random_fighters(rng, cells)
        else:
            self.fighters, self.plans = set_piece(rng)
            cells = 12
        self.arena = random_arena(rng, cells, self.fighters)
        self.history: list[str] = []
        self.said: list[str] = []
        self.names = tuple(self.fighters)
        self.teams = sorted({one.get("team", name) for name, one in self.fighters.items()})
        self.program = engine.compile_program(ruleset, self.options)
        setup = adapter.running(self.program, self.fighters, self.arena)
        self.dice = engine.SeededDice(0)
        self.state, _ = engine.start(self.program, setup, self.dice, trace=False)
        self.hand = adapter.to_hand(engine.full(self.program, self.state), self.names, self.teams)

    def play(self) -> None:
        self.compare()
        for _ in range(2 if self.plans else TURNS):
            owed = engine.owed(self.program, self.state)
            if not owed:
                self.told[f"ended by {self.hand.by}" + ("" if self.hand.winner >= 0 else " (draw)")] += 1
                return
            self.said = ["stay"]
            chosen = {}
            for seat in owed:
                chosen[seat] = self.choose(seat)
                self.said.append(self.text(chosen[seat]))
            texts = dict(zip(owed, self.said[1:], strict=True))
            self.history.append(", ".join(f"{self.names[seat]}: {text}" for seat, text in texts.items()))
            orders = {seat: self.judged(seat, text) for seat, text in texts.items()}
            trace = self.rng.random() < 0.05
            self.state, events = engine.step(
                self.program, self.state, chosen, self.dice, trace=trace, judged=self.rng.random() < 0.8
            )
            self.told.update(f"told: {event.name}" for event in events if event.kind == "event")
            broken = engine.invariants_broken(self.program, self.state)
            self.same("invariants broken", broken, ())
            self.hand = hand.step(self.hand, orders, self.house)
            self.told["turns"] += 1
            self.compare()

    def text(self, choice: engine.Choice) -> str:
        return engine.print_choice(self.program, "order", choice, self.names)

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            raise DifferError(f"{what}\n  interpreter: {ours}\n  by hand:     {theirs}")

    def compare(self) -> None:
        full = engine.full(self.program, self.state)
        theirs = adapter.to_plain(self.hand, self.names, self.teams)
        apart = list(adapter.differences(full, theirs))
        if apart:
            raise DifferError("".join(f"{what}: interpreter {a}, by hand {b}\n" for what, a, b in apart))
        verdict = self.state.outcome
        self.same("outcome", verdict and (verdict.winner, verdict.by), adapter.outcome(self.hand, self.teams))
        living = [seat for seat, one in enumerate(self.hand.fighters) if one.alive and not self.hand.over]
        self.same("owed", list(engine.owed(self.program, self.state)), living)

    def choose(self, seat: int) -> engine.Choice:
        """A legal choice: what is planned, or what comes of judging texts of all sorts."""
        self.told["orders"] += 1
        found: list[engine.Choice] = []
        if self.plans and not self.history and self.rng.random() < 0.9:
            for _ in range(4):
                self.judge(seat, planned(self.rng, self.hand, seat, self.plans[seat]), found)
                if found:
                    return found[0]
        for _ in range(1 if self.plans else WILD):
            text = self.rng.choice((random_text, likely_text))(self.rng, self.hand, seat)
            self.judge(seat, garbled(self.rng, text) if self.rng.random() < 0.25 else text, found)
        self.judge(seat, self.rng.choice(self.said), found)
        sampled = self.sampled(seat)
        self.judge(seat, garbled(self.rng, self.text(sampled)), found)
        if self.rng.random() < 0.05:
            self.listed(seat)
        active = [choice for choice in found if not ACTIVE.isdisjoint(self.text(choice).split(" "))]
        return self.rng.choice(active if active and self.rng.random() < 0.7 else [sampled, *found])

    def sampled(self, seat: int) -> engine.Choice:
        choice = engine.sample(self.program, self.state, seat, self.rng)
        text = self.text(choice)
        self.same(f"sampled `{text}` of {self.names[seat]}", None, self.refused(seat, text))
        again = engine.judge(self.program, self.state, seat, text)
        self.same(f"sampled `{text}` read again", (again.choice, again.refusals), (choice, ()))
        return choice

    def judged(self, seat: int, text: str) -> hand.Order:
        return adapter.judge(self.hand, seat, text, self.house)[0]

    def refused(self, seat: int, text: str) -> str | None:
        return adapter.judge(self.hand, seat, text, self.house)[1]

    def judge(self, seat: int, text: str, found: list[engine.Choice]) -> None:
        judgement = engine.judge(self.program, self.state, seat, text)
        ours = judgement.refusals[0].says if judgement.refusals else None
        theirs = self.refused(seat, text)
        self.same(f"judgement of {self.names[seat]}'s `{text}`", ours, theirs)
        self.told[f"refused by {theirs}" if theirs else "wild but legal"] += 1
        if judgement.choice is not None and ours is None:
            order, again = self.judged(seat, text), self.judged(seat, self.text(judgement.choice))
            self.same(f"`{text}` and `{self.text(judgement.choice)}`", again, order)
            found.append(judgement.choice)

    def listed(self, seat: int) -> None:
        """Lists of legal orders, where they are short."""
        theirs = every_order(self.hand, seat, self.house)
        if theirs is None:
            return
        found = engine.legal(self.program, self.state, seat, CANDIDATES).choices
        if found is None:
            self.told["lists too long for the interpreter"] += 1
            return
        ours = [self.judged(seat, self.text(choice)) for choice in found]
        self.same("legal orders, each once", len(ours), len(set(ours)))
        self.same(
            f"legal orders of {self.names[seat]}",
            [plain(order) for order in set(ours) - theirs],
            [plain(order) for order in theirs - set(ours)],
        )
        self.told["lists compared"] += 1
        self.told["orders listed"] += len(ours)


def plain(order: hand.Order) -> dict[str, Any]:
    shown = {field.name: getattr(order, field.name) for field in fields(order)}
    return {name: value for name, value in shown.items() if value != getattr(hand.Order(), name)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=300)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--first", type=int, default=0, help="the number of the first fight")
    parser.add_argument("--most", type=int, default=10, help="stop after so many differences")
    args = parser.parse_args()
    loaded = load_ruleset("seven_samurai", (), Report())
    assert loaded is not None
    told: Counter[str] = Counter()
    differences = 0
    for number in range(args.first, args.first + args.fights):
        fight = Fight(loaded.ruleset, f"{args.seed}:{number}", told)
        told["fights"] += 1
        try:
            fight.play()
        except (DifferError, engine.RulesetFault) as error:
            differences += 1
            house = {name: value for name, value in fight.options.items() if value != OPTIONS[name][0]}
            print(f"fight {number}: {house} {fight.arena}")
            print("".join(f"  {name}: {slots}\n" for name, slots in fight.fighters.items()), end="")
            print(
                "".join(f"  > {line}\n" for line in fight.history) + f"{type(error).__name__}: {error}\n",
                flush=True,
            )
            if differences == args.most:
                break
    print(f"{differences} differences")
    print("".join(f"  {name}: {count}\n" for name, count in sorted(told.items())), end="")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
