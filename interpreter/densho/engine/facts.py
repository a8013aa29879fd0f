"""What follows from a settled ruleset alone: its layout, its flow laid out, and what depends on what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from densho.engine.fits import fits
from densho.engine.flow import Plan, plan_flow
from densho.engine.layout import NO_RESULT, Layout, lay_out
from densho.engine.reads import Reading, Reads
from densho.engine.secrets import Secrets
from densho.engine.settle import Settled
from densho.engine.words import Lexicon
from densho.ir import nodes as ir


class Row(NamedTuple):
    """What a place of the state is set to: `value` for everybody and `empty` (in a tuple) at the row's end, or the arena's `value`."""

    at: int
    value: Any
    empty: tuple[Any] | None


class Facts:
    """See the head of the file; each fact is found out when first asked for."""

    def __init__(self, settled: Settled) -> None:
        self.settled = settled
        self.rules = settled.rules
        self.options = dict(settled.options)
        self.layout: Layout = lay_out(settled)
        self.lexicon = Lexicon(self.layout)
        self.plan: Plan = plan_flow(self.rules.flow)

    @cached_property
    def secrets(self) -> Secrets:
        return Secrets(self.layout)

    @cached_property
    def reads(self) -> Reads:
        return Reads(self.layout)

    @cached_property
    def decisions(self) -> dict[str, ir.Decision]:
        return self.layout.decisions

    @cached_property
    def rolls(self) -> dict[str, ir.Roll]:
        return {r.name: r for r in self.rules.rolls}

    @cached_property
    def block_number(self) -> dict[str, int]:
        """The place of the count of passes of each block that may only have so many."""
        bounded = [i.name for i in self.plan.instructions if i.op == "again" and i.at_most is not None]
        return {name: i for i, name in enumerate(bounded)}

    @cached_property
    def ask_places(self) -> dict[int, tuple[str, int]]:
        """For each place in the flow where a decision is asked its name and where its choices stand."""
        asks = [(i, x.name) for i, x in enumerate(self.plan.instructions) if x.op == "ask"]
        return {i: (name, self.layout.choice_index[name]) for i, name in asks}

    # --- starts

    @cached_property
    def start_order(self) -> tuple[int, ...]:
        """Places of all slots, those that other starts read first."""
        done: dict[int, None] = {}

        def visit(at: int, above: frozenset[int]) -> None:
            if at in done or at in above:
                return
            for other in sorted(self.reads.of(self.layout.slot_at[at].start).slots):
                visit(other, above | {at})
            done[at] = None

        for at in self.layout.slot_at:
            visit(at, frozenset())
        return tuple(done)

    @cached_property
    def resets(self) -> dict[str, tuple[int, ...]]:
        """For each block the places of the slots that it sets back, in order of need."""
        return {
            block: tuple(at for at in self.start_order if self.layout.slot_at[at].each == block)
            for block in self.layout.block_index
        }

    @cached_property
    def constant_starts(self) -> dict[int, Any]:
        """Starts of slots that are the same for everybody, always."""
        found: dict[int, Any] = {}
        for at, slot in self.layout.slot_at.items():
            if isinstance(slot.start, ir.Const):
                value = slot.start.value
                value = self.layout.empty_value(slot.start.type) if value is None else value
                if fits(self.layout, slot.type, value):
                    found[at] = value
        return found

    @cached_property
    def entering(self) -> dict[str, tuple[list[Row], list[tuple[int, bool]]]]:
        """What entering each block sets: rows that are always alike, and places of slots whose start is to be computed.

        With the latter, whether it reads one computed before it.
        """
        return {
            block: (list(self._rows(block)), list(self._computed(block))) for block in self.layout.block_index
        }

    def _rows(self, block: str) -> Iterator[Row]:
        yield Row(self.layout.block_index[block], NO_RESULT, None)
        for decision in self.plan.asked[block]:
            empty = self.layout.choice_layout(decision).empty
            yield Row(self.layout.choice_index[decision], empty, (empty,))
        for at in self.resets[block]:
            slot = self.layout.slot_at[at]
            if at in self.constant_starts:
                empty = (self.layout.empty_value(slot.type),)
                yield Row(at, self.constant_starts[at], None if slot.holder == "arena" else empty)

    def _computed(self, block: str) -> Iterator[tuple[int, bool]]:
        before: set[int] = set()
        for at in self.resets[block]:
            if at not in self.constant_starts:
                yield at, not before.isdisjoint(self.reads.of(self.layout.slot_at[at].start).slots)
                before.add(at)

    # --- who is present

    @cached_property
    def _present(self) -> Reading:
        return self.reads.of(self.rules.present)

    @cached_property
    def present_blocks(self) -> frozenset[str]:
        """Blocks that set back something on which it depends who is present."""
        return frozenset(b for b, slots in self.resets.items() if not self._present.slots.isdisjoint(slots))

    @cached_property
    def present_decisions(self) -> frozenset[str]:
        roots = {root for root, _ in self._present.words}
        return frozenset(d.name for d in self.rules.decisions if d.root in roots)

    @cached_property
    def present_rolls(self) -> frozenset[str]:
        places = {r.name: self.layout.slot_index[r.holder, r.slot] for r in self.rules.rolls}
        return frozenset(name for name, at in places.items() if at in self._present.slots)

    @cached_property
    def present_steps(self) -> frozenset[str]:
        """Steps after which it may be others who are present."""
        if self.rules.present is None:
            return frozenset()
        found = {
            s.fades
            for s in self.rules.slots
            if self.layout.slot_index[s.holder, s.name] in self._present.slots
        }
        found |= {step for step, effect in self._effects() if self._moves_present(effect)}
        return frozenset(name for name in found if name is not None)

    def _effects(self) -> Iterator[tuple[str, ir.Effect]]:
        """All effects with their steps."""
        steps = {f"rule:{r.name}": r.step for r in self.rules.rules}
        for rule in self.rules.rules:
            yield from ((rule.step, effect) for effect in rule.effects)
        for exception in self.rules.exceptions:
            if exception.target in steps:
                yield from ((steps[exception.target], effect) for effect in exception.effects)

    def _moves_present(self, effect: ir.Effect) -> bool:
        match effect:
            case ir.Put():
                holder = "arena" if effect.holder is None else "fighter"
                return self.layout.slot_index[holder, effect.slot] in self._present.slots
            case ir.ChoiceDrop():
                return effect.decision in self.present_decisions
            case _:
                return False
