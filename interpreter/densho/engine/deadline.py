"""A limit to how long rules may take, for those who run the rulesets of strangers.

Every expression ends, but loops in loops may take longer than anybody waits. `within` gives up after some seconds and reports a
fault of the ruleset; the fight stays where it was, since states are values. `densho.limits` says where that works.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from densho.engine.errors import TimeIsUp
from densho.limits import allowed, ringing
from densho.messages import say


@contextmanager
def within(seconds: float | None = None) -> Iterator[None]:
    """Raises `RulesetFault` inside when it takes longer. A limit inside another leaves the outer one in charge."""
    limit = allowed().seconds if seconds is None else seconds

    def alarm() -> Exception:
        return TimeIsUp(say("the rules take longer than {seconds} s here", seconds=f"{limit:g}"))

    with ringing(limit, alarm):
        yield
