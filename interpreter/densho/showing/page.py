"""A page of a ruleset: titles, headings, lines and tables, and how they come onto a screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from densho.display.blocks import Grid, wrapped
from densho.display.screen import Screen
from densho.display.tongue import harmless

INDENT = 2
HANGING = 4
"""How much further a line goes on that was broken."""


@dataclass(frozen=True, slots=True)
class Title:
    """`aside` says what sort of thing this is and where it stands."""

    text: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """`style` is one of the screen's; `depth` counts steps of indentation."""

    text: str
    depth: int = 1
    style: str = "plain"


@dataclass(frozen=True, slots=True)
class Table:
    grid: Grid
    depth: int = 1


Element = Title | Heading | Line | Table
Page = tuple[Element, ...]


def deeper(element: Element) -> Element:
    """The element one step further in."""
    match element:
        case Line(text=text, depth=depth, style=style):
            return Line(text, depth + 1, style)
        case Table(grid=grid, depth=depth):
            return Table(grid, depth + 1)
        case Heading(text=text):
            return Line(text, 1, "label")
        case Title():
            return element
        case _:
            assert_never(element)


def show(screen: Screen, page: Iterable[Element]) -> None:
    """Writes the page, with an empty line before each title and heading."""
    for number, element in enumerate(page):
        match element:
            case Title(text=text, aside=aside):
                _apart(screen, number)
                _lines(screen, text, 0, "title")
                if aside:
                    _lines(screen, aside, 0, "note")
            case Heading(text=text):
                _apart(screen, number)
                _lines(screen, text, 0, "heading")
            case Line(text=text, depth=depth, style=style):
                _lines(screen, text, depth, style)
            case Table(grid=grid, depth=depth):
                screen.blocks([_harmless(grid)], INDENT * depth)
            case _:
                assert_never(element)


def _harmless(grid: Grid) -> Grid:
    """The table without anything that a terminal would obey."""
    rows = tuple(tuple(map(harmless, row)) for row in grid.rows)
    return replace(grid, head=tuple(map(harmless, grid.head)), rows=rows)


def _apart(screen: Screen, number: int) -> None:
    if number:
        screen.line()


def _lines(screen: Screen, text: str, depth: int, style: str) -> None:
    margin = " " * (INDENT * depth)
    first, *more = wrapped(text, screen.width - len(margin) - HANGING)
    screen.line(f"{margin}{first}" if first else "", style)
    for line in more:
        screen.line(f"{margin}{' ' * HANGING}{line}", style)
