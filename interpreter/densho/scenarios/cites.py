"""Paragraphs that a scenario cites without exercising them.

An item of the ruleset takes part in a scenario when it fired (rules, exceptions, rolls), refused a choice, was owed (decisions), was
evaluated (definitions), or is read by something that took part or was weighed (folds, relations, slots, columns). A slot also takes part when the
scenario gives or compares it; a row when a choice or a slot holds it or something that took part names it; an option when the
scenario sets it. A cited paragraph none of whose items takes part is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator

from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.ir.types import TBag, TList, TOptional, TRow, TSet, Type
from densho.ir.walk import nodes
from densho.messages import Text, listed, say
from densho.scenarios.model import ExpectSight, ExpectSlot
from densho.scenarios.run import Result, Seen
from densho.scenarios.vocabulary import Vocabulary


def report_idle(result: Result, vocabulary: Vocabulary, report: Report) -> None:
    """Reports each cited paragraph that the scenario did not exercise."""
    if not result.scenario.cites:
        return
    active = _Active(result, vocabulary).paragraphs()
    for cite in result.scenario.cites:
        if cite.text in vocabulary.cited and cite.text not in active:
            message = say("nothing with the number `{number}` takes part in this scenario", number=cite.text)
            carried = sorted({_called(item) for item in carriers(vocabulary.ruleset, cite.text)})
            report.add(
                "idle-paragraph",
                cite.span,
                message,
                help=say("it is carried by {items}", items=listed(carried)),
            )


def carriers(ruleset: ir.Ruleset, paragraph: str) -> Iterator[ir.Item]:
    """The items that carry the paragraph."""
    for node in nodes(ruleset):
        if isinstance(node, ir.Item) and paragraph in node.cites:
            yield node


_CALLED: dict[type[ir.Item], Text] = {
    ir.Rule: say("the rule `{name}`"),
    ir.Refusal: say("the refusal `{name}`"),
    ir.Exception_: say("the exception `{name}`"),
    ir.Definition: say("the definition `{name}`"),
    ir.Decision: say("the decision `{name}`"),
    ir.Slot: say("the slot `{name}`"),
    ir.Row: say("the row `{name}`"),
    ir.Kind: say("the kind `{name}`"),
    ir.Record: say("the record `{name}`"),
    ir.Relation: say("the relation `{name}`"),
    ir.Fold: say("the fold `{name}`"),
    ir.Roll: say("the roll `{name}`"),
    ir.Option: say("the option `{name}`"),
    **dict.fromkeys((ir.Holds, ir.Conserved, ir.EndsWithin, ir.Mirrored), say("the invariant `{name}`")),
}


def _called(item: ir.Item) -> Text:
    return _CALLED[type(item)].put(name=item.name)


Key = tuple[str, str]
"""The sort of an item and its name."""


class _Active:
    """Works out which items took part, from what was seen while the scenario ran."""

    def __init__(self, result: Result, vocabulary: Vocabulary) -> None:
        self.ruleset = vocabulary.ruleset
        self.vocabulary = vocabulary
        self.scenario = result.scenario
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
            case ir.Rule():
                return f"rule:{item.name}" in self.seen.names
            case ir.Exception_():
                return f"exception:{item.name}" in self.seen.names
            case ir.Roll():
                return f"roll:{item.name}" in self.seen.names
            case ir.Refusal():
                return f"forbid:{item.decision}.{item.name}" in self.seen.names
            case ir.Decision():
                return item.name in self.seen.decisions
            case ir.Option():
                return item.name in self.options or ("option", item.name) in reached
            case ir.Holds() | ir.Conserved() | ir.EndsWithin() | ir.Mirrored():
                return True
            case _:
                return (type(item).__name__, item.name) in reached

    # --- what is read -----------------------------------------------------------------------------

    def _roots(self) -> Iterator[ir.Node]:
        """What was run or weighed: the rules of steps in which something fired, and the refusals of decisions that were owed."""
        names = self.seen.names
        steps = {rule.step for rule in self.ruleset.rules if f"rule:{rule.name}" in names}
        yield from (rule for rule in self.ruleset.rules if rule.step in steps)
        yield from (one for one in self.ruleset.exceptions if f"exception:{one.name}" in names)
        yield from (roll for roll in self.ruleset.rolls if f"roll:{roll.name}" in names)
        yield from (one for one in self.ruleset.definitions if f"define:{one.name}" in names)
        yield from (decision for decision in self.ruleset.decisions if decision.name in self.seen.decisions)

    def _reached(self) -> frozenset[Key]:
        """Everything that the roots read, directly or through definitions and folds."""
        definitions = {one.name: one for one in self.ruleset.definitions}
        folds = {one.name: one for one in self.ruleset.folds}
        found: set[Key] = {*self._held_rows(), *self._spoken_of()}
        found |= {("Definition", name.removeprefix("define:")) for name in self.seen.names}
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

    def _spoken_of(self) -> Iterator[Key]:
        """Slots that the scenario itself gives or compares."""
        yield from (("Slot", given.slot) for given in self.scenario.setup.given)
        for step in self.scenario.steps:
            for expected in step.expects:
                if isinstance(expected, ExpectSlot | ExpectSight):
                    yield "Slot", expected.slot

    def _held_rows(self) -> frozenset[Key]:
        """Rows that a slot held or a choice named at some time, and the rows in their columns."""
        found: set[Key] = set()
        for full in self.seen.values:
            for slots in full.values():
                for name, value in slots.items():
                    slot = self.vocabulary.fighter_slots.get(name) or self.vocabulary.arena_slots.get(name)
                    if slot is not None:
                        found.update(_rows_in(slot.type, value))
        words = {word for text in self.seen.choices for word in text.replace(";", " ").split()}
        found |= {("Row", word) for word in words}
        return frozenset(self._with_columns(found))

    def _with_columns(self, held: set[Key]) -> Iterator[Key]:
        yield from held
        for kind in self.ruleset.kinds:
            for row in kind.rows:
                if ("Row", row.name) in held:
                    for column, value in zip(kind.columns, row.values, strict=True):
                        yield from (("Row", name) for name in self._row_names(column.type, value))

    def _row_names(self, type: Type, value: object) -> Iterator[str]:
        match type, value:
            case TOptional(of), _:
                yield from self._row_names(of, value)
            case TRow(kind), int() as place if place >= 0:
                yield self.vocabulary.kinds[kind][place]
            case TSet(of) | TBag(of) | TList(of), frozenset() | tuple() as items:
                for item in items:
                    yield from self._row_names(of, item)
            case _:
                return


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
