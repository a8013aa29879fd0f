"""Mending a choice that is refused: one part after another is left out, replaced or added, and those variants that fewest refusals stand against
are mended further, until some are legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from densho.engine.assemble import Said
from densho.engine.choices import judge
from densho.engine.domains import TooMany
from densho.engine.layout import Choice
from densho.engine.legal import legal_refusals
from densho.engine.refuse import Asked
from densho.engine.search import Search
from densho.engine.spelling import argument_default, spell_nothing, spell_part

OPTIONS = 120
"""So many words with arguments are put into a text that is mended."""
ROUNDS = 5
WIDTH = 6
"""So many variants are mended further in each round."""
JUDGED = 400


class Mender:
    """`work` bounds the candidates that are looked at to find what could be put into the text."""

    def __init__(self, ask: Asked, work: int) -> None:
        self.ask = ask
        self.layout = ask.program.layout
        self.shape = self.layout.choice_layout(ask.decision.name)
        self.options = self._options(work)
        self.left = JUDGED
        self.judged: dict[str, tuple[int, Choice | None]] = {}

    def _options(self, work: int) -> list[Said]:
        """Words with arguments that no refusal forbids by themselves; what can be completed is left out."""
        found: dict[Said, None] = {}
        with suppress(TooMany):
            for word, arguments in Search(self.ask, legal_refusals(self.ask), budget=work).single_options():
                entries = zip(self.shape.words[word].args, arguments, strict=True)
                bare = (
                    argument_default(self.layout, one) if one.left_out else value for one, value in entries
                )
                found[word, tuple(bare)] = None
                if len(found) == OPTIONS:
                    break
        return list(found)

    def mended(self, parts: list[Said]) -> list[Choice]:
        """The legal choices that the fewest rounds of mending lead to."""
        beam = [parts]
        for round_ in range(ROUNDS + 1):
            legal = [choice for one in beam if (choice := self._judge(one)[1]) is not None]
            if legal or self.left < 0:
                return legal
            if round_ < ROUNDS:
                beam = list(self._variants(beam[:WIDTH]))
                beam.sort(key=lambda one: self._judge(one)[0])
        return []

    def _variants(self, beam: list[list[Said]]) -> Iterator[list[Said]]:
        seen: set[str] = set()
        for parts in beam:
            for variant in self._changed(parts):
                text = self._text(variant)
                if text not in seen and self.left >= 0:
                    seen.add(text)
                    yield variant

    def _changed(self, parts: list[Said]) -> Iterator[list[Said]]:
        for place in range(len(parts)):
            yield [*parts[:place], *parts[place + 1 :]]
        for option in self.options:
            for place, part in enumerate(parts):
                if self.shape.words[part[0]].group == self.shape.words[option[0]].group:
                    yield [*parts[:place], option, *parts[place + 1 :]]
            yield [*parts, option]

    def _text(self, parts: list[Said]) -> str:
        names = self.ask.state.values[0]
        spelt = [spell_part(self.layout, self.shape, word, arguments, names) for word, arguments in parts]
        return "; ".join(spelt) if spelt else spell_nothing(self.shape)

    def _judge(self, parts: list[Said]) -> tuple[int, Choice | None]:
        """How many refusals stand against it, and the choice if none does."""
        text = self._text(parts)
        if text not in self.judged:
            self.left -= 1
            if self.left < 0:
                return len(self.ask.decision.refusals) + 1, None
            found = judge(self.ask.program, self.ask.state, self.ask.seat, text)
            self.judged[text] = (len(found.refusals), None if found.refusals else found.choice)
        return self.judged[text]
