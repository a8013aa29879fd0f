"""Mistakes of YAML inside a line: quotes, brackets, colons, and signs that YAML keeps for itself."""

from __future__ import annotations

import re

from densho.diagnostics.model import Label
from densho.diagnostics.suggestions import write
from densho.messages import Text, say
from densho.surface.yaml_clues import (
    MISSING_BLANK,
    Clue,
    Fault,
    colon_inside,
    line_above,
    no_blank,
    trimmed,
    without_colon,
)

_DRAWN = re.compile(r"\[[ x<>]*[<>][ x<>]*\](?:\[[ x<>]*\])+|(?:\[[ x]*\])+\[[ x<>]*\](?:\[[ x<>]*\])*")
"""A drawn zone of several cells."""
_KEY_ALONE = re.compile(r"[a-z_][A-Za-z0-9_ ]*")
_KEY_COLON = re.compile(r":(?=[ \t]|$)", re.MULTILINE)


_STARRED = re.compile(r" *(?:- +)*\* ")
"""The beginning of a list's line as in prose."""
_RANGE = re.compile(r"(?:bool|label|fighter|-?[0-9]+ *\.\. *-?[0-9]*) *")
"""A type that is hardly anything but a slot's or column's."""


def open_quote(clue: Clue) -> Fault | None:
    if (
        "quoted scalar" not in clue.said
        or "escape" in clue.said
        or clue.context is None
        or "hexdec" in clue.said
    ):
        return None
    quote = clue.text[clue.context : clue.context + 1]
    return Fault(
        slug="unclosed-quote",
        span=clue.span(clue.context, clue.context + 1),
        message=say("the quote {quote} that opens here is never closed", quote=quote),
        help=(
            say("close it with another {quote}", quote=quote),
            say("a text that only holds a quote needs other quotes around it"),
        ),
        section=clue.context,
    )


def escape(clue: Clue) -> Fault | None:
    if "quoted scalar" not in clue.said or ("escape" not in clue.said and "hexdec" not in clue.said):
        return None
    slash = clue.text.rfind("\\", 0, clue.at + 1)
    return Fault(
        slug="bad-escape",
        span=clue.span(slash, slash + 2),
        message=say("`{text}` means nothing inside double quotes", text=clue.text[slash : slash + 2]),
        help=(
            say("use single quotes, where a backslash is only a backslash"),
            say("or write the backslash twice"),
        ),
        section=slash,
    )


def after_quote(clue: Clue) -> Fault | None:
    """`"a" b`: once a value begins with a quote, it ends with that quote."""
    if clue.last.style not in ("'", '"') or not clue.last.end <= clue.at < clue.line_end:
        return None
    if "\n" in clue.text[clue.last.end : clue.at] or clue.character in ",]}#:":
        return None
    start = clue.at
    quote = clue.last.style
    opening = clue.text.rfind(quote, 0, clue.last.end - 1)
    if quote == "'" and clue.text[start].isalpha() and start == clue.last.end:
        advice = say("write the apostrophe twice (`''`), or put the text in double quotes")
    else:
        advice = say("put the whole text in quotes of the other kind, or take the quotes away")
    return Fault(
        slug="text-after-quote",
        span=clue.span(start, clue.line_end),
        message=say("text follows a closing quote"),
        help=(advice,),
        labels=(Label(span=clue.span(opening, clue.last.end), text=say("the value ends here")),),
        section=opening,
    )


def after_bracket(clue: Clue) -> Fault | None:
    """`[ ] x`: once a value begins with a bracket, it ends with that bracket."""
    if (
        clue.last.style not in ("]", "}")
        or not clue.last.end <= clue.at < clue.line_end
        or "flow" in clue.said
    ):
        return None
    if "\n" in clue.text[clue.last.end : clue.at] or clue.character in "]}":
        return None
    opening = {"]": "[", "}": "{"}[clue.last.style]
    return Fault(
        slug="text-after-quote",
        span=clue.span(clue.at, clue.line_end),
        message=say(
            "a value that begins with `{opening}` ends with its `{style}`, but text follows",
            opening=opening,
            style=clue.last.style,
        ),
        help=(say("put the whole text in quotes; a drawn zone is one text"),),
        labels=(Label(span=clue.span(clue.last.end - 1, clue.last.end), text=say("the value ends here")),),
        section=clue.at,
    )


def colon(clue: Clue) -> Fault | None:
    """A second `: ` in a line, a key whose colon lacks its blank above, or a line indented below a finished value."""
    if "mapping values are not allowed" not in clue.said:
        return None
    line = clue.text[clue.line_start : clue.at]
    first = _KEY_COLON.search(line)
    if first:
        start = clue.line_start + first.end()
        start += len(clue.text[start : clue.at]) - len(clue.text[start : clue.at].lstrip())
        return colon_inside(
            clue.span(start, clue.line_end),
            clue.span(clue.at, clue.at + 1),
            *_start_after(clue.text[start : clue.at]),
        )
    above = line_above(clue, clue.line_start)
    if above is not None:
        gap = MISSING_BLANK.match(clue.text, above[0], above[1])
        if gap and not _KEY_COLON.search(clue.text[above[0] : above[1]]):
            return no_blank(clue, clue.text[above[0] : gap.start(1)], gap.start(1))
        indented = clue.line_start + len(line) - len(line.lstrip())
        start, end = trimmed(clue.text, *above)
        if start - above[0] <= indented - clue.line_start and _KEY_ALONE.fullmatch(clue.text, start, end):
            return without_colon(clue.span(start, end), clue.text[start:end], say("write `key: value`"))
        return Fault(
            slug="indentation",
            span=clue.span(indented, clue.at),
            message=say("`{text}` is indented below a line that already has its value", text=line.strip()),
            help=(say("begin it in the column of its neighbours"),),
            labels=(Label(span=clue.span(start, end), text=say("this line is complete")),),
            section=above[0],
        )
    return None


def flow(clue: Clue) -> Fault | None:
    """Inside `{ }` or `[ ]` something else stands where a comma or the closing bracket should."""
    if "scanning a plain scalar" in clue.said and clue.character == ":":
        return no_blank(clue, clue.text[(clue.context or clue.line_start) : clue.at], clue.at)
    if "flow" not in clue.said or clue.last.bracket is None:
        return None
    context = clue.last.bracket
    opening = clue.text[context]
    for drawn in _DRAWN.finditer(clue.text, clue.line_start, clue.line_end):
        if drawn.start() <= clue.at <= drawn.end():
            return Fault(
                slug="quote-expression",
                span=clue.span(drawn.start(), drawn.end()),
                message=say("a drawn zone is read as lists of YAML unless it is quoted"),
                help=(say("put the whole drawing in quotes"), *_odd_quotes(clue.text[: drawn.start()])),
                section=clue.at,
            )
    if clue.character == ":" and clue.text[clue.at + 1 : clue.at + 2] in ("", " ", "\n"):
        start = max(clue.text.rfind(sign, context, clue.at) for sign in ("{", "[", ", ", ": ")) + 1
        start += len(clue.text[start : clue.at]) - len(clue.text[start : clue.at].lstrip())
        if "\n" not in clue.text[start : clue.at]:
            return colon_inside(
                clue.span(start, clue.at + 1),
                clue.span(clue.at, clue.at + 1),
                *_start_after(clue.text[start : clue.at]),
            )
    elif clue.character == ":" and opening == "{":
        return no_blank(clue, re.split(r"[{,]", clue.text[context : clue.at])[-1], clue.at)
    closing = {"{": "}", "[": "]"}[opening]
    if clue.character in ("]", "}"):
        return Fault(
            slug="unclosed-bracket",
            span=clue.span(clue.at, clue.at + 1),
            message=say("`{opening}` is closed by `{character}`", opening=opening, character=clue.character),
            help=(say("close it with `{closing}`", closing=closing),),
            labels=(Label(span=clue.span(context, context + 1), text=say("opened here")),),
            section=context,
        )
    return Fault(
        slug="unclosed-bracket",
        span=clue.span(context, context + 1),
        message=say(
            "`{opening}` is not closed where YAML expects its `{closing}`", opening=opening, closing=closing
        ),
        help=(say("close it with `{closing}`; between two values stands a comma", closing=closing),),
        labels=(Label(span=clue.span(clue.at, clue.at + 1), text=say("it goes on to here")),),
        section=context,
    )


def closing_bracket(clue: Clue) -> Fault | None:
    if clue.character not in ("]", "}"):
        return None
    return Fault(
        slug="unclosed-bracket",
        span=clue.span(clue.at, clue.at + 1),
        message=say("`{character}` closes nothing", character=clue.character),
        help=(say("take it away, or put the whole text in quotes if it belongs to one"),),
        section=clue.at,
    )


def _start_after(text: str) -> tuple[Text, ...]:
    """What is said of a range with a colon behind it: its start was meant."""
    return (
        (say("or, for the start of a slot or column, write `=` instead of the colon"),)
        if _RANGE.fullmatch(text)
        else ()
    )


def _odd_quotes(before: str) -> tuple[Text, ...]:
    """That the quotes in front of a place are none, if they are typographic ones."""
    sign = before[-1:]
    return (say('`{sign}` is no quote to YAML: write `"`', sign=sign),) if sign and sign in "“”„«»‘’" else ()


def first_character(clue: Clue) -> Fault | None:
    """Characters that YAML keeps for itself at the start of a value."""
    said = ("cannot start any token", "alias", "anchor", "tag", "directive", "mapping keys are not allowed")
    if not any(word in clue.said for word in said) and clue.character != ",":
        return None
    start = (
        clue.context
        if clue.context is not None and clue.text[clue.context : clue.context + 1] in "&*!%"
        else clue.at
    )
    if clue.text[start : start + 1] == "\t":
        return Fault(
            slug="tab-indentation",
            span=clue.span(start, start + 1),
            message=say("a tab stands where blanks should"),
            help=(say("use blanks"),),
            section=start,
        )
    if clue.last.bracket is not None and clue.character in ("<", ">"):
        return Fault(
            slug="quote-expression",
            span=clue.span(clue.last.bracket, clue.line_end),
            message=say("a drawn zone is read as lists of YAML unless it is quoted"),
            help=(say("put the whole drawing in quotes"),),
            section=start,
        )
    if _STARRED.fullmatch(clue.text, clue.line_start, start + 2):
        return Fault(
            slug="yaml-syntax",
            span=clue.span(start, start + 1),
            message=say("the lines of a list do not begin with `{sign}`", sign="*"),
            help=(write("- "),),
            section=start,
        )
    return Fault(
        slug="quote-expression",
        span=clue.span(start, clue.line_end),
        message=say(
            "a text may not begin with `{sign}` unless it is quoted", sign=clue.text[start : start + 1]
        ),
        help=(say("put the whole text in quotes"),),
        section=start,
    )
