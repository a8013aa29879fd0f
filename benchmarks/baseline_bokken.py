"""bokken's base game (no techniques) written by hand: plain Python, dataclasses and ints, no tracing.

What a programmer would write who knew only this game. It is the yardstick for the interpreter's speed, and nothing imports it but the
benchmark. An order is (movement, cells, action, stance): movement one of STAY, FORWARD, BACK, TURN; action one of NONE, STRIKE, STANCE.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

STAY, FORWARD, BACK, TURN = range(4)
NONE, STRIKE, STANCE = range(3)
FREE, JODAN, GASUMI, GEDAN = range(4)
SHIESHI, MEN, TSUKI = range(3)

STEPS_FORWARD = (3, 2, 1, 1)
STEPS_BACK = (1, 0, 1, 1)
STRIKE_FROM = (None, MEN, SHIESHI, TSUKI)
ZONE = ((-1, 0), (1, 2), (2, 3))
AFTER = (JODAN, GEDAN, FREE)
BEATS = {(TSUKI, MEN), (MEN, SHIESHI)}

CELLS = 12
STARTS = ((4, 1), (9, -1))
POINTS = 3

Order = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Fighter:
    cell: int
    facing: int
    stance: int = FREE
    struck: bool = False
    score: int = 0


@dataclass(frozen=True, slots=True)
class State:
    fighters: tuple[Fighter, Fighter]
    bout: int = 1
    turn: int = 1
    free_turns: int = 0
    winner: int | None = None
    over: bool = False


def start() -> State:
    first, second = (Fighter(cell, facing) for cell, facing in STARTS)
    return State((first, second))


def refusal(state: State, me: int, order: Order) -> str | None:
    """Why the order is refused, or None."""
    mine, foe = state.fighters[me], state.fighters[1 - me]
    movement, cells, action, stance = order
    if action == STRIKE and STRIKE_FROM[mine.stance] is None:
        return "no_strike_from_free"
    if action == STANCE and stance == mine.stance:
        return "same_stance"
    if mine.struck and (movement in (FORWARD, BACK) or (movement == TURN and action != NONE)):
        return "after_strike"
    if movement == FORWARD and cells > STEPS_FORWARD[mine.stance]:
        return "too_many_steps"
    if movement == BACK and cells > STEPS_BACK[mine.stance]:
        return "too_many_steps"
    if action == STANCE and not (movement == BACK and cells == 1) and crossed(mine, foe):
        return "crossed_swords"
    if movement in (FORWARD, BACK) and foe.stance == FREE and foe.cell != mine.cell:
        steps = cells if movement == FORWARD else -cells
        aim = mine.cell + steps * mine.facing
        way = 1 if foe.cell > mine.cell else -1
        if (aim - foe.cell) * way >= 0:
            return "distance_control"
    return None


def crossed(mine: Fighter, foe: Fighter) -> bool:
    return (
        mine.stance == FREE
        and foe.stance == FREE
        and mine.facing == -foe.facing
        and foe.cell in (mine.cell, mine.cell + mine.facing)
    )


def step(state: State, orders: tuple[Order, Order]) -> State:
    """The next state; both orders have to be legal."""
    moved = tuple(_move(state.fighters[me], orders[me]) for me in (0, 1))
    off = [not 1 <= one.cell <= CELLS for one in moved]
    if off[0] or off[1]:
        winner = None if off[0] and off[1] else (1 if off[0] else 0)
        return _bout_ends(state, winner)
    cuts = [STRIKE_FROM[state.fighters[me].stance] if orders[me][2] == STRIKE else None for me in (0, 1)]
    lands = [_lands(moved[me], moved[1 - me], cuts[me]) for me in (0, 1)]
    if lands[0] or lands[1]:
        return _bout_ends(state, _winner(lands, cuts))
    after = tuple(_act(moved[me], orders[me], cuts[me]) for me in (0, 1))
    idle = after[0].stance == FREE and after[1].stance == FREE
    free_turns = state.free_turns + 1 if idle else 0
    if free_turns == 3:
        return _bout_ends(state, None)
    return replace(state, fighters=after, turn=state.turn + 1, free_turns=free_turns)


def _move(one: Fighter, order: Order) -> Fighter:
    movement, cells, _action, _stance = order
    if movement in (FORWARD, BACK):
        steps = cells if movement == FORWARD else -cells
        cell = max(0, min(CELLS + 1, one.cell + steps * one.facing))
        return replace(one, cell=cell)
    if movement == TURN:
        return replace(one, facing=-one.facing)
    return one


def _lands(mine: Fighter, foe: Fighter, cut: int | None) -> bool:
    return cut is not None and any(mine.cell + offset * mine.facing == foe.cell for offset in ZONE[cut])


def _winner(lands: list[bool], cuts: list[int | None]) -> int | None:
    if not lands[1]:
        return 0
    if not lands[0]:
        return 1
    if (cuts[0], cuts[1]) in BEATS:
        return 0
    if (cuts[1], cuts[0]) in BEATS:
        return 1
    return None


def _act(one: Fighter, order: Order, cut: int | None) -> Fighter:
    if cut is not None:
        return replace(one, stance=AFTER[cut], struck=True)
    if order[2] == STANCE:
        return replace(one, stance=order[3], struck=False)
    return replace(one, struck=False) if one.struck else one


def _bout_ends(state: State, winner: int | None) -> State:
    scores = [one.score + (1 if winner == me else 0) for me, one in enumerate(state.fighters)]
    fighters = tuple(
        Fighter(cell, facing, score=score) for (cell, facing), score in zip(STARTS, scores, strict=True)
    )
    if winner is not None and scores[winner] >= POINTS:
        return State(fighters, state.bout, 1, 0, winner, True)
    return State(fighters, state.bout + 1)
