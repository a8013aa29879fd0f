"""Everything that a proposal can meet: exceptions to the same rules, who reads what it changes or writes, who writes what it reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from densho.display.blocks import Grid
from densho.dossier.document import Finding, Section, section
from densho.dossier.examined import Examined, owner
from densho.ir import nodes as ir
from densho.showing import written
from densho.showing.entries import target_item
from densho.showing.guide import local
from densho.showing.page import Element, Heading, Line, Table

Pair = tuple[str, str, str]
"""What they meet in, whose the other is, and the other's declarations."""

SHOWN = 6
"""So many declarations of the base are named; of others all are."""


def meets(examined: Examined) -> Section:
    """The section, with a finding for exceptions that meet."""
    same = tuple(_same_targets(examined))
    read, fed = tuple(_read_by(examined)), tuple(_written_by(examined))
    return section(
        examined.say("What it can meet"),
        _tables(examined, same, read, fed),
        [*_findings(examined, same)],
    )


def _tables(
    examined: Examined, same: tuple[Pair, ...], read: tuple[Pair, ...], fed: tuple[Pair, ...]
) -> Iterator[Element]:
    say = examined.say
    for title, pairs in (
        (say("Other exceptions to the same rules"), same),
        (say("Who reads what it changes or writes"), read),
        (say("Who writes what it reads"), fed),
    ):
        if pairs:
            yield Heading(title)
            yield Table(Grid((say("what"), say("whose"), say("where")), pairs, wraps=True))
    if not (same or read or fed):
        yield Line(say("Nothing else reads or writes what it does."))


def _findings(examined: Examined, same: tuple[Pair, ...]) -> Iterator[Finding]:
    others = dict.fromkeys(whose for _, whose, _ in same)
    if others:
        yield Finding(
            "notable", examined.say("its exceptions meet those of: {others}", others=", ".join(others))
        )


# --- exceptions --------------------------------------------------------------------------------------


def _same_targets(examined: Examined) -> Iterator[Pair]:
    for own in examined.exceptions:
        others: dict[str, list[str]] = {}
        for one in examined.after.exceptions:
            if one.target == own.target and one.bundle != examined.bundle:
                condition = written.condition(examined.guide.entry(one))
                text = f"`{local(one)}`" + (
                    f" {examined.say('when {condition}', condition=condition)}" if condition else ""
                )
                others.setdefault(owner(examined.guide, one.bundle), []).append(text)
        name = own.target.partition(":")[2]
        yield from ((f"`{name}`", whose, "; ".join(dict.fromkeys(texts))) for whose, texts in others.items())


# --- reading and writing -----------------------------------------------------------------------------


def _read_by(examined: Examined) -> Iterator[Pair]:
    references = examined.parts.references
    for target in dict.fromkeys(_changed(examined)):
        readers = references.readers("definition", target)
        yield from _others(examined, f"`{target}`", (one.item for one in readers))
    for holder, slot in dict.fromkeys(_slots(examined, "written")):
        readers = references.readers("slot", holder, slot)
        yield from _others(examined, f"`{slot}`", (one.item for one in readers))


def _written_by(examined: Examined) -> Iterator[Pair]:
    references = examined.parts.references
    for holder, slot in dict.fromkeys(_slots(examined, "slot")):
        writers = references.readers("written", holder, slot)
        yield from _others(examined, f"`{slot}`", (one.item for one in writers))


def _changed(examined: Examined) -> Iterator[str]:
    """The definitions that its exceptions are about."""
    for one in examined.exceptions:
        target = target_item(examined.guide, one)
        if isinstance(target, ir.Definition):
            yield target.name


def _slots(examined: Examined, how: str) -> Iterator[tuple[str, str]]:
    for item in examined.items:
        for reference in sorted(examined.parts.references.named_in(item)):
            if reference[0] == how:
                yield reference[1], reference[2]


def _others(examined: Examined, what: str, items: Iterable[object]) -> Iterator[Pair]:
    """The declarations of others, by whose they are."""
    found: dict[str, list[str]] = {}
    for item in items:
        bundle = getattr(item, "bundle", "")
        if isinstance(item, ir.Item) and bundle != examined.bundle:
            found.setdefault(bundle, []).append(f"`{item.name}`")
    for bundle, names in found.items():
        unique = list(dict.fromkeys(names))
        shown = unique if bundle else unique[:SHOWN]
        more = len(unique) - len(shown)
        text = ", ".join(shown)
        if more:
            text = examined.say("{names} and {more} more", names=text, more=more)
        yield what, owner(examined.guide, bundle), text
