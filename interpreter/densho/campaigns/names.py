"""What people, campaigns, proposals and files in a campaign may be called, so that every name is one line and every file exists on every system."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from densho.messages import Text, say

MOST_NAME = 80
MOST_WHY = 2_000
MOST_ID = 60

_ID = re.compile(r"[a-z][a-z0-9_]*-[1-9][0-9]{0,5}")
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)),
}


def name_fault(text: str) -> Text | None:
    """What is wrong with what a person or a campaign is called: any printable text in one line."""
    if not text.strip() or text != text.strip():
        return say("a name is not empty and does not begin or end with a blank")
    if len(text) > MOST_NAME:
        return say("a name has at most {most} characters", most=MOST_NAME)
    if not text.isprintable():
        return say("a name holds an invisible character")
    return None


def why_fault(text: str) -> Text | None:
    """What is wrong with a reason: text in one or several lines."""
    if not text.strip():
        return say("a reason is not empty")
    if len(text) > MOST_WHY:
        return say("a reason has at most {most} characters", most=MOST_WHY)
    if not all(one.isprintable() or one == "\n" for one in text):
        return say("a reason holds an invisible character")
    return None


def is_proposal_id(text: str) -> bool:
    """Whether it is written as IDs of proposals are, so that it can name a folder."""
    return _ID.fullmatch(text) is not None and is_portable(text)


def is_portable(name: str) -> bool:
    """Whether every system can have a file of this name."""
    if _PART.fullmatch(name) is None or len(name) > 2 * MOST_ID or name.endswith("."):
        return False
    return name.split(".", maxsplit=1)[0].lower() not in _RESERVED


def portable(wanted: str, fallback: str, taken: Iterable[str]) -> str:
    """A name for a file that every system can have, the wanted one if it is such; none of those taken, in whatever letters."""
    name = wanted if is_portable(wanted) else fallback
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    others = {one.lower() for one in taken}
    number = 1
    while name.lower() in others:
        number += 1
        name = f"{stem}-{number}{suffix}"
    return name
