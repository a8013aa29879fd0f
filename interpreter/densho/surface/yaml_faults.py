"""What a broken YAML text most likely means, in the words of somebody who writes rulesets.

The parser says where it gave up and what it had hoped for; that is seldom where the mistake is. Each explanation looks
at the text around the place. They are tried in order; the last one always answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from densho.messages import say
from densho.source import Source
from densho.surface import yaml_inline as inline
from densho.surface import yaml_layout as layout
from densho.surface.yaml_clues import Clue, Fault, Last


def explain(error: Any, source: Source, last: Last) -> Fault:
    """The mistake behind an exception of the YAML parser (either implementation)."""
    size = len(source.text)
    context = error.context_mark.index if error.context_mark else None
    at = error.problem_mark.index if error.problem_mark else (context or 0)
    clue = Clue(source, f"{error.context or ''}; {error.problem or ''}".lower(), min(at, size), context, last)
    for explanation in _EXPLANATIONS:
        fault = explanation(clue)
        if fault is not None:
            return fault
    return _unknown(clue)


def _unknown(clue: Clue) -> Fault:
    end = max(clue.at + 1, min(clue.line_end, clue.at + 40))
    return Fault(
        slug="yaml-syntax",
        span=clue.span(clue.at, end),
        message=say("YAML cannot be read from here on"),
        help=(
            say("look for a missing colon, blank, bracket or quote in this line and the one above"),
            say("a text with signs of YAML in it stands in quotes"),
        ),
        section=clue.at,
    )


_EXPLANATIONS: tuple[Callable[[Clue], Fault | None], ...] = (
    layout.tab,
    inline.open_quote,
    inline.escape,
    layout.bracket_without_colon,
    inline.after_quote,
    inline.after_bracket,
    inline.colon,
    inline.flow,
    inline.closing_bracket,
    layout.list_among_keys,
    layout.key_without_colon,
    layout.block_text,
    inline.first_character,
    layout.after_the_end,
    layout.stray_indentation,
)
