"""Other values in a scenario's text: only what differs is written, comments and layout stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from densho.diagnostics.model import Report
from densho.scenarios.rewriting import CannotRewriteError, rewritten, written
from densho.source import Source
from densho.surface.documents import Document, Mapping, Value
from densho.surface.reader import read_document

CASES = {
    "a number": ("x: 3  # three", 4, "x: 4  # three"),
    "nothing": ("x: 3", None, "x: null"),
    "a truth": ("x: true", False, "x: false"),
    "the same": ("x:   3", 3, "x:   3"),
    "1 is not true": ("x: 1", True, "x: true"),
    "in double quotes": ('x: "a; b"', "c, d", 'x: "c, d"'),
    "in single quotes": ("x: 'a; b'", "it's", "x: 'it''s'"),
    "quotes are not for numbers": ('x: "a"', 7, "x: 7"),
    "quotes where they are needed": ("x: a", "b, c: d", 'x: "b, c: d"'),
    "a text that looks like a number": ("x: a", "7", 'x: "7"'),
    "other scripts": ("x: a", "вперёд 3; стойка", "x: вперёд 3; стойка"),
    "a key without a value": ("x:\ny: 1", 4, "x: 4\ny: 1"),
    "inside a mapping": ("x: {a: 1, b: 2}  # c", {"b": 3, "a": 1}, "x: {a: 1, b: 3}  # c"),
    "other keys": ("x: {a: 1}", {"a": 1, "b": [2]}, "x: {a: 1, b: [2]}"),
    "inside a list": ("x: [1, 2, 3]", [1, 5, 3], "x: [1, 5, 3]"),
    "a longer list": ("x: [1, 2]", [1, 2, 3], "x: [1, 2, 3]"),
    "lines with comments": ("x:\n  - 1  # one\n  - 2  # two\n", [1, 3], "x:\n  - 1  # one\n  - 3  # two\n"),
    "a longer list of lines": (
        "x:\n  - a\n  - b\ny: 1\n",
        ["a", "b", "c d"],
        "x:\n  - a\n  - b\n  - c d\ny: 1\n",
    ),
    "a list at its key's own margin": ("x:\n- a\ny: 1\n", ["a", "b"], "x:\n- a\n- b\ny: 1\n"),
    "a mapping of lines": ("x:\n  a: 1\n  b: 2\ny: 1\n", {"a": 5}, "x:\n  {a: 5}\ny: 1\n"),
    "line ends of another system": ("x: 1\r\ny: 2\r\n", 3, "x: 3\r\ny: 2\r\n"),
    "a text over two lines": ('x: "a\n  b"\ny: 1', "c", 'x: "c"\ny: 1'),
}


def document(text: str) -> Document:
    found = read_document(Source("x.yaml", text), Report())
    assert found is not None
    return found


def first(read: Document) -> Value:
    assert isinstance(read.root, Mapping)
    return read.root.entries[0][1]


@pytest.mark.parametrize(("before", "new", "after"), CASES.values(), ids=CASES)
def test_only_what_differs_is_written(before: str, new: object, after: str) -> None:
    read = document(before)
    found = rewritten(read, [(first(read).span, new)])
    assert found == after
    again = document(found)
    assert rewritten(again, [(first(again).span, new)]) == after


def test_several_values_at_once() -> None:
    read = document("x: {a: 1, b: [2, 3]}\ny: z\n")

    def spans() -> Iterator[tuple[object, object]]:
        x = first(read)
        assert isinstance(x, Mapping)
        yield x.entries[1][1].span, [2, 10]
        yield x.entries[0][1].span, 100
        yield read.root.entries[1][1].span, "long text"

    edits = list(spans())
    assert rewritten(read, edits) == "x: {a: 100, b: [2, 10]}\ny: long text\n"  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["x:\n  - 1  # one\n  - 2\n", "x: [1, # one\n  2]"])
def test_nothing_is_written_over_a_comment(text: str) -> None:
    read = document(text)
    with pytest.raises(CannotRewriteError):
        rewritten(read, [(first(read).span, [1])])


def test_there_must_be_a_value() -> None:
    read = document("x: 1")
    with pytest.raises(CannotRewriteError):
        rewritten(read, [(read.root.entries[0][0].span, 2)])


@pytest.mark.parametrize(
    "value",
    [
        "",
        " a",
        "a ",
        "-",
        "~",
        "null",
        "true",
        "- a",
        "a #b",
        "a: b",
        "[a]",
        "5",
        "+5",
        "&a",
        "*a",
        "a\nb",
        "%",
    ],
)
def test_texts_are_read_as_they_were(value: str) -> None:
    read = document(f"x: [{written(value)}]")
    assert rewritten(read, [(first(read).span, [value])]) == read.source.text
