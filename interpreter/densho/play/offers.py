"""What a fighter may choose now, so that it can be read: all choices where they are few, else each word with its arguments.

Continuations of a text that is being typed are the engine's; here they are put into the words of the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from densho import engine
from densho.display.tongue import Tongue
from densho.engine.layout import ChoiceLayout
from densho.engine.legal import Legal
from densho.engine.spelling import spell_part
from densho.fights.fight import Fight
from densho.ir import nodes as ir

FEW = 30
"""So many choices are listed one by one."""
SHOWN = 12
"""So many forms of one word are listed."""
CONTINUED = 40

Said = tuple[int, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Offers:
    """The choices of one fighter at the decision that he owes."""

    fight: Fight
    tongue: Tongue
    name: str

    @property
    def decision(self) -> ir.Decision:
        return self.fight.program.decisions[self.fight.owed[self.name]]

    def lines(self, text: str = "") -> list[str]:
        """What may be chosen; with a text, how it can go on."""
        if text:
            found = self.complete(text, CONTINUED)
            if not found:
                return [self.tongue.say("nothing legal begins with `{text}`", text=text)]
            return [f"  {one}" for one in found]
        legal = engine.legal(self.fight.program, self.fight.state, self.fight.seat(self.name), limit=FEW)
        if legal.choices is not None:
            return [f"  {self._spelt(choice)}" for choice in legal.choices]
        return list(self._by_word(legal))

    def complete(self, text: str, limit: int = CONTINUED) -> list[str]:
        """The texts with one more part; in the language if they then go on from what was typed, else by ids."""
        program, seat = self.fight.program, self.fight.seat(self.name)
        found = engine.complete(program, self.fight.state, seat, text, limit)
        shown = [(one, self.tongue.choice(self.decision.name, one)) for one in found]
        return [local if local.startswith(text) or not one.startswith(text) else one for one, local in shown]

    def _spelt(self, choice: Any) -> str:
        text = engine.print_choice(self.fight.program, self.decision.name, choice, self.fight.names)
        return self.tongue.choice(self.decision.name, text)

    # --- by word

    def _by_word(self, legal: Legal) -> Iterator[str]:
        say = self.tongue.say
        yield say(
            "Parts of a choice, joined by `;`. Not all go together: `legal TEXT` shows how a text can go on."
        )
        modes = {group.name: group for group in self.decision.groups}
        for name, options in legal.factors:
            if options:
                yield f"{self._group(modes[name])}:"
                yield from (f"  {line}" for line in self._words(options))

    def _group(self, group: ir.Group) -> str:
        title = self.tongue.text(f"group.{self.decision.root}.{group.name}", group.name)
        say = self.tongue.say
        many = {
            "one": say("one of these"),
            "at most one": say("at most one of these"),
            "any": say("any of these"),
            "sequence": say("in a row, up to {most}", most=group.up_to),
        }
        return f"{title} ({many[group.mode]})"

    def _words(self, options: Sequence[Said]) -> Iterator[str]:
        by_word: dict[int, list[str]] = {}
        shape = self.fight.program.layout.choice_layout(self.decision.name)
        for said in options:
            by_word.setdefault(said[0], []).append(self._part(shape, said))
        for word, texts in by_word.items():
            yield self._summed(shape.words[word], texts)

    def _part(self, shape: ChoiceLayout, said: Said) -> str:
        program = self.fight.program
        text = spell_part(program.layout, shape, said[0], said[1], (*self.fight.names, None))
        return self.tongue.choice(self.decision.name, text)

    def _summed(self, word: ir.Word, texts: Sequence[str]) -> str:
        """`forward 1 … 3`: the word once, then what may follow it."""
        begin = self.tongue.word(self.decision, word)
        rests = [text.removeprefix(begin).strip() for text in texts]
        numbers = [int(rest) for rest in rests if rest.lstrip("-").isascii() and rest.lstrip("-").isdigit()]
        if (
            len(numbers) == len(rests)
            and len(numbers) > 2
            and numbers == list(range(numbers[0], numbers[-1] + 1))
        ):
            return f"{begin} {numbers[0]} … {numbers[-1]}"
        shown = [rest for rest in rests if rest][:SHOWN]
        more = len([rest for rest in rests if rest]) - len(shown)
        if not shown:
            return begin
        listed = " | ".join([*shown, f"… (+{more})"] if more else shown)
        bare = f"{begin}, " if "" in rests else ""
        return f"{bare}{begin} {listed}"
