"""Tables that end in prose, tables that are too broad, and both on a terminal."""

from __future__ import annotations

import io
import re

from densho.display.blocks import Grid, lines_of, wrapped
from densho.display.screen import Screen

PROSE = Grid(("", ""), (("first", "a text that goes on and on"), ("二", "short")), wraps=True)


def test_texts_are_broken_between_words() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("unbreakable", 4) == ["unbreakable"]
    assert wrapped("", 4) == [""]


def test_prose_is_broken_within_its_column() -> None:
    assert lines_of(PROSE, 26) == ("first  a text that goes on", "       and on", "二     short")


def test_prose_without_room_stands_below() -> None:
    assert lines_of(PROSE, 20) == ("first", "    a text that goes", "    on and on", "二", "    short")


def test_a_terminal_shows_what_a_pipe_shows() -> None:
    broad = Grid(("", "a" * 12, "b" * 12), (("row", "1", "2"),))
    plain, coloured = io.StringIO(), io.StringIO()
    for stream, colour in ((plain, False), (coloured, True)):
        Screen(stream, colour=colour, width=24).blocks([broad, PROSE], indent=2)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", coloured.getvalue())
    assert [line.rstrip() for line in shown.splitlines()][:5] == plain.getvalue().splitlines()[:5]
    assert "\x1b[" in coloured.getvalue()
