"""From a scenario file on disk to its scenarios: text, document, shape, the ruleset that it names, and at last the names in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Report
from densho.limits import OutOfTime, reading_time
from densho.loading import Loaded, Loader, ReadFile, loose_files, no_such_ruleset, too_slow
from densho.scenarios.model import ScenarioFile
from densho.scenarios.read import read_header, read_scenarios
from densho.scenarios.vocabulary import Vocabulary
from densho.source import Source
from densho.surface.documents import Document
from densho.surface.reader import read_document, read_source
from densho.surface.shape import check_shape
from densho.targets import folder_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile(ReadFile):
    """A scenario file with its scenarios; None where mistakes leave nothing to run.

    `folder` is the ruleset's, `extra` are the loose files that are added to it.
    """

    document: Document | None = None
    folder: Path | None = None
    extra: tuple[Path, ...] = ()
    vocabulary: Vocabulary | None
    scenarios: ScenarioFile | None


def open_scenarios(
    path: Path, loader: Loader, source: Source | None = None, under: Path | None = None
) -> OpenedFile:
    """Reads a scenario file, or the text that is to stand in it, and loads its ruleset.

    A file that is not shaped as one of scenarios is read for all its mistakes, but not run. `under`: the folder of another ruleset, taken instead of
    the one that the file names, without its loose files.
    """
    report = Report()
    try:
        with reading_time():
            return _read(path, loader, report, source, under)
    except OutOfTime as error:
        too_slow(report, path, error)
        return _opened(path, None, report)


def _read(
    path: Path, loader: Loader, report: Report, source: Source | None, under: Path | None
) -> OpenedFile:
    source = source or read_source(path, report)
    if source is None:
        return _opened(path, None, report)
    loader.texts.known[source.path] = source
    document = read_document(source, report)
    if document is None:
        return _opened(path, source, report)
    shaped = _shaped(document, report)
    header = read_header(document)
    if header is None:
        return _opened(path, source, report)
    loose = header.extra if under is None else ()
    extra = loose_files(((named.text, named.span) for named in loose), path, report)
    folder = folder_of(header.ruleset.text, path) if under is None else under
    if folder is None:
        no_such_ruleset(report, header.ruleset.text, header.ruleset.span)
    if extra is None or folder is None:
        return _opened(path, source, report)
    loaded = loader.load(folder, extra)
    ruleset = loaded.ruleset
    if ruleset is None:
        return _opened(path, source, report, loaded)
    vocabulary = Vocabulary(ruleset)
    scenarios = read_scenarios(document, header, vocabulary, report)
    if not shaped:
        return _opened(path, source, report, loaded)
    return OpenedFile(
        path=path,
        source=source,
        document=document,
        folder=folder,
        extra=extra,
        diagnostics=report.sorted(),
        loaded=loaded,
        vocabulary=vocabulary,
        scenarios=scenarios,
    )


def _shaped(document: Document, report: Report) -> bool:
    """Whether the document has the shape of a scenario file, as far as errors go."""
    before = len(report.found)
    check_shape(document, report)
    return all(severity_of(one.slug) != "error" for one in report.found[before:])


def _opened(path: Path, source: Source | None, report: Report, loaded: Loaded | None = None) -> OpenedFile:
    return OpenedFile(
        path=path, source=source, diagnostics=report.sorted(), loaded=loaded, vocabulary=None, scenarios=None
    )
