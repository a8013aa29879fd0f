"""`densho amend`: what a change of the rules would have done to the fights of a campaign, and putting it in force."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.campaign import pair
from densho.cli.campaigns import answering, campaign_option, found, name, reason, telling, there, told
from densho.cli.language import lang_option_alone, tongue, translate
from densho.cli.output import shown
from densho.loading import Loader
from densho.messages import Text, said, say, say_n

if TYPE_CHECKING:
    from densho.campaigns.amending import Amended, Effect
    from densho.display.tongue import Tongue
    from densho.fights.differing import Difference
    from densho.ir import nodes as ir


@click.command("amend")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--option", "options", multiple=True, metavar="OPTION=VALUE", help="A house rule with another value."
)
@click.option("--by", metavar="NAME", callback=name, help="Put it in force: who says so.")
@click.option("--why", metavar="TEXT", callback=reason, help="Put it in force: the reason, which is kept.")
@campaign_option
@lang_option_alone
@answering
def command(
    file: Path | None, options: Sequence[str], by: str | None, why: str | None, campaign: Path
) -> int:
    """See what another rule would have done to the fights of a campaign, or put it in force.

    With --by and --why the change is made, as a decision; without them nothing is changed.

    FILE is another text of an approved technique. Without FILE and --option it is whatever was changed in the campaign's rules/ by hand. Every recorded
    fight is played again under the changed rules, with its own choices and dice: it stays the same, departs at a step, ends otherwise, or cannot go
    on. The fights themselves stay as they are, under the rules with which they began.

    \b
    Examples:
      densho amend kesa.yaml
      densho amend --option double_hit=both_score
      densho amend --option double_hit=both_score --by gm --why "we voted"

    \b
    Exit status: 0 said or done, 1 the changed rules have mistakes or nothing is changed, 2 wrong usage or a path that cannot be opened.
    """
    from densho.campaigns.amending import Amendment, amend  # noqa: PLC0415 - it imports the engine

    if file is not None and options:
        raise click.UsageError(say("FILE and --option exclude each other."))
    if (by is None) != (why is None):
        raise click.UsageError(say("--by and --why go together."))
    if file is not None:
        there(file)
    loader = Loader(open_cache())
    wanted = Amendment(options=dict(pair(one) for one in options), file=file)
    word = None if by is None or why is None else (by, why)
    with telling(loader):
        amended = amend(found(campaign), wanted, loader, word=word)
    _show(amended, loader)
    return 0


def _show(amended: Amended, loader: Loader) -> None:
    for change in amended.changes:
        told(say("Changed: {what}", what=change))
    told(say_n("{n} scenario of the rules passed.", "{n} scenarios of the rules passed.", amended.passed))
    if not amended.effects:
        told(say("There are no recorded fights."))
    for effect in amended.effects:
        click.echo(shown(effect.diagnostics, loader.texts), nl=False, err=True)
        for line in _lines(effect):
            told(line)
    if amended.decision is None:
        told(say("Nothing is changed yet: --by NAME --why TEXT does that."))
    else:
        told(say("That is in force (decision {number}).", number=amended.decision.number))


def _lines(effect: Effect) -> list[str]:
    """What becomes of one fight, the first line by its name."""
    from densho.replay.departing import departed  # noqa: PLC0415 - it imports the engine

    difference, path = effect.difference, effect.path
    if difference is None:
        return [said(say("{path}: this fight has mistakes", path=path), translate())]
    if difference.departs is None:
        return [said(say("{path}: nothing is otherwise", path=path), translate())]
    departs = difference.departs
    what = departed(difference, departs, _tongue)
    first = say("{path}: departs at step {step}: {what}", path=path, step=departs.step, what=what)
    return [said(first, translate()), f"  {said(_outcome(difference), translate())}"]


def _tongue(ruleset: ir.Ruleset) -> Tongue:
    return tongue(ruleset, None)


def _outcome(difference: Difference) -> Text:
    """What comes of a fight that departs."""
    from densho.replay.departing import departed, ended  # noqa: PLC0415 - it imports the engine

    stops = difference.stops
    if stops is not None and stops == difference.departs:
        return say("there it cannot go on")
    if stops is not None:
        what = departed(difference, stops, _tongue)
        return say("it cannot go on at step {step}: {what}", step=stops.step, what=what)
    after = ended(difference.after, difference.new, _tongue)
    if difference.other_end:
        before = ended(difference.before, difference.old, _tongue)
        return say("it ends otherwise: {after} instead of {before}", after=after, before=before)
    return say("it ends as it did: {end}", end=after)
