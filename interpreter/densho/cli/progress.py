"""A bar that shows how far a long run has come, for people at a terminal; nobody else sees anything of it."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from densho.cli.language import translate
from densho.messages import Text, said

if TYPE_CHECKING:
    from rich.progress import Progress

AFTER = 1.0
"""So many seconds nothing is shown, since most runs are over by then."""


class Bar:
    """Goes up to `total`. Whoever prints something hides it first."""

    def __init__(self, label: Text, total: int) -> None:
        self.label = said(label, translate())
        self.total = total
        self.done = 0
        self._began = monotonic()
        self._wanted = sys.stdout.isatty() and sys.stderr.isatty()
        self._bar: Progress | None = None

    def reach(self, done: int) -> None:
        """So much is done by now. The bar is drawn anew, once it is time for it, and never goes back."""
        self.done = max(self.done, done)
        if not self._wanted or monotonic() - self._began < AFTER:
            return
        if self._bar is None:
            self._bar = _bar()
            self._bar.add_task(self.label, total=self.total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=self.done)
        self._bar.refresh()

    def hide(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _bar() -> Progress:
    """Without a thread that redraws it: processes may still be begun while it is there."""
    from rich.console import Console  # noqa: PLC0415 - only for a terminal
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
