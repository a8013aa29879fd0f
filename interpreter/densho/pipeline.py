"""The whole way of a ruleset, on one page: text → documents → surface → resolved → checked core.

Each pass is one function of its module, takes what the one before made, and reports instead of raising, so that a file with five
mistakes gets five messages. A later pass still runs over what an earlier one could read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from densho.checks import run_checks
from densho.data import data_path
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.lonely import show_lonely
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, nearest
from densho.ir.nodes import Ruleset
from densho.messages import quoted, say
from densho.resolved.resolve import resolve
from densho.source import Source
from densho.surface.build import build_file
from densho.surface.documents import Scalar
from densho.surface.model import File
from densho.surface.reader import read_source, recover_document
from densho.surface.shape import check_shape, document_kind
from densho.surface.unread import (
    beside_lost,
    causes_among,
    names_below,
    names_in,
    unread_names,
    within_heads,
    without_followups,
)
from densho.targets import TESTS, bundled_folder, bundled_ids, is_character, is_fight, main_file, ruleset_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A ruleset in the core's form, with the texts it was read from. `sources` are by path as messages show it."""

    ruleset: Ruleset
    sources: dict[str, Source]
    folder: Path


def load_ruleset(
    target: str | Path, extra: Sequence[Path], report: Report, *, texts: Mapping[Path, Source] | None = None
) -> Loaded | None:
    """Loads the ruleset in a folder (or of a bundled id), with loose files added. `texts`: what resolved paths hold instead of what is on the disk.

    None when something is wrong with it; what, is in the report. Never raises for what the files hold.
    """
    folder = Path(target) if Path(target).is_dir() else bundled_folder(str(target))
    if folder is None:
        return None
    loading = _Loading(report, texts or {})
    loading.folder(folder, [])
    for path in extra:
        loading.file(path)
    files, since = loading.files, len(report.found)
    resolved = resolve(files, report)
    if resolved is None:
        return None
    causes, gone = causes_among(report.found[since:], loading.unread, loading.sources)
    if not loading.broken and not causes:
        run_checks(resolved, files, report)
    unread = loading.unread | gone
    without_followups(report, since, unread, loading.sources.values(), causes)
    report.found[:] = [one for one in report.found if not within_heads(one, causes, loading.sources)]
    show_lonely(report, loading.sources.values())
    if loading.broken or any(severity_of(one.slug) == "error" for one in report.found):
        return None
    return Loaded(ruleset=resolved.ruleset, sources=loading.sources, folder=folder)


@dataclass(slots=True)
class _Loading:
    """Reads files and what they refer to, each once. `broken`: some file could not be read whole; `unread`: names that may stand in what could not.

    `own`: preludes that lie in a ruleset's folder, which are taken before those that come with Densho: a copy of a ruleset may bring all it needs.
    """

    report: Report
    texts: Mapping[Path, Source] = field(default_factory=dict)
    files: list[File] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    preludes: set[str] = field(default_factory=set)
    own: dict[str, File] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    mains: dict[str, Path] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    broken: bool = False

    def folder(self, folder: Path, extending: list[str]) -> None:
        """All files of a ruleset's folder, its base's and its preludes' before them."""
        main = main_file(folder)
        paths = sorted(
            path
            for path in folder.rglob("*.yaml")
            if TESTS not in path.relative_to(folder).parts[:-1]
            and not is_character(path)
            and not is_fight(path)
        )
        read = [(path, self.read(path)) for path in paths]
        for _path, file in read:
            if file is not None and file.kind == "prelude":
                self.own.setdefault(file.id.text, file)
        for path, file in read:
            if file is not None and file.kind == "ruleset":
                self.ids.add(file.id.text)
                self.mains.setdefault(file.id.text, path)
                self.second_main(path, main, file)
                self.base(path, file, extending)
        for _path, file in read:
            for prelude in file.uses if file is not None else ():
                self.prelude(prelude)
        for path, file in read:
            if file is not None and file.kind == "prelude":
                self.prelude(file.id)
            elif file is not None and (file.kind != "ruleset" or path == main):
                self.belongs(file)
                self.files.append(file)

    def second_main(self, path: Path, main: Path | None, file: File) -> None:
        if path != main:
            self.report.add(
                "duplicate-name",
                file.id.span,
                say("this folder has another main file: `{file}`", file=main),
                help=say(
                    "if this file belongs to it too, begin it with `part of: {ruleset}`", ruleset=file.id.text
                ),
            )

    def base(self, path: Path, file: File, extending: list[str]) -> None:
        """The ruleset that this one extends."""
        if file.extends is None:
            return
        named = file.extends.text
        found = ruleset_of(named, path)
        folder = found if isinstance(found, Path) else bundled_folder(found)
        if folder is None or main_file(folder) is None:
            near = nearest(named, bundled_ids())
            self.report.add(
                "missing-file",
                file.extends.span,
                say("there is no ruleset `{name}`", name=named),
                help=meant(near[:1]),
            )
            self.broken = True
            return
        place = str(folder.resolve())
        if place in extending or str(path.parent.resolve()) == place:
            self.report.add(
                "recursive-definition", file.extends.span, say("`{name}` extends itself", name=named)
            )
            self.broken = True
            return
        self.folder(folder, [*extending, str(path.parent.resolve())])

    def prelude(self, name: Scalar) -> None:
        if name.text in self.preludes:
            return
        self.preludes.add(name.text)
        if name.text in self.own:
            self.taken(self.own[name.text])
            return
        folder = data_path("rulesets") / "prelude"
        path = folder / f"{name.text}.yaml"
        known = sorted(one.stem for one in folder.glob("*.yaml"))
        if name.text not in known:
            near = nearest(name.text, known)
            self.report.add(
                "missing-file",
                name.span,
                say("there is no prelude `{name}`", name=name.text),
                help=meant(near[:1]) or say("preludes: {names}", names=", ".join(known)),
            )
            return
        file = self.read(path)
        if file is not None:
            self.taken(file)

    def taken(self, prelude: File) -> None:
        """A prelude, behind those that it uses itself."""
        for other in prelude.uses:
            self.prelude(other)
        self.files.append(prelude)

    def file(self, path: Path) -> None:
        """A loose file, added to the ruleset."""
        file = self.read(path)
        if file is None:
            return
        if file.kind == "ruleset":
            self.report.add(
                "wrong-ruleset",
                file.id.span,
                say("this file cannot be added to a ruleset: it holds a ruleset of its own, or scenarios"),
                help=say("what is added is a row file, such as one that begins with `KIND: NAME` and `for:`"),
            )
            return
        self.belongs(file)
        self.files.append(file)

    def belongs(self, file: File) -> None:
        """A part or row file says for which ruleset it is. Where no main file could be read, that is all that is told."""
        named = file.id.text
        if (
            not self.ids
            or file.kind == "prelude"
            or named in self.ids
            or named.startswith(".")
            or "/" in named
        ):
            return
        near = nearest(named, sorted(self.ids))
        place = Path(file.path).resolve()
        around = {one: main for one, main in self.mains.items() if main.parent.resolve() in place.parents}
        mains = around or self.mains
        self.report.add(
            "wrong-ruleset",
            file.id.span,
            say("this file is for `{name}`, but lies in {names}", name=named, names=quoted(sorted(mains))),
            help=(
                *meant(near[:1]),
                *(
                    say("`{main}` makes this folder the ruleset `{ruleset}`", main=main, ruleset=ruleset)
                    for ruleset, main in mains.items()
                ),
            ),
        )

    def read(self, path: Path) -> File | None:
        """One file: read, checked for shape, built."""
        other = self.texts.get(path.resolve()) if self.texts else None
        source = read_source(path, self.report) if other is None else other
        if source is None:
            self.broken = True
            return None
        self.sources[source.path] = source
        before = len(self.report.found)
        document, lost = recover_document(source, self.report)
        twice = names_below(self.report.found[before:], {source.path: source})
        self.unread |= twice
        if twice:
            self.broken = True
        if lost:
            self.broken = True
            self.unread |= names_in("\n".join(source.text[start:end] for start, end in lost))
        if document is None or (lost and document_kind(document) is None):
            self.broken = True
            self.unread |= names_in(source.text)
            return None
        found = Report()
        check_shape(document, found)
        file = build_file(document, found)
        if file is None or found:
            self.broken = True
        self.unread |= unread_names(document, found.found)
        self.report.found += [one for one in found.found if not beside_lost(one, source, lost)]
        return file
