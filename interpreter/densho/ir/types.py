"""Static types of the core, and how the engine represents their values.

| type | value while running |
| --- | --- |
| `TBool` | `bool` |
| `TInt` | `int`; `None` for `nothing` |
| `TRow`, `TFighter`, `TWord`, `TOption` | `int` (index of row, seat, word, value; from 0); `-1` for `nothing` |
| `TLabel` | `str`; `None` for `nothing` |
| `TRecord` | `tuple` of the fields in order; `None` for `nothing` |
| `TSet` | `frozenset` |
| `TList` | `tuple` |
| `TBag` | sorted `tuple` |
| `TChoice`, `TPart` | `tuple`, laid out by the decision (see `densho.engine.layout`) |
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TBool:
    pass


@dataclass(frozen=True, slots=True)
class TInt:
    """Whole numbers `lo` … `hi`, both included; `None` is no bound."""

    lo: int | None
    hi: int | None


@dataclass(frozen=True, slots=True)
class TRow:
    """A row of the kind (the reasons of verdicts are the rows of the kind `reason`)."""

    kind: str


@dataclass(frozen=True, slots=True)
class TFighter:
    pass


@dataclass(frozen=True, slots=True)
class TLabel:
    pass


@dataclass(frozen=True, slots=True)
class TWord:
    """A word of the decision (the one that others are `like`)."""

    decision: str


@dataclass(frozen=True, slots=True)
class TOption:
    """A value of the option, by its place in the list of values."""

    option: str


@dataclass(frozen=True, slots=True)
class TRecord:
    record: str


@dataclass(frozen=True, slots=True)
class TChoice:
    decision: str


@dataclass(frozen=True, slots=True)
class TPart:
    """A part of a sequence group of the decision."""

    decision: str


@dataclass(frozen=True, slots=True)
class TOptional:
    """`of` or nothing. Never of a set, list or bag."""

    of: Type


@dataclass(frozen=True, slots=True)
class TSet:
    of: Type


@dataclass(frozen=True, slots=True)
class TList:
    of: Type
    up_to: int


@dataclass(frozen=True, slots=True)
class TBag:
    of: Type


@dataclass(frozen=True, slots=True)
class TNothing:
    """The type of a bare `nothing` before its place gives it one; never in finished IR."""


Type = (
    TBool | TInt | TRow | TFighter | TLabel | TWord | TOption | TRecord | TChoice | TPart
    | TOptional | TSet | TList | TBag | TNothing
)  # fmt: skip

Collection = TSet | TList | TBag
