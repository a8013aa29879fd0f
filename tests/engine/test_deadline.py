"""Rules that take too long are given up, and the clock is left as it was."""

from __future__ import annotations

import signal
import time

import pytest

from densho import engine
from densho.engine.errors import RulesetFault

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarm clock")


@engine.within(0.05)
def _idle(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_takes_too_long_is_given_up() -> None:
    with pytest.raises(RulesetFault, match="longer than"):
        _idle(5)


def test_the_clock_is_left_alone_afterwards() -> None:
    with engine.within(0.05), engine.within(9):
        pass
    time.sleep(0.1)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_zero_is_no_limit() -> None:
    with engine.within(0):
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
