"""The core as plain data: printed as JSON, described by a schema, and reduced to a digest.

Every node becomes an object whose `node` names its class; its other keys are the class's fields. Types are objects with `node` too. A
set is `{"set": […]}`, so that it is told from a list. Where a node stands in its file is left out: two rulesets that differ
in layout and comments alone have the same data, and so the same digest.
"""

from __future__ import annotations

import hashlib
import json
import types as python_types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from densho.ir import nodes, types

SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


def to_data(value: object) -> Any:
    """Nodes, types and values of the core as JSON's own kinds of data."""
    if is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Any] = {"node": type(value).__name__}
        for field in fields(value):
            if field.name != "span":
                found[field.name] = to_data(getattr(value, field.name))
        return found
    match value:
        case frozenset():
            return {"set": [to_data(item) for item in sorted(value)]}
        case tuple():
            return [to_data(item) for item in value]
        case _:
            return value


def digest(ruleset: nodes.Ruleset) -> str:
    """SHA-256 of the ruleset's data: changes when a rule, row or number changes, not when a comment, a text, a lint or a drawing does."""
    rules = replace(
        ruleset,
        texts=(),
        lints=(),
        display=nodes.Display(board=(), arena=None, fighter=None),
        relations=tuple(replace(relation, lines=()) for relation in ruleset.relations),
    )
    text = json.dumps(to_data(rules), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# --- the schema --------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """The JSON Schema of `to_data(ruleset)`, made from the classes themselves."""
    definitions = {cls.__name__: _of_class(cls) for cls in _classes()}
    definitions["Value"] = _VALUE
    definitions |= {name: _spelled_out(union) for name, union in _UNIONS.items()}
    return {
        "$schema": SCHEMA_ID,
        "title": "A ruleset's core",
        "description": "What `densho show RULESET --ir` prints: the ruleset as the engine reads it.",
        "$ref": "#/$defs/Ruleset",
        "$defs": dict(sorted(definitions.items())),
    }


_VALUE: dict[str, Any] = {
    "description": "A value while a fight runs: rows, fighters and words are numbers from 0, -1 is nothing.",
    "anyOf": [
        {"type": ["integer", "boolean", "string", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/Value"}},
        {
            "type": "object",
            "properties": {"set": {"type": "array", "items": {"$ref": "#/$defs/Value"}}},
            "required": ["set"],
            "additionalProperties": False,
        },
    ],
}


def _classes() -> Iterator[type]:
    for module in (nodes, types):
        for cls in vars(module).values():
            if (
                isinstance(cls, type)
                and is_dataclass(cls)
                and cls.__module__ == module.__name__
                and cls not in (nodes.Node, nodes.Item)
            ):
                yield cls


def _of_class(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, {**vars(types), **vars(nodes)})
    properties: dict[str, Any] = {"node": {"const": cls.__name__}}
    for field in fields(cls):
        if field.name != "span":
            properties[field.name] = _of_type(hints[field.name])
    described: dict[str, Any] = {"type": "object"}
    if cls.__doc__ and not cls.__doc__.startswith(f"{cls.__name__}("):
        described["description"] = " ".join(cls.__doc__.split())
    return {
        **described,
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


_UNIONS: dict[str, Any] = {
    "Expr": nodes.Expr,
    "Effect": nodes.Effect,
    "Flow": nodes.Flow,
    "Invariant": nodes.Invariant,
    "Picture": nodes.Picture,
    "Type": types.Type,
}
"""Unions that have a name of their own in the schema."""


def _of_type(hint: Any) -> dict[str, Any]:
    for name, union in _UNIONS.items():
        if hint == union:
            return {"$ref": f"#/$defs/{name}"}
    return _spelled_out(hint)


def _spelled_out(hint: Any) -> dict[str, Any]:
    origin, args = get_origin(hint), get_args(hint)
    if hint is object:
        return {"$ref": "#/$defs/Value"}
    if hint is type(None):
        return {"type": "null"}
    if hint in (str, int, bool):
        return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, python_types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        for name, union in _UNIONS.items():
            if set(get_args(union)) <= set(args):
                rest = [arg for arg in rest if arg not in get_args(union)]
                tail = [_of_type(arg) for arg in rest]
                tail += [{"type": "null"}] if type(None) in args else []
                if tail:
                    return {"anyOf": [{"$ref": f"#/$defs/{name}"}, *tail]}
        return {"anyOf": [_of_type(arg) for arg in args]}
    if origin is tuple:
        return _of_tuple(args)
    assert isinstance(hint, type), hint
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _of_tuple(args: tuple[Any, ...]) -> dict[str, Any]:
    if len(args) == 2 and args[1] is Ellipsis:
        return {"type": "array", "items": _of_type(args[0])}
    return {
        "type": "array",
        "prefixItems": [_of_type(arg) for arg in args],
        "minItems": len(args),
        "maxItems": len(args),
    }
