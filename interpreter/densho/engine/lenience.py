"""Refusals that let off: which of them are in force.

One that would refuse every otherwise legal choice is void. They are looked at in their order, so that a later one gives way to an earlier.
"""

from __future__ import annotations

from densho.engine.domains import TooMany
from densho.engine.refuse import Asked
from densho.engine.search import Search

KEPT = 4096


def in_force(ask: Asked) -> frozenset[int]:
    """The numbers of the refusals that let off and are in force now; kept per state."""
    if not ask.lenient:
        return frozenset()
    memo = ask.program.memo
    key = (ask.decision.name, ask.seat, ask.state.values)
    if key not in memo:
        if len(memo) >= KEPT:
            memo.clear()
        memo[key] = _in_force(ask)
    found: frozenset[int] = memo[key]
    return found


def _in_force(ask: Asked) -> frozenset[int]:
    held: list[int] = []
    for refusal in ask.lenient:
        if _any_choice(ask, [*ask.strict, *held, refusal]):
            held.append(refusal)
    return frozenset(held)


def _any_choice(ask: Asked, refusals: list[int]) -> bool:
    """Whether some choice is refused by none of these; if it cannot be found out, none is assumed, and the fighter let off."""
    try:
        return next(Search(ask, refusals).choices(), None) is not None
    except TooMany:
        return False
