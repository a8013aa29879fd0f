"""Choices, parts and values as text: the canonical spelling, by ids."""

from __future__ import annotations

from typing import Any

from densho.engine.layout import Choice, ChoiceLayout, Layout
from densho.engine.order import ordered
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

PASS = "pass"


def spell_choice(layout: Layout, decision: str, choice: Choice, names: tuple[Any, ...]) -> str:
    """The canonical spelling of a choice: parts in the order of groups and words, the parts of a sequence in their order."""
    shape = layout.choice_layout(decision)
    parts = [spell_part(layout, shape, word, arguments, names) for word, arguments in said(shape, choice)]
    return "; ".join(parts) if parts else spell_nothing(shape)


def spell_nothing(shape: ChoiceLayout) -> str:
    """How the empty choice is written."""
    for word in shape.words:
        if word.says_nothing:
            return word.name
    return PASS


def said(shape: ChoiceLayout, choice: Choice) -> list[tuple[int, tuple[Any, ...]]]:
    """The parts of a choice in canonical order: (word, arguments)."""
    found: list[tuple[int, tuple[Any, ...]]] = []
    for group in shape.groups:
        if group.name in shape.sequences:
            found.extend(
                (part[1], part_arguments(shape, part)) for part in choice[shape.parts_at(group.name)]
            )
        else:
            found.extend((i, choice[i]) for i in shape.words_of(group.name) if choice[i] is not None)
    return found


def part_arguments(shape: ChoiceLayout, part: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a part's own word."""
    return tuple(part[shape.part_at(a.name)] for a in shape.words[part[1]].args)


def spell_part(
    layout: Layout, shape: ChoiceLayout, word: int, arguments: tuple[Any, ...], names: tuple[Any, ...]
) -> str:
    entry = shape.words[word]
    written = [entry.name]
    written.extend(_positional(layout, entry, arguments, names))
    written.extend(a.name for a, v in zip(entry.args, arguments, strict=True) if a.flag and v)
    written.extend(_named(layout, entry, arguments, names))
    return " ".join(written)


def _positional(
    layout: Layout, word: ir.Word, arguments: tuple[Any, ...], names: tuple[Any, ...]
) -> list[str]:
    pairs = [(a, v) for a, v in zip(word.args, arguments, strict=True) if not a.named and not a.flag]
    while pairs and is_default(layout, *pairs[-1]):
        pairs.pop()
    return [spell_value(layout, a.type, v, names) for a, v in pairs]


def _named(layout: Layout, word: ir.Word, arguments: tuple[Any, ...], names: tuple[Any, ...]) -> list[str]:
    pairs = [(a, v) for a, v in zip(word.args, arguments, strict=True) if a.named]
    if not pairs:
        return []
    written = [
        f"{a.name} {spell_value(layout, a.type, v, names)}" for a, v in pairs if not is_default(layout, a, v)
    ]
    if written:
        return written
    if word.or_none:
        return ["none"]
    numbers = [f"{a.name} 0" for a, v in pairs if isinstance(a.type, t.TInt) and v == 0]
    return numbers[:1]


def argument_default(layout: Layout, argument: ir.Argument) -> Any:
    """The value of an argument that is not written."""
    if argument.default is not None:
        return argument.default.value
    if argument.left_out:
        return layout.empty_value(t.TOptional(argument.type))
    return layout.empty_value(argument.type)


def may_be_left_out(argument: ir.Argument) -> bool:
    return argument.default is not None or argument.left_out or argument.named or argument.flag


def is_default(layout: Layout, argument: ir.Argument, value: Any) -> bool:
    """Whether leaving the argument out means this value."""
    return may_be_left_out(argument) and bool(value == argument_default(layout, argument))


def spell_value(layout: Layout, type_: Type, value: Any, names: tuple[Any, ...]) -> str:
    """A value as it is written in a choice; elements of sets, lists and bags stand one after another."""
    match type_:
        case t.TOptional(of=of):
            return "none" if value == layout.empty_value(type_) else spell_value(layout, of, value, names)
        case t.TBool():
            return "true" if value else "false"
        case t.TRow(kind=kind):
            return str(layout.kinds[kind].rows[value].name)
        case t.TFighter():
            return str(names[value])
        case t.TWord(decision=decision):
            return str(layout.choice_layout(decision).words[value].name)
        case t.TOption(option=option):
            return str(layout.options[option].values[value])
        case t.TSet(of=of):
            return " ".join(spell_value(layout, of, v, names) for v in ordered(value))
        case t.TList(of=of) | t.TBag(of=of):
            return " ".join(spell_value(layout, of, v, names) for v in value)
        case t.TRecord(record=record):
            fields = layout.records[record].fields
            return " ".join(
                spell_value(layout, of, v, names) for (_, of), v in zip(fields, value, strict=True)
            )
        case t.TChoice(decision=decision):
            return spell_choice(layout, decision, value, names)
        case t.TPart(decision=decision):
            shape = layout.choice_layout(decision)
            return spell_part(layout, shape, value[1], part_arguments(shape, value), names)
        case t.TInt() | t.TLabel() | t.TNothing():
            return str(value)
