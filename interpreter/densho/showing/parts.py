"""What cards consist of: the title's second line, spellings, the author's text, exceptions, and who reads a thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing import written
from densho.showing.entries import entries, words_of
from densho.showing.guide import Guide, cited
from densho.showing.page import Element, Heading, Line, Table, deeper
from densho.showing.references import Reader, References


@dataclass(frozen=True)
class Parts:
    """The parts of cards of one ruleset."""

    guide: Guide

    @cached_property
    def references(self) -> References:
        return References(self.guide.ruleset)

    def about(self, sort: str, node: ir.Node) -> str:
        """What sort of thing it is, its paragraphs, who brought it, and where it stands."""
        found = [sort]
        if isinstance(node, ir.Item):
            found = [f"{sort}{cited(node.cites)}"]
            bundle = node.bundle.partition(".")[2]
            if bundle and node.name != bundle:
                found.append(self.guide.say("brought by `{name}`", name=bundle))
        return " · ".join([*found, *filter(None, [self.guide.place(node)])])

    def spelt(self, *keys: str) -> Iterator[Element]:
        """The names in all languages; of several keys the first that has any."""
        found = {la: texts for key in reversed(keys) for la, texts in self.guide.spellings(key)}
        if found:
            yield Line(" · ".join(f"{la}: {', '.join(texts)}" for la, texts in found.items()), style="note")

    def text(self, item: ir.Item) -> Iterator[Element]:
        """What the author wrote."""
        yield from (Line(line) for line in written.text(self.guide.entry(item)) if line)

    def excepted(self, target: str) -> Iterator[Element]:
        """The exceptions to something, each with those to itself."""
        found = self._exceptions(target)
        if found:
            yield Heading(self.guide.say("Exceptions"))
        for one in found:
            yield from entries(self.guide, [one])
            more = entries(self.guide, self._exceptions(f"exception:{one.name}"))
            yield from (deeper(element) for element in more)

    def _exceptions(self, target: str) -> list[ir.Exception_]:
        return [one for one in self.guide.ruleset.exceptions if one.target == target]

    # --- who reads it

    def read_by(self, readers: Iterable[Reader]) -> Iterator[Element]:
        yield from self.listed(self.guide.say("Read by"), readers)

    def listed(self, title: str, readers: Iterable[Reader]) -> Iterator[Element]:
        """Declarations with their places, under a title."""
        rows = tuple(self._row(one) for one in readers)
        if rows:
            yield Heading(title)
            yield Table(Grid(("", "", "", ""), rows, wraps=True))

    def _row(self, reader: Reader) -> tuple[str, str, str, str]:
        item, guide = reader.item, self.guide
        place = guide.place(item)
        if isinstance(item, ir.Item):
            return self._sort(reader), item.name, place, words_of(guide, item)
        return self._sort(reader), name_of_line(item), place, written.going_on(guide.entry(item))

    def _sort(self, reader: Reader) -> str:
        say = self.guide.say
        match reader.sort:
            case "definition":
                return say("definition")
            case "fold":
                return say("fold")
            case "slot":
                return say("slot")
            case "decision":
                return say("decision")
            case "refusal":
                return say("refusal")
            case "rule":
                return say("rule")
            case "exception":
                return say("exception")
            case "roll":
                return say("roll")
            case "invariant":
                return say("invariant")
            case "line":
                return say("line of the flow")
            case _:
                assert_never(reader.sort)


def name_of_line(line: ir.Flow) -> str:
    """What a line of the flow asks, does, rolls or repeats."""
    match line:
        case ir.Ask(decision=name) | ir.Do(step=name) | ir.RollDice(roll=name) | ir.Block(name=name):
            return name
        case _:
            assert_never(line)
