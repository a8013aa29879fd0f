"""YAML documents with positions: what a file holds, before anything is understood.

Scalars keep their text as written in YAML (`3`, `true` and `null` are texts here); whoever reads one decides what it means.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from densho.source import NOWHERE, Excerpt, Source, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """`plain`: not quoted, not a block."""

    text: str
    plain: bool
    excerpt: Excerpt = field(compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    items: tuple[Value, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """Entries in the order of the text; keys are unique (the reader reports duplicates and keeps the first)."""

    entries: tuple[tuple[Scalar, Value], ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def get(self, key: str) -> Value | None:
        for scalar, value in self.entries:
            if scalar.text == key:
                return value
        return None

    def key(self, key: str) -> Scalar | None:
        """The key's own scalar, for pointing at it."""
        for scalar, _ in self.entries:
            if scalar.text == key:
                return scalar
        return None


Value = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    source: Source
    root: Mapping


def plain(value: Value) -> object:
    """As ordinary Python data, for schema validation: YAML 1.2's `true`, `false`, `null` and whole numbers are read when plain."""
    match value:
        case Mapping():
            return {key.text: plain(item) for key, item in value.entries}
        case Sequence():
            return [plain(item) for item in value.items]
        case Scalar():
            return scalar_value(value)


def scalar_value(scalar: Scalar) -> bool | int | str | None:
    """The value of a scalar: plain `true`, `false`, `null`, `~`, the empty text and whole numbers are what they say."""
    text = scalar.text
    if not scalar.plain:
        return text
    if text in ("true", "false"):
        return text == "true"
    if text in ("null", "~", ""):
        return None
    digits = text[1:] if text[:1] in "+-" else text
    if digits.isascii() and digits.isdigit() and len(digits) < 19:
        return int(text)
    return text
