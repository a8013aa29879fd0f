"""From the text of a choice to the choice: words and arguments are looked up, the groups' shape is checked.

What cannot be read is a `Mistake`: of a word, of an argument, or of the shape. The readable parts are kept, so that refusals which come
before the mistake in the ruleset's list can still be named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from densho.engine.assemble import Said, add_up, assemble, is_crowded
from densho.engine.layout import Choice, ChoiceLayout, Layout
from densho.engine.reading_values import ArgumentReader, Unfit
from densho.engine.spelling import PASS, argument_default
from densho.engine.words import Lexicon, tokens_of
from densho.ir import nodes as ir
from densho.ir import types as t

LONGEST = 2_000
"""No choice of a game that people play is longer, and judging one takes time."""
SHOWN = 40

Reason = Literal["unknown", "argument", "missing", "crowded", "twice", "too much", "beside", "too long"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """`detail` is what the player wrote there. `word` is the number of the word that is meant, `group` the group whose shape is broken,
    `argument` what should stand at the place `at` of the part (None: nothing more).
    """

    kind: Literal["word", "argument", "shape"]
    reason: Reason
    detail: str
    word: int | None = None
    group: str | None = None
    argument: ir.Argument | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """`choice` is canonical, `said` the same with words that say nothing; without mistakes they are the whole choice."""

    choice: Choice
    said: Choice
    mistakes: tuple[Mistake, ...]


def read_choice(lexicon: Lexicon, decision: ir.Decision, text: str, names: tuple[Any, ...]) -> Reading:
    """Reads a text as a choice of the decision; arguments that `fill` completes are still left out."""
    return _Reader(lexicon, decision, names).read(text)


@dataclass(eq=False)
class _Reader:
    lexicon: Lexicon
    decision: ir.Decision
    names: tuple[Any, ...]
    written: dict[int, str] = field(default_factory=dict)
    """How the player wrote each word."""

    @property
    def layout(self) -> Layout:
        return self.lexicon.layout

    @property
    def shape(self) -> ChoiceLayout:
        return self.layout.choice_layout(self.decision.name)

    def read(self, text: str) -> Reading:
        if len(text) > LONGEST:
            mistake = Mistake("shape", "too long", text[:SHOWN])
            return Reading(self.shape.empty, self.shape.empty, (mistake,))
        if tokens_of(text) == (PASS,) and may_be_empty(self.decision):
            return Reading(self.shape.empty, self.shape.empty, self._shape_mistakes([]))
        parts: list[Said] = []
        mistakes: list[Mistake] = []
        for written in text.split(";"):
            self._read_part(written, parts, mistakes)
        mistakes.extend(self._shape_mistakes(parts))
        choice = assemble(self.layout, self.shape, parts)
        said = assemble(self.layout, self.shape, parts, silent=True)
        return Reading(choice, said, tuple(mistakes))

    def _read_part(self, written: str, parts: list[Said], mistakes: list[Mistake]) -> None:
        tokens = tokens_of(written)
        found = self.lexicon.words(self.decision).match(tokens, 0)
        if found is None:
            mistakes.append(Mistake("word", "unknown", written.strip()))
            return
        word, at = found
        self.written.setdefault(word, " ".join(written.split()[:at]))
        entry = self.decision.words[word]
        try:
            parts.append(
                (word, ArgumentReader(self.lexicon, self.decision, entry, written, self.names).read(at))
            )
        except Unfit as unfit:
            mistakes.append(
                Mistake("argument", "argument", written.strip(), word, argument=unfit.argument, at=unfit.at)
            )
            parts.append((word, tuple(argument_default(self.layout, a) for a in entry.args)))

    # --- shape

    def _shape_mistakes(self, parts: list[Said]) -> tuple[Mistake, ...]:
        found = list(self._beside(parts))
        for group in self.shape.groups:
            mine = [p for p in parts if self.shape.words[p[0]].group == group.name]
            found.extend(self._group_mistakes(group, mine))
        return tuple(found)

    def _group_mistakes(self, group: ir.Group, mine: list[Said]) -> list[Mistake]:
        found: list[Mistake] = []
        words = [word for word, _ in mine]
        if group.mode == "one" and not mine:
            found.append(Mistake("shape", "missing", "", group=group.name))
        if is_crowded(self.shape, group, mine) and not has_crowded(self.decision, group.name):
            written = "; ".join(self.said(word) for word in words)
            found.append(Mistake("shape", "crowded", written, group=group.name))
        if group.mode != "sequence" and not group.repeats_counted:
            found.extend(
                Mistake("shape", "twice", self.said(word), word)
                for word in dict.fromkeys(words)
                if words.count(word) > 1
            )
        if group.mode == "sequence":
            found.extend(self._sums_out_of_bounds(mine))
        return found

    def _sums_out_of_bounds(self, mine: list[Said]) -> list[Mistake]:
        found = []
        for word, arguments in add_up(
            self.shape, [p for p in mine if not self.shape.words[p[0]].says_nothing]
        ):
            for argument, value in zip(self.shape.words[word].args, arguments, strict=True):
                if (
                    isinstance(argument.type, t.TInt)
                    and argument.type.hi is not None
                    and (value or 0) > argument.type.hi
                ):
                    found.append(Mistake("argument", "too much", self.said(word), word, argument=argument))
        return found

    def _beside(self, parts: list[Said]) -> list[Mistake]:
        words = self.shape.words
        for i, (word, _) in enumerate(parts):
            for other in parts[:i] + parts[i + 1 :]:
                beside = words[other[0]]
                if beside.name in words[word].not_beside or beside.group in words[word].not_beside:
                    written = f"{self.said(word)}; {self.said(other[0])}"
                    return [Mistake("shape", "beside", written, word)]
        return []

    def said(self, word: int) -> str:
        """The word as the player wrote it."""
        return self.written.get(word, self.shape.words[word].name)


def may_be_empty(decision: ir.Decision) -> bool:
    """Whether `pass` means the empty choice: not where a word stands for doing nothing."""
    return not any(w.says_nothing or w.name == "pass" for w in decision.words)


def has_crowded(decision: ir.Decision, group: str) -> bool:
    return any(r.test == "crowded" and r.group == group for r in decision.refusals)
