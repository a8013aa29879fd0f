"""Zones: drawn or said, read into offsets, drawn again; and what is said of bad ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from densho.diagnostics.catalogue import entry_of
from densho.diagnostics.model import Report
from densho.source import Excerpt
from densho.surface import zones
from densho.surface.syntax import Zone

LOOKS = [
    ("[ ][>][x][x]", True),
    ("[x][<]", True),
    ("[>]", True),
    ("[x]", True),
    ("[х][>]", True),
    (" [_] [x>] ", True),
    ("here", True),
    ("here, behind 1", True),
    ("ahead 1..3", True),
    ("behind one", True),
    ("[1, 2]", False),
    ("[]", False),
    ("[a, b]", False),
    ("[f(a) > 2, b]", False),
    ("0..3", False),
    ("1|2", False),
    ("ahead(1)|cell", False),
    ("ahead + 1", False),
    ("here without cell", False),
    ("nothing", False),
]


@pytest.mark.parametrize(("text", "zone"), LOOKS)
def test_looks_like_a_zone(text: str, zone: bool) -> None:
    assert zones.looks_like_zone(text) is zone


@pytest.mark.parametrize(
    ("text", "offsets", "drawing"),
    [
        ("[ ][>][x][x]", (1, 2), "[>][x][x]"),
        ("[x][x>]", (-1, 0), "[x][x>]"),
        ("[x][>x][ ][x]", (-1, 0, 2), "[x][x>][ ][x]"),
        ("[x][x][<][]", (1, 2), "[>][x][x]"),
        ("[ ][<][x]", (-1,), "[x][>]"),
        ("[x<][_][x]", (-2, 0), "[x][ ][x>]"),
        ("[x>]", (0,), "[x>]"),
        ("[>]", (), "[>]"),
        (" [ ] [ > ]\n[ x ] ", (1,), "[>][x]"),
        ("here", (0,), "[x>]"),
        ("here, behind 1", (0, -1), "[x][x>]"),
        ("ahead 2..3, ahead 1", (2, 3, 1), "[>][x][x][x]"),
        ("behind 1..2", (-1, -2), "[x][x][>]"),
        ("ahead 0", (0,), "[x>]"),
    ],
)
def test_reads(text: str, offsets: tuple[int, ...], drawing: str) -> None:
    report = Report()
    assert zones.parse_zone(Excerpt("f", text, 0), report) == Zone(offsets=offsets)
    assert not report
    assert zones.draw_zone(offsets) == drawing


@pytest.mark.parametrize(
    ("text", "slug", "underlined"),
    [
        ("[x][x]", "zone-no-fighter", "[x][x]"),
        ("[>][x][<]", "zone-two-fighters", "<"),
        ("[><]", "zone-two-fighters", "<"),
        ("[>][y]", "zone-sign", "y"),
        ("[>][X]", "zone-sign", "X"),
        ("[>][х]", "zone-sign", "х"),
        ("[＞][x]", "zone-sign", "＞"),
        ("[>][1]", "zone-sign", "1"),
        ("[>][xx]", "zone-cell-twice", "x"),
        ("[>][x", "zone-bracket", "[x"),
        ("[>[x]", "zone-bracket", "[>"),
        ("[>]x[x]", "zone-bracket", "x"),
        ("[>x]]", "zone-bracket", "]"),
        ("[>]; [x]", "zone-bracket", ";"),
        ("here, behind one", "zone-words", "behind one"),
        ("here, ahead 3..1", "zone-words", "ahead 3..1"),
        ("ahead 100", "zone-words", "ahead 100"),
        ("here,", "zone-words", ""),
        ("here,, ahead 1", "zone-words", ""),
        ("ahead 1 if walked", "zone-words", "ahead 1 if walked"),
        ("ahead 1..2, ahead 2", "zone-cell-twice", "ahead 2"),
        ("", "zone-words", ""),
    ],
)
def test_refuses(text: str, slug: str, underlined: str) -> None:
    report = Report()
    assert zones.parse_zone(Excerpt("f", text, 7), report) is None
    (found,) = report.found
    assert (found.slug, text[found.span.start - 7 : found.span.end - 7]) == (slug, underlined)
    assert entry_of(slug)


@given(st.sets(st.integers(-9, 9)))
def test_what_is_drawn_reads_back(offsets: set[int]) -> None:
    zone = zones.parse_zone(Excerpt("f", zones.draw_zone(offsets), 0), Report())
    assert zone == Zone(offsets=tuple(sorted(offsets)))


@given(st.sets(st.integers(-9, 9)))
def test_who_looks_left_reaches_the_mirrored_cells(offsets: set[int]) -> None:
    turned = zones.draw_zone(offsets).replace(">", "<")
    zone = zones.parse_zone(Excerpt("f", turned, 0), Report())
    assert zone == Zone(offsets=tuple(sorted(-offset for offset in offsets)))


@given(st.lists(st.integers(-9, 9), min_size=1, unique=True))
def test_what_is_said_reads_back_in_order(offsets: list[int]) -> None:
    zone = zones.parse_zone(Excerpt("f", zones.say_zone(offsets), 0), Report())
    assert zone == Zone(offsets=tuple(offsets))
