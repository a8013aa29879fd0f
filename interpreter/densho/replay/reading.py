"""A story on a screen, for reading."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from densho.display.screen import Screen
from densho.replay.outline import Element, Heading, Items, Pictures, Title, Verdict

_STYLES = {"why": "note", "refused": "problem"}


def show(screen: Screen, elements: Iterable[Element]) -> None:
    """Writes the elements, an empty line between them."""
    for number, element in enumerate(elements):
        if number:
            screen.line()
        show_element(screen, element)


def show_element(screen: Screen, element: Element) -> None:
    match element:
        case Title(text=text):
            screen.line(text, "title")
        case Heading(text=text):
            screen.line(text, "heading")
        case Items(about=about, label=label, items=items):
            screen.line(f"{label}:", "label")
            for item in items:
                screen.line(f"  {item}", _STYLES.get(about, "plain"))
        case Pictures(blocks=blocks):
            screen.blocks(blocks)
        case Verdict(text=text):
            screen.line(text, "verdict")
        case _:
            assert_never(element)
