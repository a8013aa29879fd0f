"""`densho approve`: a word on a proposal."""

from __future__ import annotations

from pathlib import Path

import click

from densho.cli.campaigns import answering, by_option, campaign_option, reason
from densho.cli.deciding import decide
from densho.cli.language import lang_option_alone


@click.command("approve")
@click.argument("proposal", metavar="ID")
@by_option
@click.option("--why", required=True, metavar="TEXT", callback=reason, help="The reason, which is kept.")
@click.option("--character", metavar="FILE", help="The author's character, a file in characters/.")
@campaign_option
@lang_option_alone
@answering
def command(proposal: str, by: str, why: str, character: str | None, campaign: Path) -> int:
    """Approve a proposal.

    It becomes part of the campaign's rules, and its scenarios part of their tests.

    That needs a review (`densho review`) of just these files under just these rules: if either was changed since, you are told what, and review it
    again. With the proposal in them the rules must check, and all their scenarios pass. Its author gets the credit that the ruleset's progression
    gives (`credit: approved`), on the character whose `player:` he is, or on that of --character.

    \b
    Examples:
      densho approve kesa-1 --by gm --why "a fair trade: reach for safety"
      densho approve kesa-1 --by gm --why good --character kin.yaml

    \b
    Exit status: 0 approved, 1 the review is stale, or the rules would have mistakes, 2 wrong usage or no such proposal.
    """
    return decide(proposal, "approve", by, why, campaign, character)
