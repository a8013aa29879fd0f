"""Writes a fight's file so that it is never half there: into a file beside it, to the disk, and then in place of the old one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from densho.fights.record import Record
from densho.fights.text import to_text


def save(path: Path, record: Record) -> None:
    """Writes the record. Raises `OSError`; the file is then as it was before."""
    data = to_text(record).encode("utf-8")
    part = path.with_name(f".{path.name}.part")
    try:
        _write(part, data, _mode(path))
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    _sync_folder(path.parent)


def _write(part: Path, data: bytes, mode: int) -> None:
    """Writes the file beside; one that was left there when the program was killed is written over."""
    with suppress(FileNotFoundError):
        part.unlink()
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.chmod(mode)


def _mode(path: Path) -> int:
    """The rights of the file that is replaced; a new one may be read by its owner alone, since it holds secrets."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0o600


def _sync_folder(folder: Path) -> None:
    """The name, too, is on the disk. Not every system can do this for folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
