"""A dossier on a terminal, with colours or without."""

from __future__ import annotations

from io import StringIO

from densho.display.blocks import Drawing
from densho.display.screen import Screen
from densho.dossier.document import WEIGHTS, Code, Document
from densho.showing.page import Heading, Line, Title, show

STYLE = {"grave": "problem", "notable": "label", "well": "verdict"}


def terminal(document: Document, width: int, *, colour: bool) -> str:
    """The text, `width` cells wide."""
    out = StringIO()
    screen = Screen(out, colour=colour, width=width)
    facts = (Line(f"{name}: {value}", 0, "note") for name, value in document.facts)
    show(screen, (Title(document.title), *facts, Heading(document.summary)))
    for found in document.findings:
        show(screen, (Line(f"{WEIGHTS[found.weight]} {found.text}", 1, STYLE[found.weight]),))
    if not document.findings:
        show(screen, (Line(document.nothing),))
    for section in document.sections:
        screen.line()
        show(screen, (Title(section.title),))
        for part in section.parts:
            if isinstance(part, Code):
                screen.blocks([Drawing(tuple(part.text.splitlines()))], 4)
            else:
                if isinstance(part, Heading):
                    screen.line()
                show(screen, (part,))
    return out.getvalue()
