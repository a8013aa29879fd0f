"""Where everything stands in the flat tuple that a fight's state is, and in the tuple that a choice is.

The state's values: the fighters' names, the seats present, the slots of the arena, the slots of the fighters, the choices of each decision
root, the results of each block. What belongs to fighters is a tuple with one entry per seat **and one more**, the empty value, so that
"nothing" (-1) can be read like a seat. Tables of columns end likewise.

A choice: for each word of the root decision `None` or the tuple of its arguments (of a word in a sequence: of its first part); then for
each group the tuple of its parts (empty unless it is a sequence); then for each group the number of parts that the text had.
A part: its place (from 1), its word, then one entry for every argument name of sequence words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from densho.engine.settle import Settled
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

NAMES = 0
PRESENT = 1
FIRST_SLOT = 2
NO_RESULT = (-1, -1, False)
"""A block that has not ended by a verdict: winner, reason, whether it did."""

Choice = tuple[Any, ...]
Values = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class ChoiceLayout:
    """The layout of the choices of one root decision; `argument_types` are those of a part's arguments."""

    decision: ir.Decision
    part_arguments: tuple[str, ...]
    argument_types: tuple[Type, ...]

    @cached_property
    def word_index(self) -> dict[str, int]:
        return {w.name: i for i, w in enumerate(self.decision.words)}

    @cached_property
    def group_index(self) -> dict[str, int]:
        return {g.name: i for i, g in enumerate(self.decision.groups)}

    @property
    def words(self) -> tuple[ir.Word, ...]:
        return self.decision.words

    @property
    def groups(self) -> tuple[ir.Group, ...]:
        return self.decision.groups

    def parts_at(self, group: str) -> int:
        """Where the parts of a group stand in a choice."""
        return len(self.decision.words) + self.group_index[group]

    def count_at(self, group: str) -> int:
        """Where the number of written parts of a group stands."""
        return len(self.decision.words) + len(self.decision.groups) + self.group_index[group]

    def words_of(self, group: str) -> tuple[int, ...]:
        return tuple(i for i, w in enumerate(self.decision.words) if w.group == group)

    @cached_property
    def sequences(self) -> frozenset[str]:
        return frozenset(g.name for g in self.decision.groups if g.mode == "sequence")

    def in_sequence(self, word: int) -> bool:
        return self.decision.words[word].group in self.sequences

    def part_at(self, argument: str) -> int:
        """Where an argument stands in a part."""
        return 2 + self.part_arguments.index(argument)

    @cached_property
    def argument_places(self) -> tuple[tuple[int, ...], ...]:
        """For each word where its arguments stand in a part (of a sequence)."""
        known = set(self.part_arguments)
        return tuple(
            tuple(self.part_at(a.name) for a in w.args) if {a.name for a in w.args} <= known else ()
            for w in self.decision.words
        )

    @cached_property
    def empty(self) -> Choice:
        width = len(self.decision.groups)
        return (None,) * len(self.decision.words) + ((),) * width + (0,) * width


@dataclass(frozen=True, eq=False)
class Layout:
    """Indices of everything, for one settled ruleset."""

    settled: Settled
    slot_index: dict[tuple[str, str], int]
    choice_index: dict[str, int]
    block_index: dict[str, int]
    choices: dict[str, ChoiceLayout]
    roots: dict[str, str]

    @cached_property
    def slots(self) -> dict[tuple[str, str], ir.Slot]:
        return {(s.holder, s.name): s for s in self.settled.rules.slots}

    @cached_property
    def slot_at(self) -> dict[int, ir.Slot]:
        return {at: self.slots[key] for key, at in self.slot_index.items()}

    @cached_property
    def kinds(self) -> dict[str, ir.Kind]:
        return {k.name: k for k in self.settled.rules.kinds}

    @cached_property
    def records(self) -> dict[str, ir.Record]:
        return {r.name: r for r in self.settled.rules.records}

    @cached_property
    def decisions(self) -> dict[str, ir.Decision]:
        return {d.name: d for d in self.settled.rules.decisions}

    @cached_property
    def options(self) -> dict[str, ir.Option]:
        return {o.name: o for o in self.settled.rules.options}

    @cached_property
    def width(self) -> int:
        return FIRST_SLOT + len(self.slot_index) + len(self.choice_index) + len(self.block_index)

    def choice_layout(self, decision: str) -> ChoiceLayout:
        return self.choices[self.roots.get(decision, decision)]

    def empty_value(self, type_: Type) -> Any:
        """What is read where there is nothing of this type."""
        match type_:
            case t.TBool():
                return False
            case t.TInt():
                return 0
            case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
                return -1
            case t.TSet():
                return frozenset()
            case t.TList() | t.TBag():
                return ()
            case t.TChoice(decision=decision):
                return self.choice_layout(decision).empty
            case t.TPart(decision=decision):
                layout = self.choice_layout(decision)
                return (0, -1, *(self.empty_value(a) for a in layout.argument_types))
            case t.TOptional(of=t.TBool() | t.TInt()):
                return None
            case t.TOptional(of=of):
                return self.empty_value(of)
            case t.TLabel() | t.TRecord() | t.TNothing():
                return None

    def empty_record(self, record: str) -> tuple[Any, ...]:
        return tuple(self.empty_value(of) for _, of in self.records[record].fields)


def lay_out(settled: Settled) -> Layout:
    """Gives everything its place, in the order of declaration."""
    rules = settled.rules
    at = FIRST_SLOT
    slots: dict[tuple[str, str], int] = {}
    for holder in ("arena", "fighter"):
        for slot in rules.slots:
            if slot.holder == holder:
                slots[holder, slot.name] = at
                at += 1
    roots = {d.name: d.root for d in rules.decisions}
    choices: dict[str, int] = {}
    for decision in rules.decisions:
        choices[decision.name] = at
        at += 1
    blocks: dict[str, int] = {}
    for name in ("fight", *block_names(rules.flow)):
        blocks[name] = at
        at += 1
    layouts = {d.name: _choice_layout(d) for d in rules.decisions if d.root == d.name}
    return Layout(settled, slots, choices, blocks, layouts, roots)


def block_names(flow: tuple[ir.Flow, ...]) -> tuple[str, ...]:
    """All blocks, outer before inner."""
    found: list[str] = []
    for line in flow:
        if isinstance(line, ir.Block):
            found.append(line.name)
            found.extend(block_names(line.body))
    return tuple(found)


def _choice_layout(decision: ir.Decision) -> ChoiceLayout:
    sequences = {g.name for g in decision.groups if g.mode == "sequence"}
    names: dict[str, Type] = {}
    for word in decision.words:
        if word.group in sequences:
            for argument in word.args:
                names.setdefault(argument.name, argument.type)
    return ChoiceLayout(decision, tuple(names), tuple(names.values()))
