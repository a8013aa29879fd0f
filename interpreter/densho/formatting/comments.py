"""Finds the comments of a file. YAML's parser drops them; what is no scalar and begins with ` #` is one.

In a block text only the line with its sign (`>-  # why`) can hold a comment; the lines below are the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value

_HASH = re.compile(r"(?:(?<=\s)|\A)#[^\r\n]*")
_MARKERS = ("---", "...")


@dataclass(slots=True)
class Comment:
    """`own`: it has a line for itself; `blank`: an empty line stands before that."""

    start: int
    text: str
    own: bool
    blank: bool


def comments_of(document: Document) -> list[Comment]:
    """All comments of the file, in order."""
    text = document.source.text
    return [_comment(text, start, end) for start, end in _spans(document, text)]


def _spans(document: Document, text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for scalar in sorted(scalars(document.root), key=lambda one: one.span.start):
        start, end = scalar.span.start, scalar.span.end
        yield from _between(text, at, start)
        if text[start : start + 1] in ("|", ">") and not scalar.plain:
            line_end = text.find("\n", start, end)
            yield from _between(text, start + 1, end if line_end < 0 else line_end)
        at = max(at, end)
    yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _HASH.finditer(text, start, end):
        yield match.span()


def _comment(text: str, start: int, end: int) -> Comment:
    line = text.rfind("\n", 0, start) + 1
    before = text[line:start].strip()
    return Comment(
        start=start,
        text=text[start:end].rstrip(),
        own=before in ("", *_MARKERS),
        blank=blank_before(text, line),
    )


def blank_before(text: str, line: int) -> bool:
    """Whether the line above the one that begins at `line` is empty."""
    if line == 0:
        return False
    above = text.rfind("\n", 0, line - 1) + 1
    return not text[above:line].strip()


def scalars(value: Value) -> Iterator[Scalar]:
    """All keys and texts, in order."""
    match value:
        case Scalar():
            yield value
        case Sequence():
            for item in value.items:
                yield from scalars(item)
        case Mapping():
            for key, item in value.entries:
                yield key
                yield from scalars(item)
