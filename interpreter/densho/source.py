"""Where a text stands: the only place that converts positions.

A `Source` is one file as read. A `Span` is a half-open range of characters of it, counted from 0. A DSL
string inside a YAML scalar is an `Excerpt`: its characters with the file offset of each, so that a fault in
the middle of a folded or quoted scalar is underlined where it stands in the file.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` … `end - 1` of the file `path` (offsets from 0)."""

    path: str
    start: int
    end: int


NOWHERE = Span("", 0, 0)


@dataclass(frozen=True, slots=True)
class Place:
    """A span as people count: lines and columns from 1; the end column is the one after the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Source:
    """One file: its path as the user named it, and its text."""

    path: str
    text: str
    _starts: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        object.__setattr__(self, "_starts", starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Character offset of a line and column, both from 0 (as YAML marks count)."""
        return self._starts[min(line, len(self._starts) - 1)] + column

    def place(self, span: Span) -> Place:
        line, column = self.line_column(span.start)
        end_line, end_column = self.line_column(max(span.start, span.end))
        return Place(line, column, end_line, end_column)

    def line_text(self, line: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        return (self.text[start:] if end < 0 else self.text[start:end]).rstrip("\r")

    @property
    def line_count(self) -> int:
        return len(self._starts)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A DSL text out of a YAML scalar.

    `text` is the scalar's value. If `offsets` is given it holds, for each character of `text`, its offset in the
    file, and one more for the end; without it the characters stand one after another from `start`.
    """

    path: str
    text: str
    start: int
    offsets: tuple[int, ...] | None = None

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The file span of characters `start` … `end - 1` of the text (all of it by default)."""
        if end is None:
            end = len(self.text)
        if self.offsets is None:
            return Span(self.path, self.start + start, self.start + max(start, end))
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[start]
        return Span(self.path, self.offsets[start], last)
