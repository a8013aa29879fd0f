"""A dossier as one page that needs nothing else: no script, no picture, no address; every text is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import assert_never

from densho.display.tongue import harmless
from densho.dossier.document import WEIGHTS, Code, Document, Section
from densho.showing.page import Element, Heading, Line, Table, Title

_QUOTED = re.compile(r"`([^`<>]*)`")
"""Names between backticks, in text that is escaped already."""

STYLE = """\
:root { color-scheme: light dark; --ink: #1c1a17; --sheet: #fbf9f4; --faint: #6f6a60; --rule: #d9d3c5; --grave: #a3231a; --notable: #8a5a00; --well: #2c6a34; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7dc; --sheet: #1b1a18; --faint: #a39d90; --rule: #45413a; --grave: #ff8a7d; --notable: #f0bb5c; --well: #8fd29a; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--sheet); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin: 0; display: inline; } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 1.5rem; color: var(--faint); font-size: .9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
ul.findings { list-style: none; margin: .5rem 0 1.5rem; padding: 0; }
ul.findings li { margin: .4rem 0; padding: .4rem .8rem; border-left: .3rem solid var(--rule); }
ul.findings li.grave { border-color: var(--grave); } ul.findings li.notable { border-color: var(--notable); } ul.findings li.well { border-color: var(--well); }
ul.findings b { font-family: ui-monospace, monospace; } li.grave b { color: var(--grave); } li.notable b { color: var(--notable); } li.well b { color: var(--well); }
details { border-top: 1px solid var(--rule); padding: .8rem 0; } summary { cursor: pointer; }
p { margin: .2rem 0; overflow-wrap: anywhere; } p.note { color: var(--faint); } p.problem { color: var(--grave); } p.label { font-weight: 600; }
p.verdict { color: var(--well); }
div.wide { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--rule); white-space: pre-wrap; }
code { font: .9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--rule); font: .85rem/1.4 ui-monospace, monospace; }
"""


def html(document: Document) -> str:
    """The page."""
    title = _plain(document.title)
    facts = "".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in document.facts)
    findings = "".join(
        f'<li class="{one.weight}"><b>{_text(WEIGHTS[one.weight])}</b> {_text(one.text)}</li>\n'
        for one in document.findings
    )
    summary = f'<ul class="findings">\n{findings}</ul>' if findings else f"<p>{_text(document.nothing)}</p>"
    sections = "\n".join(_section(one) for one in document.sections)
    return (
        f'<!doctype html>\n<html lang="{_plain(document.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<dl>{facts}</dl>\n"
        f"<h2>{_text(document.summary)}</h2>\n{summary}\n{sections}\n</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    inner = "\n".join(_parts(section.parts))
    return f"<details open>\n<summary><h2>{_text(section.title)}</h2></summary>\n{inner}\n</details>"


def _parts(parts: Iterable[Element | Code]) -> Iterator[str]:
    for part in parts:
        match part:
            case Title(text=text, aside=aside):
                yield f"<h3>{_text(text)}</h3>"
                if aside:
                    yield f'<p class="note">{_text(aside)}</p>'
            case Heading(text=text):
                yield f"<h3>{_text(text)}</h3>"
            case Line(text=text, depth=depth, style=style):
                indent = f' style="margin-left: {max(0, depth - 1) * 1.5}rem"'
                yield f'<p class="{escape(style, quote=True)}"{indent}>{_text(text)}</p>'
            case Table(grid=grid):
                yield f'<div class="wide"><table>{_rows(grid.head, grid.rows)}</table></div>'
            case Code(text=text):
                lines = "\n".join(_plain(line) for line in text.splitlines())
                yield f"<pre>{lines}</pre>"
            case _:
                assert_never(part)


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    first = f"<tr>{''.join(f'<th>{_text(one)}</th>' for one in head)}</tr>" if any(head) else ""
    return first + "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in rows)


def _text(text: str) -> str:
    return _QUOTED.sub(r"<code>\1</code>", _plain(text))


def _plain(text: str) -> str:
    """Escaped, and nothing more."""
    return escape(harmless(text), quote=True)
