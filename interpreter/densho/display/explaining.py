"""Why things happened: which rule, exception, definition or roll did what, in words, with its paragraphs and its place in the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from densho.display.telling import Telling
from densho.display.tongue import NOTHING, harmless, spaced
from densho.engine import Event, Refused
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.source import Span

Locate = Callable[[Span], str]
"""A place in a file as people write it: `rules.yaml:12`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of an explanation: the step in which it happened (None: outside of steps), what, and where that stands."""

    step: str | None
    text: str
    rule: str
    cites: tuple[str, ...]
    place: str


@dataclass(frozen=True)
class Explaining:
    telling: Telling
    locate: Locate

    @property
    def rules(self) -> ir.Ruleset:
        return self.telling.rules

    @cached_property
    def _rules(self) -> dict[str, ir.Rule]:
        return {rule.name: rule for rule in self.rules.rules}

    @cached_property
    def _exceptions(self) -> dict[str, ir.Exception_]:
        return {one.name: one for one in self.rules.exceptions}

    @cached_property
    def _slots(self) -> dict[tuple[str, str], ir.Slot]:
        return {(slot.holder, slot.name): slot for slot in self.rules.slots}

    # --- what happened

    def reasons(self, events: Iterable[Event]) -> tuple[Reason, ...]:
        """A line for everything that was decided, in order."""
        return tuple(reason for event in events if event.kind != "event" for reason in self._reason(event))

    def _reason(self, event: Event) -> Iterator[Reason]:
        match event.kind, event.name:
            case "trace", "rule":
                yield self._made(event, self._step_of(event.rule), self._rule_text(event), event.rule)
            case "trace", "exception":
                yield self._made(event, None, self._exception_text(event), event.rule)
            case "trace", "write" if self._is_seen(event):
                names = event.get("rules") or [event.rule]
                yield self._made(event, self._step_of(event.rule), self._change(event), ", ".join(names))
            case "trace", "fade" if self._is_seen(event):
                text = self.telling.tongue.say("{change}: nothing wrote it", change=self._change(event))
                yield self._made(event, event.get("step"), text, event.rule)
            case "trace", "roll":
                yield self._made(event, None, self.roll(event), event.rule)
            case "end", _:
                yield self._made(event, self._step_of(event.rule), self.telling.end(event), event.rule)
            case _:
                return

    def _made(self, event: Event, step: str | None, text: str, rule: str) -> Reason:
        cites = event.get("cites")
        found = tuple(cites) if isinstance(cites, list) else self._cites(event.rule)
        return Reason(step=step, text=text, rule=rule, cites=found, place=self.locate(event.span))

    def _cites(self, name: str) -> tuple[str, ...]:
        item = self._rules.get(name) or self._exceptions.get(name)
        return () if item is None else item.cites

    def _step_of(self, name: str) -> str | None:
        rule = self._rules.get(name)
        return None if rule is None else rule.step

    def _is_seen(self, event: Event) -> bool:
        slot = self._slot(event)
        return slot is not None and not slot.working

    def _slot(self, event: Event) -> ir.Slot | None:
        return self._slots.get(("arena" if event.get("who") is None else "fighter", str(event.get("slot"))))

    # --- in words

    def rule(self, name: str) -> str:
        """What the rule says; its name where no text says it."""
        rule = self._rules.get(name)
        if rule is None:
            return name
        short = name.rpartition(".")[2]
        keys = (f"rule.{name}", f"rule.{rule.step}.{short}", f"rule.{short}")
        return self.telling.tongue.first(keys, spaced(short))

    def _rule_text(self, event: Event) -> str:
        tongue = self.telling.tongue
        text = self.rule(event.rule)
        by = event.get("replaced_by")
        if by is not None:
            text = tongue.say("{rule}, as {exception} has it", rule=text, exception=self.exception(str(by)))
        return self._of(event.get("who"), text)

    def exception(self, name: str) -> str:
        return self.telling.tongue.text(f"exception.{name}", spaced(name.rpartition(".")[2]))

    def _exception_text(self, event: Event) -> str:
        say = self.telling.tongue.say
        verb = event.get("verb")
        target = self.target(str(event.get("target")))
        text = self.exception(event.rule)
        match verb:
            case "lifts":
                return self._of(
                    event.get("who"),
                    say("{exception}: `{target}` does not apply", exception=text, target=target),
                )
            case "extends":
                return self._of(
                    event.get("who"),
                    say("{exception}: `{target}` applies too", exception=text, target=target),
                )
            case "adds":
                return self._of(
                    event.get("who"), say("{exception}: adds to `{target}`", exception=text, target=target)
                )
            case _:
                return self._of(
                    event.get("who"), say("{exception}: changes `{target}`", exception=text, target=target)
                )

    def target(self, target: str) -> str:
        """What an exception aims at: `define:NAME`, `forbid:DECISION.ID`, `rule:NAME` or `exception:NAME`."""
        sort, _, name = target.partition(":")
        tongue = self.telling.tongue
        match sort:
            case "define":
                return tongue.text(f"define.{name}", spaced(name))
            case "forbid":
                short = name.rpartition(".")[2]
                return tongue.text(f"refusal.{short}", spaced(short))
            case "rule":
                return self.rule(name)
            case _:
                return self.exception(name)

    def _change(self, event: Event) -> str:
        slot = self._slot(event)
        assert slot is not None
        tongue = self.telling.tongue
        old, new = tongue.value(slot.type, event.get("old")), tongue.value(slot.type, event.get("new"))
        return self._of(event.get("who"), f"{tongue.slot(slot.name)} {old} → {new}")

    def roll(self, event: Event) -> str:
        """Dice that fell."""
        tongue = self.telling.tongue
        slot = self._slot(event)
        result = NOTHING if slot is None else tongue.value(slot.type, event.get("result"))
        text = tongue.text(f"roll.{event.rule}", spaced(event.rule))
        return self._of(event.get("who"), f"{text}: {result}")

    def _of(self, who: Any, text: str) -> str:
        return text if who is None else f"{self.telling.tongue.value(t.TLabel(), who)}: {text}"

    # --- refusals

    def refusal(self, refused: Refused) -> Reason:
        """Why a choice is refused."""
        tongue = self.telling.tongue
        keys = (f"refusal.{refused.name.rpartition('.')[2]}", f"refusal.{refused.says}")
        text = tongue.first(keys, self._plain_refusal(refused.says))
        if refused.detail:
            text = f"{text}: `{harmless(refused.detail)}`"
        return Reason(
            step=None, text=text, rule=refused.says, cites=refused.cites, place=self.locate(refused.span)
        )

    def _plain_refusal(self, says: str) -> str:
        """Two refusals belong to every game."""
        say = self.telling.tongue.say
        match says:
            case "malformed":
                return say("this cannot be read as a choice")
            case "not_owed":
                return say("no choice is owed now")
            case _:
                return spaced(says)
