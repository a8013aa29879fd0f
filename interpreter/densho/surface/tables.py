"""The parser's tables: made by lark from `grammar/densho.lark`, kept on disk between runs.

lark is imported only when there are no kept tables for this grammar. They are plain JSON under their own digest, so that a damaged
file does no more than be passed over and written anew. The variable DENSHO_CACHE names another folder, or, with `off`, none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from densho import __version__
from densho.data import data_path

STARTS = (
    "expr",
    "type",
    "head",
    "column",
    "slot",
    "group",
    "word",
    "relation_line",
    "refusal",
    "binder",
    "rule",
    "effects",
    "flow_line",
    "name",
)
FORM = 7
"""Raised whenever the form of the kept tables changes."""


@dataclass(frozen=True, slots=True)
class Production:
    """`size` symbols become `origin`. `action` names the node to be made; without one the only child is passed on.

    `kept` are the symbols that become children, each with whether it is a bundle of children to be spliced in.
    `bundle`: what is made is such a bundle.
    """

    origin: str
    size: int
    action: str
    kept: tuple[tuple[int, bool], ...]
    bundle: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """An LALR(1) automaton and its words.

    `states[s][symbol]` is the next state, or `~n` to reduce by production `n`. `words` tells which keywords a word may be, the
    most particular first, each with the pattern that has to match there (None: the word alone); `signs` the same for signs.
    """

    states: tuple[Mapping[str, int], ...]
    productions: tuple[Production, ...]
    starts: Mapping[str, tuple[int, int]]
    words: Mapping[str, tuple[tuple[str, str | None], ...]]
    signs: Mapping[str, tuple[str, ...]]
    classes: Mapping[str, str]


def grammar_text() -> str:
    """The grammar as shipped with the package, or as it lies in the source tree."""
    return (data_path("grammar") / "densho.lark").read_text(encoding="utf-8")


@cache
def tables() -> Tables:
    """The tables, from disk if they are kept there."""
    return kept_tables(grammar_text(), os.environ.get("DENSHO_CACHE", ""))


def kept_tables(grammar: str, folder: str) -> Tables:
    """The tables of a grammar, kept in the folder (empty: the user's cache; `off`: nowhere)."""
    path = _kept_at(grammar, folder)
    kept = None if path is None else _kept(path)
    if kept is not None:
        return kept
    from densho.surface import tabulate  # noqa: PLC0415 (brings lark, which kept tables make needless)

    data = tabulate.tabulate(grammar, STARTS)
    if path is not None:
        _keep(path, data)
    return _read(data)


def _read(data: Mapping[str, Any]) -> Tables:
    return Tables(
        states=tuple(data["states"]),
        productions=tuple(
            Production(origin, size, action, tuple((place, spliced) for place, spliced in kept), bundle)
            for origin, size, action, kept, bundle in data["productions"]
        ),
        starts={start: (first, last) for start, (first, last) in data["starts"].items()},
        words={word: tuple((n, p) for n, p in entries) for word, entries in data["words"].items()},
        signs={sign: tuple(names) for sign, names in data["signs"].items()},
        classes=data["classes"],
    )


def _kept_at(grammar: str, folder: str) -> Path | None:
    if folder.lower() in ("off", "0", "no", "false"):
        return None
    if not folder:
        from platformdirs import user_cache_dir  # noqa: PLC0415

        folder = user_cache_dir("densho", appauthor=False)
    digest = hashlib.sha256(f"{FORM}\n{__version__}\n{grammar}".encode())
    return Path(folder) / f"grammar-{digest.hexdigest()[:24]}.json"


def _kept(path: Path) -> Tables | None:
    """The tables in the file, if it is whole: its first line is the digest of the second."""
    try:
        digest, _, text = path.read_text(encoding="utf-8").partition("\n")
        return _read(json.loads(text)) if digest == _digest(text) else None
    except (OSError, ValueError):
        return None


def _keep(path: Path, data: Mapping[str, Any]) -> None:
    """Written whole or not at all; where it cannot be written, the next run makes the tables again."""
    import tempfile  # noqa: PLC0415 (seldom needed)

    text = json.dumps(data, separators=(",", ":"))
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{_digest(text)}\n{text}")
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
