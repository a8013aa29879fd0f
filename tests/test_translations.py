"""The catalogues: complete, current, and true to their templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from densho import extraction
from densho.languages import DOMAIN, FOLDER

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "interpreter" / "densho"
SCHEMAS = [ROOT / "schemas" / f"{name}.schema.json" for name in ("row", "ruleset", "scenarios")]

SAME = "same"
"""The translator's comment on a translation that is meant to be the same as the English."""

LANGUAGES = sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))

Key = str | tuple[str, str]


@cache
def extracted() -> frozenset[Key]:
    """All texts that people may see."""
    found: set[Key] = set()
    for path in PACKAGE.rglob("*.py"):
        with path.open("rb") as file:
            found |= {text for _, _, text, _ in extraction.python(file, (), (), {})}
    for path in SCHEMAS:
        with path.open("rb") as file:
            found |= {text for _, _, text, _ in extraction.schema(file, (), (), {})}
    return frozenset(found)


@cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def messages(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def key_of(message: Message) -> Key:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def texts_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def fields(template: str) -> frozenset[str]:
    """The values that a template names. Braces that are none of a template's (it has no values) are left alone."""
    try:
        found = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return frozenset()
    return frozenset(name for name in found if re.fullmatch(r"\w+", name))


def test_russian_is_there() -> None:
    assert "ru" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_lacks_a_translation(language: str) -> None:
    known = {key_of(message) for message in messages(language)}
    assert sorted(map(str, extracted() - known)) == [], (
        "run: pybabel extract && pybabel update, then translate"
    )
    assert sorted(map(str, known - extracted())) == [], "run: pybabel extract && pybabel update"
    missing = [message.id for message in messages(language) if message.fuzzy or not all(texts_of(message))]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_all_forms(language: str) -> None:
    number = catalogue(language).num_plurals
    wrong = [
        message.id
        for message in messages(language)
        if message.pluralizable and len(texts_of(message)) != number
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_the_same_as_the_english_is_meant(language: str) -> None:
    same = {message.id for message in messages(language) if message.id == message.string}
    marked = {message.id for message in messages(language) if SAME in message.user_comments}
    assert same == marked


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_values_of_their_templates(language: str) -> None:
    wrong = []
    for message in messages(language):
        templates = (message.id,) if isinstance(message.id, str) else message.id
        admitted = {fields(template) for template in templates}
        if any(fields(text) not in admitted for text in texts_of(message)):
            wrong.append((message.id, message.string))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_and_blanks_at_the_ends_are_those_of_the_english(language: str) -> None:
    """A block of lines that is shown as written stays one; nothing is indented by a translation."""
    for message in messages(language):
        first = message.id if isinstance(message.id, str) else message.id[0]
        for text in texts_of(message):
            assert text == text.strip(), message.id
            assert (text.count("\n") > 0) == (first.count("\n") > 0), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogue_is_current(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    kept = (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()
    assert kept == compiled.getvalue(), "run: pybabel compile"


def test_click_says_what_is_translated_for_it() -> None:
    """A text that click no longer has would be translated in vain."""
    folder = Path(click.__file__).parent
    said = {
        node.value
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    wanted = {text for found in extraction.CLICK for text in ((found,) if isinstance(found, str) else found)}
    assert sorted(wanted - said) == []
