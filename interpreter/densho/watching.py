"""Waits for files to change, for commands that answer anew while somebody writes.

Folders are watched, not files: an editor that saves by putting another file in the old one's place would be lost sight of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from watchfiles import Change, watch

WRITTEN = ".yaml"


def changes(paths: Iterable[Path]) -> Iterator[None]:
    """Yields once whenever YAML files at or below the paths have come, gone or changed; goes on until `KeyboardInterrupt`."""
    folders = {path if path.is_dir() else path.parent for path in (one.absolute() for one in paths)}
    yield from (None for _ in watch(*_outermost(folders), watch_filter=_is_written, raise_interrupt=True))


def _outermost(folders: set[Path]) -> list[Path]:
    """Without those that lie in others, which are watched with them."""
    return sorted(one for one in folders if not any(other in one.parents for other in folders))


def _is_written(_change: Change, path: str) -> bool:
    return path.endswith(WRITTEN)
