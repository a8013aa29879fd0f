"""What to do instead, where a name is declared a second time or an exception aims at what no exception changes.

A roll is made as it is declared; what differs from fighter to fighter or from group to group is what it reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from densho.diagnostics.suggestions import write
from densho.messages import Text, quoted, say
from densho.resolved.symbols import Symbols
from densho.surface import syntax


def untouchable(symbols: Symbols, name: str) -> tuple[Text, list[Text]] | None:
    """That the name is something which exceptions do not change, and what to do; None if it is nothing of the kind."""
    if name in symbols.rolls:
        return say("`{name}` is a roll, and exceptions do not change rolls", name=name), [
            instead_of_roll(symbols, name)
        ]
    if name in symbols.fighter or name in symbols.arena:
        return say("`{name}` is a slot, and exceptions do not change slots", name=name), [
            say("let a rule write it, or an exception change a definition that reads it")
        ]
    if name in symbols.folds:
        return say("`{name}` is a fold, and exceptions do not change folds", name=name), [
            say("let an exception change a definition that reads it, or that it reads")
        ]
    if name in symbols.decisions:
        return say("`{name}` is a decision, and exceptions do not change decisions", name=name), [
            say("let an exception change one of its refusals, or add words to it under `decisions:`")
        ]
    if name in symbols.options:
        return say("`{name}` is an option, and exceptions do not change options", name=name), [
            write(f"set: {{{name}: …}}")
        ]
    if name in symbols.flow_steps:
        return say("`{name}` is a step, and exceptions do not change steps", name=name), [
            say("let an exception change one of its rules")
        ]
    return None


def instead_of_roll(symbols: Symbols, name: str) -> Text:
    """How other dice are had than those of a roll."""
    read = read_by_roll(symbols, name)
    if read:
        return say("let an exception change what the roll reads: {names}", names=quoted(read))
    return say("let the roll read definitions, as in `of: 1..die_faces`, and an exception change those")


def read_by_roll(symbols: Symbols, name: str) -> list[str]:
    """The definitions that a roll names, in the order of its text."""
    entry = symbols.rolls[name].entry
    found = (one for expr in (entry.whom, entry.number, entry.of, entry.draw) for one in _names(expr))
    return [one for one in dict.fromkeys(found) if one in symbols.defines]


def _names(node: object) -> Iterator[str]:
    match node:
        case tuple():
            for item in node:
                yield from _names(item)
        case syntax.Name(id=name):
            yield name
        case syntax.Attribute(base=base, name=name):
            yield from _names(base)
            yield name
        case _ if is_dataclass(node):
            for field in fields(node):
                yield from _names(getattr(node, field.name))
