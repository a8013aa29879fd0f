"""Cards of decisions, their words, refusals and places."""

from __future__ import annotations

from collections.abc import Iterator

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing.decisions import decision_body, group_mode, refusal_notes, word_row
from densho.showing.entries import words_of
from densho.showing.page import Element, Heading, Line, Table, Title
from densho.showing.parts import Parts


def decision_card(parts: Parts, decision: ir.Decision) -> Iterator[Element]:
    guide = parts.guide
    title = guide.called(decision.name, f"decision.{decision.name}")
    yield Title(title, parts.about(guide.say("decision"), decision))
    yield from decision_body(guide, decision)
    yield from parts.read_by(parts.references.readers("decision", decision.name))


def word_card(parts: Parts, decision: ir.Decision, word: ir.Word) -> Iterator[Element]:
    """A word of a decision: its spellings, its group, its arguments, who asks for it."""
    guide = parts.guide
    keys = (f"{decision.root}.{word.name}", *((".".join(word.row),) if word.row is not None else ()))
    sort = guide.say("word of `{decision}`", decision=decision.name)
    yield Title(guide.called(word.name, *keys), parts.about(sort, word))
    yield from parts.spelt(*keys)
    group = next(one for one in decision.groups if one.name == word.group)
    yield Line(guide.say("in `{group}`", group=group.name) + f" ({group_mode(guide, group)})")
    name, _, notes = word_row(guide, decision, word)
    yield Table(Grid(("", ""), ((name, notes),), wraps=True))
    yield from parts.read_by(parts.references.readers("word", decision.root, word.name))


def refusal_card(parts: Parts, refusal: ir.Refusal) -> Iterator[Element]:
    """A refusal: its text, its rank, what lifts it or extends it."""
    guide = parts.guide
    text = words_of(guide, refusal)
    sort = guide.say("refusal of `{decision}`", decision=refusal.decision)
    yield Title(f"{refusal.name} – {text}" if text else refusal.name, parts.about(sort, refusal))
    others = guide.decisions[refusal.decision].refusals
    rank = guide.say(
        "number {number} of {count} in the order of precedence",
        number=others.index(refusal) + 1,
        count=len(others),
    )
    yield Line(rank, style="note")
    yield from parts.text(refusal)
    yield from (Line(note, style="note") for note in refusal_notes(guide, refusal))
    yield from parts.excepted(f"forbid:{refusal.decision}.{refusal.name}")


def place_card(parts: Parts, decision: ir.Decision, name: str) -> Iterator[Element]:
    """A place among the refusals: what stands before and after it, and what bundles put there."""
    guide = parts.guide
    yield Title(name, guide.say("place among the refusals of `{decision}`", decision=decision.name))
    at = next(before for one, before in decision.places if one == name)
    yield Line(guide.say("kept free for files: `at: {name}`", name=name))
    for title, near in (
        (guide.say("Before it"), decision.refusals[:at][-1:]),
        (guide.say("After it"), decision.refusals[at : at + 1]),
    ):
        for refusal in near:
            yield Heading(title)
            yield Line(f"{refusal.name} – {text}" if (text := words_of(guide, refusal)) else refusal.name)
