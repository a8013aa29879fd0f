"""The slips of somebody who types: each kind takes a file and a line and makes one, or says that there is nothing on the line for it."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slip_lines import Entry, Token, Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What was done to a file. `lines` are where a message about it would be right (numbers in the changed text); `names` are names
    whose mention is right wherever it stands, when the declaration itself is gone."""

    kind: str
    path: str
    line: int
    before: str
    after: str
    text: str
    lines: frozenset[int]
    names: frozenset[str] = frozenset()


Kind = Callable[[Written, int, random.Random], "Slip | None"]

NAMES = frozenset({"misspelt key", "misspelt name"})
"""The kinds of which check has to catch 99 in 100."""

_OTHER_SIGNS = {
    "=": ["!=", "<", ">", "<=", ">="], "!=": ["="], "<": ["<=", ">", "="], "<=": ["<", ">="], ">": [">=", "<", "="], ">=": [">", "<="],
    "+": ["-"], "-": ["+"], "*": ["+", "/"], "/": ["*"], "+=": ["-=", ":="], "-=": ["+=", ":="], ":=": ["+="], "|": ["+"], "..": ["-"],
    "and": ["or"], "or": ["and"], "has": ["lacks", "in"], "lacks": ["has"], "some": ["every", "no"], "every": ["some", "no"], "no": ["some"],
    "most": ["least"], "least": ["most"], "min": ["max"], "max": ["min"], "meets": ["within"], "within": ["meets"], "those": ["count"],
    "first": ["some"], "count": ["sum"], "not": [""], "true": ["false"], "false": ["true"], "win": ["draw"], "draw": ["win"],
}  # fmt: skip
_ALIKE = dict(zip("acekopxyijs", "асекорхуіјѕ", strict=True))
_SECTIONS = (
    "define",
    "forbid",
    "rules",
    "slots",
    "exceptions",
    "words",
    "reasons",
    "kinds",
    "folds",
    "rolls",
    "options",
    "decisions",
    "steps",
)
_TYPES = [
    (r"\bbool\b", ["0..9", "label"]),
    (r"-?\d+\.\.-?\d+", ["bool", "label"]),
    (r"\bset of\b", ["list of", "bag of", ""]),
    (r"\blist of\b", ["set of", "bag of"]),
    (r"\bbag of\b", ["set of", "list of"]),
    (r" or nothing\b", [""]),
    (r"\blabel\b", ["bool"]),
    (r"\bfighter\b", ["bool"]),
]
_BRACKETS = {"(": ["", "["], ")": ["", "]"], "[": ["", "("], "]": ["", ")"], "{": ["", "("], "}": ["", "]"]}


def _changed(
    kind: str, file: Written, start: int, end: int, new: str, *more: int, names: Sequence[str] = ()
) -> Slip | None:
    """The slip that puts `new` in the place of characters; `more` are further lines where a message is right."""
    text = file.text[:start] + new + file.text[end:]
    if text == file.text:
        return None
    line = file.line_of(start)
    return Slip(
        kind=kind, path=file.path, line=line, before=file.lines[line - 1].strip(), after=text.split("\n")[line - 1].strip() if line <= text.count("\n") else "",
        text=text, lines=frozenset({line, *more}), names=frozenset(names),
    )  # fmt: skip


def _misspelt(word: str, rng: random.Random) -> str:
    """A letter left out, doubled, exchanged, wrong or too many."""
    if len(word) == 1:
        return rng.choice([one for one in string.ascii_lowercase if one != word])
    at = rng.randrange(len(word))
    letter = rng.choice(string.ascii_lowercase)
    tries = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + letter + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] if at else word,
    ]
    tries = [one for one in tries if one != word and one[0].isalpha()]
    return rng.choice(tries)


def _token(file: Written, line: int, rng: random.Random, *sorts: str) -> Token | None:
    found = [one for one in file.tokens_of(line) if one.sort in sorts]
    return rng.choice(found) if found else None


def _misspelling(kind: str, sort: str) -> Kind:
    def make(file: Written, line: int, rng: random.Random) -> Slip | None:
        token = _token(file, line, rng, sort)
        return (
            None
            if token is None
            else _changed(kind, file, token.start, token.end, _misspelt(token.text, rng))
        )

    return make


def _wrong_operator(file: Written, line: int, rng: random.Random) -> Slip | None:
    found = [
        one
        for one in file.tokens_of(line)
        if one.sort in ("sign", "word", "name") and one.text in _OTHER_SIGNS
    ]
    if not found:
        return None
    token = rng.choice(found)
    return _changed("wrong operator", file, token.start, token.end, rng.choice(_OTHER_SIGNS[token.text]))


def _wrong_assignment(file: Written, line: int, rng: random.Random) -> Slip | None:
    found = [one for one in file.tokens_of(line) if one.text in (":=", "=", "+=", "-=")]
    if not found:
        return None
    token = rng.choice(found)
    other = {":=": ["=", "=="], "=": ["==", ":="], "+=": ["+", "=+"], "-=": ["-", "=-"]}[token.text]
    return _changed("wrong assignment", file, token.start, token.end, rng.choice(other))


def _wrong_number(file: Written, line: int, rng: random.Random) -> Slip | None:
    token = _token(file, line, rng, "number")
    if token is None:
        return None
    number = int(token.text)
    return _changed(
        "wrong number",
        file,
        token.start,
        token.end,
        str(rng.choice([number + 1, max(0, number - 1), number * 10])),
    )


def _wrong_name(file: Written, line: int, rng: random.Random) -> Slip | None:
    token = _token(file, line, rng, "name")
    others = sorted({one.text for one in file.tokens if one.sort in ("name", "key")})
    return None if token is None else _changed("wrong name", file, token.start, token.end, rng.choice(others))


def _wrong_section(file: Written, line: int, rng: random.Random) -> Slip | None:
    """An entry of a section stands in another section of the file, or the section's own key is another's."""
    starting = [file.entries[one] for one in file.starts(line)]
    if not starting or starting[0].flow:
        return None
    entry = starting[0]
    own = {one.key for one in file.entries if one.depth == 0}
    if entry.depth == 0:
        new = rng.choice([one for one in _SECTIONS if one not in own] or ["define"])
        return _changed(
            "wrong section",
            file,
            entry.start,
            entry.start + len(entry.key),
            new,
            *range(entry.first, entry.last + 1),
        )
    sections = [
        one
        for one in file.entries
        if one.depth == 0 and one.last > one.first and not one.first <= line <= one.last
    ]
    if entry.depth != 1 or not sections:
        return None
    goal = rng.choice(sections)
    lines = list(file.lines)
    block = lines[entry.first - 1 : entry.last]
    return _moved("wrong section", file, entry, block, goal)


def _moved(kind: str, file: Written, entry: Entry, block: list[str], goal: Entry) -> Slip:
    lines = list(file.lines)
    at = goal.last
    if entry.first <= goal.last:
        del lines[entry.first - 1 : entry.last]
        at -= len(block)
    lines[at:at] = block
    if entry.first > goal.last:
        first = entry.first - 1 + len(block)
        del lines[first : first + len(block)]
    right = frozenset(range(at + 1, at + 1 + len(block)))
    return Slip(
        kind=kind, path=file.path, line=entry.first, before=block[0].strip(), after=f"moved to `{goal.key}:`", text="\n".join(lines), lines=right,
        names=frozenset({entry.key}),
    )  # fmt: skip


def _wrong_type(file: Written, line: int, rng: random.Random) -> Slip | None:
    tokens = file.tokens_of(line)
    if not tokens:
        return None
    low, high = min(one.start for one in tokens), max(one.end for one in tokens)
    ways = [
        (match.start(), match.end(), new)
        for pattern, news in _TYPES
        for match in re.finditer(pattern, file.text[low:high])
        for new in news
    ]
    if not ways:
        return None
    start, end, new = rng.choice(ways)
    return _changed("wrong type", file, low + start, low + end, new)


def _around(file: Written, place: int) -> tuple[set[int], set[str]]:
    """The lines of the declaration around an entry, and its name."""
    around = file.entries[place].around
    if around < 0:
        return set(), set()
    one = file.entries[around]
    return ({one.first} if one.depth == 0 else set(range(one.first, one.last + 1))), set()


def _missing_field(file: Written, line: int, rng: random.Random) -> Slip | None:
    places = [one for one in file.starts(line) if file.entries[one].flow]
    if not places:
        return None
    place = rng.choice(places)
    entry = file.entries[place]
    end = entry.end
    rest = re.match(r"['\"]?\s*,\s*", file.text[end : end + 30])
    start = entry.start
    if rest:
        end += rest.end()
    else:
        before = re.search(r",\s*$", file.text[:start])
        start = before.start() if before else start
    lines, _ = _around(file, place)
    return _changed("missing field", file, start, end, "", *lines, names=[entry.key])


def _deleted_line(file: Written, line: int, rng: random.Random) -> Slip | None:
    del rng
    begin = file.source.offset(line - 1, 0)
    end = begin + len(file.lines[line - 1]) + 1
    starting = file.starts(line)
    lines: set[int] = {line - 1, line}
    names: set[str] = set()
    for place in starting:
        around, _ = _around(file, place)
        lines |= around | set(
            range(line, file.entries[place].last)
        )  # what stood below it now stands elsewhere
        names.add(file.entries[place].key)
    if not starting:
        one = file.entries[file.innermost(line)]
        lines |= set(range(one.first, one.last + 1))
        names |= {token.text for token in file.tokens_of(line)}
    return _changed("deleted line", file, begin, end, "", *lines, names=sorted(names))


def _duplicated_line(file: Written, line: int, rng: random.Random) -> Slip | None:
    del rng
    begin = file.source.offset(line - 1, 0)
    return _changed("duplicated line", file, begin, begin, file.lines[line - 1] + "\n", line + 1)


def _duplicate_name(file: Written, line: int, rng: random.Random) -> Slip | None:
    """A declaration takes the name of one beside it."""
    places = [one for one in file.starts(line) if not file.entries[one].flow]
    if not places:
        return None
    entry = file.entries[places[0]]
    others = [one for one in file.entries if one.around == entry.around and one.key != entry.key]
    if not others or entry.depth == 0:
        return None
    other = rng.choice(others)
    return _changed("duplicate name", file, entry.start, entry.start + len(entry.key), other.key, other.first)


def _indentation(file: Written, line: int, rng: random.Random) -> Slip | None:
    begin = file.source.offset(line - 1, 0)
    blanks = len(file.lines[line - 1]) - len(file.lines[line - 1].lstrip())
    new = rng.choice([blanks + 1, blanks + 2, blanks - 1, blanks - 2])
    if new < 0:
        return None
    near = {line - 1, line + 1}
    starting = file.starts(line)
    for place in starting[:1]:
        near |= _around(file, place)[0]
        near |= set(range(file.entries[place].first, file.entries[place].last + 1))
    return _changed("indentation", file, begin, begin + blanks, " " * new, *near)


def _tab(file: Written, line: int, rng: random.Random) -> Slip | None:
    del rng
    begin = file.source.offset(line - 1, 0)
    return _changed("tab", file, begin, begin + 2, "\t") if file.lines[line - 1].startswith("  ") else None


def _look_alike(file: Written, line: int, rng: random.Random) -> Slip | None:
    places = [
        at
        for one in file.tokens_of(line)
        if one.sort in ("key", "name", "word")
        for at in range(one.start, one.end)
        if file.text[at] in _ALIKE
    ]
    if not places:
        return None
    at = rng.choice(places)
    return _changed("look-alike letter", file, at, at + 1, _ALIKE[file.text[at]])


def _full_width(file: Written, line: int, rng: random.Random) -> Slip | None:
    token = _token(file, line, rng, "number")
    if token is None:
        return None
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in token.text)
    return _changed("full-width digit", file, token.start, token.end, wide)


def _capital(file: Written, line: int, rng: random.Random) -> Slip | None:
    token = _token(file, line, rng, "key", "name", "word")
    return (
        None
        if token is None
        else _changed("capital letter", file, token.start, token.end, token.text.capitalize())
    )


_CALL = re.compile(r"\w\(([^(),]+), ([^(),]+)\)")
_PAIR = re.compile(r"(?<![\w.])([\w.]+) (?:-|/|<|>|<=|>=|\.\.|beats|without|in) ([\w.]+)(?![\w.(])")


def _swapped(file: Written, line: int, rng: random.Random) -> Slip | None:
    tokens = file.tokens_of(line)
    if not tokens:
        return None
    low, high = min(one.start for one in tokens), max(one.end for one in tokens) + 1
    found = [
        one
        for pattern in (_CALL, _PAIR)
        for one in pattern.finditer(file.text, low, min(high, len(file.text)))
    ]
    found = [one for one in found if one.group(1) != one.group(2)]
    if not found:
        return None
    one = rng.choice(found)
    new = one.group(2) + file.text[one.end(1) : one.start(2)] + one.group(1)
    return _changed("swapped arguments", file, one.start(1), one.end(2), new)


def _forgotten(kind: str, characters: str, *, beside: int = 0) -> Kind:
    """One of the characters is left out, where it stands outside of texts for people."""

    def make(file: Written, line: int, rng: random.Random) -> Slip | None:
        begin = file.source.offset(line - 1, 0)
        places = [
            begin + at
            for at, sign in enumerate(_without_comment(file.lines[line - 1]))
            if sign in characters
            and (sign != ":" or file.text[begin + at + 1 : begin + at + 2] in (" ", "\n"))
        ]
        if not places or not file.tokens_of(line):
            return None
        at = rng.choice(places)
        return _changed(kind, file, at, at + 1, "", *range(line - beside, line + beside + 1))

    return make


def _without_comment(line: str) -> str:
    return re.sub(r"(^|\s)#.*$", "", line)


def _wrong_bracket(file: Written, line: int, rng: random.Random) -> Slip | None:
    begin = file.source.offset(line - 1, 0)
    places = [
        begin + at for at, sign in enumerate(_without_comment(file.lines[line - 1])) if sign in _BRACKETS
    ]
    if not places or not file.tokens_of(line):
        return None
    at = rng.choice(places)
    return _changed("wrong bracket", file, at, at + 1, rng.choice(_BRACKETS[file.text[at]]))


def _missing_word(file: Written, line: int, rng: random.Random) -> Slip | None:
    """`when:`, `when `, `then `, `once `, `of `, `with ` … left out."""
    words = ("when", "then", "once", "of", "with", "in", "if", "else", "for", "to", "by", "each")
    found = [one for one in file.tokens_of(line) if one.text in words]
    if not found:
        return None
    token = rng.choice(found)
    rest = re.match(r":? ?", file.text[token.end : token.end + 2])
    assert rest
    return _changed("missing word", file, token.start, token.end + rest.end(), "")


def _swapped_rows(file: Written, line: int, rng: random.Random) -> Slip | None:
    del rng
    if line >= len(file.lines):
        return None
    one, other = file.lines[line - 1], file.lines[line]
    depth = len(one) - len(one.lstrip())
    if not other.strip() or other.lstrip().startswith("#") or depth != len(other) - len(other.lstrip()):
        return None
    begin = file.source.offset(line - 1, 0)
    end = begin + len(one) + 1 + len(other)
    return _changed("swapped rows", file, begin, end, f"{other}\n{one}", line + 1)


def _comma(file: Written, line: int, rng: random.Random) -> Slip | None:
    """A comma where a semicolon belongs, or the other way round."""
    begin = file.source.offset(line - 1, 0)
    places = [begin + at for at, sign in enumerate(_without_comment(file.lines[line - 1])) if sign in ",;"]
    if not places or not file.tokens_of(line):
        return None
    at = rng.choice(places)
    return _changed("comma for semicolon", file, at, at + 1, ";" if file.text[at] == "," else ",")


KINDS: dict[str, Kind] = {
    "misspelt key": _misspelling("misspelt key", "key"),
    "misspelt name": _misspelling("misspelt name", "name"),
    "misspelt word": _misspelling("misspelt word", "word"),
    "look-alike letter": _look_alike,
    "full-width digit": _full_width,
    "capital letter": _capital,
    "wrong name": _wrong_name,
    "wrong operator": _wrong_operator,
    "wrong assignment": _wrong_assignment,
    "wrong number": _wrong_number,
    "wrong section": _wrong_section,
    "wrong type": _wrong_type,
    "missing field": _missing_field,
    "missing word": _missing_word,
    "deleted line": _deleted_line,
    "duplicated line": _duplicated_line,
    "duplicate name": _duplicate_name,
    "indentation": _indentation,
    "tab": _tab,
    "swapped arguments": _swapped,
    "swapped rows": _swapped_rows,
    "forgotten quote": _forgotten("forgotten quote", "\"'"),
    "forgotten colon": _forgotten("forgotten colon", ":", beside=1),
    "forgotten separator": _forgotten("forgotten separator", ",;|."),
    "comma for semicolon": _comma,
    "wrong bracket": _wrong_bracket,
}


def slip_at(file: Written, line: int, kinds: Sequence[str], rng: random.Random) -> Slip | None:
    """A slip on the line, of a kind drawn from those that find something there."""
    for kind in rng.sample(list(kinds), len(kinds)):
        made = KINDS[kind](file, line, rng)
        if made is not None:
            return made
    return None
