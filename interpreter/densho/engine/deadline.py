"""A limit to how long rules may take, for those who run the rulesets of strangers.

Every expression ends, but loops in loops may take longer than anybody waits. `within` gives up after some seconds and reports a
fault of the ruleset; the fight stays where it was, since states are values. It needs the system's alarm clock and so works in the main
thread of a process that has one; elsewhere nothing is limited.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from densho.engine.errors import RulesetFault
from densho.messages import say

VARIABLE = "DENSHO_SECONDS"
SECONDS = 10.0


def seconds_allowed() -> float:
    """The limit in seconds: DENSHO_SECONDS, else 10; 0 is none."""
    try:
        return max(0.0, float(os.environ.get(VARIABLE, SECONDS)))
    except ValueError:
        return SECONDS


@contextmanager
def within(seconds: float | None = None) -> Iterator[None]:
    """Raises `RulesetFault` inside when it takes longer. A limit inside another leaves the outer one in charge."""
    limit = seconds_allowed() if seconds is None else seconds
    clock = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not clock or limit == 0 or signal.getitimer(signal.ITIMER_REAL)[0] > 0:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise RulesetFault(say("the rules take longer than {seconds} s here", seconds=f"{limit:g}"))

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
