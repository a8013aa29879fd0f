"""The JSON Schema of one ruleset's documents, for editors: the frame's schemas, narrowed by what the ruleset declares.

One schema serves all its files, since a file's keys tell which sort it is. It holds the frame's schemas whole, so that it can be used without
them. It is a help in writing; what a file means is for `densho check` to judge.
"""

from __future__ import annotations

import json

from densho.data import data_path
from densho.ir import nodes as ir
from densho.messages import say
from densho.schema.characters import character_file, is_character
from densho.schema.documents import Documents
from densho.schema.naming import Schema
from densho.schema.scenarios import Scenarios

__all__ = ["Schema", "frame_schema", "ruleset_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FRAME = ("ruleset", "row", "scenarios", "character")


def ruleset_schema(ruleset: ir.Ruleset) -> Schema:
    """The schema of all documents of the ruleset: its own files, those of house rulesets that extend it, row files, scenarios, and characters."""
    documents = Documents(ruleset)
    scenarios = Scenarios(ruleset)
    return {
        "$schema": DIALECT,
        "title": say("Documents of {id} {version}", id=ruleset.id, version=ruleset.version),
        "if": {"required": ["scenarios"]},
        "then": {"allOf": [{"$ref": "scenarios.schema.json"}, scenarios.file()]},
        "else": {
            "if": {"required": ["for"]},
            "then": {
                "if": is_character(),
                "then": {"allOf": [{"$ref": "character.schema.json"}, character_file(ruleset)]},
                "else": {"allOf": [{"$ref": "row.schema.json"}, documents.row_file()]},
            },
            "else": {"allOf": [{"$ref": "ruleset.schema.json"}, documents.main_file()]},
        },
        "$defs": {**{name: frame_schema(name) for name in FRAME}, **documents.shared()},
    }


def frame_schema(name: str) -> Schema:
    """One of the language's own schemas."""
    text = (data_path("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return {"$id": f"{name}.schema.json", **schema}
