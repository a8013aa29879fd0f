"""From a YAML scalar to an `Excerpt`: where each character of its value stands in the file.

The YAML parser gives a scalar's value, its style and the range of the file it was read from. What happened in
between (folded lines, escapes, stripped indentation) is repeated here for each style, keeping offsets. A scalar
whose value is a plain stretch of the file needs no table of offsets; most are of that sort.
"""

from __future__ import annotations

import re

from densho.source import Excerpt, Source

_BREAK = re.compile(r"[ \t]*(?:\r\n|\n)(?:[ \t]*(?:\r\n|\n))*[ \t]*")
_LINE_END = re.compile(r"\r\n|\n")
_HEX = {"x": 2, "u": 4, "U": 8}


def excerpt_of(source: Source, value: str, style: str, start: int, end: int) -> Excerpt:
    """The excerpt of the scalar that was read from characters `start` … `end - 1`; `style` is '', `'`, `"`, `|` or `>`."""
    text = source.text
    first = start if style == "" else start + 1
    if style not in ("|", ">") and text.startswith(value, first) and end - first - len(value) == len(style):
        return Excerpt(source.path, value, first)
    match style:
        case "":
            offsets = _flowing(text, start, end, quote="")
        case "'" | '"':
            offsets = _flowing(text, start + 1, end - 1, quote=style)
        case _:
            offsets = _block(text, value, start, end, folded=style == ">")
    return Excerpt(source.path, value, start, _completed(offsets, len(value), start, end))


def _completed(offsets: list[int], length: int, start: int, end: int) -> tuple[int, ...]:
    """One offset per character and one for the end; a table that came out wrong points at the scalar as a whole."""
    if len(offsets) != length:
        return (start,) * length + (end,)
    offsets.append(offsets[-1] + 1 if offsets else end)
    return tuple(offsets)


def _flowing(text: str, at: int, end: int, *, quote: str) -> list[int]:
    """Plain and quoted scalars: a single line end is read as a blank, n of them as n - 1 line ends."""
    offsets: list[int] = []
    while at < end:
        fold = _BREAK.match(text, at, end)
        if fold:
            ends = [one.start() for one in _LINE_END.finditer(text, at, fold.end())]
            offsets.extend(ends[1:] or ends)
            at = fold.end()
        elif quote == "'" and text.startswith("''", at):
            offsets.append(at)
            at += 2
        elif quote == '"' and text[at] == "\\":
            at = _escape(text, at, end, offsets)
        else:
            offsets.append(at)
            at += 1
    return offsets


def _escape(text: str, at: int, end: int, offsets: list[int]) -> int:
    """An escape in double quotes; an escaped line end joins the lines (further empty lines count in full)."""
    fold = _BREAK.match(text, at + 1, end) if text[at + 1] in "\r\n" else None
    if fold:
        ends = [one.start() for one in _LINE_END.finditer(text, at + 1, fold.end())]
        offsets.extend(ends[1:])
        return fold.end()
    offsets.append(at)
    return at + 2 + _HEX.get(text[at + 1], 0)


def _block(text: str, value: str, start: int, end: int, *, folded: bool) -> list[int]:
    offsets: list[int] = []
    breaks: list[int] = []
    at = text.find("\n", start, end) + 1
    indent: int | None = None
    while 0 < at < end and len(offsets) < len(value):
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        if indent is None and text[at:stop].strip(" \r"):
            indent = _indent(text, at, value)
        first = stop if indent is None else min(at + indent, stop)
        content_end = stop - 1 if text[stop - 1] == "\r" and stop > first else stop
        if content_end > first:
            _separate(offsets, breaks, value, folded=folded)
            offsets.extend(range(first, content_end))
            breaks = []
        breaks.append(stop)
        at = stop + 1
    offsets.extend(breaks[: len(value) - len(offsets)])
    return offsets


def _indent(text: str, at: int, value: str) -> int:
    """How many blanks before the first line with text are indentation: those that the value does not have."""
    line = text[at : (text.find("\n", at) + 1 or len(text) + 1) - 1]
    shown = value.lstrip("\n")
    return (len(line) - len(line.lstrip(" "))) - (len(shown) - len(shown.lstrip(" ")))


def _separate(offsets: list[int], breaks: list[int], value: str, *, folded: bool) -> None:
    """What the value holds between two lines of text: line ends, or (folded) a blank in place of one."""
    at = len(offsets)
    count = 0
    while value[at + count : at + count + 1] == "\n":
        count += 1
    if folded and count == 0 and offsets:
        count = 1
    if count:
        missing = count - len(breaks)
        offsets.extend(breaks[:1] * missing + breaks[-count:])
