"""A file as its author wrote it: sections and declarations, names still strings.

`densho.surface.build` makes these from a document. Values of columns stay YAML values, since only the kind's declaration
tells how to read them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from densho.source import NOWHERE, Excerpt, Span
from densho.surface.documents import Scalar, Value
from densho.surface.syntax import (
    Binder,
    ColumnDecl,
    Effect,
    Expr,
    FlowLine,
    GroupDecl,
    Head,
    Name,
    RefusalDecl,
    RelationLine,
    RuleDecl,
    SlotDecl,
    TypeExpr,
    WordDecl,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Texts for people: language and key as written, then the texts, and where these stand; `spoken` is where the language stands."""

    language: str
    key: str
    texts: tuple[str, ...]
    excerpts: tuple[Excerpt, ...] = field(default=(), compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    spoken: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindEntry:
    head: Head
    plural: Name | None
    in_files: bool
    order: tuple[Name, ...]
    columns: tuple[tuple[Head, ColumnDecl], ...]
    rows: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowEntry:
    """A row of the kind whose rows' section is `section`."""

    head: Head
    like: Name | None
    columns: tuple[tuple[Scalar, Value], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsEntry:
    section: Scalar
    rows: tuple[RowEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationEntry:
    head: Head
    lines: tuple[RelationLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEntry:
    head: Head
    fields: tuple[tuple[Name, TypeExpr], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotEntry:
    holder: Literal["arena", "fighter", "character"]
    head: Head
    slot: SlotDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class DefineEntry:
    head: Head
    type: TypeExpr | None
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldUpdateEntry:
    """`word` None: `each`."""

    word: Name | None
    sets: tuple[tuple[Name, Expr], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldEntry:
    head: Head
    over: Expr
    start: tuple[tuple[Name, SlotDecl], ...]
    updates: tuple[FoldUpdateEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FillEntry:
    arg: Name
    ways: Expr
    avoiding: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordEntry:
    """`each`: the name is a kind, all of whose rows are words."""

    name: Name
    each: bool
    word: WordDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionEntry:
    """A decision, or additions to one of the base."""

    head: Head
    owed: Expr | None
    unreadable: Name | None
    groups: tuple[tuple[Name, GroupDecl], ...]
    words: tuple[WordEntry, ...]
    like: Name | None
    let: tuple[tuple[Name, Expr], ...]
    fill: FillEntry | None
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalEntry:
    decision: Name
    head: Head
    refusal: RefusalDecl
    at: Name | None
    before: Name | None
    after: Name | None
    says: Name | None
    lets_off: bool
    cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    step: Name
    head: Head
    rule: RuleDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEntry:
    head: Head
    once: bool
    whom: Expr | None
    number: Expr | None
    of: Expr | None
    draw: Expr | None
    into: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEntry:
    """A step that a bundle puts into the flow; `ask`, `roll`: a decision or a roll directly before it."""

    head: Head
    before: Name | None
    after: Name | None
    ask: Name | None = None
    roll: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptionEntry:
    head: Head
    verb: Literal["changes", "adds", "lifts", "extends", "replaces"]
    targets: tuple[Target, ...]
    when: Expr | None
    value: Expr | None
    effects: tuple[Effect, ...]
    over: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """`name` or `bundle.name`, as written."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValueEntry:
    id: Scalar
    like: Name | None
    bundle: Bundle


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionEntry:
    head: Head
    values: tuple[OptionValueEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowEntry:
    """One line of the flow; `body` None for lines that are no blocks."""

    line: FlowLine
    body: tuple[FlowEntry, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds:
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Conserved:
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class EndsWithin:
    decisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirrored:
    slots: tuple[tuple[Name, Expr], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InvariantEntry:
    """A promise: a condition, a value that stays, a number of decisions, or what slots become in the mirror."""

    head: Head
    promise: Holds | Conserved | EndsWithin | Mirrored


@dataclass(frozen=True, slots=True, kw_only=True)
class LintEntry:
    """What a group asks of its files: of every row that `binder` goes through, or (None) of the whole. `words_in` are languages."""

    head: Head
    binder: Binder | None
    needs: Expr | None
    words_in: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """Sections that belong together, in the order of the text. `keeps`: what characters keep; `career`: where they are first spoken of; `credits`:
    awards for something approved.
    """

    kinds: tuple[KindEntry, ...] = ()
    rows: tuple[RowsEntry, ...] = ()
    relations: tuple[RelationEntry, ...] = ()
    records: tuple[RecordEntry, ...] = ()
    reasons: tuple[Name, ...] = ()
    slots: tuple[SlotEntry, ...] = ()
    defines: tuple[DefineEntry, ...] = ()
    folds: tuple[FoldEntry, ...] = ()
    decisions: tuple[DecisionEntry, ...] = ()
    refusals: tuple[RefusalEntry, ...] = ()
    rules: tuple[RuleEntry, ...] = ()
    rolls: tuple[RollEntry, ...] = ()
    steps: tuple[StepEntry, ...] = ()
    exceptions: tuple[ExceptionEntry, ...] = ()
    options: tuple[OptionEntry, ...] = ()
    flow: tuple[FlowEntry, ...] = ()
    invariants: tuple[InvariantEntry, ...] = ()
    lints: tuple[LintEntry, ...] = ()
    texts: tuple[Texts, ...] = ()
    display: tuple[tuple[Scalar, Value], ...] = ()
    keeps: tuple[Name, ...] = ()
    career: Span | None = field(default=None, compare=False)
    credits: tuple[Name, ...] = ()


FileKind = Literal["ruleset", "part", "row", "prelude"]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """One file of a ruleset. `id`: of the ruleset, part's ruleset, prelude; `row_kind`, `row_id`: of a row file."""

    kind: FileKind
    id: Scalar
    path: str
    version: str
    seats: tuple[int, int] | None
    present: Expr | None
    score: Name | None
    uses: tuple[Scalar, ...]
    extends: Scalar | None
    set: tuple[tuple[Scalar, Scalar], ...]
    row_kind: Scalar | None
    row_head: Head | None
    row: tuple[tuple[Scalar, Value], ...]
    row_like: Name | None
    while_: Expr | None
    bundle: Bundle
