"""Reporting a name or a value that does not exist, with what could stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.source import Span

_NUMBER = re.compile(r"(.*?)(\d*)")

SHOWN = 12
"""So many possible names are listed in a message; a longer list is cut."""


@dataclass(frozen=True, slots=True)
class Sort:
    """What a name stands for: the slug of the report, one of it, and many."""

    slug: str
    one: str
    many: str


FIGHTER = Sort("unknown-fighter", "fighter", "fighters of this scenario")
SLOT = Sort("unknown-name", "slot", "slots")
OPTION = Sort("unknown-name", "option", "options")
DECISION = Sort("unknown-name", "decision", "decisions")
REFUSAL = Sort("unknown-name", "refusal", "refusals")
EVENT = Sort("unknown-name", "event", "events")
FIELD = Sort("unknown-name", "field", "fields")
REASON = Sort("unknown-name", "reason", "reasons")


def row(kind: str) -> Sort:
    return Sort("not-a-row", kind, f"rows of `{kind}`")


def word(decision: str) -> Sort:
    return Sort("unknown-name", "word", f"words of `{decision}`")


def option_value(option: str) -> Sort:
    return Sort("option-value", "value", f"values of `{option}`")


def unknown(report: Report, sort: Sort, span: Span, name: str, known: Iterable[str], *, of: str = "") -> None:
    """Reports that there is no such `sort`; `of` says of what (` of the event `hit``)."""
    names = tuple(known)
    every = f"{sort.many}{of}: {listing(names)}" if names else f"there are no {sort.many}{of}"
    message = f"there is no {sort.one} `{name}`{of}"
    report.add(sort.slug, span, message, help=(*did_you_mean(name, names), every))


def listing(names: Iterable[str]) -> str:
    """The names in the order given, cut when they are many."""
    every = tuple(names)
    shown = ", ".join(every[:SHOWN])
    return shown if len(every) <= SHOWN else f"{shown} and {len(every) - SHOWN} more"


def unknown_paragraph(report: Report, span: Span, number: str, known: Iterable[str]) -> None:
    """Reports that nothing carries the number of a paragraph; near numbers are no likely mistakes, so all are listed."""
    message = f"nothing in the ruleset has the number `{number}`"
    report.add("unknown-paragraph", span, message, help=f"there are {ranges(known)}")


def ranges(numbers: Iterable[str]) -> str:
    """`B1..B3, B7, X2`: numbers of paragraphs in their order, runs of them drawn together."""
    keyed = sorted(
        (match[1], int(match[2] or -1)) for match in map(_NUMBER.fullmatch, numbers) if match is not None
    )
    runs: list[tuple[str, int, int]] = []
    for prefix, number in keyed:
        if runs and runs[-1][0] == prefix and runs[-1][2] == number - 1:
            runs[-1] = (prefix, runs[-1][1], number)
        else:
            runs.append((prefix, number, number))
    return ", ".join(_run(*run) for run in runs) or "none"


def _run(prefix: str, first: int, last: int) -> str:
    if first < 0:
        return prefix
    return f"{prefix}{first}" if first == last else f"{prefix}{first}..{prefix}{last}"
