"""Who reads what: for everything that can be named in an expression, the declarations that name it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, assert_never

from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.showing.flow import lines_of

Reference = tuple[str, ...]
"""`("definition", NAME)`, `("slot", HOLDER, NAME)`, `("row", KIND, ROW)`, `("word", DECISION, WORD)` and so on."""

Sort = Literal["definition", "fold", "slot", "decision", "refusal", "rule", "exception", "roll", "invariant", "line"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reader:
    """A declaration that names something. `item` is its node, which knows its place."""

    sort: Sort
    item: Any


@dataclass(frozen=True)
class References:
    """`read` and `written` of one ruleset, by what is named."""

    ruleset: ir.Ruleset

    @cached_property
    def _found(self) -> dict[Reference, list[Reader]]:
        found: dict[Reference, list[Reader]] = {}
        for reader, roots in _readers(self.ruleset):
            for reference in dict.fromkeys(one for root in roots for one in self._in(root)):
                found.setdefault(reference, []).append(reader)
        return found

    def readers(self, *reference: str) -> tuple[Reader, ...]:
        """The declarations that name it, each place once, in the order of the core."""
        unique = {
            (one.sort, one.item.span, getattr(one.item, "name", "")): one
            for one in self._found.get(reference, ())
        }
        return tuple(unique.values())

    def named_in(self, item: ir.Item) -> frozenset[Reference]:
        """Everything that a declaration names; `("written", HOLDER, SLOT)` is a slot that it writes."""
        return frozenset(one for root in roots_of(item) for one in self._in(root))

    def options_of(self, roots: tuple[ir.Node, ...]) -> tuple[str, ...]:
        """The options that expressions ask for."""
        return tuple(dict.fromkeys(one[1] for root in roots for one in self._in(root) if one[0] == "option"))

    def _in(self, root: ir.Node) -> Iterator[Reference]:
        for node in nodes(root):
            yield from self._of(node)

    def _of(self, node: ir.Node) -> Iterator[Reference]:
        match node:
            case ir.Call(name=name):
                yield "definition", name
            case ir.FoldGet(fold=fold):
                yield "fold", fold
            case ir.SlotGet(slot=slot, holder=holder):
                yield "slot", "arena" if holder is None else "fighter", slot
            case ir.Put(slot=slot, holder=holder):
                yield "written", "arena" if holder is None else "fighter", slot
            case ir.ColumnGet(kind=kind, column=column):
                yield "column", kind, column
            case ir.Related(relation=relation):
                yield "relation", relation
            case ir.RecordMake(record=record) | ir.RecordGet(record=record):
                yield "record", record
            case ir.ChoiceGet(decision=decision) | ir.ChoiceDrop(decision=decision, word=None):
                yield "decision", decision
            case ir.ChoiceHas(word=word) | ir.ChoiceArg(word=word):
                yield "word", self._root(node.choice.type), word
            case ir.ChoiceDrop(decision=decision, word=str(word)):
                yield "word", decision, word
            case ir.OptionValue(option=option):
                yield "option", option
            case ir.Tell(event=event):
                yield "event", event
            case ir.BlockResult(block=block) | ir.Verdict(block=block):
                yield "block", block
            case ir.Const(type=type_, value=value):
                yield from self._constant(type_, value)
            case _:
                return

    @staticmethod
    def _root(type_: t.Type) -> str:
        return type_.decision if isinstance(type_, t.TChoice | t.TPart) else ""

    def _constant(self, type_: t.Type, value: object) -> Iterator[Reference]:
        match type_, value:
            case t.TOptional(of), _:
                yield from self._constant(of, value)
            case t.TRow(kind), int() if value >= 0:
                yield "row", kind, self._rows[kind][value]
            case t.TWord(decision), int() if value >= 0:
                yield "word", decision, self._words[decision][value]
            case t.TSet(t.TRow(kind)), frozenset() if len(value) == len(self._rows[kind]):
                return  # all of them: nobody in particular is meant
            case t.TSet(of) | t.TList(of) | t.TBag(of), frozenset() | tuple():
                for item in value:
                    yield from self._constant(of, item)
            case _:
                return

    @cached_property
    def _rows(self) -> dict[str, list[str]]:
        return {kind.name: [row.name for row in kind.rows] for kind in self.ruleset.kinds}

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        return {one.name: [word.name for word in one.words] for one in self.ruleset.decisions}


def _readers(ruleset: ir.Ruleset) -> Iterator[tuple[Reader, tuple[ir.Node, ...]]]:
    for definition in ruleset.definitions:
        yield Reader("definition", definition), (definition.body,)
    for fold in ruleset.folds:
        starts = (register.start for register in fold.registers)
        sets = (expr for update in fold.updates for _, expr in update.sets)
        yield Reader("fold", fold), (*starts, *sets)
    for slot in ruleset.slots:
        yield Reader("slot", slot), roots_of(slot)
    for decision in ruleset.decisions:
        yield Reader("decision", decision), tuple(_asked(decision))
        for refusal in decision.refusals:
            yield Reader("refusal", refusal), roots_of(refusal)
    for rule in ruleset.rules:
        yield Reader("rule", rule), roots_of(rule)
    for exception in ruleset.exceptions:
        yield Reader("exception", exception), roots_of(exception)
    for roll in ruleset.rolls:
        yield Reader("roll", roll), roots_of(roll)
    for invariant in ruleset.invariants:
        yield Reader("invariant", invariant), promised(invariant)
    for line in lines_of(ruleset.flow):
        yield Reader("line", line), tuple(one for one in _conditions(line) if one is not None)


def promised(invariant: ir.Invariant) -> tuple[ir.Expr, ...]:
    """The expressions of a promise."""
    match invariant:
        case ir.Holds(condition=value) | ir.Conserved(value=value):
            return (value,)
        case ir.EndsWithin():
            return ()
        case ir.Mirrored(slots=slots):
            return tuple(one.value for one in slots)
        case _:
            assert_never(invariant)


def roots_of(item: ir.Item) -> tuple[ir.Node, ...]:
    """The expressions and effects that a declaration consists of."""
    found: tuple[object, ...]
    match item:
        case ir.Definition(body=body):
            found = (body,)
        case ir.Refusal(domain=domain, when=when):
            found = (domain, when)
        case ir.Rule(domain=domain, guard=guard, effects=effects):
            found = (domain, guard, *effects)
        case ir.Exception_(guard=guard, value=value, effects=effects):
            found = (guard, value, *effects)
        case ir.Roll(whom=whom, number=number, faces=faces, draw=draw):
            found = (whom, number, faces, draw)
        case ir.Slot(start=start, clamp=clamp, hidden=hidden):
            found = (start, *(clamp or ()), hidden)
        case _:
            found = ()
    return tuple(one for one in found if isinstance(one, ir.Node))


def _asked(decision: ir.Decision) -> Iterator[ir.Node]:
    yield decision.owed
    if decision.fill is not None:
        yield decision.fill.ways
    for word in decision.words:
        for argument in word.args:
            yield from (one for one in (argument.listing, argument.up_to) if one is not None)


def _conditions(line: ir.Flow) -> tuple[ir.Expr | None, ...]:
    return (line.while_, line.when) if isinstance(line, ir.Block) else (line.when,)
