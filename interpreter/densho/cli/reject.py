"""`densho reject`: a word on a proposal."""

from __future__ import annotations

from pathlib import Path

import click

from densho.cli.campaigns import answering, by_option, campaign_option, reason
from densho.cli.deciding import decide
from densho.cli.language import lang_option_alone


@click.command("reject")
@click.argument("proposal", metavar="ID")
@by_option
@click.option("--why", required=True, metavar="TEXT", callback=reason, help="The reason, which is kept.")
@campaign_option
@lang_option_alone
@answering
def command(proposal: str, by: str, why: str, campaign: Path) -> int:
    """Reject a proposal.

    It stays in the campaign, with the reason. That needs a review (`densho review`) of the files as they are, under the rules as they are.

    \b
    Example:
      densho reject kesa-1 --by gm --why "nothing can answer it"

    \b
    Exit status: 0 rejected, 1 the review is stale, 2 wrong usage or no such proposal.
    """
    return decide(proposal, "reject", by, why, campaign)
