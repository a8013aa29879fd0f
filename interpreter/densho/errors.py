"""The one family of exceptions that callers of the library meet.

Mistakes in texts are diagnostics, not exceptions; these are for what goes wrong while a fight runs.
"""

from __future__ import annotations


class DenshoError(Exception):
    """Whatever Densho raises on purpose."""
