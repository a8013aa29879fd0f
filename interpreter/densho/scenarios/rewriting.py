"""Puts other values into a scenario file: only what differs is written anew, everything else stays as it is, character by character.

Of a mapping or list that keeps its keys or length only the values inside that differ are replaced, in the quotes in which they stood. What has another
shape is written anew as a whole, on one line if it was, as a list of lines if it was that. Nothing is written over a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from densho.scenarios.compare import Edit
from densho.source import NOWHERE, Excerpt, Source, Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, scalar_value

_COMMENT = re.compile(r"(?:^|\s)#")
_PLAIN = re.compile(r"\w[\w .;/()+*=<>-]*")


class CannotRewriteError(Exception):
    """There is no value at the place, or a comment stands inside it."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters of the file that become others."""

    span: Span
    text: str


def rewritten(document: Document, edits: Iterable[Edit]) -> str:
    """The text with the values put in. Raises `CannotRewriteError`."""
    source = document.source
    places = {_place(value.span): value for value in _values(document.root)}
    found: list[Replacement] = []
    for span, new in edits:
        value = places.get(_place(span))
        if value is None:
            raise CannotRewriteError
        found += _replacements(value, new, source)
    return _replaced(source.text, found)


def _replaced(text: str, found: list[Replacement]) -> str:
    for one in sorted(found, key=lambda one: one.span.start, reverse=True):
        text = text[: one.span.start] + one.text + text[one.span.end :]
    return text


def _place(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _values(value: Value) -> Iterator[Value]:
    """The value and all inside it; outer ones first, so that of two at one place the inner one is taken."""
    yield value
    match value:
        case Mapping():
            for _, inner in value.entries:
                yield from _values(inner)
        case Sequence():
            for inner in value.items:
                yield from _values(inner)


def _replacements(value: Value, new: object, source: Source) -> Iterator[Replacement]:
    match value, new:
        case Mapping(), dict() if new and new.keys() == {key.text for key, _ in value.entries}:
            for key, inner in value.entries:
                yield from _replacements(inner, new[key.text], source)
        case Sequence(), list() if new and len(new) == len(value.items):
            for inner, item in zip(value.items, new, strict=True):
                yield from _replacements(inner, item, source)
        case Scalar(), _ if not isinstance(new, dict | list):
            if scalar_value(value) != new or isinstance(scalar_value(value), bool) != isinstance(new, bool):
                yield Replacement(value.span, _scalar(value, new, source))
        case _:
            if _COMMENT.search(source.text, value.span.start, value.span.end):
                raise CannotRewriteError
            yield Replacement(value.span, _whole(value, new, source))


def _scalar(old: Scalar, new: object, source: Source) -> str:
    """The value in the quotes of the old one; a key without a value gets a blank before it."""
    if old.span.start == old.span.end:
        return f" {written(new)}"
    quote = source.text[old.span.start]
    if isinstance(new, str) and not old.plain and quote == '"':
        return json.dumps(new, ensure_ascii=False)
    if isinstance(new, str) and not old.plain and quote == "'":
        return "'" + new.replace("'", "''") + "'"
    return written(new)


def _whole(old: Value, new: object, source: Source) -> str:
    if isinstance(old, Sequence) and isinstance(new, list) and new and source.text[old.span.start] == "-":
        _, column = source.line_column(old.span.start)
        return ("\n" + " " * (column - 1)).join(f"- {written(item)}" for item in new)
    return written(new)


def written(value: object) -> str:
    """Plain data on one line of YAML, also inside brackets."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(written(item) for item in value) + "]"
        case str():
            return value if _is_plain(value) else json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def _is_plain(text: str) -> bool:
    """Whether YAML reads the text as itself without quotes."""
    if not _PLAIN.fullmatch(text) or text != text.strip():
        return False
    scalar = Scalar(text=text, plain=True, excerpt=Excerpt("", text, 0), span=NOWHERE)
    return scalar_value(scalar) == text


__all__ = ["CannotRewriteError", "rewritten", "written"]
