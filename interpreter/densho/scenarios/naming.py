"""Reporting a name or a value that does not exist, with what could stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.messages import Text, say
from densho.source import Span

_NUMBER = re.compile(r"(.*?)(\d*)")

SHOWN = 12
"""So many possible names are listed in a message; a longer list is cut."""


@dataclass(frozen=True, slots=True)
class Sort:
    """What a name stands for: what is said, with `{name}` and `{names}` to be put in, and the slug of the report."""

    missing: Text
    known: Text
    none: Text
    slug: str = "unknown-name"


FIGHTER = Sort(
    say("there is no fighter `{name}`"),
    say("fighters of this scenario: {names}"),
    say("there are no fighters of this scenario"),
    slug="unknown-fighter",
)
OPTION = Sort(
    say("there is no option `{name}`"),
    say("options: {names}"),
    say("there are no options"),
)
DECISION = Sort(
    say("there is no decision `{name}`"),
    say("decisions: {names}"),
    say("there are no decisions"),
)
REFUSAL = Sort(
    say("there is no refusal `{name}`"),
    say("refusals: {names}"),
    say("there are no refusals"),
)
EVENT = Sort(
    say("there is no event `{name}`"),
    say("events: {names}"),
    say("there are no events"),
)
REASON = Sort(
    say("there is no reason `{name}`"),
    say("reasons: {names}"),
    say("there are no reasons"),
)
SLOT = Sort(
    say("there is no slot `{name}`"),
    say("slots: {names}"),
    say("there are no slots"),
)
ARENA_SLOT = Sort(
    say("there is no slot `{name}` of the arena"),
    say("slots of the arena: {names}"),
    say("there are no slots of the arena"),
)
FIGHTER_SLOT = Sort(
    say("there is no slot `{name}` of fighters"),
    say("slots of fighters: {names}"),
    say("there are no slots of fighters"),
)
EXPECTED = Sort(
    say("there is no fighter or key of `expect` `{name}`"),
    say("possible here: {names}"),
    say("nothing is possible here"),
    slug=FIGHTER.slug,
)


def row(kind: str) -> Sort:
    return Sort(
        say("there is no {kind} `{name}`").put(kind=kind, name="{name}"),
        say("rows of `{kind}`: {names}").put(kind=kind, names="{names}"),
        say("there are no rows of `{kind}`", kind=kind),
        slug="not-a-row",
    )


def word(decision: str) -> Sort:
    return Sort(
        say("there is no word `{name}`"),
        say("words of `{decision}`: {names}").put(decision=decision, names="{names}"),
        say("there are no words of `{decision}`", decision=decision),
    )


def option_value(option: str) -> Sort:
    return Sort(
        say("there is no value `{name}`"),
        say("values of `{option}`: {names}").put(option=option, names="{names}"),
        say("there are no values of `{option}`", option=option),
        slug="option-value",
    )


def record_field(record: str) -> Sort:
    return Sort(
        say("there is no field `{name}` of `{record}`").put(record=record, name="{name}"),
        say("fields of `{record}`: {names}").put(record=record, names="{names}"),
        say("there are no fields of `{record}`", record=record),
    )


def event_field(event: str) -> Sort:
    return Sort(
        say("there is no field `{name}` of the event `{event}`").put(event=event, name="{name}"),
        say("fields of the event `{event}`: {names}").put(event=event, names="{names}"),
        say("there are no fields of the event `{event}`", event=event),
    )


def unknown(report: Report, sort: Sort, span: Span, name: str, known: Iterable[str]) -> None:
    """Reports that there is no such `sort`, and what there is."""
    names = tuple(known)
    every = sort.known.put(names=listing(names)) if names else sort.none
    report.add(sort.slug, span, sort.missing.put(name=name), help=(*did_you_mean(name, names), every))


def listing(names: Iterable[str]) -> str:
    """The names in the order given, cut when they are many."""
    every = tuple(names)
    shown = ", ".join(every[:SHOWN])
    if len(every) <= SHOWN:
        return shown
    return say("{names} and {number} more", names=shown, number=len(every) - SHOWN)


def unknown_paragraph(report: Report, span: Span, number: str, known: Iterable[str]) -> None:
    """Reports that nothing carries the number of a paragraph; near numbers are no likely mistakes, so all are listed."""
    message = say("nothing in the ruleset has the number `{number}`", number=number)
    numbers = ranges(known)
    listed = say("there are {numbers}", numbers=numbers) if numbers else say("there are none here")
    report.add("unknown-paragraph", span, message, help=listed)


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
    return ", ".join(_run(*run) for run in runs)


def _run(prefix: str, first: int, last: int) -> str:
    if first < 0:
        return prefix
    return f"{prefix}{first}" if first == last else f"{prefix}{first}..{prefix}{last}"
