"""Formats what paths name: files, folders of them, standard input.

In folders, files of Densho's are taken that people write: hidden ones, links to folders, and what play or a campaign keeps are passed over. A ruleset
whose files change is read once more with the new texts, and its core compared: only if that is the same is anything written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from densho.diagnostics.model import Diagnostic, Report
from densho.formatting.formatted import Formatted, fault, format_source
from densho.ir.nodes import Ruleset
from densho.limits import OutOfTime, reading_time
from densho.loading import too_slow
from densho.messages import say
from densho.pipeline import load_ruleset
from densho.source import Source, Span
from densho.surface.reader import read_source
from densho.targets import folder_of, home_of, sort_of, top_level
from densho.writing import write_whole

BYTE_ORDER_MARK = "\ufeff"


class ChangedMeanwhileError(Exception):
    """Somebody has saved the file since it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of a file. `before`: its text with a byte order mark if it has one; `after`: None if it is left alone because of the diagnostics."""

    path: Path
    source: Source | None
    before: str
    after: str | None
    diagnostics: tuple[Diagnostic, ...]
    fault: bool = False

    @property
    def changed(self) -> bool:
        return self.after is not None and self.after != self.before


def files_of(path: Path) -> Iterator[Path]:
    """The files that a path means, in order. Raises `OSError` for a folder that cannot be read."""
    if not path.is_dir():
        yield path
        return
    for one in sorted(path.iterdir()):
        if one.name.startswith(".") or (one.is_dir() and one.is_symlink()):
            continue
        if one.is_dir():
            yield from files_of(one)
        elif one.suffix == ".yaml" and sort_of(one) != "other":
            yield one


def format_files(paths: Iterable[Path]) -> list[Result]:
    """Formats files, each once however it was reached; nothing is written."""
    found: dict[Path, Result] = {}
    for path in paths:
        found.setdefault(path.resolve(), _formatted(path))
    return _compared(found)


def write(result: Result) -> None:
    """Writes a changed file in place; a link stays one, and the rights stay. Raises `OSError`; the file is then as it was.

    `ChangedMeanwhileError`: it no longer holds what was read.
    """
    assert result.after is not None
    with result.path.open("rb+") as file:  # a file that may not be written is not replaced either
        if file.read() != result.before.encode("utf-8"):
            raise ChangedMeanwhileError
    write_whole(result.path, result.after.encode("utf-8"))


def _formatted(path: Path) -> Result:
    report = Report()
    source = read_source(path, report)
    if source is None:
        return Result(path=path, source=None, before="", after=None, diagnostics=report.sorted())
    return _result(path, source, timed(source), marked=_marked(path))


def _marked(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(3) == BYTE_ORDER_MARK.encode("utf-8")
    except OSError:  # it was there a moment ago; whoever writes it will be told
        return False


def timed(source: Source) -> Formatted:
    """As `format_source`, within the time that reading may take."""
    try:
        with reading_time():
            return format_source(source)
    except OutOfTime as error:
        report = Report()
        too_slow(report, Path(source.path), error)
        return Formatted(text=None, diagnostics=report.sorted())


def _result(path: Path, source: Source, formatted: Formatted, *, marked: bool) -> Result:
    return Result(
        path=path,
        source=source,
        before=BYTE_ORDER_MARK * marked + source.text,
        after=formatted.text,
        diagnostics=formatted.diagnostics,
        fault=formatted.fault,
    )


# --- the core, before and after -------------------------------------------------------------------------


def _compared(found: Mapping[Path, Result]) -> list[Result]:
    """The results; those of a ruleset that would become another are faults."""
    texts = {
        place: Source(str(one.path), one.after)
        for place, one in found.items()
        if one.changed and one.after is not None
    }
    wrong: set[Path] = set()
    for (folder, extra), places in _by_ruleset(found, texts).items():
        before = _core(folder, extra, {})
        if before is not None and _core(folder, extra, texts) != before:
            wrong |= places
    return [_spoilt(one) if place in wrong else one for place, one in found.items()]


def _by_ruleset(
    found: Mapping[Path, Result], texts: Mapping[Path, Source]
) -> dict[tuple[Path, tuple[Path, ...]], set[Path]]:
    """Changed files by the folder of their ruleset; loose row files each by itself."""
    grouped: dict[tuple[Path, tuple[Path, ...]], set[Path]] = {}
    for place in texts:
        path = found[place].path
        if sort_of(path) not in ("ruleset", "part", "row", "prelude"):
            continue
        home = home_of(path)
        extra: tuple[Path, ...] = ()
        if home is None and sort_of(path) == "row":
            home, extra = folder_of(top_level(path)["for"], path), (path,)
        if home is not None:
            grouped.setdefault((home, extra), set()).add(place)
    return grouped


def _core(folder: Path, extra: tuple[Path, ...], texts: Mapping[Path, Source]) -> Ruleset | None:
    """The core of a ruleset; None while it has errors of its own."""
    try:
        with reading_time():
            loaded = load_ruleset(folder, extra, Report(), texts=texts)
    except OutOfTime:
        return None
    return None if loaded is None else loaded.ruleset


def _spoilt(result: Result) -> Result:
    assert result.source is not None
    return _result(
        result.path, result.source, fault(result.source), marked=result.before[:1] == BYTE_ORDER_MARK
    )


def changed_meanwhile(path: Path) -> Diagnostic:
    """What is said of a file that somebody else has saved in the meantime."""
    report = Report()
    report.add(
        "cannot-open",
        Span(str(path), 0, 0),
        say("`{path}` was changed meanwhile, and is left as it is", path=str(path)),
        help=say("lay it out again"),
    )
    return report.found[0]


def cannot_write(path: Path, reason: str) -> Diagnostic:
    """What is said of a file that the system does not let us write."""
    report = Report()
    report.add(
        "cannot-open",
        Span(str(path), 0, 0),
        say("`{path}` cannot be written", path=str(path)),
        help=say("the system says: {reason}", reason=reason),
    )
    return report.found[0]
