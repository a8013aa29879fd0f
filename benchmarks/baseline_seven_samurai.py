"""seven_samurai written by hand: plain Python, dataclasses and ints, no tracing; every option, weapon and technique, any number of fighters.

What a programmer would write who knew only this game, from its catalogue of rules (the S numbers below are its paragraphs). It is the
yardstick for the interpreter's speed and the oracle of the differential test, and nothing else imports it. `step` takes legal orders and
leaves the state that it is given alone; `refusal` says why an order is not legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

FREE, UPPER, MIDDLE, LOWER, SHOOTING = range(5)
NO_GRIP, SHORT, LONG = range(3)
CLEAVE, SLASH, THRUST, SHOT = range(4)
UNARMED = -1
BOW, KATANA, NAGINATA, NODACHI, SHORT_BLADE, STAFF, YARI = range(7)  # in the order of their ids
NOTHING, SWING, STRIKE, IAIDO, NOCK, AIM, SHOOT, DRAW, PICK_UP, HOOK, DIRTY_TRICK, SHAFT_BLOCK = range(12)
FORWARD, TURN, BACK = range(3)
TURNING, CRUSHING, ARROWS, REGRIP, SHEATHED = 1, 2, 4, 8, 16  # what an action may be ordered with
RIGHT, LEFT = 1, -1
NO_TEAM = -1

STANCES = {
    UNARMED: (),
    BOW: (SHOOTING,),
    KATANA: (UPPER, MIDDLE, LOWER),
    NAGINATA: (UPPER, LOWER),
    NODACHI: (UPPER, MIDDLE, LOWER),
    SHORT_BLADE: (MIDDLE, LOWER),
    STAFF: (UPPER, MIDDLE, LOWER),
    YARI: (LOWER,),
}
SHAFTS = (NAGINATA, STAFF, YARI)
STRIKE_FROM = {UPPER: CLEAVE, MIDDLE: SLASH, LOWER: THRUST}
TURNING_STRIKE_FROM = {UPPER: CLEAVE, MIDDLE: THRUST, LOWER: SLASH}


class Stroke(NamedTuple):
    """What a weapon does: its row of the table of precedence, zone (cells ahead), stance and grip afterwards."""

    row: int
    zone: tuple[int, ...]
    stance: int
    grip: int = NO_GRIP


STROKES = {
    (YARI, THRUST, SHORT): Stroke(1, (2,), LOWER, LONG),
    (KATANA, THRUST, NO_GRIP): Stroke(2, (2, 3), FREE),
    (YARI, THRUST, LONG): Stroke(3, (4,), FREE),
    (NAGINATA, THRUST, SHORT): Stroke(4, (2, 3), FREE),
    (SHORT_BLADE, THRUST, NO_GRIP): Stroke(5, (2,), FREE),
    (NAGINATA, THRUST, LONG): Stroke(6, (3, 4), FREE),
    (NODACHI, THRUST, NO_GRIP): Stroke(7, (1, 2, 3), FREE),
    (KATANA, CLEAVE, NO_GRIP): Stroke(8, (1, 2), LOWER),
    (NAGINATA, CLEAVE, SHORT): Stroke(9, (1, 2), LOWER, SHORT),
    (NAGINATA, CLEAVE, LONG): Stroke(10, (2, 3), LOWER, LONG),
    (NODACHI, CLEAVE, NO_GRIP): Stroke(11, (0, 1, 2), FREE),
    (SHORT_BLADE, SLASH, NO_GRIP): Stroke(12, (0,), FREE),
    (KATANA, SLASH, NO_GRIP): Stroke(13, (0,), UPPER),  # and the cell behind, if it was passed
}
SHOT_ROW = 14


@dataclass(frozen=True, slots=True)
class House:
    """The house rules; the first value of each is the default."""

    back_step: str = "only_move"
    turn_at_one: str = "any"
    lower_guard: str = "any"
    passed: str = "left"
    melee_kills: str = "nearest"
    clash: str = "sequence"
    arrow_kills: str = "all"
    deflect_guards: str = "from_self"
    trick_spent: str = "on_success"
    advance: str = "toward"
    stalemate: str = "never"
    dead_drop: str = "fall"


DEFAULTS = House()


@dataclass
class Fighter:
    cell: int
    facing: int
    team: int
    alive: bool = True
    speed: int = 4
    reaction: int = 3
    composure: int = 3
    stance: int = FREE
    grip: int = NO_GRIP
    weapon: int = KATANA
    carried: tuple[int, ...] = ()
    sheathed: bool = False
    techniques: frozenset[str] = frozenset()
    used: frozenset[int] = frozenset()
    tricked: frozenset[int] = frozenset()
    after_strike: bool = False
    last_strike: int | None = None
    last_reach: int | None = None
    nocked: bool = False
    aim: int = 0
    in_cover: bool = False
    must_act: bool = False
    dan: int = 1
    tally: int = 0
    kills: frozenset[int] = frozenset()

    def twin(self) -> Fighter:
        """A copy, several times quicker than `dataclasses.replace` makes one."""
        one = object.__new__(Fighter)
        one.__dict__.update(self.__dict__)
        return one


@dataclass(frozen=True, slots=True)
class State:
    fighters: tuple[Fighter, ...]
    cells: int = 25
    cover: tuple[int, ...] = ()
    cover_capacity: int = 1
    ground: tuple[tuple[int, int], ...] = ()  # (cell, weapon), sorted
    passive_turns: int = 0
    over: bool = False
    winner: int = NO_TEAM
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """One step or turn per move. `stance` and `grip` of a swing, `weapon` of a draw or pick-up, `cells` of a shot."""

    moves: tuple[int, ...] = ()
    evade: tuple[int, int] | None = None
    action: int = NOTHING
    modifiers: int = 0
    stance: int = FREE
    grip: int = NO_GRIP
    weapon: int = UNARMED
    cells: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Attack:
    """A strike or shot whose zone is fixed. `sweeps`: it hits all in its zone, not only those in the nearest cell."""

    seat: int
    row: int
    kind: int
    cells: tuple[int, ...]
    reach: int = 0
    stance: int = SHOOTING
    grip: int = NO_GRIP
    arrows: bool = False
    crushing: bool = False
    sweeps: bool = False


@dataclass(slots=True, eq=False)
class Turn:
    """A turn that is being resolved: the fighters as it began and `now`, who lives as it begins, whose action is made."""

    state: State
    orders: dict[int, Order]
    house: House
    now: list[Fighter]
    living: list[int]
    made: dict[int, int]

    def done(self, action: int) -> list[int]:
        """The living who do this action."""
        return [seat for seat in self.made if self.made[seat] == action and self.now[seat].alive]


def duel(cells: int = 25) -> State:
    starts = (6, cells - 5) if cells >= 12 else (1, cells)
    return State((Fighter(starts[0], RIGHT, 0), Fighter(starts[1], LEFT, 1)), cells)


def enemies(state: State, me: int) -> list[Fighter]:
    return [one for one in state.fighters if one.alive and one.team != state.fighters[me].team]


# --- action points and paths (S10 to S19) ---------------------------------------------------------


def halved(one: Fighter) -> bool:
    return one.stance != FREE or one.after_strike


def allowance(one: Fighter) -> int:
    if one.after_strike and one.weapon != SHORT_BLADE:
        return 0
    return one.speed // 2 if halved(one) else one.speed


def turn_cost(one: Fighter, house: House) -> int:
    cheap = allowance(one) == 1 and (house.turn_at_one == "any" or halved(one))
    return 1 if cheap else 2


def walk(one: Fighter, moves: Iterable[int]) -> list[tuple[int, int]]:
    """The cells and facings of a path, the start first."""
    cell, facing = one.cell, one.facing
    places = [(cell, facing)]
    for move in moves:
        if move == TURN:
            facing = -facing
        else:
            cell += facing if move == FORWARD else -facing
        places.append((cell, facing))
    return places


def reachable(one: Fighter, cell: int, house: House) -> bool:
    """Whether an evader can be in the cell (S83)."""
    points, ahead = allowance(one), (cell - one.cell) * one.facing
    if points == 0 or ahead >= -1:
        return points > 0 and ahead <= points
    return turn_cost(one, house) - ahead <= points


def advances(state: State, me: int, order: Order, house: House) -> bool:
    """Whether the order moves towards the enemy (S105)."""
    one = state.fighters[me]
    foes = enemies(state, me)
    if order.evade is not None:
        if any((cell - one.cell) * one.facing <= 0 for cell in order.evade):
            return False
        return house.advance == "forward" or any((foe.cell - one.cell) * one.facing > 0 for foe in foes)
    for (cell, facing), move in zip(walk(one, order.moves), order.moves, strict=False):
        if move == FORWARD and (
            house.advance == "forward" or any((foe.cell - cell) * facing >= 0 for foe in foes)
        ):
            return True
    return False


# --- which orders are legal -----------------------------------------------------------------------


def refusal(state: State, me: int, order: Order, house: House = DEFAULTS) -> str | None:
    """The first reason for which a readable order of at most one action is refused, or None."""
    found = _refused(state, me, order, house)
    if found is None and state.fighters[me].must_act and not _active(state, me, order, house):
        return "must_act" if _can_be_active(state, me, house) else None
    return found


def _refused(state: State, me: int, order: Order, house: House) -> str | None:
    one = state.fighters[me]
    if order.evade is not None and order.moves:
        return "evade_excludes_moves"
    if not _techniques_needed(order) <= one.techniques:
        return "needs_technique"
    if order.action in (IAIDO, DIRTY_TRICK) and order.action in one.used:
        return "used_up"
    return (
        _path_refused(state, one, order, house)
        or (_evasion_refused(state, one, order, house) if order.evade is not None else None)
        or _action_refused(state, one, order, house)
    )


def _techniques_needed(order: Order) -> set[str]:
    needed = {"evasion"} if order.evade is not None else set()
    if order.action in NEEDS:
        needed.add(NEEDS[order.action])
    return needed | {technique for flag, technique in FLAG_NEEDS.items() if order.modifiers & flag}


NEEDS = {IAIDO: "iaido", HOOK: "hook", DIRTY_TRICK: "dirty_trick", SHAFT_BLOCK: "shaft_block"}
FLAG_NEEDS = {
    TURNING: "turning_strike",
    CRUSHING: "crushing_blow",
    ARROWS: "arrow_deflection",
    SHEATHED: "iaido",
}


def _path_refused(state: State, one: Fighter, order: Order, house: House) -> str | None:
    moves, points = order.moves, allowance(one)
    if not moves:
        return None
    cost = moves.count(FORWARD) + turn_cost(one, house) * moves.count(TURN)
    if BACK in moves:
        if moves.index(BACK) < len(moves) - 1 or (house.back_step == "only_move" and len(moves) > 1):
            return "back_step_alone"
        cost += 1  # all that is left, which is at least one
    if cost > points:
        return "too_few_ap"
    if any(not 1 <= cell <= state.cells for cell, _facing in walk(one, moves)):
        return "off_field"
    return None


def _evasion_refused(state: State, one: Fighter, order: Order, house: House) -> str | None:
    assert order.evade is not None
    first, second = order.evade
    if one.stance != FREE:
        return "evade_needs_free"
    if abs(first - second) != 1:
        return "evade_not_adjacent"
    if any(not 1 <= cell <= state.cells or not reachable(one, cell, house) for cell in order.evade):
        return "evade_unreachable"
    return None if order.action in (NOTHING, SWING, DRAW) else "evade_excludes_action"


def _action_refused(state: State, one: Fighter, order: Order, house: House) -> str | None:
    action = order.action
    if action == SWING:
        return _swing_refused(one, order, house)
    if action == STRIKE:
        return _strike_refused(one, order)
    if action == IAIDO:
        if one.stance != FREE:
            return "iaido_needs_free"
        if not one.sheathed:
            return "iaido_needs_sheathed"
        return None if one.weapon in (KATANA, SHORT_BLADE) else "weapon_lacks_strike"
    if action in (NOCK, AIM, SHOOT):
        return _bow_refused(state, one, order)
    if action in (DRAW, PICK_UP):
        return _change_refused(state, one, order)
    if action == HOOK:
        if one.weapon != YARI:
            return "hook_needs_yari"
        return None if one.last_strike == THRUST else "hook_needs_thrust"
    if action == DIRTY_TRICK:
        return None if one.stance == FREE else "trick_needs_free"
    if action == SHAFT_BLOCK:
        if one.stance == FREE:
            return "block_needs_stance"
        return None if one.weapon in SHAFTS and one.grip == SHORT else "block_needs_short_shaft"
    return None


def _swing_refused(one: Fighter, order: Order, house: House) -> str | None:
    if order.stance == FREE:
        if order.grip != NO_GRIP:
            return "wrong_grip"
        if one.stance == FREE:
            return "same_stance"
        return "no_lowering" if house.lower_guard == "bow" and one.stance != SHOOTING else None
    if order.stance not in STANCES[one.weapon]:
        return "stance_not_for_weapon"
    if (order.grip != NO_GRIP) != (one.weapon in SHAFTS):
        return "wrong_grip"
    return "same_stance" if (order.stance, order.grip) == (one.stance, one.grip) else None


def kind_of(one: Fighter, order: Order) -> int:
    """The strike that an order to strike gives in this stance; -1 in a stance that has none."""
    if order.action == IAIDO:
        return SLASH
    return (TURNING_STRIKE_FROM if order.modifiers & TURNING else STRIKE_FROM).get(one.stance, -1)


def _strike_refused(one: Fighter, order: Order) -> str | None:
    if one.stance == FREE:
        return "no_strike_from_free"
    kind = kind_of(one, order)
    if (one.weapon, kind, one.grip) not in STROKES:
        return "weapon_lacks_strike"
    if order.modifiers & CRUSHING and (one.weapon, kind) != (NODACHI, CLEAVE):
        return "crushing_needs_nodachi"
    if order.modifiers & ARROWS and kind == THRUST:
        return "arrows_need_cut"
    if order.modifiers & ARROWS and order.modifiers & CRUSHING:
        return "crushing_excludes_arrows"
    if order.modifiers & REGRIP and (one.weapon, kind, one.grip) != (NAGINATA, CLEAVE, SHORT):
        return "regrip_needs_short_cleave"
    return None


def _bow_refused(state: State, one: Fighter, order: Order) -> str | None:
    if one.stance != SHOOTING:
        return "shooting_stance_needed"
    if order.action == NOCK:
        return "already_nocked" if one.nocked else None
    if not one.nocked:
        return "arrow_not_nocked"
    if order.action == AIM:
        return "aim_needs_stillness" if order.moves else None
    if len(order.cells) > (2 if order.moves else 2 + one.aim):
        return "too_many_targets"
    if len(set(order.cells)) < len(order.cells):
        return "repeated_target"
    if any(not 1 <= cell <= state.cells for cell in order.cells):
        return "target_off_field"
    here, facing = walk(one, order.moves)[-1]
    distances = [(cell - here) * facing for cell in order.cells]
    if min(distances) <= 0:
        return "target_not_ahead"
    return "target_too_close" if min(distances) < 3 else None


def _change_refused(state: State, one: Fighter, order: Order) -> str | None:
    if one.stance != FREE:
        return "draw_needs_free"
    if order.action == PICK_UP:
        here, _facing = walk(one, order.moves)[-1]
        return None if (here, order.weapon) in state.ground else "weapon_not_here"
    if order.weapon not in one.carried:
        return "weapon_not_carried"
    if order.modifiers & SHEATHED and order.weapon not in (KATANA, SHORT_BLADE):
        return "cannot_sheathe"
    return None


def _active(state: State, me: int, order: Order, house: House) -> bool:
    return order.action in (STRIKE, IAIDO, SHOOT) or advances(state, me, order, house)


def _can_be_active(state: State, me: int, house: House) -> bool:
    """Whether any order is legal and active (S104): it is enough to look at the plainest of each sort."""
    return any(
        _active(state, me, order, house) and _refused(state, me, order, house) is None
        for order in _plain_active_orders(state, me)
    )


def _plain_active_orders(state: State, me: int) -> Iterable[Order]:
    one = state.fighters[me]
    yield Order(action=STRIKE)
    yield Order(action=STRIKE, modifiers=TURNING)
    yield Order(action=IAIDO)
    yield Order(moves=(FORWARD,))
    yield Order(moves=(TURN, FORWARD))
    yield Order(evade=(one.cell + one.facing, one.cell + 2 * one.facing))
    about = [(FORWARD,) * steps + (TURN,) for steps in range(allowance(one))]
    for moves in [(), (BACK,), *about]:
        here, facing = walk(one, moves)[-1]
        yield Order(moves, action=SHOOT, cells=(here + 3 * facing,))


# --- a turn ---------------------------------------------------------------------------------------


def step(state: State, orders: dict[int, Order], house: House = DEFAULTS) -> State:
    """The state after a turn; every living seat has a legal order."""
    now = [one.twin() for one in state.fighters]
    living = [seat for seat, one in enumerate(now) if one.alive]
    made = {seat: orders[seat].action for seat in living if orders[seat].action != NOTHING}
    turn = Turn(state, orders, house, now, living, made)
    passed = {seat: _move(turn, seat) for seat in living}
    _hinder(turn)
    strikes = [
        _strike(turn, seat, passed[seat]) for seat, action in made.items() if action in (STRIKE, IAIDO)
    ]
    passive = not strikes and SHOOT not in made.values()
    for seat in living:
        if orders[seat].evade is not None:
            _evade(turn, seat, strikes)
    _take_cover(turn)
    occupied = {now[seat].cell for seat in living}
    landed = _land(turn, strikes, set(turn.done(SHAFT_BLOCK)))
    _land(turn, _shots(turn, landed), set())
    for seat in living:
        if now[seat].alive:
            _take_effect(now[seat], made.get(seat, NOTHING), orders[seat])
    for attack in landed:
        if now[attack.seat].alive:
            _after_strike(now[attack.seat], attack, made[attack.seat])
    _sever(turn, landed, occupied)
    ground = _change_weapons(turn)
    passive = passive and not any(advances(state, seat, orders[seat], house) for seat in living)
    return _turn_ends(turn, ground, passive)


def _move(turn: Turn, seat: int) -> set[int]:
    """Walks the path; the cells that were passed."""
    one, order = turn.now[seat], turn.orders[seat]
    if order.evade is not None:
        one.cell = order.evade[0]
    if not order.moves:
        return set()
    places = walk(one, order.moves)
    one.cell, one.facing = places[-1]
    one.aim = 0
    steps = [(a, b) for (a, _), (b, _) in pairwise(places) if a != b]
    return {b if turn.house.passed == "entered" else a for a, b in steps}


def _hinder(turn: Turn) -> None:
    """Hooks and dirty tricks take actions away (S92 to S94)."""
    lost = set()
    for seat, action in turn.made.items():
        one = turn.now[seat]
        if action == HOOK:
            lost |= _caught(turn, one, range(1, one.last_reach or 0))
        elif action == DIRTY_TRICK:
            caught = _caught(turn, one, range(1, 2)) - one.tricked
            one.tricked |= caught
            if caught or turn.house.trick_spent == "on_use":
                one.used |= {DIRTY_TRICK}
            lost |= caught
    for seat in lost:
        if turn.made.get(seat) not in (None, HOOK, DIRTY_TRICK):
            del turn.made[seat]


def _caught(turn: Turn, one: Fighter, ahead: range) -> set[int]:
    return {
        seat
        for seat in turn.living
        if turn.now[seat].team != one.team and (turn.now[seat].cell - one.cell) * one.facing in ahead
    }


def _strike(turn: Turn, seat: int, passed: set[int]) -> Attack:
    """Turns about if so ordered, and fixes the zone."""
    one, order = turn.now[seat], turn.orders[seat]
    if order.modifiers & TURNING:
        one.facing = -one.facing
    kind = kind_of(one, order)
    stroke = STROKES[one.weapon, kind, one.grip]
    cells = tuple(one.cell + ahead * one.facing for ahead in stroke.zone)
    if kind == SLASH and one.weapon == KATANA and one.cell - one.facing in passed:
        cells += (one.cell - one.facing,)
    return Attack(
        seat,
        stroke.row,
        kind,
        cells,
        reach=stroke.zone[0],
        stance=stroke.stance,
        grip=LONG if order.modifiers & REGRIP else stroke.grip,
        arrows=bool(order.modifiers & ARROWS),
        crushing=bool(order.modifiers & CRUSHING),
        sweeps=bool(order.modifiers & CRUSHING) or turn.house.melee_kills == "all",
    )


def _evade(turn: Turn, seat: int, strikes: list[Attack]) -> None:
    """Puts an evader in the cell that is not attacked (S82)."""
    now, one, evade = turn.now, turn.now[seat], turn.orders[seat].evade
    assert evade is not None
    zones = [strike.cells for strike in strikes if not strike.arrows and now[strike.seat].team != one.team]
    zones += [turn.orders[archer].cells for archer in turn.done(SHOOT) if now[archer].team != one.team]
    first, second = (any(cell in zone for zone in zones) for cell in evade)
    one.cell = evade[1] if first and not second else evade[0]
    if (one.cell - turn.state.fighters[seat].cell) * one.facing < -1:
        one.facing = -one.facing


def _take_cover(turn: Turn) -> None:
    """Who is in cover (S77, S78)."""
    now, before = turn.now, turn.state.fighters
    for cell in {now[seat].cell for seat in turn.living}.intersection(turn.state.cover):
        seeking = [
            seat
            for seat in turn.living
            if now[seat].cell == cell
            and before[seat].stance == FREE
            and turn.made.get(seat) not in (SWING, STRIKE, IAIDO)
        ]
        stayed = [seat for seat in seeking if before[seat].in_cover and before[seat].cell == cell]
        newcomers = [seat for seat in seeking if seat not in stayed]
        sheltered = stayed + _fastest(now, newcomers, turn.state.cover_capacity - len(stayed))
        for seat in turn.living:
            if now[seat].cell == cell:
                now[seat].in_cover = seat in sheltered
    for seat in turn.living:
        if now[seat].cell not in turn.state.cover:
            now[seat].in_cover = False


def _fastest(now: list[Fighter], seats: list[int], places: int) -> list[int]:
    """Those who get a place: by Reaction, and of equals all or none, nor then anyone slower (S61, S78)."""
    got: list[int] = []
    for reaction in sorted({now[seat].reaction for seat in seats}, reverse=True):
        equals = [seat for seat in seats if now[seat].reaction == reaction]
        if len(got) + len(equals) > places:
            break
        got += equals
    return got


# --- strikes and shots that meet (S40 to S46, S79) ------------------------------------------------


def _land(turn: Turn, attacks: list[Attack], blockers: set[int]) -> list[Attack]:
    """Lands the attacks in their order, killing and crediting; those that landed."""
    now, pending = turn.now, attacks
    landed: list[Attack] = []
    while pending:
        aims = {attack.seat: _victims(now, attack) for attack in pending}
        ready = [x for x in pending if not any(_is_before(turn, aims, y, x) for y in pending)] or pending
        hits: dict[int, list[Attack]] = {}
        for attack in ready:
            for seat in aims[attack.seat]:
                hits.setdefault(seat, []).append(attack)
        for seat, by in hits.items():
            _hit(now, seat, by, blockers)
        landed += ready
        pending = [x for x in pending if x not in ready and now[x.seat].alive]
    return landed


def _victims(now: list[Fighter], attack: Attack) -> list[int]:
    """Whom the attack would hit if it landed now."""
    if attack.arrows:
        return []
    mine = now[attack.seat]
    hit = [
        seat
        for seat, one in enumerate(now)
        if one.cell in attack.cells
        and one.alive
        and seat != attack.seat
        and (not one.in_cover if attack.kind == SHOT else attack.crushing or one.team != mine.team)
    ]
    if attack.sweeps or len(hit) < 2:
        return hit
    nearest = min(attack.cells.index(now[seat].cell) for seat in hit)
    return [seat for seat in hit if now[seat].cell == attack.cells[nearest]]


def _is_before(turn: Turn, aims: dict[int, list[int]], y: Attack, x: Attack) -> bool:
    """Whether y threatens the attacker of x and comes before x."""
    if x.seat not in aims[y.seat]:
        return False
    mine, foe = turn.now[y.seat], turn.now[x.seat]
    mutual = y.seat in aims[x.seat]
    if mutual and mine.team != foe.team:
        edge = _has_edge(turn, y, x)
        if edge != _has_edge(turn, x, y):
            return edge
    if turn.house.clash == "mutual" and not mutual:
        return False
    if mine.reaction != foe.reaction:
        return mine.reaction > foe.reaction
    return y.row < x.row


def _has_edge(turn: Turn, mine: Attack, foe: Attack) -> bool:
    me, other = turn.state.fighters[mine.seat], turn.state.fighters[foe.seat]
    if mine.kind == SHOT:
        return False
    if "deflecting_strike" in me.techniques and mine.kind == foe.kind == THRUST:
        return True
    return (
        "mirror" in me.techniques
        and (me.stance, me.grip) == (other.stance, other.grip)
        and turn.orders[mine.seat] == turn.orders[foe.seat]
    )


def _hit(now: list[Fighter], seat: int, attacks: list[Attack], blockers: set[int]) -> None:
    """What hits a fighter in one step kills, but for the first slash against a shaft (S89)."""
    slashes = [attack for attack in attacks if attack.kind == SLASH]
    if seat in blockers and len(slashes) == 1:
        blockers.remove(seat)
        attacks = [attack for attack in attacks if attack.kind != SLASH]
    for attack in attacks:
        now[seat].alive = False
        if now[attack.seat].team != now[seat].team:
            now[attack.seat].kills |= {seat}


def _shots(turn: Turn, landed: list[Attack]) -> list[Attack]:
    deflecting = [strike for strike in landed if strike.arrows]
    sweeps = turn.house.arrow_kills == "all"
    return [
        Attack(seat, SHOT_ROW, SHOT, _arrow_cells(turn, seat, deflecting), sweeps=sweeps)
        for seat in turn.done(SHOOT)
    ]


def _arrow_cells(turn: Turn, seat: int, deflecting: list[Attack]) -> tuple[int, ...]:
    """The named cells in which the arrow kills, nearest first (S87, S88)."""
    archer = turn.now[seat]
    away = {cell: abs(cell - archer.cell) for cell in turn.orders[seat].cells}
    ends = []
    for strike in deflecting:
        guard = turn.now[strike.seat]
        met = [away[cell] for cell in strike.cells if cell in away]
        if met and (archer.cell - guard.cell) * guard.facing > 0:
            from_self = turn.house.deflect_guards == "from_self"
            ends.append(abs(guard.cell - archer.cell) if from_self else min(met))
    return tuple(cell for cell in sorted(away, key=away.__getitem__) if not ends or away[cell] < min(ends))


# --- what the actions leave behind ----------------------------------------------------------------


def _take_effect(one: Fighter, action: int, order: Order) -> None:
    one.after_strike, one.last_strike, one.last_reach = False, None, None
    if action == SWING:
        if one.stance == SHOOTING:
            one.nocked, one.aim = False, 0
        one.stance, one.grip, one.sheathed = order.stance, order.grip, False
    elif action == NOCK:
        one.nocked = True
    elif action == AIM:
        one.aim += 1
    elif action == SHOOT:
        one.nocked, one.aim = False, 0
    elif action == SHAFT_BLOCK:
        one.stance, one.grip = FREE, NO_GRIP


def _after_strike(one: Fighter, attack: Attack, action: int) -> None:
    one.after_strike, one.last_strike, one.last_reach = True, attack.kind, attack.reach
    one.stance, one.grip = attack.stance, attack.grip
    if action == IAIDO:
        one.sheathed = False
        one.used |= {IAIDO}


def _sever(turn: Turn, landed: list[Attack], occupied: set[int]) -> None:
    """Cleaves cut through shafts that were thrust past them (S90)."""
    for cleave in landed:
        cutter = turn.now[cleave.seat]
        if (
            "sever_shaft" not in cutter.techniques
            or cleave.kind != CLEAVE
            or cleave.arrows
            or cutter.weapon not in (KATANA, NODACHI)
            or not cutter.alive
        ):
            continue
        for thrust in landed:
            foe = turn.now[thrust.seat]
            if (
                thrust.kind != THRUST
                or turn.state.fighters[thrust.seat].weapon not in (YARI, NAGINATA)
                or foe.team == cutter.team
                or not foe.alive
                or (cutter.cell - foe.cell) * foe.facing <= 0
            ):
                continue
            shaft = {foe.cell + ahead * foe.facing for ahead in range(1, thrust.reach)}
            if shaft.intersection(cleave.cells) - occupied:
                foe.weapon, foe.stance, foe.grip = UNARMED, FREE, NO_GRIP


def _change_weapons(turn: Turn) -> tuple[tuple[int, int], ...]:
    """Draws, then pick-ups, then what the dead let fall (S38, S60 to S63); what lies on the ground now."""
    now, orders, before = turn.now, turn.orders, turn.state.ground
    ground = list(before)
    for seat in turn.done(DRAW):
        carried = list(now[seat].carried)
        carried.remove(orders[seat].weapon)
        now[seat].carried = tuple(carried)
        _take(now[seat], orders[seat].weapon, ground)
        now[seat].sheathed = bool(orders[seat].modifiers & SHEATHED)
    wanted: dict[tuple[int, int], list[int]] = {}
    for seat in turn.done(PICK_UP):
        wanted.setdefault((now[seat].cell, orders[seat].weapon), []).append(seat)
    for thing, seats in wanted.items():
        for seat in _fastest(now, seats, before.count(thing)):
            ground.remove(thing)
            _take(now[seat], thing[1], ground)
    for seat in turn.living:
        one = now[seat]
        if not one.alive and turn.house.dead_drop == "fall" and one.weapon != UNARMED and not one.sheathed:
            ground.append((one.cell, one.weapon))
            one.weapon = UNARMED
    return tuple(sorted(ground))


def _take(one: Fighter, weapon: int, ground: list[tuple[int, int]]) -> None:
    """Lets go of the weapon in hand and takes another."""
    if one.sheathed:
        one.carried = tuple(sorted((*one.carried, one.weapon)))
    elif one.weapon != UNARMED:
        ground.append((one.cell, one.weapon))
    one.weapon, one.sheathed = weapon, False


# --- the end of a turn (S6, S100 to S110) ---------------------------------------------------------


def _turn_ends(turn: Turn, ground: tuple[tuple[int, int], ...], passive: bool) -> State:
    living = [one for one in turn.now if one.alive]
    lowest = min((one.composure for one in living), default=0)
    for one in living:
        one.must_act = passive and one.composure == lowest
    state, passive_turns = turn.state, turn.state.passive_turns
    if turn.house.stalemate == "ten":
        passive_turns = passive_turns + 1 if passive else 0
    winner, by = NO_TEAM, None
    teams = {one.team for one in living}
    if len(teams) < 2:
        winner, by = (teams.pop() if teams else NO_TEAM), "death"
        for one in living:
            _promote(turn, one)
    elif turn.house.stalemate == "ten" and passive_turns >= 10:
        by = "stalemate"
    return State(
        tuple(turn.now),
        state.cells,
        state.cover,
        state.cover_capacity,
        ground,
        passive_turns,
        by is not None,
        winner,
        by,
    )


def _promote(turn: Turn, one: Fighter) -> None:
    if not one.kills:
        return
    one.tally += len(one.kills)
    worthy = any(turn.state.fighters[seat].dan >= one.dan for seat in one.kills)
    if one.dan < 10 and (worthy or len(one.kills) >= one.dan or one.tally > one.dan):
        one.dan, one.tally = one.dan + 1, 0
