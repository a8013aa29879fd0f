"""The expressions and declarations of the DSL as written: names are strings, nothing is resolved.

`densho.surface.parser` makes these from text; `densho.resolved` reads them. Every node has the span of its own text in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from densho.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# --- expressions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Int(Syntax):
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Syntax):
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Syntax):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Bool(Syntax):
    value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Just(Syntax):
    item: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf(Syntax):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Syntax):
    op: Literal["-", "not"]
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Syntax):
    """`op` is one of `+ - without * / mod | .. = != < <= > >= in`, `not in`, `has lacks within meets and or`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Syntax):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier(Syntax):
    """`word`: some every no count sum most least those list first."""

    word: str
    var: Name
    domain: Expr
    where: Expr | None
    of: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute(Syntax):
    """`base.name`; `name_span` is the span of the name alone."""

    base: Expr
    name: str
    name_span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Syntax):
    """`f(args)` or `x.f(args)`: the function is a Name or an Attribute."""

    function: Name | Attribute
    args: tuple[Expr, ...]


Expr = Int | Name | Nothing | Bool | Just | ListOf | Unary | Binary | If | Quantifier | Attribute | Call


# --- types -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeName(Syntax):
    """`bool`, `fighter`, `label`, `reason`, a kind, a record or a decision."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IntType(Syntax):
    """`lo..hi`; `hi` None: without limit."""

    lo: int
    hi: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetType(Syntax):
    of: TypeExpr


@dataclass(frozen=True, slots=True, kw_only=True)
class ListType(Syntax):
    of: TypeExpr
    up_to: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BagType(Syntax):
    of: TypeExpr


@dataclass(frozen=True, slots=True, kw_only=True)
class PartType(Syntax):
    """`part of DECISION`"""

    decision: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalType(Syntax):
    of: TypeExpr


TypeExpr = TypeName | IntType | SetType | ListType | BagType | PartType | OptionalType


# --- declarations in one line ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamDecl(Syntax):
    """`name` or `name of TYPE` (None: a fighter)."""

    name: Name
    type: TypeExpr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Head(Syntax):
    """A key that declares: `name`, `name(params)`, then paragraph numbers. `has_params`: brackets were written."""

    name: Name
    has_params: bool
    params: tuple[ParamDecl, ...]
    cites: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnDecl(Syntax):
    """`TYPE [= DEFAULT]`"""

    type: TypeExpr
    default: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotDecl(Syntax):
    """`TYPE [= START] {, ATTRIBUTE}`. `clamped`: None, () for the type's own bounds, or (low, high).
    `hidden`: None, True, or the condition after `hidden when`. A fold's register is one without attributes."""

    type: TypeExpr
    start: Expr | None
    each: Name | None
    fades: Name | None
    clamped: tuple[Expr, ...] | None
    hidden: Expr | Literal[True] | None
    working: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDecl(Syntax):
    """`one`, `at most one`, `any`, `sequence up to N`; then `, repeats counted`."""

    mode: Literal["one", "at most one", "any", "sequence"]
    up_to: int | None
    repeats_counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgDecl(Syntax):
    """`[named] NAME of TYPE [= DEFAULT] [or left out] [from EXPR [up to EXPR]]`, or `flag NAME` (type None)."""

    name: Name
    type: TypeExpr | None
    default: Expr | None
    left_out: bool
    named: bool
    listing: Expr | None
    up_to: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDecl(Syntax):
    """`[in GROUP] {, ITEM}`; items are arguments, `says nothing`, `not beside A|B`, `adds up`, `hidden`, `or none`.
    `group` None: only adds arguments to a word that exists."""

    group: Name | None
    args: tuple[ArgDecl, ...]
    or_none: bool
    says_nothing: bool
    not_beside: tuple[Name, ...]
    adds_up: bool
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationLine(Syntax):
    """`A|B VERB C|D` or `A not VERB B`; `otherwise yes|no` has no left side."""

    left: tuple[Name, ...]
    verb: Name | None
    right: tuple[Name, ...]
    holds: bool


# --- refusals, rules, flow ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalDecl(Syntax):
    """`place`, `crowded GROUP`, `unreadable word`, `unreadable argument`, `unreadable shape`, or `[for x in S when] CONDITION`."""

    test: Literal[
        "place", "crowded", "unreadable word", "unreadable argument", "unreadable shape", "condition"
    ]
    group: Name | None
    var: Name | None
    domain: Expr | None
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder(Syntax):
    """`x in S` (the long form's `for`)."""

    var: Name
    domain: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Syntax):
    """`target := value`; the target is a Name or a chain of Attributes."""

    target: Name | Attribute
    op: Literal[":=", "+=", "-="]
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class TellField(Syntax):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell(Syntax):
    """`tell [me] EVENT[(field E, …)]`"""

    event: Name
    fields: tuple[TellField, ...]
    private: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Syntax):
    """`win BLOCK for E by R`, `draw BLOCK by R`, `leave BLOCK`, `again BLOCK`."""

    kind: Literal["win", "draw", "leave", "again"]
    block: Name
    who: Expr | None
    by: Expr | None


Effect = Put | Tell | Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDecl(Syntax):
    """`[once] [for x in S] [when CONDITION then] EFFECT {; EFFECT}`"""

    once: bool
    var: Name | None
    domain: Expr | None
    guard: Expr | None
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowLine(Syntax):
    """`ask D`, `do S [by fighter]`, `roll R`, `block B`, `repeat B [while C] [at most N]`, each with `[when C]` at the end."""

    verb: Literal["ask", "do", "roll", "block", "repeat"]
    name: Name
    while_: Expr | None
    at_most: int | None
    by_fighter: bool
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Syntax):
    """Offsets from the own cell, ahead counted positive, ascending and in the order written."""

    offsets: tuple[int, ...]
