"""A failed scenario as a GM reads it: where, which step, a small table of what was expected and found, and the rules that fired."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from densho.engine import Event
from densho.scenarios.compare import Mismatch, event_text, shown
from densho.scenarios.run import Failure, Result
from densho.source import Span

Locate = Callable[[Span], str]
"""`file:line` of a span."""

HEADINGS = ("", "expected", "found")
WIDEST = 60
"""A cell of the table is broken into lines of so many characters."""


def failure_text(result: Result, locate: Locate) -> str:
    """Everything about a failed scenario; empty when it passed."""
    failure = result.failure
    if failure is None:
        return ""
    step = "setting up" if failure.step == 0 else f"step {failure.step}"
    place = locate(failure.mismatches[0].span if failure.mismatches else failure.span)
    lines = [f"FAILED {place} {result.scenario.name}", f"  {step} ({locate(failure.span)})"]
    lines += [f"    {line}".rstrip() for line in table(failure.mismatches)]
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
    """The step's rules in the order in which they fired, each with its place and what it did."""
    lines: list[str] = []
    for event in events:
        text = f"{event.rule or '-'}: {told(event)}"
        where = locate(event.span) if event.span.path else ""
        lines.append(f"  {text}   {where}".rstrip())
    return ["what happened in the step:", *lines] if lines else []


def told(event: Event) -> str:
    """An event, or a line of the trace, in a few words."""
    match event.kind:
        case "event":
            return f"tells {event_text(event)}"
        case "end":
            return f"ends {' '.join(f'{name} {shown(value)}' for name, value in event.fields)}"
        case "trace":
            fields = ", ".join(f"{name} {shown(value)}" for name, value in event.fields)
            return f"{event.name} {fields}".rstrip()


def summary(results: Iterable[Result], broken: int = 0) -> str:
    """`N passed, N failed`; scenarios with mistakes did not pass."""
    every = tuple(results)
    failed = sum(result.failure is not None for result in every)
    return f"{len(every) - failed} passed, {failed + broken} failed"


__all__ = ["Failure", "failure_text", "summary", "table"]
