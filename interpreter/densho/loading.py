"""Loads rulesets for commands: each once in a run, and out of the cache when nothing has changed since the last run.

Only a ruleset without errors is kept in the cache. The texts that diagnostics speak of are read again when they are shown.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from densho.cache import Cache
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.diagnostics.suggestions import did_you_mean
from densho.messages import say
from densho.source import Source, Span
from densho.targets import bundled_ids

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
        found = load_ruleset(target, tuple(extra), report)
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


def no_such_ruleset(report: Report, named: str, span: Span) -> None:
    """Reports that a file names a ruleset that is not there."""
    known = bundled_ids()
    every = say(
        "bundled rulesets: {names}; a path begins with a dot or holds a slash", names=", ".join(known)
    )
    message = say("there is no ruleset `{name}`", name=named)
    report.add("missing-file", span, message, help=(*did_you_mean(named, known), every))
