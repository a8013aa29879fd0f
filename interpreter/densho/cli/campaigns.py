"""What the commands about campaigns share: finding the campaign, and telling why something was not done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from densho.cli.language import translate
from densho.cli.output import CannotOpenError, shown
from densho.display.tongue import harmless
from densho.loading import Loader
from densho.messages import said, say

Command = TypeVar("Command", bound=Callable[..., Any])


def campaign_option(command: Command) -> Command:
    """Adds `--campaign`; without it the campaign is that around the current folder."""
    return click.option(
        "--campaign",
        type=click.Path(path_type=Path),
        default=Path(),
        help="The campaign's folder; else the one around the current folder.",
    )(command)


def by_option(command: Command) -> Command:
    """Adds `--by`, a name of one line."""
    return click.option("--by", required=True, metavar="NAME", callback=name, help="Who says so.")(command)


def name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A `--by`."""
    from densho.campaigns.names import name_fault  # noqa: PLC0415

    fault = None if value is None else name_fault(value)
    if fault is not None:
        raise click.BadParameter(fault, ctx, param)
    return value


def reason(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A `--why`."""
    from densho.campaigns.names import why_fault  # noqa: PLC0415

    fault = None if value is None else why_fault(value)
    if fault is not None:
        raise click.BadParameter(fault, ctx, param)
    return value


def found(folder: Path) -> Path:
    """The campaign in or around a folder. Raises `CannotOpenError`."""
    from densho.campaigns.places import NoCampaign, find  # noqa: PLC0415

    try:
        return find(folder)
    except NoCampaign as error:
        raise CannotOpenError(error.message) from None


def there(*paths: Path) -> None:
    """Raises `CannotOpenError` for a path that is no file."""
    for path in paths:
        if not path.is_file():
            raise CannotOpenError(say("`{path}` is no file", path=path))


class Told(Exception):
    """Why nothing was done has been said; `status` is what the command leaves with."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


@contextmanager
def telling(loader: Loader) -> Iterator[None]:
    """Says why something was not done."""
    from densho.campaigns.changes import CannotChange  # noqa: PLC0415
    from densho.campaigns.gathering import NoSuchProposal, Stale  # noqa: PLC0415
    from densho.campaigns.making import CannotMake  # noqa: PLC0415
    from densho.campaigns.opening import Problems  # noqa: PLC0415
    from densho.errors import DenshoError  # noqa: PLC0415

    try:
        yield
    except Problems as problems:
        click.echo(shown(problems.diagnostics, loader.texts), nl=False, err=True)
        raise Told(1) from None
    except Stale as stale:
        told(stale.message, err=True)
        for one in stale.changed:
            told(f"  {said(one, translate())}", err=True)
        raise Told(1) from None
    except (CannotChange, CannotMake, NoSuchProposal) as error:
        raise CannotOpenError(error.message) from None
    except DenshoError as error:
        told(error.message, err=True)
        raise Told(1) from None


def told(text: str, *, err: bool = False) -> None:
    """Prints a text with names of strangers in it, made harmless."""
    click.echo(harmless(said(text, translate())), err=err)


def answering(command: Callable[..., int]) -> Callable[..., int]:
    """A command that leaves with the status of what was told on the way."""

    @wraps(command)
    def answered(*args: Any, **values: Any) -> int:
        try:
            return command(*args, **values)
        except Told as told_already:
            return told_already.status

    return answered
