"""The declarations behind the keys of pieces (`scenarios.units`), as far as a piece has one of its own."""

from __future__ import annotations

from collections.abc import Iterator

from densho.ir import nodes as ir


def keyed(ruleset: ir.Ruleset) -> Iterator[tuple[str, ir.Item]]:
    """Rules, rolls, decisions with their refusals, exceptions, definitions, folds."""
    yield from ((f"rule:{one.name}", one) for one in ruleset.rules)
    yield from ((f"roll:{one.name}", one) for one in ruleset.rolls)
    for decision in ruleset.decisions:
        yield f"decision:{decision.name}", decision
        for refusal in decision.refusals:
            yield f"forbid:{decision.name}.{refusal.name}", refusal
    yield from ((f"exception:{one.name}", one) for one in ruleset.exceptions)
    yield from ((f"define:{one.name}", one) for one in ruleset.definitions)
    yield from ((f"fold:{one.name}", one) for one in ruleset.folds)


def items_called(ruleset: ir.Ruleset, key: str) -> tuple[ir.Item, ...]:
    """What has the key; an exception to several things is several items."""
    return tuple(item for name, item in keyed(ruleset) if name == key)


def brought_by(ruleset: ir.Ruleset, option: str, value: str) -> Iterator[str]:
    """The keys of the rules and exceptions that an option's value brings."""
    bundle = f"{option}.{value}"
    for key, item in keyed(ruleset):
        if item.bundle == bundle and key.partition(":")[0] in ("rule", "exception", "forbid"):
            yield key
