"""Values of the running fight as plain data (numbers, texts, lists, mappings), and back.

A row is its id, a fighter its name, a record a mapping, a set, list or bag a list, a choice or a part its text; nothing is `None`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from densho.engine.assemble import lay_parts
from densho.engine.errors import BadValue
from densho.engine.layout import Layout
from densho.engine.order import ordered
from densho.engine.reading import read_choice
from densho.engine.spelling import part_arguments, spell_choice, spell_part
from densho.engine.words import Lexicon
from densho.ir import types as t
from densho.ir.types import Type
from densho.messages import Text, quoted, say

COUNTER_LIMIT = 2**53
"""The greatest number of a slot without a limit."""
MOST_ELEMENTS = 1000
"""The most elements of a set or bag."""


def to_plain(layout: Layout, type_: Type, value: Any, names: tuple[Any, ...]) -> Any:
    """A value as plain data; `names` are the fighters' names."""
    match type_:
        case t.TOptional(of=of):
            return None if value == layout.empty_value(type_) else to_plain(layout, of, value, names)
        case t.TRow(kind=kind):
            return None if value < 0 else layout.kinds[kind].rows[value].name
        case t.TFighter():
            return names[value] if 0 <= value < len(names) else None
        case t.TWord(decision=decision):
            return None if value < 0 else layout.choice_layout(decision).words[value].name
        case t.TOption(option=option):
            return None if value < 0 else layout.options[option].values[value]
        case t.TRecord(record=record):
            if value is None:
                return None
            fields = layout.records[record].fields
            return {name: to_plain(layout, of, v, names) for (name, of), v in zip(fields, value, strict=True)}
        case t.TSet(of=of):
            return [to_plain(layout, of, v, names) for v in ordered(value)]
        case t.TList(of=of) | t.TBag(of=of):
            return [to_plain(layout, of, v, names) for v in value]
        case t.TChoice(decision=decision):
            return spell_choice(layout, decision, value, names)
        case t.TPart(decision=decision):
            shape = layout.choice_layout(decision)
            return (
                None
                if value[1] < 0
                else spell_part(layout, shape, value[1], part_arguments(shape, value), names)
            )
        case t.TBool() | t.TInt() | t.TLabel() | t.TNothing():
            return value


def from_plain(lexicon: Lexicon, type_: Type, plain: Any, names: tuple[Any, ...]) -> Any:
    """The value that plain data mean; raises `BadValue` where they do not fit the type."""
    layout = lexicon.layout
    match type_:
        case t.TOptional(of=of):
            return layout.empty_value(type_) if plain is None else from_plain(lexicon, of, plain, names)
        case t.TBool():
            if isinstance(plain, bool):
                return plain
            raise BadValue(say("`{value}` is not true or false", value=plain))
        case t.TInt(lo=lo, hi=hi):
            return _number(plain, lo, hi)
        case t.TRow(kind=kind):
            return _row(lexicon, kind, plain)
        case t.TFighter():
            if isinstance(plain, str) and plain in names:
                return names.index(plain)
            raise BadValue(say("there is no fighter `{name}`", name=plain))
        case t.TLabel():
            if isinstance(plain, (str, int)) and not isinstance(plain, bool):
                return str(plain)
            raise BadValue(say("`{value}` is not a name", value=plain))
        case t.TWord(decision=decision):
            words = [word.name for word in layout.choice_layout(decision).words]
            return _place(plain, words, say("there is no word `{name}`", name=plain))
        case t.TOption(option=option):
            return _place(
                plain, list(layout.options[option].values), say("there is no value `{name}`", name=plain)
            )
        case t.TRecord(record=record):
            return _record(lexicon, record, plain, names)
        case t.TSet(of=of):
            return frozenset(from_plain(lexicon, of, item, names) for item in _listed(plain, MOST_ELEMENTS))
        case t.TList(of=of, up_to=up_to):
            return _list(lexicon, of, up_to, plain, names)
        case t.TBag(of=of):
            return tuple(
                ordered(from_plain(lexicon, of, item, names) for item in _listed(plain, MOST_ELEMENTS))
            )
        case t.TChoice(decision=decision):
            return _choice(lexicon, decision, str(plain), names)
        case t.TPart(decision=decision):
            return _part(lexicon, decision, str(plain), names)
        case t.TNothing():
            raise BadValue(say("nothing is expected here"))


def _number(plain: Any, lo: int | None, hi: int | None) -> int:
    if not isinstance(plain, int) or isinstance(plain, bool):
        raise BadValue(say("`{value}` is not a whole number", value=plain))
    if (lo is not None and plain < lo) or plain > (COUNTER_LIMIT if hi is None else hi):
        bounds = f"{'' if lo is None else lo}..{'' if hi is None else hi}"
        raise BadValue(say("{given} is outside {bounds}", given=plain, bounds=bounds))
    return plain


def _row(lexicon: Lexicon, kind: str, plain: Any) -> int:
    rows = lexicon.layout.kinds[kind].rows
    for i, row in enumerate(rows):
        if row.name == str(plain) and (kind, i) not in lexicon.layout.settled.shut_rows:
            return i
    raise BadValue(say("there is no {kind} `{name}`", kind=kind, name=plain))


def _place(plain: Any, names: list[str], missing: Text) -> int:
    if str(plain) not in names:
        raise BadValue(missing)
    return names.index(str(plain))


def _listed(plain: Any, most: int) -> list[Any]:
    if not isinstance(plain, (list, tuple)):
        raise BadValue(say("`{value}` is not a list", value=plain))
    if len(plain) > most:
        raise BadValue(say("a list of {number} where at most {most} may stand", number=len(plain), most=most))
    return list(plain)


def _list(lexicon: Lexicon, of: Type, up_to: int, plain: Any, names: tuple[Any, ...]) -> tuple[Any, ...]:
    items = tuple(from_plain(lexicon, of, item, names) for item in _listed(plain, up_to))
    if isinstance(of, t.TPart):
        return tuple((i, *item[1:]) for i, item in enumerate(items, 1))
    return items


def _record(lexicon: Lexicon, record: str, plain: Any, names: tuple[Any, ...]) -> tuple[Any, ...]:
    fields = lexicon.layout.records[record].fields
    if not isinstance(plain, Mapping):
        raise BadValue(
            say("`{value}` is not a {record}: fields and values are expected", value=plain, record=record)
        )
    known = [name for name, _ in fields]
    for name in plain:
        if name not in known:
            raise BadValue(say("the record `{record}` has no field `{name}`", record=record, name=name))
    for name in known:
        if name not in plain:
            raise BadValue(say("a `{record}` needs {names} too", record=record, names=quoted([name])))
    return tuple(from_plain(lexicon, of, plain[name], names) for name, of in fields)


def _choice(lexicon: Lexicon, decision: str, text: str, names: tuple[Any, ...]) -> Any:
    reading = read_choice(lexicon, lexicon.layout.decisions[decision], text, names)
    if reading.mistakes:
        raise BadValue(say("`{text}` cannot be read as a choice of {decision}", text=text, decision=decision))
    return reading.choice


def _part(lexicon: Lexicon, decision: str, text: str, names: tuple[Any, ...]) -> Any:
    shape = lexicon.layout.choice_layout(decision)
    choice = _choice(lexicon, decision, text, names)
    found = [part for group in shape.groups for part in choice[shape.parts_at(group.name)]]
    if len(found) == 1:
        return found[0]
    single = [(i, choice[i]) for i in range(len(shape.words)) if choice[i] is not None]
    if not found and len(single) == 1:
        return lay_parts(lexicon.layout, shape, single)[0]
    raise BadValue(say("`{text}` is not one part of {decision}", text=text, decision=decision))
