"""A YAML value as plain data of a type: what may stand for a slot, an event's field or a roll in a scenario.

Plain data are truth values, whole numbers, texts (rows, words, fighters, labels, choices, parts), lists (of sets, lists and
bags), mappings (of records) and None for nothing. A mistake is reported where it stands, and `INVALID` returned.
"""

from __future__ import annotations

from collections.abc import Sequence as Many
from dataclasses import dataclass
from typing import Final, assert_never

from densho.diagnostics.model import Report
from densho.ir.types import (
    TBag,
    TBool,
    TChoice,
    TFighter,
    TInt,
    TLabel,
    TList,
    TNothing,
    TOption,
    TOptional,
    TPart,
    TRecord,
    TRow,
    TSet,
    TWord,
    Type,
)
from densho.messages import Text, quoted, say
from densho.scenarios.naming import FIGHTER, Sort, option_value, record_field, row, unknown, word
from densho.scenarios.vocabulary import Vocabulary
from densho.surface.documents import Mapping, Scalar, Sequence, Value, plain, scalar_value


class Invalid:
    """The mark of a value that was reported."""


INVALID: Final = Invalid()
NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True)
class Reading:
    """What is needed to read values: the ruleset's names, the scenario's fighters, and where mistakes go."""

    vocabulary: Vocabulary
    fighters: tuple[str, ...]
    report: Report

    def value(self, value: Value, type: Type | None) -> object:
        """Plain data of the type (None: of any), or `INVALID`."""
        match type:
            case None:
                return plain(value)
            case TOptional(of):
                return None if self._is_nothing(value, of) else self.value(value, of)
            case TNothing():
                return self._only(value, type, None)
            case TBool():
                given = self._scalar(value)
                return given if isinstance(given, bool) else self._wrong(value, type)
            case TInt(low, high):
                return self._number(value, low, high)
            case TRow(kind):
                return self._name(value, row(kind), self.vocabulary.kinds.get(kind, ()), type)
            case TFighter():
                return self._name(value, FIGHTER, self.fighters, type)
            case TWord(decision):
                return self._name(value, word(decision), self.vocabulary.words.get(decision, ()), type)
            case TOption(option):
                return self._name(value, option_value(option), self.vocabulary.options.get(option, ()), type)
            case TLabel() | TChoice() | TPart():
                return value.text if isinstance(value, Scalar) else self._wrong(value, type)
            case TRecord(record):
                return self._record(value, record, type)
            case TSet(of) | TList(of) | TBag(of):
                return self._many(value, of, type)
        assert_never(type)

    def _is_nothing(self, value: Value, of: Type) -> bool:
        """YAML's `null`; or `nothing`, as rules write it, where no free text could be meant."""
        if not isinstance(value, Scalar):
            return False
        free = isinstance(of, TLabel | TChoice | TPart) or (
            isinstance(of, TFighter) and NOTHING in self.fighters
        )
        return scalar_value(value) is None or (value.text == NOTHING and not free)

    def _scalar(self, value: Value) -> object:
        return scalar_value(value) if isinstance(value, Scalar) else INVALID

    def _only(self, value: Value, type: Type, only: object) -> object:
        return only if self._scalar(value) == only else self._wrong(value, type)

    def _number(self, value: Value, low: int | None, high: int | None) -> object:
        given = self._scalar(value)
        if isinstance(given, bool) or not isinstance(given, int):
            return self._wrong(value, TInt(low, high))
        if (low is not None and given < low) or (high is not None and given > high):
            message = say("{given} is outside {bounds}", given=given, bounds=bounds(low, high))
            self.report.add("out-of-range", value.span, message)
            return INVALID
        return given

    def _name(self, value: Value, sort: Sort, known: Many[str], type: Type) -> object:
        if not isinstance(value, Scalar) or scalar_value(value) is None:
            return self._wrong(value, type)
        if value.text not in known:
            unknown(self.report, sort, value.span, value.text, known)
            return INVALID
        return value.text

    def _record(self, value: Value, record: str, type: Type) -> object:
        if not isinstance(value, Mapping):
            return self._wrong(value, type)
        declared = dict(self.vocabulary.records.get(record, ()))
        found: dict[str, object] = {}
        for key, item in value.entries:
            if key.text in declared:
                found[key.text] = self.value(item, declared[key.text])
            else:
                unknown(self.report, record_field(record), key.span, key.text, declared)
                found[key.text] = INVALID
        missing = [name for name in declared if name not in found]
        if missing:
            message = say("a `{record}` needs {names} too", record=record, names=quoted(missing))
            self.report.add("wrong-type", value.span, message)
            return INVALID
        return INVALID if INVALID in found.values() else {name: found[name] for name in declared}

    def _many(self, value: Value, of: Type, type: Type) -> object:
        if not isinstance(value, Sequence):
            return self._wrong(value, type)
        items = [self.value(item, of) for item in value.items]
        return INVALID if INVALID in items else items

    def _wrong(self, value: Value, type: Type) -> object:
        self.report.add("wrong-type", value.span, say("expected {type}", type=described(type)))
        return INVALID


def bounds(low: int | None, high: int | None) -> str:
    """`1..6`, `0..`, or `..` for any number."""
    return f"{'' if low is None else low}..{'' if high is None else high}"


def described(type: Type) -> Text:
    """The type in the words of someone who writes a scenario."""
    match type:
        case TBool():
            return say("`true` or `false`")
        case TInt(None, None):
            return say("a whole number")
        case TInt(low, high):
            return say("a whole number {bounds}", bounds=bounds(low, high))
        case TRow(kind):
            return say("a row of `{kind}`", kind=kind)
        case TFighter():
            return say("the name of a fighter")
        case TLabel():
            return say("a text")
        case TWord(decision):
            return say("a word of `{decision}`", decision=decision)
        case TOption(option):
            return say("a value of the option `{option}`", option=option)
        case TRecord(record):
            return say("a mapping with the fields of `{record}`", record=record)
        case TChoice(decision):
            return say("a choice of `{decision}`, as a text", decision=decision)
        case TPart(decision):
            return say("a part of `{decision}`, as a text", decision=decision)
        case TOptional(of):
            return say("{type} or `null`", type=described(of))
        case TSet() | TList() | TBag():
            return say("a list")
        case TNothing():
            return say("nothing")
    assert_never(type)
