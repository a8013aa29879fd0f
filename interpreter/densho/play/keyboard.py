"""Where choices come from: a terminal at which people take turns, or lines of a script.

At a terminal what one person types is typed on the terminal's other screen, the one that editors use: when it is left, nothing of it
stays on the screen, nor in what can be scrolled back to, nor in the line editor's history.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import NoReturn, Protocol, TextIO

from densho.errors import DenshoError
from densho.limits import NO_LIMIT, VARIABLES
from densho.messages import say

Complete = Callable[[str], Sequence[str]]
"""What a line that is being typed may become."""

_OTHER_SCREEN = "\x1b[?1049h\x1b[2J\x1b[H"
_BACK = "\x1b[2J\x1b[H\x1b[?1049l"
_FAR_UP = "\n" * 100
"""On a terminal that obeys nothing, what was typed is at least moved out of sight."""


class Keyboard(Protocol):
    """`people`: whether people sit there, who must not see each other's choices."""

    people: bool

    def ask(self, prompt: str, complete: Complete | None = None) -> str | None:
        """A line without its end; None when there are no more."""
        ...

    def hidden(self) -> AbstractContextManager[None]:
        """While this lasts, what is shown and typed is gone afterwards."""
        ...

    def left_over(self) -> str | None:
        """A line of a script that nobody asked for."""
        ...


class Terminal:
    """A person's terminal, with line editing and Tab where the system has them."""

    people = True

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._readline = _line_editor()

    def ask(self, prompt: str, complete: Complete | None = None) -> str | None:
        self.out.flush()
        with self._completing(complete):
            try:
                return input(prompt)
            except EOFError:
                self.out.write("\n")
                return None

    def left_over(self) -> str | None:
        return None

    @contextmanager
    def hidden(self) -> Iterator[None]:
        obeys = os.environ.get("TERM") != "dumb"
        self._write(_OTHER_SCREEN if obeys else "")
        before = _on_leaving(_leave)
        try:
            yield
        finally:
            self._write(_BACK if obeys else _FAR_UP)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _write(self, codes: str) -> None:
        self.out.flush()
        self.out.write(codes)
        self.out.flush()

    @contextmanager
    def _completing(self, complete: Complete | None) -> Iterator[None]:
        if self._readline is None or complete is None:
            yield
            return
        found: list[str] = []

        def answer(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = complete(text)
            return found[number] if number < len(found) else None

        self._readline.set_completer(answer)
        try:
            yield
        finally:
            self._readline.set_completer(None)


class TooLong(DenshoError):
    """A script goes on for longer than a file may be."""


class Script:
    """Lines of a file or a pipe. Empty lines and those that begin with `#` are passed over. `line` is the number of the last line read.

    `most` is how many characters it may have, 0 any.
    """

    people = False

    def __init__(self, stream: TextIO, most: int = NO_LIMIT) -> None:
        self._stream = stream
        self._most = most
        self._read = 0
        self.line = 0

    def ask(self, prompt: str, complete: Complete | None = None) -> str | None:
        del prompt, complete
        while text := self._next():
            self.line += 1
            if text.strip() and not text.lstrip().startswith("#"):
                return text.strip()
        return None

    def _next(self) -> str:
        """A line with its end; nothing at the end of all. Raises `TooLong`."""
        text = self._stream.readline(self._most + 1 if self._most else -1)
        self._read += len(text)
        if NO_LIMIT < self._most < self._read:
            message = say(
                "this script is longer than {limit} characters; the variable {variable} allows more",
                limit=self._most,
                variable=VARIABLES["size"],
            )
            raise TooLong(message)
        return text

    def left_over(self) -> str | None:
        """A line that nobody asked for, if there is one already. Whoever still writes into a pipe is not waited for."""
        try:
            with self._not_waiting():
                return self.ask("")
        except (OSError, TypeError, ValueError, TooLong):  # nothing is there now
            return None

    @contextmanager
    def _not_waiting(self) -> Iterator[None]:
        """While this lasts, reading gives what is there. Others may read from the same pipe afterwards."""
        number = None
        with suppress(OSError, ValueError, AttributeError):  # no file at all, or a system that cannot do this
            number = self._stream.fileno()
            os.set_blocking(number, False)
        try:
            yield
        finally:
            if number is not None:
                with suppress(OSError, AttributeError):
                    os.set_blocking(number, True)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        yield


class _LineEditor(Protocol):
    def set_completer(self, function: Callable[[str, int], str | None] | None) -> None: ...


def _line_editor() -> _LineEditor | None:
    """The system's line editor, told to keep nothing and to complete whole lines."""
    try:
        import readline  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    readline.set_auto_history(False)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    if not libedit:
        readline.parse_and_bind("set bell-style none")
        readline.parse_and_bind("set enable-bracketed-paste off")
    return readline


_Handler = Callable[[int, FrameType | None], object] | int | None


def _on_leaving(handler: Callable[[int, FrameType | None], NoReturn]) -> dict[int, _Handler]:
    """Lets signals that end the program give the screen back first; returns the handlers before."""
    before: dict[int, _Handler] = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, handler)
    return before


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    sys.exit(128 + number)


def is_terminal() -> bool:
    """Whether a person can be asked: input and output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()
