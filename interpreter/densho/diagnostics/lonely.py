"""Which of two names is the misspelt one? When many places want `cell` and one declares `cel`, it is the declaration.

A problem that asks "did you mean `cel`?" gets a second place to look at, if that name stands in the files only once: there it is declared, and
nothing uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from densho.diagnostics.model import Diagnostic, Label, Report
from densho.diagnostics.suggestions import MEANT, NO_KEY
from densho.messages import Text, say
from densho.source import Source, Span

_QUOTED = re.compile(r"`([^`]+)`")
_COMMENT = re.compile(r"(^|\s)#[^\n]*")
_TEXTS = re.compile(r"(\b[a-z_]+(?:\.\w+)+: *)(?:\[[^\]\n]*\]|\"[^\"\n]*\"|[^,}\n]*)")
"""What is said of a name under `words:`, in a line of its own or among others."""
_NAMES = re.compile(r"(\b(?:names|because): *)\{[^}\n]*\}")
_GIVEN_TEXT = "me foe fighters everybody arena choice fight character award seat first name winner by ended true false nothing"
_GIVEN = frozenset(_GIVEN_TEXT.split())
"""Names that no ruleset declares."""
_ABOUT_FILES = frozenset({"wrong-ruleset", "bad-row-file"})
"""Such a problem is about where a file belongs: what it lies beside has no slip."""
_MOST = 40
"""After so many problems nobody needs to be shown more places."""


def show_lonely(report: Report, sources: Iterable[Source]) -> None:
    """Adds to the problems of a report the places of names that may have been meant and that nothing else mentions."""
    asking = [(place, tuple(_asked(one))) for place, one in enumerate(report.found) if not one.labels]
    asking = [(place, names) for place, names in asking if names][:_MOST]
    if not asking:
        return
    texts = [
        (source, _COMMENT.sub(lambda found: " " * len(found.group()), source.text)) for source in sources
    ]
    for place, names in asking:
        one = report.found[place]
        labels = [
            Label(span=span, text=say("`{name}` stands here, and nowhere else", name=name))
            for name in names
            if (span := _only(name, texts)) is not None and span != one.span
        ]
        if labels:
            report.found[place] = replace(one, labels=tuple(labels))


def _without_prose(text: str) -> str:
    """The text with blanks in the place of comments and of texts for people."""
    for pattern in (_COMMENT, _TEXTS, _NAMES):
        text = pattern.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)
    return text


def _asked(one: Diagnostic) -> Iterator[str]:
    """The last parts of the names that the problem asks after, if a ruleset may declare them."""
    if one.message.template == NO_KEY.template or one.slug in _ABOUT_FILES:
        return
    for text in one.help:
        if isinstance(text, Text) and text.template == MEANT.template:
            named = (name.rpartition(".")[2] for name in _QUOTED.findall(text))
            yield from (name for name in named if name not in _GIVEN)


def _only(name: str, texts: Iterable[tuple[Source, str]]) -> Span | None:
    """Where the name stands, if there is one place only."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    found: Span | None = None
    for source, text in texts:
        for match in word.finditer(text):
            if found is not None:
                return None
            found = Span(source.path, match.start(), match.end())
    return found
