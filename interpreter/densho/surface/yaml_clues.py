"""What is known about a place where the YAML parser gave up, and what may be made of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from densho.diagnostics.model import Label, Report
from densho.messages import Text, say
from densho.source import Source, Span

MISSING_BLANK = re.compile(r"[ \t]*(?:- )?[^\s:#'\"]+(?: [^\s:#'\"]+)*?(:)(?=\xa0|[^\s:/=])")
"""A key whose colon has no blank."""


@dataclass(frozen=True, slots=True)
class Last:
    """Where the parser was: the end of what it understood last, with the style of a scalar or the closing bracket of a
    collection, and the innermost bracket that is still open."""

    end: int = 0
    style: str | None = None
    bracket: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """An explained mistake; `section` is a place in the top-level section that has it."""

    slug: str
    span: Span
    message: Text
    help: tuple[Text, ...] = ()
    labels: tuple[Label, ...] = ()
    section: int = 0


@dataclass(frozen=True, slots=True)
class Clue:
    """What the parser said, with the text around the place."""

    source: Source
    said: str
    at: int
    context: int | None
    last: Last

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.at) + 1

    @property
    def line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    @property
    def character(self) -> str:
        return self.text[self.at : self.at + 1]

    def span(self, start: int, end: int) -> Span:
        return Span(self.source.path, start, max(start, min(end, len(self.text))))


def report_fault(report: Report, fault: Fault) -> None:
    report.add(fault.slug, fault.span, fault.message, help=fault.help, labels=fault.labels)


def missing_blank(source: Source, key: str, colon: int) -> Fault:
    """`key:value`; the reader finds it also where YAML sees no mistake."""
    name = key.strip()
    after = source.text[colon + 1 : colon + 2]
    advice = value_after(name)
    if after == "\xa0":
        advice = say(
            "the character after it is a no-break space: write `{name}: ` with a common blank and then the value",
            name=name,
        )
    return Fault(
        slug="missing-blank",
        span=Span(source.path, colon, colon + 1),
        message=say("there is no blank after the colon of `{name}`", name=name),
        help=(advice,),
        section=colon,
    )


def without_colon(span: Span, shown: str, *advice: Text) -> Fault:
    """A line that should be a key and a value."""
    return Fault(
        slug="missing-colon",
        span=span,
        message=say("`{shown}` stands where a key should, without a colon", shown=shown),
        help=advice,
        section=span.start,
    )


def value_after(name: str) -> Text:
    return say("write `{name}: ` and then the value", name=name)


def no_blank(clue: Clue, key: str, colon: int) -> Fault:
    return missing_blank(clue.source, key, colon)


def colon_inside(span: Span, sign: Span, *advice: Text) -> Fault:
    """A text that YAML would read as a key and its value."""
    return Fault(
        slug="quote-expression",
        span=span,
        message=say("this text holds a colon and a blank, which YAML reads as its own sign"),
        help=(say("put the whole text in quotes"), *advice),
        labels=(Label(span=sign, text=say("read as YAML's sign")),) if sign != span else (),
        section=span.start,
    )


def line_above(clue: Clue, start: int) -> tuple[int, int] | None:
    """Start and end of the nearest line above that holds more than a comment."""
    while start > 0:
        end = start - 1
        start = clue.text.rfind("\n", 0, end) + 1
        line = clue.text[start:end].strip()
        if line and not line.startswith("#"):
            return start, end
    return None


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    line = text[start:end]
    return start + len(line) - len(line.lstrip()), start + len(line.rstrip())
