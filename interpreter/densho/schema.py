"""The JSON Schema of one ruleset's documents, for editors: the frame's schemas, narrowed by what the ruleset declares.

One schema serves all its files, since a file's keys tell which sort it is. It holds the frame's schemas whole, so that it can be used without
them. It is a help in writing; what a file means is for `densho check` to judge.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, assert_never

from densho.data import data_path
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FRAME = ("ruleset", "row", "scenarios")


def ruleset_schema(ruleset: ir.Ruleset) -> Schema:
    """The schema of all documents of the ruleset: its own files, row files, and scenarios."""
    make = _Maker(ruleset)
    return {
        "$schema": DIALECT,
        "title": f"Documents of {ruleset.id} {ruleset.version}",
        "if": {"required": ["scenarios"]},
        "then": {"allOf": [{"$ref": "scenarios.schema.json"}, make.scenarios()]},
        "else": {
            "if": {"required": ["for"]},
            "then": {"allOf": [{"$ref": "row.schema.json"}, make.row_file()]},
            "else": {"allOf": [{"$ref": "ruleset.schema.json"}, make.main_file()]},
        },
        "$defs": {
            **{name: frame_schema(name) for name in FRAME},
            **{f"row of {kind.name}": make.row(kind) for kind in ruleset.kinds},
        },
    }


def frame_schema(name: str) -> Schema:
    """One of the language's own schemas."""
    text = (data_path("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return {"$id": f"{name}.schema.json", **schema}


class _Maker:
    """Makes the parts that depend on the ruleset. Names are offered, not demanded, where a file may bring new ones."""

    def __init__(self, ruleset: ir.Ruleset) -> None:
        self.ruleset = ruleset
        self.rows = {kind.name: [row.name for row in kind.rows] for kind in ruleset.kinds}
        self.records = {record.name: record for record in ruleset.records}

    # --- a ruleset's own files ----------------------------------------------------------------------

    def row(self, kind: ir.Kind) -> Schema:
        return {
            "title": f"a row of {kind.name}",
            "type": ["object", "null"],
            "properties": {
                "like": _offered(self.rows[kind.name]),
                "names": True,
                **{column.name: self.column(column.type) for column in kind.columns},
            },
            "additionalProperties": False,
        }

    def column(self, type: Type) -> Schema:
        """What may stand for a column: a value, or for what holds several an expression or a drawing as well."""
        match type:
            case t.TOptional(of):
                return {"anyOf": [self.column(of), {"enum": ["nothing", None]}]}
            case t.TSet() | t.TList() | t.TBag():
                return {"type": ["array", "string", "integer", "null"]}
            case t.TRow(kind):
                return _offered(self.rows.get(kind, []))
            case _:
                return self.plain(type)

    def main_file(self) -> Schema:
        return {"properties": self._sections()}

    def row_file(self) -> Schema:
        files = [
            {
                "title": f"a file of one {kind.name}",
                "required": [kind.name],
                "properties": {kind.name: {"type": "string"}, "row": _row_of(kind)},
            }
            for kind in self.ruleset.kinds
            if kind.in_files
        ]
        return {"properties": self._sections(), **({"oneOf": files} if files else {})}

    def _sections(self) -> Schema:
        """The sections of rows; reasons are a section of the language's own."""
        kinds = (kind for kind in self.ruleset.kinds if kind.name != "reason")
        return {kind.plural: {"type": "object", "additionalProperties": _row_of(kind)} for kind in kinds}

    # --- scenarios ----------------------------------------------------------------------------------

    def scenarios(self) -> Schema:
        scenario = {
            "properties": {
                "cites": {"items": {"anyOf": [{"enum": self._paragraphs()}, True]}},
                "options": self._options(),
                "setup": {
                    "properties": {"arena": self._slots("arena"), "fighters": _all(self._slots("fighter"))}
                },
                "steps": {
                    "items": {"properties": {"expect": self._expect(), "reject": _all(self._refusal())}}
                },
            }
        }
        return {"properties": {"scenarios": {"items": scenario}}}

    def _paragraphs(self) -> list[str]:
        items: list[ir.Item] = [*self.ruleset.slots, *self.ruleset.rules, *self.ruleset.definitions]
        items += self.ruleset.exceptions
        items += [refusal for decision in self.ruleset.decisions for refusal in decision.refusals]
        return sorted({cite for item in items for cite in item.cites}) or [""]

    def _options(self) -> Schema:
        values = {
            option.name: {"enum": [*option.values, *(int(v) for v in option.values if v.isdigit())]}
            for option in self.ruleset.options
        }
        return {"properties": values, "additionalProperties": False}

    def _slots(self, holder: str, more: Schema | None = None) -> Schema:
        slots = (slot for slot in self.ruleset.slots if slot.holder == holder and not slot.working)
        return {
            "properties": {**{slot.name: self.plain(slot.type) for slot in slots}, **(more or {})},
            "additionalProperties": False,
        }

    def _expect(self) -> Schema:
        decisions = {"enum": [decision.name for decision in self.ruleset.decisions]}
        events = sorted(
            {
                effect.event
                for rule in self.ruleset.rules
                for effect in rule.effects
                if isinstance(effect, ir.Tell)
            }
        )
        return {
            "properties": {
                "arena": self._slots("arena"),
                "waiting": _all(decisions),
                "events": {"items": {"properties": {"event": _offered(events)}}},
                **dict.fromkeys(("score", "outcome", "bout", "legal", "hidden_from", "seen_by"), True),
            },
            "additionalProperties": self._slots("fighter", {"choice": True}),
        }

    def _refusal(self) -> Schema:
        says = {refusal.says for decision in self.ruleset.decisions for refusal in decision.refusals}
        says |= {decision.unreadable for decision in self.ruleset.decisions}
        return {"enum": [True, *sorted({*says, "malformed", "not_owed"})]}

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
                return _offered(self.rows.get(kind, []))
            case t.TFighter() | t.TLabel() | t.TWord() | t.TOption() | t.TChoice() | t.TPart():
                return {"type": ["string", "integer"]}
            case t.TRecord(record):
                fields = {name: self.plain(of) for name, of in self.records[record].fields}
                return {"type": "object", "properties": fields, "additionalProperties": False}
            case t.TOptional(of):
                return {"anyOf": [self.plain(of), {"type": "null"}]}
            case t.TSet(of) | t.TList(of) | t.TBag(of):
                return {"type": "array", "items": self.plain(of)}
            case t.TNothing():
                return {"type": "null"}
        assert_never(type)


def _row_of(kind: ir.Kind) -> Schema:
    return {"$ref": f"#/$defs/row of {kind.name}".replace(" ", "%20")}


def _offered(names: Iterable[str]) -> Schema:
    """A name, of which an editor can offer these."""
    return {"type": ["string", "integer"], "examples": list(names)}


def _all(schema: Schema) -> Schema:
    """A mapping by fighter."""
    return {"additionalProperties": schema}
