"""What a row of the table says, and the patterns that many rows share."""

from __future__ import annotations

from dataclasses import dataclass

OPERAND = r"[\w)\]~]\s*"
"""The end of something that has a value (`~` is what was blanked out)."""
OPERATOR = (
    r"(?:!=|<=|>=|\.\.|:=|\+=|-=|[-+*/|=<>]"
    r"|\b(?:up\s+to|and|or|not|mod|without|in|has|lacks|within|meets|if|then|else|with|of|just|when|by|while|to)\b)"
)
COMPARE = r"(?:!=|<=|>=|=|<|>|\b(?:not\s+in|in|has|lacks|within|meets)\b)"
QUANTIFIERS = r"(?:some|every|no|count|sum|most|least|those|list|first)"
NAME = r"[a-z_]\w*"


@dataclass(frozen=True, slots=True)
class Broken:
    """`starts`: the sorts of text that the row is about; none: all. `example`: a text of the first of them that the row explains.
    `joined`: what is underlined goes on from `u` to the end of `at`. `top`: only outside of brackets. `meant`: a spelling that
    message or help may put in as `{meant}`."""

    slug: str
    before: str
    at: str
    message: str
    help: str
    example: str
    starts: tuple[str, ...] = ()
    joined: bool = False
    top: bool = False
    meant: str = ""


VALUES = ("expr", "refusal", "binder", "column", "slot", "word", "flow_line")
RULES = ("rule", "effects")
TYPES = ("type", "column", "slot", "word", "head")


BOUND = r"(?:!=|<=|>=|\.\.|[-+*/|=<>]|\b(?:mod|without|in|has|lacks|within|meets|just)\b)\s*"
"""The end of an operator that binds more tightly than `not`, quantifiers and `if`."""
REST = r"(?:[^][(),;]|\([^()]*\)|\[[^][]*\])*"
