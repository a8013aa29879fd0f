"""From a scenario file on disk to its scenarios: text, document, shape, the ruleset that it names, and at last the names in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.loading import Loaded, Loader, no_such_ruleset
from densho.messages import say
from densho.scenarios.model import ScenarioFile
from densho.scenarios.read import read_header, read_scenarios
from densho.scenarios.vocabulary import Vocabulary
from densho.source import Source
from densho.surface.documents import Document
from densho.surface.reader import read_document, read_source
from densho.surface.shape import check_shape
from densho.targets import folder_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """A scenario file: its own diagnostics, its ruleset as loaded, and its scenarios; None where mistakes leave nothing to run."""

    path: Path
    source: Source | None
    diagnostics: tuple[Diagnostic, ...]
    loaded: Loaded | None
    vocabulary: Vocabulary | None
    scenarios: ScenarioFile | None


def open_scenarios(path: Path, loader: Loader) -> OpenedFile:
    """Reads a scenario file and loads its ruleset. One that is not shaped as such a file is read for all its mistakes, but not run."""
    report = Report()
    source = read_source(path, report)
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
    extra = [path.parent / named.text for named in header.extra]
    missing = [(named, file) for named, file in zip(header.extra, extra, strict=True) if not file.is_file()]
    for named, _ in missing:
        report.add(
            "missing-file",
            named.span,
            say("there is no file `{name}`", name=named.text),
            help=say("it is looked for beside this file"),
        )
    folder = folder_of(header.ruleset.text, path)
    if folder is None:
        no_such_ruleset(report, header.ruleset.text, header.ruleset.span)
    if missing or folder is None:
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
