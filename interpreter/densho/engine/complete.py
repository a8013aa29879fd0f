"""Going on with a text that is being typed: which parts could come next so that a legal choice can still be reached.

What stands before the last `;` must be read as whole parts; what stands after it is the beginning of a part. Each answer is the whole text
with one part completed. An answer is given if and only if some legal choice holds the parts already typed and the new one (in a sequence: as
the next part). Each answer is searched for by itself, unless that takes long: then all choices that hold what is typed are listed once, if
they are not too many. Of bags that are too many to list, those are offered that hold what is typed and one member more.
"""

from __future__ import annotations

from collections.abc import Iterator

from densho.engine.assemble import Said, assemble
from densho.engine.domains import TooMany, listed_members
from densho.engine.errors import NotOwed
from densho.engine.layout import Choice
from densho.engine.legal import is_any, legal_refusals
from densho.engine.order import ordered
from densho.engine.program import Program
from densho.engine.reading import read_choice
from densho.engine.refuse import Asked, asked
from densho.engine.search import Search, Wanted, can_say_nothing
from densho.engine.spelling import said, spell_nothing, spell_part
from densho.engine.state import State
from densho.engine.words import fold_text
from densho.ir.types import TBag

WORK = 20_000
PATIENCE = 500
"""Candidates that are looked at, answer by answer, before listing is tried."""


def complete(program: Program, state: State, seat: int, prefix: str, limit: int = 50) -> tuple[str, ...]:
    """Texts that go on from `prefix` by one part, at most `limit`; none if the fighter owes nothing or the typed parts cannot be read."""
    try:
        ask = asked(program, state, seat)
    except NotOwed:
        return ()
    typed, semicolon, begun = prefix.rpartition(";")
    parts = _typed_parts(ask, typed) if semicolon else []
    if parts is None:
        return ()
    before = typed + "; " if semicolon else ""
    found: list[str] = []
    for text in _next_texts(ask, parts, fold_text(begun).strip()):
        found.append(before + text)
        if len(found) == limit:
            break
    return tuple(found)


def _typed_parts(ask: Asked, typed: str) -> list[Said] | None:
    reading = read_choice(ask.program.lexicon, ask.decision, typed, ask.state.values[0])
    if any(m.kind != "shape" for m in reading.mistakes):
        return None
    return said(ask.program.layout.choice_layout(ask.decision.name), reading.choice)


def _next_texts(ask: Asked, parts: list[Said], begun: str) -> Iterator[str]:
    layout = ask.program.layout
    shape = layout.choice_layout(ask.decision.name)
    refusals = legal_refusals(ask)
    search = Search(ask, refusals, wanted=_wanted(ask, parts), budget=WORK)
    nothing = spell_nothing(shape)
    if not parts and nothing.startswith(begun) and _is_legal(ask, refusals, shape.empty):
        yield nothing
    reachable = _Reachable(ask, refusals, parts)
    present = {word for word, _ in parts if not shape.in_sequence(word)}
    for option in _options(search, ask, parts, begun):
        if option[0] in present:
            continue
        text = spell_part(layout, shape, option[0], option[1], ask.state.values[0])
        if _goes_on(ask, option, text, begun) and reachable.after(option):
            yield text


class _Reachable:
    """Whether a legal choice goes on with a part."""

    def __init__(self, ask: Asked, refusals: list[int], parts: list[Said]) -> None:
        self.ask, self.refusals, self.parts = ask, refusals, parts
        self.shape = ask.program.layout.choice_layout(ask.decision.name)
        self.patience = PATIENCE
        self.listed: set[Said] | None = None

    def after(self, option: Said) -> bool:
        if self.listed is not None:
            return option in self.listed
        wanted = _wanted(self.ask, [*self.parts, option])
        search = Search(self.ask, self.refusals, wanted=wanted, budget=WORK)
        found = is_any(search)
        # INVARIANT: parts that are completed stand in a listed choice otherwise than in the option, so they are searched for one by one.
        if self.patience > 0 and self.ask.decision.fill is None:
            self.patience -= WORK - search.budget
            if self.patience <= 0:
                self.listed = self._list()
        return found

    def _list(self) -> set[Said] | None:
        """The parts with which the legal choices go on, if these can all be looked at."""
        search = Search(self.ask, self.refusals, wanted=_wanted(self.ask, self.parts), budget=WORK)
        typed = {g.name: 0 for g in self.shape.groups}
        for word, _ in self.parts:
            typed[self.shape.words[word].group] += 1
        found: set[Said] = set()
        try:
            for choice in search.choices():
                seen = dict(typed)
                for word, arguments in said(self.shape, choice):
                    group = self.shape.words[word].group
                    if not self.shape.in_sequence(word) or seen[group] == 0:
                        found.add((word, arguments))
                    seen[group] -= 1
        except TooMany:
            return None
        return found


def _goes_on(ask: Asked, option: Said, text: str, begun: str) -> bool:
    """Whether the text begins so, by ids or by any other spelling of its word."""
    if fold_text(text).startswith(begun):
        return True
    word = ask.program.layout.choice_layout(ask.decision.name).words[option[0]]
    rest = fold_text(text)[len(word.name) :]
    table = ask.program.lexicon.words(ask.decision).table
    return any((" ".join(key) + rest).startswith(begun) for key, w in table.items() if w == option[0])


def _is_legal(ask: Asked, refusals: list[int], choice: Choice) -> bool:
    if not can_say_nothing(ask.decision) or any(g.mode == "one" for g in ask.decision.groups):
        return False
    values = ask.place(choice)
    return not any(ask.applies(i, values) for i in refusals)


def _wanted(ask: Asked, parts: list[Said]) -> Wanted:
    shape = ask.program.layout.choice_layout(ask.decision.name)
    words = {word: arguments for word, arguments in parts if not shape.in_sequence(word)}
    beginnings: dict[str, list[Said]] = {}
    for word, arguments in parts:
        if shape.in_sequence(word):
            beginnings.setdefault(shape.words[word].group, []).append((word, arguments))
    return Wanted(words, beginnings)


def _options(search: Search, ask: Asked, parts: list[Said], begun: str) -> Iterator[Said]:
    """Every word with its listed arguments; the next part of a sequence may not add up with the one before."""
    shape = search.shape
    choice = assemble(search.layout, shape, parts)
    last = {shape.words[w].group: w for w, _ in parts if shape.in_sequence(w)}
    for stage, factor in enumerate(search.factors):
        for word in factor.words:
            entry = shape.words[word]
            if entry.adds_up and last.get(entry.group) == word:
                continue
            try:
                yield from ((word, arguments) for arguments in search.listed(stage, word, choice))
            except TooMany:
                yield from _one_more(search, ask, word, choice, begun)


def _one_more(search: Search, ask: Asked, word: int, choice: Choice, begun: str) -> Iterator[Said]:
    """Where all bags that a word may hold are too many: what is typed of one, with one member more."""
    arguments = search.plan.entries[word].args
    if len(arguments) != 1 or not isinstance(arguments[0].type, TBag) or arguments[0].listing is None:
        return
    names = ask.state.values[0]
    members = listed_members(ask, search.plan.entries[word], arguments[0], ask.place(choice))
    spelt = {spell_part(search.layout, search.shape, word, ((m,),), names): m for m in members}
    by_text = {fold_text(text).partition(" ")[2]: member for text, member in spelt.items()}
    typed = begun.split(" ")[1:]
    for whole in (typed[:-1], typed) if typed else ([],):
        if all(text in by_text for text in whole):
            begun_bag = [by_text[text] for text in whole]
            yield from ((word, (tuple(ordered([*begun_bag, member])),)) for member in by_text.values())
