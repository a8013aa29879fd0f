"""Writes a file so that it is never half there: into a file beside it, to the disk, and then in place of the old one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OWNER_ALONE = 0o600
"""The rights of a new file that holds secrets."""
FOR_ALL = 0o644
"""The rights of a new file that everybody may read."""


def write_whole(path: Path, data: bytes, *, mode: int = FOR_ALL) -> None:
    """Writes the file; one that is replaced keeps its rights, a new one gets `mode`. Raises `OSError`; the file is then as it was before.

    What is no file (a pipe, a device) is simply written to.
    """
    if (
        path.exists() and not path.is_file()
    ):  # asked before links are followed: `/dev/stdout` leads to no path
        path.write_bytes(data)
        return
    path = path.resolve()
    part = path.with_name(f".{path.name}.part")
    try:
        _write(part, data, _rights(path, mode))
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
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.chmod(mode)


def _rights(path: Path, mode: int) -> int:
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return mode


def _sync_folder(folder: Path) -> None:
    """The name, too, is on the disk. Not every system can do this for folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
