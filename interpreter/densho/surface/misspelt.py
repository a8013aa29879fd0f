"""Words of the language that are misspelt: which one is meant shows in how far the text can be read with it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from densho.diagnostics.suggestions import slip_of
from densho.surface.parser import stuck_at

_KEYWORDS = (
    "and", "or", "not", "if", "then", "else", "in", "has", "lacks", "within", "meets", "mod", "without", "with", "of", "just",
    "some", "every", "no", "count", "first", "sum", "most", "least", "those", "list", "when", "for", "by", "once", "tell", "win",
    "draw", "leave", "again", "each", "fades", "clamped", "hidden", "working", "set", "bag", "nothing", "from", "beside", "flag",
    "named", "says", "block", "repeat", "ask", "do", "roll", "while", "at", "otherwise",
)  # fmt: skip
_OTHERWISE = {"have": "has", "do": "then"}
"""Words that are none of the place, and what is said instead."""
_FOREIGN = frozenset({"is", "xor", "the", "any", "all", "eq", "ne", "max", "min", "div"})
"""Words of other languages, which are no slips: the table of broken texts knows what is said instead."""
_WORD = re.compile(r"[a-z]{2,}")
_BEFORE = 3
"""So many words up to the fault, and one after it, may be its cause."""
_UNREAD = frozenset({"name", "head", "group", "relation_line"})
"""Sorts of text that hold hardly any word of the language."""


@dataclass(frozen=True, slots=True)
class Misspelt:
    """A word from `start` to `end` of a text, and the word of the language that it should be."""

    start: int
    end: int
    meant: str


def misspelt_word(start: str, text: str, at: int) -> Misspelt | None:
    """The word at a fault or shortly before it, if the text can be read on with a word of the language in its place; the rest may be wrong too."""
    if start in _UNREAD:
        return None
    best: tuple[int, int, Misspelt] | None = None
    words = [word for word in _WORD.finditer(text) if not _part_of_name(text, word)]
    first_after = sum(word.start() <= at for word in words)
    near = words[max(0, first_after - _BEFORE) : first_after + 1]
    for word in near:
        for meant in _candidates(word.group()):
            changed = text[: word.start()] + meant + text[word.end() :]
            stuck = stuck_at(start, changed)
            shift = len(text) - len(changed)
            reached = len(text) if stuck is None else stuck + (shift if stuck > word.start() else 0)
            if stuck is not None and not _reads_on(text, max(at, word.end()), reached):
                continue
            one = Misspelt(word.start(), word.end(), meant)
            if best is None or (reached, word.start()) > best[:2]:
                best = reached, word.start(), one
    return best[2] if best else None


def _part_of_name(text: str, word: re.Match[str]) -> bool:
    around = text[word.start() - 1 : word.start()] + text[word.end() : word.end() + 1]
    return any(sign.isalnum() or sign in "_.(" for sign in around)


def _candidates(word: str) -> tuple[str, ...]:
    if word in _OTHERWISE:
        return (_OTHERWISE[word],)
    return () if word in _KEYWORDS or word in _FOREIGN else slip_of(word, _KEYWORDS)


def _reads_on(text: str, at: int, reached: int) -> bool:
    """Whether at least two more words are read than without the change."""
    return len(re.findall(r"\w+", text[at:reached])) > 1
