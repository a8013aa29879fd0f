"""Did you mean."""

from __future__ import annotations

import pytest

from densho.diagnostics.suggestions import did_you_mean, foreign_letters, nearest

NAMES = ("jodan", "gedan", "free", "low_block", "high_block", "step2", "cell")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("jodann", ("jodan",)),
        ("joadn", ("jodan",)),
        ("fre", ("free",)),
        ("Low-Block", ("low_block",)),
        ("low block", ("low_block",)),
        ("hihg_block", ("high_block",)),
        ("сеll", ("cell",)),
        ("step２", ("step2",)),
        ("x", ()),
        ("turn", ()),
    ],
)
def test_nearest(name: str, meant: tuple[str, ...]) -> None:
    assert nearest(name, NAMES) == meant


def test_other_letters_are_not_near() -> None:
    assert nearest("C", ["A", "B"]) == ()
    assert nearest("m", ["n", "me"]) == ("me",)


def test_at_most_three_the_nearest_first() -> None:
    assert nearest("aaaa", ["aaax", "aaay", "aaaz", "aaaw", "aaab"]) == ("aaab", "aaaw", "aaax")
    assert nearest("abcdef", ["abcdxx", "abcdex"]) == ("abcdex", "abcdxx")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cell", None),
        ("стойка", None),
        ("сеll", "`с`, `е` are Cyrillic letters that only look like Latin ones"),
        ("ο1", "`ο` is a Greek letter that only looks like a Latin one"),
        ("１", "full-width characters (`１`) stand in it: type the plain ones"),
    ],
)
def test_letters_that_only_look_right(text: str, said: str | None) -> None:
    assert foreign_letters(text) == said


def test_both_in_one_help() -> None:
    assert did_you_mean("сеll", NAMES) == (
        "did you mean `cell`?",
        "`с`, `е` are Cyrillic letters that only look like Latin ones",
    )
    assert did_you_mean("unlike", NAMES) == ()
