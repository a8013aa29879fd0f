"""A document as a tree of entries, each with the comments that belong to it.

A comment at the end of a line belongs to the entry of that line. One in a line of its own belongs to the entry below it, or, if it is
indented further than that, to the end of the deepest collection above it that begins no further right. Inside brackets it
belongs to whatever they hold.

INVARIANT: written out entry by entry (`before`, the entry's line with `trailing`, what is in it, `tail`), the comments
stand in the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeGuard

from densho.formatting.comments import Comment, blank_before, comments_of
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value

_ANY = 1_000_000
_FOLLOWING = -1
"""Depths: no place has been given yet; one was given to the entry that follows."""


@dataclass(slots=True, eq=False)
class Collection:
    """A mapping or list. `bracketed`: it is written in brackets; `tail`: comments after its last entry."""

    mapping: bool
    bracketed: bool
    start: int
    end: int
    entries: list[Entry] = field(default_factory=list)
    tail: list[Comment] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Entry:
    """A key with its value, or an item of a list. `opened`: `trailing` stands between the key and what the value holds."""

    key: Scalar | None
    value: Scalar | Collection
    start: int
    blank: bool
    before: list[Comment] = field(default_factory=list)
    trailing: Comment | None = None
    opened: bool = False


def full(value: Scalar | Collection) -> TypeGuard[Collection]:
    """Whether it is a collection that holds something."""
    return isinstance(value, Collection) and bool(value.entries)


def tree_of(document: Document) -> Collection:
    """The tree of a document that was read without mistakes."""
    builder = _Builder(document)
    root = builder.collection(document.root)
    _Attaching(document.source.text, root).attach(comments_of(document))
    _hoist(root)
    return root


def all_comments(value: Scalar | Collection) -> Iterator[Comment]:
    """The comments of a tree in the order in which they are written out."""
    if isinstance(value, Scalar):
        return
    for entry in value.entries:
        yield from entry.before
        if entry.trailing is not None:
            yield entry.trailing
        yield from all_comments(entry.value)
    yield from value.tail


class _Builder:
    def __init__(self, document: Document) -> None:
        self.text = document.source.text

    def value(self, value: Value) -> Scalar | Collection:
        return value if isinstance(value, Scalar) else self.collection(value)

    def collection(self, value: Mapping | Sequence) -> Collection:
        start, mapping = value.span.start, isinstance(value, Mapping)
        sign = "{" if mapping else "["
        found = Collection(mapping, self.text.startswith(sign, start), start, value.span.end)
        if isinstance(value, Mapping):
            for key, item in value.entries:
                found.entries.append(self.entry(key, item, key.span.start))
            return found
        at = start
        for item in value.items:
            dash = item.span.start if found.bracketed else self.dash(at)
            found.entries.append(self.entry(None, item, min(dash, item.span.start)))
            at = max(item.span.end, dash + 1)
        return found

    def entry(self, key: Scalar | None, value: Value, start: int) -> Entry:
        line = self.text.rfind("\n", 0, start) + 1
        blank = not self.text[line:start].strip() and blank_before(self.text, line)
        return Entry(key, self.value(value), start, blank)

    def dash(self, at: int) -> int:
        """The next dash from `at` on that is in no comment."""
        while self.text[at] != "-":
            comment = self.text[at] == "#" and self.text[at - 1].isspace()
            at = self.text.find("\n", at) if comment else at + 1
        return at


class _Attaching:
    """Gives each comment its place. `path` leads from an entry to the root: its collections, innermost first, with their owners."""

    def __init__(self, text: str, root: Collection) -> None:
        self.text = text
        self.root = root
        self.entries: list[Entry] = []
        self.holder: dict[Entry, Collection] = {}
        self.owner: dict[Collection, Entry] = {}
        self.depth: dict[Collection, int] = {}
        self._walk(root, 0)

    def _walk(self, collection: Collection, depth: int) -> None:
        self.depth[collection] = depth
        for entry in collection.entries:
            self.entries.append(entry)
            self.holder[entry] = collection
            if isinstance(entry.value, Collection):
                self.owner[entry.value] = entry
                self._walk(entry.value, depth + 1)

    def attach(self, comments: list[Comment]) -> None:
        """INVARIANT: `deepest` is the depth of the last place given to a comment since the last entry, below which none after it may go."""
        at, deepest, since = -1, _ANY, -1
        for comment in comments:
            while at + 1 < len(self.entries) and self.entries[at + 1].start < comment.start:
                at += 1
            if since != at:
                since, deepest = at, _ANY
            if at < 0:
                first = self.entries[0].before if self.entries else self.root.tail
                first.append(comment)
                continue
            last = self.entries[at]
            line = self._line_of(comment, last)
            open_still = deepest == _ANY or (deepest != _FOLLOWING and line is not last)
            if open_still and self._beside(comment, line):
                continue
            following = self.entries[at + 1] if at + 1 < len(self.entries) else None
            deepest = self._alone(comment, last, following, deepest)

    def _beside(self, comment: Comment, entry: Entry) -> bool:
        """Takes a comment at the end of the entry's line, or between a key and its value."""
        value = entry.value
        if not full(value):
            end = value.end if isinstance(value, Collection) else value.span.end
            if comment.own and comment.start > end:
                return False
            if entry.trailing is not None:
                _put_above(entry, entry.trailing)
                entry.trailing = None
            if comment.own:
                _put_above(entry, comment)
            else:
                entry.trailing = comment
            return True
        if comment.own:
            return False
        opened = comment.start < value.entries[0].start
        if entry.trailing is None and next(all_comments(value), None) is None:
            entry.trailing, entry.opened = comment, opened
        elif opened:
            value.entries[0].before.append(comment)
        else:
            value.tail.append(comment)
        return True

    def _line_of(self, comment: Comment, last: Entry) -> Entry:
        """The last entry, or the one whose brackets have been closed since."""
        entry = last
        while True:
            holder = self.holder[entry]
            if holder is self.root or not holder.bracketed or comment.start < holder.end:
                return entry
            entry = self.owner[holder]

    def _alone(self, comment: Comment, last: Entry, following: Entry | None, deepest: int) -> int:
        """Takes a comment in a line of its own; returns the depth below which none after it may go."""
        ended = self._ended(last, following)
        for collection in ended:
            if collection.bracketed and comment.start < collection.end:
                collection.tail.append(comment)
                return self.depth[collection]
        column = self._column(comment.start)
        if following is not None and not (comment.own and column > self._column(following.start)):
            following.before.append(comment)
            return _FOLLOWING
        for collection in ended:
            fits = not collection.bracketed and self._column(collection.start) <= column
            if fits and self.depth[collection] <= deepest:
                collection.tail.append(comment)
                return self.depth[collection]
        if following is not None:
            following.before.append(comment)
            return _FOLLOWING
        self.root.tail.append(comment)
        return 0

    def _ended(self, last: Entry, following: Entry | None) -> list[Collection]:
        """The collections that end between the two, innermost first; the root ends with the file."""
        around = set(self._around(following)) if following is not None else set()
        inner = [last.value] if full(last.value) else []
        return [one for one in [*inner, *self._around(last)] if one not in around]

    def _around(self, entry: Entry) -> Iterator[Collection]:
        holder = self.holder[entry]
        yield holder
        while holder is not self.root:
            holder = self.holder[self.owner[holder]]
            yield holder

    def _column(self, at: int) -> int:
        return at - (self.text.rfind("\n", 0, at) + 1)


def _put_above(entry: Entry, comment: Comment) -> None:
    """A comment from within the entry goes above it; an empty line that stood above the entry stays above both."""
    if entry.blank:
        comment.blank, entry.blank = True, False
    entry.before.append(comment)


def _hoist(collection: Collection) -> None:
    """`- # why` and comments between a dash and what follows it go before the item, since items begin behind their dash."""
    for entry in collection.entries:
        if not full(entry.value):
            continue
        _hoist(entry.value)
        if collection.mapping:
            continue
        first = entry.value.entries[0]
        moved = [entry.trailing] if entry.trailing is not None and entry.opened else []
        if moved:
            entry.trailing, entry.opened = None, False
        moved += first.before
        if not moved:
            continue
        if not entry.before:
            moved[0].blank = entry.blank
            entry.blank = False
        entry.before += moved
        first.before = []
