"""pojedynek written by hand, with every option and weapon: plain Python, dataclasses and ints, no tracing.

What a programmer would write who knew only this game. It is the yardstick for the interpreter's speed, and a second opinion on every
position for the differential test; nothing else imports it.

A choice is, by the decision it answers: `pick` (dice, kiai) · `extra`, `offhand`, `block`, `lose`, `toll`, `keep`, `short_blade`
(available, faces, blocked) · `shuriken` a face, 0 to hold · `resolve` (word, face) · `finish` a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

SCABBARD = ("katana", "wakizashi", "ninjato", "two_weapons")
SHORT = ("wakizashi", "ninjato")
TOLL = {"yari": 1, "naginata": 2}

Roll = Callable[[int], int]
"""Throws one die of a seat."""


@dataclass(frozen=True, slots=True)
class Options:
    both_zero: str = "apart"
    all_lost: str = "next_round"
    second_weapon: str = "after_extra"
    keep_shortfall: str = "other_type"
    short_blade_block: str = "after"
    tie_withdraw: str = "both"
    tie_hit_vs_withdraw: str = "lands"
    hands: str = "hidden"


@dataclass(slots=True)
class Fighter:
    kenjutsu: int = 5
    kiai: int = 2
    iaijutsu: int = 0
    weapon: str = "katana"
    armour: bool = False
    shuriken: bool = False
    ninja: bool = False
    available: int = -1
    tokens: int = -1
    active: tuple[int, ...] = ()
    blocked: int = 0
    lost: int = 0
    hand: int = 0
    picked: int = 0
    kiai_used: bool = False
    extra: int = 0
    rolled: int = 0
    sum: int = 0
    iai: tuple[int, ...] = ()
    condition: str = "fit"
    alive: bool = True

    def __post_init__(self) -> None:
        if self.available < 0:
            self.available = max(0, self.kenjutsu - (self.weapon == "two_weapons"))
        if self.tokens < 0:
            self.tokens = self.kiai

    def dice(self) -> int:
        """Dice that are not lost (nor in hand)."""
        return self.available + len(self.active) + self.blocked

    def can_throw(self) -> bool:
        """Whether he could bring a die into his hand in some later round."""
        return self.available > 0 or (
            len(self.active) > 0 and (self.tokens > 0 or self.weapon == "two_weapons")
        )

    def take(self, pools: tuple[int, tuple[int, ...], int]) -> int:
        """Takes dice out of the pools; how many they are."""
        available, faces, blocked = pools
        self.available -= available
        self.active = without(self.active, faces)
        self.blocked -= blocked
        return available + len(faces) + blocked

    def gather(self, faces: tuple[int, ...], blocked: int) -> None:
        """Takes everything from the table but these."""
        self.available += len(self.active) - len(faces) + self.blocked - blocked
        self.active = tuple(sorted(faces))
        self.blocked = blocked


def without(bag: tuple[int, ...], faces: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(bag)
    for face in faces:
        rest.remove(face)
    return tuple(rest)


def holds(bag: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    return all(bag.count(face) >= faces.count(face) for face in faces)


@dataclass(slots=True)
class Duel:
    """`owes` is the decision due, `owing` who has to make it; `outcome` (winner or None, by)."""

    fighters: tuple[Fighter, Fighter]
    options: Options = Options()
    round: int = 1
    sheathed: bool = True
    owes: str = "pick"
    owing: tuple[int, ...] = (0, 1)
    winners: tuple[int, ...] = ()
    deeds: tuple[tuple[str, int], ...] = ()
    wounds: tuple[int, ...] = (0, 0)
    tolls: tuple[int, ...] = (0, 0)
    leaving: tuple[tuple[int, int] | None, ...] = (None, None)
    outcome: tuple[int | None, str] | None = None

    def ask(self, decision: str, owing: tuple[int, ...]) -> bool:
        """Whether anybody owes it."""
        if owing:
            self.owes, self.owing = decision, owing
        return bool(owing)

    def end(self, winner: int | None, by: str) -> None:
        self.owes, self.owing, self.outcome = "", (), (winner, by)

    def loser(self) -> int | None:
        return 1 - self.winners[0] if len(self.winners) == 1 else None

    def seats(self, owes: Callable[[Fighter], bool]) -> tuple[int, ...]:
        return tuple(me for me in (0, 1) if owes(self.fighters[me]))


OF_FIGHTER = attrgetter(*(one.name for one in fields(Fighter)))
OF_DUEL = attrgetter(*(one.name for one in fields(Duel)))


# --- what is refused -------------------------------------------------------------------------------


def refusal(duel: Duel, me: int, choice: Any) -> str | None:
    """The first refusal of a choice that the seat owes, or None."""
    mine, foe = duel.fighters[me], duel.fighters[1 - me]
    match duel.owes:
        case "pick":
            dice, kiai = choice
            if dice > mine.available:
                return "pick_available"
            return "pick_token" if kiai and not mine.tokens else None
        case "extra":
            if not mine.kiai_used and count(choice) > 1:
                return "extra_one_die"
            return short_pool(mine, choice, "extra")
        case "offhand":
            return "offhand_one_die" if count(choice) > 1 else short_pool(mine, choice, "offhand")
        case "shuriken":
            return "shuriken_active" if choice and choice not in mine.active else None
        case "block":
            return "block_count" if count(choice) != mine.extra else short_pool(mine, choice, "block")
        case "toll":
            return "block_count" if count(choice) != duel.tolls[me] else short_pool(mine, choice, "block")
        case "short_blade":
            return "block_count" if count(choice) != 1 else short_pool(mine, choice, "block")
        case "lose":
            return "lose_count" if count(choice) != duel.wounds[me] else short_pool(mine, choice, "lose")
        case "keep":
            _, faces, blocked = choice
            if (len(faces), blocked) != duel.leaving[me]:
                return "keep_type"
            return None if holds(mine.active, faces) else "keep_active"
        case "resolve":
            word, face = choice
            if word == "hit" and not set(foe.active) <= {*mine.active, *mine.iai}:
                return "hit_cover"
            if word == "press" and face not in foe.active:
                return "press_active"
            if word == "withdraw" and mine.available + len(mine.active) < TOLL.get(foe.weapon, 0):
                return "withdraw_toll"
    return None


def count(pools: tuple[int, tuple[int, ...], int]) -> int:
    return pools[0] + len(pools[1]) + pools[2]


def short_pool(mine: Fighter, pools: tuple[int, tuple[int, ...], int], decision: str) -> str | None:
    """Which pool does not hold the dice named."""
    if pools[0] > mine.available:
        return f"{decision}_available"
    if not holds(mine.active, pools[1]):
        return f"{decision}_active"
    return f"{decision}_blocked" if pools[2] > mine.blocked else None


# --- a round, phase by phase -----------------------------------------------------------------------


def step(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> Duel:
    """The position after everybody who owes a choice has made it; the choices have to be legal."""
    after = Duel(*OF_DUEL(duel))
    first, second = duel.fighters
    after.fighters = Fighter(*OF_FIGHTER(first)), Fighter(*OF_FIGHTER(second))
    AFTER[duel.owes](after, choices, roll)
    return after


def after_pick(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    for me, (dice, kiai) in choices.items():
        mine = duel.fighters[me]
        mine.available -= dice
        mine.hand += dice
        mine.tokens -= kiai
        mine.picked, mine.kiai_used = dice, kiai
        mine.extra = mine.rolled = mine.sum = 0
        mine.iai = ()
    duel.winners = ()
    with_extra = duel.options.second_weapon == "with_extra"
    if not duel.ask(
        "extra", duel.seats(lambda one: one.kiai_used or (with_extra and one.weapon == "two_weapons"))
    ):
        ask_offhand(duel, roll)


def after_extra(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    add_extra(duel, choices)
    ask_offhand(duel, roll)


def add_extra(duel: Duel, choices: Mapping[int, Any]) -> None:
    for me, pools in choices.items():
        mine = duel.fighters[me]
        added = mine.take(pools)
        mine.hand += added
        mine.extra += added


def ask_offhand(duel: Duel, roll: Roll) -> None:
    if duel.options.second_weapon == "with_extra" or not duel.ask(
        "offhand", duel.seats(lambda one: one.weapon == "two_weapons")
    ):
        bare_hands(duel, roll)


def after_offhand(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    add_extra(duel, choices)
    bare_hands(duel, roll)


def bare_hands(duel: Duel, roll: Roll) -> None:
    """Who has no die in hand is killed; both: by the option."""
    bare = duel.seats(lambda one: one.hand == 0)
    if len(bare) == 2:
        both_bare(duel)
    elif bare:
        kill(duel.fighters[bare[0]])
        duel.end(1 - bare[0], "death_blow")
    elif not duel.ask("shuriken", duel.seats(lambda one: one.shuriken and bool(one.active))):
        throw(duel, roll)


def both_bare(duel: Duel) -> None:
    if duel.options.both_zero == "both_die":
        for one in duel.fighters:
            kill(one)
        duel.end(None, "death_blow")
        return
    stand_off = duel.options.both_zero == "stand_off"
    if stand_off and not any(one.dice() for one in duel.fighters):
        duel.end(None, "exhaustion")
        return
    if not (stand_off and all(one.can_throw() for one in duel.fighters)):
        for one in duel.fighters:
            one.gather((), 0)
    next_round(duel)


def kill(one: Fighter) -> None:
    one.condition, one.alive = "killed", False


def after_shuriken(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    hands = [one.hand for one in duel.fighters]
    for me, face in choices.items():
        if face:
            mine, foe = duel.fighters[me], duel.fighters[1 - me]
            mine.blocked += mine.take((0, (face,), 0))
            if hands[1 - me] > 1:
                foe.hand -= 1
                foe.available += 1
                foe.extra = min(foe.extra, foe.hand)
    throw(duel, roll)


def throw(duel: Duel, roll: Roll) -> None:
    for me, mine in enumerate(duel.fighters):
        thrown = [roll(me) for _ in range(mine.hand)]
        if mine.weapon in TOLL:
            thrown.remove(max(thrown))
            thrown.append(roll(me))
        mine.active = tuple(sorted(mine.active + tuple(thrown)))
        mine.rolled, mine.sum, mine.hand = mine.hand, sum(thrown), 0
    first, second = duel.fighters
    duel.winners = (0, 1) if first.sum == second.sum else (0,) if first.sum > second.sum else (1,)
    if not duel.ask("block", duel.seats(lambda one: one.extra > 0)):
        ask_short_blade_before(duel, roll)


def after_block(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    block(duel, choices)
    ask_short_blade_before(duel, roll)


def block(duel: Duel, choices: Mapping[int, Any]) -> None:
    for me, pools in choices.items():
        mine = duel.fighters[me]
        mine.blocked += mine.take(pools)


def ask_short_blade(duel: Duel) -> bool:
    loser = duel.loser()
    if loser is None:
        return False
    mine = duel.fighters[loser]
    return (
        mine.weapon in SHORT and mine.available + len(mine.active) > 0 and duel.ask("short_blade", (loser,))
    )


def ask_short_blade_before(duel: Duel, roll: Roll) -> None:
    if duel.options.short_blade_block == "after" or not ask_short_blade(duel):
        fall(duel, roll)


def after_short_blade(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    block(duel, choices)
    if duel.options.short_blade_block == "before":
        fall(duel, roll)
    else:
        next_round(duel)


def fall(duel: Duel, roll: Roll) -> None:
    loser = duel.loser()
    if loser is not None and not duel.fighters[loser].active:
        duel.fighters[loser].condition = "fallen"
        duel.ask("finish", duel.winners)
        return
    if duel.round == 1 and duel.sheathed:
        for me in duel.winners:
            mine = duel.fighters[me]
            if mine.weapon in SCABBARD:
                mine.iai = tuple(sorted(roll(me) for _ in range(mine.iaijutsu)))
    duel.ask("resolve", duel.winners)


def after_resolve(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    duel.deeds = tuple(choices.get(me, ("", 0)) for me in (0, 1))
    for me, (word, face) in enumerate(duel.deeds):
        if word == "press":
            foe = duel.fighters[1 - me]
            foe.blocked += foe.take((0, (face,), 0))
    wound(duel)


def wound(duel: Duel) -> None:
    evading = len(duel.winners) == 2 and duel.options.tie_hit_vs_withdraw == "evaded"
    victims = [
        me
        for me in (0, 1)
        if duel.deeds[1 - me][0] == "hit" and not (evading and duel.deeds[me][0] == "withdraw")
    ]
    wounds = [0, 0]
    for me in victims:
        mine = duel.fighters[me]
        wounds[me] = min(duel.fighters[1 - me].rolled - mine.armour, mine.dice())
    crippled = [me for me in victims if is_crippled(duel.fighters[me])]
    for me in crippled:
        duel.fighters[me].condition = "crippled"
        wounds[me] = 0
    duel.wounds = tuple(wounds)
    if len(crippled) == 2:
        duel.end(None, "crippling")
    elif crippled:
        other = 1 - crippled[0]
        dies = duel.options.all_lost == "killed" and 0 < wounds[other] == duel.fighters[other].dice()
        duel.ask("lose" if dies else "finish", (other,))
    elif not duel.ask("lose", tuple(me for me in victims if wounds[me])):
        ask_toll(duel)


def is_crippled(victim: Fighter) -> bool:
    return not (victim.armour or victim.tokens or victim.kiai_used)


def after_lose(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    for me, pools in choices.items():
        mine = duel.fighters[me]
        mine.lost += mine.take(pools)
    empty = [me for me in (0, 1) if not duel.fighters[me].dice()]
    if duel.options.all_lost == "killed" and empty:
        for me in empty:
            kill(duel.fighters[me])
        if any(one.condition == "crippled" for one in duel.fighters):
            duel.end(None, "crippling")
        elif len(empty) == 2:
            duel.end(None, "exhaustion")
        else:
            duel.end(1 - empty[0], "death_blow")
    elif len(empty) == 2:
        duel.end(None, "exhaustion")
    else:
        ask_toll(duel)


def ask_toll(duel: Duel) -> None:
    tolls = [0, 0]
    for me, (word, _face) in enumerate(duel.deeds):
        if word == "withdraw":
            mine = duel.fighters[me]
            tolls[me] = min(TOLL.get(duel.fighters[1 - me].weapon, 0), mine.available + len(mine.active))
    duel.tolls = tuple(tolls)
    if not duel.ask("toll", tuple(me for me in (0, 1) if tolls[me])):
        ask_keep(duel)


def after_toll(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    block(duel, choices)
    ask_keep(duel)


def ask_keep(duel: Duel) -> None:
    leave = [word == "withdraw" for word, _face in duel.deeds]
    if any(leave) and not (len(duel.winners) == 2 and duel.options.tie_withdraw == "own"):
        leave = [True, True]
    leaving = [to_leave(duel, me) if leave[me] else None for me in (0, 1)]
    duel.leaving = tuple(leaving)
    if not duel.ask("keep", tuple(me for me in (0, 1) if leaving[me] not in (None, (0, 0)))):
        gather(duel, {})


def to_leave(duel: Duel, me: int) -> tuple[int, int]:
    """How many active and blocked dice stay on the table."""
    mine = duel.fighters[me]
    active, blocked = mine.rolled - mine.extra, mine.extra + duel.tolls[me]
    table = len(mine.active)
    if duel.options.keep_shortfall == "forgive":
        return min(active, table), min(blocked, mine.blocked)
    no_active, no_blocked = max(0, active - table), max(0, blocked - mine.blocked)
    return min(active + no_blocked, table), min(blocked + no_active, mine.blocked)


def after_keep(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    gather(duel, choices)


def gather(duel: Duel, choices: Mapping[int, Any]) -> None:
    for me, mine in enumerate(duel.fighters):
        if duel.leaving[me] is not None:
            _, faces, blocked = choices.get(me, (0, (), 0))
            mine.gather(faces, blocked)
    if duel.options.short_blade_block == "before" or not ask_short_blade(duel):
        next_round(duel)


def next_round(duel: Duel) -> None:
    duel.round += 1
    duel.ask("pick", (0, 1))


def after_finish(duel: Duel, choices: Mapping[int, Any], roll: Roll) -> None:
    ((winner, word),) = choices.items()
    loser = duel.fighters[1 - winner]
    by = "fall" if loser.condition == "fallen" else "crippling"
    if word == "kill":
        kill(loser)
    else:
        loser.condition = "captured"
    duel.end(winner, by)


AFTER: dict[str, Callable[[Duel, Mapping[int, Any], Roll], None]] = {
    "pick": after_pick,
    "extra": after_extra,
    "offhand": after_offhand,
    "shuriken": after_shuriken,
    "block": after_block,
    "short_blade": after_short_blade,
    "resolve": after_resolve,
    "lose": after_lose,
    "toll": after_toll,
    "keep": after_keep,
    "finish": after_finish,
}
