"""In which language people are spoken to: what `--lang` says, else DENSHO_LANG or the locale.

The language is chosen once, before the command line is read, so that help and wrong usage are told in it too.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

import click

from densho.languages import DOMAIN, FALLBACK, FOLDER, catalogue, language_of, letters_of
from densho.messages import Catalogue, said, say

if TYPE_CHECKING:
    from densho.display.tongue import Tongue
    from densho.ir import nodes as ir

_OPTION = re.compile(r"--lang(?:=(?P<value>.*))?", re.DOTALL)
_ASKED = "densho.lang"
_CODE = re.compile(r"[a-z]{2,3}", re.IGNORECASE)
_spoken: ContextVar[str] = ContextVar("spoken", default=FALLBACK)


def spoken() -> str:
    """The language that is spoken, as two or three letters."""
    return _spoken.get()


def translate() -> Catalogue:
    """The texts in the language that is spoken."""
    return catalogue(spoken())


def echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Prints a text in the language that is spoken."""
    click.echo(said(text, translate()), nl=nl, err=err)


def wanted(args: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a command line, wherever its `--lang` stands."""
    for place, arg in enumerate(args):
        if arg == "--":
            break
        if found := _OPTION.fullmatch(arg):
            value = found["value"] if found["value"] is not None else "".join(args[place + 1 : place + 2])
            return letters_of(value) or language_of(environment)
    return language_of(environment)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speaks a language until the end of the block."""
    token = _spoken.set(language)
    try:
        with _click_speaks(language):
            yield
    finally:
        _spoken.reset(token)


@contextmanager
def _click_speaks(language: str) -> Iterator[None]:
    """Click asks gettext's current domain, whose language only the environment says."""
    if language == FALLBACK:
        yield
        return
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop("LANGUAGE")
        if before is not None:
            os.environ["LANGUAGE"] = before


def _code(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _CODE.fullmatch(value):
        raise click.BadParameter(say("a language is two or three letters"), ctx, param)
    if value is not None:
        ctx.meta[_ASKED] = value.lower()
    return value


def asked_for() -> str | None:
    """The language that `--lang` names, before the command or behind it; None if it stands nowhere."""
    found = click.get_current_context().meta.get(_ASKED)
    return found if isinstance(found, str) else None


def lang_option(command: Callable[..., object]) -> Callable[..., object]:
    """Adds `--lang`, whose value the command gets as `lang`."""
    return _option(expose_value=True)(command)


def lang_option_alone(command: Callable[..., object]) -> Callable[..., object]:
    """Adds `--lang` to a command that speaks in no other language than the one that is spoken."""
    return _option(expose_value=False)(command)


def _option(*, expose_value: bool) -> Callable[..., Callable[..., object]]:
    return click.option(
        "--lang",
        metavar="LANGUAGE",
        callback=_code,
        expose_value=expose_value,
        help="The language, such as `en` or `ru`; else that of the locale.",
    )


def language(asked: str | None) -> str:
    """The two or three letters of a language that was asked for, else of that which is spoken."""
    return asked.lower() if asked else spoken()


def tongue(ruleset: ir.Ruleset, asked: str | None) -> Tongue:
    """Speaks of the ruleset in the language that is asked for."""
    from densho.display.tongue import Tongue  # noqa: PLC0415 - most commands need none

    return Tongue(ruleset, language(asked), catalogue(language(asked)))
