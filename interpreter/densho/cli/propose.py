"""`densho propose`: files a proposal in a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from densho.cache import open_cache
from densho.cli.campaigns import answering, by_option, campaign_option, found, telling, there, told
from densho.cli.language import lang_option_alone
from densho.cli.output import shown
from densho.loading import Loader
from densho.messages import say, say_n


@click.command("propose")
@click.argument("file", type=click.Path(path_type=Path))
@by_option
@click.option(
    "--scenarios",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Scenarios that say what must come out of it; may be given several times.",
)
@click.option("--no-scenarios", "bare", is_flag=True, help="File it without scenarios.")
@campaign_option
@lang_option_alone
@answering
def command(file: Path, by: str, scenarios: Sequence[Path], bare: bool, campaign: Path) -> int:
    """Propose a technique, or whatever else is a row file, to a campaign.

    FILE is checked under the campaign's rules and its scenarios are run. If all is well it is filed under an ID, which is printed; else nothing is
    filed. Who proposes the same again before it is decided, or after it was returned, makes a new revision of it.

    \b
    Examples:
      densho propose kesa.yaml --scenarios kesa_test.yaml --by player
      densho propose kesa.yaml --no-scenarios --by player --campaign ~/our_bokken

    \b
    Exit status: 0 filed, 1 it has mistakes, its scenarios fail, or it has none, 2 wrong usage or a path that cannot be opened.
    """
    from densho.campaigns.proposing import Wish, propose  # noqa: PLC0415 - it imports the engine

    if bare and scenarios:
        raise click.UsageError(say("--scenarios and --no-scenarios exclude each other."))
    there(file, *scenarios)
    loader = Loader(open_cache())
    wish = Wish(file=file, scenarios=scenarios, by=by, bare=bare)
    with telling(loader):
        filed = propose(found(campaign), wish, loader)
    click.echo(shown(filed.diagnostics, loader.texts), nl=False, err=True)
    proposal = filed.proposal
    if not filed.news:
        told(
            say(
                "`{id}`, revision {revision}, is filed already, and is the same.",
                id=proposal.id,
                revision=proposal.last.number,
            )
        )
        return 0
    told(say("Filed as `{id}`, revision {revision}.", id=proposal.id, revision=proposal.last.number))
    if filed.passed:
        told(say_n("{n} scenario passed.", "{n} scenarios passed.", filed.passed))
    else:
        told(say("No scenario says what it does."))
    told(say("Next: densho review {id}", id=proposal.id))
    return 0
