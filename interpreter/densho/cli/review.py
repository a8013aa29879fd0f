"""`densho review`: a dossier of a proposal, for those who decide."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from densho.cache import open_cache
from densho.cli.campaigns import answering, campaign_option, found, telling, told
from densho.cli.fights import WIDTH, screen
from densho.cli.language import asked_for, lang_option_alone, translate
from densho.cli.output import CannotOpenError, wants_color
from densho.loading import Loader
from densho.messages import Text, said, say
from densho.writing import write_whole

if TYPE_CHECKING:
    from densho.campaigns.asking import Form

BUDGET = 60
MOST_BUDGET = 24 * 60 * 60


@click.command("review")
@click.argument("proposal", metavar="ID")
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "markdown", "html"]),
    default="terminal",
    show_default=True,
    help="For this terminal, for a forum or repository, or a page for a browser.",
)
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write it into this file as well."
)
@click.option(
    "--budget",
    type=click.IntRange(1, MOST_BUDGET),
    default=BUDGET,
    show_default=True,
    metavar="SECONDS",
    help="How long fights are played to measure it.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Where chance comes from; else it is drawn, and kept with the review.",
)
@campaign_option
@lang_option_alone
@answering
def command(
    proposal: str,
    form: str,
    output: Path | None,
    budget: int,
    seed: int | None,
    campaign: Path,
) -> int:
    """Make a dossier of a proposal.

    It says what the proposal does, what it meets, what answers it, and what it changes in fights that were fought and in fights played with it.

    The dossier is kept in the campaign beside the proposal, with digests of the proposal and of the rules in force. Only a proposal that was reviewed as
    it is, under the rules as they are, can be approved, returned or rejected.

    \b
    Examples:
      densho review kesa-1
      densho review kesa-1 --format html --output kesa.html --budget 300 --seed 1

    \b
    Exit status: 0 made, 1 the proposal or the rules have mistakes, 2 wrong usage, no such proposal, or a path that cannot be written.
    """
    from densho.campaigns.reviewing import Asked, review  # noqa: PLC0415 - it imports the engine
    from densho.dossier import make  # noqa: PLC0415

    if output is not None and not output.parent.is_dir():  # told before the time is spent
        raise CannotOpenError(say("there is no folder `{path}`", path=output.parent))
    loader = Loader(open_cache())
    drawn = secrets.randbelow(1_000_000) if seed is None else seed
    with telling(loader), _Bar() as bar:
        asked = Asked(seed=drawn, budget=budget, language=asked_for(), progress=bar.at)
        made = review(found(campaign), proposal, make, asked, loader)
    text = made.dossier.rendered(cast("Form", form), width=screen().width, colour=wants_color())
    if output is not None:
        _write(output, text)
    if output is None or form == "terminal":
        click.echo(text, nl=not text.endswith("\n"))
    told(say("Kept as {path}.", path=made.path), err=True)
    if made.taken:
        told(say("`{id}` is approved already", id=made.row), err=True)
    if made.stale:
        told(
            say("The proposal or the rules were changed while this was made: it is stale already."), err=True
        )
    return 0


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        why = (error.strerror or "unknown reason").lower()
        raise CannotOpenError(say("`{path}` cannot be written: {why}", path=path, why=why)) from None


class _Bar:
    """How far it has come, on standard error if that is a terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.last = ""

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.last:
            click.echo("\r" + " " * (WIDTH - 1) + "\r", nl=False, err=True)

    def at(self, what: Text, part: float) -> None:
        if not self.shown:
            return
        done = int(20 * max(0.0, min(1.0, part)))
        line = f"[{'#' * done}{'.' * (20 - done)}] {said(what, translate())}"[: WIDTH - 1]
        if line != self.last:
            self.last = line
            click.echo("\r" + line.ljust(WIDTH - 1), nl=False, err=True)
