"""How much a file or a run may use up: bytes, nesting, seconds, memory. Numbers of our own, or what the environment says.

Files of strangers are read by people and by machines that check them, so whatever stands in them must be answered soon. Sizes and nesting are
judged before anything is built. Time needs the system's alarm clock and so is limited only in the main thread of a process that has one;
memory needs a system that limits it (Linux does): elsewhere both are unlimited.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType, ModuleType
from typing import NamedTuple

from densho.errors import DenshoError
from densho.messages import say

MEGABYTE = 1_000_000
NO_LIMIT = 0
DEEPEST = 200
"""No variable allows more: reading what is nested takes a stack."""


class BadLimit(DenshoError):
    """A variable of the environment that gives no limit."""


class OutOfTime(DenshoError):
    """Reading and checking something takes longer than it may."""


class Limits(NamedTuple):
    """A file's size in bytes, how deep its collections are nested, seconds for each thing that is checked or done, and memory in megabytes.

    0 means no limit (of nesting there is always one). No dataclass, since `densho --version` would wait for the module that makes them.
    """

    size: int = 1_000_000
    nesting: int = 64
    seconds: float = 10
    memory: int = 512


STANDARD = Limits()

VARIABLES = {
    "size": "DENSHO_FILE_BYTES",
    "nesting": "DENSHO_NESTING",
    "seconds": "DENSHO_SECONDS",
    "memory": "DENSHO_MEMORY",
}
"""Where the environment gives another limit."""


def allowed(environment: Mapping[str, str] | None = None) -> Limits:
    """The limits that hold. Raises `BadLimit`."""
    given = os.environ if environment is None else environment
    written = {limit: given.get(variable, "").strip() for limit, variable in VARIABLES.items()}
    if not any(written.values()):
        return STANDARD
    return Limits(
        size=_whole("size", written["size"], STANDARD.size),
        nesting=_whole("nesting", written["nesting"], STANDARD.nesting, 1, DEEPEST),
        seconds=_seconds(written["seconds"], STANDARD.seconds),
        memory=_whole("memory", written["memory"], STANDARD.memory),
    )


_MOST = 1_000_000_000


def _whole(limit: str, text: str, standard: int, low: int = 0, high: int = _MOST) -> int:
    if not text:
        return standard
    if text.isascii() and text.isdigit() and len(text) <= len(str(_MOST)) and low <= int(text) <= high:
        return int(text)
    raise BadLimit(
        say(
            "{variable} is `{value}`: it must be a whole number from {low} to {high}",
            variable=VARIABLES[limit],
            value=text,
            low=low,
            high=high,
        )
    )


def _seconds(text: str, standard: float) -> float:
    if not text:
        return standard
    whole, dot, part = text.partition(".")
    digits = whole + part
    if text.isascii() and digits.isdigit() and len(digits) <= len(str(_MOST)) and (whole or dot):
        return float(text)
    raise BadLimit(
        say(
            "{variable} is `{value}`: it must be a number of seconds, such as 30 or 0.5",
            variable=VARIABLES["seconds"],
            value=text,
        )
    )


# --- time ---------------------------------------------------------------------------------------------


_AGAIN = 1.0
"""It rings once more each second, should whoever was interrupted have swallowed the alarm."""


@contextmanager
def ringing(seconds: float, alarm: Callable[[], Exception]) -> Iterator[None]:
    """Raises what `alarm` gives inside when it takes longer; 0 is no limit. A limit inside another leaves the outer one in charge."""
    import signal  # noqa: PLC0415 - `densho --version` does without it

    clock = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not clock or seconds == NO_LIMIT or signal.getitimer(signal.ITIMER_REAL)[0] > 0:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise alarm()

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def reading_time() -> Iterator[None]:
    """Raises `OutOfTime` when what is read inside takes longer than it may."""
    seconds = allowed().seconds

    def alarm() -> Exception:
        return OutOfTime(
            say("reading and checking this takes longer than {seconds} s", seconds=f"{seconds:g}")
        )

    with ringing(seconds, alarm):
        yield


# --- memory -------------------------------------------------------------------------------------------


def limit_memory(megabytes: int) -> None:
    """This process and those that it starts get no more memory than this; 0 is no limit.

    What is asked for beyond it raises `MemoryError`. Memory that is written counts, and not what is merely reserved, so that libraries and
    threads cost nothing.
    """
    resource = _resource()
    if resource is None or megabytes == NO_LIMIT:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes * MEGABYTE
    lower = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY and limit < wanted]
    if not lower:
        _set(resource, wanted, hard)


def lift_memory_limit() -> None:
    """As much memory as the system gives, for telling that it was not enough."""
    resource = _resource()
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        _set(resource, hard, hard)


def _set(resource: ModuleType, soft: int, hard: int) -> None:
    """Sets the limit; a system that has the call and refuses it limits nothing."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _resource() -> ModuleType | None:
    """What sets limits, on systems that have it."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    return resource
