"""Runs the parser's tables over a text: lexing, shifting and reducing in one loop, without recursion.

The lexer is contextual: a word or sign becomes the first of its terminals that the present state admits, and a word that is
no admitted keyword is a name if one may stand there. What is made of a reduction is the affair of the maker's actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from densho.surface.tables import Tables

END = "$END"

Maker = TypeVar("Maker")
Action = Callable[[Maker, Sequence[Any], int, int], object]
"""Makes a node of the children and of the range of characters they cover."""


class Token(NamedTuple):
    """A kept terminal: its text and where it stands."""

    text: str
    start: int
    end: int


class ParseError(Exception):
    """A text that cannot be read."""


class TooLongError(ParseError):
    """The text has too many characters."""


class StuckError(ParseError):
    """No rule goes on at character `at`."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class TooDeepError(ParseError):
    """The text from `start` to `end` is nested deeper than the limit."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.start, self.end = start, end


class Entry(NamedTuple):
    """A place on the stack: the state reached, what was made, where it stands, how deep it is nested."""

    state: int
    value: Any
    start: int
    end: int
    depth: int


class Automaton(Generic[Maker]):
    """The tables, ready to run; `action` finds the function of a production's name."""

    def __init__(self, tables: Tables, action: Callable[[str], Action[Maker]]) -> None:
        self._states = tables.states
        self._starts = tables.starts
        self._words = tables.words
        self._signs = tables.signs
        self._scan = _scanner(tables)
        self._is_name = re.compile(tables.classes["NAME"]).match
        self._productions = [
            (rule.origin, rule.size, rule.kept, rule.bundle, action(rule.action) if rule.action else None)
            for rule in tables.productions
        ]
        self._passed: dict[tuple[int, int, str], int] = {}

    def run(self, start: str, text: str, maker: Maker, limit: int) -> Any:
        """What the maker made of the text. Raises `StuckError` at the first token that cannot stand, `TooDeepError` beyond `limit`."""
        states = self._states
        begin_state, end_state = self._starts[start]
        stack = [Entry(begin_state, None, 0, 0, 0)]
        at = 0
        while True:
            terminal, begin, at = self._token(text, at, states[stack[-1].state])
            while True:
                move = states[stack[-1].state].get(terminal)
                if move is None:
                    raise StuckError(begin)
                if move >= 0:
                    stack.append(Entry(move, Token(text[begin:at], begin, at), begin, at, 0))
                    break
                self._reduce(~move, stack, terminal, maker, limit)
                if terminal == END and stack[-1].state == end_state:
                    return stack[-1].value

    def _reduce(self, number: int, stack: list[Entry], terminal: str, maker: Maker, limit: int) -> None:
        origin, size, kept, bundle, action = self._productions[number]
        if size == 1 and action is None and not bundle:
            top = stack.pop()
            stack.append(Entry(self._pass(stack[-1].state, top.state, terminal), *top[1:]))
            return
        if size:
            taken = stack[-size:]
            del stack[-size:]
            start, end, depth = taken[0].start, taken[-1].end, max([entry.depth for entry in taken])
        else:
            taken, start, end, depth = [], stack[-1].end, stack[-1].end, 0
        children: list[Any] = []
        for place, spliced in kept:
            if spliced:
                children.extend(taken[place].value)
            else:
                children.append(taken[place].value)
        value: object = children
        if action is not None:
            depth += 1
            if depth > limit:
                raise TooDeepError(start, end)
            value = action(maker, children, start, end)
        elif not bundle:
            value = children[0]
        stack.append(Entry(self._states[stack[-1].state][origin], value, start, end, depth))

    def _pass(self, below: int, state: int, terminal: str) -> int:
        """The state after all reductions that only pass the node on from level to level; `below` is the state under it."""
        known = self._passed.get((below, state, terminal))
        if known is None:
            known = state
            while (move := self._states[known].get(terminal, 0)) < 0:
                origin, size, _, bundle, action = self._productions[~move]
                if size != 1 or action is not None or bundle:
                    break
                known = self._states[below][origin]
            self._passed[below, state, terminal] = known
        return known

    def _token(self, text: str, at: int, row: Mapping[str, int]) -> tuple[str, int, int]:
        """The terminal at `at` (after blanks), where it begins and ends."""
        found = self._scan(text, at)
        if found is None:
            raise StuckError(len(text) - len(text[at:].lstrip()))
        kind = found.lastgroup or END
        begin, end = found.span(kind) if kind != END else (found.end(), found.end())
        if kind == "WORD":
            for terminal, pattern in self._words.get(found[kind], ()):
                if terminal in row:
                    if pattern is None:
                        return terminal, begin, end
                    if longer := _compiled(pattern).match(text, begin):
                        return terminal, begin, longer.end()
            if "NAME" in row and self._is_name(text, begin):
                return "NAME", begin, end
        elif kind == "SIGN":
            for terminal in self._signs[found[kind]]:
                if terminal in row:
                    return terminal, begin, end
        return kind, begin, end


def _scanner(tables: Tables) -> Callable[[str, int], re.Match[str] | None]:
    """Blanks, then one token; no group of it matches at the end of the text."""
    classes = "|".join(f"(?P<{name}>{tables.classes[name]})" for name in ("WORD", "INT", "CITE"))
    signs = "|".join(re.escape(sign) for sign in sorted(tables.signs, key=len, reverse=True))
    return re.compile(rf"\s*(?:{classes}|(?P<SIGN>{signs})|\Z)").match


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
