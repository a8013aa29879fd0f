"""From a fight's file on disk to the fight: its text, its ruleset, whether that is still the one it began with, and every step again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from densho.diagnostics.model import Diagnostic, Report
from densho.engine import BadValue, compile_program
from densho.fights.fight import Fight
from densho.fights.read import Read, read_record
from densho.fights.replaying import replay
from densho.fights.shape import well_shaped
from densho.ir import nodes as ir
from densho.ir.data import digest
from densho.loading import Loader, no_such_ruleset
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


def open_fight(path: Path, loader: Loader, rules: Path | None = None) -> Opened:
    """Reads a fight and plays it again to where it stood. `rules`: the folder of a ruleset to be used instead of the one it names."""
    report = Report()
    found = _fight(path, loader, rules, report)
    return Opened(path, (*_of_ruleset(found), *report.sorted()), found if isinstance(found, Fight) else None)


def _of_ruleset(found: Fight | tuple[Diagnostic, ...] | None) -> tuple[Diagnostic, ...]:
    return found if isinstance(found, tuple) else ()


def _fight(
    path: Path, loader: Loader, rules: Path | None, report: Report
) -> Fight | tuple[Diagnostic, ...] | None:
    """The fight, or the mistakes of its ruleset, or None after a report."""
    source = read_source(path, report)
    if source is None:
        return None
    loader.texts.known[source.path] = source
    document = read_document(source, report)
    if document is None or report.found or not well_shaped(document, report):
        return None
    folder = rules or _folder(document, path, report)
    extra = _extra(document, path, report)
    if folder is None or extra is None:
        return None
    loaded = loader.load(folder, extra)
    if loaded.ruleset is None:
        return loaded.diagnostics
    if not _same_rules(document, loaded.ruleset, report):
        return None
    read = read_record(document, loaded.ruleset, report)
    return None if read is None else _played(loaded.ruleset, read, report)


def _played(ruleset: ir.Ruleset, read: Read, report: Report) -> Fight | None:
    try:
        program = compile_program(ruleset, read.record.options)
    except BadValue as error:
        report.add("bad-fight", read.setup, error.args[0])
        return None
    return replay(program, read, report)


def _folder(document: Document, path: Path, report: Report) -> Path | None:
    named = document.root.get("fight")
    assert isinstance(named, Scalar)
    folder = folder_of(named.text, path)
    if folder is None:
        no_such_ruleset(report, named.text, named.span)
    return folder


def _extra(document: Document, path: Path, report: Report) -> list[Path] | None:
    """The loose files, or None if one is not there."""
    written = document.root.get("with")
    items = (
        [item for item in written.items if isinstance(item, Scalar)] if isinstance(written, Sequence) else []
    )
    missing = [item for item in items if not (path.parent / item.text).is_file()]
    for item in missing:
        report.add(
            "missing-file",
            item.span,
            say("there is no file `{name}`", name=item.text),
            help=say("it is looked for beside this file"),
        )
    return None if missing else [path.parent / item.text for item in items]


def _same_rules(document: Document, ruleset: ir.Ruleset, report: Report) -> bool:
    """A fight goes on under the rules with which it began."""
    written, version = document.root.get("digest"), document.root.get("version")
    assert isinstance(written, Scalar)
    assert isinstance(version, Scalar)
    now = digest(ruleset)
    if written.text == now:
        return True
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
