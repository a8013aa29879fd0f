"""The overview: everything that has a name, and so can be used, changed or excepted by a file."""

from __future__ import annotations

from collections.abc import Iterator

from densho.display.tongue import NOTHING
from densho.ir import nodes as ir
from densho.showing_new.decisions import decision_title, decisions, words_and_refusals
from densho.showing_new.definitions import definitions, events, exceptions
from densho.showing_new.flow import flow
from densho.showing_new.guide import Guide
from densho.showing_new.kinds import kinds, records
from densho.showing_new.matrices import relations
from densho.showing_new.options import options
from densho.showing_new.page import Element, Heading, Line, Table, Title
from densho.showing_new.slots import slots, slots_table


def overview(guide: Guide) -> Iterator[Element]:
    """The whole ruleset."""
    yield from _title(guide)
    yield from kinds(guide)
    yield from relations(guide)
    yield from records(guide)
    yield from decisions(guide)
    yield from options(guide)
    yield from slots(guide)
    yield from definitions(guide)
    yield from exceptions(guide)
    yield from events(guide)
    yield from _characters(guide)
    yield Heading(guide.say("The order of a fight"))
    yield from flow(guide, guide.ruleset.flow)


def _title(guide: Guide) -> Iterator[Element]:
    ruleset = guide.ruleset
    low, high = ruleset.seats
    seats = str(low) if low == high else f"{low}–{high}"
    yield Title(
        guide.tongue.text("ruleset", ruleset.id),
        guide.say(
            "{id}, version {version}; fighters: {seats}",
            id=ruleset.id,
            version=ruleset.version,
            seats=seats,
        ),
    )


def _characters(guide: Guide) -> Iterator[Element]:
    """What goes with a fighter from fight to fight, and how it grows."""
    character = guide.ruleset.character
    if character is None:
        return
    yield Heading(guide.say("What a character keeps from fight to fight"))
    yield Line(", ".join(character.keeps) or NOTHING)
    if character.slots:
        yield Table(slots_table(guide, character.slots))
    yield Heading(decision_title(guide, character.awards))
    yield from words_and_refusals(guide, character.awards)


