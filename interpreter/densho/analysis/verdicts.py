"""Who has won, as far as a question about playing wants to know: the first verdict that somebody wins, of whatever block, or the fight's end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from densho.engine import Event, Program, State
from densho.ir import types as t


@dataclass(frozen=True, slots=True)
class Decided:
    """`winners` are seats, none in a draw. `block` is what ended, `by` the reason's id, `name` the fighter's or team's that won."""

    winners: frozenset[int]
    block: str
    by: str | None
    name: str | None = None

    def worth(self, seat: int) -> float:
        """1 for a winner, -1 for a loser, 0 in a draw."""
        if not self.winners:
            return 0.0
        return 1.0 if seat in self.winners else -1.0


def decided(program: Program, state: State, events: Iterable[Event]) -> Decided | None:
    """What a step decided; the draw of a block that is not the whole fight decides nothing."""
    for event in events:
        if event.kind == "end" and event.get("winner") is not None:
            winner = event.get("winner")
            seats = winning_seats(program, state, winner)
            return Decided(seats, event.get("block"), event.get("by"), winner)
    if state.outcome is not None:
        return Decided(frozenset(), "fight", state.outcome.by)
    return None


def winning_seats(program: Program, state: State, winner: str) -> frozenset[int]:
    """The seats of a winner: a fighter's own, or those of a team, which a label of its fighters names."""
    if winner in state.names:
        return frozenset({state.names.index(winner)})
    return frozenset(
        seat
        for (holder, _), at in program.layout.slot_index.items()
        if holder == "fighter" and isinstance(program.layout.slot_at[at].type, t.TLabel)
        for seat in range(len(state.names))
        if state.values[at][seat] == winner
    )
