"""Mistakes of YAML in how lines stand to each other: tabs, indentation, lists among keys, texts in several lines."""

from __future__ import annotations

import re

from densho.messages import say
from densho.surface.yaml_clues import (
    MISSING_BLANK,
    Clue,
    Fault,
    line_above,
    no_blank,
    value_after,
    without_colon,
)

_NAME_BRACKET = re.compile(r" *(?:- )?([a-z_][a-z0-9_]*(?: [A-Za-z0-9_]+)*) *(?=\{)")
"""A key, perhaps with paragraphs, and what should have a colon before it."""


def tab(clue: Clue) -> Fault | None:
    """A tab in the indentation; YAML takes blanks only."""
    for start in {clue.line_start, clue.text.rfind("\n", 0, max(clue.line_start - 1, 0)) + 1}:
        indentation = re.compile(r"[ \t]*").match(clue.text, start)
        tab = clue.text.find("\t", start, indentation.end() if indentation else start)
        if tab >= 0 and (start == clue.line_start or "\t" in clue.text[clue.line_start : clue.at + 1]):
            return Fault(
                slug="tab-indentation",
                span=clue.span(tab, tab + 1),
                message=say("a tab stands in the indentation"),
                help=(say("indent with blanks: two for each level"),),
                section=tab,
            )
    return None


def list_among_keys(clue: Clue) -> Fault | None:
    rest = clue.text[clue.at : clue.at + 2]
    if rest not in ("- ", "-\n", "-"):
        return None
    if "sequence entries" in clue.said:
        return Fault(
            slug="indentation",
            span=clue.span(clue.at, clue.at + 1),
            message=say("a list cannot begin in the line of its key"),
            help=(
                say("put each `- ` in a line of its own below the key, or write `[a, b]`"),
                say("a text that begins with `- ` stands in quotes"),
            ),
            section=clue.at,
        )
    if "block mapping" in clue.said or "expected key" in clue.said:
        return Fault(
            slug="indentation",
            span=clue.span(clue.at, clue.line_end),
            message=say("a list item stands among keys"),
            help=(say("indent the list below the key that it belongs to, and give that key no other value"),),
            section=clue.at,
        )
    return None


def key_without_colon(clue: Clue) -> Fault | None:
    if "simple key" not in clue.said or clue.context is None:
        return None
    end = clue.text.find("\n", clue.context)
    end = len(clue.text) if end < 0 else end
    shown = clue.text[clue.context : end].strip()
    gap = MISSING_BLANK.match(clue.text, clue.context, end)
    if gap:
        return no_blank(clue, clue.text[clue.context : gap.start(1)], gap.start(1))
    return without_colon(
        clue.span(clue.context, clue.context + len(shown)),
        shown,
        say("write `key: value`"),
        say("if it continues the text of the line above, indent it further than that line's key"),
    )


def bracket_without_colon(clue: Clue) -> Fault | None:
    """`name {…}`: the colon is missing before the bracket, wherever the parser gives up behind it."""
    if clue.last.bracket is not None and clue.last.bracket < clue.line_start:
        return None
    found = _NAME_BRACKET.match(clue.text, clue.line_start, clue.line_end)
    if found is None:
        return None
    name = found[1]
    return without_colon(clue.span(found.start(1), found.end(1)), name, value_after(name))


def block_text(clue: Clue) -> Fault | None:
    if "block scalar" not in clue.said:
        return None
    start = clue.context if clue.context is not None else clue.at
    sign = clue.text[start : start + 1]
    if (
        "comment or line break" in clue.said
        or "comment or a line break" in clue.said
        or "indicat" in clue.said
    ):
        return Fault(
            slug="quote-expression",
            span=clue.span(start, clue.line_end),
            message=say(
                "a text that begins with `{sign}` is read as YAML's sign for a text in several lines",
                sign=sign,
            ),
            help=(say("put the whole text in quotes"),),
            section=start,
        )
    return Fault(
        slug="indentation",
        span=clue.span(start, start + 1),
        message=say("the lines of this text are not indented alike"),
        help=(
            say("indent every line of the text further than its key, the first one no more than the rest"),
        ),
        section=start,
    )


def after_the_end(clue: Clue) -> Fault | None:
    """Text left of the first key's column, or below `...`."""
    if clue.text.startswith("...", clue.at) and clue.at == clue.line_start:
        return Fault(
            slug="several-documents",
            span=clue.span(clue.at, clue.at + 3),
            message=say("`...` ends a document of YAML, and nothing has begun"),
            help=(say("take the line out"),),
            section=clue.at,
        )
    if "document start" not in clue.said:
        return None
    shown = clue.text[clue.at : clue.line_end].strip()
    above = line_above(clue, clue.line_start)
    if above is not None and clue.text[above[0] : above[0] + 3] == "...":
        return Fault(
            slug="several-documents",
            span=clue.span(clue.at, clue.at + len(shown)),
            message=say("a file holds one document; this stands after the `...` that ends it"),
            help=(say("take the line with `...` out, or move what follows into a file of its own"),),
            section=clue.at,
        )
    return Fault(
        slug="indentation",
        span=clue.span(clue.at, clue.at + len(shown)),
        message=say("this line begins further left than the file's first key"),
        help=(say("begin all keys of the file in the first column"),),
        section=clue.at,
    )


def stray_indentation(clue: Clue) -> Fault | None:
    """A line whose indentation is that of no collection around it."""
    if (
        "block mapping" not in clue.said
        and "block collection" not in clue.said
        and "block sequence" not in clue.said
    ):
        return None
    before = clue.text[clue.line_start : clue.at]
    if before.strip():
        return None
    shown = clue.text[clue.at : clue.line_end].strip()
    if "'-' indicator" in clue.said or "-" in clue.said.split(";")[-1]:
        return Fault(
            slug="indentation",
            span=clue.span(clue.at, clue.at + len(shown)),
            message=say("a key stands among list items"),
            help=(say("every item of a list begins with `- `; indent what belongs to the item above it"),),
            section=clue.at,
        )
    return Fault(
        slug="indentation",
        span=clue.span(clue.at, clue.at + len(shown)),
        message=say(
            "this line is indented by {blanks}, which is the column of no key above it", blanks=len(before)
        ),
        help=(say("begin it in the column of its neighbours: two blanks for each level"),),
        section=clue.at,
    )
