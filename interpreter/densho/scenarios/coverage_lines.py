"""Coverage line by line: the text of a ruleset's files, each line with how many scenarios exercised what stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from densho.messages import ENGLISH, Translate, said
from densho.scenarios.coverage import Coverage, never_text
from densho.scenarios.units import Unit
from densho.source import Source

COUNT = 7
"""So wide is the column of counts."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file (from 1): the pieces that begin in it, and its count; None: nothing of it is counted."""

    number: int
    text: str
    begins: tuple[Unit, ...]
    count: int | None


@dataclass(frozen=True, slots=True)
class Listing:
    """A file with its lines."""

    path: str
    lines: tuple[Line, ...]


def listings(coverage: Coverage, sources: Mapping[str, Source]) -> Iterator[Listing]:
    """The files in which pieces stand; one that cannot be read any more is left out."""
    by_path: dict[str, list[Unit]] = {}
    for unit in coverage.ordered():
        by_path.setdefault(unit.span.path, []).append(unit)
    for path, found in by_path.items():
        source = sources.get(path)
        if source is not None:
            yield Listing(path, tuple(_lines(source, found, coverage)))


def _lines(source: Source, found: list[Unit], coverage: Coverage) -> Iterator[Line]:
    """A line with several pieces has the count of that which was exercised most; a piece goes on up to the next one."""
    begins: dict[int, list[Unit]] = {}
    for unit in found:
        begins.setdefault(source.line_column(unit.span.start)[0], []).append(unit)
    count: int | None = None
    last = 0
    for number in range(1, source.line_count + 1):
        text = source.line_text(number)
        here = begins.get(number, [])
        if here:
            count = max(coverage.counts[unit.key] for unit in here)
            last = max(source.line_column(max(unit.end, unit.span.start + 1) - 1)[0] for unit in here)
        shown = count if number <= last and (here or _says_something(text)) else None
        if text or number < source.line_count:
            yield Line(number, text, tuple(here), shown)


def _says_something(text: str) -> bool:
    return bool(text.strip()) and not text.lstrip().startswith("#")


def listing_text(listing: Listing, coverage: Coverage, translate: Translate = ENGLISH) -> str:
    """For people: count (`-`: nothing to count, `*`: not all of the line), number, text; below a line of several pieces those that never were."""
    lines = [listing.path]
    for line in listing.lines:
        never = [unit for unit in line.begins if not coverage.counts[unit.key]]
        partly = "*" if never and len(never) < len(line.begins) else " "
        count = "-" if line.count is None else str(line.count)
        lines.append(f"{count:>{COUNT}}{partly} {line.number:>5}  {line.text}".rstrip())
        if partly == "*":
            margin = " " * (COUNT + 9)
            lines += [f"{margin}^ {said(never_text(unit), translate)}" for unit in never]
    return "".join(f"{line}\n" for line in lines)
