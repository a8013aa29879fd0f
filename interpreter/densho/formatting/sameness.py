"""Do two texts of a file say the same? Three questions, each sharper than the one before.

The documents must be alike, entry by entry: texts for people to the letter, texts of the language but for blanks. The surface models, in
which every expression has been read, must be equal. And the comments must be there, each once, in order.
"""

from __future__ import annotations

from dataclasses import replace

from densho.diagnostics.model import Report
from densho.formatting.comments import comments_of
from densho.formatting.places import RULESET, Place
from densho.formatting.spacing import squeezed
from densho.source import Source
from densho.surface.build import build_file
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, scalar_value
from densho.surface.reader import read_document


def same(document: Document, formatted: Source, place: Place) -> bool:
    """Whether the formatted text says what the document says."""
    report = Report()
    other = read_document(formatted, report)
    if other is None or report:
        return False
    if [one.text for one in comments_of(document)] != [one.text for one in comments_of(other)]:
        return False
    if not _alike(_by_key(document.root), _by_key(other.root), place):
        return False
    return place is not RULESET or build_file(_settled(document), Report()) == build_file(
        _settled(other), Report()
    )


def _by_key(root: Mapping) -> Mapping:
    """At the top of a file the order of keys says nothing."""
    return Mapping(entries=tuple(sorted(root.entries, key=lambda entry: squeezed(entry[0].text))))


def _alike(one: Value, other: Value, place: Place) -> bool:
    match one, other:
        case Scalar(), Scalar():
            if place.start is not None:
                return squeezed(one.text) == squeezed(other.text)
            return one.text == other.text and _special(one) == _special(other)
        case Sequence(), Sequence():
            items = zip(one.items, other.items, strict=False)
            return len(one.items) == len(other.items) and all(
                _alike(left, right, place.item()) for left, right in items
            )
        case Mapping(), Mapping():
            entries = zip(one.entries, other.entries, strict=False)
            return len(one.entries) == len(other.entries) and all(
                _same_key(key, twin, place) and _alike(left, right, place.under(key.text))
                for (key, left), (twin, right) in entries
            )
        case _:
            return False


def _same_key(one: Scalar, other: Scalar, place: Place) -> bool:
    return one.text == other.text or (place.key is not None and squeezed(one.text) == squeezed(other.text))


def _special(scalar: Scalar) -> bool:
    """Whether the text is no text but a number, a truth value, or nothing."""
    return not isinstance(scalar_value(scalar), str)


def _settled(document: Document) -> Document:
    """The document with all quotes forgotten that make no difference."""
    root = _unquoted(document.root)
    assert isinstance(root, Mapping)
    return Document(source=document.source, root=root)


def _unquoted(value: Value) -> Value:
    match value:
        case Scalar():
            return replace(value, plain=_special(value))
        case Sequence():
            return replace(value, items=tuple(map(_unquoted, value.items)))
        case Mapping():
            return replace(value, entries=tuple((_key(key), _unquoted(item)) for key, item in value.entries))


def _key(key: Scalar) -> Scalar:
    return replace(key, plain=True)
