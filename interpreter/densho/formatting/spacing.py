"""Expressions with canonical blanks, and broken into lines where they are too long for one.

The blanks are those of the surface printer. Brackets that the printer would spare are kept, since they are there to be read; a text
that it would print in another order, or that cannot be read, keeps all but its line ends and double blanks.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from densho.diagnostics.model import Report
from densho.source import Excerpt
from densho.surface import parser
from densho.surface.printer import unparse

Start = Literal[
    "expr", "type", "head", "column", "slot", "group", "word", "relation_line", "refusal", "binder", "rule",
    "effects", "flow_line", "name",
]  # fmt: skip
EXPRESSIONS: frozenset[str] = frozenset({"expr", "refusal", "binder", "rule", "effects"})
"""What is computed or done, in contrast to what is declared."""

_TOKEN = re.compile(r"\.\.|:=|\+=|-=|!=|<=|>=|\w+|\S")


def spaced(start: Start, text: str) -> str:
    """The text with canonical blanks; unchanged if it cannot be read."""
    node = _read(start, text)
    if node is None:
        return text
    found = _aligned(text, unparse(node))
    if found is None:
        found = " ".join(text.split())
    return found if found == text or _read(start, found) == node else text


def squeezed(text: str) -> str:
    """The text without blanks: what spacing leaves as it is."""
    return "".join(text.split())


def _read(start: Start, text: str) -> Any:
    return parser.parse(start, Excerpt("", text, 0), Report())


def _aligned(text: str, printed: str) -> str | None:
    """The tokens of `text` with the blanks of `printed`; None when these are not the same tokens, brackets aside."""
    model = list(_TOKEN.finditer(printed))
    found: list[str] = []
    at, glued = 0, True
    for match in _TOKEN.finditer(text):
        token = match.group()
        same = at < len(model) and model[at].group() == token
        if not same and token not in "()":
            return None
        gap = at < len(model) and at > 0 and model[at].start() > model[at - 1].end()
        closing = token == ")" and not same
        found.append(token if glued or closing or not gap else f" {token}")
        glued = not same and token == "("
        at += same
    return "".join(found) if at == len(model) else None


# --- lines ----------------------------------------------------------------------------------------------

_RULE_THEN = re.compile(r" (?=then\b)")
_BREAKS: tuple[tuple[re.Pattern[str], bool], ...] = (
    (re.compile(r"(?<=;) "), True),
    (re.compile(r" (?=else\b)"), False),
    (re.compile(r" (?=then\b)"), False),
    (re.compile(r"(?<=,) "), True),
    (re.compile(r" (?=or\b)"), True),
    (re.compile(r" (?=and\b)"), True),
    (re.compile(r" (?=with\b)"), True),
    (re.compile(r" (?=of\b)"), True),
    (re.compile(r" "), True),
)
"""Where a line may end, best first, and whether several pieces may share a line."""


def lines_of(text: str, width: int, start: Start | None = None) -> list[str]:
    """The text in lines of at most `width` where it has blanks to break at; joined by blanks they are the text."""
    if len(text) <= width:
        return [text]
    if start is None:
        return _filled(text.split(" "), width)
    if start == "rule":
        pieces = _split(text, _RULE_THEN, most=1)
        if len(pieces) > 1 and re.match(r"(once )?(for|when)\b", text):
            return [line for piece in pieces for line in lines_of(piece, width, "effects")]
    return _broken(text, width)


def _broken(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    for pattern, shared in _BREAKS:
        pieces = _split(text, pattern)
        if len(pieces) == 1:
            continue
        if shared:
            pieces = _filled(pieces, width)
        return [line for piece in pieces for line in (_broken(piece, width) if piece != text else [piece])]
    return _filled(text.split(" "), width)


def _split(text: str, pattern: re.Pattern[str], most: int | None = None) -> list[str]:
    """The text cut at the pattern's blanks that stand in no brackets."""
    pieces: list[str] = []
    start, depth, seen = 0, 0, 0
    for match in pattern.finditer(text):
        depth += sum((sign in "([") - (sign in ")]") for sign in text[seen : match.start()])
        seen = match.start()
        if depth == 0 and (most is None or len(pieces) < most):
            pieces.append(text[start : match.start()])
            start = match.end()
    return [*pieces, text[start:]]


def _filled(pieces: list[str], width: int) -> list[str]:
    lines: list[str] = []
    for piece in pieces:
        if lines and len(lines[-1]) + 1 + len(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines
