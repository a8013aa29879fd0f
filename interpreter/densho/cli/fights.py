"""What the commands about fights share: opening a file, showing what is wrong with it, the screen, and places in rulesets."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cli.language import translate
from densho.cli.output import CannotOpenError, targets_of, wants_color
from densho.diagnostics.model import Diagnostic
from densho.diagnostics.render import render_text
from densho.display.explaining import Locate
from densho.display.screen import Screen
from densho.messages import listed, say
from densho.source import Span
from densho.targets import RulesetTarget, campaign_around

if TYPE_CHECKING:
    from collections.abc import Iterable

    from densho.fights.fight import Fight
    from densho.loading import Loader

WIDTH = 80


def opened(path: Path, loader: Loader, rules: str | None) -> Fight | None:
    """The fight of a file; its mistakes are shown if it has any. Raises `CannotOpenError`."""
    from densho.fights.opening import open_fight  # noqa: PLC0415 - it imports the engine

    if not path.is_file():
        raise CannotOpenError(say("`{path}` is no file", path=path))
    if not _stays_in_campaign(path, loader):
        return None
    found = open_fight(path, loader, None if rules is None else ruleset_folder(rules))
    show_problems(found.diagnostics, loader)
    return found.fight


def _stays_in_campaign(path: Path, loader: Loader) -> bool:
    """Whether a fight of a campaign names nothing outside of it; what it names there is shown."""
    root = campaign_around(path)
    if root is None:
        return True
    from densho.campaigns.within import stays_within  # noqa: PLC0415 - most fights are in no campaign
    from densho.diagnostics.model import Report  # noqa: PLC0415

    report = Report()
    if stays_within(root, [path], report):
        return True
    show_problems(report.sorted(), loader)
    return False


def show_problems(diagnostics: Iterable[Diagnostic], loader: Loader) -> None:
    """Writes diagnostics to standard error."""
    text = render_text(tuple(diagnostics), loader.texts, color=wants_color(), translate=translate())
    click.echo(text, nl=False, err=True)


def ruleset_folder(named: str) -> Path:
    """The folder of the ruleset that is named. Raises `CannotOpenError`."""
    (target, *more) = targets_of([named])
    if more or not isinstance(target, RulesetTarget):
        raise CannotOpenError(
            say("`{named}` is not a ruleset's folder or the id of a bundled ruleset", named=named)
        )
    return target.folder


def no_such_fighter(name: str, names: Iterable[str]) -> str:
    return say("There is no fighter `{name}` here, but {names}.", name=name, names=listed(names))


def screen(width_of_pipes: int = WIDTH) -> Screen:
    """Standard output: coloured if it is a terminal, plain otherwise."""
    columns = shutil.get_terminal_size((WIDTH, 24)).columns
    width = columns if sys.stdout.isatty() else width_of_pipes
    return Screen(sys.stdout, colour=wants_color(), width=max(40, width))


def locating(loader: Loader) -> Locate:
    """Says where in its file something stands: the file's name and the line."""

    def locate(span: Span) -> str:
        source = loader.texts.get(span.path) if span.path else None
        if source is None:
            return ""
        return f"{Path(span.path).name}:{source.line_column(span.start)[0]}"

    return locate
