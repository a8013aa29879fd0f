"""Texts that remember how they were made, and lists within them."""

from __future__ import annotations

import pickle

import pytest

from densho.messages import (
    ENGLISH,
    Catalogue,
    Text,
    both,
    either,
    listed,
    quoted,
    said,
    say,
    say_n,
    verbatim,
)

LATIN = {
    "there is no {kind} `{name}`": "{kind} `{name}` non est",
    "a row": "versus",
    "{items} or {last}": "{items} aut {last}",
    "{n} error": "{n} error",
    "{n} errors": "{n} errores",
}


class Latin(Catalogue):
    """A language with a few texts."""

    def __call__(self, template: str) -> str:
        return LATIN.get(template, template)

    def plural(self, one: str, many: str, number: int) -> str:
        return LATIN[one if number == 1 else many]


def test_a_text_is_its_english() -> None:
    text = say("there is no {kind} `{name}`", kind="slot", name="x")
    assert text == "there is no slot `x`"
    assert said(text) == text
    assert type(said(text)) is str


def test_values_that_are_texts_are_said_too() -> None:
    text = say("there is no {kind} `{name}`", kind=say("a row"), name="a row")
    assert said(text, Latin()) == "versus `a row` non est"


def test_braces_of_values_and_of_plain_texts_stay() -> None:
    assert say("`{name}`", name="{x}") == "`{x}`"
    assert say("write `{after: STEP}`") == "write `{after: STEP}`"
    assert said(say("write `{after: STEP}`"), Latin()) == "write `{after: STEP}`"


def test_a_plain_string_stays_as_it_is() -> None:
    assert said("a row", Latin()) == "a row"
    assert said(verbatim("a row"), Latin()) == "a row"
    assert said(verbatim(say("a row")), Latin()) == "versus"


@pytest.mark.parametrize(
    ("number", "english", "latin"), [(1, "1 error", "1 error"), (2, "2 errors", "2 errores")]
)
def test_a_number_chooses_the_template(number: int, english: str, latin: str) -> None:
    text = say_n("{n} error", "{n} errors", number)
    assert (text, said(text, Latin())) == (english, latin)


def test_a_function_without_plurals_gives_english() -> None:
    assert said(say_n("{n} error", "{n} errors", 2), str.upper) == "2 errors"


def test_values_may_be_put_in_later() -> None:
    row = say("there is no {kind} `{name}`").put(kind=say("a row"), name="{name}")
    assert said(row.put(name="x"), Latin()) == "versus `x` non est"


def test_lists() -> None:
    assert quoted(["a", "b"]) == "`a`, `b`"
    assert [either("abc"[:n]) for n in (1, 2, 3)] == ["a", "a or b", "a, b or c"]
    assert [both("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert said(either([say("a row"), "b"]), Latin()) == "versus aut b"
    assert listed([]) == ""


def test_a_pickled_text_is_still_one() -> None:
    text = say_n("{n} error", "{n} errors", 2)
    found = pickle.loads(pickle.dumps(text))
    assert isinstance(found, Text)
    assert said(found, Latin()) == "2 errores"
    assert (found, found.template, found.many) == (text, text.template, text.many)


def test_english_is_a_catalogue() -> None:
    assert (ENGLISH("a row"), ENGLISH.plural("one", "many", 0)) == ("a row", "many")
