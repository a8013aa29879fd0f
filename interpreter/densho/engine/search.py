"""Going through the legal choices of a decision without writing all of them down.

A choice is built from factors in order: each group of which at most one word may be said, each word of a group of which any may be said, each
sequence part by part. A refusal is asked as soon as every word that it can read is settled, so that a hopeless beginning is never
completed. A sequence is cut where a refusal that promises so (`cut`) refuses its beginning.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from densho.engine.assemble import Said, lay_parts
from densho.engine.domains import argument_lists
from densho.engine.fill import is_filled
from densho.engine.layout import Choice, ChoiceLayout, Values
from densho.engine.refuse import Asked
from densho.ir import nodes as ir

Option = Said | None


@dataclass(frozen=True, slots=True)
class Factor:
    """`words` of one group that are settled together; `may_miss`: none of them need be said."""

    group: ir.Group
    words: tuple[int, ...]
    may_miss: bool


@dataclass(slots=True)
class Wanted:
    """What a choice must hold: words with their arguments, and the beginnings of sequences."""

    words: Mapping[int, tuple[Any, ...]] = field(default_factory=dict)
    beginnings: Mapping[str, Sequence[Said]] = field(default_factory=dict)


class TooMany(Exception):
    """The search was given up."""


def factors_of(ask: Asked) -> list[Factor]:
    """The factors of a decision, in the order of groups and words."""
    layout = ask.program.layout
    shape = layout.choice_layout(ask.decision.name)
    found: list[Factor] = []
    for group in ask.decision.groups:
        words = tuple(
            shape.word_index[w.name]
            for w in ask.decision.words
            if w.group == group.name
            and not w.says_nothing
            and (ask.decision.name, w.name) not in layout.settled.shut_words
        )
        if group.mode == "any":
            found.extend(Factor(group, (word,), True) for word in words)
        else:
            silent = any(w.says_nothing for w in ask.decision.words if w.group == group.name)
            found.append(Factor(group, words, group.mode != "one" or silent))
    return found


class Search:
    """The choices that none of the given refusals refuses, in a fixed order, or at random with `rng`.

    `budget` bounds the candidates looked at; beyond it `TooMany` is raised.
    """

    def __init__(
        self,
        ask: Asked,
        refusals: Iterable[int],
        *,
        wanted: Wanted | None = None,
        rng: random.Random | None = None,
        budget: int = 200_000,
    ) -> None:
        self.ask = ask
        self.wanted = wanted or Wanted()
        self.rng = rng
        self.budget = budget
        self.layout = ask.program.layout
        self.shape: ChoiceLayout = self.layout.choice_layout(ask.decision.name)
        self.factors = factors_of(ask)
        self.stages: list[list[int]] = [[] for _ in self.factors]
        self.cuts: list[list[int]] = [[] for _ in self.factors]
        self.constant: list[int] = []
        for refusal in refusals:
            self._place_refusal(refusal)

    def _place_refusal(self, number: int) -> None:
        refusal = self.ask.decision.refusals[number]
        if refusal.test == "crowded":
            return
        read = self.ask.program.refusal_words(self.ask.decision.name, number)
        needed = [i for i, f in enumerate(self.factors) if any(self.shape.words[w].name in read for w in f.words)]
        if not needed:
            self.constant.append(number)
            return
        last = max(needed)
        self.stages[last].append(number)
        if refusal.cut and self.factors[last].group.mode == "sequence":
            self.cuts[last].append(number)

    def choices(self) -> Iterator[Choice]:
        """All of them; raises `TooMany`."""
        empty = list(self.shape.empty)
        values = self.ask.place(self.shape.empty)
        if any(self.ask.applies(i, values) for i in self.constant):
            return
        for choice in self._from(0, empty):
            if self._complete(choice):
                yield choice

    def _complete(self, choice: Choice) -> bool:
        if choice == self.shape.empty and not can_say_nothing(self.ask.decision):
            return False
        return is_filled(self.ask, choice)

    def _from(self, stage: int, said: list[Any]) -> Iterator[Choice]:
        if stage == len(self.factors):
            yield tuple(said)
            return
        if self.factors[stage].group.mode == "sequence":
            yield from self._sequences(stage, said, [])
            return
        for option in self._options(stage, tuple(said)):
            after = self._with(stage, said, option)
            if after is not None and not self._refused(self.stages[stage], after):
                yield from self._from(stage + 1, after)

    def _refused(self, refusals: list[int], said: list[Any]) -> bool:
        if not refusals:
            return False
        self.budget -= 1
        if self.budget < 0:
            raise TooMany
        values = self.ask.place(tuple(said))
        return any(self.ask.applies(i, values) for i in refusals)

    def listed(self, word: int, choice: Choice) -> Iterable[tuple[Any, ...]]:
        """The listed arguments of a word beside what the choice holds already."""
        return self._arguments(word, self.ask.place(choice))

    def single_options(self) -> Iterator[Said]:
        """Words with their arguments that no refusal forbids which reads nothing but their own factor."""
        blank = list(self.shape.empty)
        values = self.ask.place(self.shape.empty)
        for stage, factor in enumerate(self.factors):
            own = [i for i in self.stages[stage] if self._reads_only(i, factor)]
            for word in factor.words:
                for arguments in self._arguments(word, values):
                    after = self._alone(factor, blank, (word, arguments))
                    if after is not None and not self._refused(own, after):
                        yield word, arguments

    def _alone(self, factor: Factor, blank: list[Any], said: Said) -> list[Any] | None:
        if factor.group.mode == "sequence":
            return self._extended(factor.group.name, blank, [said])
        return self._with(self.factors.index(factor), blank, said)

    def _reads_only(self, number: int, factor: Factor) -> bool:
        read = self.ask.program.refusal_words(self.ask.decision.name, number)
        if factor.group.mode == "sequence" and not self.ask.decision.refusals[number].cut:
            return False
        return read <= {self.shape.words[w].name for w in factor.words}

    # --- words outside of sequences

    def _options(self, stage: int, choice: Choice) -> Iterator[Option]:
        factor = self.factors[stage]
        must = [w for w in factor.words if w in self.wanted.words]
        if must:
            yield must[0], self.wanted.words[must[0]]
            return
        values = self.ask.place(choice)
        words = self._shuffled([-1, *factor.words] if factor.may_miss else list(factor.words))
        for word in words:
            if word < 0:
                yield None
            else:
                yield from ((word, arguments) for arguments in self._arguments(word, values))

    def _arguments(self, word: int, values: Values) -> Iterable[tuple[Any, ...]]:
        lists = argument_lists(self.ask, self._entry(word), values)
        return lists if self.rng is None else self._shuffled(list(lists))

    def _entry(self, word: int) -> ir.Word:
        name = self.shape.words[word].name
        return next(w for w in self.ask.decision.words if w.name == name)

    def _shuffled(self, items: list[Any]) -> list[Any]:
        if self.rng is not None:
            self.rng.shuffle(items)
        return items

    def _with(self, stage: int, said: list[Any], option: Option) -> list[Any] | None:
        """What is said with one more word; None if it may not stand beside the others."""
        if option is None:
            return said
        word, arguments = option
        if not self._may_stand(word, said):
            return None
        after = list(said)
        after[word] = arguments
        after[self.shape.count_at(self.factors[stage].group.name)] += 1
        return after

    def _may_stand(self, word: int, said: list[Any]) -> bool:
        mine = self.shape.words[word]
        for i, other in enumerate(self.shape.words):
            if said[i] is None or (i == word and not self.shape.in_sequence(word)):
                continue
            if other.name in mine.not_beside or other.group in mine.not_beside:
                return False
            if mine.name in other.not_beside or mine.group in other.not_beside:
                return False
        return True

    # --- sequences

    def _sequences(self, stage: int, said: list[Any], parts: list[Said]) -> Iterator[Choice]:
        factor = self.factors[stage]
        beginning = self.wanted.beginnings.get(factor.group.name, ())
        stop_first = self.rng is None or self.rng.random() < 0.5
        begun = len(parts) >= len(beginning) and (parts or factor.may_miss)
        if stop_first and begun:
            yield from self._stop(stage, said)
        if len(parts) < factor.group.up_to:
            for part in self._next_parts(stage, said, parts, beginning):
                after = self._extended(factor.group.name, said, [*parts, part])
                if after is not None and not self._refused(self.cuts[stage], after):
                    yield from self._sequences(stage, after, [*parts, part])
        if not stop_first and begun:
            yield from self._stop(stage, said)

    def _stop(self, stage: int, said: list[Any]) -> Iterator[Choice]:
        if not self._refused(self.stages[stage], said):
            yield from self._from(stage + 1, said)

    def _next_parts(
        self, stage: int, said: list[Any], parts: list[Said], beginning: Sequence[Said]
    ) -> Iterator[Said]:
        if len(parts) < len(beginning):
            yield beginning[len(parts)]
            return
        values = self.ask.place(tuple(said))
        for word in self._shuffled(list(self.factors[stage].words)):
            if parts and parts[-1][0] == word and self.shape.words[word].adds_up:
                continue
            for arguments in self._arguments(word, values):
                yield word, arguments

    def _extended(self, group: str, said: list[Any], parts: list[Said]) -> list[Any] | None:
        word, arguments = parts[-1]
        if not self._may_stand(word, said):
            return None
        after = list(said)
        laid = lay_parts(self.layout, self.shape, parts[-1:])[0]
        place = self.shape.parts_at(group)
        after[place] = (*said[place], (len(parts), *laid[1:]))
        after[self.shape.count_at(group)] = len(parts)
        if after[word] is None:
            after[word] = arguments
        return after


def can_say_nothing(decision: ir.Decision) -> bool:
    """Whether the empty choice can be written: by a word that says nothing, or by `pass` unless that is a word of its own."""
    return any(w.says_nothing for w in decision.words) or not any(w.name == "pass" for w in decision.words)
