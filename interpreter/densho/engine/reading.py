"""From the text of a choice to the choice: words and arguments are looked up, the groups' shape is checked.

What cannot be read is a `Mistake`: of a word, of an argument, or of the shape. The readable parts are kept, so that refusals which come
before the mistake in the ruleset's list can still be named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from densho.engine.assemble import Said, add_up, assemble, is_crowded
from densho.engine.layout import Choice, ChoiceLayout, Layout
from densho.engine.order import ordered
from densho.engine.spelling import argument_default, may_be_left_out
from densho.engine.words import Lexicon, Spellings, fold_text, tokens_of
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

INTEGER = re.compile(r"[+-]?\d{1,15}\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mistake:
    kind: Literal["word", "argument", "shape"]
    detail: str


@dataclass(frozen=True, slots=True)
class Reading:
    """`choice` is canonical, `said` the same with words that say nothing; without mistakes they are the whole choice."""

    choice: Choice
    said: Choice
    mistakes: tuple[Mistake, ...]


class _Unfit(Exception):
    """An argument that cannot be read."""


def read_choice(lexicon: Lexicon, decision: ir.Decision, text: str, names: tuple[Any, ...]) -> Reading:
    """Reads a text as a choice of the decision; arguments that `fill` completes are still left out."""
    return _Reader(lexicon, decision, names).read(text)


def read_value(lexicon: Lexicon, type_: Type, tokens: Sequence[str], at: int, names: tuple[Any, ...]) -> tuple[Any, int] | None:
    """One value that is written with one spelling, and the place after it."""
    layout = lexicon.layout
    match type_:
        case t.TOptional(of=of):
            found = read_value(lexicon, of, tokens, at, names)
            if found is None and at < len(tokens) and tokens[at] in ("none", "nothing"):
                return layout.empty_value(type_), at + 1
            return found
        case t.TInt(lo=lo, hi=hi):
            return _read_number(lo, hi, tokens, at)
        case t.TBool():
            if at < len(tokens) and tokens[at] in ("true", "false"):
                return tokens[at] == "true", at + 1
            return None
        case t.TRow(kind=kind):
            return lexicon.rows[kind].match(tokens, at)
        case t.TFighter():
            table: Spellings[int] = Spellings()
            for seat, name in enumerate(names[:-1]):
                table.add(name, seat)
            return table.match(tokens, at)
        case t.TWord(decision=word_of):
            return lexicon.words(layout.decisions[word_of]).match(tokens, at)
        case t.TLabel():
            return (tokens[at], at + 1) if at < len(tokens) else None
        case t.TRecord(record=record):
            return _read_fields(lexicon, record, tokens, at, names)
        case _:
            return None


def _read_number(lo: int | None, hi: int | None, tokens: Sequence[str], at: int) -> tuple[int, int] | None:
    if at >= len(tokens) or not INTEGER.match(tokens[at]):
        return None
    value = int(tokens[at])
    if (lo is not None and value < lo) or (hi is not None and value > hi):
        return None
    return value, at + 1


def _read_fields(
    lexicon: Lexicon, record: str, tokens: Sequence[str], at: int, names: tuple[Any, ...]
) -> tuple[Any, int] | None:
    values = []
    for _, of in lexicon.layout.records[record].fields:
        found = read_value(lexicon, of, tokens, at, names)
        if found is None:
            return None
        value, at = found
        values.append(value)
    return tuple(values), at


@dataclass(eq=False)
class _Reader:
    lexicon: Lexicon
    decision: ir.Decision
    names: tuple[Any, ...]

    @property
    def layout(self) -> Layout:
        return self.lexicon.layout

    @property
    def shape(self) -> ChoiceLayout:
        return self.layout.choice_layout(self.decision.name)

    def read(self, text: str) -> Reading:
        if tokens_of(text) in self.lexicon.passes(self.decision) and may_be_empty(self.decision):
            return Reading(self.shape.empty, self.shape.empty, self._shape_mistakes([]))
        parts: list[Said] = []
        mistakes: list[Mistake] = []
        for written in text.split(";"):
            self._read_part(written, parts, mistakes)
        mistakes.extend(self._shape_mistakes(parts))
        choice = assemble(self.layout, self.shape, parts)
        said = assemble(self.layout, self.shape, parts, silent=True)
        return Reading(choice, said, tuple(mistakes))

    def _read_part(self, written: str, parts: list[Said], mistakes: list[Mistake]) -> None:
        tokens = tokens_of(written)
        found = self.lexicon.words(self.decision).match(tokens, 0)
        if found is None:
            mistakes.append(Mistake("word", written.strip()))
            return
        word, at = found
        try:
            parts.append((word, self._arguments(self.decision.words[word], tokens, at, written.split())))
        except _Unfit:
            mistakes.append(Mistake("argument", written.strip()))
            entry = self.decision.words[word]
            parts.append((word, tuple(argument_default(self.layout, a) for a in entry.args)))

    # --- arguments

    def _arguments(self, word: ir.Word, tokens: Sequence[str], at: int, raw: Sequence[str]) -> tuple[Any, ...]:
        marks = self.lexicon.arguments(self.decision, word)
        by_name = {a.name: a for a in word.args}
        waiting = [a for a in word.args if not a.named and not a.flag]
        values: dict[str, Any] = {}
        is_none = word.or_none and tuple(tokens[at:]) == ("none",)
        if is_none:
            at = len(tokens)
        while at < len(tokens):
            at = self._next_argument(by_name, waiting, marks, tokens, at, values, raw)
        if any(not may_be_left_out(a) for a in waiting):
            raise _Unfit
        named = [a for a in word.args if a.named]
        if named and not is_none and not any(a.name in values for a in named):
            raise _Unfit
        return tuple(values.get(a.name, argument_default(self.layout, a)) for a in word.args)

    def _next_argument(
        self,
        by_name: dict[str, ir.Argument],
        waiting: list[ir.Argument],
        marks: Spellings[str],
        tokens: Sequence[str],
        at: int,
        values: dict[str, Any],
        raw: Sequence[str],
    ) -> int:
        """Reads the argument at `at` into `values`: one that must be written first, then marked ones, then those that may be left out."""
        if waiting and not may_be_left_out(waiting[0]):
            found = self._value(waiting[0].type, tokens, at, marks, raw)
            if found is not None:
                values[waiting.pop(0).name] = found[0]
                return found[1]
        mark = marks.match(tokens, at)
        if mark is not None:
            name, after = mark
            if name in values:
                raise _Unfit
            if by_name[name].flag:
                values[name] = True
                return after
            return self._take(by_name[name], tokens, after, marks, values, raw)
        while waiting and may_be_left_out(waiting[0]):
            argument = waiting.pop(0)
            found = self._value(argument.type, tokens, at, marks, raw)
            if found is not None:
                values[argument.name] = found[0]
                return found[1]
        raise _Unfit

    def _take(
        self,
        argument: ir.Argument,
        tokens: Sequence[str],
        at: int,
        marks: Spellings[str],
        values: dict[str, Any],
        raw: Sequence[str],
    ) -> int:
        found = self._value(argument.type, tokens, at, marks, raw)
        if found is None:
            raise _Unfit
        values[argument.name] = found[0]
        return found[1]

    def _value(
        self, type_: Type, tokens: Sequence[str], at: int, marks: Spellings[str], raw: Sequence[str]
    ) -> tuple[Any, int] | None:
        match type_:
            case t.TLabel() if at < len(tokens):
                return raw[at], at + 1
            case t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
                values, at = self._several(of, tokens, at, marks)
                return None if not values else (gathered(type_, values), at)
            case _:
                return read_value(self.lexicon, type_, tokens, at, self.names)

    def _several(
        self, of: Type, tokens: Sequence[str], at: int, marks: Spellings[str]
    ) -> tuple[list[Any], int]:
        values: list[Any] = []
        while at < len(tokens) and marks.match(tokens, at) is None:
            found = read_value(self.lexicon, of, tokens, at, self.names)
            if found is None:
                break
            values.append(found[0])
            at = found[1]
        return values, at

    # --- shape

    def _shape_mistakes(self, parts: list[Said]) -> tuple[Mistake, ...]:
        found = list(self._beside(parts))
        for group in self.shape.groups:
            mine = [p for p in parts if self.shape.words[p[0]].group == group.name]
            found.extend(self._group_mistakes(group, mine))
        return tuple(found)

    def _group_mistakes(self, group: ir.Group, mine: list[Said]) -> list[Mistake]:
        found: list[Mistake] = []
        if group.mode == "one" and not mine:
            found.append(Mistake("shape", group.name))
        if is_crowded(self.shape, group, mine) and not has_crowded(self.decision, group.name):
            found.append(Mistake("shape", group.name))
        if group.mode != "sequence" and not group.repeats_counted:
            words = [word for word, _ in mine]
            found.extend(Mistake("shape", self.shape.words[w].name) for w in set(words) if words.count(w) > 1)
        if group.mode == "sequence":
            found.extend(self._sums_out_of_bounds(mine))
        return found

    def _sums_out_of_bounds(self, mine: list[Said]) -> list[Mistake]:
        found = []
        for word, arguments in add_up(self.shape, [p for p in mine if not self.shape.words[p[0]].says_nothing]):
            for argument, value in zip(self.shape.words[word].args, arguments, strict=True):
                if isinstance(argument.type, t.TInt) and argument.type.hi is not None and (value or 0) > argument.type.hi:
                    found.append(Mistake("argument", self.shape.words[word].name))
        return found

    def _beside(self, parts: list[Said]) -> list[Mistake]:
        words = self.shape.words
        for i, (word, _) in enumerate(parts):
            for other in parts[:i] + parts[i + 1 :]:
                beside = words[other[0]]
                if beside.name in words[word].not_beside or beside.group in words[word].not_beside:
                    return [Mistake("shape", words[word].name)]
        return []


def may_be_empty(decision: ir.Decision) -> bool:
    """Whether `pass` means the empty choice: not where a word stands for doing nothing."""
    return not any(w.says_nothing or w.name == "pass" for w in decision.words)


def has_crowded(decision: ir.Decision, group: str) -> bool:
    return any(r.test == "crowded" and r.group == group for r in decision.refusals)


def gathered(type_: Type, values: list[Any]) -> Any:
    match type_:
        case t.TSet():
            return frozenset(values)
        case t.TBag():
            return tuple(ordered(values))
        case _:
            return tuple(values)


__all__ = ["Mistake", "Reading", "fold_text", "gathered", "may_be_empty", "read_choice", "read_value"]
