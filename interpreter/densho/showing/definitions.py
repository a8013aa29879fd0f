"""Definitions and folds: the names that rules read, and that a bundle may change; exceptions; what events there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing.guide import Guide, cited, signature
from densho.showing.page import Element, Heading, Table
from densho.showing.types import type_text
from densho.source import Span


def definitions(guide: Guide) -> Iterator[Element]:
    """All definitions and folds, a line each. Those of decisions (`let`) are named after them."""
    rows = [
        (signature(one), type_text(one.type), " ".join(one.cites), guide.text(f"define.{one.name}"))
        for one in guide.ruleset.definitions
    ]
    rows += [(signature(one), guide.say("record"), " ".join(one.cites), "") for one in guide.ruleset.folds]
    if rows:
        yield Heading(guide.say("Definitions, which can be changed"))
        yield Table(Grid(("", "", "", ""), tuple(rows), wraps=True))


def exceptions(guide: Guide) -> Iterator[Element]:
    """All exceptions, a line each."""
    by_name: dict[tuple[str, Span], list[ir.Exception_]] = {}
    for one in guide.ruleset.exceptions:
        by_name.setdefault((one.name, one.span), []).append(one)
    rows = tuple(
        (f"{name}{cited(found[0].cites)}", _does(guide, found)) for (name, _), found in by_name.items()
    )
    if rows:
        yield Heading(guide.say("Exceptions"))
        yield Table(Grid(("", ""), rows, wraps=True))


def _does(guide: Guide, same: Sequence[ir.Exception_]) -> str:
    """What an exception does to its targets, in a line."""
    text = guide.text(f"exception.{same[0].name}")
    targets = ", ".join(f"`{target_name(one)}`" for one in same)
    does = verb_text(guide, same[0], targets)
    return f"{does}: {text}" if text else does


def verb_text(guide: Guide, exception: ir.Exception_, target: str) -> str:
    """What an exception does to its target."""
    match exception.verb:
        case "changes":
            return guide.say("changes {target}", target=target)
        case "adds":
            return guide.say("adds to {target}", target=target)
        case "lifts":
            return guide.say("lifts {target}", target=target)
        case "extends":
            return guide.say("extends {target}", target=target)
        case "replaces":
            return guide.say("replaces {target}", target=target)
        case _:
            assert_never(exception.verb)


def target_name(exception: ir.Exception_) -> str:
    return exception.target.partition(":")[2]


# --- events ------------------------------------------------------------------------------------------


def tells(ruleset: ir.Ruleset) -> Iterator[tuple[ir.Rule | ir.Exception_, ir.Tell]]:
    """Every telling of an event, with the rule or exception that does it."""
    items: tuple[ir.Rule | ir.Exception_, ...] = (*ruleset.rules, *ruleset.exceptions)
    for item in items:
        yield from ((item, effect) for effect in item.effects if isinstance(effect, ir.Tell))


def events(guide: Guide) -> Iterator[Element]:
    """All events with their fields, how they are told, and by which rules."""
    names = dict.fromkeys(effect.event for _, effect in tells(guide.ruleset))
    if names:
        yield Heading(guide.say("Events"))
        rows = tuple((event_text(guide, name), event_told(guide, name)) for name in names)
        yield Table(Grid(("", ""), rows, wraps=True))


def event_text(guide: Guide, name: str) -> str:
    """An event with its fields; one that only its fighter hears says so."""
    found = [effect for _, effect in tells(guide.ruleset) if effect.event == name]
    fields = dict.fromkeys(field for effect in found for field, _ in effect.fields)
    private = " me" if all(effect.private for effect in found) else ""
    return f"{name}{private}({', '.join(fields)})"


def event_told(guide: Guide, name: str) -> str:
    """How an event is told."""
    return guide.tongue.first((f"telling.{name}", f"event.{name}"), "")
