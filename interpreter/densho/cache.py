"""A store of what was worked out before, so that a second run over unchanged files is nearly free.

What can be had again from the same texts is kept in a folder of the user's, one file per result. The name of the file is a digest of
what was asked for and of everything of Densho's own that the answer depends on: its code, grammars and schemas, its version, the
version of Python, the limits to files. The file holds the digest of every text that was read and the list of files in their folders: an
entry whose texts have changed, or beside which a file has appeared, is not used. Only results without mistakes are kept,
because a mistake may be about a file that is not there yet.

Entries are pickles, and whoever can write a pickle that we read can run code as us. So the folder must belong to the user and be
writable by nobody else, likewise each entry; else nothing is read and nothing written. Entries that are damaged, or not ours, are
passed over.

The variable DENSHO_CACHE names another folder, or, with `off`, turns the store off.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from densho import __version__
from densho.data import data_path
from densho.limits import allowed

VARIABLE = "DENSHO_CACHE"
OFF = ("off", "0", "no", "false")
MAGIC = b"densho cache 1\n"
MOST_ENTRIES = 400
"""When the folder holds more entries than these, the oldest are removed."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What an answer was worked out from: each file's digest, and which YAML files lie in their folders."""

    files: tuple[tuple[str, str], ...]
    folders: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Cache:
    """The folder of entries; `folder` None: nothing is kept."""

    folder: Path | None

    def get(self, *question: object) -> object | None:
        """The answer kept for the question, if everything that it was worked out from is unchanged."""
        if self.folder is None:
            return None
        entry = _read(self.folder / _name(question))
        if not isinstance(entry, tuple) or len(entry) != 2 or not isinstance(entry[0], Texts):
            return None
        texts, answer = entry
        return _load(answer) if isinstance(answer, bytes) and unchanged(texts) else None

    def put(self, files: Iterable[Path], answer: object, *question: object) -> None:
        """Keeps an answer (never None) that was worked out from the files."""
        if self.folder is None:
            return
        texts = texts_of(files)
        if texts is not None:
            _write(self.folder, _name(question), (texts, pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)))


def open_cache(environment: Mapping[str, str] | None = None) -> Cache:
    """The user's cache, as DENSHO_CACHE says; one that keeps nothing if its folder cannot be trusted."""
    said = (os.environ if environment is None else environment).get(VARIABLE, "")
    if said.lower() in OFF:
        return Cache(None)
    if said:
        folder = Path(said)
    else:
        from platformdirs import user_cache_path  # noqa: PLC0415

        folder = user_cache_path("densho", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Cache(folder if _private(folder.stat()) else None)
    except OSError:
        return Cache(None)


def texts_of(files: Iterable[Path]) -> Texts | None:
    """The state of the files now; None when one cannot be read."""
    paths = sorted({Path(os.path.abspath(path)) for path in files})
    try:
        digests = tuple((str(path), _digest(path)) for path in paths)
    except OSError:
        return None
    folders = sorted({path.parent for path in paths})
    tops = [folder for folder in folders if not any(other in folder.parents for other in folders)]
    return Texts(digests, tuple((str(folder), _listing(folder)) for folder in tops))


def unchanged(texts: Texts) -> bool:
    """Whether files and folders are still as they were."""
    try:
        return all(_listing(Path(folder)) == names for folder, names in texts.folders) and all(
            _digest(Path(path)) == digest for path, digest in texts.files
        )
    except OSError:
        return False


def _digest(path: Path) -> str:
    """The digest of a file. Raises OSError, also for a pipe, which is not waited for."""
    if not path.is_file():
        raise FileNotFoundError
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _listing(folder: Path) -> tuple[str, ...]:
    """The YAML files in the folder and below, by their paths from it."""
    found: list[str] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        below = os.path.relpath(parent, folder)
        found += [f"{below}/{name}" for name in sorted(names) if name.endswith(".yaml")]
    return tuple(found)


def _name(question: tuple[object, ...]) -> str:
    """The name of the entry: a digest of the question and of Densho itself."""
    limits = allowed()
    digest = hashlib.sha256(repr((__version__, sys.version, limits.size, limits.nesting, *question)).encode())
    for path, size, changed in _own_code():
        digest.update(f"{path} {size} {changed}\n".encode())
    for kind in ("grammar", "schemas"):
        for text in sorted(data_path(kind).glob("*")):
            if text.is_file():
                digest.update(text.name.encode() + hashlib.sha256(text.read_bytes()).digest())
    return f"{digest.hexdigest()}.entry"


def _own_code() -> list[tuple[str, int, int]]:
    """Densho's own files with size and time of change, so that a changed interpreter asks anew."""
    here = Path(__file__).parent
    found = []
    for folder in (
        here,
        *(p for p in sorted(here.iterdir()) if p.is_dir() and p.name not in ("data", "__pycache__")),
    ):
        for entry in os.scandir(folder):
            if entry.name.endswith(".py"):
                known = entry.stat()
                found.append((f"{folder.name}/{entry.name}", known.st_size, known.st_mtime_ns))
    return sorted(found)


def _private(status: os.stat_result) -> bool:
    """Whether it is the user's own, and nobody else may write it. Where there are no user ids, the user's folder is trusted."""
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(path: Path) -> object | None:
    """What the entry holds, or None when there is none that can be trusted."""
    try:
        with path.open("rb") as file:
            return _checked(file) if _private(os.fstat(file.fileno())) else None
    except OSError:
        return None


def _checked(file: IO[bytes]) -> object | None:
    """The object in the file, if magic and checksum are right."""
    if file.read(len(MAGIC)) != MAGIC:
        return None
    checksum, body = file.read(32), file.read()
    return _load(body) if hashlib.sha256(body).digest() == checksum else None


def _load(body: bytes) -> object | None:
    """The object of a pickle. A pickle of another Densho may fail in any way; then there is no answer."""
    try:
        answer: object = pickle.loads(body)
    except Exception:
        return None
    return answer


def _write(folder: Path, name: str, entry: object) -> None:
    """Writes beside and renames, so that no half entry is ever seen. A full disk or a lost folder is no one's concern."""
    body = pickle.dumps(entry, pickle.HIGHEST_PROTOCOL)
    try:
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".new", delete=False) as file:
            file.write(MAGIC + hashlib.sha256(body).digest() + body)
        Path(file.name).replace(folder / name)
        _sweep(folder)
    except OSError:
        return


def _sweep(folder: Path) -> None:
    entries = [path for path in folder.iterdir() if path.suffix in (".entry", ".new")]
    if len(entries) > MOST_ENTRIES:
        by_age = sorted(entries, key=lambda path: path.stat().st_mtime)
        for path in by_age[: len(entries) - MOST_ENTRIES]:
            path.unlink(missing_ok=True)
