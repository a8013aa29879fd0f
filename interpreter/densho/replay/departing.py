"""Where a fight that is played again under other rules departs, and how it ends, in the words of the rules."""

from __future__ import annotations

from collections.abc import Callable

from densho.display.telling import FIGHT, Telling
from densho.display.tongue import Tongue
from densho.engine import Event, Verdict
from densho.fights.differing import Departure, Difference
from densho.ir import nodes as ir

Speaking = Callable[[ir.Ruleset], Tongue]
"""The tongue in which is spoken of a ruleset."""


def departed(difference: Difference, departure: Departure, speaking: Speaking) -> str:
    """What is otherwise in a step: the first sentence that is missing and the first that is new, where it is told otherwise."""
    tongue = speaking(difference.new)
    gone = _sentence(departure.gone, difference.old, speaking)
    come = _sentence(departure.come, difference.new, speaking)
    match gone, come:
        case (str(), str()):
            return tongue.say("“{after}” instead of “{before}”", before=gone, after=come)
        case (str(), None):
            return tongue.say("“{event}” is missing", event=gone)
        case (None, str()):
            return tongue.say("“{event}” is new", event=come)
        case _:
            return tongue.said(departure.what)


def _sentence(event: Event | None, ruleset: ir.Ruleset, speaking: Speaking) -> str | None:
    if event is None:
        return None
    telling = Telling(ruleset, speaking(ruleset))
    if event.kind == "event":
        return telling.event(event)
    if event.get("block") == FIGHT:
        return telling.verdict(event.get("winner"), event.get("by"))
    return telling.end(event)


def ended(verdict: Verdict | None, ruleset: ir.Ruleset, speaking: Speaking) -> str:
    """How a fight ended, if it did."""
    tongue = speaking(ruleset)
    if verdict is None:
        return tongue.say("not over")
    return Telling(ruleset, tongue).verdict(None if verdict.draw else verdict.winner, verdict.by)
