"""The names of a ruleset as an editor offers them: with what people call them, and the paragraphs that they carry.

Names are offered, not demanded, where a file may bring new ones of its own; an editor lists the constants among the choices.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, assert_never

from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type
from densho.showing.types import type_text

Schema = dict[str, Any]
FIRST_LANGUAGE = "en"


class Naming:
    """What may be said of the things of one ruleset."""

    def __init__(self, ruleset: ir.Ruleset) -> None:
        self.ruleset = ruleset
        self.rows = {kind.name: kind.rows for kind in ruleset.kinds}
        self.records = {record.name: record for record in ruleset.records}

    @cached_property
    def texts(self) -> dict[str, dict[str, str]]:
        """By key and language, the first text."""
        found: dict[str, dict[str, str]] = {}
        for language, key, texts in self.ruleset.texts:
            found.setdefault(key, {})[language] = texts[0]
        return found

    def about(self, *keys: str, cites: Iterable[str] = (), type: Type | None = None) -> Schema:
        """Title and description of a thing: its name in English if there is one; its names in other languages, its type, its paragraphs."""
        by_language = next((self.texts[key] for key in keys if key in self.texts), {})
        title = by_language.get(FIRST_LANGUAGE) or next(iter(by_language.values()), "")
        said = [f"{language}: {text}" for language, text in by_language.items() if text != title]
        if type is not None:
            said.insert(0, type_text(type))
        numbers = " ".join(cites)
        description = "; ".join([*said, numbers] if numbers else said)
        return {
            **({"title": title} if title else {}),
            **({"description": description} if description else {}),
        }

    def row(self, kind: str) -> Schema:
        """A row of the kind; a file may bring one of its own."""
        return offered(
            (row.name, self.about(f"{kind}.{row.name}", cites=row.cites)) for row in self.rows.get(kind, ())
        )

    def plain(self, type: Type) -> Schema:
        """A value as scenarios write it."""
        match type:
            case t.TBool():
                return {"type": "boolean"}
            case t.TInt(low, high):
                bounds = {"minimum": low, "maximum": high}
                return {
                    "type": "integer",
                    **{key: bound for key, bound in bounds.items() if bound is not None},
                }
            case t.TRow(kind):
                return self.row(kind)
            case t.TFighter() | t.TLabel() | t.TWord() | t.TOption() | t.TChoice() | t.TPart():
                return {"type": ["string", "integer"]}
            case t.TRecord(record):
                fields = {name: self.plain(of) for name, of in self.records[record].fields}
                return {"type": "object", "properties": fields, "additionalProperties": False}
            case t.TOptional(of):
                return {"anyOf": [self.plain(of), {"enum": [None, "nothing"]}]}
            case t.TSet(of) | t.TList(of) | t.TBag(of):
                return {"type": "array", "items": self.plain(of)}
            case t.TNothing():
                return {"type": "null"}
        assert_never(type)


def offered(names: Iterable[tuple[str, Schema]]) -> Schema:
    """A name, of which an editor can offer these."""
    return {"anyOf": [*constants(names), {"type": ["string", "integer"]}]}


def constants(names: Iterable[tuple[str, Schema]]) -> list[Schema]:
    return [{"const": name, **about} for name, about in dict(names).items()]


def one_or_more(names: Schema) -> Schema:
    """A name or a list of names."""
    return {"anyOf": [names, {"type": "array", "items": names}]}


def number_or_text(values: Iterable[str]) -> list[str | int]:
    """Values of an option; whole numbers may be written as such."""
    every = list(values)
    return [*every, *(int(value) for value in every if value.isascii() and value.isdigit())]
