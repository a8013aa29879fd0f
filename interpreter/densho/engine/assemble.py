"""From parts as they were said to a choice: as it is judged, and in its one canonical form.

Neighbours that add up are added, parts of a sequence are numbered. Words that say nothing are seen while a choice is judged and dropped
from its canonical form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from densho.engine.layout import Choice, ChoiceLayout, Layout
from densho.ir import nodes as ir
from densho.ir import types as t

Said = tuple[int, tuple[Any, ...]]


def assemble(layout: Layout, shape: ChoiceLayout, parts: Sequence[Said], *, silent: bool = False) -> Choice:
    """The choice of these parts: (word, arguments) in the order in which they were said.

    With `silent` words that say nothing are in it, and count.
    """
    choice: list[Any] = list(shape.empty)
    for group in shape.groups:
        mine = [p for p in parts if shape.words[p[0]].group == group.name]
        speaking = [p for p in mine if not shape.words[p[0]].says_nothing]
        quiet = [p for p in mine if shape.words[p[0]].says_nothing]
        if group.name in shape.sequences:
            speaking = add_up(shape, speaking)
            choice[shape.parts_at(group.name)] = lay_parts(layout, shape, speaking)
        counted = silent or is_crowded(shape, group, mine)
        choice[shape.count_at(group.name)] = len(speaking) + (len(quiet) if counted else 0)
        for word, arguments in [*speaking, *(quiet if silent else ())]:
            if choice[word] is None:
                choice[word] = arguments
    return tuple(choice)


def is_crowded(shape: ChoiceLayout, group: ir.Group, parts: Sequence[Said]) -> bool:
    """Whether the group has more parts than it admits."""
    match group.mode:
        case "one" | "at most one":
            return len(parts) > 1
        case "sequence":
            return len(add_up(shape, parts)) > group.up_to
        case "any":
            return len(parts) > len({word for word, _ in parts})


def add_up(shape: ChoiceLayout, parts: Sequence[Said]) -> list[Said]:
    joined: list[Said] = []
    for word, arguments in parts:
        if joined and joined[-1][0] == word and shape.words[word].adds_up:
            pairs = zip(shape.words[word].args, joined[-1][1], arguments, strict=True)
            total = tuple((a or 0) + (b or 0) if _is_number(argument) else b for argument, a, b in pairs)
            joined[-1] = (word, total)
        else:
            joined.append((word, arguments))
    return joined


def _is_number(argument: ir.Argument) -> bool:
    return isinstance(argument.type, t.TInt)


def lay_parts(layout: Layout, shape: ChoiceLayout, parts: Sequence[Said]) -> tuple[tuple[Any, ...], ...]:
    """The parts of a sequence as the choice holds them."""
    blank = layout.empty_value(t.TPart(shape.decision.name))
    laid = []
    for place, (word, arguments) in enumerate(parts, 1):
        part = list(blank)
        part[0], part[1] = place, word
        for argument, value in zip(shape.words[word].args, arguments, strict=True):
            part[shape.part_at(argument.name)] = value
        laid.append(tuple(part))
    return tuple(laid)


def drop_words(shape: ChoiceLayout, choice: Choice, words: set[int]) -> Choice:
    """The choice without these words."""
    left = list(choice)
    for word in words:
        left[word] = None
    for group in shape.groups:
        if group.name in shape.sequences:
            parts = [p for p in choice[shape.parts_at(group.name)] if p[1] not in words]
            left[shape.parts_at(group.name)] = tuple((i, *p[1:]) for i, p in enumerate(parts, 1))
            left[shape.count_at(group.name)] = len(parts)
        elif any(w in words for w in shape.words_of(group.name)):
            left[shape.count_at(group.name)] = sum(left[w] is not None for w in shape.words_of(group.name))
    return tuple(left)
