"""A ruleset's core as people read it: its kinds with their rows, options, decisions, relations, and the order of a turn.

What comes in is the core itself, so what is shown is what is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.data import to_data
from densho.ir.types import Type


class NothingSoCalled(Exception):  # noqa: N818
    """The ruleset declares nothing of the name; `names` are those that can be shown."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)


def overview(ruleset: ir.Ruleset) -> str:
    """Everything that has a name, and so can be excepted: one line each, with the rulebook's paragraphs."""
    low, high = ruleset.seats
    fighters = f"{low} fighters" if low == high else f"{low} to {high} fighters"
    sections: list[tuple[str, Iterable[str]]] = [
        ("kinds", (f"{kind.name}: {_names(kind.rows)}" for kind in ruleset.kinds)),
        ("relations", (f"{one.name}({one.left}, {one.right})" for one in ruleset.relations)),
        ("options", (_option(option) for option in ruleset.options)),
        ("slots of the arena", (_slot(slot) for slot in ruleset.slots if slot.holder == "arena")),
        ("slots of a fighter", (_slot(slot) for slot in ruleset.slots if slot.holder == "fighter")),
        ("definitions", (f"{_signature(one)}{_cited(one)}" for one in ruleset.definitions)),
        ("decisions", (line for one in ruleset.decisions for line in _decision(one).splitlines())),
        ("exceptions", (_exception(one) for one in ruleset.exceptions)),
        ("the order of a turn", _flow(ruleset.flow, ruleset.rules)),
    ]
    parts = [f"{ruleset.id} {ruleset.version}, for {fighters}"]
    for title, lines in sections:
        found = list(lines)
        if found:
            parts.append("\n".join([title, *(f"  {line}" for line in found)]))
    return "\n\n".join(parts) + "\n"


def steps(ruleset: ir.Ruleset) -> str:
    """The order of a turn, with the rules of each step."""
    return "\n".join(_flow(ruleset.flow, ruleset.rules)) + "\n"


def named(ruleset: ir.Ruleset, name: str) -> str:
    """The things of this name, whole. Raises `NothingSoCalled`."""
    kinds = kinds_of(ruleset)
    found = [
        *(_kind(kinds, one) for one in ruleset.kinds if name in (one.name, one.plural)),
        *(_row(kinds, kind, row) for kind in ruleset.kinds for row in kind.rows if row.name == name),
        *(_relation(kinds, one) for one in ruleset.relations if one.name == name),
        *(f"decision {_decision(one)}" for one in ruleset.decisions if one.name == name),
        *(f"option {_option(one)}\n" for one in ruleset.options if one.name == name),
        *(f"slot of {_holder(one)} {_slot(one)}\n" for one in ruleset.slots if one.name == name),
        *(f"definition {_signature(one)}{_cited(one)}\n" for one in ruleset.definitions if one.name == name),
        *_step(ruleset, name),
    ]
    if not found:
        raise NothingSoCalled(_all_names(ruleset))
    return "\n".join(found)


def core_json(ruleset: ir.Ruleset) -> str:
    """The core as JSON; `densho.ir.data` has its schema."""
    return json.dumps(to_data(ruleset), ensure_ascii=False, indent=1) + "\n"


# --- kinds, rows, relations -----------------------------------------------------------------------


Kinds = Mapping[str, Sequence[str]]
"""By kind, the names of its rows."""


def kinds_of(ruleset: ir.Ruleset) -> Kinds:
    return {kind.name: [row.name for row in kind.rows] for kind in ruleset.kinds}


def _kind(kinds: Kinds, kind: ir.Kind) -> str:
    cells = [[row.name, *_columns(kinds, kind, row)] for row in kind.rows]
    heading = [kind.name, *(column.name for column in kind.columns)]
    return "\n".join(aligned([heading, *cells])) + "\n"


def _row(kinds: Kinds, kind: ir.Kind, row: ir.Row) -> str:
    lines = [f"{kind.name} {row.name}{_cited(row)}"]
    texts = _columns(kinds, kind, row)
    lines += [f"  {column.name}: {text}" for column, text in zip(kind.columns, texts, strict=True)]
    return "\n".join(lines) + "\n"


def _columns(kinds: Kinds, kind: ir.Kind, row: ir.Row) -> Iterator[str]:
    for column, value in zip(kind.columns, row.values, strict=True):
        yield value_text(kinds, column.type, value)


def _relation(kinds: Kinds, relation: ir.Relation) -> str:
    """A matrix: `x` where the row's entry is related to the column's."""
    left, right = kinds[relation.left], kinds[relation.right]
    rows = [
        [name, *("x" if (at, other) in relation.pairs else "." for other in range(len(right)))]
        for at, name in enumerate(left)
    ]
    return "\n".join(aligned([[relation.name, *right], *rows])) + "\n"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells in columns."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


# --- the rest -------------------------------------------------------------------------------------


def _option(option: ir.Option) -> str:
    values = (f"{value} (default)" if value == option.default else value for value in option.values)
    return f"{option.name}{_cited(option)}: {', '.join(values)}"


def _holder(slot: ir.Slot) -> str:
    return "the arena" if slot.holder == "arena" else "a fighter"


def _slot(slot: ir.Slot) -> str:
    notes = [type_text(slot.type)]
    if slot.each is not None:
        notes.append(f"each {slot.each}")
    if slot.fades is not None:
        notes.append(f"fades in {slot.fades}")
    if slot.working:
        notes.append("working")
    elif slot.hidden is not None:
        notes.append("hidden" if slot.hidden is True else "hidden at times")
    return f"{slot.name}{_cited(slot)}: {', '.join(notes)}"


def _decision(decision: ir.Decision) -> str:
    lines = [f"{decision.name}{_cited(decision)}"]
    for group in decision.groups:
        many = f"sequence up to {group.up_to}" if group.mode == "sequence" else group.mode
        lines.append(f"  {group.name} ({many})")
        lines += [f"    {_word(word)}" for word in decision.words if word.group == group.name]
    if decision.refusals:
        lines.append("  refused, in this order, by")
        lines += [f"    {text}" for text in _refusals(decision)]
    return "\n".join(lines) + "\n"


def _refusals(decision: ir.Decision) -> Iterator[str]:
    """The refusals, and between them the places that are kept free."""
    for at in range(len(decision.refusals) + 1):
        yield from (f"{name} (a place)" for name, before in decision.places if before == at)
        yield from (f"{refusal.name}{_cited(refusal)}" for refusal in decision.refusals[at : at + 1])


def _word(word: ir.Word) -> str:
    arguments = (f"[{one.name}]" if one.flag else f"{one.name} of {type_text(one.type)}" for one in word.args)
    return f"{word.name} {', '.join(arguments)}".rstrip()


def _signature(definition: ir.Definition) -> str:
    params = ", ".join(f"{one.name} of {type_text(one.type)}" for one in definition.params)
    return f"{definition.name}({params})" if params else definition.name


def _exception(exception: ir.Exception_) -> str:
    target = exception.target.partition(":")[2]
    return f"{exception.name}{_cited(exception)} {exception.verb} {target}"


def _flow(lines: Iterable[ir.Flow], rules: Iterable[ir.Rule] = (), depth: int = 0) -> Iterator[str]:
    indent = "  " * depth
    for line in lines:
        match line:
            case ir.Ask():
                yield f"{indent}ask {line.decision}"
            case ir.Do():
                yield f"{indent}do {line.step}"
                yield from (
                    f"{indent}  {rule.name}{_cited(rule)}" for rule in rules if rule.step == line.step
                )
            case ir.RollDice():
                yield f"{indent}roll {line.roll}"
            case ir.Block():
                most = f", at most {line.at_most} times" if line.at_most is not None else ""
                yield f"{indent}{'repeat' if line.repeat else 'block'} {line.name}{most}"
                yield from _flow(line.body, rules, depth + 1)
            case _:
                assert_never(line)


def _step(ruleset: ir.Ruleset, name: str) -> Iterator[str]:
    rules = [rule for rule in ruleset.rules if rule.step == name]
    if rules:
        yield "\n".join([f"step {name}", *(f"  {rule.name}{_cited(rule)}" for rule in rules)]) + "\n"


def _all_names(ruleset: ir.Ruleset) -> list[str]:
    found = [one.name for many in (ruleset.kinds, ruleset.relations, ruleset.decisions) for one in many]
    found += [row.name for kind in ruleset.kinds for row in kind.rows]
    found += [one.name for many in (ruleset.options, ruleset.slots, ruleset.definitions) for one in many]
    return [*found, *(rule.step for rule in ruleset.rules)]


def _names(items: Iterable[ir.Item]) -> str:
    return ", ".join(item.name for item in items)


def _cited(item: ir.Item) -> str:
    return f" [{' '.join(item.cites)}]" if item.cites else ""


# --- types and values -----------------------------------------------------------------------------


def type_text(type: Type) -> str:
    """A type as the language writes it."""
    match type:
        case t.TBool():
            return "bool"
        case t.TInt(low, high):
            return f"{'' if low is None else low}..{'' if high is None else high}"
        case t.TRow(kind):
            return kind
        case t.TFighter():
            return "fighter"
        case t.TLabel():
            return "label"
        case t.TWord(decision):
            return f"word of {decision}"
        case t.TOption(option):
            return f"value of {option}"
        case t.TRecord(record):
            return record
        case t.TChoice(decision):
            return decision
        case t.TPart(decision):
            return f"part of {decision}"
        case t.TOptional(of):
            return f"{type_text(of)} or nothing"
        case t.TSet(of):
            return f"set of {type_text(of)}"
        case t.TList(of, up_to):
            return f"list of {type_text(of)} up to {up_to}"
        case t.TBag(of):
            return f"bag of {type_text(of)}"
        case t.TNothing():
            return "nothing"
    assert_never(type)


def value_text(kinds: Kinds, type: Type, value: object) -> str:
    """A column's value as people write it; `-` where there is nothing."""
    match type, value:
        case t.TOptional(of), _:
            return value_text(kinds, of, value)
        case _, None:
            return "-"
        case t.TBool(), bool():
            return "yes" if value else "-"
        case t.TRow(kind), int():
            return kinds[kind][value] if value >= 0 else "-"
        case t.TSet(of) | t.TList(of) | t.TBag(of), frozenset() | tuple():
            items = sorted(value, key=repr) if isinstance(value, frozenset) else value
            return "|".join(value_text(kinds, of, item) for item in items) or "-"
        case _:
            return str(value)
