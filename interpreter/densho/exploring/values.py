"""Values at random for slots and arguments: mostly small and simple ones, often those that somebody is interested in."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from densho.exploring.interest import Interest
from densho.ir import nodes as ir
from densho.ir import types as t

LABELS = ("red", "blue")
MOST = 3
"""A set, list or bag holds so many things at most."""
SMALL = 6
"""Numbers up to so much above the least are the common ones."""


@dataclass(frozen=True, slots=True)
class Values:
    """Draws plain values. `names` are the fighters; `skip` rows that the options shut."""

    ruleset: ir.Ruleset
    rng: random.Random
    names: tuple[str, ...]
    interest: Interest
    kinds: Mapping[str, tuple[str, ...]]
    records: Mapping[str, ir.Record] = field(default_factory=dict)

    def plain(self, type_: t.Type) -> object:
        """A plain value of the type; None for types without values to draw."""
        rng = self.rng
        match type_:
            case t.TBool():
                return rng.random() < 0.7
            case t.TInt(lo, hi):
                return self.number(lo, hi)
            case t.TRow(kind):
                return self.row(kind)
            case t.TFighter():
                return rng.choice(self.names)
            case t.TLabel():
                return rng.choice((*self.names, *LABELS))
            case t.TOptional(of):
                return None if rng.random() < 0.25 else self.plain(of)
            case t.TRecord(record):
                return {name: self.plain(of) for name, of in self.records[record].fields}
            case t.TSet(of):
                return _distinct(self.many(of))
            case t.TBag(of):
                return self.many(of)
            case t.TList(of, up_to):
                return self.many(of)[:up_to]
            case t.TOption(option):
                found = next(one for one in self.ruleset.options if one.name == option)
                return rng.choice(found.values)
            case t.TWord(decision):
                words = next(one for one in self.ruleset.decisions if one.name == decision).words
                return rng.choice(words).name
            case t.TChoice() | t.TPart() | t.TNothing():
                return None

    def many(self, of: t.Type) -> list[object]:
        """Several values, seldom none; of rows that somebody is interested in, at least one."""
        rng = self.rng
        found = [self.plain(of) for _ in range(rng.choice((0, 1, 1, 2, 2, MOST)))]
        match of:
            case t.TRow(kind) if kind in self.interest.rows and rng.random() < 0.8:
                found.append(rng.choice(sorted(self.interest.rows[kind])))
            case t.TInt() if rng.random() < 0.3:
                found += [self.plain(of) for _ in range(MOST)]
            case t.TPart():
                return []
            case _:
                pass
        return found

    def row(self, kind: str) -> str:
        wanted = self.interest.rows.get(kind)
        if wanted and self.rng.random() < 0.7:
            return self.rng.choice(sorted(wanted))
        return self.rng.choice(self.kinds[kind])

    def number(self, lo: int | None, hi: int | None) -> int:
        """Mostly small, or next to a number that somebody is interested in."""
        rng = self.rng
        least = lo if lo is not None else (0 if hi is None or hi >= 0 else hi)
        most = hi if hi is not None else least + 1000
        if self.interest.numbers and rng.random() < 0.4:
            found = rng.choice(sorted(self.interest.numbers)) + rng.choice((-1, 0, 0, 1))
        elif rng.random() < 0.9:
            found = least + rng.randint(0, 2 * SMALL)
        else:
            found = rng.randint(least, most)
        return max(least, min(most, found))


def _distinct(items: list[object]) -> list[object]:
    found: list[object] = []
    for item in items:
        if item not in found:
            found.append(item)
    return found


def kinds_of(ruleset: ir.Ruleset, options: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """By kind, its rows that are there under the options."""
    return {
        kind.name: tuple(
            row.name
            for row in kind.rows
            if all(options.get(gate.option) in gate.values for gate in row.gates)
        )
        for kind in ruleset.kinds
    }
