"""Help in the language that is spoken: commands and options are written in English, and shown in the reader's language.

A long text is translated piece by piece: a paragraph is a piece, and so is a block that click leaves as it is written (after `\\b`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from inspect import cleandoc
from typing import NamedTuple, TypeVar

import click

from densho.messages import ENGLISH, Translate

Command = TypeVar("Command", bound=click.Command)

_AS_WRITTEN = "\b\n"


class Piece(NamedTuple):
    """A paragraph of a help text in one line, or a block of lines that stay as they are."""

    text: str
    as_written: bool


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a help text."""
    for paragraph in re.split(r"\n[ \t]*\n", cleandoc(text)):
        if paragraph.startswith(_AS_WRITTEN):
            yield Piece(paragraph.removeprefix(_AS_WRITTEN), as_written=True)
        elif paragraph.strip():
            yield Piece(" ".join(paragraph.split()), as_written=False)


def helping(text: str, translate: Translate) -> str:
    """A help text in another language, as click wants it."""
    return "\n\n".join(
        (_AS_WRITTEN if piece.as_written else "") + translate(piece.text) for piece in pieces(text)
    )


def translated(command: Command, translate: Translate) -> Command:
    """A command that says all about itself in another language; the same one in English."""
    if translate is ENGLISH:
        return command
    found = copy(command)
    found.help = helping(found.help or "", translate)
    found.epilog = helping(found.epilog or "", translate)
    found.options_metavar = translate(found.options_metavar or "")
    found.params = [_parameter(param, translate) for param in command.params]
    found._help_option = None  # the original may hold one that was made in English
    if isinstance(found, click.Group):
        found.subcommand_metavar = translate(found.subcommand_metavar or "")
    return found


def _parameter(param: click.Parameter, translate: Translate) -> click.Parameter:
    found = copy(param)
    if isinstance(found, click.Option) and found.help:
        found.help = helping(found.help, translate)
    return found
