"""What a new fight is begun with, as people write it: a file like the `setup` of a scenario, and single slots (`A.team=red`)."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.ir import nodes as ir
from densho.messages import say
from densho.scenarios.naming import ARENA_SLOT, FIGHTER_SLOT, OPTION, option_value, unknown
from densho.scenarios.values import INVALID, Reading
from densho.scenarios.vocabulary import Vocabulary
from densho.source import Source
from densho.surface.documents import Mapping, Scalar, Value
from densho.surface.reader import decode, read_document, read_source

ARENA = "arena"
KEYS = ("fighters", ARENA, "options")


@dataclass(slots=True)
class Given:
    """Slots by fighter in the order of seats, slots of the arena, options. `sources` are the texts that were read, for messages."""

    fighters: dict[str, dict[str, Any]] = field(default_factory=dict)
    arena: dict[str, Any] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)


class SetupReader:
    """Gathers what is given. All names of fighters are known before the first slot is read, since a slot may name one."""

    def __init__(self, ruleset: ir.Ruleset, names: tuple[str, ...], report: Report) -> None:
        self.vocabulary = Vocabulary(ruleset)
        self.report = report
        self.given = Given(fighters={name: {} for name in names})

    def file(self, path: Path) -> None:
        """A file with `fighters`, `arena` and `options`."""
        source = read_source(path, self.report)
        document = None if source is None else read_document(source, self.report)
        if source is None or document is None:
            return
        self.given.sources[source.path] = source
        root = document.root
        for key, value in root.entries:
            if key.text not in KEYS:
                message = say("there is no key `{key}` here", key=key.text)
                self.report.add("unknown-key", key.span, message, help=did_you_mean(key.text, KEYS))
            elif not isinstance(value, Mapping):
                self.report.add(
                    "wrong-shape", key.span, say("here should stand {wanted}", wanted=say("a mapping"))
                )
        for key, _ in _entries(root.get("fighters")):
            self.given.fighters.setdefault(key.text, {})
        for key, slots in _entries(root.get("fighters")):
            for slot, value in _entries(slots):
                self.slot(key.text, slot, value)
        for slot, value in _entries(root.get(ARENA)):
            self.slot(ARENA, slot, value)
        for key, value in _entries(root.get("options")):
            if isinstance(value, Scalar):
                self.option(key, value)

    def setting(self, text: str) -> None:
        """`HOLDER.SLOT=VALUE`; the value as in YAML."""
        name, _, written = text.partition("=")
        holder, _, slot = name.strip().rpartition(".")
        found = self._value(f"--set {text}", f"{slot or '?'}: {written}\n")
        if found is None:
            return
        key, value = found
        if not holder or "=" not in text:
            message = say("`{text}` is not written as `FIGHTER.SLOT=VALUE` or `arena.SLOT=VALUE`", text=text)
            self.report.add("bad-fight", key.span, message)
        elif holder not in (ARENA, *self.given.fighters):
            message = say("there is no fighter `{name}` in this fight", name=holder)
            self.report.add("bad-fight", key.span, message, help=did_you_mean(holder, self.given.fighters))
        else:
            self.slot(holder, key, value)

    def option_setting(self, text: str) -> None:
        """`OPTION=VALUE`."""
        name, _, written = text.partition("=")
        found = self._value(f"--option {text}", f"{name.strip() or '?'}: {written}\n")
        if found is not None and isinstance(found[1], Scalar):
            self.option(found[0], found[1])

    def _value(self, called: str, text: str) -> tuple[Scalar, Value] | None:
        source = decode(called, text.encode("utf-8", "surrogateescape"), self.report)
        document = None if source is None else read_document(source, self.report)
        if source is None or document is None or not document.root.entries:
            return None
        self.given.sources[source.path] = source
        return document.root.entries[0]

    def slot(self, holder: str, key: Scalar, value: Value) -> None:
        slots = self.vocabulary.arena_slots if holder == ARENA else self.vocabulary.fighter_slots
        slot = slots.get(key.text)
        if slot is None:
            sort = ARENA_SLOT if holder == ARENA else FIGHTER_SLOT
            unknown(self.report, sort, key.span, key.text, slots)
            return
        found = Reading(self.vocabulary, tuple(self.given.fighters), self.report).value(value, slot.type)
        if found is not INVALID:
            into = self.given.arena if holder == ARENA else self.given.fighters[holder]
            into[key.text] = found

    def option(self, key: Scalar, value: Scalar) -> None:
        options: Lookup[str, tuple[str, ...]] = self.vocabulary.options
        if key.text not in options:
            unknown(self.report, OPTION, key.span, key.text, options)
        elif value.text not in options[key.text]:
            unknown(self.report, option_value(key.text), value.span, value.text, options[key.text])
        else:
            self.given.options[key.text] = value.text


def _entries(value: Value | None) -> tuple[tuple[Scalar, Value], ...]:
    return value.entries if isinstance(value, Mapping) else ()
