"""Pages of `densho show` for tests, as plain text."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from densho.cache import Cache
from densho.display.screen import Screen
from densho.display.tongue import Tongue
from densho.languages import catalogue
from densho.loading import Loader
from densho.showing.guide import Guide
from densho.showing.page import Element, show
from densho.showing.written import read
from densho.source import Span
from densho.targets import bundled_folder

GOOD = Path(__file__).parent / "good"
LOADER = Loader(Cache(None))


@cache
def guide_of(name: str, language: str = "en") -> Guide:
    """The guide of a bundled ruleset, or of one of the good ones of tests."""
    folder = bundled_folder(name) or GOOD / name
    loaded = LOADER.load(folder)
    assert loaded.ruleset is not None, loaded.diagnostics
    tongue = Tongue(loaded.ruleset, language, catalogue(language))
    return Guide(tongue, read(loaded.files), located)


def located(span: Span) -> str:
    source = LOADER.texts.get(span.path)
    return "" if source is None else f"{Path(span.path).name}:{source.line_column(span.start)[0]}"


def shown(page: Iterable[Element], width: int = 100) -> str:
    """The page as it is printed into a pipe."""
    stream = io.StringIO()
    show(Screen(stream, colour=False, width=width), page)
    return stream.getvalue()
