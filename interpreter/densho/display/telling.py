"""What happened, in sentences: events that rules tell, ends of blocks, what was chosen, dice.

A ruleset may say how an event is told (`telling.move: "{who} goes from {from} to {to}"`); fields in braces are filled in. Without that the
event's name and its fields are listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from densho.display.tongue import FALLBACK, Tongue, spaced
from densho.engine import Event
from densho.ir import nodes as ir
from densho.ir import types as t

FIGHT = "fight"
FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Telling:
    """Tells events of one ruleset's program in one language."""

    rules: ir.Ruleset
    tongue: Tongue

    @cached_property
    def types(self) -> dict[tuple[str, str], t.Type]:
        """The type of every field that an event tells."""
        effects = [effect for rule in self.rules.rules for effect in rule.effects]
        effects += [effect for exception in self.rules.exceptions for effect in exception.effects]
        return {
            (effect.event, name): value.type
            for effect in effects
            if isinstance(effect, ir.Tell)
            for name, value in effect.fields
        }

    def told(self, events: Iterable[Event]) -> tuple[str, ...]:
        """A sentence for each event that rules tell and each block that ended, in order. How the fight ended is its verdict's to say."""
        return tuple(sentence for event in events for sentence in self._sentence(event))

    def _sentence(self, event: Event) -> Iterator[str]:
        if event.kind == "event":
            yield self.event(event)
        elif event.kind == "end" and event.get("block") != FIGHT:
            yield self.end(event)

    def event(self, event: Event) -> str:
        values = {name: self.field(event.name, name, value) for name, value in event.fields}
        template = self._template(event.name)
        if template:
            return FIELD.sub(lambda found: values.get(found[1], found[0]), template)
        return self._listed(event, values)

    def _template(self, name: str) -> str:
        """How the event is told; an English sentence only where the language has nothing at all."""
        told, called = f"telling.{name}", f"event.{name}"
        own = self.tongue.in_language(told)
        return own if own or self.tongue.in_language(called) else self.tongue.text(told, "")

    def field(self, event: str, field: str, value: Any) -> str:
        type_ = self.types.get((event, field))
        return self.tongue.value(type_ if type_ is not None else t.TLabel(), value)

    def _listed(self, event: Event, values: dict[str, str]) -> str:
        text = self.tongue.text(f"event.{event.name}", spaced(event.name))
        who = next((name for name in values if _is_fighter(self.types.get((event.name, name)))), None)
        english = self.tongue.language == FALLBACK
        others = [(name, value) for name, value in values.items() if name != who]
        rest = ", ".join(f"{spaced(name)} {value}" if english else value for name, value in others)
        sentence = text if who is None else f"{values[who]}: {text}"
        return f"{sentence} ({rest})" if rest else sentence

    def end(self, event: Event) -> str:
        """How a block ended."""
        block = str(event.get("block"))
        name = self.tongue.text(f"block.{block}", spaced(block))
        return f"{name}: {self.verdict(event.get('winner'), event.get('by'))}"

    def verdict(self, winner: str | None, by: str | None) -> str:
        say = self.tongue.say
        reason = None if by is None else self.tongue.reason(by)
        if winner is None:
            return say("a draw") if reason is None else say("a draw ({reason})", reason=reason)
        shown = self.tongue.value(t.TLabel(), winner)
        if reason is None:
            return say("{winner} wins", winner=shown)
        return say("{winner} wins ({reason})", winner=shown, reason=reason)


def _is_fighter(type_: t.Type | None) -> bool:
    return isinstance(type_.of if isinstance(type_, t.TOptional) else type_, t.TFighter)
