"""Explains why a text cannot be read: from where the parser got stuck to what is wrong and what to write instead.

Nothing is told of what the parser would have accepted. Odd characters, brackets and `if`s are looked at here; everything else is
recognised from the table of broken texts in `densho.surface.broken`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import foreign_letters, latin_look_alike, meant, write
from densho.messages import say
from densho.source import Excerpt
from densho.surface.automaton import ParseError, StuckError, TooDeepError
from densho.surface.broken import OPERAND, TABLE, Broken
from densho.surface.misspelt import misspelt_word

MISSING = {
    "expr": say("an expression is missing here"),
    "type": say("a type is missing here"),
    "head": say("a name is missing here"),
    "column": say("a column is missing here"),
    "slot": say("a slot is missing here"),
    "group": say("a group is missing here"),
    "word": say("a word is missing here"),
    "relation_line": say("a line of a relation is missing here"),
    "refusal": say("a refusal is missing here"),
    "binder": say("a `for` is missing here"),
    "rule": say("a rule is missing here"),
    "effects": say("an effect is missing here"),
    "flow_line": say("a line of the flow is missing here"),
    "name": say("a name is missing here"),
}
UNFINISHED = {
    "expr": say("this expression is not complete"),
    "type": say("this type is not complete"),
    "head": say("this name is not complete"),
    "column": say("this column is not complete"),
    "slot": say("this slot is not complete"),
    "group": say("this group is not complete"),
    "word": say("this word is not complete"),
    "relation_line": say("this line of a relation is not complete"),
    "refusal": say("this refusal is not complete"),
    "binder": say("this `for` is not complete"),
    "rule": say("this rule is not complete"),
    "effects": say("this effect is not complete"),
    "flow_line": say("this line of the flow is not complete"),
    "name": say("this name is not complete"),
}
"""What is said of a text that is read from each start symbol."""

_NEAR = 300
"""Characters before the fault in which its cause is looked for, so that a long text costs no more than a short one."""
_SPLIT = say("give its parts names under `define`")
_SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "·": "*", "÷": "/", "∧": "and", "∨": "or", "¬": "not", "∈": "in", "∉": "not in",
    "∪": "|", "…": "..", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "≔": ":=",
}  # fmt: skip
_QUOTES = "'\"`«»“”„‘’‹›"
_YAML_QUOTES = "'\""
_KEYWORDS = re.compile(
    "and|or|not|if|then|else|in|has|lacks|within|meets|mod|without|with|of|true|false|nothing|just|when"
)
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_PARAGRAPH = re.compile(r"[A-Z]+[0-9]+[a-z]?")
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
            report.add("nested-too-deep", span, say("this is nested too deep"), help=_SPLIT)
        case _:
            report.add(
                "text-too-long", excerpt.span(0, 1), say("this text is too long to be read"), help=_SPLIT
            )


def _explain_stuck(spot: Spot, report: Report) -> None:
    text, at = spot.text, spot.at
    if not text.strip():
        report.add(
            "empty-text",
            spot.excerpt.span(),
            MISSING[spot.start],
            help=say("write it, or leave the key out"),
        )
        return
    if any(found(spot, report) for found in (_odd_word, _misspelt, _bracket, _conditional, _in_table)):
        return
    end = _end_of_word(text, at)
    if at >= len(text.rstrip()):
        report.add("syntax", spot.excerpt.span(), UNFINISHED[spot.start])
    else:
        report.add(
            "syntax", spot.excerpt.span(at, end), say("`{name}` means nothing here", name=text[at:end])
        )


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
            say("`{name}` is not a sign of this language", name=text[at]),
            help=write(_SIGNS[text[at]]),
        )
        return True
    end = _end_of_word(text, at)
    word = text[at:end]
    plain = latin_look_alike(word)
    span = spot.excerpt.span(at, end)
    if not word.isascii() and (word[0].isalnum() or plain.isascii()):
        if plain.isascii() and plain.strip():
            wanted = plain if spot.start == "head" and _PARAGRAPH.fullmatch(plain) else plain.lower()
            report.add(
                "look-alike",
                span,
                say("`{word}` only looks like `{plain}`", word=word, plain=wanted),
                help=(write(wanted), *([odd] if (odd := foreign_letters(word)) else [])),
            )
        else:
            report.add(
                "look-alike",
                span,
                say("`{word}` cannot be a name", word=word),
                help=say("names are of `a` to `z`, digits and `_`; names for people stand under `words`"),
            )
        return True
    small = word.lower()
    if spot.start in ("name", "flow_line") and text[:at].strip() and _PARAGRAPH.fullmatch(word):
        report.add(
            "bad-head",
            span,
            say("no paragraph stands behind this key"),
            help=say("take `{name}` away", name=word),
        )
        return True
    if small != word and _NAME.fullmatch(small):
        message = (
            say("`{small}` is written small", small=small)
            if _KEYWORDS.fullmatch(small)
            else say("names are written with small letters")
        )
        report.add("capital-letters", span, message, help=write(small))
        return True
    return False


def _misspelt(spot: Spot, report: Report) -> bool:
    """A word of the language with a slip in it, or one that is said otherwise here."""
    found = misspelt_word(spot.start, spot.text, spot.at)
    if found is None:
        return False
    word = spot.text[found.start : found.end]
    message = say("`{name}` means nothing here", name=word)
    report.add("syntax", spot.excerpt.span(found.start, found.end), message, help=meant([found.meant]))
    return True


def _quoted(spot: Spot, report: Report) -> bool:
    text, at = spot.text, spot.at
    end = next((place + 1 for place in range(at + 1, len(text)) if text[place] in _QUOTES), len(text))
    inner = text[at + 1 : end - 1]
    named = _NAME.fullmatch(inner)
    whole = not text[:at].strip() and not text[end:].strip()
    if whole and not named and text[at] not in _YAML_QUOTES:
        message = say("`{first}` and `{last}` are no quotes to YAML", first=text[at], last=text[end - 1])
        report.add("quotes-inside", spot.excerpt.span(at, end), message, help=write(f'"{inner}"'))
        return True
    advice = write(inner) if named else say("texts for people stand under `words`, and `because`")
    report.add("quotes-inside", spot.excerpt.span(at, end), say("names stand without quotes"), help=advice)
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
            say("this `{here}` closes nothing", here=here),
            help=say("take it away, or open the bracket"),
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
            say("`;` stands only between effects"),
            help=say("write a comma in brackets"),
        )
        return True
    nothing_in_it = at >= len(text.rstrip()) and not spot.before.strip()
    if not nothing_in_it and not re.search(OPERAND + r"\Z", spot.before):
        return False
    if here in (")", "]") and here != closer:
        report.add(
            "bracket-mismatch",
            span(at, at + 1),
            say("this `{here}` closes a `{opening}`", here=here, opening=text[first]),
            help=write(closer),
        )
        return True
    if text.startswith((":=", "+=", "-="), at) and closer in text[at:]:
        message = say("`{fault}` is an effect, but this is still the condition", fault=text[at : at + 2])
        report.add("wrong-assignment", span(at, at + 2), message, help=say("write `=` to compare"))
        return True
    if _GOES_ON.match(text, at) and _open_if(spot.before) is None:
        report.add(
            "bracket-mismatch",
            span(first, first + 1),
            say("this bracket is not closed"),
            help=say("add the missing `{closer}`", closer=closer),
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
    advice = write("if … then … else …")
    if wanted == "else":
        advice = say("write `if … then … else …`: both ways have a value")
    report.add(
        "incomplete-if",
        spot.excerpt.span(place, place + 2),
        say("the `{wanted}` of this `if` is missing", wanted=wanted),
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
    said = {**before.groupdict(), **at.groupdict(), "fault": spot.text[start:end], "meant": row.meant}
    report.add(
        row.slug,
        spot.excerpt.span(start, end),
        say(row.message, **said),
        help=say(row.help, **said),
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
