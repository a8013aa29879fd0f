"""The one family of exceptions that callers of the library meet.

Mistakes in texts are diagnostics, not exceptions; these are for what goes wrong while a fight runs.
"""

from __future__ import annotations

from densho.messages import verbatim


class DenshoError(Exception):
    """Whatever Densho raises on purpose. `message` is a text that can be said in other languages, see `densho.messages`."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = verbatim(message)
