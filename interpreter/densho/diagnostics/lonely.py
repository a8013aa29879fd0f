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
_GIVEN_TEXT = "me foe fighters everybody arena choice fight character award seat first name winner by ended true false nothing"
_GIVEN = frozenset(_GIVEN_TEXT.split())
"""Names that no ruleset declares."""
_ABOUT_FILES = frozenset({"wrong-ruleset", "bad-row-file"})
"""Such a problem is about where a file belongs: what it lies beside has no slip."""
_UNKNOWN = "unknown-name"
_TEXT = "unknown-text"
_UNUSED = frozenset({"unused-name", "near-name"})
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
    _once(report, {place for place, _ in asking})


def _last_named(one: Diagnostic) -> str:
    return next(reversed(_QUOTED.findall(one.message)), "")


def _once(report: Report, asking: set[int]) -> None:
    """Leaves one of the problems that a misspelt declaration makes, in its own file if it can be, and takes away what else is said of it."""
    by_cause: dict[tuple[str, Span], list[int]] = {}
    for place in sorted(asking):
        one = report.found[place]
        if one.slug == _UNKNOWN and len(one.labels) == 1:
            by_cause.setdefault((_last_named(one), one.labels[0].span), []).append(place)
    repeated: set[int] = set()
    for (_, span), places in by_cause.items():
        told = min(places, key=lambda place: (report.found[place].span.path != span.path, place))
        repeated |= {place for place in places if place != told}
    names, spans = {name for name, _ in by_cause}, {span for _, span in by_cause}
    report.found[:] = [
        one
        for place, one in enumerate(report.found)
        if place not in repeated
        and not (one.slug in _UNUSED and one.span in spans)
        and not (one.slug == _TEXT and _last_named(one).rpartition(".")[2] in names)
    ]


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
