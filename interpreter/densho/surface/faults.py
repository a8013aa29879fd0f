"""Explains why a text cannot be read: from where the parser got stuck to what is wrong and what to write instead.

Nothing is told of what the parser would have accepted. Odd characters, brackets and `if`s are looked at here; everything else is
recognised from the table of broken texts in `densho.surface.broken`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import foreign_letters, latin_look_alike
from densho.source import Excerpt
from densho.surface.automaton import ParseError, StuckError, TooDeepError
from densho.surface.broken import OPERAND, TABLE, Broken

WHAT = {
    "expr": "expression",
    "type": "type",
    "head": "name",
    "column": "column",
    "slot": "slot",
    "group": "group",
    "word": "word",
    "relation_line": "line of a relation",
    "refusal": "refusal",
    "binder": "`for`",
    "rule": "rule",
    "effects": "effect",
    "flow_line": "line of the flow",
    "name": "name",
}
"""What people call a text that is read from each start symbol."""

_NEAR = 300
"""Characters before the fault in which its cause is looked for, so that a long text costs no more than a short one."""
_SPLIT = "give its parts names under `define`"
_SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "·": "*", "÷": "/", "∧": "and", "∨": "or", "¬": "not", "∈": "in", "∉": "not in",
    "∪": "|", "…": "..", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "≔": ":=",
}  # fmt: skip
_QUOTES = "'\"`«»“”„‘’‹›"
_KEYWORDS = re.compile(
    "and|or|not|if|then|else|in|has|lacks|within|meets|mod|without|with|of|true|false|nothing|just|when"
)
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_CLOSERS = {"(": ")", "[": "]"}
_GOES_ON = re.compile(r"\Z|;|:=|\+=|-=|(?:then|when|by)\b")


@dataclass(frozen=True)
class Spot:
    """A text, and where it went wrong."""

    start: str
    excerpt: Excerpt
    at: int

    @property
    def text(self) -> str:
        return self.excerpt.text

    @cached_property
    def opened(self) -> tuple[int, ...]:
        """The brackets that are open here."""
        return self._brackets[0]

    @cached_property
    def before(self) -> str:
        """What stands before, from the innermost open bracket on; closed brackets are blanked out. As long as the text before."""
        return self._brackets[1]

    @cached_property
    def _brackets(self) -> tuple[tuple[int, ...], str]:
        shown = list(self.text[: self.at])
        opened: list[int] = []
        for place, sign in enumerate(shown):
            if sign in _CLOSERS:
                opened.append(place)
            elif opened and sign == _CLOSERS[self.text[opened[-1]]]:
                first = opened.pop()
                shown[first : place + 1] = "~" * (place + 1 - first)
        if opened:
            shown[: opened[-1] + 1] = " " * (opened[-1] + 1)
        return tuple(opened), "".join(shown)


def explain(start: str, excerpt: Excerpt, error: ParseError, report: Report) -> None:
    """Reports why the text cannot be read."""
    match error:
        case StuckError(at=at):
            _explain_stuck(Spot(start, excerpt, at), report)
        case TooDeepError():
            span = excerpt.span(error.start, error.end)
            report.add("nested-too-deep", span, "this is nested too deep", help=_SPLIT)
        case _:
            report.add(
                "text-too-long", excerpt.span(0, 1), f"this {WHAT[start]} is too long to be read", help=_SPLIT
            )


def _explain_stuck(spot: Spot, report: Report) -> None:
    text, at = spot.text, spot.at
    what = WHAT[spot.start]
    if not text.strip():
        article = "an" if what[0] in "aeiou" else "a"
        message = f"{article} {what} is missing here"
        report.add("empty-text", spot.excerpt.span(), message, help="write it, or leave the key out")
        return
    if any(found(spot, report) for found in (_odd_word, _bracket, _conditional, _in_table)):
        return
    end = _end_of_word(text, at)
    if at >= len(text.rstrip()):
        report.add("syntax", spot.excerpt.span(), f"this {what} is not complete")
    else:
        report.add("syntax", spot.excerpt.span(at, end), f"`{text[at:end]}` means nothing here")


# --- characters ---------------------------------------------------------------------------------------


def _odd_word(spot: Spot, report: Report) -> bool:
    text, at = spot.text, spot.at
    if at >= len(text):
        return False
    if text[at] in _QUOTES:
        return _quoted(spot, report)
    if text[at] in _SIGNS:
        report.add(
            "look-alike",
            spot.excerpt.span(at, at + 1),
            f"`{text[at]}` is not a sign of this language",
            help=f"write `{_SIGNS[text[at]]}`",
        )
        return True
    end = _end_of_word(text, at)
    word = text[at:end]
    plain = latin_look_alike(word)
    span = spot.excerpt.span(at, end)
    if not word.isascii() and (word[0].isalnum() or plain.isascii()):
        if plain.isascii() and plain.strip():
            report.add(
                "look-alike",
                span,
                f"`{word}` only looks like `{plain.lower()}`",
                help=(f"write `{plain.lower()}`", foreign_letters(word) or ""),
            )
        else:
            report.add(
                "look-alike",
                span,
                f"`{word}` cannot be a name",
                help="names are of `a` to `z`, digits and `_`; names for people stand under `words`",
            )
        return True
    small = word.lower()
    if small != word and _NAME.fullmatch(small):
        message = (
            f"`{small}` is written small"
            if _KEYWORDS.fullmatch(small)
            else "names are written with small letters"
        )
        report.add("capital-letters", span, message, help=f"write `{small}`")
        return True
    return False


def _quoted(spot: Spot, report: Report) -> bool:
    text, at = spot.text, spot.at
    end = next((place + 1 for place in range(at + 1, len(text)) if text[place] in _QUOTES), len(text))
    inner = text[at + 1 : end - 1]
    name = f"write `{inner}`"
    advice = name if _NAME.fullmatch(inner) else "texts for people stand under `words`, and `because`"
    report.add("quotes-inside", spot.excerpt.span(at, end), "names stand without quotes", help=advice)
    return True


def _end_of_word(text: str, at: int) -> int:
    found = re.compile(r"\w+|.|\Z", re.DOTALL).match(text, at)
    return found.end() if found else at


# --- brackets and conditions --------------------------------------------------------------------------


def _bracket(spot: Spot, report: Report) -> bool:
    text, at = spot.text, spot.at
    here = text[at : at + 1]
    span = spot.excerpt.span
    if here in (")", "]") and not spot.opened:
        report.add(
            "bracket-mismatch",
            span(at, at + 1),
            f"this `{here}` closes nothing",
            help="take it away, or open the bracket",
        )
        return True
    if not spot.opened:
        return False
    first = spot.opened[-1]
    closer = _CLOSERS[text[first]]
    if here == ";" and closer in text[at:]:
        report.add(
            "stray-text",
            span(at, at + 1),
            "`;` stands only between effects",
            help="write a comma in brackets",
        )
        return True
    nothing_in_it = at >= len(text.rstrip()) and not spot.before.strip()
    if not nothing_in_it and not re.search(OPERAND + r"\Z", spot.before):
        return False
    if here in (")", "]") and here != closer:
        report.add(
            "bracket-mismatch",
            span(at, at + 1),
            f"this `{here}` closes a `{text[first]}`",
            help=f"write `{closer}`",
        )
        return True
    if _GOES_ON.match(text, at) and _open_if(spot.before) is None:
        report.add(
            "bracket-mismatch",
            span(first, first + 1),
            "this bracket is not closed",
            help=f"add the missing `{closer}`",
        )
        return True
    return False


def _conditional(spot: Spot, report: Report) -> bool:
    """An `if` without its `then` or `else`."""
    opened = _open_if(spot.before)
    if opened is None or not re.search(OPERAND + r"\Z", spot.before):
        return False
    place, wanted = opened
    if not re.compile(r"\Z|[)\],;]|:=|else\b").match(spot.text, spot.at):
        return False
    whole = "`if … then … else …`"
    advice = f"write {whole}" if wanted == "then" else f"write {whole}: both ways have a value"
    report.add(
        "incomplete-if",
        spot.excerpt.span(place, place + 2),
        f"the `{wanted}` of this `if` is missing",
        help=advice,
    )
    return True


def _open_if(before: str) -> tuple[int, str] | None:
    """Where the innermost unfinished `if` stands, and the word that it waits for."""
    waiting: list[tuple[int, str]] = []
    for found in re.finditer(r"\b(?:if|then|else)\b", before):
        match found.group():
            case "if":
                waiting.append((found.start(), "then"))
            case "then" if waiting and waiting[-1][1] == "then":
                waiting[-1] = (waiting[-1][0], "else")
            case "else" if waiting and waiting[-1][1] == "else":
                waiting.pop()
            case _:
                pass
    return waiting[-1] if waiting else None


# --- the table ----------------------------------------------------------------------------------------


def _in_table(spot: Spot, report: Report) -> bool:
    for row in TABLE:
        if (row.starts and spot.start not in row.starts) or (row.top and spot.opened):
            continue
        near = 0 if row.before.startswith("^") else max(0, spot.at - _NEAR)
        before = re.compile(row.before, re.DOTALL).search(spot.before, near)
        at = before and re.compile(row.at, re.DOTALL).match(spot.text, spot.at)
        if before and at:
            _say(row, spot, before, at, report)
            return True
    return False


def _say(row: Broken, spot: Spot, before: re.Match[str], at: re.Match[str], report: Report) -> None:
    start, end = _underlined(row, spot, before, at)
    said = {**before.groupdict(), **at.groupdict(), "fault": spot.text[start:end]}
    report.add(
        row.slug,
        spot.excerpt.span(start, end),
        row.message.format_map(said),
        help=row.help.format_map(said),
    )


def _underlined(row: Broken, spot: Spot, before: re.Match[str], at: re.Match[str]) -> tuple[int, int]:
    found = at.start(), at.start() + len(at.group().rstrip())
    for group in ("u", "v"):
        if before.groupdict().get(group) is not None:
            start, end = before.span(group)
            return start, (found[1] if row.joined and found[1] > found[0] else end)
    if found[1] > found[0]:
        return found
    last = re.search(r"(?:\w+|\W)\Z", spot.text[: spot.at].rstrip())
    return last.span() if last else (spot.at, spot.at)
