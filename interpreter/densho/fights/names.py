"""What fighters may be called, and who may sit in a seat."""

from __future__ import annotations

from densho.messages import Text, say
from densho.scenarios.vocabulary import EXPECT_KEYS

LONGEST = 40

PERSON = "person"
BOT = "bot"
SITTERS = (PERSON, BOT)
"""`person` types choices; `bot` takes legal ones by chance."""

_SIGNS = ":;,=#\"'`{}[]|<>\\"


def name_fault(name: str) -> Text | None:
    """What is wrong with a fighter's name; None if nothing is."""
    if not name.strip() or name != name.strip():
        return say("a fighter's name is not empty and does not begin or end with a blank")
    if len(name) > LONGEST:
        return say("a fighter's name has at most {most} characters", most=LONGEST)
    if not name.isprintable():
        return say("a fighter's name holds an invisible character")
    for sign in _SIGNS:
        if sign in name:
            return say("a fighter's name may not hold `{sign}`", sign=sign)
    if name in (*EXPECT_KEYS, "choice"):
        return say("no fighter can be called `{name}`, which has a meaning of its own", name=name)
    return None


def names_fault(names: tuple[str, ...], seats: tuple[int, int]) -> Text | None:
    """What is wrong with the fighters as a whole."""
    low, high = seats
    if len(set(names)) < len(names):
        return say("two fighters have one name")
    if not low <= len(names) <= high:
        many = str(low) if low == high else f"{low}..{high}"
        return say("this ruleset is for {many} fighters, here are {here}", many=many, here=len(names))
    return None
