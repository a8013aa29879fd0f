"""Did you mean: names near to a mistyped one, and letters that only look right.

A name typed with the wrong keyboard layout (`сеll` with Cyrillic letters) or with full-width digits looks like the right one; no amount
of staring helps, so these are recognised and said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from densho.messages import Text, either, quoted, say

_LOOK_ALIKES = str.maketrans(
    "аАвВеЕёЁкКмМнНоОрРсСтТуУхХіІјЈѕЅԁԛԝһαΑβΒεΕιΙκΚνΝοΟρΡτΤυΥχΧ",
    "aAbBeEeEkKmMhHoOpPcCtTyYxXiIjJsSdqwhaAbBeEiIkKvNoOpPtTuYxX",
)
_NEAREST = 3
_LONG = 9
_QUOTED = re.compile(r"`([^`]+)`")
_DIGITS = re.compile(r"\d+")
MEANT = say("did you mean {names}?")
"""The question that `meant` asks."""
NO_KEY = say("there is no key `{name}` here")
"""What is said of a key of the language, which no ruleset can declare."""
_SCRIPTS = {"Cyrillic": say("Cyrillic"), "Greek": say("Greek")}


def latin_look_alike(text: str) -> str:
    """The text with look-alike letters of other scripts and full-width forms turned into plain Latin letters and digits."""
    return unicodedata.normalize("NFKC", text).translate(_LOOK_ALIKES)


def foreign_letters(text: str) -> Text | None:
    """What is odd about a text that mixes plain Latin letters or digits with look-alikes, said in words; None if nothing is."""
    odd = [
        character for character in text if not character.isascii() and latin_look_alike(character).isascii()
    ]
    if not odd or not latin_look_alike(text).isascii():
        return None
    name = unicodedata.name(odd[0], "FOREIGN").split()[0].capitalize()
    script = _SCRIPTS.get(name, name)
    letters = quoted(dict.fromkeys(odd))
    if name == "Fullwidth":
        return say("full-width characters ({letters}) stand in it: type the plain ones", letters=letters)
    if len(set(odd)) > 1:
        return say(
            "{letters} are {script} letters that only look like Latin ones", letters=letters, script=script
        )
    return say(
        "{letters} is a {script} letter that only looks like a Latin one", letters=letters, script=script
    )


def nearest(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The candidates that `name` may have been meant for, nearest first; at most three, often none."""
    wanted = _folded(name)
    allowed = max(1, len(wanted) // 3)
    ranked: list[tuple[int, str]] = []
    for candidate in dict.fromkeys(candidates):
        folded = _folded(candidate)
        distance = _distance(wanted, folded, allowed)
        # two names of one letter are alike in nothing
        if distance <= allowed and distance < max(len(wanted), len(folded)) and candidate != name:
            ranked.append((distance, candidate))
    ranked.sort()
    close = [candidate for distance, candidate in ranked if distance <= ranked[0][0] + 1]
    return tuple(close[:_NEAREST])


def slip_of(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The candidates that `name` is surely a slip of, for names that are possible as they stand: one letter away, or two of a long name.

    Names that differ in a number alone are different names.
    """
    plain = _folded(name)
    allowed = 1 if len(plain) < _LONG else 2
    return tuple(
        other
        for other in dict.fromkeys(candidates)
        if other != name
        and min(len(plain), len(other)) > 1
        and _DIGITS.sub("", plain) != _DIGITS.sub("", _folded(other))
        and _distance(plain, _folded(other), allowed) <= allowed
    )


def did_you_mean(name: str, candidates: Iterable[str]) -> tuple[Text, ...]:
    """Help texts for an unknown name: what it may have been meant for, and letters that only look right."""
    texts = meant(nearest(name, candidates))
    odd = foreign_letters(name)
    return (*texts, odd) if odd else tuple(texts)


def meant(near: Sequence[str]) -> list[Text]:
    """The question whether one of the names was meant; without any, no question."""
    return [MEANT.put(names=either(f"`{one}`" for one in near))] if near else []


def told_apart(message: Text, help: tuple[Text, ...]) -> tuple[Text, ...]:
    """The help without a question that looks as if it asked after the very name of the message: what is odd about its letters instead."""
    if message.isascii():
        return help
    for name in _QUOTED.findall(message):
        odd = None if name.isascii() else foreign_letters(name)
        asked = MEANT.put(names=f"`{latin_look_alike(name)}`")
        if odd is not None and asked in help:
            return (odd, *(text for text in help if text not in (asked, odd)))
    return help


def write(text: str) -> Text:
    """The advice to write something as it stands here."""
    return say("write `{text}`", text=text)


def _folded(text: str) -> str:
    return latin_look_alike(text).casefold().replace("-", "_").replace(" ", "_")


def _distance(one: str, other: str, limit: int) -> int:
    """Edits (insert, delete, replace, exchange neighbours) from one to the other; anything above `limit` once it is passed."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, right in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]
