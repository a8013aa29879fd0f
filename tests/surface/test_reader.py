"""The reader: what it refuses and where it points, and where the characters of scalars stand."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from densho.diagnostics.model import Report
from densho.limits import Limits
from densho.source import Source
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value
from densho.surface.reader import decode, read_document, read_source


def read(text: str) -> tuple[Document | None, list[tuple[str, str]]]:
    """The document, and slug and underlined text of each diagnostic."""
    report = Report()
    document = read_document(Source("f.yaml", text), report)
    return document, [(one.slug, text[one.span.start : one.span.end]) for one in report.found]


def scalars(value: Value) -> Iterator[Scalar]:
    match value:
        case Scalar():
            yield value
        case Sequence():
            for item in value.items:
                yield from scalars(item)
        case Mapping():
            for key, item in value.entries:
                yield key
                yield from scalars(item)


BROKEN = [
    # missing blanks and colons
    ("a:b\nc: d", "missing-blank", ":"),
    ("x: {b:c}", "missing-blank", ":"),
    ("a:\n  b: c\n  d:e\n", "missing-blank", ":"),
    ("x:\n  free:{n: 3}\n", "missing-blank", ":"),
    ("a: b\nc", "missing-colon", "c"),
    ("part of duel\ndensho: 1\n", "missing-colon", "part of duel"),
    ("slots:\n  fighter\n    a: bool\n", "missing-colon", "fighter"),
    ('x:\n  free {zone: "[>][x]", n: 3}\n', "missing-colon", "free"),
    ("x:\n  free {n: 3, m: 4}\n", "missing-colon", "free"),
    ("x:\u00a0y\nz: 1", "missing-blank", ":"),
    # indentation
    ("a:\n\tb: c", "tab-indentation", "\t"),
    ("\ta: b", "tab-indentation", "\t"),
    ("a: b\n c: d\n", "indentation", "c"),
    ("a:\n  b: 1\n c: 2\n", "indentation", "c: 2"),
    (" a: b\nc: d\n", "indentation", "c: d"),
    ("- a\nb: c", "indentation", "b: c"),
    ("a: b\n- c", "indentation", "- c"),
    ("a: - b", "indentation", "-"),
    ("a: |\n     x\n   y\n", "indentation", "y"),
    # quotes
    ('a: "x', "unclosed-quote", '"'),
    ("a: 'x\nb: c", "unclosed-quote", "'"),
    ('a: "\\q"', "bad-escape", "\\q"),
    ("a: 'it's'", "text-after-quote", "s'"),
    ('a: "x" y', "text-after-quote", "y"),
    ('a: {b: "x" y}', "text-after-quote", "y}"),
    ("a: [x] y", "text-after-quote", "y"),
    ("zone: [ ][x]", "text-after-quote", "[x]"),
    # brackets
    ("a: [1, 2", "unclosed-bracket", "["),
    ("a: {b: c\nd: e\n", "unclosed-bracket", "{"),
    ("a: [1, 2}\n", "unclosed-bracket", "}"),
    ("a: {b: c}}\n", "unclosed-bracket", "}"),
    # signs of YAML inside expressions
    ("a: b: c", "quote-expression", "b: c"),
    ("a: {when: f(a: b), then: x}", "quote-expression", "f(a:"),
    ("a: {when: f(a, b), then: x}", "quote-expression", "f(a"),
    ("a: {when: x in a, b, then: y}", "quote-expression", "b"),
    ("a: [f(x, y), z]", "quote-expression", "f(x"),
    ("a: @x", "quote-expression", "@x"),
    ("a: %x", "quote-expression", "%x"),
    ("a: > 3\n", "quote-expression", "> 3"),
    ("zone: [>][x]", "quote-expression", "[>][x]"),
    # what is not used of YAML
    ("a: *x", "yaml-feature", "*x"),
    ("a: &x y", "yaml-feature", "&x"),
    ("a: !x y", "yaml-feature", "!x"),
    ("a: !!python/object:os.system y", "yaml-feature", "!!python/object:os.system"),
    ("<<: {a: b}", "yaml-feature", "<<"),
    ("%YAML 1.2\n---\na: b", "yaml-feature", "%YAML 1.2"),
    ("a: b\n---\nc: d\n", "several-documents", "---"),
    ("a: b\n...\nx: y", "several-documents", "x: y"),
    ("[a]: b", "key-not-text", "[a]"),
    ("a: b\nc: d\na: e", "duplicate-key", "a"),
    # the whole file
    ("", "empty-file", ""),
    ("# only this\n", "empty-file", ""),
    ("- a\n", "not-a-mapping", "- a"),
    ("a: \x00", "control-character", "\x00"),
    ("a: \u202eb", "control-character", "\u202e"),
    ("a: b\u2028c", "control-character", "\u2028"),
    ("a: b\rc: d", "control-character", "\r"),
    ("a: b\x1b[31m", "control-character", "\x1b"),
]


@pytest.mark.parametrize(("text", "slug", "underlined"), BROKEN)
def test_broken_texts_are_explained(text: str, slug: str, underlined: str) -> None:
    _, found = read(text)
    assert found == [(slug, underlined)]


@pytest.mark.parametrize(("text", "slug", "underlined"), BROKEN)
def test_the_pure_parser_is_understood_too(
    text: str, slug: str, underlined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the C parser mistakes are found, if not always named as exactly."""
    monkeypatch.setitem(sys.modules, "ruamel.yaml.cyaml", None)
    _, found = read(text)
    assert found


def test_several_broken_sections_are_all_reported() -> None:
    _, found = read("a: b: c\nd: [1\ne: fine\nf:\n\tg: 1\n")
    assert [slug for slug, _ in found] == ["quote-expression", "unclosed-bracket", "tab-indentation"]


def test_a_document_is_given_after_harmless_mistakes() -> None:
    document, found = read("a: 1\na: 2\nb: !t 3\n")
    assert [slug for slug, _ in found] == ["duplicate-key", "yaml-feature"]
    assert document is not None
    assert [key.text for key, _ in document.root.entries] == ["a", "b"]


def test_no_document_is_given_when_the_meaning_is_open() -> None:
    assert read("a: *x")[0] is None
    assert read("a: {when: f(a, b), then: x}")[0] is None


def test_assignments_may_stand_in_flow_mappings() -> None:
    document, found = read("a: {then: b := c; d := 1, 'x': \"e := f\"}")
    assert not found
    assert document is not None
    assert [one.text for one in scalars(document.root)] == ["a", "then", "b := c; d := 1", "x", "e := f"]


def test_spans_of_collections_end_with_their_content() -> None:
    text = "a:\n  b: 1\n  c: [2, 3]   # end\n\nd: {e: f}\n"
    document, _ = read(text)
    assert document is not None
    shown = [text[value.span.start : value.span.end] for _, value in document.root.entries]
    assert shown == ["b: 1\n  c: [2, 3]", "{e: f}"]


# --- where characters stand ---------------------------------------------------------------------------

SCALARS = [
    ("k: plain text\n", "plain text"),
    ("k: ключ 😀 漢字 x\n", "ключ 😀 漢字 x"),
    ("k: folded\n  plain\n\n  text\n", "folded plain\ntext"),
    ("k: a\r\n  b\r\nz: c\r\n", "a b"),
    ("k: 'it''s'\n", "it's"),
    ("k: 'one\n  two'\n", "one two"),
    ('k: "a\\tb\\u0416\\x41\\U0001F600c"\n', "a\tbЖA😀c"),
    ('k: "one \\\n   two\\n"\n', "one two\n"),
    ("k: |\n  a\n   b\n\n  c\n", "a\n b\n\nc\n"),
    ("k: >\n  a\n  b\n\n  c\n    d\n  e\n", "a b\nc\n  d\ne\n"),
    ("k: >-\n\n  a\n  b\n", "\na b"),
    ("k: |2+\n    a\n\n", "  a\n\n"),
]


@pytest.mark.parametrize(("text", "value"), SCALARS)
def test_characters_of_scalars_are_found_in_the_file(text: str, value: str) -> None:
    document, found = read(text)
    assert not found
    assert document is not None
    scalar = document.root.entries[0][1]
    assert isinstance(scalar, Scalar)
    assert scalar.text == scalar.excerpt.text == value
    _check_offsets(text, scalar)


def _check_offsets(text: str, scalar: Scalar) -> None:
    excerpt = scalar.excerpt
    offsets = [excerpt.span(at, at + 1).start for at in range(len(excerpt.text))]
    assert offsets == sorted(offsets)
    for character, offset in zip(excerpt.text, offsets, strict=True):
        there = text[offset]
        assert there in (character, "\\") or (character in " \n" and there in "\r\n"), (
            character,
            there,
        )
    assert scalar.span.start <= excerpt.span().start <= excerpt.span().end <= max(len(text), 1)


WORDS = ("ab", "цж", "😀", "x", "日本", "don't", "a#b", "q:=1")


def _random_scalar(chance: random.Random, pad: str) -> str:
    """A scalar in any style, of up to four lines."""
    lines = [" ".join(chance.choices(WORDS, k=chance.randint(1, 3))) for _ in range(chance.randint(1, 4))]
    end = chance.choice(("\n", "\r\n"))
    blank = lambda: (chance.choice(("", pad)) + end) * chance.choice((0, 0, 1, 2))  # noqa: E731
    style = chance.choice(("", "'", '"', "|", ">"))
    if style in ("|", ">"):
        body = "".join(
            f"{blank()}{pad}{' ' * chance.choice((0, 0, 1, 3)) if n else ''}{line}{end}"
            for n, line in enumerate(lines)
        )
        return f"{style}{chance.choice(('', '-', '+'))}{end}{body}".removesuffix(end)
    text = lines[0] + "".join(f"{chance.choice(('', ' '))}{end}{blank()}{pad}{line}" for line in lines[1:])
    if style == '"':
        text = "".join(_escaped(one, chance) for one in text)
    return style + (text.replace("'", "''") if style == "'" else text) + style


def _escaped(character: str, chance: random.Random) -> str:
    if character in "abx" and chance.random() < 0.3:
        return chance.choice(("\\n", "\\x41", "\\u0416", "\\U0001F600", '\\"', "\\\\"))
    return character


@pytest.mark.parametrize("seed", range(40))
def test_characters_of_random_scalars_are_found_in_the_file(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(f"k{n}:\n  m: {_random_scalar(chance, '    ')}\n" for n in range(12))
    document, found = read(text)
    assert not found
    assert document is not None
    for scalar in scalars(document.root):
        _check_offsets(text, scalar)


# --- hostile texts ------------------------------------------------------------------------------------

HOSTILE = {
    "billion laughs": "a: &a [x, x]\n"
    + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    "ten thousand brackets": "a: " + "[" * 10_000,
    "closed brackets": "a: " + "[" * 5_000 + "]" * 5_000,
    "braces": "a: " + "{b: " * 5_000,
    "deep blocks": "\n".join(" " * n + "k:" for n in range(1_000)),
    "questions": "? " * 5_000,
    "dashes": "- " * 5_000,
    "colons": "a: " * 10_000,
    "quotes": 'a: "' + "x" * 500_000,
    "keys": "k: 1\n" * 150_000,
    "truncated": 'ruleset: x\nkinds:\n  a: {rows: b, columns: {c: "0..',
    "only line ends": "\n" * 300_000,
    "tags": "a: " + "!t " * 1_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused(name: str) -> None:
    _, found = read(HOSTILE[name])
    assert found


def test_nesting_up_to_the_limit_is_fine() -> None:
    report = Report()
    text = "a: " + "[" * 63 + "]" * 63
    assert read_document(Source("f", text), report) is not None
    assert read_document(Source("f", text), report, Limits(nesting=10)) is None
    assert [one.slug for one in report.found] == ["too-deep"]


def test_damaged_texts_never_raise() -> None:
    chance = random.Random(7)
    signs = [
        ": ",
        "\n",
        "\t",
        '"',
        "'",
        "[",
        "]",
        "{",
        "}",
        "- ",
        "#",
        "&",
        "*",
        "!",
        ">",
        "%",
        "@",
        "`",
        ",",
        "? ",
        "(",
        ")",
        "😀",
        "\r\n",
        "---\n",
        "<<: ",
        "\\",
        ":",
    ]
    text = "ruleset: x\nkinds:\n  a: {rows: b, columns: {c: 0..9}}\nrules:\n  s:\n    r: when a then b := c\nflow:\n  - do s\n"
    for _ in range(600):
        damaged = text
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(damaged))
            damaged = damaged[:at] + chance.choice(signs) + damaged[at + chance.choice((0, 0, 2)) :]
        report = Report()
        document = read_document(Source("f", damaged), report)
        assert document is not None or report.found
        for one in report.found:
            assert 0 <= one.span.start <= one.span.end <= len(damaged)


# --- bytes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "slug"),
    [
        ("слово: дело".encode("cp1251"), "not-utf8"),
        ("a: b".encode("utf-16"), "not-utf8"),
        (b"a: \xc3", "not-utf8"),
        (b"\xed\xa0\x80: surrogate", "not-utf8"),
        (b"x" * 1_000_001, "too-big"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, slug: str) -> None:
    report = Report()
    assert decode("f.yaml", data, report) is None
    assert [one.slug for one in report.found] == [slug]


def test_a_byte_order_mark_does_not_move_columns() -> None:
    source = decode("f", b"\xef\xbb\xbfa: b: c", Report())
    assert source is not None
    report = Report()
    read_document(source, report)
    assert source.line_column(report.found[0].span.start) == (1, 4)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    report = Report()
    assert read_source(tmp_path / "none.yaml", report) is None
    assert read_source(tmp_path, report, name="the folder") is None
    assert [(one.slug, one.span.path) for one in report.found] == [
        ("cannot-open", str(tmp_path / "none.yaml")),
        ("cannot-open", "the folder"),
    ]


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes("a: ключ\r\n".encode())
    source = read_source(tmp_path / "f.yaml", Report(), name="f.yaml")
    assert source == Source("f.yaml", "a: ключ\r\n")
