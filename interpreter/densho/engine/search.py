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

from densho.engine.assemble import Said
from densho.engine.domains import TooMany, argument_lists, some_arguments, type_values
from densho.engine.fill import is_filled, last_part_open
from densho.engine.layout import Choice, Values
from densho.engine.refuse import Asked
from densho.engine.search_plan import Factor, search_plan
from densho.ir import nodes as ir

Option = Said | None


@dataclass(slots=True)
class Wanted:
    """What a choice must hold: words with their arguments, and the beginnings of sequences."""

    words: Mapping[int, tuple[Any, ...]] = field(default_factory=dict)
    beginnings: Mapping[str, Sequence[Said]] = field(default_factory=dict)


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
        self.plan = search_plan(ask.program, ask.decision)
        self.shape = self.plan.shape
        self.factors = self.plan.factors
        self.stages: list[list[int]] = [[] for _ in self.factors]
        self.cuts: list[list[int]] = [[] for _ in self.factors]
        self.constant: list[int] = []
        for number in refusals:
            self._place_refusal(number)

    def _place_refusal(self, number: int) -> None:
        place = self.plan.refusals[number]
        if self.ask.decision.refusals[number].test == "crowded":
            return
        if place.stage < 0:
            self.constant.append(number)
            return
        self.stages[place.stage].append(number)
        if place.cut and self.factors[place.stage].sequence:
            self.cuts[place.stage].append(number)

    def choices(self) -> Iterator[Choice]:
        """All of them; raises `TooMany`."""
        if self._refused(self.constant, self.shape.empty):
            return
        for choice in self._from(0, self.shape.empty):
            if self._complete(choice):
                yield choice

    def _complete(self, choice: Choice) -> bool:
        if choice == self.shape.empty and not can_say_nothing(self.ask.decision):
            return False
        return is_filled(self.ask, choice)

    def _from(self, stage: int, said: Choice) -> Iterator[Choice]:
        if stage == len(self.factors):
            yield said
            return
        if self.factors[stage].sequence:
            yield from self._sequences(stage, said, [])
            return
        for option in self._options(stage, said):
            after = self._with(stage, said, option)
            if after is not None and not self._refused(self.stages[stage], after):
                yield from self._from(stage + 1, after)

    def _refused(self, refusals: list[int], said: Choice) -> bool:
        self.budget -= 1
        if self.budget < 0:
            raise TooMany
        if not refusals:
            return False
        values = self.ask.place(said)
        functions, seat = self.ask.refusals, self.ask.seat
        for number in refusals:  # noqa: SIM110 - a loop is faster than `any` here
            if functions[number](values, seat):
                return True
        return False

    # --- single words

    def listed(self, stage: int, word: int, choice: Choice) -> Iterable[tuple[Any, ...]]:
        """The listed arguments of a word beside what the choice holds already; none if it is refused whatever they are."""
        own = [i for i in self._own(stage) if word not in self.plan.refusals[i].arguments]
        values = self.ask.place(choice)
        if own and self.plan.entries[word].args:
            arguments = some_arguments(self.ask, self.plan.entries[word], values)
            after = None if arguments is None else self._alone(stage, self.shape.empty, (word, arguments))
            if after is None or self._refused(own, after):
                return ()
        return self._arguments(word, values)

    def _own(self, stage: int) -> list[int]:
        """The refusals that read nothing but one factor, and refuse its words whatever else is said."""
        factor = self.factors[stage]
        return [i for i in self.stages[stage] if self._reads_only(i, factor)]

    def single_options(self) -> Iterator[Said]:
        """Words with their arguments that no refusal forbids which reads nothing but their own factor."""
        blank = self.shape.empty
        values = self.ask.place(blank)
        for stage, factor in enumerate(self.factors):
            own = self._own(stage)
            for word in factor.words:
                for arguments in self._arguments(word, values):
                    after = self._alone(stage, blank, (word, arguments))
                    if after is not None and not self._refused(own, after):
                        yield word, arguments

    def _alone(self, stage: int, blank: Choice, said: Said) -> Choice | None:
        if self.factors[stage].sequence:
            return self._extended(self.factors[stage], blank, said)
        return self._with(stage, blank, said)

    def _reads_only(self, number: int, factor: Factor) -> bool:
        place = self.plan.refusals[number]
        return place.words <= frozenset(factor.words) and (place.cut or not factor.sequence)

    # --- words outside of sequences

    def _options(self, stage: int, said: Choice) -> Iterator[Option]:
        factor = self.factors[stage]
        must = [w for w in factor.words if w in self.wanted.words]
        if must:
            if len(must) == 1:
                yield must[0], self.wanted.words[must[0]]
            return
        values = self.ask.place(said)
        words = self._shuffled([-1, *factor.words] if factor.may_miss else list(factor.words))
        for word in words:
            if word < 0:
                yield None
            else:
                yield from self._word_options(stage, said, word, values)

    def _word_options(self, stage: int, said: Choice, word: int, values: Values) -> Iterator[Option]:
        """The word with its arguments, unless a refusal that does not read them refuses it whatever they are."""
        blind = [i for i in self.stages[stage] if word not in self.plan.refusals[i].arguments]
        entry = self.plan.entries[word]
        if blind and entry.args:
            arguments = some_arguments(self.ask, entry, values)
            after = None if arguments is None else self._with(stage, said, (word, arguments))
            if after is None or self._refused(blind, after):
                return
        yield from ((word, arguments) for arguments in self._arguments(word, values))

    def _arguments(self, word: int, values: Values) -> Iterable[tuple[Any, ...]]:
        entry = self.plan.entries[word]
        if not entry.args:
            return ((),)
        return argument_lists(self.ask, entry, values, self.rng)

    def _shuffled(self, items: list[int]) -> list[int]:
        if self.rng is not None:
            self.rng.shuffle(items)
        return items

    def _with(self, stage: int, said: Choice, option: Option) -> Choice | None:
        """What is said with one more word; None if it may not stand beside the others."""
        if option is None:
            return said
        word, arguments = option
        if not self._may_stand(word, said):
            return None
        after = list(said)
        after[word] = arguments
        after[self.factors[stage].count_at] += 1
        return tuple(after)

    def _may_stand(self, word: int, said: Choice) -> bool:
        return not any(said[i] is not None for i in self.plan.apart[word])

    # --- sequences

    def _sequences(self, stage: int, said: Choice, parts: list[Said]) -> Iterator[Choice]:
        factor = self.factors[stage]
        beginning = self.wanted.beginnings.get(factor.group.name, ())
        stop_first = self.rng is None or self.rng.random() < 0.5
        begun = len(parts) >= len(beginning) and (parts or factor.may_miss)
        if stop_first and begun:
            yield from self._stop(stage, said)
        if len(parts) < factor.group.up_to:
            for part in self._next_parts(stage, said, parts, beginning):
                after = self._extended(factor, said, part)
                if after is not None and not self._refused(self.cuts[stage], after):
                    yield from self._sequences(stage, after, [*parts, part])
        if not stop_first and begun:
            yield from self._stop(stage, said)

    def _stop(self, stage: int, said: Choice) -> Iterator[Choice]:
        if not self._refused(self.stages[stage], said):
            yield from self._from(stage + 1, said)

    def _next_parts(
        self, stage: int, said: Choice, parts: list[Said], beginning: Sequence[Said]
    ) -> Iterator[Said]:
        if len(parts) < len(beginning):
            yield from self._as_begun(beginning[len(parts)])
            return
        values = self.ask.place(said)
        for word in self._shuffled(list(self.factors[stage].words)):
            if parts and parts[-1][0] == word and self.shape.words[word].adds_up:
                continue
            for arguments in self._arguments(word, values):
                yield word, arguments

    def _as_begun(self, part: Said) -> Iterator[Said]:
        """A wanted part; what it leaves out to be completed may be anything."""
        word, arguments = part
        fill = self.ask.decision.fill
        names = [a.name for a in self.shape.words[word].args]
        if fill is not None and fill.arg in names and arguments[names.index(fill.arg)] in (None, -1):
            place = names.index(fill.arg)
            of = self.shape.words[word].args[place].type
            for value in type_values(self.layout, of, self.ask.state.values):
                yield word, (*arguments[:place], value, *arguments[place + 1 :])
        yield part

    def _extended(self, factor: Factor, said: Choice, part: Said) -> Choice | None:
        """What is said with one more part; None if it may not stand there."""
        word, arguments = part
        if not self._may_stand(word, said):
            return None
        parts = said[factor.parts_at]
        laid = list(self.plan.blank)
        laid[0], laid[1] = len(parts) + 1, word
        for place, value in zip(self.shape.argument_places[word], arguments, strict=True):
            laid[place] = value
        after = list(said)
        after[factor.parts_at] = (*parts, tuple(laid))
        after[factor.count_at] = len(parts) + 1
        if after[word] is None:
            after[word] = arguments
        return None if last_part_open(self.ask, tuple(after), factor.parts_at) else tuple(after)


def can_say_nothing(decision: ir.Decision) -> bool:
    """Whether the empty choice can be written: by a word that says nothing, or by `pass` unless that is a word of its own."""
    return any(w.says_nothing for w in decision.words) or not any(w.name == "pass" for w in decision.words)
