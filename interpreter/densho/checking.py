"""What `densho check` does: every file that the paths name is read and judged, and all that is wrong is gathered.

A ruleset without errors whose files have not changed since it was last checked is answered for by the cache.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from densho.cache import Cache
from densho.data import data_path
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.limits import OutOfTime, reading_time
from densho.loading import Loader, Texts, no_such_ruleset, too_slow
from densho.messages import say
from densho.surface.documents import Document, Scalar
from densho.surface.unread import asked_names
from densho.targets import (
    CharacterTarget,
    FightTarget,
    LooseTarget,
    RowTarget,
    RulesetTarget,
    ScenariosTarget,
    Target,
    folder_of,
    main_file,
)

_HEADLESS = frozenset({"no-main-file", "missing-file", "duplicate-name", "wrong-ruleset"})
"""What may be said of a file only because no main file could be found."""


@dataclass(frozen=True, slots=True)
class Checked:
    """All diagnostics by place, each once; the files that were read, by absolute path; the texts to show them with."""

    diagnostics: tuple[Diagnostic, ...]
    files: frozenset[str]
    texts: Texts

    @property
    def problems(self) -> int:
        """How many there are that want to be mended: errors and warnings, not mere notes."""
        return sum(severity_of(one.slug) != "note" for one in self.diagnostics)

    @property
    def errors(self) -> int:
        return sum(severity_of(one.slug) == "error" for one in self.diagnostics)


@dataclass(slots=True)
class _Found:
    """What is known about one target: its diagnostics, and the files that were read for it."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)


def check_targets(targets: Iterable[Target], cache: Cache) -> Checked:
    """Checks everything that the targets hold."""
    loader = Loader(cache)
    diagnostics: dict[Diagnostic, None] = {}
    files: set[str] = set()
    for target in targets:
        found = _answered(target, loader)
        diagnostics.update(dict.fromkeys(found.diagnostics))
        files.update(os.path.abspath(path) for path in found.files)
    by_place = sorted(_without_headless(diagnostics), key=_place)
    return Checked(tuple(by_place), frozenset(files), loader.texts)


def _place(one: Diagnostic) -> tuple[bool, str, int, int, str]:
    """What stands in the files that come with Densho is told last: if something is wrong there, it is what others made of it."""
    shared = Path(one.span.path).is_relative_to(data_path("rulesets") / "prelude")
    return shared, one.span.path, one.span.start, one.span.end, one.slug


def _without_headless(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Without what is said of files only because the first key of one above them, the main file perhaps, cannot be read."""
    found = list(found)
    unread = [one for one in found if one.slug == "unknown-header" and "ruleset" in asked_names(one)]
    headless = [Path(one.span.path).parent for one in unread]
    headless = [folder for folder in headless if main_file(folder) is None]
    return [
        one
        for one in found
        if one.slug not in _HEADLESS or not any(Path(one.span.path).is_relative_to(at) for at in headless)
    ]


def _answered(target: Target, loader: Loader) -> _Found:
    question = ("check", os.getcwd(), repr(target))
    kept = loader.cache.get(*question)
    match kept:
        case (tuple() as diagnostics, tuple() as files):
            return _Found(list(diagnostics), list(files))
    found = _check(target, loader)
    if all(severity_of(one.slug) != "error" for one in found.diagnostics):
        answer = (tuple(found.diagnostics), tuple(found.files))
        loader.cache.put(found.files, answer, *question)
    return found


def _check(target: Target, loader: Loader) -> _Found:
    found = _Found()
    match target:
        case RulesetTarget(folder, scenarios, characters, fights):
            _ruleset(folder, (), loader, found)
            for path in scenarios:
                _scenarios(path, loader, found)
            for path in characters:
                _character(path, loader, found)
            for path in fights:
                _fight(path, loader, found)
        case RowTarget(path, ruleset):
            _row(path, ruleset, loader, found)
        case ScenariosTarget(path):
            _scenarios(path, loader, found)
        case CharacterTarget(path):
            _character(path, loader, found)
        case FightTarget(path):
            _fight(path, loader, found)
        case LooseTarget(path):
            _loose(path, loader, found)
        case _:
            assert_never(target)
    return found


def _ruleset(target: Path, extra: tuple[Path, ...], loader: Loader, found: _Found) -> None:
    loaded = loader.load(target, extra)
    found.diagnostics += loaded.diagnostics
    found.files += loaded.files
    if loaded.ruleset is not None and loaded.ruleset.lints:
        from densho.linting import check_lints  # noqa: PLC0415 - it imports the engine

        report = Report()
        check_lints(loaded.ruleset, report)
        found.diagnostics += report.found


def _row(path: Path, ruleset: str, loader: Loader, found: _Found) -> None:
    """A loose row file, read together with its ruleset; or by itself if there is no such ruleset."""
    folder = folder_of(ruleset, path)
    if folder is not None:
        _ruleset(folder, (path,), loader, found)
        return
    report = Report()
    document = _loose(path, loader, found)
    named = None if document is None else document.root.get("for")
    if isinstance(named, Scalar):
        no_such_ruleset(report, named.text, named.span)
    found.diagnostics += report.sorted()


def _scenarios(path: Path, loader: Loader, found: _Found) -> None:
    from densho.scenarios.files import open_scenarios  # noqa: PLC0415

    opened = open_scenarios(path, loader)
    found.files.append(path)
    if opened.loaded is not None:
        found.diagnostics += opened.loaded.diagnostics
        found.files += opened.loaded.files
    found.diagnostics += opened.diagnostics


def _character(path: Path, loader: Loader, found: _Found) -> None:
    from densho.characters.file import open_character  # noqa: PLC0415

    opened = open_character(path, loader)
    found.files.append(path)
    if opened.loaded is not None:
        found.diagnostics += opened.loaded.diagnostics
        found.files += opened.loaded.files
    found.diagnostics += opened.diagnostics


def _fight(path: Path, loader: Loader, found: _Found) -> None:
    """A fight that was kept is played again: its choices must be legal and its dice the right ones."""
    from densho.fights.opening import open_fight  # noqa: PLC0415 - it imports the engine

    opened = open_fight(path, loader)
    found.files += [path, *opened.files]
    found.diagnostics += opened.diagnostics


def _loose(path: Path, loader: Loader, found: _Found) -> Document | None:
    """A prelude, or a file that does not say what it is: its text and shape are checked, and every expression is read."""
    from densho.surface.build import build_file  # noqa: PLC0415 - a run out of the cache does without it
    from densho.surface.reader import read_document, read_source  # noqa: PLC0415
    from densho.surface.shape import check_shape  # noqa: PLC0415

    report = Report()
    found.files.append(path)
    document = None
    try:
        with reading_time():
            source = read_source(path, report)
            document = None if source is None else read_document(source, report)
            if source is not None:
                loader.texts.known[source.path] = source
            if document is not None:
                check_shape(document, report)
                if not report:
                    build_file(document, report)
    except OutOfTime as error:
        too_slow(report, path, error)
    part = None if document is None else document.root.get("part of")
    if isinstance(part, Scalar):
        _no_main_file(part, report)
    found.diagnostics += report.sorted()
    return document


def _no_main_file(part: Scalar, report: Report) -> None:
    """A part means nothing without the main file of its ruleset."""
    report.add(
        "no-main-file",
        part.span,
        say("there is no main file beside or above this part of `{ruleset}`", ruleset=part.text),
        help=(
            say("a main file begins with `ruleset: {ruleset}`", ruleset=part.text),
            say(
                "a file of its own that adds to a ruleset begins with `KIND: ID` and `for: {ruleset}`",
                ruleset=part.text,
            ),
        ),
    )
