"""Spoils files: bytes, words, values at keys, expressions, lines, and all that YAML has to offer to those who mean harm.

Every mutation takes a text and a source of chance and gives another text, or bytes. `benchmarks/hostile.py` runs many of them, `tests/test_hostile.py`
a few.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

ROW_FILE = (
    'technique: kesa\nfor: bokken\ndensho: 1\n\nstrikes:\n  kesa_cut: {zone: "[x>][x]", after: gedan}\n\n'
    "decisions:\n  order:\n    words:\n      kesa: in addition\n\nforbid:\n  order:\n    kesa_needs_strike:\n      at: needs\n"
    "      when: order has kesa and (order lacks strike or stance != jodan)\n      because: {en: kesa is cut out of jodan}\n\n"
    "exceptions:\n  slanting: {changes: cut, when: order has kesa, to: kesa_cut}\n\n"
    "words:\n  en: {technique.kesa: kesa, order.kesa: kesa, strike.kesa_cut: slanting cut}\n"
)
"""A loose file that adds to a bundled ruleset."""

Mutation = Callable[[str, random.Random], str | bytes]

ODD_SIGNS = [
    "\0",
    "\ufeff",
    "\r",
    "\x1b[31m",
    "\x1b]0;x\x07",
    "\u202e",
    "\u2028",
    "\x85",
    "\t",
    "\ud7ff",
    "😀",
    "ё",
    "ﬆ",
    "３",
    "`",
]
VALUES = [
    "[]", "{}", "null", "~", "true", "3", "-1", "1e9", "10000000000000000000000", '""', "[[]]", "{a: {b: {c: d}}}", "[a, [b, {c: d}]]",
    "{: }", "'", '"\\x1b[31m"', "*a", "&a b", "!t x", "!!python/object:os.system x", "<<", "|", ">", "- a", "? a", "@a", "%a", "1..0", "0..",
    "set of 1..1000000", "bag of bag of 1..6", "list of list of 1..2", "x" * 5_000, "a: b", "{<<: {a: b}}", "яблоко", "-9..9 = 10",
]  # fmt: skip
WORDS = [
    "and", "or", "not", "if", "then", "else", "in", "has", "lacks", "within", "meets", "without", "mod", "with", "of", "when", "some", "every",
    "no", "count", "sum", "most", "least", "those", "list", "first", "just", "nothing", "true", "me", "foe", "fighters", "everybody", "arena",
    "option", "seat", "name", "base", "choice", "part", ":=", "+=", "-=", ";", ",", "..", "|", "(", ")", "[", "]", "{", "}", "=", "!=", "<",
    ">=", "-", "0", "99", "999999999", "once", "for", "tell", "win", "draw", "leave", "each", "fades in", "hidden", "clamped", "working", "like",
    "changes", "lifts", "extends", "replaces", "adds to", "over", "lets off", "fill", "avoiding", "ask", "do", "roll", "repeat", "while",
]  # fmt: skip
NAMES = ["a", "x", "score", "hand", "order", "n", "y"]
_TOKEN = re.compile(r"\w+|[^\w\s]+")
_VALUE = re.compile(r"(?<=: )[^\n{}\[\],#]+")
_KEY = re.compile(r"^( *(?:- )?[^\s:#][^:\n]*):(?= |$)", re.MULTILINE)


def spoilt(text: str, chance: random.Random) -> str | bytes:
    """The text after one mutation."""
    return chance.choice(MUTATIONS)(text, chance)


def _at(text: str, chance: random.Random) -> int:
    return chance.randint(0, len(text))


def _replaced(text: str, match: re.Match[str] | None, new: str) -> str:
    return text if match is None else text[: match.start()] + new + text[match.end() :]


def _one(pattern: re.Pattern[str], text: str, chance: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


# --- bytes --------------------------------------------------------------------------------------------


def truncated(text: str, chance: random.Random) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return data[: chance.randint(0, len(data))]


def other_byte(text: str, chance: random.Random) -> bytes:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(chance.choice((1, 1, 3))):
        if data:
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def odd_sign(text: str, chance: random.Random) -> str:
    at = _at(text, chance)
    return text[:at] + chance.choice(ODD_SIGNS) + text[at:]


def other_encoding(text: str, chance: random.Random) -> bytes:
    return text.encode(
        chance.choice(("utf-16", "utf-32", "cp1251", "latin-1", "utf-7", "utf-8-sig")), "replace"
    )


# --- words and expressions ----------------------------------------------------------------------------


def word_gone(text: str, chance: random.Random) -> str:
    return _replaced(text, _one(_TOKEN, text, chance), "")


def word_twice(text: str, chance: random.Random) -> str:
    match = _one(_TOKEN, text, chance)
    return text if match is None else _replaced(text, match, f"{match[0]} {match[0]}")


def other_word(text: str, chance: random.Random) -> str:
    known = [match[0] for match in _TOKEN.finditer(text)]
    return _replaced(text, _one(_TOKEN, text, chance), chance.choice([*known, *WORDS]))


def inserted_words(text: str, chance: random.Random) -> str:
    at = _at(text, chance)
    words = " ".join(chance.choices(WORDS, k=chance.choice((1, 2, 200))))
    return f"{text[:at]} {words} {text[at:]}"


def other_expression(text: str, chance: random.Random) -> str:
    known = [match[0] for match in _TOKEN.finditer(text) if match[0].isidentifier()] or NAMES
    return _replaced(text, _one(_VALUE, text, chance), f'"{expression(chance, known, chance.randint(0, 6))}"')


def huge_expression(text: str, chance: random.Random) -> str:
    n = chance.choice((60, 500, 10_000))
    huge = chance.choice(
        (
            "(" * n + "1" + ")" * n,
            "not " * n + "true",
            "-" * n + "1",
            " + ".join(["1"] * n),
            "if true then " * n + "1" + " else 0" * n,
            "f(" * n + "1" + ")" * n,
            "a." * n + "b",
            "[" * n + "]" * n,
            "just " * n + "1",
            "some x in 1..9 with " * n + "true",
            "|".join(map(str, range(n))),
            "sum x in 1..9 of " * 9 + "1",
            f"1..{10**n if n < 100 else 999_999_999}",
            "size(those x in 1..9999 with some y in 1..9999 with x * y = 7)",
            "9" * n,
            "a" * n,
        )
    )
    return _replaced(text, _one(_VALUE, text, chance), f'"{huge}"')


def expression(chance: random.Random, names: list[str], depth: int) -> str:
    """An expression that can be read, of things that mostly mean nothing here."""
    if depth <= 0:
        return chance.choice(
            [chance.choice(names), str(chance.randint(0, 20)), "me", "true", "nothing", "foe", "fighters"]
        )

    def part() -> str:
        return expression(chance, names, depth - chance.randint(1, 3))

    match chance.randrange(8):
        case 0:
            return f"({part()})"
        case 1:
            operators = (
                "+",
                "-",
                "*",
                "/",
                "mod",
                "and",
                "or",
                "=",
                "<",
                "in",
                "has",
                "|",
                "..",
                "without",
                "within",
                "meets",
            )
            return f"({part()}) {chance.choice(operators)} ({part()})"
        case 2:
            return f"if {part()} then {part()} else {part()}"
        case 3:
            word = chance.choice(("some", "every", "no", "count", "first"))
            return f"{word} x in {part()} with {part()}"
        case 4:
            return f"{chance.choice(('sum', 'most', 'least', 'those', 'list'))} x in ({part()}) of {part()}"
        case 5:
            return f"{chance.choice(('min', 'size', 'total', 'faces', 'head', 'rest', 'nth', 'bag', 'abs', 'clamp'))}({part()}, {part()})"
        case 6:
            return f"{chance.choice(names)}.{chance.choice(names)}"
        case _:
            return f"not ({part()})"


# --- keys, lines and YAML -----------------------------------------------------------------------------


def other_value(text: str, chance: random.Random) -> str:
    return _replaced(text, _one(_VALUE, text, chance), chance.choice(VALUES))


def value_of_whole_key(text: str, chance: random.Random) -> str:
    """What stands below a key goes; a value of another type takes its place."""
    match = _one(_KEY, text, chance)
    if match is None:
        return text
    indent = len(match[1]) - len(match[1].lstrip(" -"))
    below = re.compile(rf"[^\n]*(?:\n(?:[ ]{{{indent + 1},}}[^\n]*|[ ]*))*")
    rest = below.match(text, match.end())
    assert rest is not None
    return f"{text[: match.end()]} {chance.choice(VALUES)}{text[rest.end() :]}"


def other_key(text: str, chance: random.Random) -> str:
    keys = [match[1].strip(" -") for match in _KEY.finditer(text)]
    new = chance.choice([*keys, *WORDS, *VALUES, "", "1", "true"])
    return _replaced(text, _one(_KEY, text, chance), new)


def lines_moved(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    length = chance.choice((1, 1, 3, 10))
    block, rest = lines[at : at + length], lines[:at] + lines[at + length :]
    match chance.randrange(4):
        case 0:
            return "\n".join(rest)
        case 1:
            lines[at:at] = block
            return "\n".join(lines)
        case 2:
            to = chance.randint(0, len(rest))
            return "\n".join([*rest[:to], *block, *rest[to:]])
        case _:
            lines[at] = chance.choice(
                (f" {lines[at]}", lines[at].removeprefix(" "), f"\t{lines[at]}", f"    {lines[at]}")
            )
            return "\n".join(lines)


def yaml_trick(text: str, chance: random.Random) -> str:
    n = chance.choice((30, 70, 3_000))
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 40))
    tricks = [
        bomb, "---\n", "...\n", "%YAML 1.1\n---\n", "%TAG ! tag:x,2000:\n---\n", "x: " + "[" * n + "]" * n + "\n", "x: " + "{a: " * n + "1" + "}" * n + "\n",
        "".join(" " * i + "a:\n" for i in range(min(n, 300))), "- " * n + "a\n", "? [a, b]\n: c\n", "<<: {a: b}\n", "!!set {a, b}\n", "x: |\n" + " a\n" * n,
        'x: "' + "\\n" * n + '"\n', "x: &a [*a]\n", "? " * n + "a\n", "#" * n + "\n", "\n" * n,
    ]  # fmt: skip
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    at = chance.choice(starts)
    return text[:at] + chance.choice(tricks) + text[at:]


MUTATIONS: tuple[Mutation, ...] = (
    truncated, other_byte, odd_sign, other_encoding, word_gone, word_twice, other_word, other_word, inserted_words, other_expression, other_expression,
    huge_expression, other_value, other_value, value_of_whole_key, value_of_whole_key, other_key, lines_moved, lines_moved, yaml_trick,
)  # fmt: skip
