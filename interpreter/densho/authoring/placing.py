"""Puts new files where nothing is yet, and takes them back if they turn out wrong: nobody is left with half of something."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from densho.cache import Cache
from densho.checking import Checked, check_targets
from densho.errors import DenshoError
from densho.formatting.formatted import format_source
from densho.messages import say
from densho.source import Source
from densho.targets import find_targets


class IsThere(DenshoError):
    """Something is at the place already."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What was written, in order, and what the check says about it. With problems in it, nothing was left there."""

    paths: tuple[Path, ...]
    checked: Checked


def place(files: Mapping[Path, str], look_at: Path) -> Placed:
    """Writes new files and checks `look_at`; with errors or warnings they are taken away again. Raises `IsThere` and `OSError`."""
    made: list[Path] = []
    folders: list[Path] = []
    try:
        for path, text in files.items():
            folders += _folders(path.parent)
            _write_new(path, _laid_out(path, text))
            made.append(path)
        checked = check_targets(find_targets(str(look_at)), Cache(None))
    except BaseException:
        _take_back(made, folders)
        raise
    if checked.problems:
        for one in checked.diagnostics:
            checked.texts.get(one.span.path)  # read while it is there, to show what is wrong
        _take_back(made, folders)
    return Placed(tuple(made), checked)


def first_clean(path: Path, texts: Sequence[Callable[[], str]], look_at: Path) -> Placed:
    """The first of several texts for one file that checks without a problem; the last one's problems if none does."""
    for text in texts[:-1]:
        placed = place({path: text()}, look_at)
        if not placed.checked.problems:
            return placed
    return place({path: texts[-1]()}, look_at)


def _laid_out(path: Path, text: str) -> str:
    """In the layout that `densho fmt` gives; as it is where that cannot be."""
    formatted = format_source(Source(str(path), text))
    return text if formatted.text is None else formatted.text


def _folders(folder: Path) -> list[Path]:
    """Makes a folder and those around it; those that were not there before."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise IsThere(say("`{path}` is there already", path=path)) from None


def _take_back(paths: Sequence[Path], folders: Sequence[Path]) -> None:
    for path in reversed(paths):
        path.unlink(missing_ok=True)
    for folder in sorted(folders, key=lambda one: -len(one.parts)):
        try:
            folder.rmdir()
        except OSError:
            continue
