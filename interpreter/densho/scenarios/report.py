"""A failed scenario as a GM reads it: where, which step, a small table of what was expected and found, and the rules that fired."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from densho.engine import Event
from densho.engine.events import COVERED
from densho.scenarios.compare import Mismatch, event_text, shown
from densho.scenarios.run import Result
from densho.source import Span

Locate = Callable[[Span], str]
"""`file:line` of a span."""

HEADINGS = ("", "expected", "found")
WIDEST = 60
"""A cell of the table is broken into lines of so many characters."""

MOST_LINES = 100
"""So many lines of what happened are shown."""


def failure_text(result: Result, locate: Locate, *, short: bool = False) -> str:
    """Everything about a failed scenario, or in `short` without what happened in the step; empty when it passed."""
    failure = result.failure
    if failure is None:
        return ""
    step = "setting up" if failure.step == 0 else f"step {failure.step}"
    place = locate(failure.mismatches[0].span if failure.mismatches else failure.span)
    lines = [f"FAILED {place} {result.scenario.name}", f"  {step} ({locate(failure.span)})"]
    lines += [f"    {line}".rstrip() for line in table(failure.mismatches)]
    if not short:
        lines += [f"  {line}" for line in happenings(failure.events, locate)]
    return "\n".join(lines) + "\n"


def table(mismatches: Iterable[Mismatch]) -> list[str]:
    """Three columns with a heading; long cells are broken into several lines."""
    rows = [HEADINGS, *((one.what, one.expected, one.found) for one in mismatches)]
    broken = [[_broken(cell) for cell in row] for row in rows]
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


def happenings(events: Iterable[Event], locate: Locate) -> list[str]:
    """What happened in the step, in order; the rules that fired stand with their places."""
    told = [(said(event), event.span) for event in events if event.name != COVERED]
    shown_lines = told[:MOST_LINES]
    widest = max((len(text) for text, _ in shown_lines), default=0)
    lines = [
        f"  {text.ljust(min(widest, WIDEST))}   {locate(span) if span.path else ''}".rstrip()
        for text, span in shown_lines
    ]
    if len(told) > MOST_LINES:
        lines.append(f"  … and {len(told) - MOST_LINES} more")
    return ["what happened in the step:", *lines] if lines else []


def said(event: Event) -> str:
    """An event, or a line of the trace, in a few words."""
    get = event.get
    match event.kind, event.name:
        case "event", _:
            return f"  tells {event_text(event)}"
        case "end", _:
            return f"  {get('block')} ends: {_verdict(get('winner'), get('by'))}"
        case _, "rule":
            return f"{_of(event.rule, get('who'))}{_cited(get('cites'))}"
        case _, "exception":
            target = str(get("target")).partition(":")[2]
            return f"  {_of(event.rule, get('who'))} {get('verb')} {target}{_cited(get('cites'))}"
        case _, "write" | "fade":
            slot = f"{get('who') or 'arena'}.{get('slot')}"
            return f"  {slot}: {shown(get('old'))} becomes {shown(get('new'))} by {event.rule}"
        case _, "choice":
            return f"{get('who')} chooses: {get('choice')}"
        case _, "roll":
            return f"{get('who') or 'arena'} rolls {shown(get('result'))}{_cited(get('cites'))}"
        case _, "verdict":
            return f"  {get('kind')} {get('block')}: {_verdict(get('winner'), get('by'))}"
        case _:
            return f"{event.name} {', '.join(f'{name} {shown(value)}' for name, value in event.fields)}"


def _of(rule: str, who: object) -> str:
    return rule if who is None else f"{rule} for {who}"


def _verdict(winner: object, by: object) -> str:
    who = "no winner" if winner is None else f"{winner} wins"
    return who if by is None else f"{who} by {by}"


def _cited(cites: object) -> str:
    return f" [{' '.join(map(str, cites))}]" if isinstance(cites, list) and cites else ""


def summary(results: Iterable[Result], broken: int = 0) -> str:
    """`N passed, N failed`; scenarios with mistakes did not pass."""
    every = tuple(results)
    failed = sum(result.failure is not None for result in every)
    return f"{len(every) - failed} passed, {failed + broken} failed"
