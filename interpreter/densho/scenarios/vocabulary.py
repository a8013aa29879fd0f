"""The names of a ruleset that a scenario may use, gathered once from the core.

Which slots there are, which decisions, refusals, events with their fields, reasons, options, and which paragraphs of the
rulebook the ruleset's items carry.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from densho.ir import nodes as ir
from densho.ir.types import TFighter, TInt, TList, TOptional, TSet, Type
from densho.ir.walk import nodes

EXPECT_KEYS = (
    "arena",
    "score",
    "outcome",
    "bout",
    "waiting",
    "legal",
    "events",
    "hidden_from",
    "seen_by",
)
"""Keys of `expect` that are no fighters; no fighter may be named like one."""

NOT_OWED = "not_owed"
MALFORMED = "malformed"
PENDING = "choice"
"""The name under which a fighter's handed-in choice stands beside its slots."""

DEFAULT_FIGHTERS = ("A", "B")


@dataclass(frozen=True)
class Vocabulary:
    """What may be named in scenarios for `ruleset`."""

    ruleset: ir.Ruleset

    @cached_property
    def fighter_slots(self) -> dict[str, ir.Slot]:
        return {s.name: s for s in self.ruleset.slots if s.holder == "fighter" and not s.working}

    @cached_property
    def arena_slots(self) -> dict[str, ir.Slot]:
        return {s.name: s for s in self.ruleset.slots if s.holder == "arena" and not s.working}

    @cached_property
    def score(self) -> ir.Slot | None:
        """The slot of a match's points."""
        return next((s for s in self.ruleset.slots if s.name == self.ruleset.score), None)

    @cached_property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        return {kind.name: tuple(row.name for row in kind.rows) for kind in self.ruleset.kinds}

    @cached_property
    def records(self) -> dict[str, tuple[tuple[str, Type], ...]]:
        return {record.name: record.fields for record in self.ruleset.records}

    @cached_property
    def words(self) -> dict[str, tuple[str, ...]]:
        """By decision, its words."""
        return {d.name: tuple(w.name for w in d.words) for d in self.ruleset.decisions}

    @cached_property
    def decisions(self) -> tuple[str, ...]:
        return tuple(decision.name for decision in self.ruleset.decisions)

    @cached_property
    def options(self) -> dict[str, tuple[str, ...]]:
        return {option.name: option.values for option in self.ruleset.options}

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        return self.kinds.get("reason", ())

    @cached_property
    def refusals(self) -> tuple[str, ...]:
        """Every id under which a choice can be refused."""
        found = {NOT_OWED, MALFORMED}
        for decision in self.ruleset.decisions:
            found.add(decision.unreadable)
            found.update(refusal.says for refusal in decision.refusals)
        return tuple(sorted(found))

    @cached_property
    def _effects(self) -> tuple[ir.Effect, ...]:
        sources: list[ir.Rule | ir.Exception_] = [*self.ruleset.rules, *self.ruleset.exceptions]
        return tuple(effect for source in sources for effect in source.effects)

    @cached_property
    def events(self) -> dict[str, dict[str, Type | None]]:
        """By event, its fields with their types (None where two tellings differ)."""
        found: dict[str, dict[str, Type | None]] = {}
        for effect in self._effects:
            if isinstance(effect, ir.Tell):
                event = found.setdefault(effect.event, {})
                for name, value in effect.fields:
                    known = event.setdefault(name, value.type)
                    if known != value.type:
                        event[name] = _wider(known, value.type)
        return found

    @cached_property
    def verdicts(self) -> dict[str, bool]:
        """By block that a verdict can end with a winner or a draw: whether only fighters can win it."""
        found: dict[str, bool] = {}
        for effect in self._effects:
            if isinstance(effect, ir.Verdict) and effect.kind in ("win", "draw"):
                fighter = effect.who is None or isinstance(effect.who.type, TFighter)
                found[effect.block] = found.get(effect.block, True) and fighter
        return found

    @cached_property
    def bout(self) -> str | None:
        """The outermost block below the fight that verdicts end; the first such in the flow."""
        level = list(self.ruleset.flow)
        while level:
            blocks = [line for line in level if isinstance(line, ir.Block)]
            for block in blocks:
                if block.name in self.verdicts and block.name != "fight":
                    return block.name
            level = [line for block in blocks for line in block.body]
        return None

    @cached_property
    def cited(self) -> frozenset[str]:
        """All paragraphs that items of the ruleset carry."""
        return frozenset(
            cite for node in nodes(self.ruleset) if isinstance(node, ir.Item) for cite in node.cites
        )


def _wider(one: Type | None, other: Type) -> Type | None:
    """A type for values of both, or None. Bounds of numbers do not matter when values are only compared."""
    match one, other:
        case TInt(), TInt():
            return TInt(None, None)
        case TOptional(of), _ if of == other:
            return one
        case _, TOptional(of) if of == one:
            return other
        case TSet(a), TSet(b):
            inner = _wider(a, b)
            return None if inner is None else TSet(inner)
        case TList(a, _), TList(b, _):
            inner = _wider(a, b)
            return None if inner is None else TList(inner, 99)
        case _:
            return one if one == other else None
