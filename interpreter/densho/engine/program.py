"""A ruleset made ready to run under one set of options.

Text of functions is generated when first needed, in a plain and a traced variant; compiled chunks are shared between all programs of the
process by their text.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import Any

from densho.engine import total
from densho.engine.assemble import drop_words
from densho.engine.codegen_flow import program_chunks
from densho.engine.codegen_rules import RuleWriter
from densho.engine.errors import RulesetFault
from densho.engine.events import Event, fired
from densho.engine.fits import fits
from densho.engine.flow import Plan, plan_flow
from densho.engine.layout import Layout, lay_out
from densho.engine.merge import merge_bags, merge_lists, merge_sets, trouble
from densho.engine.reads import Reading, Reads
from densho.engine.secrets import Secrets
from densho.engine.settle import full_options, settle
from densho.engine.tables import Tables, identifier
from densho.engine.values import to_plain
from densho.engine.words import Lexicon
from densho.ir import nodes as ir

Functions = dict[str, Any]


@lru_cache(maxsize=16384)
def _compiled(name: str, text: str) -> CodeType:
    return compile(text, f"<densho {name}>", "exec")


class Recorder:
    """What the traced variant notes while it runs."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.exceptions: dict[tuple[int, int], None] = {}

    def clear(self) -> None:
        self.names.clear()
        self.exceptions.clear()

    def seen(self, name: str) -> None:
        self.names.add(name)

    def applied(self, exception: int, me: int) -> bool:
        self.exceptions[exception, me] = None
        return True


class Program:
    """See the head of the file; made by `compile_program`."""

    def __init__(self, ruleset: ir.Ruleset, options: Mapping[str, str]) -> None:
        self.ruleset = ruleset
        self.settled = settle(ruleset, options)
        self.rules = self.settled.rules
        self.options = dict(self.settled.options)
        self.layout: Layout = lay_out(self.settled)
        self.lexicon = Lexicon(self.layout)
        self.plan: Plan = plan_flow(self.rules.flow)
        self.recorder = Recorder()
        self.lock = threading.RLock()
        self.memo: dict[Any, Any] = {}
        self.plans: dict[Any, Any] = {}

    @cached_property
    def secrets(self) -> Secrets:
        return Secrets(self.layout)

    @cached_property
    def reads(self) -> Reads:
        return Reads(self.layout)

    def folds_over(self, root: str) -> list[str]:
        """The functions of the folds over choices of a root decision."""
        return [f"f_{identifier(f.name)}" for f in self.rules.folds if self.layout.roots[f.decision] == root]

    @cached_property
    def rolls(self) -> dict[str, ir.Roll]:
        return {r.name: r for r in self.rules.rolls}

    @cached_property
    def block_number(self) -> dict[str, int]:
        """The place of a block's count of passes."""
        return {name: i for i, name in enumerate(self.layout.block_index)}

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
    def emptied(self) -> dict[str, tuple[tuple[int, Any], ...]]:
        """For each block the places of the choices that are emptied as it is entered, with the empty choice."""
        return {
            block: tuple((self.layout.choice_index[d], self.layout.choice_layout(d).empty) for d in decisions)
            for block, decisions in self.plan.asked.items()
        }

    @cached_property
    def constant_starts(self) -> dict[int, tuple[Any]]:
        """Starts of slots that are the same for everybody, always."""
        found: dict[int, tuple[Any]] = {}
        for at, slot in self.layout.slot_at.items():
            if isinstance(slot.start, ir.Const):
                value = slot.start.value
                value = self.layout.empty_value(slot.start.type) if value is None else value
                if fits(self.layout, slot.type, value):
                    found[at] = (value,)
        return found

    @cached_property
    def _present_reading(self) -> Reading:
        return self.reads.of(self.rules.present)

    @cached_property
    def present_blocks(self) -> frozenset[str]:
        """Blocks that set back something on which it depends who is present."""
        return frozenset(b for b, slots in self.resets.items() if not self._present_reading.slots.isdisjoint(slots))

    @cached_property
    def present_decisions(self) -> frozenset[str]:
        roots = {root for root, _ in self._present_reading.words}
        return frozenset(d.name for d in self.rules.decisions if d.root in roots)

    @cached_property
    def present_rolls(self) -> frozenset[str]:
        places = {r.name: self.layout.slot_index[r.holder, r.slot] for r in self.rules.rolls}
        return frozenset(name for name, at in places.items() if at in self._present_reading.slots)

    @cached_property
    def present_steps(self) -> frozenset[str]:
        """Steps after which it may be others who are present."""
        if self.rules.present is None:
            return frozenset()
        effects = [(r.step, e) for r in self.rules.rules for e in r.effects]
        steps = {f"rule:{r.name}": r.step for r in self.rules.rules}
        effects += [(steps[x.target], e) for x in self.rules.exceptions if x.target in steps for e in x.effects]
        found = {s.fades for s in self.rules.slots if self._at(s.holder, s.name) in self._present_reading.slots}
        for step, effect in effects:
            match effect:
                case ir.Put():
                    at = self._at("arena" if effect.holder is None else "fighter", effect.slot)
                    if at in self._present_reading.slots:
                        found.add(step)
                case ir.ChoiceDrop() if effect.decision in self.present_decisions:
                    found.add(step)
        return frozenset(name for name in found if name is not None)

    def _at(self, holder: str, slot: str) -> int:
        return self.layout.slot_index[holder, slot]

    @cached_property
    def decisions(self) -> dict[str, ir.Decision]:
        return self.layout.decisions

    @cached_property
    def traced(self) -> Functions:
        """The functions that record what they evaluate."""
        return self._functions(traced=True)

    @cached_property
    def plain(self) -> Functions:
        """The functions of the fast path."""
        return self._functions(traced=False)

    def _chunks(self, *, traced: bool) -> tuple[Tables, dict[str, str]]:
        tables = Tables(self.layout)
        writer = RuleWriter(self.layout, tables, traced=traced)
        return tables, dict(program_chunks(writer, self.plan))

    def _functions(self, *, traced: bool) -> Functions:
        tables, chunks = self._chunks(traced=traced)
        names: Functions = {**total.NAMES, **tables.values, "disagree": self._disagree}
        if traced:
            names.update(seen=self.recorder.seen, applied=self.recorder.applied)
        else:
            names.update(self._fast_names())
        for name, text in chunks.items():
            exec(_compiled(name, text), names)
        return names

    def _fast_names(self) -> Functions:
        """What the fast steps call."""
        spans = {}
        for place, rule in enumerate(self.rules.rules):
            spans.update({(place, -1, i): e.span for i, e in enumerate(rule.effects)})
            for number, exception in enumerate(self.rules.exceptions):
                if exception.target == f"rule:{rule.name}":
                    spans.update({(place, number, i): e.span for i, e in enumerate(exception.effects)})
        return {
            "Event": Event,
            "new": tuple.__new__,
            "spans": spans,
            "unset": object(),
            "trouble": trouble,
            "merge_sets": merge_sets,
            "merge_lists": merge_lists,
            "merge_bags": merge_bags,
            "drop_all": self._drop_all,
            "plain": partial(to_plain, self.layout),
        }

    def _drop_all(self, values: Any, drops: list[tuple[int, int, tuple[int, ...]]]) -> list[Any]:
        """The values with words taken out of choices: (place, holder, words)."""
        fields = list(values)
        decisions = {at: name for name, at in self.layout.choice_index.items()}
        for at, holder, words in drops:
            if 0 <= holder < len(fields[at]) - 1:
                row = list(fields[at])
                row[holder] = drop_words(self.layout.choice_layout(decisions[at]), row[holder], set(words))
                fields[at] = tuple(row)
        return fields

    def source(self, traced: bool = False) -> str:
        """The generated Python text."""
        tables, chunks = self._chunks(traced=traced)
        constants = [f"{name} = {value!r}\n" for name, value in sorted(tables.values.items())]
        return "".join(constants) + "\n" + "\n\n".join(chunks.values())

    def fired(self, events: Any) -> frozenset[str]:
        """Names of what a traced step evaluated or applied."""
        return fired(events)

    def _disagree(self, target: str, one: int, other: int, value: Any, second: Any) -> None:
        pair = [self.rules.exceptions[one], self.rules.exceptions[other]]
        what = target.partition(":")[2]
        told = "" if value is None and second is None else f" ({value!r} and {second!r})"
        raise RulesetFault(
            f"the exceptions `{pair[0].name}` and `{pair[1].name}` disagree about `{what}`{told}",
            tuple(e.name for e in pair),
            tuple(e.span for e in pair),
        )


KEPT_PROGRAMS = 64
_programs: OrderedDict[tuple[int, tuple[tuple[str, str], ...]], Program] = OrderedDict()


def compile_program(ruleset: ir.Ruleset, options: Mapping[str, str] | None = None) -> Program:
    """The program of a ruleset under these options (ids; missing ones have their default), kept for the next call.

    Raises `BadValue` for an unknown option or value.
    """
    chosen = full_options(ruleset, options or {})
    # INVARIANT: a kept program holds its ruleset, so that the identity stays taken.
    key = (id(ruleset), tuple(sorted(chosen.items())))
    if key not in _programs:
        _programs[key] = Program(ruleset, chosen)
        if len(_programs) > KEPT_PROGRAMS:
            _programs.popitem(last=False)
    _programs.move_to_end(key)
    return _programs[key]
