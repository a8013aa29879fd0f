"""Writes a tree out in the canonical layout.

Every entry of a block is a line, or a line and what stands below it, two blanks further right. A collection that its place lets
share a line, and in which no comment stands, is written in brackets there if it fits. What cannot be in one line goes into
lines of its own: expressions as folded text, broken where a reader would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from densho.formatting.places import WIDTH, Place
from densho.formatting.scalars import foldable, inline, literal, width_of
from densho.formatting.spacing import EXPRESSIONS, lines_of, spaced
from densho.formatting.tables import Row, aligned, in_columns
from densho.formatting.tree import Collection, Entry, all_comments, full
from densho.surface.documents import Scalar

_INDENT = "  "
_NEAR = 3
"""So many lines without a comment may stand between two whose comments are aligned."""


@dataclass(slots=True)
class Line:
    """A line; `comment` stands at its end, `gap` blanks after the text; `blank`: an empty line goes before."""

    text: str
    comment: str = ""
    blank: bool = False
    gap: int = 2

    def __str__(self) -> str:
        return f"{self.text}{' ' * self.gap}{self.comment}" if self.comment else self.text


def written(root: Collection, place: Place) -> str:
    """The file's text, lines ended by LF."""
    lines = list(_Writer().block(root, place, ""))
    if lines:
        lines[0].blank = False
    return "".join(f"{chr(10) if line.blank else ''}{line}\n" for line in lines)


@dataclass(slots=True)
class _Written:
    """An entry as lines: comments above it, then its own; `first` is the index of the entry's first line."""

    lines: list[Line]
    first: int
    blank: bool

    @property
    def head(self) -> Line:
        return self.lines[self.first]


class _Writer:
    def __init__(self) -> None:
        self.known: dict[tuple[str, str], str] = {}

    # --- blocks ---------------------------------------------------------------------------------------

    def block(self, collection: Collection, place: Place, indent: str) -> Iterator[Line]:
        """The lines of a collection that holds something, or nothing but comments."""
        rows = self.rows(collection, place, indent) if place.table else {}
        found = [self.entry(entry, collection, place, indent, rows) for entry in collection.entries]
        if found:
            found[0].lines[0].blank = False
        for before, after in pairwise(found):
            if (
                place.apart
                and (_tall(before) or _tall(after))
                and not any(line.blank for line in after.lines[: after.first + 1])
            ):
                after.lines[0].blank = True
        for run in _runs(found):
            _align_comments(run)
        for one in found:
            yield from one.lines
        for comment in collection.tail:
            yield Line(indent + comment.text, blank=comment.blank)

    def entry(
        self, entry: Entry, holder: Collection, place: Place, indent: str, rows: dict[Entry, str]
    ) -> _Written:
        own = place.under(entry.key.text) if entry.key is not None else place.item()
        above = [Line(indent + comment.text, blank=comment.blank) for comment in entry.before]
        label = "-" if entry.key is None else f"{self.key(entry.key, place, flow=False)}:"
        lines = (
            [Line(indent + rows[entry])] if entry in rows else list(self.labelled(entry, own, indent, label))
        )
        lines[0].blank = entry.blank
        if entry.trailing is not None:
            lines[0].comment = entry.trailing.text
        return _Written([*above, *lines], len(above), entry.blank)

    def labelled(self, entry: Entry, place: Place, indent: str, label: str) -> Iterator[Line]:
        value = entry.value
        if isinstance(value, Scalar):
            yield from self.scalar(value, place, indent, label)
            return
        if not value.entries:
            yield Line(f"{indent}{label} {'{}' if value.mapping else '[]'}")
            return
        one = self.one_line(entry, place)
        if one is not None and width_of(f"{indent}{label} {one}") <= place.width:
            yield Line(f"{indent}{label} {one}")
            return
        inner = self.block(value, place, indent + _INDENT)
        if entry.key is not None:
            yield Line(indent + label)
            yield from inner
            return
        _hand_down(entry)
        lines = list(inner)
        lines[0].text = f"{indent}{label} {lines[0].text.removeprefix(indent + _INDENT)}"
        yield from lines

    def scalar(self, scalar: Scalar, place: Place, indent: str, label: str) -> Iterator[Line]:
        text = self.text(scalar, place)
        one = inline(scalar, text, flow=False)
        line = f"{indent}{label} {one}".rstrip() if one is not None else None
        if line is not None and (width_of(line) <= WIDTH or " " not in text):
            yield Line(line)
            return
        deeper = indent + _INDENT
        if foldable(text):
            broken = lines_of(text, WIDTH - len(deeper), place.start)
            yield Line(f"{indent}{label} >-")
            yield from (Line(deeper + part) for part in broken)
            return
        block = literal(text) if "\n" in text else None
        if block is not None:
            sign, parts = block
            yield Line(f"{indent}{label} {sign}")
            yield from (Line(deeper + part if part else "") for part in parts)
            return
        assert line is not None
        yield Line(line)

    # --- in one line ----------------------------------------------------------------------------------

    def one_line(self, entry: Entry, place: Place) -> str | None:
        """The entry's collection in brackets; None where it has to be a block."""
        value = entry.value
        if not isinstance(value, Collection) or place.style != "line" or entry.opened:
            return None
        if place.single and len(value.entries) > 1 and not (place.hollow and _hollow(value)):
            return None
        if next(all_comments(value), None) is not None:
            return None
        return self.brackets(value, place, place.braces)

    def brackets(self, value: Collection, place: Place, braces: int) -> str | None:
        if not value.entries:
            return "{}" if value.mapping else "[]"
        if value.mapping:
            parts = self.pairs(value, place, braces)
            return None if parts is None else f"{{{', '.join(f'{key}: {text}' for key, text in parts)}}}"
        items = [self.part(entry, place.item(), braces) for entry in value.entries]
        return None if None in items else f"[{', '.join(str(item) for item in items)}]"

    def pairs(self, value: Collection, place: Place, braces: int) -> list[tuple[str, str]] | None:
        """Keys and values of a mapping within brackets."""
        found = []
        for entry in value.entries:
            assert entry.key is not None
            key = self.key(entry.key, place, flow=True)
            text = self.part(entry, place.under(entry.key.text), braces - 1)
            if key is None or text is None or braces < 1:
                return None
            found.append((key, text))
        return found

    def part(self, entry: Entry, place: Place, braces: int) -> str | None:
        """The value of an entry within brackets. An expression that brackets would force into quotes does not go there."""
        value = entry.value
        if isinstance(value, Collection):
            if place.style == "block" or (place.single and len(value.entries) > 1):
                return None
            return self.brackets(value, place, braces)
        text = self.text(value, place)
        found = inline(value, text, flow=True)
        if not found or (place.start in EXPRESSIONS and found != inline(value, text, flow=False)):
            return None
        return found

    # --- texts ----------------------------------------------------------------------------------------

    def text(self, scalar: Scalar, place: Place) -> str:
        return scalar.text if place.start is None else self.spaced(place.start, scalar.text)

    def key(self, key: Scalar, place: Place, *, flow: bool) -> str | None:
        """A key as it is written; None where brackets would force it into quotes."""
        text = key.text if place.key is None else self.spaced(place.key, key.text)
        found = inline(key, text, flow=flow, key=True)
        if found is None:
            return None
        return found if not flow or found == inline(key, text, flow=False, key=True) else None

    def spaced(self, start: str, text: str) -> str:
        found = self.known.get((start, text))
        if found is None:
            found = self.known[start, text] = spaced(start, text)  # type: ignore[arg-type]
        return found

    # --- tables ---------------------------------------------------------------------------------------

    def rows(self, collection: Collection, place: Place, indent: str) -> dict[Entry, str]:
        """The rows of a table that stand in one line each, aligned with their neighbours."""
        found: dict[Entry, str] = {}
        run: list[tuple[Entry, Row]] = []
        for entry in collection.entries:
            row = self.row(entry, place, indent)
            if row is None or entry.blank or any(comment.blank for comment in entry.before):
                found.update(_aligned(run, indent))
                run = []
            if row is not None:
                run.append((entry, row))
        found.update(_aligned(run, indent))
        return found

    def row(self, entry: Entry, place: Place, indent: str) -> Row | None:
        if entry.key is None or not isinstance(entry.value, Collection) or not entry.value.mapping:
            return None
        own = place.under(entry.key.text)
        one = self.one_line(entry, own)
        label = self.key(entry.key, place, flow=False)
        if one is None or width_of(f"{indent}{label}: {one}") > own.width:
            return None
        pairs = self.pairs(entry.value, own, own.braces) or []
        return Row(f"{label}:", tuple((key, f"{key}: {text}") for key, text in pairs))


def _aligned(run: list[tuple[Entry, Row]], indent: str) -> dict[Entry, str]:
    texts = in_columns([row for _, row in run], WIDTH - len(indent))
    return {entry: text for (entry, _), text in zip(run, texts, strict=True)}


def _hollow(value: Collection) -> bool:
    """Whether it names things and says nothing about them: `{random: {}, descending: {}}`."""
    return all(isinstance(one.value, Collection) and not one.value.entries for one in value.entries)


def _tall(one: _Written) -> bool:
    """Whether something stands below the entry's line."""
    return len(one.lines) > one.first + 1


def _hand_down(entry: Entry) -> None:
    """The comment at the end of an item's line is that of the line's last entry, once the item is a block."""
    if entry.trailing is None or not full(entry.value):
        return
    first = entry.value.entries[0]
    first.trailing, entry.trailing = entry.trailing, None
    first.opened = True


def _runs(found: list[_Written]) -> Iterator[list[Line]]:
    """Lines with comments at their ends that are near one another, with no empty line between them."""
    run: list[Line] = []
    bare = 0
    for one in found:
        if bare > _NEAR or any(line.blank for line in one.lines[: one.first + 1]):
            yield run
            run, bare = [], 0
        if one.head.comment:
            run.append(one.head)
            bare = 0
        else:
            bare += 1
    yield run


def _align_comments(run: list[Line]) -> None:
    """Comments at the ends of neighbouring lines begin in one column, if they fit there."""
    for line, gap in zip(run, aligned([(line.text, line.comment) for line in run]), strict=True):
        line.gap = gap
