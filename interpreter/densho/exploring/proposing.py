"""Choices at random: legal ones, ones made of wanted words, and texts that are likely to be refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

from densho import engine
from densho.engine import Choice, Program, State
from densho.engine.choices import Judgement
from densho.engine.domains import TooMany, argument_lists
from densho.engine.legal import legal_refusals
from densho.engine.refuse import asked
from densho.engine.search import Search, Wanted
from densho.engine.spelling import spell_part
from densho.errors import DenshoError
from densho.exploring.interest import Interest
from densho.exploring.values import Values, kinds_of
from densho.ir import nodes as ir
from densho.ir import types as t

STRANGE = ("xyzzy", "xyzzy 1", "1", "-", "pass; pass")
"""Texts that are words of no game."""
SOON = 1500
"""So many beginnings are looked at when a choice with a certain word is wanted."""


class Proposer:
    """Makes texts of choices for a fight of one program."""

    def __init__(
        self, program: Program, rng: random.Random, interest: Interest, names: tuple[str, ...]
    ) -> None:
        self.program = program
        self.rng = rng
        self.interest = interest
        self.names = names
        options = dict(program.layout.settled.options)
        self.values = Values(
            program.ruleset,
            rng,
            names,
            interest,
            kinds_of(program.ruleset, options),
            {one.name: one for one in program.rules.records},
        )

    def legal(self, state: State, seat: int, said: str | None = None) -> Choice:
        """A legal choice, mostly that which was `said`, or one with wanted words. Raises `RulesetFault` if none is found."""
        if said is not None and self.rng.random() < 0.75:
            judgement = engine.judge(self.program, state, seat, said)
            if judgement.choice is not None and not judgement.refusals:
                return judgement.choice
        decision = engine.owed(self.program, state)[seat]
        wanted = self._wanted(decision)
        if wanted and self.rng.random() < 0.4:
            found = self._with_word(state, seat, self.rng.choice(wanted))
            if found is not None:
                return found
        if wanted and self.rng.random() < 0.75:
            for text in self.near(state, seat, 5):
                judgement = engine.judge(self.program, state, seat, text)
                if judgement.choice is not None and not judgement.refusals:
                    return judgement.choice
        return engine.sample(self.program, state, seat, self.rng)

    def near(self, state: State, seat: int, number: int) -> Iterator[str]:
        """Texts with wanted words, legal or not: made of words, or of a legal choice with something more."""
        decision = engine.owed(self.program, state)[seat]
        for _ in range(number):
            parts = [self._part(decision) for _ in range(self.rng.choice((1, 1, 2, 2, 3)))]
            if self.rng.random() < 0.5:
                parts = [*self._sampled(state, seat, decision), parts[0]]
            yield "; ".join(parts)

    def refusable(self, state: State, seat: int, number: int) -> Iterator[str]:
        """Texts of which many are refused, each for another reason."""
        decision = engine.owed(self.program, state)[seat]
        for text in self.near(state, seat, number):
            yield text
            way = self.rng.random()
            if way < 0.1:
                yield self.rng.choice(STRANGE)
            elif way < 0.2:
                yield "pass"
            elif way < 0.35:
                yield f"{text}; {self.rng.choice(text.split('; '))}"
            elif way < 0.5:
                yield f"{text} {self.rng.choice(('99', '0', 'xyzzy', '1 1'))}"
            elif way < 0.6:
                yield self._part(decision).split(" ")[0]

    def judged(self, state: State, seat: int, number: int) -> Iterator[tuple[str, Judgement]]:
        """Refused texts with their judgements."""
        for text in self.refusable(state, seat, number):
            judgement = engine.judge(self.program, state, seat, text)
            if judgement.refusals:
                yield text, judgement

    def _with_word(self, state: State, seat: int, word: str) -> Choice | None:
        """A legal choice that holds the word, if one turns up soon."""
        ask = asked(self.program, state, seat)
        shape = ask.shape
        number = shape.word_index.get(word)
        if number is None:
            return None
        entry = shape.words[number]
        try:
            arguments = next(argument_lists(ask, entry, ask.place(shape.empty), self.rng), None)
            if arguments is None:
                return None
            said = (number, arguments)
            wanted = (
                Wanted(beginnings={entry.group: [said]})
                if shape.in_sequence(number)
                else Wanted(words={number: arguments})
            )
            search = Search(ask, legal_refusals(ask), wanted=wanted, rng=self.rng, budget=SOON)
            return next(search.choices(), None)
        except TooMany:
            return None

    # --- parts ----------------------------------------------------------------------------------------

    def _sampled(self, state: State, seat: int, decision: str) -> list[str]:
        try:
            choice = engine.sample(self.program, state, seat, self.rng)
        except DenshoError:
            return []
        return engine.print_choice(self.program, decision, choice, self.names).split("; ")

    def _wanted(self, decision: str) -> list[str]:
        root = self.program.layout.roots.get(decision, decision)
        return sorted(word for name, word in self.interest.words if name in (decision, root))

    def _part(self, decision: str) -> str:
        shape = self.program.layout.choice_layout(decision)
        wanted = [one for one in self._wanted(decision) if one in shape.word_index]
        near = wanted and self.rng.random() < 0.7
        word = shape.word_index[self.rng.choice(wanted)] if near else self.rng.randrange(len(shape.words))
        entry = shape.words[word]
        try:
            arguments = tuple(self._argument(one) for one in entry.args)
            return spell_part(self.program.layout, shape, word, arguments, (*self.names, None))
        except DenshoError:
            return entry.name

    def _argument(self, argument: ir.Argument) -> object:
        """A running value for an argument; what may be left out often is."""
        blank = argument.default.value if argument.default is not None else None
        if argument.default is not None and self.rng.random() < 0.4:
            return blank
        if argument.left_out and self.rng.random() < 0.6:
            return self.program.layout.empty_value(argument.type)
        plain: object = self.values.plain(argument.type)
        if argument.named and not isinstance(argument.type, t.TBool) and self.rng.random() < 0.4:
            return self.program.layout.empty_value(argument.type)
        return engine.from_plain(self.program, argument.type, plain, self.names)
