"""Copies of a campaign's rules by content: all files of its ruleset, of what that extends and of the preludes that they use.

A copy is enough to load the rules without anything that is installed: in it every `extends:` names the folder beside it, and preludes lie in the
ruleset's own folder. It is called by the digest of its bytes, so that the same rules have one copy, and a copy that was changed is noticed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.places import BASE, PINNED, RULES
from densho.campaigns.records import State, digest_of_files
from densho.data import data_path
from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.ir.data import digest
from densho.surface.documents import Scalar
from densho.surface.reader import read_document, read_source
from densho.targets import folder_of, main_file

NAME = 32
"""So many signs of the digest call the folder of a copy."""
MOST_BASES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A ruleset of a chain of those that extend one another. `extends` is where its main file names the next; None for the last."""

    folder: Path
    main: Path
    extends: Scalar | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """`files`: path within the copy → text."""

    files: dict[str, str]
    state: State

    @property
    def folder(self) -> str:
        return pinned_folder(self.state)

    def writes(self) -> dict[str, str]:
        """The files of the copy by their paths in the campaign."""
        return {f"{self.folder}/{path}": text for path, text in self.files.items()}


def pinned_folder(state: State) -> str:
    return f"{PINNED}/{state.bytes[:NAME]}"


def pinned_rules(root: Path, state: State) -> Path:
    """The folder of the campaign's ruleset in a copy."""
    return root / pinned_folder(state) / RULES


def chain(folder: Path) -> Iterator[Link]:
    """A ruleset and those that it extends, as far as they can be read."""
    for _ in range(MOST_BASES):
        main = main_file(folder)
        if main is None:
            return
        source = read_source(main, Report())
        document = None if source is None else read_document(source, Report())
        named = None if document is None else document.root.get("extends")
        extends = named if isinstance(named, Scalar) else None
        yield Link(folder=folder, main=main, extends=extends)
        below = None if extends is None else folder_of(extends.text, main)
        if below is None:
            return
        folder = below


def pin(folder: Path, files: Sequence[Path], ruleset: ir.Ruleset) -> Pin:
    """The copy of a ruleset that was loaded out of `files`. Raises `OSError` when one of them is gone."""
    links = list(chain(folder))
    names = [RULES, *(BASE if number == 1 else f"{BASE}{number}" for number in range(1, len(links)))]
    mains = {_real(link.main): (link, number) for number, link in enumerate(links)}
    found: dict[str, str] = {}
    for file in files:
        text = file.read_bytes().decode("utf-8")
        path = _placed(file, links, names)
        if path is None:
            continue
        link, number = mains.get(_real(file), (None, 0))
        if link is not None and link.extends is not None:
            text = _naming(text, link.extends, f"../{names[number + 1]}")
        found[path] = text
    encoded = {path: text.encode("utf-8") for path, text in found.items()}
    return Pin(files=found, state=State(ir=digest(ruleset), bytes=digest_of_files(encoded)))


def digest_of_copy(folder: Path) -> str:
    """The digest of a copy as it is now; what systems leave in folders, under names that begin with a dot, is no part of it."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    return digest_of_files(files)


def _placed(file: Path, links: Sequence[Link], names: Sequence[str]) -> str | None:
    real = _real(file)
    for link, name in zip(links, names, strict=True):
        home = _real(link.folder)
        if real.is_relative_to(home):
            return f"{name}/{real.relative_to(home).as_posix()}"
    if real.is_relative_to(_real(data_path("rulesets") / "prelude")):
        return f"{RULES}/prelude/{real.name}"
    return None


def _naming(text: str, extends: Scalar, name: str) -> str:
    """The text of a main file that extends the folder of this name. The reader had taken a byte order mark away."""
    shift = 1 if text.startswith("\ufeff") else 0
    return text[: extends.span.start + shift] + name + text[extends.span.end + shift :]


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
