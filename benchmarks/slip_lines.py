"""A ruleset's file as somebody who types sees it: lines, and on them keys, names, numbers and signs with their places.

Texts for people (`words:`, `names:`, `because:`, comments) hold no token: a slip in them is a matter of spelling, not of rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from densho.diagnostics.model import Report
from densho.source import Source
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value
from densho.surface.reader import read_document

Sort = Literal["key", "name", "word", "number", "sign"]

PROSE = frozenset({"words", "names", "because"})
_WORDS_TEXT = """and or not in if then else when for once with of some every no count sum most least those list first has lacks within
    meets without mod each fades hidden working clamped to nothing true false tell win draw leave again by bool set bag up at do
    ask roll block repeat while from flag named just place crowded unreadable says adds any one sequence beats otherwise place
    otherwise beside is like cut"""
WORDS = frozenset(_WORDS_TEXT.split())
"""What the language reserves, or reads as its own at some place."""

_TOKEN = re.compile(
    r"(?P<cite>\b[A-Z]+[0-9]+\b)|(?P<name>[a-z_][a-z0-9_]*)|(?P<number>[0-9]+)|(?P<sign>:=|\+=|-=|!=|<=|>=|\.\.|[-=<>+*/|])"
)
_ZONE = re.compile(r"\s*['\"]?\[[ x<>]*\]")


@dataclass(frozen=True, slots=True)
class Token:
    """Characters `start` … `end - 1` of the file."""

    sort: Sort
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its value: where both stand, in which lines (from 1), how deep, and the entry around it (its place in the list, or -1)."""

    key: str
    start: int
    end: int
    first: int
    last: int
    depth: int
    around: int
    flow: bool


@dataclass(frozen=True)
class Written:
    """A file of a ruleset; `path` is relative to the folder of all rulesets."""

    path: str
    text: str
    tokens: list[Token] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    @cached_property
    def source(self) -> Source:
        return Source(self.path, self.text)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def line_of(self, offset: int) -> int:
        return self.source.line_column(offset)[0]

    def tokens_of(self, line: int) -> list[Token]:
        return self._by_line.get(line, [])

    @cached_property
    def _by_line(self) -> dict[int, list[Token]]:
        found: dict[int, list[Token]] = {}
        for token in self.tokens:
            found.setdefault(self.line_of(token.start), []).append(token)
        return found

    def innermost(self, line: int) -> int:
        """The entry that begins on the line, outermost first, or else the one around it; -1 at the top."""
        begun = [place for place, one in enumerate(self.entries) if one.first == line]
        if begun:
            return begun[0]
        inside = [place for place, one in enumerate(self.entries) if one.first < line <= one.last]
        return inside[-1] if inside else -1

    def starts(self, line: int) -> list[int]:
        """The entries that begin on the line."""
        return [place for place, one in enumerate(self.entries) if one.first == line]


def written(path: str, text: str) -> Written:
    """Reads a file that is right."""
    file = Written(path, text)
    document = read_document(file.source, Report())
    assert document is not None, path
    _walk(file, document)
    file.tokens.sort(key=lambda one: one.start)
    return file


def _walk(file: Written, document: Document) -> None:
    _mapping(file, document.root, -1, 0, prose=False)


def _value(file: Written, value: Value, around: int, depth: int, *, prose: bool) -> None:
    match value:
        case Mapping():
            _mapping(file, value, around, depth, prose=prose)
        case Sequence():
            for item in value.items:
                _value(file, item, around, depth, prose=prose)
        case Scalar() if not prose:
            file.tokens.extend(_tokens(file.text, value.span.start, value.span.end))


def _mapping(file: Written, value: Mapping, around: int, depth: int, *, prose: bool) -> None:
    flow = file.text[value.span.start : value.span.start + 1] == "{"
    for key, item in value.entries:
        head, *rest = _tokens(file.text, key.span.start, key.span.end) or [None]
        if head is not None and head.sort in ("name", "word"):
            file.tokens.append(Token("key", head.start, head.end, head.text))
            if prose:  # the parts of a dotted name are names of the ruleset
                file.tokens.extend(
                    Token("key", one.start, one.end, one.text) for one in rest if one.sort in ("name", "word")
                )
            else:
                file.tokens.extend(rest)
        end = max(key.span.end, item.span.end)
        last = file.line_of(max(end - 1, key.span.start))
        file.entries.append(
            Entry(
                key.text.split(" ")[0].split("(")[0],
                key.span.start,
                end,
                file.line_of(key.span.start),
                last,
                depth,
                around,
                flow,
            )
        )
        for_people = prose or key.text in PROSE or (depth == 0 and key.text == "version")
        _value(file, item, len(file.entries) - 1, depth + 1, prose=for_people)


def _tokens(text: str, start: int, end: int) -> Iterator[Token] | list[Token]:
    if _ZONE.match(text, start, end):
        return []
    found: list[Token] = []
    for match in _TOKEN.finditer(text, start, end):
        sort = match.lastgroup
        if sort == "cite" or (sort == "name" and text[match.start() - 1 : match.start()].isupper()):
            continue
        if sort == "name":
            reserved = match.group() in WORDS and text[match.start() - 1 : match.start()] != "."
            found.append(Token("word" if reserved else "name", match.start(), match.end(), match.group()))
        else:
            found.append(
                Token("number" if sort == "number" else "sign", match.start(), match.end(), match.group())
            )
    return found
