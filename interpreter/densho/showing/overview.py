"""The overview: everything that has a name, and so can be used, changed or excepted by a file."""

from __future__ import annotations

from collections.abc import Iterator

from densho.display.tongue import NOTHING
from densho.errors import DenshoError
from densho.showing.decisions import decision_title, decisions, words_and_refusals
from densho.showing.definitions import definitions, events, exceptions
from densho.showing.flow import flow
from densho.showing.guide import Guide
from densho.showing.interactions import interaction
from densho.showing.kinds import kinds, records
from densho.showing.matrices import relations
from densho.showing.meeting import interacting, meet
from densho.showing.options import options
from densho.showing.page import Element, Heading, Line, Table, Title
from densho.showing.slots import slots, slots_table


def overview(guide: Guide) -> Iterator[Element]:
    """The whole ruleset."""
    yield from _title(guide)
    yield from kinds(guide)
    yield from relations(guide)
    yield from _meetings(guide)
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


def _meetings(guide: Guide) -> Iterator[Element]:
    """What rows that are words do to one another, where both fighters may say them at the start."""
    for decision in interacting(guide.ruleset):
        try:
            meeting = meet(guide.ruleset, decision)
        except DenshoError:
            continue
        called = guide.called(decision, f"decision.{decision}")
        yield Heading(guide.say("When two meet: {decision}", decision=called))
        yield from interaction(guide, meeting)


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
