"""What every command does with its output: colours only for a terminal, and a message on the way out when a path cannot be opened."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from densho.diagnostics.render import render_text
from densho.loading import Loader
from densho.targets import NoSuchTargetError, RulesetTarget, Target, find_targets

if TYPE_CHECKING:
    from densho.ir.nodes import Ruleset


class CannotOpenError(click.ClickException):
    """A path that cannot be opened, or that names nothing: exit status 2."""

    exit_code = 2


def wants_color() -> bool:
    """Whether standard output is a terminal that shows colours (NO_COLOR turns them off)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def targets_of(paths: Iterable[str]) -> tuple[Target, ...]:
    """What the paths and ids name, each thing once. Raises `CannotOpenError`."""
    found: dict[Target, None] = {}
    for path in paths:
        try:
            found.update(dict.fromkeys(find_targets(path)))
        except NoSuchTargetError as error:
            raise CannotOpenError(str(error)) from None
    return tuple(found)


def ruleset_of_name(named: str, loader: Loader) -> Ruleset | None:
    """The ruleset that is named; its mistakes are shown if it has any, and None returned. Raises `CannotOpenError`."""
    (target, *more) = targets_of([named])
    if more or not isinstance(target, RulesetTarget):
        raise CannotOpenError(f"`{named}` is not a ruleset's folder or the id of a bundled ruleset")
    loaded = loader.load(target.folder)
    if loaded.ruleset is None:
        click.echo(render_text(loaded.diagnostics, loader.texts, color=wants_color()), nl=False, err=True)
    return loaded.ruleset
