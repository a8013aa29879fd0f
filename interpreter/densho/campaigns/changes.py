"""Changes to a campaign: all of it or nothing, one at a time, whenever a process is killed.

Whoever changes something holds the campaign's lock. What is to be written is first written down whole, as an intent; then file by file, each beside its
place and renamed into it; at last the intent is taken away. Writing the same again does no harm, so whoever next gets the lock and finds an intent
carries it out and goes on: an interrupted change has either not begun, or will have happened before anybody looks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.places import OWN, place
from densho.campaigns.records import digest_of
from densho.errors import DenshoError
from densho.messages import Text, say
from densho.writing import write_whole

LOCK = "lock"
INTENT = "intent.json"
FORMAT = 1
WAIT = 60.0
"""So many seconds somebody waits for another to finish his change."""
MOST_INTENT = 64_000_000


class Busy(DenshoError):
    """Somebody else is changing the campaign."""


class CannotChange(DenshoError):
    """A change was not made; everything is as before, unless the message says that it will be finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """`writes`: path within the campaign → the file's whole text. `before`: the digests of files that are written over (None: not there yet)."""

    what: Text | str
    writes: Mapping[str, str]
    before: Mapping[str, str | None]


def change(root: Path, what: Text | str, writes: Mapping[str, str]) -> Change:
    """A change whose files may not be changed by anybody between now and then."""
    return Change(
        what=what, writes=dict(writes), before={path: _digest(place(root, path)) for path in writes}
    )


@contextmanager
def alone(root: Path, *, wait: float = WAIT) -> Iterator[None]:
    """Holds the campaign's lock; what an interrupted command had begun is finished first. Raises `Busy`, `CannotChange`, `Outside`."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only where something is changed

    own = _own_folder(root)
    lock = FileLock(place(root, f"{OWN}/{LOCK}"), timeout=wait)
    try:
        lock.acquire()
    except Timeout:
        text = say("somebody else is changing the campaign `{path}`: try again when that is done", path=root)
        raise Busy(text) from None
    except OSError as error:
        raise CannotChange(_why(own, error)) from None
    try:
        finish(root)
        yield
    finally:
        lock.release()


@contextmanager
def reading(root: Path, *, wait: float = WAIT) -> Iterator[None]:
    """As `alone`, for those who only read; where nothing may be written, there is nobody to wait for."""
    if os.access(root, os.W_OK):
        with alone(root, wait=wait):
            yield
    else:
        yield


def carry_out(root: Path, wanted: Change) -> None:
    """Makes the change; the lock is held. Raises `CannotChange` and `Outside`, and then nothing has been written."""
    for path in wanted.writes:
        if _digest(place(root, path)) != wanted.before[path]:
            text = say("`{path}` has been changed meanwhile: nothing is written, try again", path=path)
            raise CannotChange(text)
    intent = {"format": FORMAT, "what": str(wanted.what), "writes": dict(wanted.writes)}
    planned = json.dumps(intent, ensure_ascii=True, indent=1)
    if len(planned) > MOST_INTENT:
        raise CannotChange(say("this change is too large"))
    try:
        write_whole(root / OWN / INTENT, planned.encode())
    except OSError as error:
        raise CannotChange(_why(root, error)) from None
    finish(root)


def finish(root: Path) -> None:
    """Carries out the intent that is written down, if one is. Raises `CannotChange`; the intent then stays."""
    path = place(root, f"{OWN}/{INTENT}")
    writes = _intent(path)
    if writes is None:
        return
    for relative, text in writes.items():
        try:
            path_there = place(root, relative)
            _folders(path_there.parent, root)
            write_whole(path_there, text.encode("utf-8"))
        except OSError as error:
            raise CannotChange(
                say(
                    "`{path}` cannot be written: {why}; once it can be, any command finishes the change",
                    path=relative,
                    why=(error.strerror or "unknown reason").lower(),
                )
            ) from None
    path.unlink()
    _sync(path.parent)


def _intent(path: Path) -> dict[str, str] | None:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_INTENT + 1)
        found = json.loads(data) if len(data) <= MOST_INTENT else None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotChange(_why(path, error)) from None
    except (ValueError, RecursionError):
        found = None
    writes = found.get("writes") if isinstance(found, dict) and found.get("format") == FORMAT else None
    if not isinstance(writes, dict) or not all(isinstance(text, str) for text in writes.values()):
        raise CannotChange(
            say("`{path}` is no change that Densho began: look at it, and take it away", path=path)
        )
    return writes


def _own_folder(root: Path) -> Path:
    own = place(root, OWN)
    try:
        own.mkdir(exist_ok=True)
    except OSError as error:
        raise CannotChange(_why(own, error)) from None
    return own


def _digest(path: Path) -> str | None:
    try:
        return digest_of(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotChange(_why(path, error)) from None


# --- files --------------------------------------------------------------------------------------------


def _folders(folder: Path, top: Path) -> None:
    missing = []
    while folder != top and not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir(exist_ok=True)
        _sync(one.parent)


def _sync(folder: Path) -> None:
    """That a name is there is on the disk too, where the system can be told so."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _why(path: Path, error: OSError) -> Text:
    reason = (error.strerror or "unknown reason").lower()
    return say("`{path}` cannot be written: {reason}", path=path, reason=reason)
