"""What a ruleset declares: every name with the places that declare it, before any expression is understood.

A `Symbols` is filled once by `densho.resolved.declare` and then only read. Everything that a row file or an option's value brings is
marked with its `Origin`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from densho.ir.nodes import Gate
from densho.ir.types import Type
from densho.source import Span
from densho.surface import model
from densho.surface.documents import Scalar, Value
from densho.surface.syntax import ColumnDecl, Expr, Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a declaration comes from.

    `bundle` is "" for the base, `KIND.ROW` for a row file, `option.ID.VALUE` for an option's value; `prefix` goes before local names;
    `row` is (kind, row) of a row file; `guard` is its `while`; `borrowed` marks preludes (their unused names are no fault).
    """

    bundle: str = ""
    prefix: str = ""
    row: tuple[str, str] | None = None
    gates: tuple[Gate, ...] = ()
    guard: Expr | None = None
    borrowed: bool = False


E = TypeVar("E")

BASE = Origin()


@dataclass(slots=True)
class RowSymbol:
    name: str
    cites: tuple[str, ...]
    span: Span
    origin: Origin
    like: Name | None
    columns: tuple[tuple[Scalar, Value], ...]


@dataclass(slots=True)
class KindSymbol:
    name: str
    cites: tuple[str, ...]
    span: Span
    plural: str
    in_files: bool
    order: tuple[Name, ...]
    columns: tuple[tuple[str, ColumnDecl, Span], ...]
    rows: list[RowSymbol] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Declared(Generic[E]):
    """One declaration: its entry as written and its origin."""

    entry: E
    origin: Origin


@dataclass(slots=True)
class DecisionSymbol:
    """A decision with everything that bundles added to it."""

    name: str
    entry: model.DecisionEntry
    origin: Origin
    words: list[tuple[model.WordEntry, Origin]] = field(default_factory=list)
    refusals: list[Declared[model.RefusalEntry]] = field(default_factory=list)
    root: str = ""


@dataclass(slots=True)
class Symbols:
    """All declarations of one ruleset.

    What only characters remember stands among the slots of a `fighter`; `character_slots` tells which they are. `career` is where characters are
    first spoken of, `keeps` what they keep of a fighter's slots. `lent_texts` are those of preludes.
    """

    seats: tuple[int, int] = (2, 2)
    kinds: dict[str, KindSymbol] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    records: dict[str, Declared[model.RecordEntry]] = field(default_factory=dict)
    relations: dict[str, list[Declared[model.RelationEntry]]] = field(default_factory=dict)
    arena: dict[str, Declared[model.SlotEntry]] = field(default_factory=dict)
    fighter: dict[str, Declared[model.SlotEntry]] = field(default_factory=dict)
    defines: dict[str, Declared[model.DefineEntry]] = field(default_factory=dict)
    folds: dict[str, Declared[model.FoldEntry]] = field(default_factory=dict)
    decisions: dict[str, DecisionSymbol] = field(default_factory=dict)
    rules: dict[str, Declared[model.RuleEntry]] = field(default_factory=dict)
    rolls: dict[str, Declared[model.RollEntry]] = field(default_factory=dict)
    steps: list[Declared[model.StepEntry]] = field(default_factory=list)
    exceptions: dict[str, Declared[model.ExceptionEntry]] = field(default_factory=dict)
    options: dict[str, model.OptionEntry] = field(default_factory=dict)
    option_values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    option_default: dict[str, str] = field(default_factory=dict)
    invariants: dict[str, Declared[model.InvariantEntry]] = field(default_factory=dict)
    lints: dict[str, Declared[model.LintEntry]] = field(default_factory=dict)
    flow: list[Declared[model.FlowEntry]] = field(default_factory=list)
    blocks: dict[str, Span] = field(default_factory=dict)
    flow_steps: dict[str, Span] = field(default_factory=dict)
    texts: list[model.Texts] = field(default_factory=list)
    lent_texts: list[model.Texts] = field(default_factory=list)
    display: list[tuple[Scalar, Value]] = field(default_factory=list)
    career: Span | None = None
    credits: list[Name] = field(default_factory=list)
    keeps: list[Name] = field(default_factory=list)
    slot_types: dict[tuple[str, str], Type] = field(default_factory=dict)

    def row(self, kind: str, name: str) -> int | None:
        symbol = self.kinds.get(kind)
        return None if symbol is None else symbol.index.get(name)

    @property
    def character_slots(self) -> frozenset[str]:
        """The slots that a fight knows nothing of."""
        return frozenset(name for name, one in self.fighter.items() if one.entry.holder == "character")
