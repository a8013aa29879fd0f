"""A ruleset made ready to run under one set of options.

Text of functions is generated when first needed, in a plain and a traced variant; compiled chunks are shared between all programs of the
process by their text.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import Any

from densho.engine import total
from densho.engine.assemble import drop_words
from densho.engine.codegen_fast import span_name
from densho.engine.codegen_flow import program_chunks
from densho.engine.codegen_loop import fast_chunks
from densho.engine.codegen_rules import RuleWriter
from densho.engine.errors import RulesetFault, TimeIsUp
from densho.engine.events import Event, fired
from densho.engine.facts import Facts
from densho.engine.merge import Trouble, merge_bags, merge_lists, merge_sets, trouble
from densho.engine.settle import full_options, settle
from densho.engine.state import Ending
from densho.engine.tables import Tables, identifier
from densho.engine.values import to_plain
from densho.ir import nodes as ir
from densho.messages import say

Functions = dict[str, Any]


@lru_cache(maxsize=16384)
def _compiled(name: str, text: str) -> CodeType:
    return compile(text, f"<densho {name}>", "exec")


class Recorder:
    """What the traced variant notes while it runs.

    `exceptions`: of those that applied (number, seat), whether they made a difference; `pairs`: (relation, left row, right row) that were asked about.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.exceptions: dict[tuple[int, int], bool] = {}
        self.pairs: set[tuple[str, int, int]] = set()
        self.aside = False
        self.period = 0

    def clear(self) -> None:
        self.period += 1
        self.names.clear()
        self.exceptions.clear()
        self.pairs.clear()

    def still(self, entry: tuple[Any, Any, int] | None, state: Any) -> bool:
        """Whether a result that was kept holds in this state, and all that it asked has been noted since the last clearing."""
        return entry is not None and entry[0] is state and entry[2] == self.period

    def keep(self, memory: dict[int, tuple[Any, Any, int]], whose: int, state: Any, result: Any) -> Any:
        """Keeps a result, unless what it asked is not noted."""
        if not self.aside:
            memory[whose] = (state, result, self.period)
        return result

    def seen(self, name: str) -> None:
        if not self.aside:
            self.names.add(name)

    def related(self, relation: str, table: tuple[tuple[bool, ...], ...], left: int, right: int) -> bool:
        """The cell of the relation's table; rows that are nothing ask about no pair."""
        if left >= 0 and right >= 0 and not self.aside:
            self.pairs.add((relation, left, right))
        return table[left][right]

    def applied(self, exception: int, me: int, altered: bool = True) -> bool:
        if not self.aside:
            self.exceptions[exception, me] = altered or self.exceptions.get((exception, me), False)
        return True

    def altered(self, exception: int, me: int, value: Any, base: Callable[[], Any]) -> None:
        """Notes an exception that gave a value, and whether it is another than without it; what is asked only for that is not noted."""
        if self.aside or self.exceptions.get((exception, me)):
            return
        self.aside = True
        try:
            different = bool(base() != value)
        except TimeIsUp:
            raise
        except RulesetFault:
            different = True
        finally:
            self.aside = False
        self.exceptions[exception, me] = different


class Program(Facts):
    """See the head of the file; made by `compile_program`."""

    def __init__(self, ruleset: ir.Ruleset, options: Mapping[str, str]) -> None:
        super().__init__(settle(ruleset, options))
        self.ruleset = ruleset
        self.recorder = Recorder()
        self.lock = threading.RLock()
        self.memo: dict[Any, Any] = {}
        self.plans: dict[Any, Any] = {}

    def folds_over(self, root: str) -> list[str]:
        """The functions of the folds over choices of a root decision."""
        return [f"f_{identifier(f.name)}" for f in self.rules.folds if self.layout.roots[f.decision] == root]

    @cached_property
    def traced(self) -> Functions:
        """The functions that record what they evaluate."""
        return self._functions(traced=True)

    @cached_property
    def plain(self) -> Functions:
        """The functions of the fast path."""
        try:
            return self._functions(traced=False, inline=True)
        except (SyntaxError, MemoryError, RecursionError):  # brackets nested deeper than Python reads
            return self._functions(traced=False)

    def _chunks(self, *, traced: bool, inline: bool) -> tuple[Tables, dict[str, str]]:
        tables = Tables(self.layout)
        writer = RuleWriter(self.layout, tables, traced=traced, inline=inline)
        chunks = dict(program_chunks(writer, self.plan))
        if not traced:
            chunks.update(fast_chunks(self, writer))
        return tables, chunks

    def _functions(self, *, traced: bool, inline: bool = False) -> Functions:
        tables, chunks = self._chunks(traced=traced, inline=inline)
        names = self.known(tables)
        if traced:
            note = self.recorder
            names.update(seen=note.seen, applied=note.applied, altered=note.altered, related=note.related)
            names.update(still=note.still, keep=note.keep)
        else:
            names.update(self._fast_names())
        for name, text in chunks.items():
            exec(_compiled(name, text), names)
        return names

    def known(self, tables: Tables) -> Functions:
        """What all generated code may call."""
        return {
            **total.NAMES,
            **tables.values,
            "disagree": self._disagree,
            "nothing_used": frozenset(),
        }

    def _fast_names(self) -> Functions:
        """What the fast steps call."""
        spans: Functions = {}
        for place, rule in enumerate(self.rules.rules):
            spans.update({span_name(place, -1, i): e.span for i, e in enumerate(rule.effects)})
            for number, exception in enumerate(self.rules.exceptions):
                if exception.target == f"rule:{rule.name}":
                    spans.update(
                        {span_name(place, number, i): e.span for i, e in enumerate(exception.effects)}
                    )
        return {
            **spans,
            "FAULTS": (Trouble, RulesetFault),
            "Event": Event,
            "Ending": Ending,
            "new": tuple.__new__,
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
        tables, chunks = self._chunks(traced=traced, inline=not traced)
        constants = [f"{name} = {value!r}\n" for name, value in sorted(tables.values.items())]
        return "".join(constants) + "\n" + "\n\n".join(chunks.values())

    def noted(self) -> set[str]:
        """The names of all that the traced variant noted since it was last cleared, but exceptions."""
        kinds = {one.name: (one.left, one.right) for one in self.rules.relations}
        rows = {name: kind.rows for name, kind in self.layout.kinds.items()}
        pairs = {
            f"relation:{name}:{rows[kinds[name][0]][left].name}:{rows[kinds[name][1]][right].name}"
            for name, left, right in self.recorder.pairs
        }
        return self.recorder.names | pairs

    def fired(self, events: Any) -> frozenset[str]:
        """Names of what a traced step evaluated or applied."""
        return fired(events)

    def _disagree(self, target: str, one: int, other: int, value: Any, second: Any) -> None:
        pair = [self.rules.exceptions[one], self.rules.exceptions[other]]
        what = target.partition(":")[2]
        message = say(
            "the exceptions `{one}` and `{other}` disagree about `{what}`",
            one=pair[0].name,
            other=pair[1].name,
            what=what,
        )
        if value is not None or second is not None:
            message = say(
                "{fault} ({one} and {other})",
                fault=message,
                one=self._written(what, value),
                other=self._written(what, second),
            )
        raise RulesetFault(
            message,
            tuple(e.name for e in pair),
            tuple(e.span for e in pair),
            (say("let one of them say `over:` the other, or their conditions exclude each other"),),
        )

    def _written(self, definition: str, value: Any) -> str:
        """A value of the definition for people; fighters by their seats."""
        type_ = next(one.type for one in self.rules.definitions if one.name == definition)
        seats = tuple(f"seat {number + 1}" for number in range(self.rules.seats[1]))
        return _text(to_plain(self.layout, type_, value, seats))


def _text(plain: Any) -> str:
    match plain:
        case None:
            return "nothing"
        case bool():
            return "true" if plain else "false"
        case list():
            return f"[{', '.join(map(_text, plain))}]"
        case Mapping():
            return ", ".join(f"{name} {_text(one)}" for name, one in plain.items())
        case _:
            return str(plain)


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
