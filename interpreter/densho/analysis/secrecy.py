"""Secrecy by machine: what a fighter may not know is varied, and all that he can observe must stay the same.

Fights are played at random from given starts. At every decision three things are varied, and for every fighter who should not
notice, two positions are compared that differ in nothing else:

* **choices** handed in and not yet revealed: another legal choice instead;
* **hidden words** of a choice: the same choice without them, played on to the next decision;
* **hidden slots**: another value of the slot's type, looked at here and played on to the next decision.

Compared are the view, what is owed, the legal choices, the refusals of many texts, and the log. When playing on, an event that a rule
tells to everybody counts as the reveal; what differs after it is no leak. What somebody owes is a reveal too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from densho import engine
from densho.engine import Event, Program, SeededDice, Setup, State
from densho.engine.deadline import within
from densho.engine.errors import TimeIsUp
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.messages import say

LISTED = 400
"""So many legal choices are compared one by one; of more, some that are drawn alike."""


@dataclass(frozen=True, slots=True)
class Start:
    """A start position to play from, under these options."""

    program: Program
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """`viewer` notices what he should not: `varied` says what was varied, `noticed` where it shows, `before` and `after` what he sees."""

    viewer: str
    varied: str
    noticed: str
    before: str
    after: str


@dataclass(slots=True)
class SecrecyReport:
    """`variations`: how many of each sort were compared. None at all means that there was nothing to vary."""

    fights: int = 0
    decisions: int = 0
    variations: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)
    faults: list[DenshoError] = field(default_factory=list)
    """Why fights broke off: the ruleset contradicts itself there."""

    @property
    def nothing_to_vary(self) -> bool:
        return not self.variations


def check_secrecy(
    starts: Sequence[Start], *, seed: int = 1, fights: int = 40, decisions: int = 30
) -> SecrecyReport:
    """Plays `fights` fights of at most `decisions` decisions each, none after one whose rules took too long. The same seed gives the same report."""
    report = SecrecyReport()
    for number in range(fights):
        start = starts[number % len(starts)]
        _Fight(start, random.Random(f"{seed}/{number}"), f"{seed}/{number}", report).play(decisions)
        report.fights += 1
        if any(isinstance(fault, TimeIsUp) for fault in report.faults):
            break
    return report


@dataclass(frozen=True, slots=True)
class _Observed:
    """All that a fighter can observe in a position."""

    view: dict[str, dict[str, Any]]
    owed: dict[int, str]
    legal: tuple[str, ...]
    refusals: tuple[tuple[str, tuple[str, ...]], ...]


class _Fight:
    def __init__(self, start: Start, rng: random.Random, seed: str, report: SecrecyReport) -> None:
        self.program = start.program
        self.setup = start.setup
        self.rng = rng
        self.seed = seed
        self.report = report
        self.seen: set[tuple[str, str]] = set()

    def play(self, decisions: int) -> None:
        try:
            with within():
                state, _events = engine.start(self.program, self.setup, SeededDice(self.seed))
            for _ in range(decisions):
                if not engine.owed(self.program, state):
                    return
                self.report.decisions += 1
                with within():
                    state = self.decision(state)
        except DenshoError as fault:
            self.report.faults.append(fault)

    def decision(self, state: State) -> State:
        """Varies everything at this decision, then goes on with random choices."""
        owed = engine.owed(self.program, state)
        chosen = {seat: engine.sample(self.program, state, seat, self.rng) for seat in owed}
        probes = self.probes(state, chosen)
        self.vary_pending(state, chosen, probes)
        self.vary_words(state, chosen, probes)
        self.vary_slots(state, chosen, probes)
        after, _events = self.step(state, chosen)
        return after

    def step(self, state: State, chosen: Mapping[int, Any]) -> tuple[State, tuple[Event, ...]]:
        dice = SeededDice(f"{self.seed}/{self.report.decisions}")
        return engine.step(self.program, state, chosen, dice)

    # --- what is varied --------------------------------------------------------------------------

    def vary_pending(self, state: State, chosen: Mapping[int, Any], probes: Sequence[str]) -> None:
        owed = engine.owed(self.program, state)
        if len(owed) < 2:
            return
        for seat, choice in chosen.items():
            if self.program.decisions[owed[seat]].open:
                continue
            other = engine.sample(self.program, state, seat, self.rng)
            if other == choice:
                continue
            one, told = self.step(state, {seat: choice})
            two, told_too = self.step(state, {seat: other})
            for viewer in self.viewers(state, seat):
                self.report.variations[say("choices not yet revealed")] += 1
                what = say("the choice of {name} that is not revealed yet", name=state.names[seat])
                self.compare(what, viewer, (one, told), (two, told_too), probes)

    def vary_words(self, state: State, chosen: Mapping[int, Any], probes: Sequence[str]) -> None:
        owed = engine.owed(self.program, state)
        for seat, choice in chosen.items():
            plain = self.without_hidden(owed[seat], choice)
            for found in (choice, self.with_hidden(state, seat, owed[seat])):
                bare = plain if found is choice else self.without_hidden(owed[seat], found)
                if found is None or bare == found:
                    continue
                if engine.judge_choice(self.program, state, seat, bare):
                    continue
                kept = {other: given for other, given in chosen.items() if other != seat}
                one = self.step(state, {**kept, seat: found})
                two = self.step(state, {**kept, seat: bare})
                for viewer in self.viewers(state, seat):
                    self.report.variations[say("hidden words")] += 1
                    what = say("a hidden word in the choice of {name}", name=state.names[seat])
                    self.compare_played(what, viewer, one, two, probes)
                break

    def without_hidden(self, decision: str, choice: Any) -> Any:
        """The choice without its hidden words."""
        if choice is None:
            return None
        layout = self.program.layout.choice_layout(decision)
        bare = list(choice)
        for place, word in enumerate(layout.words):
            if word.hidden and bare[place] is not None:
                bare[place] = None
                bare[layout.count_at(word.group)] -= 1
        return tuple(bare)

    def with_hidden(self, state: State, seat: int, decision: str) -> Any:
        """A legal choice that says a hidden word, if one turns up soon."""
        words = self.program.layout.choice_layout(decision).words
        if not any(word.hidden for word in words):
            return None
        for _ in range(12):
            choice = engine.sample(self.program, state, seat, self.rng)
            if any(choice[place] is not None for place, word in enumerate(words) if word.hidden):
                return choice
        return None

    def vary_slots(self, state: State, chosen: Mapping[int, Any], probes: Sequence[str]) -> None:
        for viewer in range(len(state.names)):
            view = engine.view(self.program, state, viewer)
            for slot in self.program.layout.settled.rules.slots:
                if slot.hidden is None or slot.working or slot.holder != "fighter":
                    continue
                for seat in self.viewers(state, viewer):
                    if slot.name in view[state.names[seat]]:
                        continue
                    for value in self.other_values(state, slot, seat):
                        self.vary_slot(state, chosen, probes, (slot, seat, viewer), value)

    def vary_slot(
        self,
        state: State,
        chosen: Mapping[int, Any],
        probes: Sequence[str],
        where: tuple[ir.Slot, int, int],
        value: Any,
    ) -> None:
        slot, seat, viewer = where
        other = self.with_value(state, slot, seat, value)
        if engine.owed(self.program, other) != engine.owed(self.program, state):
            return
        what = say("`{slot}` of {name}", slot=slot.name, name=state.names[seat])
        self.report.variations[say("hidden `{slot}`", slot=slot.name)] += 1
        if not self.compare(what, viewer, (state, ()), (other, ()), probes):
            return
        if any(engine.judge_choice(self.program, other, one, choice) for one, choice in chosen.items()):
            return
        try:
            played = self.step(other, chosen)
        except TimeIsUp:
            raise
        except DenshoError:
            return
        self.compare_played(what, viewer, self.step(state, chosen), played, probes)

    def with_value(self, state: State, slot: ir.Slot, seat: int, value: Any) -> State:
        at = self.program.layout.slot_index[slot.holder, slot.name]
        held = list(state.values[at])
        held[seat] = value
        values = (*state.values[:at], tuple(held), *state.values[at + 1 :])
        return state._replace(values=values)

    def other_values(self, state: State, slot: ir.Slot, seat: int) -> Iterator[Any]:
        """One or two other values of the slot's type."""
        at = self.program.layout.slot_index[slot.holder, slot.name]
        now = state.values[at][seat]
        match slot.type:
            case t.TBool():
                yield not now
            case t.TInt(lo=lo, hi=hi):
                for value in (now - 1, now + 1):
                    if (lo is None or value >= lo) and (hi is None or value <= hi):
                        yield value
            case t.TRow(kind=kind):
                rows = len(self.program.layout.kinds[kind].rows)
                yield from (value for value in {(now + 1) % rows} if value != now)
            case t.TSet() | t.TList() | t.TBag() if now:
                yield type(now)(list(now)[:-1])
            case _:
                return

    # --- comparing -------------------------------------------------------------------------------

    def viewers(self, state: State, seat: int) -> list[int]:
        return [one for one in range(len(state.names)) if one != seat]

    def probes(self, state: State, chosen: Mapping[int, Any]) -> list[str]:
        """Texts whose refusals are compared: what others may choose, and things that do not go."""
        owed = engine.owed(self.program, state)
        texts = []
        for seat, choice in chosen.items():
            text = engine.print_choice(self.program, owed[seat], choice, state.names)
            texts += [text, *(part for part in text.split("; "))]
            texts.append(f"{text}; {text.split('; ')[0]}")
        for decision in set(owed.values()):
            texts += [word.name for word in self.program.decisions[decision].words]
        return list(dict.fromkeys(texts))

    def observed(self, state: State, viewer: int, probes: Sequence[str]) -> _Observed:
        owed = dict(engine.owed(self.program, state))
        refusals = []
        legal: tuple[str, ...] = ()
        if viewer in owed:
            decision = owed[viewer]
            found = engine.legal(self.program, state, viewer, LISTED).choices
            if found is None:
                rng = random.Random(5)
                found = tuple(engine.sample(self.program, state, viewer, rng) for _ in range(3))
            legal = tuple(engine.print_choice(self.program, decision, one, state.names) for one in found)
            for text in probes:
                judged = engine.judge(self.program, state, viewer, text)
                refusals.append((text, tuple(one.says for one in judged.refusals)))
        return _Observed(engine.view(self.program, state, viewer), owed, legal, tuple(refusals))

    def compare(
        self,
        what: str,
        viewer: int,
        one: tuple[State, tuple[Event, ...]],
        two: tuple[State, tuple[Event, ...]],
        probes: Sequence[str],
    ) -> bool:
        """Whether the viewer notices nothing; reports what he notices."""
        a, b = self.observed(one[0], viewer, probes), self.observed(two[0], viewer, probes)
        before = len(self.report.leaks)
        if a.owed == b.owed:
            self.difference(what, viewer, one[0], say("what he sees"), _flat(a.view), _flat(b.view))
            self.difference(
                what, viewer, one[0], say("what he may choose"), _numbered(a.legal), _numbered(b.legal)
            )
            self.difference(
                what, viewer, one[0], say("why he is refused"), dict(a.refusals), dict(b.refusals)
            )
        log, other = _log(one[1], viewer), _log(two[1], viewer)
        self.difference(what, viewer, one[0], say("the log"), _numbered(log), _numbered(other))
        return len(self.report.leaks) == before

    def compare_played(
        self,
        what: str,
        viewer: int,
        one: tuple[State, tuple[Event, ...]],
        two: tuple[State, tuple[Event, ...]],
        probes: Sequence[str],
    ) -> None:
        """As `compare`, unless something was told to everybody in one of them only: then it was revealed."""
        if _told(one[1], viewer) != _told(two[1], viewer):
            return
        if engine.owed(self.program, one[0]) != engine.owed(self.program, two[0]):
            return
        self.compare(what, viewer, one, two, probes)

    def difference(
        self, what: str, viewer: int, state: State, where: str, one: Mapping[Any, Any], two: Mapping[Any, Any]
    ) -> None:
        for key in dict.fromkeys([*one, *two]):
            if one.get(key) != two.get(key):
                place = say("{where}: {what}", where=where, what=key) if isinstance(key, str) else where
                if (what, place) not in self.seen:
                    self.seen.add((what, place))
                    self.report.leaks.append(
                        Leak(
                            viewer=state.names[viewer],
                            varied=what,
                            noticed=place,
                            before=_text(one.get(key)),
                            after=_text(two.get(key)),
                        )
                    )
                return


def _text(seen: object) -> str:
    return say("nothing") if seen is None else str(seen)


def _flat(view: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {f"{holder}.{name}": value for holder, slots in view.items() for name, value in slots.items()}


def _numbered(lines: Sequence[str]) -> dict[int, str]:
    return dict(enumerate(lines))


def _visible(events: Sequence[Event], viewer: int) -> list[Event]:
    return [event for event in events if event.audience is None or viewer in event.audience]


def _log(events: Sequence[Event], viewer: int) -> list[str]:
    shown = (event for event in _visible(events, viewer) if event.name != "covered")
    return [f"{event.name} {event.rule} {dict(event.fields)}" for event in shown]


def _told(events: Sequence[Event], viewer: int) -> list[str]:
    return [
        f"{event.name} {dict(event.fields)}" for event in _visible(events, viewer) if event.kind != "trace"
    ]
