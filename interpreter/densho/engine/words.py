"""What may be written for words, arguments and rows, in any language; tables from folded tokens to what they mean.

Texts are compared without case and with `ё` as `е`. A spelling may hold blanks; the longest match wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from densho.engine.layout import Layout
from densho.ir import nodes as ir

M = TypeVar("M")


def fold_text(text: str) -> str:
    """Without case, `ё` as `е`."""
    return text.casefold().replace("ё", "е")


def tokens_of(text: str) -> tuple[str, ...]:
    return tuple(fold_text(text).split())


@dataclass(slots=True)
class Spellings(Generic[M]):
    """From token sequences to meanings; the first meaning given to a spelling stays."""

    table: dict[tuple[str, ...], M] = field(default_factory=dict)
    longest: int = 0

    def add(self, text: str, meaning: M) -> None:
        key = tokens_of(text)
        if key:
            self.table.setdefault(key, meaning)
            self.longest = max(self.longest, len(key))

    def match(self, tokens: Sequence[str], at: int) -> tuple[M, int] | None:
        """The longest spelling that stands at `at`, and the place after it."""
        for length in range(min(self.longest, len(tokens) - at), 0, -1):
            key = tuple(tokens[at : at + length])
            if key in self.table:
                return self.table[key], at + length
        return None


@dataclass(eq=False)
class Lexicon:
    """All spellings of one ruleset."""

    layout: Layout

    @cached_property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """Key → texts of all languages."""
        found: dict[str, tuple[str, ...]] = {}
        for _, key, texts in self.layout.settled.rules.texts:
            found[key] = found.get(key, ()) + texts
        return found

    def names_of(self, *keys: str) -> Iterable[str]:
        for key in keys:
            yield from self.texts.get(key, ())

    @cached_property
    def rows(self) -> dict[str, Spellings[int]]:
        tables: dict[str, Spellings[int]] = {}
        for kind in self.layout.settled.rules.kinds:
            table: Spellings[int] = Spellings()
            open_rows = [
                (i, row)
                for i, row in enumerate(kind.rows)
                if (kind.name, i) not in self.layout.settled.shut_rows
            ]
            for i, row in open_rows:
                table.add(row.name, i)
            for i, row in open_rows:
                for text in self.names_of(f"{kind.name}.{row.name}"):
                    table.add(text, i)
            tables[kind.name] = table
        return tables

    def words(self, decision: ir.Decision) -> Spellings[int]:
        """The words of a decision, ids before names."""
        if decision.name not in self._words:
            self._words[decision.name] = self._word_table(decision)
        return self._words[decision.name]

    @cached_property
    def _words(self) -> dict[str, Spellings[int]]:
        return {}

    def _word_table(self, decision: ir.Decision) -> Spellings[int]:
        table: Spellings[int] = Spellings()
        layout = self.layout.choice_layout(decision.name)
        sayable = [w for w in decision.words if (decision.name, w.name) not in self.layout.settled.shut_words]
        for word in sayable:
            table.add(word.name, layout.word_index[word.name])
        for word in sayable:
            keys = [f"{decision.name}.{word.name}", f"{decision.root}.{word.name}"]
            if word.row is not None:
                keys.append(".".join(word.row))
            for text in self.names_of(*keys):
                table.add(text, layout.word_index[word.name])
        return table

    def arguments(self, decision: ir.Decision, word: ir.Word) -> Spellings[str]:
        """Names of a word's flags and named arguments."""
        table: Spellings[str] = Spellings()
        marked = [a for a in word.args if a.named or a.flag]
        for argument in marked:
            table.add(argument.name, argument.name)
        for argument in marked:
            for holder in (decision.name, decision.root):
                for text in self.names_of(f"{holder}.{word.name}.{argument.name}"):
                    table.add(text, argument.name)
        return table
