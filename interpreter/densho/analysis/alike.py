"""Whether a row, such as a technique, is another one under other names: what happens to who has it happens to who has the other.

Two fights are played side by side, with the same dice. In one of them a fighter has the row, in the other the other one; what is chosen in the first is
chosen in the second too, with the names changed; then what can be read of the step and every slot have to be the same, with the names changed. One difference is
enough to tell them apart; that none was found is told with how often they were used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from densho import engine
from densho.analysis.budget import Budget, Meter, Progress
from densho.analysis.choosing import choices_of
from densho.analysis.granting import Grant, Uses, find_grant, granted
from densho.analysis.secrecy import Start
from densho.engine import Choice, Program, SeededDice, State
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.ir.walk import nodes

FIGHTS = 60
DECISIONS = 40
LISTED = 60
DRAWN = 12
REASON = "reason"
"""The kind of the words behind `by`; its rows belong to no file's bundle."""
ENOUGH = 12
"""Used so often without a difference, they count as alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """`used`: in how many steps the row and its counterpart were used; `differs`: whether something came out otherwise in one of them or elsewhere."""

    kind: str
    row: str
    other: str
    fights: int
    used: int
    differs: bool

    @property
    def same(self) -> bool:
        """Whether they could not be told apart, and there was occasion to."""
        return not self.differs and self.used >= ENOUGH


def alike(
    starts: Sequence[Start],
    kind: str,
    row: str,
    other: str,
    *,
    seed: int = 1,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Alike | None:
    """Compares two rows of a kind under the ruleset that holds both; None if what they bring cannot be paired off.

    The same seed and an equal budget of work give the same answer.
    """
    if not starts:
        return None
    ruleset = starts[0].program.ruleset
    renaming = _renaming(ruleset, kind, row, other)
    grant = find_grant(ruleset, kind)
    if renaming is None:
        return None
    meter = Meter(budget or Budget(), progress)
    played = _Pairs(kind, row, other, grant, renaming, seed, meter)
    pairs = [(start, seat) for start in starts for seat in range(len(start.setup.fighters))]
    with meter.guard():
        for number in range(FIGHTS):
            if played.differs or meter.out or played.used >= 4 * ENOUGH:
                break
            start, seat = pairs[number % len(pairs)]
            played.fight(start, seat, number)
    return Alike(
        kind=kind, row=row, other=other, fights=played.fights, used=played.used, differs=played.differs
    )


# --- names -------------------------------------------------------------------------------------------


def _renaming(ruleset: ir.Ruleset, kind: str, row: str, other: str) -> dict[str, str] | None:
    """What of the one is called how in the other, by order; None if they bring different numbers of things."""
    found = {row: other}
    for mine, others in zip(_brought(ruleset, kind, row), _brought(ruleset, kind, other), strict=True):
        if len(mine) != len(others):
            return None
        found |= {one: two for one, two in zip(mine, others, strict=True) if one != two}
    return found


def _brought(ruleset: ir.Ruleset, kind: str, row: str) -> Iterator[tuple[str, ...]]:
    """Ids of what a row's file brings, sort by sort: rows of each kind, words of each decision, slots, events, reasons."""
    bundle = f"{kind}.{row}"
    for one in ruleset.kinds:
        yield tuple(each.name for each in one.rows if each.bundle == bundle and each.name != row)
    for decision in ruleset.decisions:
        if decision.root == decision.name:
            yield tuple(
                word.name
                for word in decision.words
                if bundle in (".".join(word.bundle or ()), ".".join(word.row or ()))
            )
    yield tuple(slot.name for slot in ruleset.slots if slot.bundle == bundle)
    yield tuple(one.event for one in own_events(ruleset, bundle))
    yield own_reasons(ruleset, bundle)


def own_events(ruleset: ir.Ruleset, bundle: str) -> tuple[ir.Tell, ...]:
    """The events that a row's file tells of and nothing else does, each as it is told first."""
    own: dict[str, ir.Tell] = {}
    others: set[str] = set()
    for item in (*ruleset.rules, *ruleset.exceptions):
        for node in nodes(item):
            if isinstance(node, ir.Tell) and item.bundle == bundle:
                own.setdefault(node.event, node)
            elif isinstance(node, ir.Tell):
                others.add(node.event)
    return tuple(one for one in own.values() if one.event not in others)


def own_reasons(ruleset: ir.Ruleset, bundle: str) -> tuple[str, ...]:
    """The reasons of verdicts that stand first in the row's file."""
    every = [(kind.name, row) for kind in ruleset.kinds for row in kind.rows]
    files = {row.span.path for kind, row in every if f"{kind}.{row.name}" == bundle}
    bases = {kind.span.path for kind in ruleset.kinds}
    return tuple(row.name for kind, row in every if kind == REASON and row.span.path in files - bases)


# --- fights side by side -----------------------------------------------------------------------------


@dataclass
class _Pairs:
    kind: str
    row: str
    other: str
    grant: Grant | None
    renaming: Mapping[str, str]
    seed: int
    meter: Meter
    fights: int = 0
    used: int = 0
    differs: bool = False

    def fight(self, start: Start, seat: int, number: int) -> None:
        """One fight in two ways; the first difference ends it."""
        rng = random.Random(f"{self.seed}/alike/{number}")
        try:
            first, second = (self._given(start, seat, row) for row in (self.row, self.other))
            states = tuple(self._begun(one, number) for one in (first, second))
        except DenshoError:
            return
        self.fights += 1
        try:
            self._played(start.program, seat, states, number, rng)
        except DenshoError:
            return

    def _given(self, start: Start, seat: int, row: str) -> Start:
        rows = (self.row, self.other)
        if self.grant is None:
            return start
        for one in rows:
            start = granted(start, self.grant, self.kind, one, frozenset())
        return granted(start, self.grant, self.kind, row, frozenset({seat}))

    def _begun(self, start: Start, number: int) -> State:
        return engine.start(start.program, start.setup, SeededDice(f"{self.seed}/{number}"), trace=False)[0]

    def _played(
        self, program: Program, seat: int, states: tuple[State, ...], number: int, rng: random.Random
    ) -> None:
        uses = Uses(program, self.kind, self.row)
        for turn in range(DECISIONS):
            if states[0].outcome is not None or self.meter.out:
                return
            owed = engine.owed(program, states[0])
            chosen = {one: self._choice(program, uses, states[0], one, one == seat, rng) for one in owed}
            texts = {
                one: engine.print_choice(program, owed[one], choice, states[0].names)
                for one, choice in chosen.items()
            }
            after = self._after(program, states[1], texts)
            self.meter.add(2)
            if after is None:
                self.differs = True
                return
            used = seat in chosen and uses.of(owed[seat], chosen[seat])
            dice = [SeededDice(f"{self.seed}/{number}/{turn}") for _ in range(2)]
            one, events = engine.step(program, states[0], chosen, dice[0], trace=False, judged=True)
            two, others = engine.step(program, states[1], after, dice[1], trace=False, judged=True)
            self.used += used
            if self._told(events) != self._told(others) or self._full(program, one) != self._full(
                program, two
            ):
                self.differs = True
                return
            states = (one, two)

    def _choice(
        self, program: Program, uses: Uses, state: State, seat: int, user: bool, rng: random.Random
    ) -> Choice:
        """Any legal choice; of the fighter with the row one that uses it, if there is one, two times out of three."""
        decision = engine.owed(program, state)[seat]
        if user and rng.random() < 2 / 3:
            found = choices_of(program, state, seat, rng, list_up_to=LISTED, draw=DRAWN, wish=uses.of)
            using = [choice for choice in found.choices if uses.of(decision, choice)]
            if using:
                return rng.choice(using)
        return engine.sample(program, state, seat, rng)

    def _after(self, program: Program, state: State, texts: Mapping[int, str]) -> dict[int, Choice] | None:
        """The same choices under the other names; None if one of them is refused, or not owed."""
        if set(texts) != set(engine.owed(program, state)):
            return None
        found: dict[int, Choice] = {}
        for seat, text in texts.items():
            judged = engine.judge(program, state, seat, self._renamed_text(text))
            if judged.refusals or judged.choice is None:
                return None
            found[seat] = judged.choice
        return found

    # --- comparing

    def _renamed_text(self, text: str) -> str:
        return " ".join(
            f"{self.renaming.get(word.rstrip(';'), word.rstrip(';'))}{';' * word.endswith(';')}"
            for word in text.split(" ")
        )

    def _told(self, events: Sequence[engine.Event]) -> list[Any]:
        return [self._renamed([one.kind, one.name, *one.fields]) for one in events if one.kind != "trace"]

    def _full(self, program: Program, state: State) -> Any:
        """All slots but the one that grants the row, which is not the same by intention."""
        full = engine.full(program, state)
        slot = None if self.grant is None else self.grant.slot
        return self._renamed(
            {
                holder: {name: one for name, one in slots.items() if name != slot}
                for holder, slots in full.items()
            }
        )

    def _renamed(self, value: Any) -> Any:
        match value:
            case str():
                return self.renaming.get(value, value)
            case Mapping():
                found = {self._renamed(key): self._renamed(one) for key, one in value.items()}
                return {key: found[key] for key in sorted(found, key=str)}
            case list() | tuple():
                return sorted((self._renamed(one) for one in value), key=repr)
            case _:
                return value
