"""Paragraphs that a scenario cites without exercising them.

An item of the ruleset takes part in a scenario when it fired (rules, exceptions, rolls), refused a choice, was owed (decisions), or was
read by something that took part or was weighed: definitions, folds, relations, slots, columns. A row takes part when a choice or a
slot holds it or something that took part names it; an option when the scenario sets it. A cited paragraph none of whose
items takes part is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from densho.diagnostics.model import Report
from densho.ir.walk import nodes
from densho.ir import nodes as ir
from densho.ir.types import TBag, TList, TOptional, TRow, TSet, Type
from densho.scenarios.run import Result, Seen
from densho.scenarios.vocabulary import Vocabulary


def report_idle(result: Result, vocabulary: Vocabulary, report: Report) -> None:
    """Reports each cited paragraph that the scenario did not exercise."""
    active = _Active(result, vocabulary).paragraphs()
    for cite in result.scenario.cites:
        if cite.text in vocabulary.cited and cite.text not in active:
            message = f"nothing with the number `{cite.text}` takes part in this scenario"
            carried = sorted({_called(item) for item in carriers(vocabulary.ruleset, cite.text)})
            report.add("idle-paragraph", cite.span, message, help=f"it is carried by {', '.join(carried)}")


def carriers(ruleset: ir.Ruleset, paragraph: str) -> Iterator[ir.Item]:
    """The items that carry the paragraph."""
    for node in nodes(ruleset):
        if isinstance(node, ir.Item) and paragraph in node.cites:
            yield node


_CALLED: dict[type[ir.Item], str] = {
    ir.Rule: "the rule",
    ir.Refusal: "the refusal",
    ir.Exception_: "the exception",
    ir.Definition: "the definition",
    ir.Decision: "the decision",
    ir.Slot: "the slot",
    ir.Row: "the row",
    ir.Kind: "the kind",
    ir.Record: "the record",
    ir.Relation: "the relation",
    ir.Fold: "the fold",
    ir.Roll: "the roll",
    ir.Option: "the option",
    ir.Invariant: "the invariant",
}


def _called(item: ir.Item) -> str:
    return f"{_CALLED[type(item)]} `{item.name}`"


Key = tuple[str, str]
"""The sort of an item and its name."""


class _Active:
    """Works out which items took part, from what was seen while the scenario ran."""

    def __init__(self, result: Result, vocabulary: Vocabulary) -> None:
        self.ruleset = vocabulary.ruleset
        self.vocabulary = vocabulary
        self.options = {name for name, _ in result.scenario.options}
        self.seen: Seen = result.seen

    def paragraphs(self) -> frozenset[str]:
        reached = self._reached()
        return frozenset(
            cite
            for item in nodes(self.ruleset)
            if isinstance(item, ir.Item)
            for cite in item.cites
            if self._takes_part(item, reached)
        )

    def _takes_part(self, item: ir.Item, reached: frozenset[Key]) -> bool:
        match item:
            case ir.Rule() | ir.Exception_() | ir.Roll():
                return item.name in self.fired
            case ir.Refusal():
                return (item.decision, item.name) in self.refused
            case ir.Decision():
                return item.name in self.seen.decisions
            case ir.Option():
                return item.name in self.options or ("option", item.name) in reached
            case ir.Invariant():
                return True
            case _:
                return (type(item).__name__, item.name) in reached

    @cached_property
    def fired(self) -> frozenset[str]:
        return frozenset(event.rule for event in self.seen.events if event.rule)

    @cached_property
    def refused(self) -> frozenset[tuple[str, str]]:
        """Decision and name of the refusals that applied."""
        names = {refused.name for refused in self.seen.refusals}
        return frozenset(
            (decision.name, refusal.name)
            for decision in self.ruleset.decisions
            for refusal in decision.refusals
            if refusal.name in names
        )

    # --- what is read -----------------------------------------------------------------------------

    def _roots(self) -> Iterator[ir.Node]:
        """What was run or weighed: the rules of steps in which something fired, and the refusals of decisions that were owed."""
        steps = {rule.step for rule in self.ruleset.rules if rule.name in self.fired}
        yield from (rule for rule in self.ruleset.rules if rule.step in steps)
        yield from (one for one in self.ruleset.exceptions if one.name in self.fired)
        yield from (roll for roll in self.ruleset.rolls if roll.name in self.fired)
        yield from (decision for decision in self.ruleset.decisions if decision.name in self.seen.decisions)

    def _reached(self) -> frozenset[Key]:
        """Everything that the roots read, directly or through definitions and folds."""
        definitions = {one.name: one for one in self.ruleset.definitions}
        folds = {one.name: one for one in self.ruleset.folds}
        found: set[Key] = set(self._held_rows())
        todo = list(self._roots())
        while todo:
            for node in nodes(todo.pop()):
                for key in _reads(node, self.vocabulary):
                    if key not in found:
                        found.add(key)
                        below = definitions.get(key[1]) if key[0] == "Definition" else None
                        below_fold = folds.get(key[1]) if key[0] == "Fold" else None
                        todo += [one for one in (below, below_fold) if one is not None]
        return frozenset(found)

    def _held_rows(self) -> Iterator[Key]:
        """Rows that a slot held at some time, and rows and kinds of choices that were made."""
        for full in self.seen.values:
            for slots in full.values():
                for name, value in slots.items():
                    slot = self.vocabulary.fighter_slots.get(name) or self.vocabulary.arena_slots.get(name)
                    if slot is not None:
                        yield from _rows_in(slot.type, value)
                    elif isinstance(value, str):
                        yield from (("Row", word) for word in value.replace(";", " ").split())
        for text in self.seen.choices:
            yield from (("Row", word) for word in text.replace(";", " ").split())


def _rows_in(type: Type, value: object) -> Iterator[Key]:
    match type, value:
        case TOptional(of), _ if value is not None:
            yield from _rows_in(of, value)
        case TRow(kind), str():
            yield "Row", value
            yield "Kind", kind
        case TSet(of) | TBag(of) | TList(of), list() as items:
            for item in items:
                yield from _rows_in(of, item)
        case _:
            return


def _reads(node: ir.Node, vocabulary: Vocabulary) -> Iterator[Key]:
    """What a node names."""
    match node:
        case ir.SlotGet() | ir.Put():
            yield "Slot", node.slot
        case ir.Roll():
            yield "Slot", node.slot
        case ir.Call():
            yield "Definition", node.name
        case ir.FoldGet():
            yield "Fold", node.fold
        case ir.Related():
            yield "Relation", node.relation
        case ir.RecordMake() | ir.RecordGet():
            yield "Record", node.record
        case ir.ColumnGet():
            yield "Kind", node.kind
        case ir.OptionValue():
            yield "option", node.option
        case ir.Const(type=TRow(kind), value=int() as row) if 0 <= row < len(vocabulary.kinds[kind]):
            yield "Row", vocabulary.kinds[kind][row]
        case _:
            return
