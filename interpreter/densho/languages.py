"""Which language people are spoken to in, and the catalogue of its texts.

A language is a folder `locale/LANGUAGE/LC_MESSAGES` with `densho.po`, which people edit, and `densho.mo`, which is compiled from it; a
further language is a further folder. A catalogue is opened when its first text is said, so that speaking English costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

from densho.messages import ENGLISH, Catalogue

DOMAIN: Final = "densho"
FOLDER: Final = Path(__file__).parent / "locale"
FALLBACK: Final = "en"

VARIABLES: Final = ("DENSHO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set says the language."""

_LETTERS = re.compile(r"[a-z]{2,3}(?![a-z])")


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, as two or three letters; English if it does not say."""
    named = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return letters_of(named) or FALLBACK


def letters_of(locale: str) -> str | None:
    """`ru` of `ru_RU.UTF-8`; None for what names no language, such as `C`."""
    found = _LETTERS.match(locale.lower())
    return found.group() if found else None


@cache
def available() -> tuple[str, ...]:
    """The languages that there are catalogues of, English among them."""
    return tuple(sorted({FALLBACK, *(one.parent.parent.name for one in FOLDER.glob("*/LC_MESSAGES/*.mo"))}))


@cache
def catalogue(language: str) -> Catalogue:
    """The texts in a language; in English if there is no catalogue of it."""
    return ENGLISH if language == FALLBACK else _Opened(language)


class _Opened(Catalogue):
    def __init__(self, language: str) -> None:
        self._language = language

    @cached_property
    def _texts(self) -> NullTranslations:
        return translation(DOMAIN, FOLDER, [self._language], fallback=True)

    def __call__(self, template: str) -> str:
        return self._texts.gettext(template) if template else ""

    def plural(self, one: str, many: str, number: int) -> str:
        return self._texts.ngettext(one, many, number)
