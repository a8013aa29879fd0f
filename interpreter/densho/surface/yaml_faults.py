"""What a broken YAML text most likely means, in the words of somebody who writes rulesets.

The parser says where it gave up and what it had hoped for; that is seldom where the mistake is. Each explanation below looks
at the text around the place. They are tried in order; the last one always answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from densho.diagnostics.model import Label, Report
from densho.source import Source, Span

_MISSING_BLANK = re.compile(r"[ \t]*(?:- )?[^\s:#'\"]+(?: [^\s:#'\"]+)*?(:)(?=[^\s:/=])")
_KEY_COLON = re.compile(r":(?=[ \t]|$)", re.MULTILINE)
_APOSTROPHE = re.compile(r"'(?=\w)")


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
    message: str
    help: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    section: int = 0


@dataclass(frozen=True, slots=True)
class _Clue:
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


def explain(error: Any, source: Source, last: Last) -> Fault:
    """The mistake behind an exception of the YAML parser (either implementation)."""
    size = len(source.text)
    context = error.context_mark.index if error.context_mark else None
    at = error.problem_mark.index if error.problem_mark else (context or 0)
    clue = _Clue(
        source, f"{error.context or ''}; {error.problem or ''}".lower(), min(at, size), context, last
    )
    for explanation in _EXPLANATIONS:
        fault = explanation(clue)
        if fault is not None:
            return fault
    return _unknown(clue)


def report_fault(report: Report, fault: Fault) -> None:
    report.add(fault.slug, fault.span, fault.message, help=fault.help, labels=fault.labels)


def missing_blank(source: Source, key: str, colon: int) -> Fault:
    """`key:value`; the reader finds it also where YAML sees no mistake."""
    name = key.strip()
    after = source.text[colon + 1 : colon + 2]
    advice = f"write `{name}: ` and then the value"
    if after == "\xa0":
        advice = f"the character after it is a no-break space: {advice.replace('`: `', '`: ` with a common blank')}"
    return Fault(
        slug="missing-blank",
        span=Span(source.path, colon, colon + 1),
        message=f"there is no blank after the colon of `{name}`",
        help=(advice,),
        section=colon,
    )


def _no_blank(clue: _Clue, key: str, colon: int) -> Fault:
    return missing_blank(clue.source, key, colon)


def _tab(clue: _Clue) -> Fault | None:
    """A tab in the indentation; YAML takes blanks only."""
    for start in {clue.line_start, clue.text.rfind("\n", 0, max(clue.line_start - 1, 0)) + 1}:
        indentation = re.compile(r"[ \t]*").match(clue.text, start)
        tab = clue.text.find("\t", start, indentation.end() if indentation else start)
        if tab >= 0 and (start == clue.line_start or "\t" in clue.text[clue.line_start : clue.at + 1]):
            return Fault(
                slug="tab-indentation",
                span=clue.span(tab, tab + 1),
                message="a tab stands in the indentation",
                help=("indent with blanks: two for each level",),
                section=tab,
            )
    return None


def _open_quote(clue: _Clue) -> Fault | None:
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
        message=f"the quote {quote} that opens here is never closed",
        help=(
            f"close it with another {quote}",
            "a text that only holds a quote needs other quotes around it",
        ),
        section=clue.context,
    )


def _escape(clue: _Clue) -> Fault | None:
    if "escape" not in clue.said and "hexdec" not in clue.said:
        return None
    slash = clue.text.rfind("\\", 0, clue.at + 1)
    return Fault(
        slug="bad-escape",
        span=clue.span(slash, slash + 2),
        message=f"`{clue.text[slash : slash + 2]}` means nothing inside double quotes",
        help=("use single quotes, where a backslash is only a backslash", "or write the backslash twice"),
        section=slash,
    )


def _after_quote(clue: _Clue) -> Fault | None:
    """`"a" b`: once a value begins with a quote, it ends with that quote."""
    if clue.last.style not in ("'", '"') or not clue.last.end <= clue.at < clue.line_end:
        return None
    if "\n" in clue.text[clue.last.end : clue.at] or clue.character in ",]}#:":
        return None
    start = clue.at
    quote = clue.last.style
    opening = clue.text.rfind(quote, 0, clue.last.end - 1)
    if quote == "'" and clue.text[start].isalpha() and start == clue.last.end:
        advice = "write the apostrophe twice (`''`), or put the text in double quotes"
    else:
        advice = "put the whole text in quotes of the other kind, or take the quotes away"
    return Fault(
        slug="text-after-quote",
        span=clue.span(start, clue.line_end),
        message="text follows a closing quote",
        help=(advice,),
        labels=(Label(span=clue.span(opening, clue.last.end), text="the value ends here"),),
        section=opening,
    )


def _after_bracket(clue: _Clue) -> Fault | None:
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
        message=f"a value that begins with `{opening}` ends with its `{clue.last.style}`, but text follows",
        help=("put the whole text in quotes, a drawn zone too",),
        labels=(Label(span=clue.span(clue.last.end - 1, clue.last.end), text="the value ends here"),),
        section=clue.at,
    )


def _colon(clue: _Clue) -> Fault | None:
    """A second `: ` in a line, a key whose colon lacks its blank above, or a line indented below a finished value."""
    if "mapping values are not allowed" not in clue.said:
        return None
    line = clue.text[clue.line_start : clue.at]
    first = _KEY_COLON.search(line)
    if first:
        start = clue.line_start + first.end()
        start += len(clue.text[start : clue.at]) - len(clue.text[start : clue.at].lstrip())
        return _quote_it(
            clue, clue.span(start, clue.line_end), clue.span(clue.at, clue.at + 1), "a colon and a blank"
        )
    above = _line_above(clue, clue.line_start)
    if above is not None:
        gap = _MISSING_BLANK.match(clue.text, above[0], above[1])
        if gap and not _KEY_COLON.search(clue.text[above[0] : above[1]]):
            return _no_blank(clue, clue.text[above[0] : gap.start(1)], gap.start(1))
        indented = clue.line_start + len(line) - len(line.lstrip())
        return Fault(
            slug="indentation",
            span=clue.span(indented, clue.at),
            message=f"`{line.strip()}` is indented below a line that already has its value",
            help=("begin it in the column of its neighbours",),
            labels=(Label(span=clue.span(*_trimmed(clue.text, *above)), text="this line is complete"),),
            section=above[0],
        )
    return None


def _quote_it(clue: _Clue, span: Span, sign: Span, what: str) -> Fault:
    return Fault(
        slug="quote-expression",
        span=span,
        message=f"this text holds {what}, which YAML reads as its own sign",
        help=("put the whole text in quotes",),
        labels=(Label(span=sign, text="read as YAML's sign"),) if sign != span else (),
        section=span.start,
    )


def _flow(clue: _Clue) -> Fault | None:
    """Inside `{ }` or `[ ]` something else stands where a comma or the closing bracket should."""
    if "scanning a plain scalar" in clue.said and clue.character == ":":
        return _no_blank(clue, clue.text[(clue.context or clue.line_start) : clue.at], clue.at)
    if "flow" not in clue.said or clue.last.bracket is None:
        return None
    context = clue.last.bracket
    opening = clue.text[context]
    if clue.character == ":" and clue.text[clue.at + 1 : clue.at + 2] in ("", " ", "\n"):
        start = max(clue.text.rfind(sign, context, clue.at) for sign in ("{", "[", ", ", ": ")) + 1
        start += len(clue.text[start : clue.at]) - len(clue.text[start : clue.at].lstrip())
        if "\n" not in clue.text[start : clue.at]:
            return _quote_it(
                clue, clue.span(start, clue.at + 1), clue.span(clue.at, clue.at + 1), "a colon and a blank"
            )
    elif clue.character == ":" and opening == "{":
        return _no_blank(clue, re.split(r"[{,]", clue.text[context : clue.at])[-1], clue.at)
    closing = {"{": "}", "[": "]"}[opening]
    if clue.character in ("]", "}"):
        return Fault(
            slug="unclosed-bracket",
            span=clue.span(clue.at, clue.at + 1),
            message=f"`{opening}` is closed by `{clue.character}`",
            help=(f"close it with `{closing}`",),
            labels=(Label(span=clue.span(context, context + 1), text="opened here"),),
            section=context,
        )
    return Fault(
        slug="unclosed-bracket",
        span=clue.span(context, context + 1),
        message=f"`{opening}` is not closed where YAML expects its `{closing}`",
        help=(f"close it with `{closing}`; between two values stands a comma",),
        labels=(Label(span=clue.span(clue.at, clue.at + 1), text="it goes on to here"),),
        section=context,
    )


def _closing_bracket(clue: _Clue) -> Fault | None:
    if clue.character not in ("]", "}"):
        return None
    return Fault(
        slug="unclosed-bracket",
        span=clue.span(clue.at, clue.at + 1),
        message=f"`{clue.character}` closes nothing",
        help=("take it away, or put the whole text in quotes if it belongs to one",),
        section=clue.at,
    )


def _list_among_keys(clue: _Clue) -> Fault | None:
    rest = clue.text[clue.at : clue.at + 2]
    if rest not in ("- ", "-\n", "-"):
        return None
    if "sequence entries" in clue.said:
        return Fault(
            slug="indentation",
            span=clue.span(clue.at, clue.at + 1),
            message="a list cannot begin in the line of its key",
            help=(
                "put each `- ` in a line of its own below the key, or write `[a, b]`",
                "a text that begins with `- ` stands in quotes",
            ),
            section=clue.at,
        )
    if "block mapping" in clue.said or "expected key" in clue.said:
        return Fault(
            slug="indentation",
            span=clue.span(clue.at, clue.line_end),
            message="a list item stands among keys",
            help=("indent the list below the key that it belongs to, and give that key no other value",),
            section=clue.at,
        )
    return None


def _key_without_colon(clue: _Clue) -> Fault | None:
    if "simple key" not in clue.said or clue.context is None:
        return None
    end = clue.text.find("\n", clue.context)
    end = len(clue.text) if end < 0 else end
    shown = clue.text[clue.context : end].strip()
    gap = _MISSING_BLANK.match(clue.text, clue.context, end)
    if gap:
        return _no_blank(clue, clue.text[clue.context : gap.start(1)], gap.start(1))
    return Fault(
        slug="missing-colon",
        span=clue.span(clue.context, clue.context + len(shown)),
        message=f"`{shown}` stands where a key should, without a colon",
        help=(
            "write `key: value`",
            "if it continues the text of the line above, indent it further than that line's key",
        ),
        section=clue.context,
    )


def _block_text(clue: _Clue) -> Fault | None:
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
            message=f"a text that begins with `{sign}` is read as YAML's sign for a text in several lines",
            help=("put the whole text in quotes",),
            section=start,
        )
    return Fault(
        slug="indentation",
        span=clue.span(start, start + 1),
        message="the lines of this text are not indented alike",
        help=("indent every line of the text further than its key, the first one no more than the rest",),
        section=start,
    )


def _first_character(clue: _Clue) -> Fault | None:
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
            message="a tab stands where blanks should",
            help=("use blanks",),
            section=start,
        )
    return Fault(
        slug="quote-expression",
        span=clue.span(start, clue.line_end),
        message=f"a text may not begin with `{clue.text[start : start + 1]}` unless it is quoted",
        help=("put the whole text in quotes",),
        section=start,
    )


def _after_the_end(clue: _Clue) -> Fault | None:
    """Text left of the first key's column, or below `...`."""
    if "document start" not in clue.said:
        return None
    shown = clue.text[clue.at : clue.line_end].strip()
    above = _line_above(clue, clue.line_start)
    if above is not None and clue.text[above[0] : above[0] + 3] == "...":
        return Fault(
            slug="several-documents",
            span=clue.span(clue.at, clue.at + len(shown)),
            message="a file holds one document; this stands after the `...` that ends it",
            help=("take the line with `...` out, or move what follows into a file of its own",),
            section=clue.at,
        )
    return Fault(
        slug="indentation",
        span=clue.span(clue.at, clue.at + len(shown)),
        message="this line begins further left than the file's first key",
        help=("begin all keys of the file in the first column",),
        section=clue.at,
    )


def _stray_indentation(clue: _Clue) -> Fault | None:
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
            message="a key stands among list items",
            help=("every item of a list begins with `- `; indent what belongs to the item above it",),
            section=clue.at,
        )
    return Fault(
        slug="indentation",
        span=clue.span(clue.at, clue.at + len(shown)),
        message=f"this line is indented by {len(before)}, which is the column of no key above it",
        help=("begin it in the column of its neighbours: two blanks for each level",),
        section=clue.at,
    )


def _unknown(clue: _Clue) -> Fault:
    end = max(clue.at + 1, min(clue.line_end, clue.at + 40))
    return Fault(
        slug="yaml-syntax",
        span=clue.span(clue.at, end),
        message="YAML cannot be read from here on",
        help=(
            "look for a missing colon, blank, bracket or quote in this line and the one above",
            "a text with signs of YAML in it stands in quotes",
        ),
        section=clue.at,
    )


def _line_above(clue: _Clue, start: int) -> tuple[int, int] | None:
    """Start and end of the nearest line above that holds more than a comment."""
    while start > 0:
        end = start - 1
        start = clue.text.rfind("\n", 0, end) + 1
        line = clue.text[start:end].strip()
        if line and not line.startswith("#"):
            return start, end
    return None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    line = text[start:end]
    return start + len(line) - len(line.lstrip()), start + len(line.rstrip())


_EXPLANATIONS: tuple[Callable[[_Clue], Fault | None], ...] = (
    _tab,
    _open_quote,
    _escape,
    _after_quote,
    _after_bracket,
    _colon,
    _flow,
    _closing_bracket,
    _list_among_keys,
    _key_without_colon,
    _block_text,
    _first_character,
    _after_the_end,
    _stray_indentation,
)
