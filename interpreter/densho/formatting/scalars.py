"""How a text is written in YAML: plain where that says the same, else in quotes or as a block of lines.

Quotes stand around what other readers of YAML 1.2 take for a number or truth value, though Densho reads it as a text.
"""

from __future__ import annotations

import re
import unicodedata

from densho.surface.documents import Scalar, scalar_value

_TYPED = re.compile(
    r"~|null|true|false|<<|=|[-+]?\.inf|\.nan|0o[0-7]+|0x[0-9a-f]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:e[-+]?[0-9]+)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`")
_PRINTABLE = re.compile(
    "[\t\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*"
)


def width_of(text: str) -> int:
    """Columns that a text takes on the screen."""
    if text.isascii():
        return len(text)
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def inline(scalar: Scalar, text: str, *, flow: bool, key: bool = False) -> str | None:
    """The scalar, with `text` for its own, in one line. `flow`: in brackets. None if it cannot be in one line."""
    if not text:
        return "" if scalar.plain and not key else '""'
    if "\n" in text and not key and literal(text) is not None:
        return None
    if _means_text(scalar, text, key) and is_plain(text, flow=flow) and not (key and _lone_colon(text)):
        return text
    return quoted(text)


def _means_text(scalar: Scalar, text: str, key: bool) -> bool:
    """Whether the plain text means the same: a number that was written as one, or nothing but a text."""
    if key:
        return _NUMBER.fullmatch(text) is not None or _TYPED.fullmatch(text) is None
    if scalar.plain and not isinstance(scalar_value(scalar), str):
        return True
    return _TYPED.fullmatch(text) is None


def is_plain(text: str, *, flow: bool) -> bool:
    """Whether YAML reads the text as it stands, without quotes."""
    first = text[0]
    if first in _INDICATORS and not (first == "-" and len(text) > 1 and text[1] not in " ,[]{}-"):
        return False
    if text.startswith("...") or text != text.strip() or ": " in text or " #" in text or text[-1] == ":":
        return False
    if not _PRINTABLE.fullmatch(text) or "\t" in text:
        return False
    if not flow:
        return True
    unbalanced = text.count("(") != text.count(")")
    return not (unbalanced or _lone_colon(text) or re.search(r"[,\[\]{}?]", text))


def _lone_colon(text: str) -> bool:
    """Whether there is a colon that could be meant for a key's."""
    return ":" in text.replace(":=", "")


def quoted(text: str) -> str:
    """The text in quotes: double ones, unless it is full of what they would have to escape."""
    simple = _PRINTABLE.fullmatch(text) is not None and "\t" not in text
    if simple and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escaped(sign) for sign in text) + '"'


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(sign)
    if named is not None:
        return named
    if _PRINTABLE.fullmatch(sign):
        return sign
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def foldable(text: str) -> bool:
    """Whether the text may be broken at its blanks, to be folded together again by YAML."""
    single = text == " ".join(text.split(" ")) and "  " not in text
    return single and text == text.strip() and _PRINTABLE.fullmatch(text) is not None and "\t" not in text


def literal(text: str) -> tuple[str, list[str]] | None:
    """A text of several lines as a block: its sign and its lines; None where only quotes can keep it."""
    body = text.removesuffix("\n")
    lines = body.split("\n")
    safe = all(_PRINTABLE.fullmatch(line) and "\t" not in line for line in lines)
    if not safe or body.endswith("\n") or not body or not lines[0] or lines[0][0] == " ":
        return None
    if any(line != line.rstrip() for line in lines):
        return None
    return ("|" if text.endswith("\n") else "|-"), lines
