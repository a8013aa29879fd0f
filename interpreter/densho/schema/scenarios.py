"""What may stand in scenarios for a ruleset: its slots with their values, its options, decisions, events, refusals and paragraphs."""

from __future__ import annotations

from densho.ir import nodes as ir
from densho.schema.naming import Naming, Schema, number_or_text


class Scenarios:
    """Makes the schema of a file of scenarios, on top of the frame's."""

    def __init__(self, ruleset: ir.Ruleset) -> None:
        self.ruleset = ruleset
        self.naming = Naming(ruleset)

    def file(self) -> Schema:
        """Loose files (`with:`) may bring further names of every sort, so that such a file is held to the frame alone."""
        scenario = {
            "properties": {
                "cites": {"items": {"anyOf": [{"enum": self._paragraphs()}, True]}},
                "options": self._options(),
                "setup": {
                    "properties": {"arena": self._slots("arena"), "fighters": _all(self._slots("fighter"))}
                },
                "steps": {
                    "items": {"properties": {"expect": self._expect(), "reject": _all(self._refusal())}}
                },
            }
        }
        narrowed = {"properties": {"scenarios": {"items": scenario}}}
        return {"if": {"required": ["with"]}, "else": narrowed}

    def _paragraphs(self) -> list[str]:
        items: list[ir.Item] = [*self.ruleset.slots, *self.ruleset.rules, *self.ruleset.definitions]
        items += self.ruleset.exceptions
        items += [refusal for decision in self.ruleset.decisions for refusal in decision.refusals]
        return sorted({cite for item in items for cite in item.cites}) or [""]

    def _options(self) -> Schema:
        values = {
            option.name: {
                **self.naming.about(f"option.{option.name}", cites=option.cites),
                "enum": number_or_text(option.values),
            }
            for option in self.ruleset.options
        }
        return {"properties": values, "additionalProperties": False}

    def _slots(self, holder: str, more: Schema | None = None) -> Schema:
        slots = {
            slot.name: {
                **self.naming.about(f"slot.{slot.name}", cites=slot.cites, type=slot.type),
                **self.naming.plain(slot.type),
            }
            for slot in self.ruleset.slots
            if slot.holder == holder and not slot.working
        }
        return {"properties": {**slots, **(more or {})}, "additionalProperties": False}

    def _expect(self) -> Schema:
        decisions = {"enum": [decision.name for decision in self.ruleset.decisions]}
        return {
            "properties": {
                "arena": self._slots("arena"),
                "waiting": _all(decisions),
                "score": {},
                "outcome": {},
                "bout": {},
                "legal": {},
                "events": {"items": {"properties": {"event": {"enum": self._events()}}}},
                "hidden_from": {},
                "seen_by": {},
            },
            "additionalProperties": self._slots("fighter", {"choice": True}),
        }

    def _events(self) -> list[str]:
        sources: list[ir.Rule | ir.Exception_] = [*self.ruleset.rules, *self.ruleset.exceptions]
        effects = (effect for source in sources for effect in source.effects)
        return sorted({effect.event for effect in effects if isinstance(effect, ir.Tell)})

    def _refusal(self) -> Schema:
        says = {refusal.says for decision in self.ruleset.decisions for refusal in decision.refusals}
        says |= {decision.unreadable for decision in self.ruleset.decisions}
        return {"enum": [True, *sorted({*says, "malformed", "not_owed"})]}


def _all(schema: Schema) -> Schema:
    """A mapping by fighter."""
    return {"additionalProperties": schema}
