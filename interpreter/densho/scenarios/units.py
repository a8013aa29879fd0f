"""What of a ruleset a scenario can exercise, piece by piece.

Rules, rolls, exceptions, refusals, definitions, folds, decisions and the words of their choices, rows, values of options, and the pairs of
relations. Each has a key: the name under which a trace speaks of it, or one in the same manner. Of a relation every pair that a line names
is a piece of its own; all pairs that only `otherwise` decides are one together. Rows count where somebody can hold, choose or tell them: a kind
that only expressions name has no rows that a scenario could show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from densho.ir import nodes as ir
from densho.ir.types import TBag, TList, TOptional, TRecord, TRow, TSet, Type
from densho.ir.walk import nodes
from densho.messages import Text, say
from densho.scenarios.vocabulary import Vocabulary
from densho.source import NOWHERE, Span

PAIR = "pair"
OTHERWISE = "otherwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One piece. `sort` is what it is in a word, `told` says it to people, `name` is how it is called within its sort.

    `span` is the place of its name, `end` the offset behind the last of its text.
    """

    key: str
    sort: str
    name: str
    told: Text
    cites: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    end: int = field(default=0, compare=False, repr=False)


def units(vocabulary: Vocabulary) -> Iterator[Unit]:
    """All pieces of a ruleset, in its order."""
    ruleset = vocabulary.ruleset
    for rule in ruleset.rules:
        yield _named("rule", say("rule {name}"), f"rule:{rule.name}", rule)
    for roll in ruleset.rolls:
        yield _named("roll", say("roll {name}"), f"roll:{roll.name}", roll)
    for decision in ruleset.decisions:
        yield from _of_decision(decision)
    for exception in ruleset.exceptions:
        yield _named("exception", say("exception {name}"), f"exception:{exception.name}", exception)
    for definition in ruleset.definitions:
        yield _named("definition", say("definition {name}"), f"define:{definition.name}", definition)
    for fold in ruleset.folds:
        yield _named("fold", say("fold {name}"), f"fold:{fold.name}", fold)
    for relation in ruleset.relations:
        yield from _of_relation(relation, vocabulary)
    for kind in ruleset.kinds:
        if kind.name in shown_kinds(vocabulary):
            for row in kind.rows:
                sort = say("row {name} of {kind}").put(kind=kind.name, name=row.name)
                yield _unit("row", sort, row_key(kind.name, row.name), f"{kind.name}.{row.name}", row)
    for option in ruleset.options:
        for value in option.values:
            name = f"{option.name}: {value}"
            yield _unit(
                "option",
                say("option {name}").put(name=name),
                option_key(option.name, value),
                f"{option.name}.{value}",
                option,
            )


def _named(sort: str, told: Text, key: str, item: ir.Item) -> Unit:
    return _unit(sort, told.put(name=item.name), key, item.name, item, end=_end(item))


def _unit(sort: str, told: Text, key: str, name: str, item: ir.Item, end: int = 0) -> Unit:
    return Unit(key=key, sort=sort, name=name, told=told, cites=item.cites, span=item.span, end=end)


def _end(item: ir.Item) -> int:
    """Where the text of the item's conditions, values and effects ends."""
    if isinstance(item, ir.Decision):
        return item.span.end
    return max(node.span.end for node in nodes(item) if node.span.path == item.span.path)


def _of_decision(decision: ir.Decision) -> Iterator[Unit]:
    """The decision, its refusals, and its words if they are its own. Words that are rows count as rows, and one that says nothing cannot be said."""
    yield _named("decision", say("decision {name}"), f"decision:{decision.name}", decision)
    for refusal in decision.refusals:
        told = say("refusal of {decision} {name}").put(decision=decision.name, name=refusal.name)
        name = f"{decision.name}.{refusal.name}"
        yield _unit("refusal", told, f"forbid:{name}", name, refusal, end=_end(refusal))
    if decision.root == decision.name:
        for word in decision.words:
            if word.row is None and not word.says_nothing:
                yield Unit(
                    key=word_key(decision.name, word.name),
                    sort="word",
                    name=f"{decision.name}.{word.name}",
                    told=say("word of {decision} {name}").put(decision=decision.name, name=word.name),
                    cites=(),
                    span=word.span,
                )


def _of_relation(relation: ir.Relation, vocabulary: Vocabulary) -> Iterator[Unit]:
    left, right = vocabulary.kinds[relation.left], vocabulary.kinds[relation.right]
    for line in relation.lines:
        for one, other in line.pairs:
            name = f"{relation.name}({left[one]}, {right[other]})"
            yield Unit(
                key=pair_key(relation.name, left[one], right[other]),
                sort=PAIR,
                name=name,
                told=say("pair {name}").put(name=name),
                cites=relation.cites,
                span=line.span,
            )
        if not line.pairs and left_over(relation, vocabulary):
            yield Unit(
                key=otherwise_key(relation.name),
                sort=OTHERWISE,
                name=relation.name,
                told=say("any pair that {name} leaves to `otherwise`").put(name=relation.name),
                cites=relation.cites,
                span=line.span,
            )


def left_over(relation: ir.Relation, vocabulary: Vocabulary) -> int:
    """How many pairs no line names."""
    every = len(vocabulary.kinds[relation.left]) * len(vocabulary.kinds[relation.right])
    return every - len(relation.decided)


# --- keys -------------------------------------------------------------------------------------------


def word_key(decision: str, word: str) -> str:
    return f"word:{decision}.{word}"


def row_key(kind: str, row: str) -> str:
    return f"row:{kind}.{row}"


def option_key(option: str, value: str) -> str:
    return f"option:{option}.{value}"


def pair_key(relation: str, left: str, right: str) -> str:
    """As traces call it."""
    return f"relation:{relation}:{left}:{right}"


def otherwise_key(relation: str) -> str:
    return f"relation:{relation}:{OTHERWISE}"


# --- kinds whose rows can be shown -----------------------------------------------------------------


def shown_kinds(vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds whose rows slots hold, choices say, events tell or verdicts name, and those in the columns of such rows."""
    kinds = {kind.name: kind for kind in vocabulary.ruleset.kinds}
    todo = [name for held in _types(vocabulary) for name in kinds_in(held, vocabulary)]
    todo += [word.row[0] for one in vocabulary.ruleset.decisions for word in one.words if word.row]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found and name in kinds:
            found.add(name)
            todo += [other for one in kinds[name].columns for other in kinds_in(one.type, vocabulary)]
    return frozenset(found)


def _types(vocabulary: Vocabulary) -> Iterator[Type]:
    for slots in (vocabulary.fighter_slots, vocabulary.arena_slots):
        yield from (slot.type for slot in slots.values())
    for decision in vocabulary.ruleset.decisions:
        yield from (arg.type for word in decision.words for arg in word.args)
    for fields in vocabulary.events.values():
        yield from (told for told in fields.values() if told is not None)
    if "reason" in vocabulary.kinds:
        yield TRow("reason")


def kinds_in(type: Type, vocabulary: Vocabulary) -> Iterator[str]:
    """The kinds whose rows a value of the type can hold."""
    match type:
        case TRow(kind):
            yield kind
        case TOptional(of) | TSet(of) | TBag(of) | TList(of):
            yield from kinds_in(of, vocabulary)
        case TRecord(record):
            for _, inner in vocabulary.records[record]:
                yield from kinds_in(inner, vocabulary)
        case _:
            return
