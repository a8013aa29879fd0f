"""The Russian pages show what the English ones do: the same files and commands, but for comments and texts for people."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(page.name for page in (DOCS / "ru").glob("*.md") if page.name != "README.md")
BLOCK = re.compile(r"^```(\w+)((?: [^\n]*)?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOR_PEOPLE = frozenset(["because", "names", "words", "name", "notes"])
RUSSIAN = re.compile(r"[а-яё]", re.IGNORECASE)

Blocks = list[tuple[str, str, str]]


@pytest.fixture(params=PAGES)
def pair(request: pytest.FixtureRequest) -> tuple[Blocks, Blocks]:
    """The blocks of a page in English and in Russian: sort, title, text."""
    found = [
        BLOCK.findall((folder / request.param).read_text(encoding="utf-8")) for folder in (DOCS, DOCS / "ru")
    ]
    return found[0], found[1]


def test_the_same_blocks_in_the_same_order(pair: tuple[Blocks, Blocks]) -> None:
    english, russian = ([block[:2] for block in blocks] for blocks in pair)
    assert english == russian
    assert english != []


def test_files_say_the_same(pair: tuple[Blocks, Blocks]) -> None:
    for (sort, title, english), (_, _, russian) in zip(*pair, strict=True):
        if sort == "yaml":
            assert meant(english) == meant(russian), title
        elif sort == "diff":
            assert [line[:1] for line in english.splitlines()] == [line[:1] for line in russian.splitlines()]


def meant(text: str) -> Any:
    """What a block says to the program, in its order."""
    return without_texts(YAML(typ="safe").load(io.StringIO(text)))


def without_texts(value: Any) -> Any:
    """All but texts for people; of choices, which players write in their own words, who hands one in."""
    if isinstance(value, dict):
        return [
            (key, list(one) if key == "choose" else without_texts(one))
            for key, one in value.items()
            if key not in FOR_PEOPLE
        ]
    return [without_texts(one) for one in value] if isinstance(value, list) else value


def test_commands_are_the_same(pair: tuple[Blocks, Blocks]) -> None:
    for (sort, _, english), (_, _, russian) in zip(*pair, strict=True):
        if sort in ("sh", "console"):
            assert commands(english) == commands(russian)


def commands(text: str) -> list[list[str]]:
    """The words of every command, but for comments, texts in quotes, and names of people."""
    found = re.findall(r"^(?:\$ )?(densho .*?)(?: +# .*)?$", text, re.MULTILINE)
    return [re.sub(r'"[^"]*"|(?<=--by )\S+', "", one).split() for one in found]


def test_comments_are_in_russian(pair: tuple[Blocks, Blocks]) -> None:
    """A comment of the English page stands in the Russian one in Russian."""
    for (sort, title, english), (_, _, russian) in zip(*pair, strict=True):
        if sort == "yaml":
            assert len(comments(english)) == len(comments(russian)), title
            assert [one for one in comments(russian) if not RUSSIAN.search(one)] == [], title


def comments(text: str) -> list[str]:
    return re.findall(r"(?:^|\s)# (.*)$", re.sub(r'"[^"\n]*"', '""', text), re.MULTILINE)
