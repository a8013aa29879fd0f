"""How a fighter comes to have a row of a kind, such as a technique or a weapon, and how it is given or taken away in a setup.

Nothing in a ruleset says so outright. A fighter has what stands in a slot that holds rows of the kind for a whole fight; where several do, it is the one that
conditions ask for what a fighter may do, that characters keep, and that rules do not write while a fight runs. A list that rules write more than they ask for it
is a memory and grants nothing; a slot that holds one row (what he wears, what he carries) is his from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from densho import engine
from densho.analysis.secrecy import Start
from densho.engine import Program
from densho.engine.layout import ChoiceLayout
from densho.engine.order import ordered
from densho.engine.spelling import said
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.walk import nodes


@dataclass(frozen=True, slots=True)
class Grant:
    """The fighter's slot that grants a row: the row is one `element` of it, or its whole `value`."""

    slot: str
    how: Literal["element", "value"]


def find_grant(ruleset: ir.Ruleset, kind: str) -> Grant | None:
    """The slot that grants rows of a kind; None if no slot of fighters does: then whoever likes may use them."""
    found = [
        (slot, how)
        for slot in ruleset.slots
        if slot.holder == "fighter"
        and not slot.working
        and slot.each is None
        and slot.fades is None
        and (how := _how(slot.type, kind)) is not None
    ]
    weights = _weights(ruleset)
    fitting = [one for one in found if one[1] == "value" or weights.get(one[0].name, 0) >= 0]
    if not fitting:
        return None
    slot, how = max(fitting, key=lambda one: (weights.get(one[0].name, 0), one[1] == "element"))
    return Grant(slot.name, how)


def _how(type_: t.Type, kind: str) -> Literal["element", "value"] | None:
    match type_:
        case t.TSet(of=t.TRow(kind=of)) | t.TList(of=t.TRow(kind=of)) if of == kind:
            return "element"
        case t.TRow(kind=of) | t.TOptional(of=t.TRow(kind=of)) if of == kind:
            return "value"
        case _:
            return None


def _weights(ruleset: ir.Ruleset) -> dict[str, int]:
    """How much speaks for each slot of fighters."""
    found: dict[str, int] = {}
    character = ruleset.character
    for name in () if character is None else character.keeps:
        found[name] = found.get(name, 0) + 2
    for root in (*ruleset.decisions, *ruleset.exceptions, *ruleset.definitions, *ruleset.rules):
        for node in nodes(root):
            match node:
                case ir.Belongs(op="not in", right=ir.SlotGet(slot=slot)) if isinstance(root, ir.Decision):
                    found[slot] = found.get(slot, 0) + 4
                case ir.Belongs(op="in", right=ir.SlotGet(slot=slot)) if not isinstance(root, ir.Decision):
                    found[slot] = found.get(slot, 0) + 1
                case ir.Put(slot=slot, holder=ir.Node()):
                    found[slot] = found.get(slot, 0) - 3
    return found


# --- setups ------------------------------------------------------------------------------------------


def granted(start: Start, grant: Grant, kind: str, row: str, seats: frozenset[int]) -> Start:
    """The start where the fighters of these seats have the row, and no others.

    Raises `BadValue` or `RulesetFault` where the ruleset does not admit it.
    """
    place = row_number(start.program, kind, row)
    held = _held(start, grant)
    fighters = tuple(
        (name, _with(slots, grant, place, held[seat]) if seat in seats else _without(slots, grant, place))
        for seat, (name, slots) in enumerate(start.setup.fighters)
    )
    return Start(start.program, replace(start.setup, fighters=fighters))


def holds(start: Start, grant: Grant, kind: str, row: str) -> bool:
    """Whether the setup itself gives the row to somebody."""
    place = row_number(start.program, kind, row)
    given = [slots.get(grant.slot) for _, slots in start.setup.fighters]
    return any(value == place if grant.how == "value" else place in (value or ()) for value in given)


def row_number(program: Program, kind: str, row: str) -> int:
    """The place of a row in its kind."""
    return next(i for i, one in enumerate(program.layout.kinds[kind].rows) if one.name == row)


def _held(start: Start, grant: Grant) -> tuple[Any, ...]:
    """What stands in the slot at the start, by seat."""
    state, _ = engine.start(start.program, start.setup, engine.SeededDice(1), trace=False, tell=False)
    held: tuple[Any, ...] = state.values[start.program.layout.slot_index["fighter", grant.slot]]
    return held


def _with(slots: Mapping[str, Any], grant: Grant, place: int, held: Any) -> dict[str, Any]:
    given = slots.get(grant.slot, held)
    if grant.how == "value":
        return {**slots, grant.slot: place}
    if place in given:
        return {**slots, grant.slot: given}
    after = given | {place} if isinstance(given, frozenset) else tuple(ordered([*given, place]))
    return {**slots, grant.slot: after}


def _without(slots: Mapping[str, Any], grant: Grant, place: int) -> dict[str, Any]:
    """A value goes back to the ruleset's own start; an element is left out."""
    given = slots.get(grant.slot)
    if grant.how == "value":
        return {name: value for name, value in slots.items() if name != grant.slot or value != place}
    if given is None or place not in given:
        return dict(slots)
    return {**slots, grant.slot: type(given)(one for one in given if one != place)}


# --- choices that use it -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Uses:
    """Which choices use the row: by a word or argument that its file brought, or by a row that is it or came with it."""

    program: Program
    kind: str
    row: str

    @property
    def passive(self) -> bool:
        """Whether no choice can name it, so that it does what it does by itself."""
        return not any(
            self._brought(word.bundle)
            or word.row in self._rows()
            or any(
                self._brought(argument.bundle) or self._kind_of(argument.type) in dict(self._rows())
                for argument in word.args
            )
            for decision in self.program.rules.decisions
            for word in decision.words
        )

    def _rows(self) -> frozenset[tuple[str, str]]:
        """The row itself and those that its file brought, as (kind, id)."""
        key = ("uses", self.kind, self.row)
        if key not in self.program.plans:
            bundle = f"{self.kind}.{self.row}"
            brought = {
                (kind.name, row.name)
                for kind in self.program.ruleset.kinds
                for row in kind.rows
                if row.bundle == bundle
            }
            self.program.plans[key] = frozenset({(self.kind, self.row), *brought})
        found: frozenset[tuple[str, str]] = self.program.plans[key]
        return found

    def _brought(self, bundle: tuple[str, str] | None) -> bool:
        return bundle == (self.kind, self.row)

    def _kind_of(self, type_: t.Type) -> str:
        match type_:
            case t.TRow(kind=kind):
                return kind
            case t.TOptional(of=of) | t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
                return self._kind_of(of)
            case _:
                return ""

    def of(self, decision: str, choice: engine.Choice) -> bool:
        """Whether the choice uses the row."""
        shape = self.program.layout.choice_layout(decision)
        return any(self.of_part(shape, word, arguments) for word, arguments in said(shape, choice))

    def of_part(self, shape: ChoiceLayout, word: int, arguments: tuple[Any, ...]) -> bool:
        """Whether a part of a choice does: a word with its arguments."""
        entry = shape.words[word]
        if self._brought(entry.bundle) or entry.row in self._rows():
            return True
        return any(map(self._argument, entry.args, arguments))

    def _argument(self, argument: ir.Argument, value: Any) -> bool:
        layout = self.program.layout
        if self._brought(argument.bundle):
            empty = argument.default.value if argument.default else layout.empty_value(argument.type)
            if value != empty:
                return True
        kind = self._kind_of(argument.type)
        if not kind:
            return False
        names = {(kind, layout.kinds[kind].rows[place].name) for place in _places(value)}
        return not names.isdisjoint(self._rows())


def _places(value: Any) -> Iterator[int]:
    for place in value if isinstance(value, (tuple, frozenset)) else (value,):
        if isinstance(place, int) and place >= 0:
            yield place
