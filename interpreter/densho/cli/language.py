"""In which language people are spoken to: what `--lang` says, else the locale."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

import click

from densho.display.tongue import FALLBACK, Tongue
from densho.ir import nodes as ir

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def lang_option(command: Callable[..., object]) -> Callable[..., object]:
    """Adds `--lang`."""
    option = click.option(
        "--lang", metavar="LANGUAGE", help="The language, such as `en` or `ru`; else that of the locale."
    )
    return option(command)


def language(wanted: str | None, environment: Mapping[str, str] | None = None) -> str:
    """The two or three letters of a language."""
    if wanted:
        return wanted.lower()
    variables = os.environ if environment is None else environment
    named = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    letters = named.split(".")[0].split("@")[0].split("_")[0].lower()
    return letters if letters.isalpha() and letters not in ("c", "posix") else FALLBACK


def tongue(ruleset: ir.Ruleset, wanted: str | None) -> Tongue:
    """Speaks of the ruleset in the language that is wanted."""
    return Tongue(ruleset, language(wanted))
