"""A dossier in Markdown, as forums and code hosts take it; nothing that a file or person says is taken for markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from densho.display.tongue import harmless
from densho.dossier.document import WEIGHTS, Code, Document
from densho.replay.posts import in_markdown
from densho.showing.page import Element, Heading, Line, Table, Title

_QUOTED = re.compile(r"`([^`|<>]+)`")
"""Names between backticks; those with signs that a table or page might read as its own stay text."""


def markdown(document: Document) -> str:
    """The text."""
    return "\n".join(_document(document)).rstrip() + "\n"


def _document(document: Document) -> Iterator[str]:
    yield from (f"# {_text(document.title)}", "")
    yield from (f"* {_text(name)}: {_text(value)}" for name, value in document.facts)
    yield from ("", f"## {_text(document.summary)}", "")
    yield from (f"* **{in_markdown(WEIGHTS[one.weight])}** {_text(one.text)}" for one in document.findings)
    if not document.findings:
        yield _text(document.nothing)
    for section in document.sections:
        yield from ("", f"## {_text(section.title)}", "")
        before: Element | Code | None = None
        for part in section.parts:
            if before is not None and not (isinstance(before, Line) and isinstance(part, Line)):
                yield ""
            yield from _part(part)
            before = part


def _part(part: Element | Code) -> Iterator[str]:
    match part:
        case Title(text=text) | Heading(text=text):
            yield f"### {_text(text)}"
        case Line(text="", depth=_, style=_):
            yield ""
        case Line(text=text, depth=depth):
            yield f"{'  ' * max(0, depth - 1)}* {_text(text)}"
        case Table(grid=grid):
            head = grid.head if any(grid.head) else ("",) * len(grid.head)
            yield _row(head)
            yield _row(("---",) * len(grid.head), plain=True)
            yield from (_row(row) for row in grid.rows)
        case Code(text=text):
            lines = [harmless(line) for line in text.splitlines()]
            longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
            fence = "`" * max(3, longest + 1)
            yield from (f"{fence}yaml", *lines, fence)
        case _:
            assert_never(part)


def _row(cells: tuple[str, ...], *, plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else _text(cell) for cell in cells)} |"


def _text(text: str) -> str:
    """Names between backticks become code, in which nothing is markup; all else is escaped."""
    parts = _QUOTED.split(" ".join(harmless(text).split()))
    return "".join(f"`{part}`" if at % 2 else in_markdown(part) for at, part in enumerate(parts))
