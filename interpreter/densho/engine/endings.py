"""Verdicts of a step: which blocks end, how, and where the flow goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from densho.engine.commit import cause_item, cause_name
from densho.engine.errors import RulesetFault
from densho.engine.events import Event
from densho.engine.layout import NAMES, Values
from densho.engine.program import Program
from densho.engine.report import reason, winner_name
from densho.engine.state import Ending, Verdict
from densho.messages import Text, say


@dataclass(frozen=True, slots=True)
class Ended:
    """The values with the results of blocks, the place to go on, what is told, and the outcome if the fight is over."""

    values: Values
    at: int
    events: tuple[Event, ...]
    outcome: Verdict | None


def end_blocks(program: Program, values: Values, at: int, endings: list[Ending]) -> Ended:
    """Inner blocks end first; then the flow goes on after the outermost, or again in it. `at` is the place of the step."""
    by_block: dict[str, Ending] = {}
    for ending in endings:
        other = by_block.setdefault(ending.block, ending)
        if (other.kind, other.who, other.by) != (ending.kind, ending.who, ending.by):
            _contradiction(program, values, other, ending)
    blocks = program.plan.blocks
    innermost = around(program, at)
    inside = {innermost, *blocks[innermost].outer, "fight"}
    for block, ending in by_block.items():
        if block not in inside:
            _fault(
                program,
                say("`{block}` is ended outside of it (by `{rule}`)").put(block=block, rule="{rule}"),
                ending,
            )
    order = sorted(by_block, key=lambda b: -len(blocks[b].outer))
    events: list[Event] = []
    outcome = None
    for block in order:
        ending = by_block[block]
        if ending.kind in ("win", "draw"):
            values, event, outcome = _record(program, values, ending)
            events.append(event)
    last = by_block[order[-1]]
    if last.block == "fight":
        if last.kind in ("leave", "again"):
            _fault(program, say("the fight ends without a verdict (by `{rule}`)"), last)
    else:
        outcome = None
    place = blocks[last.block]
    return Ended(values, place.again if last.kind == "again" else place.exit, tuple(events), outcome)


def around(program: Program, at: int) -> str:
    """The innermost block of a place in the flow."""
    inside = [b for b in program.plan.blocks.values() if b.again <= at < b.exit]
    return max(inside, key=lambda b: len(b.outer)).name if inside else "fight"


def _record(program: Program, values: Values, ending: Ending) -> tuple[Values, Event, Verdict]:
    item = cause_item(program, ending.cause)
    winner = winner_name(values, ending.who)
    if ending.kind == "win" and winner is None:
        message = say("`{block}` is won by nobody (by `{rule}`)").put(block=ending.block, rule="{rule}")
        _fault(program, message, ending)
    by = reason(program, ending.by)
    seat = ending.who if isinstance(ending.who, int) else _seat_of(values, winner)
    at = program.layout.block_index[ending.block]
    values = (*values[:at], (seat, ending.by, True), *values[at + 1 :])
    draw = ending.kind == "draw"
    fields = (("block", ending.block), ("winner", winner), ("draw", draw), ("by", by))
    return values, Event("end", fields, None, item.name, item.span, "end"), Verdict(winner, draw, by)


def _seat_of(values: Values, winner: str | None) -> int:
    names: tuple[Any, ...] = values[NAMES][:-1]
    return names.index(winner) if winner in names else -1


def _contradiction(program: Program, values: Values, one: Ending, other: Ending) -> NoReturn:
    def written(ending: Ending) -> str:
        winner = winner_name(values, ending.who)
        by = reason(program, ending.by)
        return " ".join([ending.kind, *(["for " + winner] if winner else []), *(["by " + by] if by else [])])

    names = (cause_name(program, one.cause), cause_name(program, other.cause))
    spans = (cause_item(program, one.cause).span, cause_item(program, other.cause).span)
    message = say(
        "`{block}` ends in two ways: `{rule}` {verdict}, `{other}` {other_verdict}",
        block=one.block,
        rule=names[0],
        verdict=written(one),
        other=names[1],
        other_verdict=written(other),
    )
    raise RulesetFault(message, names, spans)


def _fault(program: Program, message: Text, ending: Ending) -> NoReturn:
    item = cause_item(program, ending.cause)
    raise RulesetFault(message.put(rule=item.name), (item.name,), (item.span,))
