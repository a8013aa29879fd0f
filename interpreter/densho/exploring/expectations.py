"""What a found scenario should expect: what came of its last step, and of that the part that would not come without the item.

Comes in: a fight as it went, traced, and the name of the item it was found for. Everything that can be seen is gathered: events told, slots
written, ends, who is waited for. Then the ruleset is taken without the item, and only what goes wrong there is kept, so that
the scenario fails when somebody breaks the rule. Where nothing goes wrong, what the item's own rule did is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from densho import engine
from densho.engine import Event
from densho.exploring.fight import Fight
from densho.exploring.replaying import Played, replay
from densho.ir import nodes as ir
from densho.scenarios.vocabulary import Vocabulary

Expect = dict[str, object]

MOST_EVENTS = 3
MOST_SLOTS = 4
SHORT_TEXT = 30


def expectations(ruleset: ir.Ruleset, played: Played, item: str) -> Expect:
    """What is to be compared after the last step; empty for a fight that ends with an attempt."""
    if played.fight.attempt is not None or not played.states:
        return {}
    seen = _Seen(ruleset, played)
    other = _other(ruleset, played.fight, item)
    if other is not None:
        differing = seen.differing(other)
        if differing:
            return differing
    return seen.own(item.partition(":")[2]) or seen.own(None) or seen.stands()


def makes_difference(ruleset: ir.Ruleset, played: Played, item: str) -> bool:
    """Whether the last step comes out otherwise without the item. Where nothing can be taken away, it counts as yes."""
    other = _other(ruleset, played.fight, item)
    if other is None:
        return item.partition(":")[2].partition(".")[0] not in dict(played.fight.options)
    return bool(_Seen(ruleset, played).differing(other))


def _other(ruleset: ir.Ruleset, fight: Fight, item: str) -> _Seen | None:
    """The same fight where the item does nothing, if it can be played at all."""
    sort, _, name = item.partition(":")
    match sort:
        case "rule" | "exception":
            ruleset = _without(ruleset, sort, name)
        case "option":
            option = name.partition(".")[0]
            if option not in dict(fight.options):
                return None
            fight = replace(fight, options=tuple(one for one in fight.options if one[0] != option))
        case _:
            return None
    played = replay(ruleset, fight, trace=True)
    if played is None or len(played.states) <= len(fight.steps):
        return None
    return _Seen(ruleset, played)


def _without(ruleset: ir.Ruleset, sort: str, name: str) -> ir.Ruleset:
    """The ruleset without a rule or exception, and without the exceptions to it."""
    target = f"{sort}:{name}"
    exceptions = tuple(one for one in ruleset.exceptions if one.target != target)
    if sort == "rule":
        return replace(
            ruleset, rules=tuple(one for one in ruleset.rules if one.name != name), exceptions=exceptions
        )
    return replace(ruleset, exceptions=tuple(one for one in exceptions if one.name != name))


class _Seen:
    """What can be seen after the last step of a fight."""

    def __init__(self, ruleset: ir.Ruleset, played: Played) -> None:
        self.played = played
        self.vocabulary = Vocabulary(ruleset)
        self.told = played.events[-1] if played.fight.steps else sum(played.events, ())
        self.names = played.fight.names
        self.slots = self._visible(engine.full(played.program, played.states[-1]))
        self.before = self._visible(
            engine.full(played.program, played.states[-2]) if len(played.states) > 1 else {}
        )
        self.events = [_event(one) for one in self.told if one.kind == "event"]

    def _visible(self, full: Mapping[str, Mapping[str, object]]) -> dict[tuple[str, str], object]:
        """Slots that a scenario may compare."""
        known = {"arena": self.vocabulary.arena_slots}
        return {
            (holder, slot): value
            for holder, slots in full.items()
            for slot, value in slots.items()
            if slot in known.get(holder, self.vocabulary.fighter_slots)
        }

    def ends(self) -> Iterator[tuple[str, object]]:
        """The outcome and the bout, where something ended."""
        for event in self.told:
            if event.kind == "end" and event.get("block") == self.vocabulary.bout:
                yield "bout", _end(event.get("winner"), event.get("by"))
        verdict = engine.outcome(self.played.program, self.played.states[-1])
        if verdict is not None:
            yield "outcome", _end(verdict.winner, verdict.by)

    def waiting(self) -> dict[str, str]:
        owed = engine.owed(self.played.program, self.played.states[-1])
        return {self.names[seat]: decision for seat, decision in sorted(owed.items())}

    def stands(self) -> Expect:
        """Where nothing has happened: who is waited for, or that it is over."""
        waiting = self.waiting()
        return {"waiting": waiting} if waiting else dict(self.ends())

    def differing(self, other: _Seen) -> Expect:
        """What is so here and not there."""
        events = [one for one in self.events if one not in other.events][:MOST_EVENTS]
        slots = [
            (holder, slot, value)
            for (holder, slot), value in self.slots.items()
            if other.slots.get((holder, slot)) != value
        ]
        there = dict(other.ends())
        ends = {key: end for key, end in dict(self.ends()).items() if there.get(key) != end}
        if not ends and not slots and not events:
            if there:
                ends = {key: None for key in there if key not in dict(self.ends())}
            elif self.waiting() != other.waiting():
                return {"waiting": self.waiting()}
        return _expect(events, slots, ends)

    def own(self, name: str | None) -> Expect:
        """What the rule or exception `name` told and wrote (None: all that was told and written), and what ended."""
        events = [_event(one) for one in self.told if one.kind == "event" and name in (None, one.rule)][
            :MOST_EVENTS
        ]
        written = {
            (one.get("who") or "arena", one.get("slot"))
            for one in self.told
            if one.name == "write" and (name is None or name in (one.get("rules") or ()))
        }
        slots = [
            (holder, slot, value)
            for (holder, slot), value in self.slots.items()
            if (holder, slot) in written and self.before.get((holder, slot)) != value
        ]
        return _expect(events, slots, dict(self.ends()))


def _event(event: Event) -> dict[str, object]:
    return {"event": event.name, **dict(event.fields)}


def _end(winner: object, by: object) -> dict[str, object]:
    found: dict[str, object] = {"draw": True} if winner is None else {"winner": winner}
    return found if by is None else {**found, "by": by}


def _expect(
    events: list[dict[str, object]], slots: list[tuple[str, str, object]], ends: Mapping[str, object]
) -> Expect:
    """In the order in which scenarios mostly say it: who, the arena, events, ends. Short values are preferred."""
    short = [one for one in slots if len(str(one[2])) <= SHORT_TEXT] or slots
    found: dict[str, dict[str, object]] = {}
    for holder, slot, value in short[:MOST_SLOTS]:
        found.setdefault(holder, {})[slot] = value
    expect: Expect = {holder: found[holder] for holder in sorted(found, key=lambda one: one == "arena")}
    if events:
        expect["events"] = events
    return {**expect, **ends}
