"""What may stand in a character's file: what characters of the ruleset keep, with the values that are possible."""

from __future__ import annotations

from densho.ir import nodes as ir
from densho.schema.naming import Naming, Schema


def is_character() -> Schema:
    """What tells a character's file from a row file, in which the key begins a section."""
    return {"required": ["character", "for"], "properties": {"character": {"type": "string"}}}


def character_file(ruleset: ir.Ruleset) -> Schema:
    """The schema of a character's file, on top of the frame's; loose files (`with:`) may bring further slots."""
    if ruleset.character is None:
        return {"not": {}}
    naming = Naming(ruleset)
    keeps = ruleset.character.keeps
    kept = [slot for slot in ruleset.slots if slot.holder == "fighter" and slot.name in keeps]
    slots = {
        slot.name: {
            **naming.about(f"slot.{slot.name}", cites=slot.cites, type=slot.type),
            **naming.plain(slot.type),
        }
        for slot in (*kept, *ruleset.character.slots)
    }
    narrowed = {"properties": {"has": {"properties": slots, "additionalProperties": False}}}
    return {"if": {"required": ["with"]}, "else": narrowed}
