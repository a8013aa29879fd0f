"""From words of a text to values: numbers, rows, names, and the arguments that stand after a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from densho.engine.order import ordered
from densho.engine.spelling import argument_default, may_be_left_out
from densho.engine.words import Lexicon, Spellings, tokens_of
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

INTEGER = re.compile(r"[+-]?\d{1,100}\Z", re.ASCII)
"""A number as players write it: longer ones than slots hold can be read, so that the ruleset says what is wrong with them."""

Found = tuple[Any, int]


class Unfit(Exception):
    """The argument that should stand at this place of the text (None: nothing should) cannot be read."""

    def __init__(self, at: int, argument: ir.Argument | None) -> None:
        super().__init__()
        self.at = at
        self.argument = argument


class ValueReader:
    """Reads values out of one text; `names` are the fighters'. A place is the number of a word of the text."""

    def __init__(self, lexicon: Lexicon, text: str, names: tuple[Any, ...]) -> None:
        self.lexicon = lexicon
        self.layout = lexicon.layout
        self.raw = text.split()
        self.tokens: Sequence[str] = tokens_of(text)
        self.names = names

    def value(self, type_: Type, at: int) -> Found | None:
        """One value that is written with one spelling, and the place after it."""
        match type_:
            case t.TOptional(of=of):
                found = self.value(of, at)
                if found is None and self._word(at) in ("none", "nothing"):
                    return self.layout.empty_value(type_), at + 1
                return found
            case t.TInt(lo=lo, hi=hi):
                return self._number(lo, hi, at)
            case t.TBool():
                word = self._word(at)
                return (word == "true", at + 1) if word in ("true", "false") else None
            case t.TRow(kind=kind):
                return self.lexicon.rows[kind].match(self.tokens, at)
            case t.TFighter():
                return self._fighters.match(self.tokens, at)
            case t.TWord(decision=decision):
                return self.lexicon.words(self.layout.decisions[decision]).match(self.tokens, at)
            case t.TLabel():
                return (self.raw[at], at + 1) if at < len(self.raw) else None
            case t.TRecord(record=record):
                return self._fields(record, at)
            case _:
                return None

    def _word(self, at: int) -> str:
        return self.tokens[at] if at < len(self.tokens) else ""

    def _number(self, lo: int | None, hi: int | None, at: int) -> Found | None:
        word = self._word(at)
        if not INTEGER.match(word):
            return None
        value = int(word)
        if (lo is not None and value < lo) or (hi is not None and value > hi):
            return None
        return value, at + 1

    @property
    def _fighters(self) -> Spellings[int]:
        table: Spellings[int] = Spellings()
        for seat, name in enumerate(self.names[:-1]):
            table.add(name, seat)
        return table

    def _fields(self, record: str, at: int) -> Found | None:
        values = []
        for _, of in self.layout.records[record].fields:
            found = self.value(of, at)
            if found is None:
                return None
            value, at = found
            values.append(value)
        return tuple(values), at


class ArgumentReader(ValueReader):
    """Reads the arguments of one word, from a place of the text to its end. Raises `Unfit`."""

    def __init__(
        self, lexicon: Lexicon, decision: ir.Decision, word: ir.Word, text: str, names: tuple[Any, ...]
    ) -> None:
        super().__init__(lexicon, text, names)
        self.word = word
        self.marks = lexicon.arguments(decision, word)
        self.by_name = {a.name: a for a in word.args}
        self.waiting = [a for a in word.args if not a.named and not a.flag]
        self.values: dict[str, Any] = {}

    def read(self, at: int) -> tuple[Any, ...]:
        """All arguments in the order of declaration."""
        is_none = self.word.or_none and tuple(self.tokens[at:]) == ("none",)
        while at < len(self.tokens) and not is_none:
            at = self._next(at)
        missing = next((a for a in self.waiting if not may_be_left_out(a)), None)
        if missing is not None:
            raise Unfit(at, missing)
        named = [a for a in self.word.args if a.named]
        if named and not is_none and not any(a.name in self.values for a in named):
            raise Unfit(at, named[0])
        return tuple(self.values.get(a.name, argument_default(self.layout, a)) for a in self.word.args)

    def _next(self, at: int) -> int:
        """The argument at this place: one that must be written first, then marked ones, then those that may be left out."""
        wanted = self.waiting[0] if self.waiting else None
        if self.waiting and not may_be_left_out(self.waiting[0]):
            after = self._take(self.waiting[0], at)
            if after is not None:
                self.waiting.pop(0)
                return after
        mark = self.marks.match(self.tokens, at)
        if mark is not None:
            return self._marked(self.by_name[mark[0]], mark[1])
        while self.waiting and may_be_left_out(self.waiting[0]):
            wanted = self.waiting.pop(0)
            after = self._take(wanted, at)
            if after is not None:
                return after
        raise Unfit(at, wanted)

    def _marked(self, argument: ir.Argument, at: int) -> int:
        if argument.name in self.values:
            raise Unfit(at - 1, None)
        if argument.flag:
            self.values[argument.name] = True
            return at
        after = self._take(argument, at)
        if after is None:
            raise Unfit(at, argument)
        return after

    def _take(self, argument: ir.Argument, at: int) -> int | None:
        """Reads the argument's value; the place after it, or None if none stands there."""
        match argument.type:
            case t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
                found = self._several(argument.type, of, at)
            case _:
                found = self.value(argument.type, at)
        if found is None:
            return None
        self.values[argument.name] = found[0]
        return found[1]

    def _several(self, type_: Type, of: Type, at: int) -> Found | None:
        values: list[Any] = []
        while at < len(self.tokens) and self.marks.match(self.tokens, at) is None:
            found = self.value(of, at)
            if found is None:
                break
            values.append(found[0])
            at = found[1]
        return (gathered(type_, values), at) if values else None


def gathered(type_: Type, values: list[Any]) -> Any:
    match type_:
        case t.TSet():
            return frozenset(values)
        case t.TBag():
            return tuple(ordered(values))
        case _:
            return tuple(values)
