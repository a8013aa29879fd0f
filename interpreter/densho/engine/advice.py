"""What helps a player whose text cannot be read: what may have been meant, what a word takes, how parts are joined.

Everything said here follows from the ruleset, the fighters' names and the text itself, never from the state of the fight: so nothing hidden
can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from densho.diagnostics.suggestions import did_you_mean
from densho.engine.program import Program
from densho.engine.reading import LONGEST, Mistake, read_choice
from densho.engine.state import State
from densho.engine.words import Spellings, tokens_of
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type
from densho.messages import Text, either, listed, quoted, say

FEW = 14
"""So many names are listed."""
MOST = 4
"""More advice than this is not read."""


@dataclass(frozen=True, slots=True)
class Naming:
    """How things are called in the player's language: a row by its kind and id, a word of a decision. By ids, unless told otherwise."""

    row: Callable[[str, str], str] = lambda _, row: row
    word: Callable[[ir.Decision, ir.Word], str] = lambda _, word: word.name


BY_IDS = Naming()


def advice(
    program: Program, state: State, decision: str, text: str, naming: Naming = BY_IDS
) -> tuple[Text, ...]:
    """Hints about a text that cannot be read as a choice of the decision; none about one that can."""
    adviser = _Adviser(program, program.decisions[decision], state.values[0], naming)
    mistakes = read_choice(program.lexicon, adviser.decision, text, adviser.names).mistakes
    if any(one.reason in ("unknown", "argument") for one in mistakes):
        mistakes = tuple(one for one in mistakes if one.reason != "missing")
    hints: dict[Text, None] = {}
    for mistake in mistakes:
        hints.update(dict.fromkeys(adviser.about(mistake)))
    return tuple(hints)[:MOST]


@dataclass(frozen=True, slots=True)
class _Adviser:
    program: Program
    decision: ir.Decision
    names: tuple[Any, ...]
    naming: Naming

    def about(self, mistake: Mistake) -> Iterator[Text]:
        written = quoted([mistake.detail])
        match mistake.reason:
            case "unknown":
                yield from self._unknown(mistake)
            case "argument":
                yield from self._argument(mistake)
            case "missing":
                yield from self._missing(mistake.group)
            case "crowded":
                yield say("of {words} there may be fewer at a time", words=written)
            case "twice":
                yield say("{word} may stand there once", word=written)
            case "too much":
                yield say("{word} is too much, taken together", word=written)
                yield from self._takes(mistake.detail, mistake.argument)
            case "beside":
                yield say("{words} do not go together", words=written)
            case "too long":
                yield say("a choice has at most {most} characters", most=LONGEST)

    # --- words

    @property
    def _words(self) -> Spellings[int]:
        return self.program.lexicon.words(self.decision)

    def _unknown(self, mistake: Mistake) -> Iterator[Text]:
        written = mistake.detail.split()
        if not written:
            yield say("nothing is written before or behind a `;`")
            return
        joined = self._joined(mistake.detail)
        if joined is not None:
            yield joined
            return
        known = [" ".join(tokens) for tokens in self._words.table]
        near: tuple[Text, ...] = ()
        for length in range(min(self._words.longest, len(written)), 0, -1):
            near = near or did_you_mean(" ".join(tokens_of(" ".join(written[:length]))), known)
        yield from near
        said = () if near else tuple(self._with_word_before(mistake.detail))
        if said:
            yield say("did you mean {texts}?", texts=either(f"`{text}`" for text in said))
        elif not near:
            yield self._begin_with(say("`{word}` is no word of this choice", word=written[0]))

    def _with_word_before(self, text: str) -> Iterator[str]:
        """The text behind a word that would take it."""
        names = self._names(None)
        for name in names if len(names) <= FEW else ():
            longer = f"{name} {text}"
            mistakes = read_choice(self.program.lexicon, self.decision, longer, self.names).mistakes
            if not any(one.kind in ("word", "argument") for one in mistakes):
                yield longer

    def _joined(self, text: str) -> Text | None:
        """Parts with something else than `;` between them: how they are joined. None where that is not what is wrong."""
        pieces = [piece.strip() for piece in text.split(",")]
        if len(pieces) > 1 and all(self._words.match(tokens_of(piece), 0) for piece in pieces):
            return say("parts are joined by `;`: `{text}`", text="; ".join(pieces))
        return None

    def _missing(self, group: str | None) -> Iterator[Text]:
        names = self._names(group)
        if len(names) <= FEW:
            yield say("one of these must stand in it: {words}", words=quoted(names))
        else:
            yield say("something that must stand in it is missing")

    def _begin_with(self, otherwise: Text) -> Text:
        names = self._names(None)
        return (
            say("each part begins with one of {words}", words=quoted(names))
            if len(names) <= FEW
            else otherwise
        )

    def _names(self, group: str | None) -> list[str]:
        """The words that can be said; of one group, or of all."""
        return self._names_of(self.decision, group)

    def _names_of(self, decision: ir.Decision, group: str | None = None) -> list[str]:
        known = set(self.program.lexicon.words(decision).table.values())
        numbers = self.program.layout.choice_layout(decision.name).word_index
        return [
            self.naming.word(decision, word)
            for word in decision.words
            if numbers[word.name] in known and group in (None, word.group)
        ]

    # --- arguments

    def _argument(self, mistake: Mistake) -> Iterator[Text]:
        assert mistake.word is not None
        joined = self._joined(mistake.detail)
        written = mistake.detail.split()
        begin, rest = written[: mistake.at], written[mistake.at :]
        word = self.decision.words[mistake.word]
        said = " ".join(begin[: self._length(written)])
        if joined is not None:
            yield joined
        elif rest and self._begins(rest):
            both = f"{' '.join(begin)}; {' '.join(rest)}"
            yield say("parts are joined by `;`: `{text}`", text=both)
        elif mistake.argument is None:
            yield say(
                "`{rest}` is not understood behind `{begin}`", rest=" ".join(rest), begin=" ".join(begin)
            )
            if not word.args:
                yield say("`{word}` stands alone", word=said)
        else:
            if rest:
                yield from self._near(rest[0], mistake.argument.type)
            yield from self._takes(said, mistake.argument)

    def _length(self, written: list[str]) -> int:
        found = self._words.match(tokens_of(" ".join(written)), 0)
        return found[1] if found else 1

    def _begins(self, rest: list[str]) -> bool:
        """Whether another part begins here."""
        return self._words.match(tokens_of(" ".join(rest)), 0) is not None

    def _near(self, written: str, type_: Type) -> tuple[Text, ...]:
        """What may have been meant by a name."""
        match _of(type_):
            case t.TRow(kind=kind):
                known = [" ".join(tokens) for tokens in self.program.lexicon.rows[kind].table]
            case t.TFighter():
                known = [str(name) for name in self.names[:-1]]
            case t.TWord(decision=decision):
                table = self.program.lexicon.words(self.program.decisions[decision]).table
                known = [" ".join(tokens) for tokens in table]
            case _:
                known = []
        return did_you_mean(written, known)

    def _takes(self, word: str, argument: ir.Argument | None) -> Iterator[Text]:
        """What the word is followed by."""
        if argument is None:
            return
        begin = f"{word} {argument.name}" if argument.named else word
        many = isinstance(argument.type, (t.TSet, t.TList, t.TBag))
        match _of(argument.type):
            case t.TInt(lo=lo, hi=hi):
                yield _number(begin, lo, hi, many)
            case t.TRow(kind=kind):
                shut = self.program.layout.settled.shut_rows
                rows = self.program.layout.kinds[kind].rows
                names = [
                    self.naming.row(kind, row.name) for i, row in enumerate(rows) if (kind, i) not in shut
                ]
                yield self._one_of(begin, names, many)
            case t.TFighter():
                yield self._one_of(begin, [str(name) for name in self.names[:-1]], many)
            case t.TWord(decision=decision):
                yield self._one_of(begin, self._names_of(self.program.decisions[decision]), many)
            case t.TBool():
                yield self._one_of(begin, ["true", "false"], many)
            case t.TRecord(record=record):
                fields = [name for name, _ in self.program.layout.records[record].fields]
                yield say("`{word}` takes {fields}, in this order", word=begin, fields=listed(fields))
            case _:
                yield say("something must stand behind `{word}`", word=begin)

    def _one_of(self, begin: str, names: list[str], many: bool) -> Text:
        if len(names) > FEW:
            return say("`{word}` takes a name that is known here", word=begin)
        if many:
            return say("`{word}` takes some of {names}", word=begin, names=quoted(names))
        return say("`{word}` takes one of {names}", word=begin, names=quoted(names))


def _of(type_: Type) -> Type:
    """The type of what is written: of one element, of something that may be nothing."""
    while isinstance(type_, (t.TOptional, t.TSet, t.TList, t.TBag)):
        type_ = type_.of
    return type_


def _number(word: str, low: int | None, high: int | None, many: bool) -> Text:
    if low is None or high is None:
        return say("`{word}` takes numbers", word=word) if many else say("`{word}` takes a number", word=word)
    if many:
        return say("`{word}` takes numbers from {low} to {high}", word=word, low=low, high=high)
    return say("`{word}` takes a number from {low} to {high}", word=word, low=low, high=high)
