"""How the choices of a decision are searched: its factors, and when each refusal can be asked. Made once per decision.

A factor is a set of words that are settled together. A refusal belongs to the last factor that it can read. One that does not read a word's
arguments need be asked once for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from densho.engine.layout import ChoiceLayout
from densho.engine.program import Program
from densho.ir import nodes as ir
from densho.ir.types import TPart


@dataclass(frozen=True, slots=True)
class Factor:
    """`words` of one group that are settled together; `may_miss`: none of them need be said. With the group's places in a choice."""

    group: ir.Group
    words: tuple[int, ...]
    may_miss: bool
    parts_at: int
    count_at: int

    @property
    def sequence(self) -> bool:
        return self.group.mode == "sequence"


@dataclass(frozen=True, slots=True)
class RefusalPlace:
    """`stage`: the factor after which the refusal can be asked (-1: at once); what it reads of its own decision's words."""

    stage: int
    cut: bool
    words: frozenset[int]
    arguments: frozenset[int]


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """`entries`: the decision's own word for each word of the layout; `apart`: words that may not stand together; `blank`: a part that
    says nothing."""

    shape: ChoiceLayout
    factors: tuple[Factor, ...]
    refusals: tuple[RefusalPlace, ...]
    entries: tuple[ir.Word, ...]
    apart: tuple[frozenset[int], ...]
    blank: tuple[Any, ...]


def search_plan(program: Program, decision: ir.Decision) -> SearchPlan:
    """The plan, kept with the program."""
    key = ("search", decision.name)
    if key not in program.plans:
        program.plans[key] = _make(program, decision)
    found: SearchPlan = program.plans[key]
    return found


def _make(program: Program, decision: ir.Decision) -> SearchPlan:
    shape = program.layout.choice_layout(decision.name)
    factors = tuple(_factors(program, shape, decision))
    own = {w.name: w for w in decision.words}
    return SearchPlan(
        shape,
        factors,
        tuple(_refusal(program, shape, factors, decision, r) for r in decision.refusals),
        tuple(own[w.name] for w in shape.words),
        tuple(_apart(shape, i) for i in range(len(shape.words))),
        program.layout.empty_value(TPart(decision.root)),
    )


def _factors(program: Program, shape: ChoiceLayout, decision: ir.Decision) -> list[Factor]:
    found: list[Factor] = []
    mute = program.settled.shut_words
    for group in decision.groups:
        mine = [w for w in decision.words if w.group == group.name]
        sayable = [w for w in mine if not w.says_nothing and (decision.name, w.name) not in mute]
        words = tuple(shape.word_index[w.name] for w in sayable)
        places = shape.parts_at(group.name), shape.count_at(group.name)
        if group.mode == "any":
            found.extend(Factor(group, (word,), True, *places) for word in words)
        else:
            silent = any(w.says_nothing for w in mine)
            found.append(Factor(group, words, group.mode != "one" or silent, *places))
    return found


def _refusal(
    program: Program,
    shape: ChoiceLayout,
    factors: tuple[Factor, ...],
    decision: ir.Decision,
    refusal: ir.Refusal,
) -> RefusalPlace:
    reading = program.reads.of(
        refusal.domain, refusal.when, target=f"forbid:{refusal.decision}.{refusal.name}"
    )
    words = frozenset(shape.word_index[w] for root, w in reading.words if root == decision.root)
    arguments = frozenset(shape.word_index[w] for root, w in reading.arguments if root == decision.root)
    stage = max((i for i, f in enumerate(factors) if words & frozenset(f.words)), default=-1)
    return RefusalPlace(stage, refusal.cut, words, arguments)


def _apart(shape: ChoiceLayout, word: int) -> frozenset[int]:
    """Words that may not stand beside this one, whichever of the two says so."""
    mine = shape.words[word]
    return frozenset(
        i
        for i, other in enumerate(shape.words)
        if other.name in mine.not_beside
        or other.group in mine.not_beside
        or mine.name in other.not_beside
        or mine.group in other.not_beside
    )
