"""muay_thai written by hand, with every option: plain Python, dataclasses and ints, no tracing.

What a programmer would write who knew only this game. It is the yardstick for the interpreter's speed, and a second opinion on every
position for the differential test; nothing else imports it. A ribbon is a tuple of parts (action, how it is paid: "success", "mega",
"free", or "" for what costs nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter

STRIKES = {  # damage, by which blocks it is stopped
    "low_kick": (1, ("low_block",)),
    "middle_kick": (2, ("low_block", "high_block")),
    "high_kick": (4, ("high_block",)),
    "knee": (3, ("high_block",)),
    "teep": (0, ()),
    "jab": (0, ()),
    "punch": (2, ("high_block",)),
    "uppercut": (6, ("high_block",)),
    "hook": (2, ("high_block",)),
    "elbow": (1, ("high_block",)),
}
CANCELS = {
    "knee": ("uppercut",),
    "teep": ("clinch", "high_block", "low_block", "uppercut"),
    "jab": ("clinch", "low_block", "high_block"),
    "uppercut": ("clinch",),
}
PRICES = {  # in successes, in megas; 0: not to be paid that way
    "low_kick": (1, 1),
    "middle_kick": (2, 1),
    "high_kick": (0, 2),
    "knee": (2, 1),
    "teep": (1, 1),
    "jab": (1, 1),
    "punch": (2, 1),
    "uppercut": (0, 3),
    "hook": (2, 1),
    "elbow": (1, 1),
    "high_block": (1, 1),
    "low_block": (1, 1),
    "clinch": (1, 1),
    "throw": (1, 1),
    "catch_breath": (0, 0),
}
MEGA_FOR_SUCCESS = ("elbow", "clinch", "throw")
BARRED = ("low_kick", "middle_kick", "high_kick", "teep", "jab", "punch")
FREE = ("elbow", "clinch")

Part = tuple[str, str]
Ribbon = tuple[Part, ...]
Roll = Callable[[int], int]
"""Throws one die of a seat."""


@dataclass(frozen=True, slots=True)
class Options:
    spend_all: str = "must"
    dice_seen: str = "open"
    mega_as_success: str = "accept"
    teep_damage: str = "0"
    knee_block: str = "high"
    parry_counter: str = "none"
    clinch_strikes: str = "holder"
    throw_by: str = "holder"
    double_clinch: str = "mutual"
    clinch_break: str = "throw"
    clinch_penalty: str = "pool"
    zero_dice: str = "any"


@dataclass(slots=True)
class Boxer:
    hp: int = 6
    max_hp: int = 6
    dice: int = 10
    successes: int = 0
    mega: int = 0
    counter: int = 0
    fame: int = 0
    holding: bool = False
    elbow_used: bool = False
    used: tuple[str, ...] = ()
    lows_taken: int = 0
    last_action: str | None = None
    alive: bool = True
    ribbon: Ribbon = ()


@dataclass(slots=True)
class Fight:
    """`owes` is the decision due, `owing` who has to make it; `outcome` (winner or None, by)."""

    boxers: tuple[Boxer, Boxer]
    options: Options = Options()
    round: int = 1
    phase: str = "main"
    slot: int = 1
    owes: str = ""
    owing: tuple[int, ...] = ()
    outcome: tuple[int | None, str] | None = None

    def ask(self, decision: str, owing: tuple[int, ...]) -> None:
        self.owes, self.owing = decision, owing

    def clinched(self) -> bool:
        return self.boxers[0].holding or self.boxers[1].holding

    def advantage(self, me: int) -> bool:
        """Whether the knee and elbow of a clinch are his."""
        return self.boxers[me].holding or (self.options.clinch_strikes == "both" and self.clinched())


OF_BOXER = attrgetter(*(one.name for one in fields(Boxer)))
OF_FIGHT = attrgetter(*(one.name for one in fields(Fight)))


# --- what is refused -------------------------------------------------------------------------------


def judge(fight: Fight, me: int, text: str) -> tuple[Ribbon, str | None]:
    """The ribbon that a text means, with every part's payment, and the refusal that is named."""
    parts = [part.split() for part in text.lower().split(";")]
    refused = refusal(fight, me, parts)
    if refused is not None or parts == [["pass"]]:
        return (), refused or (unspent(fight, me) if must_spend(fight) else None)
    ways = [alternatives(fight, me, parts, place) for place in range(len(parts))]
    one = fight.boxers[me]
    paid = pay(ways, one.successes, one.mega, exact=must_spend(fight))
    if paid is None:
        payable = must_spend(fight) and pay(ways, one.successes, one.mega, exact=False) is not None
        return (), "must_spend_all" if payable else "cannot_pay"
    return tuple((part[0], way) for part, way in zip(parts, paid, strict=True)), None


def must_spend(fight: Fight) -> bool:
    return fight.options.spend_all == "must" and fight.phase == "main"


def unspent(fight: Fight, me: int) -> str | None:
    one = fight.boxers[me]
    return "must_spend_all" if one.successes or one.mega else None


def refusal(fight: Fight, me: int, parts: list[list[str]]) -> str | None:
    """The first refusal that has nothing to do with what the ribbon costs."""
    one, clinched = fight.boxers[me], fight.clinched()
    actions = [part[0] if part else "" for part in parts]
    written = [part[:2] for part in parts]
    free_elbows, breaths = written.count(["elbow", "free"]), actions.count("catch_breath")
    if any(action not in PRICES and action != "pass" for action in actions):
        return "unknown_action"
    if "pass" in actions and len(actions) > 1:
        return "pass_alone"
    if any(bad_argument(fight, me, part) for part in parts):
        return "bad_argument"
    if clinched and any(action in BARRED for action in actions):
        return "barred_in_clinch"
    if "throw" in actions and not clinched:
        return "throw_needs_clinch"
    if "throw" in actions and not one.holding and fight.options.throw_by == "holder":
        return "throw_needs_hold"
    if "clinch" in actions and one.holding:
        return "already_holding"
    if free_elbows and not fight.advantage(me):
        return "free_elbow_needs_clinch"
    if free_elbows + one.elbow_used > 1 and free_elbows:
        return "free_elbow_once"
    if any(part == ["clinch", "free"] and not after_knee(one, actions, i) for i, part in enumerate(written)):
        return "free_clinch_needs_knee"
    if breaths > 1 or (breaths and "catch_breath" in one.used):
        return "catch_breath_once"
    return None


def bad_argument(fight: Fight, me: int, part: list[str]) -> bool:
    action, *arguments = part
    if not arguments:
        return False
    if len(arguments) > 1 or action == "pass":
        return True
    if arguments[0] == "free":
        return action not in FREE
    return arguments[0] not in prices(fight, me, action)


def prices(fight: Fight, me: int, action: str) -> dict[str, tuple[int, int]]:
    """What an action costs, in successes and megas, by the ways of paying it."""
    successes, mega = PRICES[action]
    if action == "knee" and fight.advantage(me):
        successes = 1
    if action in MEGA_FOR_SUCCESS and fight.options.mega_as_success == "refuse":
        mega = 0
    found = {"success": (successes, 0)} if successes else {}
    return {**found, "mega": (0, mega)} if mega else found


def after_knee(one: Boxer, actions: list[str], place: int) -> bool:
    return (actions[place - 1] if place else one.last_action) == "knee"


def alternatives(fight: Fight, me: int, parts: list[list[str]], place: int) -> list[tuple[str, int, int]]:
    """The ways of paying a part, the first choice first: name, successes, megas."""
    one, (action, *arguments) = fight.boxers[me], parts[place]
    if arguments == ["free"]:
        return [("free", 0, 0)]
    if action == "catch_breath":
        return [("", 0, 0)]
    ways = [(name, *cost) for name, cost in prices(fight, me, action).items()]
    if arguments:
        return [way for way in ways if way[0] == arguments[0]]
    if action == "elbow" and fight.advantage(me) and not one.elbow_used and ["elbow", "free"] not in parts:
        ways.append(("free elbow", 0, 0))
    if action == "clinch" and after_knee(one, [part[0] for part in parts], place):
        ways.append(("free", 0, 0))
    return ways


def pay(
    ways: list[list[tuple[str, int, int]]], successes: int, mega: int, *, exact: bool
) -> list[str] | None:
    """How each part is paid, the first ways that work; `exact`: nothing may be left over."""
    failed = set()

    def rest(place: int, successes: int, mega: int, elbow: bool) -> list[str] | None:
        if place == len(ways):
            return None if exact and (successes or mega) else []
        here = place, successes, mega, elbow
        if here not in failed:
            for name, cost, mega_cost in ways[place]:
                free_elbow = name == "free elbow"
                if cost <= successes and mega_cost <= mega and not (free_elbow and elbow):
                    after = rest(place + 1, successes - cost, mega - mega_cost, elbow or free_elbow)
                    if after is not None:
                        return ["free" if free_elbow else name, *after]
            failed.add(here)
        return None

    return rest(0, successes, mega, False)


# --- a round ---------------------------------------------------------------------------------------


def begin(fight: Fight, roll: Roll) -> Fight:
    """The position at the first decision."""
    after = copy_of(fight)
    begin_round(after, roll)
    return after


def step(fight: Fight, choices: Mapping[int, Ribbon], roll: Roll) -> Fight:
    """The position after everybody who owes a choice has made it; the choices have to be legal."""
    after = copy_of(fight)
    for me, ribbon in choices.items():
        after.boxers[me].ribbon = ribbon
    play(after, roll)
    return after


def copy_of(fight: Fight) -> Fight:
    after = Fight(*OF_FIGHT(fight))
    first, second = fight.boxers
    after.boxers = Boxer(*OF_BOXER(first)), Boxer(*OF_BOXER(second))
    return after


def begin_round(fight: Fight, roll: Roll) -> None:
    fight.phase, fight.slot = "main", 1
    for me, one in enumerate(fight.boxers):
        one.counter = one.lows_taken = 0
        one.last_action = None
        one.ribbon = ()
        throw_dice(one, me, one.dice - 2 * fight.boxers[1 - me].holding, roll)
    fight.ask("ribbon", (0, 1))


def throw_dice(one: Boxer, me: int, dice: int, roll: Roll) -> None:
    thrown = [roll(me) for _ in range(dice)]
    one.successes, one.mega = thrown.count(5), thrown.count(6)


def next_round(fight: Fight, roll: Roll) -> None:
    fight.round += 1
    begin_round(fight, roll)


def play(fight: Fight, roll: Roll) -> None:
    """Plays slots until somebody owes a choice or the fight ends."""
    first, second = fight.boxers
    while first.ribbon or second.ribbon:
        came = play_slot(fight)
        if came == "end":
            return
        if came == "throw":
            next_round(fight, roll)
            return
        if came == "clinch":
            fight.ask("reassign", (0, 1))
            return
    if fight.phase == "main":
        owing = begin_counter(fight, roll)
        if owing:
            fight.ask("counter", owing)
            return
    if fight.options.clinch_break == "round_end" and fight.clinched():
        break_clinch(fight)
    next_round(fight, roll)


def begin_counter(fight: Fight, roll: Roll) -> tuple[int, ...]:
    """Who has something to spend in the counter phase."""
    fight.phase, fight.slot = "counter", 1
    for me, one in enumerate(fight.boxers):
        one.last_action = None
        penalty = 2 if fight.options.clinch_penalty == "all_rolls" and fight.boxers[1 - me].holding else 0
        throw_dice(one, me, one.counter - penalty, roll)
        one.counter = 0
    return tuple(me for me, one in enumerate(fight.boxers) if one.successes or one.mega)


def break_clinch(fight: Fight) -> None:
    for one in fight.boxers:
        one.holding = one.elbow_used = False


# --- a slot ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Effects:
    """What a slot does to one fighter."""

    damage: int = 0
    healing: int = 0
    dice: int = 0
    thrown: bool = False
    high_kicked: bool = False
    counter: int = 0
    holds: bool = False


def play_slot(fight: Fight) -> str:
    """Plays the next part of both ribbons; "end", "throw", "clinch" or "" says how it goes on."""
    actions = tuple(one.ribbon[0][0] if one.ribbon else "" for one in fight.boxers)
    effects = (Effects(), Effects())
    for me in (0, 1):
        if actions[me] and not cancelled(fight, actions[1 - me], actions[me]):
            act(fight, me, actions, effects)
    strong = [fight.advantage(me) for me in (0, 1)]
    for me, one in enumerate(fight.boxers):
        spend(one, strong[me])
        one.last_action = actions[me] or None
        if actions[me] == "catch_breath":
            one.used = (*one.used, "catch_breath")
        suffer(one, effects[me])
    fight.slot += 1
    return came_of(fight, actions, effects)


def cancelled(fight: Fight, by: str, action: str) -> bool:
    if by == action == "clinch":
        return fight.options.double_clinch == "void"
    return action in CANCELS.get(by, ())


def act(fight: Fight, me: int, actions: tuple[str, ...], effects: tuple[Effects, Effects]) -> None:
    """Notes what an action that is not cancelled does."""
    action, against = actions[me], actions[1 - me]
    mine, his = effects[me], effects[1 - me]
    options = fight.options
    if action in STRIKES:
        damage, stopped_by = STRIKES[action]
        if action == "elbow" and fight.advantage(me):
            damage, stopped_by = 2, ()
        if action == "knee" and options.knee_block == "none":
            stopped_by = ()
        if against in stopped_by:
            his.counter += 2
            return
        if action == "punch" and fight.boxers[me].last_action == "jab":
            damage = 3
        if action == "teep" and options.teep_damage == "1":
            damage = 1
        his.damage += damage
        if action == "low_kick":
            fight.boxers[1 - me].lows_taken += 1
            his.dice += fight.boxers[1 - me].lows_taken % 2 == 0
        his.high_kicked = action == "high_kick"
        if against == "uppercut" and action in ("teep", "knee") and options.parry_counter == "bonus":
            mine.counter += 2
    elif action == "clinch":
        mine.holds = True
    elif action == "throw":
        his.damage += 1
        his.dice += 3
        his.thrown = True
    elif action == "catch_breath":
        mine.healing += 1


def spend(one: Boxer, strong: bool) -> None:
    """Pays for the next part of the ribbon, which leaves it."""
    if not one.ribbon:
        return
    (action, way), *rest = one.ribbon
    successes, mega = PRICES[action]
    if way == "success":
        one.successes -= 1 if strong and action == "knee" else successes
    elif way == "mega":
        one.mega -= mega
    elif way == "free" and action == "elbow":
        one.elbow_used = True
    one.ribbon = tuple(rest)


def suffer(one: Boxer, effects: Effects) -> None:
    one.hp = max(0, min(one.max_hp, one.hp - effects.damage + effects.healing))
    one.dice = max(0, one.dice - effects.dice)


def came_of(fight: Fight, actions: tuple[str, ...], effects: tuple[Effects, Effects]) -> str:
    if fight.phase == "main":
        for one, effect in zip(fight.boxers, effects, strict=True):
            one.counter += effect.counter
    clinch = False
    for one, effect in zip(fight.boxers, effects, strict=True):
        one.holding = one.holding or effect.holds
        clinch = clinch or effect.holds
    thrown = effects[0].thrown or effects[1].thrown
    if thrown:
        break_clinch(fight)
    reasons = [out(fight, me, effects[me]) for me in (0, 1)]
    if any(reasons):
        end(fight, reasons, effects)
        return "end"
    return "throw" if thrown else "clinch" if clinch else ""


def out(fight: Fight, me: int, effects: Effects) -> str:
    """Why a fighter is out after the slot."""
    one = fight.boxers[me]
    if one.hp == 0:
        return "ko"
    lost = effects.dice > 0 if fight.options.zero_dice == "any" else effects.thrown
    return "technical" if lost and one.dice == 0 else ""


def end(fight: Fight, reasons: list[str], effects: tuple[Effects, Effects]) -> None:
    for me, one in enumerate(fight.boxers):
        one.alive = not reasons[me]
        if reasons[1 - me]:
            one.fame += not reasons[me]
            one.fame += effects[1 - me].high_kicked and reasons[1 - me] == "ko"
            one.fame += effects[1 - me].thrown
    if all(reasons):
        fight.outcome = None, "double"
    else:
        loser = 0 if reasons[0] else 1
        fight.outcome = 1 - loser, reasons[loser]
    fight.ask("", ())
