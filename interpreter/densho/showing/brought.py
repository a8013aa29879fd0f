"""What a row file or the value of an option brings: rows, slots, words, refusals, exceptions, rules, each with its text."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing import written
from densho.showing.decisions import word_row
from densho.showing.entries import entries
from densho.showing.flow import steps_of
from densho.showing.guide import Guide
from densho.showing.kinds import rows_table
from densho.showing.page import Element, Heading, Line, Table
from densho.showing.types import type_text

Sections = tuple[tuple[str, tuple[ir.Item, ...]], ...]


def brought(
    guide: Guide, bundle: str, file: str = "", shown: Collection[tuple[str, str]] = ()
) -> Iterator[Element]:
    """All that a bundle (`KIND.ROW`, `option.ID.VALUE`) brings, by sections; without the rows (kind and id) that are `shown` already."""
    condition = guide.written.condition_of_file(file)
    if condition:
        yield Heading(guide.say("Holds only while"))
        yield Line(condition)
    yield from _rows(guide, bundle, {*shown, (bundle.partition(".")[0], bundle.partition(".")[2])})
    yield from _words(guide, bundle)
    for title, items in sections(guide, bundle):
        if items:
            yield Heading(title)
            yield from entries(guide, items)
    joins = steps_of(guide, bundle, file)
    if joins:
        yield Heading(guide.say("Steps that it puts into a turn"))
        yield from (Line(line) for line in joins)


def sections(guide: Guide, bundle: str) -> Sections:
    """The declarations of a bundle by what they are."""
    say, ruleset = guide.say, guide.ruleset
    refusals = tuple(one for decision in ruleset.decisions for one in decision.refusals)
    found: Sections = (
        (say("What it refuses"), refusals),
        (say("How it differs"), ruleset.exceptions),
        (say("What it does"), ruleset.rules),
        (say("What it remembers"), ruleset.slots),
        (say("What it defines"), (*ruleset.definitions, *ruleset.folds, *ruleset.rolls)),
    )
    return tuple(
        (title, tuple(sorted((one for one in items if one.bundle == bundle), key=_place)))
        for title, items in found
    )


def _place(item: ir.Item) -> tuple[str, int]:
    return item.span.path, item.span.start


def items_of(guide: Guide, bundle: str) -> tuple[ir.Item, ...]:
    """All declarations of a bundle but rows and words."""
    return tuple(item for _, items in sections(guide, bundle) for item in items)


# --- rows and words ----------------------------------------------------------------------------------


def _rows(guide: Guide, bundle: str, shown: Collection[tuple[str, str]]) -> Iterator[Element]:
    for kind in guide.ruleset.kinds:
        rows = [row for row in kind.rows if row.bundle == bundle and (kind.name, row.name) not in shown]
        if rows:
            yield Heading(guide.called(kind.name, f"kind.{kind.name}"))
            yield from rows_table(guide, kind, rows)


def _words(guide: Guide, bundle: str) -> Iterator[Element]:
    for decision in guide.ruleset.decisions:
        if decision.name != decision.root:
            continue
        rows = tuple(_word_rows(guide, decision, bundle))
        if rows:
            title = guide.called(decision.name, f"decision.{decision.name}")
            yield Heading(guide.say("Words that it brings: {decision}", decision=title))
            yield Table(Grid(("", "", ""), rows, wraps=True))


def _word_rows(guide: Guide, decision: ir.Decision, bundle: str) -> Iterator[tuple[str, str, str]]:
    """The words of a bundle, and its arguments of other words."""
    for word in decision.words:
        if word.bundle is not None and ".".join(word.bundle) == bundle:
            name, spelt, notes = word_row(guide, decision, word, brought=False)
            group = guide.say("in `{group}`", group=word.group)
            yield name, spelt, f"{group}; {notes}" if notes else group
            continue
        for one in word.args:
            if one.bundle is not None and ".".join(one.bundle) == bundle:
                key = f"{decision.root}.{word.name}.{one.name}"
                text = written.argument(guide.entry(one), one.flag, one.name, type_text(one.type))
                yield f"{word.name} … {one.name}", guide.text(key), text
