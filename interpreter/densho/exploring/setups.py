"""Setups at random: legal ones for play at large, and ones that hold what somebody is interested in.

*Legal* is what fighters bring of themselves: options, slots that characters keep and no fight changes, and rows out of files. Everything else is given
only by those who look for something, since a ruleset promises nothing for positions that its play never reaches.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from densho.analysis.starts import NAMES
from densho.exploring.fight import Fight, Slots, settable
from densho.exploring.interest import Interest, kind_in
from densho.exploring.values import Values, kinds_of
from densho.ir import nodes as ir
from densho.ir import types as t

NEAR = 0.75
"""How often a slot is given that the condition itself reads; each definition between makes it seldomer."""


@dataclass(frozen=True, slots=True)
class Setups:
    """Makes fights without steps, all from one source of chance."""

    ruleset: ir.Ruleset
    rng: random.Random

    def legal(self) -> Fight:
        """The own start with other options, other characters, and rows out of files."""
        nothing = Interest()
        options = self._options(nothing, others=0.2)
        brought = self._brought()
        return self._fight(options, nothing, dict.fromkeys(brought, 0.5), {})

    def near(self, interest: Interest, start: Fight | None) -> Fight:
        """A fight that holds what the interest names, begun from `start` if there is one."""
        options = dict(start.options) if start is not None and self.rng.random() < 0.8 else {}
        options |= self._options(interest, others=0.05)
        brought = dict.fromkeys(self._brought(), 0.35)
        wanted = {slot: NEAR / (1 + far) for slot, far in interest.slots.items()}
        return self._fight(options, interest, {**brought, **wanted}, wanted, start)

    # --- parts ----------------------------------------------------------------------------------------

    def _options(self, interest: Interest, others: float) -> dict[str, str]:
        found = {}
        for option in self.ruleset.options:
            wanted = interest.options.get(option.name)
            if wanted and self.rng.random() < 0.9:
                found[option.name] = wanted
            elif self.rng.random() < (0.5 if option.name in interest.options else others):
                found[option.name] = self.rng.choice(option.values)
        return {
            option.name: found[option.name]
            for option in self.ruleset.options
            if found.get(option.name, option.default) != option.default
        }

    def _brought(self) -> list[tuple[str, str]]:
        return [("fighter", name) for name in brought(self.ruleset)]

    def _fight(
        self,
        options: Mapping[str, str],
        interest: Interest,
        chances: Mapping[tuple[str, str], float],
        arena: Mapping[tuple[str, str], float],
        start: Fight | None = None,
    ) -> Fight:
        low, high = self.ruleset.seats
        number = min(high, low + (self.rng.choice((0, 0, 1, 2)) if high > low else 0))
        names = NAMES[:number]
        chosen = {option.name: option.default for option in self.ruleset.options} | dict(options)
        values = Values(
            self.ruleset,
            self.rng,
            names,
            interest,
            kinds_of(self.ruleset, chosen),
            {one.name: one for one in self.ruleset.records},
        )
        begun: dict[str, Slots] = {}
        if start is not None and len(start.names) == number and self.rng.random() < 0.8:
            names = start.names
            values = Values(self.ruleset, self.rng, names, interest, values.kinds, values.records)
            begun = dict(start.fighters)
        fighters = tuple(
            (name, self._slots("fighter", values, chances, begun.get(name, ()))) for name in names
        )
        return Fight(
            options=tuple(options.items()),
            fighters=fighters,
            arena=self._slots("arena", values, arena, start.arena if begun and start is not None else ()),
        )

    def _slots(
        self, holder: str, values: Values, chances: Mapping[tuple[str, str], float], begun: Slots
    ) -> Slots:
        found = dict(begun)
        for slot in settable(self.ruleset, holder):
            if self.rng.random() < chances.get((holder, slot.name), 0.0):
                value = values.plain(slot.type)
                if value is not None or isinstance(slot.type, t.TOptional):
                    found[slot.name] = value
        return tuple(_in_order(self.ruleset, holder, found))


def _in_order(ruleset: ir.Ruleset, holder: str, found: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    return ((one.name, found[one.name]) for one in settable(ruleset, holder) if one.name in found)


def brought(ruleset: ir.Ruleset) -> tuple[str, ...]:
    """Slots that fighters bring with them: rows out of files, and what characters keep; but nothing that only play makes of them."""
    keeps = () if ruleset.character is None else ruleset.character.keeps
    filed = {kind.name for kind in ruleset.kinds if kind.in_files}
    written = {
        effect.slot
        for effects in (*(one.effects for one in ruleset.rules), *(one.effects for one in ruleset.exceptions))
        for effect in effects
        if isinstance(effect, ir.Put) and effect.holder is not None
    }
    found = []
    for slot in settable(ruleset, "fighter"):
        if slot.each is not None or slot.fades is not None:
            continue
        single = isinstance(slot.type, t.TRow | t.TOptional)
        row = kind_in(slot.type) in filed and (single or slot.name not in written)
        if row or (slot.name in keeps and slot.name not in written):
            found.append(slot.name)
    return tuple(found)
