"""Cards of what has a value: slots, definitions, relations, records, options."""

from __future__ import annotations

from collections.abc import Iterator

from densho.ir import nodes as ir
from densho.showing.brought import brought
from densho.showing.guide import Guide, signature
from densho.showing.kinds import record_text
from densho.showing.matrices import relation_matrix, relation_title
from densho.showing.options import values_table
from densho.showing.page import Element, Heading, Line, Table, Title, deeper
from densho.showing.parts import Parts
from densho.showing.slots import seen_by
from densho.showing.types import type_text


def slot_card(parts: Parts, slot: ir.Slot) -> Iterator[Element]:
    """A slot: what it holds, who sees it, who reads and writes it."""
    guide = parts.guide
    sort = guide.say("slot of the arena") if slot.holder == "arena" else guide.say("slot of a fighter")
    yield Title(guide.called(slot.name, f"slot.{slot.name}"), parts.about(sort, slot))
    yield from parts.text(slot)
    yield Line(guide.say("seen by: {who}", who=seen_by(guide, slot)))
    yield from parts.read_by(parts.references.readers("slot", slot.holder, slot.name))
    yield from parts.listed(
        guide.say("Written by"), parts.references.readers("written", slot.holder, slot.name)
    )


def definition_card(parts: Parts, definition: ir.Definition) -> Iterator[Element]:
    """A definition: its text, what changes it, who reads it."""
    guide = parts.guide
    text = guide.text(f"define.{definition.name}")
    title = f"{signature(definition)}{f' – {text}' if text else ''}"
    yield Title(title, parts.about(guide.say("definition"), definition))
    yield from parts.text(definition)
    yield Line(guide.say("gives: {type}", type=type_text(definition.type)), style="note")
    yield from parts.excepted(f"define:{definition.name}")
    yield from parts.read_by(parts.references.readers("definition", definition.name))


def fold_card(parts: Parts, fold: ir.Fold) -> Iterator[Element]:
    """A fold: its registers and how each part changes them."""
    yield Title(signature(fold), parts.about(parts.guide.say("fold"), fold))
    yield from parts.text(fold)
    yield from parts.read_by(parts.references.readers("fold", fold.name))


def relation_card(parts: Parts, relation: ir.Relation) -> Iterator[Element]:
    """A relation as a matrix, and line by line."""
    guide = parts.guide
    yield Title(relation_title(guide, relation), parts.about(guide.say("relation"), relation))
    yield from relation_matrix(guide, relation)
    yield Heading(guide.say("Line by line"))
    yield from parts.text(relation)
    yield from parts.read_by(parts.references.readers("relation", relation.name))


def record_card(parts: Parts, record: ir.Record) -> Iterator[Element]:
    yield Title(record_text(record), parts.about(parts.guide.say("record"), record))
    yield from parts.read_by(parts.references.readers("record", record.name))


def option_card(parts: Parts, option: ir.Option) -> Iterator[Element]:
    """An option: its values, and what each brings."""
    guide = parts.guide
    title = guide.called(option.name, f"option.{option.name}")
    yield Title(title, parts.about(guide.say("house rule"), option))
    yield Table(values_table(guide, option))
    for value in option.values:
        others = tuple(_like(guide, option, value))
        elements = (*others, *brought(guide, f"option.{option.name}.{value}"))
        if elements:
            yield Heading(f"{option.name} = {value}")
            yield from map(deeper, elements)
    yield from parts.read_by(parts.references.readers("option", option.name))


def _like(guide: Guide, option: ir.Option, value: str) -> Iterator[Element]:
    """The other values with whose bundles this one comes."""
    items = (
        *guide.ruleset.exceptions,
        *guide.ruleset.rules,
        *(r for d in guide.ruleset.decisions for r in d.refusals),
    )
    others = (
        item.bundle.rpartition(".")[2]
        for item in items
        for gate in item.gates
        if gate.option == option.name and value in gate.values
    )
    for other in dict.fromkeys(others):
        if other != value:
            yield Line(guide.say("with all that `{value}` brings", value=other), 0)
