"""What matters to a rule, refusal, exception or definition: the slots, words, rows, numbers and options that its condition reads.

Play at random seldom meets a rule of one technique. So what the item reads is gathered, also through definitions, and fights are
set up and choices made out of it more often than out of the rest. Near things count more than far ones: every name carries the number of
definitions that lie between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from densho.exploring.items import brought_by, items_called
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.walk import nodes

FURTHEST = 4
"""So many definitions deep is looked."""


@dataclass(slots=True)
class Interest:
    """By name how far away it is (0: in the condition itself). `rows` and `words` are by kind and root decision."""

    slots: dict[tuple[str, str], int] = field(default_factory=dict)
    words: dict[tuple[str, str], int] = field(default_factory=dict)
    rows: dict[str, set[str]] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)
    decisions: set[str] = field(default_factory=set)

    def likeness(self, other: Interest) -> int:
        """How much both read."""
        return len(self.slots.keys() & other.slots.keys()) + 3 * len(self.words.keys() & other.words.keys())


@dataclass(slots=True)
class Reader:
    """Gathers interests in one ruleset."""

    ruleset: ir.Ruleset
    definitions: dict[str, ir.Definition] = field(init=False)
    folds: dict[str, ir.Fold] = field(init=False)
    decisions: dict[str, ir.Decision] = field(init=False)
    kinds: dict[str, ir.Kind] = field(init=False)

    def __post_init__(self) -> None:
        self.definitions = {one.name: one for one in self.ruleset.definitions}
        self.folds = {one.name: one for one in self.ruleset.folds}
        self.decisions = {one.name: one for one in self.ruleset.decisions}
        self.kinds = {one.name: one for one in self.ruleset.kinds}

    def of(self, key: str) -> Interest:
        """The interest of a piece by its key."""
        found = Interest()
        sort, _, name = key.partition(":")
        match sort:
            case "word":
                decision, _, word = name.partition(".")
                found.words[decision, word] = 0
                found.decisions.add(decision)
                self._word_bundle(decision, word, found)
            case "row":
                kind, _, row = name.partition(".")
                self._row(kind, row, found)
            case "relation":
                self._relation(name, found)
            case "option":
                option, _, value = name.partition(".")
                for other in brought_by(self.ruleset, option, value):
                    self._items(other, found)
                found.options[option] = value
            case _:
                self._items(key, found)
        self._writers(found)
        return found

    def _items(self, key: str, found: Interest) -> None:
        for item in self.items(key):
            self._gates(item, found)
            self._bundle(item.bundle, found)
            for root in self._roots(item):
                self._read(root, 0, found)

    def _row(self, kind: str, row: str, found: Interest) -> None:
        """Whoever can hold the row, say it, or say something of it."""
        found.rows.setdefault(kind, set()).add(row)
        for slot in self.ruleset.slots:
            if kind_in(slot.type) == kind:
                found.slots[slot.holder, slot.name] = 0
        for decision in self.ruleset.decisions:
            for word in decision.words:
                if word.row == (kind, row) or any(kind_in(one.type) == kind for one in word.args):
                    found.words[decision.root, word.name] = 0
        for item in (one for each in self.ruleset.kinds if each.name == kind for one in each.rows):
            if item.name == row:
                self._gates(item, found)
                self._bundle(item.bundle, found)

    def _relation(self, name: str, found: Interest) -> None:
        """The rows of a pair, and what leads to asking about it."""
        relation, *pair = name.split(":")
        for one in self.ruleset.relations:
            if one.name == relation:
                for kind, row in zip((one.left, one.right), pair if len(pair) == 2 else (), strict=False):
                    found.rows.setdefault(kind, set()).add(row)
        for definition in self.ruleset.definitions:
            if _asks_relation(definition, relation):
                for root in (definition.body, *self._readers(definition.name)):
                    self._read(root, 0, found)
        for rule in self.ruleset.rules:
            if _asks_relation(rule, relation):
                for root in _some(rule.guard, rule.domain):
                    self._read(root, 0, found)

    def _word_bundle(self, decision: str, word: str, found: Interest) -> None:
        for entry in self.decisions[decision].words if decision in self.decisions else ():
            if entry.name == word and entry.bundle is not None:
                self._bundle(".".join(entry.bundle), found)

    def items(self, name: str) -> tuple[ir.Item, ...]:
        return items_called(self.ruleset, name)

    # --- where it is read from ----------------------------------------------------------------------

    def _roots(self, item: ir.Item) -> Iterator[ir.Node]:
        match item:
            case ir.Rule():
                yield from _some(item.guard, item.domain)
                yield from self._way_to(item.step)
            case ir.Refusal():
                yield from _some(item.when, item.domain)
                yield self.decisions[item.decision].owed
            case ir.Exception_():
                yield from _some(item.guard, item.value)
                for target in self.items(item.target):
                    yield from self._roots(target)
            case ir.Definition() | ir.Fold():
                yield from self._readers(item.name)
            case ir.Decision():
                yield item.owed
                yield from self._way_to(item.name)
            case ir.Roll():
                yield from _some(item.whom, item.number, item.draw)
                yield from self._way_to(item.name)
            case _:
                return

    def _way_to(self, name: str) -> Iterator[ir.Node]:
        """The conditions of the flow around a step or roll."""
        yield from _conditions(self.ruleset.flow, name, ())

    def _readers(self, name: str) -> Iterator[ir.Node]:
        """Conditions that lead to where a definition is asked."""
        for rule in self.ruleset.rules:
            if _asks(rule, name):
                yield from _some(rule.guard, rule.domain)
        for exception in self.ruleset.exceptions:
            if _asks(exception, name):
                yield from _some(exception.guard)
        for other in self.ruleset.definitions:
            if other.name != name and _asks(other.body, name):
                yield other.body

    def _gates(self, item: ir.Item, found: Interest) -> None:
        for gate in item.gates:
            found.options.setdefault(gate.option, gate.values[0])

    def _bundle(self, bundle: str, found: Interest) -> None:
        """The row whose file brought an item, and the words and slots that this file brings."""
        kind, _, row = bundle.partition(".")
        if kind in self.kinds:
            found.rows.setdefault(kind, set()).add(row)
        for decision in self.ruleset.decisions:
            for word in decision.words:
                brought = (word.bundle, *(argument.bundle for argument in word.args))
                if bundle and (kind, row) in brought:
                    found.words[decision.root, word.name] = 0

    # --- what is read ---------------------------------------------------------------------------------

    def _read(self, root: ir.Node, far: int, found: Interest) -> None:
        """Everything below `root`, and below the definitions and folds that it asks."""
        seen: set[str] = set()
        level: list[ir.Node] = [root]
        while level and far <= FURTHEST:
            below: list[ir.Node] = []
            for top in level:
                for node in nodes(top):
                    self._note(node, far, found)
                    below += self._asked(node, seen)
            level, far = below, far + 1

    def _asked(self, node: ir.Node, seen: set[str]) -> Iterator[ir.Node]:
        match node:
            case ir.Call(name=name) if f"define:{name}" not in seen and name in self.definitions:
                seen.add(f"define:{name}")
                yield self.definitions[name].body
                for exception in self.ruleset.exceptions:
                    if exception.target == f"define:{name}":
                        yield from _some(exception.guard)
            case ir.FoldGet(fold=name) if f"fold:{name}" not in seen and name in self.folds:
                seen.add(f"fold:{name}")
                yield self.folds[name]
            case _:
                return

    def _note(self, node: ir.Node, far: int, found: Interest) -> None:
        match node:
            case ir.SlotGet(slot=slot, holder=holder):
                found.slots.setdefault(("arena" if holder is None else "fighter", slot), far)
            case ir.ChoiceGet(decision=decision):
                found.decisions.add(decision)
            case ir.ChoiceHas(choice=choice, word=word) | ir.ChoiceArg(choice=choice, word=word):
                if isinstance(choice.type, t.TChoice):
                    found.words.setdefault((choice.type.decision, word), far)
            case ir.ChoiceWords(choice=choice, group=group) if group is not None:
                self._group(choice.type, group, far, found)
            case ir.OptionValue(option=option):
                found.options.setdefault(option, "")
            case ir.Const():
                self._constant(node.type, node.value, far, found)
            case _:
                return

    def _group(self, type_: t.Type, group: str, far: int, found: Interest) -> None:
        if isinstance(type_, t.TChoice) and type_.decision in self.decisions:
            for word in self.decisions[type_.decision].words:
                if word.group == group and not word.says_nothing:
                    found.words.setdefault((type_.decision, word.name), far + 1)

    def _constant(self, type_: t.Type, value: object, far: int, found: Interest) -> None:
        match type_, value:
            case t.TInt(), int():
                found.numbers.add(value)
            case t.TRow(kind), int() if value >= 0:
                found.rows.setdefault(kind, set()).add(self.kinds[kind].rows[value].name)
            case t.TWord(decision), int() if value >= 0:
                found.words.setdefault((decision, self.decisions[decision].words[value].name), far)
            case (t.TOptional(of), _) if value is not None:
                self._constant(of, value, far, found)
            case ((t.TSet(of) | t.TList(of) | t.TBag(of)), (frozenset() | tuple())):
                for item in value:
                    self._constant(of, item, far, found)
            case _:
                return

    def _writers(self, found: Interest) -> None:
        """What a setup cannot give is written by rules: what these read matters as well."""
        working = {(one.holder, one.name) for one in self.ruleset.slots if one.working}
        for slot, far in [*found.slots.items()]:
            if slot not in working or far > 1:
                continue
            for rule in self.ruleset.rules:
                if any(isinstance(effect, ir.Put) and effect.slot == slot[1] for effect in rule.effects):
                    for root in _some(rule.guard, rule.domain):
                        self._read(root, far + 1, found)


def _asks(node: ir.Node, name: str) -> bool:
    """Whether a definition or fold of that name is asked."""
    return any(
        (isinstance(one, ir.Call) and one.name == name) or (isinstance(one, ir.FoldGet) and one.fold == name)
        for one in nodes(node)
    )


def _asks_relation(node: ir.Node, name: str) -> bool:
    return any(isinstance(one, ir.Related) and one.relation == name for one in nodes(node))


def kind_in(type_: t.Type) -> str | None:
    """The kind of the rows that a value holds."""
    match type_:
        case t.TRow(kind):
            return kind
        case t.TOptional(of) | t.TSet(of) | t.TList(of) | t.TBag(of):
            return kind_in(of)
        case _:
            return None


def _some(*found: ir.Expr | None) -> Iterator[ir.Expr]:
    return (one for one in found if one is not None)


def _conditions(flow: tuple[ir.Flow, ...], name: str, above: tuple[ir.Expr | None, ...]) -> Iterator[ir.Expr]:
    for line in flow:
        match line:
            case ir.Block():
                yield from _conditions(line.body, name, (*above, line.when, line.while_))
            case ir.Do(step=named) | ir.RollDice(roll=named) | ir.Ask(decision=named) if named == name:
                yield from _some(*above, line.when)
            case _:
                continue
