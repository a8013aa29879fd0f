"""What a scenario exercised: the keys of the pieces (see `units`) that took part while it ran."""

from __future__ import annotations

from collections.abc import Iterator

from densho.engine import Event
from densho.engine.layout import ChoiceLayout
from densho.ir import nodes as ir
from densho.ir.types import TBag, TList, TOptional, TRecord, TRow, TSet, Type
from densho.scenarios.run import Result
from densho.scenarios.units import option_key, otherwise_key, row_key, word_key
from densho.scenarios.vocabulary import Vocabulary

Row = tuple[str, str]
"""A kind and one of its rows."""


def exercised(result: Result, vocabulary: Vocabulary) -> frozenset[str]:
    """The keys, whether the scenario passed or not."""
    ruleset = vocabulary.ruleset
    found = set(result.seen.names)
    found |= {f"decision:{name}" for name in result.seen.decisions}
    options = {option.name: option.default for option in ruleset.options} | dict(result.scenario.options)
    found |= {option_key(name, value) for name, value in options.items()}
    found |= {otherwise_key(name) for name in _left_over(ruleset, vocabulary, found)}
    rows = {*_held(result, vocabulary), *_told(result, vocabulary)}
    for shape, choice in result.seen.handed:
        for word, arguments in _said(shape, choice):
            entry = shape.words[word]
            found.add(word_key(shape.decision.name, entry.name))
            if entry.row is not None:
                rows.add(entry.row)
            for arg, value in zip(entry.args, arguments, strict=False):
                rows.update(_values(arg.type, value, vocabulary))
    found |= {row_key(*row) for row in _with_columns(rows, vocabulary)}
    return frozenset(found)


def _left_over(ruleset: ir.Ruleset, vocabulary: Vocabulary, found: set[str]) -> Iterator[str]:
    """The relations of which a pair was asked about that no line names."""
    for relation in ruleset.relations:
        left, right = vocabulary.kinds[relation.left], vocabulary.kinds[relation.right]
        decided = {f"{left[one]}:{right[other]}" for one, other in relation.decided}
        head = f"relation:{relation.name}:"
        if any(key.startswith(head) and key.removeprefix(head) not in decided for key in found):
            yield relation.name


def _said(shape: ChoiceLayout, choice: tuple[object, ...]) -> Iterator[tuple[int, tuple[object, ...]]]:
    """The words of a choice, each with its arguments."""
    for number in range(len(shape.words)):
        given = choice[number]
        if not shape.in_sequence(number) and given is not None:
            yield number, given if isinstance(given, tuple) else ()
    for group in shape.sequences:
        parts = choice[shape.parts_at(group)]
        assert isinstance(parts, tuple)
        for part in parts:
            yield part[1], tuple(part[at] for at in shape.argument_places[part[1]])


def _held(result: Result, vocabulary: Vocabulary) -> Iterator[Row]:
    """Rows that a slot held after some step."""
    for full in result.seen.values:
        for slots in full.values():
            for name, value in slots.items():
                slot = vocabulary.fighter_slots.get(name) or vocabulary.arena_slots.get(name)
                if slot is not None:
                    yield from _plain_values(slot.type, value, vocabulary)


def _told(result: Result, vocabulary: Vocabulary) -> Iterator[Row]:
    """Rows that events told of, and the reasons of verdicts."""
    for event in result.seen.events:
        if event.kind == "end":
            yield from _reason(event)
        elif event.kind == "event":
            types = vocabulary.events.get(event.name, {})
            for name, value in event.fields:
                told = types.get(name)
                if told is not None:
                    yield from _plain_values(told, value, vocabulary)


def _reason(event: Event) -> Iterator[Row]:
    by = event.get("by")
    if by is not None:
        yield "reason", str(by)


def _plain_values(type: Type, value: object, vocabulary: Vocabulary) -> Iterator[Row]:
    """The rows in plain data."""
    match type, value:
        case TOptional(of), _ if value is not None:
            yield from _plain_values(of, value, vocabulary)
        case TRow(kind), str():
            yield kind, value
        case TSet(of) | TBag(of) | TList(of), list() as items:
            for item in items:
                yield from _plain_values(of, item, vocabulary)
        case TRecord(record), dict() as fields:
            for name, inner in vocabulary.records[record]:
                yield from _plain_values(inner, fields.get(name), vocabulary)
        case _:
            return


def _values(type: Type, value: object, vocabulary: Vocabulary) -> Iterator[Row]:
    """The rows in a value of a running fight."""
    match type, value:
        case TOptional(of), _ if value is not None:
            yield from _values(of, value, vocabulary)
        case TRow(kind), int() as place if place >= 0:
            yield kind, vocabulary.kinds[kind][place]
        case TSet(of) | TBag(of) | TList(of), frozenset() | tuple() as items:
            for item in items:
                yield from _values(of, item, vocabulary)
        case TRecord(record), tuple() as items:
            for (_, inner), item in zip(vocabulary.records[record], items, strict=False):
                yield from _values(inner, item, vocabulary)
        case _:
            return


def _with_columns(rows: set[Row], vocabulary: Vocabulary) -> set[Row]:
    """Those, and the rows in their columns, in the columns of these …"""
    kinds = {kind.name: kind for kind in vocabulary.ruleset.kinds}
    places = {name: {row: at for at, row in enumerate(names)} for name, names in vocabulary.kinds.items()}
    found: set[Row] = set()
    todo = list(rows)
    while todo:
        row = todo.pop()
        if row in found or row[1] not in places.get(row[0], {}):
            continue
        found.add(row)
        kind = kinds[row[0]]
        given = kind.rows[places[row[0]][row[1]]].values
        for column, value in zip(kind.columns, given, strict=True):
            todo += _values(column.type, value, vocabulary)
    return found
