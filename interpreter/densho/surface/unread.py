"""What could not be read, and what follows from it alone.

Where a declaration cannot be read, every use of its name would be told as a mistake of its own: that there is no such name. `unread_names` are
those names; `without_followups` takes out of a report what is said only because of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.source import Source, Span
from densho.surface.documents import Document, Mapping, Scalar, Value
from densho.surface.documents import Sequence as ListValue

Range = tuple[int, int]
"""Characters of a file, the last one excluded."""

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_QUOTED = re.compile(r"`([^`]+)`")
_TELLS = re.compile(r"\btell\s+(?:me\s+)?([a-z_][a-z0-9_]*)")
_FLOWS = re.compile(r"\b(?:do|block|repeat)\s+([a-z_]\w*)")
_COMMENT = re.compile(r"(?:^|\s)#[^\n]*")
_FOLLOWING_TEXT = """unknown-name unknown-text unknown-section unknown-key wrong-arguments no-member not-a-slot not-a-row exception-target bad-step
    option-value unused-name unreachable-row undecided-pair missing-column bad-fold bad-roll near-name idle-file"""
_FOLLOWING = frozenset(_FOLLOWING_TEXT.split())
"""What may be said of a name only because its declaration could not be read."""
_EMPTY = frozenset({"wrong-shape", "missing-key", "empty-text", "unknown-key"})
"""What may be said of a key whose value has been left out."""
_FLOW = "flow"
_FIELDS_TEXT = """value is when then for to by do says at from of into number over start while once because let fill groups words columns rows order
    before after ask roll draw needs takes forbid unreadable like title row"""
_FIELDS = frozenset(_FIELDS_TEXT.split())
"""Keys of the language within a declaration: what cannot be read there belongs to the declaration around it."""


def names_in(text: str) -> frozenset[str]:
    """Everything in a text that may be a name."""
    return frozenset(_NAME.findall(text))


def unread_names(document: Document, found: Iterable[Diagnostic]) -> frozenset[str]:
    """The names of the declarations in which the problems lie."""
    names: set[str] = set()
    for one in found:
        if one.span.path == document.source.path and severity_of(one.slug) == "error":
            chain = list(_around(document.root, one.span))
            if chain[:1] == [_FLOW]:
                names |= _of_flow(document)
            while chain and chain[-1] in _FIELDS:
                names.add(chain.pop())
            names.update(chain[-1:] if len(chain) > 1 else ())
            names.update(_TELLS.findall(_text_at(document.root, one.span)))
    return frozenset(names)


def _of_flow(document: Document) -> frozenset[str]:
    """The steps and blocks of the flow: where one of its lines cannot be read, nobody knows what belongs to it."""
    found = (value.span for key, value in document.root.entries if key.text == _FLOW)
    return frozenset(
        name for span in found for name in _FLOWS.findall(document.source.text[span.start : span.end])
    )


def _around(value: Value, span: Span) -> Iterator[str]:
    """The names of the keys around a place, the outermost first."""
    match value:
        case Mapping():
            for key, item in value.entries:
                if key.span.start <= span.start < key.span.end:
                    yield from _NAME.findall(key.text)[:1]
                elif item.span.start <= span.start <= item.span.end and item.span.end > item.span.start:
                    yield from _NAME.findall(key.text)[:1]
                    yield from _around(item, span)
        case ListValue():
            for item in value.items:
                if item.span.start <= span.start <= item.span.end:
                    yield from _around(item, span)
        case Scalar():
            return


def _text_at(value: Value, span: Span) -> str:
    """The text in which a place lies."""
    match value:
        case Scalar():
            return value.text
        case Mapping():
            parts: Iterable[Value] = (item for _, item in value.entries)
        case ListValue():
            parts = value.items
    return next((_text_at(one, span) for one in parts if one.span.start <= span.start <= one.span.end), "")


def beside_lost(one: Diagnostic, source: Source, lost: Sequence[Range]) -> bool:
    """Whether something that was left out of a broken file is what is missing: the line is the last one before it, or the key stood in it."""
    for start, end in lost:
        above = source.text[:start].rstrip()
        if one.slug in _EMPTY and source.line_column(len(above))[0] in _lines(source, one.span):
            return True
        if one.slug == "missing-key" and any(
            name in names_in(source.text[start:end]) for name in _mentioned(one)
        ):
            return True
    return False


def _lines(source: Source, span: Span) -> range:
    place = source.place(span)
    return range(place.line, place.end_line + 1)


def without_followups(report: Report, since: int, names: Collection[str], sources: Iterable[Source]) -> None:
    """Takes out of the report, from its problem number `since` on, what is said only because the names could not be read.

    While there are errors, a name counts as unused only if it stands in the files once.
    """
    wrong = any(severity_of(one.slug) == "error" for one in report.found)
    texts = [_COMMENT.sub("", source.text) for source in sources] if wrong else []
    report.found[since:] = [
        one
        for one in report.found[since:]
        if one.slug not in _FOLLOWING
        or not (
            any(name in names for name in _mentioned(one))
            or (one.slug == "unused-name" and any(_often(name, texts) for name in _mentioned(one)[:1]))
        )
    ]


def _mentioned(one: Diagnostic) -> list[str]:
    return [name for quoted in _QUOTED.findall(one.message) for name in _NAME.findall(quoted)]


def _often(name: str, texts: Sequence[str]) -> bool:
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return sum(len(word.findall(text)) for text in texts) > 1
