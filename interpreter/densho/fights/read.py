"""From a well-shaped document to a record: names and values of the setup are looked up in the ruleset.

`Read` keeps where the choices and dice stand, so that what goes wrong when the fight is played again is shown there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from densho.diagnostics.model import Report
from densho.fights.dice import ARENA, GENERATOR
from densho.fights.names import SITTERS, name_fault, names_fault
from densho.fights.record import Attempt, Choices, Record, Rolled, Step, TakenBack
from densho.ir import nodes as ir
from densho.messages import Text, say
from densho.scenarios.naming import OPTION, SLOT, option_value, unknown
from densho.scenarios.values import INVALID, Reading
from densho.scenarios.vocabulary import Vocabulary
from densho.source import Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, plain, scalar_value


@dataclass(frozen=True, slots=True)
class Read:
    """A record with the places of its parts: of the setup, of each step, and of each step's choices and dice by fighter."""

    record: Record
    setup: Span
    steps: tuple[Span, ...]
    choices: tuple[dict[str, Span], ...]
    dice: tuple[dict[str, Span], ...]
    pending: dict[str, Span]


def read_record(document: Document, ruleset: ir.Ruleset, report: Report) -> Read | None:
    """The record, or None after reports."""
    before = len(report.found)
    read = _Reader(document.root, Vocabulary(ruleset), report).read()
    return read if len(report.found) == before else None


class _Reader:
    def __init__(self, root: Mapping, vocabulary: Vocabulary, report: Report) -> None:
        self.root = root
        self.vocabulary = vocabulary
        self.report = report
        self.fighters = _under(root.get("setup"), "fighters")
        self.names = tuple(key.text for key, _ in _entries(self.fighters))
        self.reading = Reading(vocabulary, self.names, report)

    def read(self) -> Read:
        self.check_names()
        steps = [item for item in _items(self.root.get("steps")) if isinstance(item, Mapping)]
        record = Record(
            ruleset=self.text("fight"),
            extra=tuple(item.text for item in _items(self.root.get("with")) if isinstance(item, Scalar)),
            version=self.text("version"),
            digest=self.text("digest"),
            seed=self.text("seed"),
            generator=self.generator(),
            options=dict(self.options()),
            seats=dict(self.seats()),
            fighters=tuple(
                (key.text, dict(self.slots(slots, self.vocabulary.fighter_slots)))
                for key, slots in _entries(self.fighters)
            ),
            arena=dict(self.slots(_under(self.root.get("setup"), "arena"), self.vocabulary.arena_slots)),
            opening=self.dice(self.root.get("opening")),
            steps=tuple(self.step(item) for item in steps),
            pending=self.choices(self.root.get("pending")),
            refused=self.attempts(self.root.get("refused")),
            taken_back=tuple(self.taken_back()),
        )
        setup = self.root.key("setup")
        return Read(
            record=record,
            setup=self.root.span if setup is None else setup.span,
            steps=tuple(item.span for item in steps),
            choices=tuple(_places(item.get("choose")) for item in steps),
            dice=(_places(self.root.get("opening")), *(_places(item.get("dice")) for item in steps)),
            pending=_places(self.root.get("pending")),
        )

    def text(self, key: str) -> str:
        value = self.root.get(key)
        return value.text if isinstance(value, Scalar) else ""

    def bad(self, span: Span, message: Text, help: Text | None = None) -> None:
        self.report.add("bad-fight", span, message, help=help or ())

    # --- the beginning

    def check_names(self) -> None:
        for key, _ in _entries(self.fighters):
            fault = name_fault(key.text)
            if fault is not None:
                self.bad(key.span, fault)
        fault = names_fault(self.names, self.vocabulary.ruleset.seats)
        if fault is not None and self.fighters is not None:
            self.bad(self.fighters.span, fault)

    def generator(self) -> str:
        value = self.root.get("generator")
        if isinstance(value, Scalar) and value.text != GENERATOR:
            message = say("this Densho does not have the dice `{generator}`", generator=value.text)
            self.bad(value.span, message, say("it has `{generator}`", generator=GENERATOR))
        return self.text("generator")

    def options(self) -> Iterator[tuple[str, str]]:
        for key, value in _entries(self.root.get("options")):
            values = self.vocabulary.options.get(key.text)
            if values is None:
                unknown(self.report, OPTION, key.span, key.text, self.vocabulary.options)
            elif isinstance(value, Scalar):
                if value.text not in values:
                    unknown(self.report, option_value(key.text), value.span, value.text, values)
                yield key.text, value.text

    def seats(self) -> Iterator[tuple[str, str]]:
        for key, value in _entries(self.root.get("seats")):
            self.is_fighter(key)
            if isinstance(value, Scalar):
                if value.text not in SITTERS:
                    self.bad(
                        value.span,
                        say("nobody called `{name}` can play", name=value.text),
                        say("write `person` or `bot`"),
                    )
                yield key.text, value.text

    def slots(self, value: Value | None, known: dict[str, ir.Slot]) -> Iterator[tuple[str, Any]]:
        for key, item in _entries(value):
            slot = known.get(key.text)
            if slot is None:
                unknown(self.report, SLOT, key.span, key.text, known)
                continue
            given = self.reading.value(item, slot.type)
            if given is not INVALID:
                yield key.text, given

    # --- the steps

    def is_fighter(self, key: Scalar) -> None:
        if key.text not in self.names:
            self.bad(key.span, say("there is no fighter `{name}` in this fight", name=key.text))

    def step(self, item: Mapping) -> Step:
        return Step(
            choices=self.choices(item.get("choose")),
            dice=self.dice(item.get("dice")),
            refused=self.attempts(item.get("refused")),
        )

    def choices(self, value: Value | None) -> Choices:
        found = []
        for key, item in _entries(value):
            self.is_fighter(key)
            if isinstance(item, Scalar):
                found.append((key.text, item.text))
        return tuple(found)

    def dice(self, value: Value | None) -> Rolled:
        found = []
        for key, item in _entries(value):
            if key.text != ARENA:
                self.is_fighter(key)
            found.append((key.text, tuple(plain(one) for one in _items(item))))
        return tuple(found)

    def attempts(self, value: Value | None) -> tuple[Attempt, ...]:
        found = []
        for item in _items(value):
            if isinstance(item, Mapping):
                texts = {key.text: one.text for key, one in item.entries if isinstance(one, Scalar)}
                found.append(Attempt(texts.get("who", ""), texts.get("choice", ""), texts.get("by", "")))
                who = item.get("who")
                if isinstance(who, Scalar):
                    self.is_fighter(who)
        return tuple(found)

    def taken_back(self) -> Iterator[TakenBack]:
        for item in _items(self.root.get("taken back")):
            step = _under(item, "step")
            if not isinstance(step, Scalar):
                continue
            number = scalar_value(step)
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                self.bad(step.span, say("`{number}` is not the number of a step", number=step.text))
                continue
            yield TakenBack(number, self.choices(_under(item, "choose")))


def _items(value: Value | None) -> tuple[Value, ...]:
    return value.items if isinstance(value, Sequence) else ()


def _entries(value: Value | None) -> tuple[tuple[Scalar, Value], ...]:
    return value.entries if isinstance(value, Mapping) else ()


def _under(value: Value | None, key: str) -> Value | None:
    return value.get(key) if isinstance(value, Mapping) else None


def _places(value: Value | None) -> dict[str, Span]:
    return {key.text: item.span for key, item in _entries(value)}
