"""The end of a step: what all rules wrote becomes one change of the state, or a fault that names the rules.

Comes in: the state before the step, and the records that the step's function left (`codegen_rules.step`): which rule fired for whom and what it
put, told, dropped or decided. Goes out: the state after it, with the events and verdicts. This is the careful way, which knows every rule by
name; it also explains what went wrong when the fast one gives up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from densho.engine.assemble import drop_words
from densho.engine.codegen_rules import ARENA
from densho.engine.errors import RulesetFault
from densho.engine.fits import bounds_text, elements_fit, fits
from densho.engine.layout import NAMES, ChoiceLayout, Values
from densho.engine.order import ordered
from densho.engine.program import Functions, Program
from densho.engine.state import Cause, Ending
from densho.engine.sure import bounded_elements
from densho.engine.values import to_plain
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.messages import Text, say

_HOLD_BACK = say("let the rule's condition see to it, or declare the slot `clamped`")


@dataclass(frozen=True, slots=True)
class Write:
    op: str
    value: Any
    whole: bool
    cause: Cause


@dataclass(frozen=True, slots=True)
class Change:
    """What a slot became: its place, whose (None: the arena's), old and new value, and why (none: it faded)."""

    at: int
    seat: int | None
    old: Any
    new: Any
    causes: tuple[Cause, ...]


@dataclass(slots=True)
class Outcome:
    """Of a whole step."""

    values: Values
    endings: list[Ending] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


def commit(
    program: Program, functions: Functions, step: str, before: Values, records: Iterable[tuple[Any, ...]]
) -> Outcome:
    """Raises `RulesetFault`; then nothing has changed."""
    return _Commit(program, functions, step, before).run(records)


class _Commit:
    def __init__(self, program: Program, functions: Functions, step: str, before: Values) -> None:
        self.program = program
        self.layout = program.layout
        self.functions = functions
        self.step = step
        self.before = before
        self.seats = len(before[NAMES]) - 1
        self.puts: dict[tuple[int, int], list[Write]] = {}
        self.drops: dict[tuple[int, int], set[int]] = {}
        self.outcome = Outcome(before)

    def run(self, records: Iterable[tuple[Any, ...]]) -> Outcome:
        self._sort(records)
        after: dict[int, list[Any]] = {}
        single: dict[int, Any] = {}
        for (at, holder), writes in self.puts.items():
            new = self._new_value(at, holder, writes)
            self._note(at, holder, new, tuple(dict.fromkeys(w.cause for w in writes)))
            if holder == ARENA:
                single[at] = new
            else:
                after.setdefault(at, list(self.before[at]))[holder] = new
        for (at, holder), words in self.drops.items():
            row = after.setdefault(at, list(self.before[at]))
            row[holder] = drop_words(self._shape(at), row[holder], words)
        self._fade(after, single)
        values = list(self.before)
        for at, row in after.items():
            values[at] = tuple(row)
        for at, value in single.items():
            values[at] = value
        self.outcome.values = tuple(values)
        return self.outcome

    def _sort(self, records: Iterable[tuple[Any, ...]]) -> None:
        cause: Cause = (-1, -1)
        for record in records:
            match record:
                case ("rule", rule, exception, _, _):
                    cause = (rule, exception)
                case ("put", at, holder, op, value, whole):
                    if holder == ARENA or 0 <= holder < self.seats:
                        self.puts.setdefault((at, holder), []).append(Write(op, value, whole, cause))
                case ("drop", at, holder, words):
                    if 0 <= holder < self.seats:
                        self.drops.setdefault((at, holder), set()).update(words)
                case ("verdict", kind, block, who, by):
                    self.outcome.endings.append(Ending(kind, block, who, by, cause))

    def _shape(self, at: int) -> ChoiceLayout:
        name = next(d for d, place in self.layout.choice_index.items() if place == at)
        return self.layout.choice_layout(name)

    def _note(self, at: int, holder: int, new: Any, causes: tuple[Cause, ...]) -> None:
        seat = None if holder == ARENA else holder
        old = self.before[at] if seat is None else self.before[at][seat]
        if old != new:
            self.outcome.changes.append(Change(at, seat, old, new, causes))

    # --- values

    def _new_value(self, at: int, holder: int, writes: list[Write]) -> Any:
        slot = self.layout.slot_at[at]
        old = self.before[at] if holder == ARENA else self.before[at][holder]
        setting = [w for w in writes if w.op == ":="]
        if setting:
            other = next((w for w in writes if w.op != ":=" or w.value != setting[0].value), None)
            if other is not None:
                self._conflict(at, holder, setting[0], other)
            new = setting[0].value
        else:
            new = self._accumulated(at, holder, slot, old, writes)
        return self._bounded(at, holder, slot, new, writes)

    def _accumulated(self, at: int, holder: int, slot: ir.Slot, old: Any, writes: list[Write]) -> Any:
        match slot.type:
            case t.TSet():
                return self._set(at, holder, old, writes)
            case t.TList():
                return self._list(at, holder, slot.type, old, writes)
            case t.TBag():
                return self._bag(at, holder, old, writes)
            case _:
                return (old or 0) + sum((w.value or 0) * (1 if w.op == "+=" else -1) for w in writes)

    def _elements(self, writes: list[Write], op: str) -> list[Any]:
        found: list[Any] = []
        for write in writes:
            if write.op == op:
                found.extend(ordered(write.value) if write.whole else [write.value])
        return found

    def _both_ways(self, at: int, holder: int, writes: list[Write]) -> None:
        """The same element added and taken is a conflict."""
        for taking in (w for w in writes if w.op == "-="):
            taken = set(taking.value) if taking.whole else {taking.value}
            for adding in (w for w in writes if w.op == "+="):
                added = set(adding.value) if adding.whole else {adding.value}
                if taken & added:
                    self._conflict(at, holder, adding, taking)

    def _set(self, at: int, holder: int, old: frozenset[Any], writes: list[Write]) -> frozenset[Any]:
        self._both_ways(at, holder, writes)
        return (old - frozenset(self._elements(writes, "-="))) | frozenset(self._elements(writes, "+="))

    def _list(
        self, at: int, holder: int, type_: t.TList, old: tuple[Any, ...], writes: list[Write]
    ) -> tuple[Any, ...]:
        self._both_ways(at, holder, writes)
        taken = Counter(self._elements(writes, "-="))
        kept = []
        for item in old:
            if taken[item] > 0:
                taken[item] -= 1
            else:
                kept.append(item)
        added = self._elements(writes, "+=")
        return (*kept, *(sorted(added) if isinstance(type_.of, t.TRow) else added))

    def _bag(self, at: int, holder: int, old: tuple[Any, ...], writes: list[Write]) -> tuple[Any, ...]:
        left = Counter(old)
        for write in (w for w in writes if w.op == "-="):
            for item in write.value if write.whole else [write.value]:
                left[item] -= 1
                if left[item] < 0:
                    plain = self._plain(at, item, element=True)
                    self._fault(
                        say(
                            "{slot} does not hold {value!r}, which is taken from it",
                            slot=self._where(at, holder),
                            value=plain,
                        ),
                        [write],
                    )
        return tuple(ordered([*left.elements(), *self._elements(writes, "+=")]))

    def _bounded(self, at: int, holder: int, slot: ir.Slot, new: Any, writes: list[Write]) -> Any:
        if slot.clamp is not None and new is not None:
            new = self._clamped(at, holder, slot, new)
        if not fits(self.layout, slot.type, new):
            self._misplaced(at, holder, slot, new, writes)
            plain = self._plain(at, new)
            self._fault(
                say(
                    "{slot} would be {value}, outside {bounds}",
                    slot=self._where(at, holder),
                    value=say("nothing") if plain is None else plain,
                    bounds=bounds_text(slot.type),
                ),
                writes,
                *((_HOLD_BACK,) if isinstance(slot.type, t.TInt) else ()),
            )
        return new

    def _misplaced(self, at: int, holder: int, slot: ir.Slot, new: Any, writes: list[Write]) -> None:
        """The fault of a collection with a number that it may not hold."""
        of = bounded_elements(slot.type)
        if of is None or elements_fit(slot.type, new):
            return
        strange = next(item for item in ordered(new) if not fits(self.layout, of, item))
        putting = [
            w
            for w in writes
            if w.op != "-=" and strange in (self._elements([w], w.op) if w.op != ":=" else w.value)
        ]
        self._fault(
            say(
                "{slot} would hold {value}, outside {bounds}",
                slot=self._where(at, holder),
                value=say("nothing") if strange is None else strange,
                bounds=bounds_text(of),
            ),
            putting or writes,
        )

    def _clamped(self, at: int, holder: int, slot: ir.Slot, new: int) -> int:
        if slot.clamp:
            low = self.functions[f"low_{at}"](self.before, holder)
            high = self.functions[f"high_{at}"](self.before, holder)
        else:
            of = slot.type.of if isinstance(slot.type, t.TOptional) else slot.type
            assert isinstance(of, t.TInt)
            low, high = of.lo, of.hi
        if high is not None:
            new = min(new, high)
        return new if low is None else max(new, low)

    def _fade(self, after: dict[int, list[Any]], single: dict[int, Any]) -> None:
        for at, slot in self.layout.slot_at.items():
            if slot.fades != self.step:
                continue
            start = self.functions[f"start_{at}"]
            if slot.holder == "arena":
                if (at, ARENA) not in self.puts:
                    single[at] = start(self.before, -1)
                    self._note(at, ARENA, single[at], ())
                continue
            row = after.setdefault(at, list(self.before[at]))
            for seat in range(self.seats):
                if (at, seat) not in self.puts:
                    row[seat] = start(self.before, seat)
                    self._note(at, seat, row[seat], ())

    # --- faults

    def _where(self, at: int, holder: int) -> str:
        slot = self.layout.slot_at[at]
        if holder == ARENA:
            return f"`{slot.name}`"
        return say("`{slot}` of {name}", slot=slot.name, name=self.before[NAMES][holder])

    def _plain(self, at: int, value: Any, *, element: bool = False) -> Any:
        type_ = self.layout.slot_at[at].type
        if element and isinstance(type_, (t.TSet, t.TList, t.TBag)):
            type_ = type_.of
        return to_plain(self.layout, type_, value, self.before[NAMES])

    def _told(self, at: int, write: Write) -> str:
        collection = isinstance(self.layout.slot_at[at].type, (t.TSet, t.TList, t.TBag))
        element = collection and write.op != ":=" and not write.whole
        return f"{write.op} {self._plain(at, write.value, element=element)}"

    def _conflict(self, at: int, holder: int, one: Write, other: Write) -> None:
        names = [cause_name(self.program, w.cause) for w in (one, other)]
        self._fault(
            say(
                "{slot} is written in two ways: `{rule}` {effect}, `{other}` {other_effect}",
                slot=self._where(at, holder),
                rule=names[0],
                effect=self._told(at, one),
                other=names[1],
                other_effect=self._told(at, other),
            ),
            [one, other],
        )

    def _fault(self, message: Text, writes: list[Write], *advice: Text) -> None:
        causes = list(dict.fromkeys(w.cause for w in writes))
        raise RulesetFault(
            message,
            tuple(cause_name(self.program, c) for c in causes),
            tuple(cause_item(self.program, c).span for c in causes),
            advice,
        )


def cause_item(program: Program, cause: Cause) -> ir.Rule | ir.Exception_:
    """The rule, or the exception that replaced its effects."""
    return program.rules.rules[cause[0]] if cause[1] < 0 else program.rules.exceptions[cause[1]]


def cause_name(program: Program, cause: Cause) -> str:
    return cause_item(program, cause).name
