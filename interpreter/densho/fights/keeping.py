"""The file of a fight while it is played: nobody else plays it meanwhile, and nothing that somebody else wrote is written over.

Two tables at one file would lose each other's choices. A lock beside the file keeps the second from sitting down; where a system has no
locks, what is in the file is compared before it is replaced, so that at least nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from densho.errors import DenshoError
from densho.fights.record import Record
from densho.fights.save import save
from densho.fights.text import to_text
from densho.messages import Text, say


class CannotKeep(DenshoError):
    """The fight is played by somebody else, or its file has been changed by somebody else."""


class Keeper:
    """Writes one fight's file. `path` None: nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._known = None if path is None else _content(path)

    def keep(self, record: Record) -> None:
        """Writes the record. Raises `CannotKeep`, and `OSError`; the file is then as it was before."""
        if self.path is None:
            return
        if _content(self.path) not in (self._known, None):
            raise CannotKeep(
                say(
                    "`{path}` has been changed by somebody else meanwhile: nothing is written over it",
                    path=self.path,
                )
            )
        save(self.path, record)
        self._known = to_text(record).encode("utf-8")


@contextmanager
def keeping(path: Path | None) -> Iterator[Keeper]:
    """Holds the file of a fight. Raises `CannotKeep` when somebody else does, or when its folder may not be written."""
    if path is None:
        yield Keeper(None)
        return
    if not path.parent.is_dir():
        raise CannotKeep(say("there is no folder `{path}`", path=path.parent))
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only where something is kept

    lock = FileLock(lock_of(path), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        text = say("somebody else is playing the fight in `{path}` now: wait until he has left", path=path)
        raise CannotKeep(text) from None
    except NotImplementedError:  # a file system without locks
        yield Keeper(path)
        return
    except OSError as error:
        raise CannotKeep(not_written(path, error)) from None
    try:
        yield Keeper(path)
    finally:
        with suppress(OSError):  # not while it is open, on some systems
            lock_of(path).unlink()
        lock.release()


def not_written(path: Path, error: OSError) -> Text:
    why = (error.strerror or type(error).__name__).lower()
    return say("`{path}` cannot be written: {why}", path=path, why=why)


def lock_of(path: Path) -> Path:
    """The file that is locked while a fight is played."""
    real = path.resolve()
    return real.with_name(f".{real.name}.lock")


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
