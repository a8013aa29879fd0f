"""The one family of exceptions that callers of the library meet.

Mistakes in texts are diagnostics, not exceptions; these are for what goes wrong while a fight runs.
"""

from __future__ import annotations


class DenshoError(Exception):
    """Whatever Densho raises on purpose. `text` is the message, which can be said in other languages."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.text = text
