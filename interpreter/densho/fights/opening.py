"""From a fight's file on disk to the fight: its text, its ruleset, whether that is still the one it began with, and every step again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from densho.diagnostics.model import Diagnostic, Report
from densho.engine import BadValue, Program, compile_program
from densho.fights.fight import Fight
from densho.fights.read import Read, read_record
from densho.fights.replaying import replay
from densho.fights.shape import well_shaped
from densho.ir import nodes as ir
from densho.ir.data import digest
from densho.limits import OutOfTime, reading_time
from densho.loading import Loader, loose_files, no_such_ruleset, too_slow
from densho.messages import say
from densho.surface.documents import Document, Scalar, Sequence
from densho.surface.reader import read_document, read_source
from densho.targets import folder_of

SHOWN = 12
"""So many characters of a digest are shown."""


@dataclass(frozen=True, slots=True)
class Opened:
    """`fight` None: what is wrong is in the diagnostics, those of its ruleset among them."""

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    fight: Fight | None
    files: tuple[Path, ...] = ()
    """Those of its ruleset."""


Begun = tuple[Program, Read]
"""A fight that can be played again: compiled rules, and its record with places."""


def open_fight(path: Path, loader: Loader, rules: Path | None = None) -> Opened:
    """Reads a fight and plays it again to where it stood. `rules`: the folder of a ruleset to be used instead of the one it names."""
    report = Report()
    files: list[Path] = []
    found: Begun | tuple[Diagnostic, ...] = ()
    try:
        with reading_time():
            found = _begun(path, loader, rules, report, files)
    except OutOfTime as error:
        too_slow(report, path, error)
    match found:
        case (Program() as program, Read() as read):
            fight = replay(program, read, report)
            return Opened(path, report.sorted(), fight, tuple(files))
        case of_ruleset:
            told = (*(one for one in of_ruleset if isinstance(one, Diagnostic)), *report.sorted())
            return Opened(path, told, None, tuple(files))


def _begun(
    path: Path, loader: Loader, rules: Path | None, report: Report, files: list[Path]
) -> Begun | tuple[Diagnostic, ...]:
    """The rules and the record, or the mistakes of the ruleset, or nothing after a report."""
    source = read_source(path, report)
    if source is None:
        return ()
    loader.texts.known[source.path] = source
    document = read_document(source, report)
    if document is None or report.found or not well_shaped(document, report):
        return ()
    folder = rules or _folder(document, path, report)
    extra = _extra(document, path, report)
    if folder is None or extra is None:
        return ()
    loaded = loader.load(folder, extra)
    files += loaded.files
    if loaded.ruleset is None:
        return loaded.diagnostics
    if not _same_rules(document, loaded.ruleset, report):
        return ()
    read = read_record(document, loaded.ruleset, report)
    return () if read is None else _compiled(loaded.ruleset, read, report)


def _compiled(ruleset: ir.Ruleset, read: Read, report: Report) -> Begun | tuple[Diagnostic, ...]:
    try:
        return compile_program(ruleset, read.record.options), read
    except BadValue as error:
        report.add("bad-fight", read.setup, error.args[0])
        return ()


def _folder(document: Document, path: Path, report: Report) -> Path | None:
    named = document.root.get("fight")
    assert isinstance(named, Scalar)
    folder = folder_of(named.text, path)
    if folder is None:
        no_such_ruleset(report, named.text, named.span)
    return folder


def _extra(document: Document, path: Path, report: Report) -> tuple[Path, ...] | None:
    """The loose files, or None if one is not there."""
    written = document.root.get("with")
    items = written.items if isinstance(written, Sequence) else ()
    named = ((item.text, item.span) for item in items if isinstance(item, Scalar))
    return loose_files(named, path, report)


def _same_rules(document: Document, ruleset: ir.Ruleset, report: Report) -> bool:
    """A fight goes on under the rules with which it began."""
    written, version = document.root.get("digest"), document.root.get("version")
    assert isinstance(written, Scalar)
    assert isinstance(version, Scalar)
    now = digest(ruleset)
    if written.text == now:
        if version.text != ruleset.version:
            message = say("the rules with this digest are version {version}", version=ruleset.version)
            report.add("bad-fight", version.span, message)
        return version.text == ruleset.version
    report.add(
        "other-rules",
        written.span,
        say("this fight was begun under other rules than those that are here now"),
        help=[
            say(
                "it began under {id} {version}, digest {digest}",
                id=ruleset.id,
                version=version.text,
                digest=written.text[:SHOWN],
            ),
            say(
                "here is {id} {version}, digest {digest}",
                id=ruleset.id,
                version=ruleset.version,
                digest=now[:SHOWN],
            ),
            say("with the old rules in a folder of their own: --rules FOLDER"),
        ],
    )
    return False
