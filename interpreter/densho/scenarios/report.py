"""A failed scenario as a GM reads it: where, which step, a small table of what was expected and found, the position, and the rules that fired."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from densho.diagnostics.snippet import harmless
from densho.engine import Event
from densho.engine.events import COVERED
from densho.languages import FALLBACK, catalogue
from densho.messages import ENGLISH, Text, Translate, listed, said, say, say_n
from densho.scenarios.compare import Mismatch, event_text, shown, verdict_text
from densho.scenarios.run import Failure, Result
from densho.source import Span

Locate = Callable[[Span], str]
"""`file:line` of a span."""

HEADINGS = ("", say("expected"), say("found"))
BELOW = "  "
"""Indentation of what belongs to the line above it."""

WIDEST = 60
"""A cell of the table is broken into lines of so many characters."""

MOST_LINES = 100
"""So many lines of what happened are shown."""


def failure_text(result: Result, locate: Locate, *, short: bool = False, language: str = FALLBACK) -> str:
    """Everything about a failed scenario, or in `short` without the position and what happened in the step; empty when it passed."""
    failure = result.failure
    if failure is None:
        return ""
    translate = catalogue(language)
    step = _step(failure)
    place = locate(failure.mismatches[0].span if failure.mismatches else failure.span)
    head = say("FAILED {place} {name}", place=place, name=result.scenario.name)
    lines = [said(head, translate), f"  {said(step, translate)} ({locate(failure.span)})"]
    lines += [f"    {line}".rstrip() for line in table(failure.mismatches, translate)]
    if not short:
        lines += [f"  {line}".rstrip() for line in drawing(failure, language)]
        lines += [f"  {line}" for line in happenings(failure.events, locate, translate)]
    return "\n".join(map(harmless, lines)) + "\n"


def _step(failure: Failure) -> Text:
    return say("setting up") if failure.step == 0 else say("step {number}", number=failure.step)


def short_text(result: Result, translate: Translate = ENGLISH) -> str:
    """What went wrong, in a line; empty when nothing did."""
    failure = result.failure
    if failure is None:
        return ""
    told = [
        said(
            say(
                "{what}: expected {expected}, found {found}",
                what=one.what,
                expected=one.expected,
                found=one.found,
            ),
            translate,
        )
        for one in failure.mismatches
    ]
    return f"{said(_step(failure), translate)}: {'; '.join(told)}"


def drawing(failure: Failure, language: str = FALLBACK) -> list[str]:
    """Where the fight stood when the step went wrong, everything open; nothing before its start."""
    if failure.program is None or failure.state is None:
        return []
    from densho.display.blocks import all_lines  # noqa: PLC0415 - only failures are drawn
    from densho.display.board import WIDTH, draw  # noqa: PLC0415
    from densho.display.scene import scene  # noqa: PLC0415
    from densho.display.seeing import EVERYTHING  # noqa: PLC0415
    from densho.display.tongue import Tongue  # noqa: PLC0415

    translate = catalogue(language)
    tongue = Tongue(failure.program.ruleset, language, translate)
    events = failure.events if failure.moved else ()
    shown = scene(failure.program, tongue, EVERYTHING, failure.state, events)
    head = say("the position after the step:") if failure.moved else say("the position:")
    return [said(head, translate), *(f"  {line}" for line in all_lines(draw(shown), WIDTH))]


def table(mismatches: Iterable[Mismatch], translate: Translate = ENGLISH) -> list[str]:
    """Three columns with a heading; long cells are broken into several lines."""
    rows = [HEADINGS, *((one.what, one.expected, one.found) for one in mismatches)]
    broken = [[_broken(said(cell, translate)) for cell in row] for row in rows]
    widths = [max(len(line) for row in broken for line in row[column]) for column in range(len(HEADINGS))]
    lines = []
    for row in broken:
        for at in range(max(len(cell) for cell in row)):
            cells = (cell[at] if at < len(cell) else "" for cell in row)
            lines.append(
                "   ".join(text.ljust(width) for text, width in zip(cells, widths, strict=True)).rstrip()
            )
    return lines


def _broken(text: str) -> list[str]:
    """The text in lines at most `WIDEST` long, broken at blanks where there are any."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= WIDEST or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def happenings(events: Iterable[Event], locate: Locate, translate: Translate = ENGLISH) -> list[str]:
    """What happened in the step, in order; the rules that fired stand with their places."""
    told = [
        (indent + said(text, translate), event.span)
        for event in events
        if event.name != COVERED
        for indent, text in [in_words(event)]
    ]
    shown_lines = told[:MOST_LINES]
    widest = max((len(text) for text, _ in shown_lines), default=0)
    lines = [
        f"  {text.ljust(min(widest, WIDEST))}   {locate(span) if span.path else ''}".rstrip()
        for text, span in shown_lines
    ]
    if len(told) > MOST_LINES:
        more = say("… and {number} more", number=len(told) - MOST_LINES)
        lines.append(f"  {said(more, translate)}")
    return [said(say("what happened in the step:"), translate), *lines] if lines else []


def in_words(event: Event) -> tuple[str, str]:
    """An event, or a line of the trace: how far it is indented, and what it says in a few words."""
    get = event.get
    match event.kind, event.name:
        case "event", _:
            return BELOW, say("tells {event}", event=event_text(event))
        case "end", _:
            return BELOW, say("{block} ends: {verdict}", block=get("block"), verdict=_verdict(event))
        case _, "rule":
            return "", say("{rule}{cites}", rule=_of(event), cites=_cited(event))
        case _, "exception":
            target = str(get("target")).partition(":")[2]
            return BELOW, say(
                "{rule} {verb} {target}{cites}",
                rule=_of(event),
                verb=get("verb"),
                target=target,
                cites=_cited(event),
            )
        case _, "write" | "fade":
            return BELOW, say(
                "{slot}: {old} becomes {new} by {rule}",
                slot=f"{get('who') or 'arena'}.{get('slot')}",
                old=shown(get("old")),
                new=shown(get("new")),
                rule=event.rule,
            )
        case _, "choice":
            return "", say("{who} chooses: {choice}", who=get("who"), choice=get("choice"))
        case _, "roll":
            return "", say(
                "{who} rolls {result}{cites}",
                who=get("who") or "arena",
                result=shown(get("result")),
                cites=_cited(event),
            )
        case _, "verdict":
            return BELOW, say(
                "{kind} {block}: {verdict}", kind=get("kind"), block=get("block"), verdict=_verdict(event)
            )
        case _:
            return "", f"{event.name} {', '.join(f'{name} {shown(value)}' for name, value in event.fields)}"


def _of(event: Event) -> str:
    who = event.get("who")
    return event.rule if who is None else say("{rule} for {who}", rule=event.rule, who=who)


def _verdict(event: Event) -> Text:
    winner, by = (None if one is None else str(one) for one in (event.get("winner"), event.get("by")))
    return verdict_text(say("no winner"), winner, by)


def _cited(event: Event) -> str:
    cites = event.get("cites")
    return f" [{' '.join(map(str, cites))}]" if isinstance(cites, list) and cites else ""


def summary(passed: int, failed: int, unrun: int = 0) -> Text:
    """`N passed, N failed`, and how many files could not be run, if there are any; scenarios with mistakes did not pass."""
    parts = [say_n("{n} passed", "{n} passed", passed), say_n("{n} failed", "{n} failed", failed)]
    if unrun:
        parts.append(say_n("{n} file could not be run", "{n} files could not be run", unrun))
    return listed(parts)
