"""What every command does with its output: colours only for a terminal, and a message on the way out when a path cannot be opened."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from densho.cli.language import translate
from densho.diagnostics.model import Diagnostic
from densho.diagnostics.render import Sources, render_text
from densho.loading import Loader
from densho.messages import Text, say
from densho.targets import NoSuchTargetError, RulesetTarget, Target, find_targets

if TYPE_CHECKING:
    from densho.ir.nodes import Ruleset


class CannotOpenError(click.ClickException):
    """A path that cannot be opened, or that names nothing: exit status 2."""

    exit_code = 2


def wants_color() -> bool:
    """Whether standard output is a terminal that shows colours (NO_COLOR turns them off)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def shown(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """Diagnostics as text in the language that is spoken."""
    return render_text(diagnostics, sources, color=wants_color(), translate=translate())


def targets_of(paths: Iterable[str]) -> tuple[Target, ...]:
    """What the paths and ids name, each thing once. Raises `CannotOpenError`."""
    found: dict[Target, None] = {}
    for path in paths:
        try:
            found.update(dict.fromkeys(find_targets(path)))
        except NoSuchTargetError as error:
            raise CannotOpenError(error.message) from None
    return tuple(found)


def ruleset_of_name(named: str, loader: Loader) -> Ruleset | None:
    """The ruleset that is named; its mistakes are shown if it has any, and None returned. Raises `CannotOpenError`."""
    (target, *more) = targets_of([named])
    if more or not isinstance(target, RulesetTarget):
        raise CannotOpenError(no_ruleset(named))
    loaded = loader.load(target.folder)
    if loaded.ruleset is None:
        click.echo(shown(loaded.diagnostics, loader.texts), nl=False, err=True)
    return loaded.ruleset


def no_ruleset(named: str) -> Text:
    """What is said when something else than a whole ruleset is named."""
    return say("`{name}` is not a ruleset's folder or the id of a bundled ruleset", name=named)
