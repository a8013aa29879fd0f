"""A story as a post for a forum: Markdown or BBCode. Drawings stand in code blocks; names and texts are written so that no forum takes
a part of them for its own signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

from densho.display.blocks import all_lines
from densho.replay.outline import Element, Heading, Items, Pictures, Title, Verdict

WIDTH = 76
"""Drawings in posts are kept this narrow."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!$^])")
_LEADING = re.compile(r"^(\s*(?:\d+(?=[.)]))?)([-+=.)])")
_LINKS = re.compile(r"(?i)(https?|ftp|mailto|www)([:.])")
JOINER = "\u2060"
"""Stands, unseen, inside what a forum would take for its own: `@name`, `[tag`, `http:`."""


def markdown(elements: Iterable[Element]) -> str:
    """CommonMark, as forums and code hosts take it."""
    return "\n".join(line for element in elements for line in _markdown(element)).rstrip() + "\n"


def _markdown(element: Element) -> Iterator[str]:
    match element:
        case Title(text=text):
            yield from (f"## {in_markdown(text)}", "")
        case Heading(text=text):
            yield from (f"### {in_markdown(text)}", "")
        case Items(label=label, items=items):
            yield from (f"{in_markdown(label)}:", "")
            yield from (f"* {in_markdown(item)}" for item in items)
            yield ""
        case Pictures(blocks=blocks):
            lines = all_lines(blocks, WIDTH)
            fence = "`" * max(
                3, 1 + max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
            )
            yield from (fence, *lines, fence, "")
        case Verdict(text=text):
            yield from (f"**{in_markdown(text)}**", "")
        case _:
            assert_never(element)


def in_markdown(text: str) -> str:
    """The text with everything escaped that Markdown would obey."""
    text = _SPECIAL.sub(r"\\\1", text)
    text = _LEADING.sub(r"\1\\\2", text)
    return _unlinked(text)


def bbcode(elements: Iterable[Element]) -> str:
    """BBCode of the plainest sort: `[b]`, `[list]`, `[code]`."""
    return "\n".join(line for element in elements for line in _bbcode(element)).rstrip() + "\n"


def _bbcode(element: Element) -> Iterator[str]:
    match element:
        case Title(text=text) | Heading(text=text):
            yield from (f"[b]{in_bbcode(text)}[/b]", "")
        case Items(label=label, items=items):
            yield f"{in_bbcode(label)}:"
            yield "[list]"
            yield from (f"[*]{in_bbcode(item)}" for item in items)
            yield from ("[/list]", "")
        case Pictures(blocks=blocks):
            yield "[code]"
            yield from (_in_code(line) for line in all_lines(blocks, WIDTH))
            yield from ("[/code]", "")
        case Verdict(text=text):
            yield from (f"[b]{in_bbcode(text)}[/b]", "")
        case _:
            assert_never(element)


def in_bbcode(text: str) -> str:
    """The text with every bracket kept from beginning a tag."""
    return _unlinked(text.replace("[", f"[{JOINER}"))


def _in_code(line: str) -> str:
    """Inside a code block only its end must not appear."""
    return re.sub(r"\[(?=/)", f"[{JOINER}", line)


def _unlinked(text: str) -> str:
    """Nothing turns into a link, and nobody is called by name."""
    text = _LINKS.sub(rf"\1{JOINER}\2", text)
    return text.replace("@", f"@{JOINER}").replace("://", f":{JOINER}//")


Render = Callable[[Iterable[Element]], str]

POSTS: dict[str, Render] = {"markdown": markdown, "bbcode": bbcode}
