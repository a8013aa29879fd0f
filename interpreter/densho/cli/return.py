"""`densho return`: a word on a proposal."""
# ruff: noqa: N999 - the command is called so

from __future__ import annotations

from pathlib import Path

import click

from densho.cli.campaigns import answering, by_option, campaign_option, reason
from densho.cli.deciding import decide
from densho.cli.language import lang_option_alone


@click.command("return")
@click.argument("proposal", metavar="ID")
@by_option
@click.option("--why", required=True, metavar="TEXT", callback=reason, help="The reason, which is kept.")
@campaign_option
@lang_option_alone
@answering
def command(proposal: str, by: str, why: str, campaign: Path) -> int:
    """Return a proposal to its author.

    Who proposed it may propose it again: then it is a new revision under the same ID. That needs a review (`densho review`) of the files as they are, under the rules as they are.

    \b
    Example:
      densho return kesa-1 --by gm --why "from jodan alone, please"

    \b
    Exit status: 0 returned, 1 the review is stale, 2 wrong usage or no such proposal.
    """
    return decide(proposal, "return", by, why, campaign)
