"""Loads rulesets for commands: each once in a run, and out of the cache when nothing has changed since the last run.

Only a ruleset without errors is kept in the cache. The texts that diagnostics speak of are read again when they are shown.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from densho.cache import Cache
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.diagnostics.suggestions import did_you_mean, meant
from densho.limits import VARIABLES, OutOfTime, reading_time
from densho.messages import say
from densho.source import Source, Span
from densho.targets import bundled_ids, main_file

if TYPE_CHECKING:
    from densho.ir.nodes import Ruleset


class Texts(Mapping[str, Source]):
    """Files by path, read when they are asked for; those that were read before are given."""

    def __init__(self) -> None:
        self.known: dict[str, Source] = {}

    def __getitem__(self, path: str) -> Source:
        if path not in self.known:
            source = _read(path) if path else None
            if source is None:
                raise KeyError(path)
            self.known[path] = source
        return self.known[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


@dataclass(slots=True)
class Loaded:
    """A ruleset with what was found in it; `packed` is its pickle until it is needed. Without one it has errors."""

    diagnostics: tuple[Diagnostic, ...]
    files: tuple[Path, ...]
    packed: bytes | None = None
    unpacked: Ruleset | None = None

    @property
    def ruleset(self) -> Ruleset | None:
        if self.unpacked is None and self.packed is not None:
            self.unpacked = pickle.loads(self.packed)
        return self.unpacked


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    """A file that is for a ruleset, as it was read: its own diagnostics, and the ruleset as loaded (None: it was not come to)."""

    path: Path
    source: Source | None
    diagnostics: tuple[Diagnostic, ...]
    loaded: Loaded | None


@dataclass(slots=True)
class Loader:
    """Loads rulesets; `texts` gathers the texts of all files read."""

    cache: Cache
    texts: Texts = field(default_factory=Texts)
    loaded: dict[tuple[str, ...], Loaded] = field(default_factory=dict)

    def load(self, target: str | Path, extra: Sequence[Path] = ()) -> Loaded:
        """The ruleset in a folder or of a bundled id, with loose files added."""
        question = ("ruleset", os.getcwd(), str(target), *(str(path) for path in extra))
        if question not in self.loaded:
            self.loaded[question] = self._kept(question) or self._fresh(question, target, extra)
        return self.loaded[question]

    def _kept(self, question: tuple[str, ...]) -> Loaded | None:
        answer = self.cache.get(*question)
        match answer:
            case (tuple() as diagnostics, tuple() as files, bytes() as packed):
                return Loaded(diagnostics, files, packed)
            case _:
                return None

    def _fresh(self, question: tuple[str, ...], target: str | Path, extra: Sequence[Path]) -> Loaded:
        from densho.pipeline import load_ruleset  # noqa: PLC0415 - a run out of the cache does without it

        report = Report()
        found = None
        try:
            with reading_time():
                found = load_ruleset(target, tuple(extra), report)
        except OutOfTime as error:
            too_slow(report, main_file(Path(target)) or Path(target), error)
        if found is not None:
            self.texts.known.update(found.sources)
        diagnostics = report.sorted()
        if found is None or any(severity_of(one.slug) == "error" for one in diagnostics):
            return Loaded(diagnostics, ())
        files = tuple(Path(path) for path in found.sources)
        if self.cache.folder is not None:
            packed = pickle.dumps(found.ruleset, pickle.HIGHEST_PROTOCOL)
            self.cache.put(files, (diagnostics, files, packed), *question)
        return Loaded(diagnostics, files, None, found.ruleset)


def _read(path: str) -> Source | None:
    from densho.surface.reader import read_source  # noqa: PLC0415 - only to show what is wrong

    return read_source(Path(path), Report())


def too_slow(report: Report, path: Path, error: OutOfTime) -> None:
    """Reports that reading and checking what stands at the path was given up."""
    report.add(
        "too-slow",
        Span(str(path), 0, 0),
        error.message,
        help=(
            say("an expression costs most where it goes through a large set for each member of another"),
            say("the variable {variable} allows more, and 0 any", variable=VARIABLES["seconds"]),
        ),
    )


def loose_files(named: Iterable[tuple[str, Span]], path: Path, report: Report) -> tuple[Path, ...] | None:
    """The loose files that the file at the path names; None when one of them is missing, which is reported."""
    found = [(path.parent / name, name, span) for name, span in named]
    missing = [(name, span) for file, name, span in found if not file.is_file()]
    for name, span in missing:
        message = say("there is no file `{name}`", name=name)
        report.add("missing-file", span, message, help=say("it is looked for beside this file"))
    return None if missing else tuple(file for file, _, _ in found)


def no_such_ruleset(report: Report, named: str, span: Span) -> None:
    """Reports that a file names a ruleset that is not there."""
    known = bundled_ids()
    every = say(
        "bundled rulesets: {names}; a path begins with a dot or holds a slash", names=", ".join(known)
    )
    message = say("there is no ruleset `{name}`", name=named)
    beside = Path(span.path).parent / named
    near = meant([f"./{named}"]) if main_file(beside) is not None else did_you_mean(named, known)
    report.add("missing-file", span, message, help=(*near, every))
