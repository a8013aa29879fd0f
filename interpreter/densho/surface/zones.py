"""Zones: which cells a thing reaches, drawn as on a strip or said in words, read into offsets and drawn again.

    [ ][>][x][x]          the fighter looks right; `x` marks cells; the own cell may be marked, `[x>]`
    here, behind 1        the same sort of thing in words; `ahead 1..3` is three cells

Offsets count from the own cell, ahead positive, also in the drawing of one who looks left, `[x][<]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import latin_look_alike, write
from densho.messages import say
from densho.source import Excerpt
from densho.surface.syntax import Zone

FARTHEST = 99
"""Cells that an offset may count."""

_DRAWN = re.compile(r"\s*\[(?:.*\]\s*\[|[^,()]*[<>]|[\sxXхХ_]+\]\s*$)", re.DOTALL)
_SAID = re.compile(r"\s*(?:here\s*(?:,|$)|(?:ahead|behind)\s+(?!(?:without|in|has|lacks|mod|and|or)\b)\w)")
_ITEM = re.compile(r"\s*(?:(here)|(ahead|behind)\s+([0-9]{1,9})(?:\s*\.\.\s*([0-9]{1,9}))?)\s*$")
_HOW_DRAWN = say("write each cell as `[ ]`, `[x]`, or, for the fighter, `[>]` or `[x>]`")
_HOW_SAID = say("write `here`, `ahead 1`, `behind 2` or `ahead 1..3`, with commas between")


def looks_like_zone(text: str) -> bool:
    """Whether a text for a set or list of whole numbers is a zone rather than an expression."""
    return bool(_DRAWN.match(text) or _SAID.match(text))


def parse_zone(excerpt: Excerpt, report: Report) -> Zone | None:
    """The zone that the text draws or says; None if the report has been told what is wrong with it."""
    drawn = excerpt.text.lstrip().startswith("[")
    offsets = _drawn(excerpt, report) if drawn else _said(excerpt, report)
    return None if offsets is None else Zone(offsets=offsets, span=excerpt.span())


def draw_zone(offsets: Iterable[int]) -> str:
    """The drawing of a fighter who looks right, from the rearmost cell that matters to the foremost."""
    marked = set(offsets)
    cells = range(min(marked, default=0), max(marked, default=0) + 1)
    first, last = min(cells[0], 0), max(cells[-1], 0)
    return "".join(_cell(offset, offset in marked) for offset in range(first, last + 1))


def say_zone(offsets: Iterable[int]) -> str:
    """The same in words, in the order given."""
    ways = (("here" if not n else f"ahead {n}" if n > 0 else f"behind {-n}") for n in offsets)
    return ", ".join(ways)


def _cell(offset: int, marked: bool) -> str:
    return f"[{'x' if marked else ''}>]" if offset == 0 else "[x]" if marked else "[ ]"


# --- drawings -----------------------------------------------------------------------------------------


def _drawn(excerpt: Excerpt, report: Report) -> tuple[int, ...] | None:
    before = len(report.found)
    marked: list[int] = []
    fighters: list[tuple[int, str, int]] = []
    for number, (start, end) in enumerate(_cells(excerpt, report)):
        for at in range(start, end):
            sign = excerpt.text[at]
            if sign == "x":
                if number in marked:
                    report.add("zone-cell-twice", excerpt.span(at, at + 1), say("this cell is marked twice"))
                marked.append(number)
            elif sign in "<>":
                fighters.append((number, sign, at))
            elif sign not in " _":
                _odd_sign(excerpt, at, report)
    if len(report.found) > before:
        return None
    if not fighters:
        report.add(
            "zone-no-fighter",
            excerpt.span(),
            say("there is no fighter in this drawing"),
            help=say("a zone needs one fighter: `>` looks right, `<` looks left"),
        )
        return None
    if len(fighters) > 1:
        at = fighters[1][2]
        report.add(
            "zone-two-fighters",
            excerpt.span(at, at + 1),
            say("there is a second fighter in this drawing"),
            help=say("a zone is drawn around one fighter; mark the cells that are reached with `x`"),
        )
        return None
    own, sign, _ = fighters[0]
    ahead = 1 if sign == ">" else -1
    return tuple(sorted((number - own) * ahead for number in marked))


def _cells(excerpt: Excerpt, report: Report) -> Iterator[tuple[int, int]]:
    """The ranges between brackets; what is amiss with the brackets is reported."""
    text, at = excerpt.text, 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] != "[":
            end = _next(text, at, "[")
            report.add(
                "zone-bracket",
                excerpt.span(at, len(text[:end].rstrip())),
                say("this stands outside of the cells"),
                help=_HOW_DRAWN,
            )
            at = end
            continue
        end = _next(text, at + 1, "[]")
        if end == len(text) or text[end] == "[":
            report.add(
                "zone-bracket",
                excerpt.span(at, max(at + 1, len(text[:end].rstrip()))),
                say("this cell is not closed"),
                help=say("add the missing `]`"),
            )
            yield at + 1, end
            at = end
        else:
            yield at + 1, end
            at = end + 1


def _next(text: str, at: int, signs: str) -> int:
    while at < len(text) and text[at] not in signs:
        at += 1
    return at


def _odd_sign(excerpt: Excerpt, at: int, report: Report) -> None:
    sign = excerpt.text[at]
    twin = latin_look_alike(sign).lower()
    if twin in ("x", "<", ">", "_"):
        message, advice = say("`{word}` only looks like `{plain}`", word=sign, plain=twin), write(twin)
        if sign == "X":
            message = say("`X` is not a mark")
    else:
        message, advice = say("`{sign}` means nothing in a cell", sign=sign), _HOW_DRAWN
    report.add("zone-sign", excerpt.span(at, at + 1), message, help=advice)


# --- words --------------------------------------------------------------------------------------------


def _said(excerpt: Excerpt, report: Report) -> tuple[int, ...] | None:
    before = len(report.found)
    offsets: list[int] = []
    at = 0
    for item in excerpt.text.split(","):
        start = at + len(item) - len(item.lstrip())
        span = excerpt.span(start, max(start, at + len(item.rstrip())))
        at += len(item) + 1
        found = _ITEM.match(item)
        if found is None:
            what = (
                say("`{text}` is no part of a zone", text=item.strip())
                if item.strip()
                else say("a part of the zone is missing")
            )
            report.add("zone-words", span, what, help=_HOW_SAID)
            continue
        here, way, near, far = found.groups()
        low = 0 if here else int(near)
        high = int(far) if far else low
        if high < low or high > FARTHEST:
            message = (
                say("this range is empty")
                if high < low
                else say("a zone reaches at most {most} cells", most=FARTHEST)
            )
            report.add("zone-words", span, message)
            continue
        for offset in range(low, high + 1):
            signed = -offset if way == "behind" else offset
            if signed in offsets:
                report.add("zone-cell-twice", span, say("this names a cell that is named before"))
                break
            offsets.append(signed)
    return tuple(offsets) if len(report.found) == before else None
