"""Reads the `expect` of a step: what must be true after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from densho.diagnostics.suggestions import write
from densho.messages import say
from densho.scenarios import model
from densho.scenarios.naming import (
    ARENA_SLOT,
    DECISION,
    EVENT,
    EXPECTED,
    FIGHTER,
    FIGHTER_SLOT,
    REASON,
    event_field,
    unknown,
)
from densho.scenarios.values import INVALID, Reading
from densho.scenarios.vocabulary import EXPECT_KEYS, PENDING
from densho.surface.documents import Mapping, Scalar, Sequence, Value, scalar_value

DEFINED = say("`{name}` is a definition, and only slots are compared")


def read_expect(value: Value | None, reading: Reading) -> Iterator[model.Expectation]:
    """Every key of `expect`, in the order of the text."""
    if isinstance(value, Mapping):
        for key, item in value.entries:
            yield from _Expect(reading).key(key, item)


class _Expect:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.report = reading.report
        self.vocabulary = reading.vocabulary

    def key(self, key: Scalar, value: Value) -> Iterator[model.Expectation]:
        match key.text:
            case "arena":
                yield from self._slots(None, value)
            case "score":
                yield from self._score(key, value)
            case "outcome" | "bout":
                yield from self._end(key, value)
            case "waiting":
                yield self._waiting(value)
            case "legal":
                yield from self._legal(value)
            case "events":
                yield self._events(value)
            case "hidden_from" | "seen_by":
                yield from self._sight(value, key.text == "seen_by")
            case name if name in self.reading.fighters:
                yield from self._slots(name, value)
            case name if self._is_path(name):
                self._path_as_key(key, value)
            case name:
                unknown(self.report, EXPECTED, key.span, name, (*self.reading.fighters, *EXPECT_KEYS))

    def _is_path(self, name: str) -> bool:
        holder, dot, _slot = name.partition(".")
        return bool(dot) and holder in ("arena", *self.reading.fighters)

    def _path_as_key(self, key: Scalar, value: Value) -> None:
        """`A.slot: 1`, where `A: {slot: 1}` is wanted."""
        holder, _dot, slot = key.text.partition(".")
        given = value.text if isinstance(value, Scalar) else "…"
        self.report.add(
            "wrong-shape",
            key.span,
            say("a key of `expect` names no slot, as `{name}` does", name=key.text),
            help=write(f"{holder}: {{{slot}: {given}}}"),
        )

    def _fighter(self, key: Scalar) -> bool:
        if key.text not in self.reading.fighters:
            unknown(self.report, FIGHTER, key.span, key.text, self.reading.fighters)
        return key.text in self.reading.fighters

    def _slots(self, holder: str | None, value: Value) -> Iterator[model.Expectation]:
        slots = self.vocabulary.arena_slots if holder is None else self.vocabulary.fighter_slots
        for key, item in entries(value):
            slot = slots.get(key.text)
            if slot is not None:
                given = self.reading.value(item, slot.type)
                if given is not INVALID:
                    yield model.ExpectSlot(
                        holder=holder, slot=slot.name, type=slot.type, value=given, span=item.span
                    )
            elif holder is not None and key.text == PENDING and isinstance(item, Scalar):
                text = None if scalar_value(item) is None else item.text
                yield model.ExpectPending(fighter=holder, text=text, span=item.span)
            else:
                sort = ARENA_SLOT if holder is None else FIGHTER_SLOT
                if any(one.name == key.text for one in self.vocabulary.ruleset.definitions):
                    sort = replace(sort, missing=DEFINED)
                unknown(self.report, sort, key.span, key.text, slots)

    def _score(self, key: Scalar, value: Value) -> Iterator[model.ExpectSlot]:
        score = self.vocabulary.score
        if score is None:
            message = say("`{ruleset}` has no score", ruleset=self.vocabulary.ruleset.id)
            self.report.add("no-score", key.span, message, help=say("a ruleset names its slot by `score:`"))
            return
        for fighter, points in entries(value):
            if self._fighter(fighter):
                given = self.reading.value(points, score.type)
                if given is not INVALID:
                    yield model.ExpectSlot(
                        holder=fighter.text, slot=score.name, type=score.type, value=given, span=points.span
                    )

    # --- ends -------------------------------------------------------------------------------------

    def _end(self, key: Scalar, value: Value) -> Iterator[model.ExpectEnd]:
        whole = key.text == "outcome"
        if isinstance(value, Mapping):
            if not whole and self.vocabulary.bout is None:
                message = say(
                    "`{ruleset}` has no bouts: only the fight ends", ruleset=self.vocabulary.ruleset.id
                )
                advice = say("say `outcome` for the end of the fight")
                self.report.add("no-bout", key.span, message, help=advice)
                return
            self._reason(value.get("by"))
            self._winner(value.get("winner"), "fight" if whole else self.vocabulary.bout)
        yield model.ExpectEnd(whole=whole, end=end_of(value), span=value.span)

    def _reason(self, by: Value | None) -> None:
        if isinstance(by, Scalar) and by.text not in self.vocabulary.reasons:
            unknown(self.report, REASON, by.span, by.text, self.vocabulary.reasons)

    def _winner(self, winner: Value | None, block: str | None) -> None:
        """Where only fighters can win, the winner is one; else it may be any label, such as a team."""
        only_fighters = self.vocabulary.verdicts.get(block or "", True)
        if isinstance(winner, Scalar) and only_fighters:
            self._fighter(winner)

    # --- who owes, and what is legal -----------------------------------------------------------------

    def _waiting(self, value: Value) -> model.ExpectWaiting:
        owed = []
        for key, item in entries(value):
            if not self._fighter(key) or not isinstance(item, Scalar):
                continue
            if item.text not in self.vocabulary.decisions:
                unknown(self.report, DECISION, item.span, item.text, self.vocabulary.decisions)
            owed.append((key.text, item.text))
        return model.ExpectWaiting(owed=tuple(owed), span=value.span)

    def _legal(self, value: Value) -> Iterator[model.ExpectLegal]:
        for key, item in entries(value):
            if not self._fighter(key) or not isinstance(item, Mapping):
                continue
            only, count = item.get("only"), item.get("count")
            number = scalar_value(count) if isinstance(count, Scalar) else None
            yield model.ExpectLegal(
                fighter=key.text,
                span=item.span,
                has=texts(item.get("has")),
                lacks=texts(item.get("lacks")),
                only=None if only is None else texts(only),
                only_span=item.span if only is None else only.span,
                count=number if isinstance(number, int) else None,
                count_span=item.span if count is None else count.span,
            )

    # --- events and sight -----------------------------------------------------------------------------

    def _events(self, value: Value) -> model.ExpectEvents:
        items = value.items if isinstance(value, Sequence) else ()
        found = [self._event(item) for item in items if isinstance(item, Mapping)]
        return model.ExpectEvents(events=tuple(e for e in found if e is not None), span=value.span)

    def _event(self, item: Mapping) -> model.EventLike | None:
        name = item.get("event")
        if not isinstance(name, Scalar):
            return None
        declared = self.vocabulary.events.get(name.text)
        if declared is None:
            unknown(self.report, EVENT, name.span, name.text, sorted(self.vocabulary.events))
            return None
        fields = []
        for key, value in item.entries:
            if key.text == "event":
                continue
            if key.text not in declared:
                unknown(self.report, event_field(name.text), key.span, key.text, declared)
                continue
            given = self.reading.value(value, declared[key.text])
            if given is not INVALID:
                fields.append(
                    model.FieldLike(name=key.text, type=declared[key.text], value=given, span=value.span)
                )
        return model.EventLike(event=name.text, fields=tuple(fields), span=item.span)

    def _sight(self, value: Value, seen: bool) -> Iterator[model.ExpectSight]:
        for key, paths in entries(value):
            if not self._fighter(key) or not isinstance(paths, Sequence):
                continue
            for path in paths.items:
                if isinstance(path, Scalar):
                    yield from self._path(key.text, path, seen)

    def _path(self, viewer: str, path: Scalar, seen: bool) -> Iterator[model.ExpectSight]:
        """`A.slot`, `A.choice` or `arena.slot`."""
        holder, dot, slot = path.text.partition(".")
        at = path.excerpt.span(len(holder) + 1) if dot else path.span
        if not dot:
            message = say("a path is a fighter or `arena`, a dot, and a slot or `choice`")
            self.report.add("wrong-value", path.span, message)
        elif holder != "arena" and holder not in self.reading.fighters:
            whose = path.excerpt.span(0, len(holder))
            unknown(self.report, FIGHTER, whose, holder, (*self.reading.fighters, "arena"))
        elif holder == "arena" and slot not in self.vocabulary.arena_slots:
            unknown(self.report, ARENA_SLOT, at, slot, self.vocabulary.arena_slots)
        elif holder != "arena" and slot != PENDING and slot not in self.vocabulary.fighter_slots:
            known = (*self.vocabulary.fighter_slots, PENDING)
            unknown(self.report, FIGHTER_SLOT, at, slot, known)
        else:
            yield model.ExpectSight(
                viewer=viewer,
                holder=None if holder == "arena" else holder,
                slot=slot,
                seen=seen,
                span=path.span,
            )


def entries(value: Value) -> tuple[tuple[Scalar, Value], ...]:
    return value.entries if isinstance(value, Mapping) else ()


def texts(value: Value | None) -> tuple[model.Named, ...]:
    items = value.items if isinstance(value, Sequence) else ()
    return tuple(model.Named(text=item.text, span=item.span) for item in items if isinstance(item, Scalar))


def end_of(value: Value) -> model.End | None:
    if not isinstance(value, Mapping):
        return None
    winner, by = value.get("winner"), value.get("by")
    return model.End(
        winner=winner.text if isinstance(winner, Scalar) else None,
        by=by.text if isinstance(by, Scalar) else None,
    )
