"""`densho campaign`: a group's rules, proposals, characters and fights in one folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from densho.cache import open_cache
from densho.cli.campaigns import answering, found, telling, told
from densho.cli.fights import screen
from densho.cli.help import translated
from densho.cli.language import lang_option, lang_option_alone, language, translate
from densho.cli.output import shown, targets_of
from densho.diagnostics.render import summary
from densho.loading import Loader
from densho.messages import said, say
from densho.targets import RulesetTarget, bundled_ids


class Commands(click.Group):
    """The commands about campaigns, in the language that is spoken."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found_ = super().get_command(ctx, cmd_name)
        return None if found_ is None else translated(found_, translate())


@click.group("campaign", cls=Commands)
def command() -> None:
    """Make, show and check campaigns.

    A campaign is a folder of text files: a group's own rules on top of a ruleset, what its players propose, what was decided and why, its characters
    and its fights. Keep it under version control if you like; copy it as a whole.
    """


@command.command("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("ruleset")
@click.option("--name", "called", help="What the campaign is called; else as the folder.")
@click.option("--option", "options", multiple=True, metavar="OPTION=VALUE", help="A house rule.")
@lang_option
@answering
def new(folder: Path, ruleset: str, called: str | None, options: Sequence[str], lang: str | None) -> int:
    """Begin a campaign in a new folder, with the rules of a ruleset.

    RULESET is the id of a bundled ruleset, or a folder, which is copied into the campaign.

    \b
    Examples:
      densho campaign new our_bokken bokken --name "Thursday fencers"
      densho campaign new ours bokken --option double_hit=both_score

    \b
    Exit status: 0 made, 1 the ruleset or an option has mistakes, 2 wrong usage, or the folder is not empty or cannot be written.
    """
    from densho.campaigns.making import Beginning, begin  # noqa: PLC0415 - it imports the loader of rulesets

    (target, *more) = targets_of([ruleset])
    if more or not isinstance(target, RulesetTarget):
        raise click.UsageError(
            say("`{name}` is not a ruleset's folder or the id of a bundled ruleset", name=ruleset)
        )
    bundled = ruleset if ruleset in bundled_ids() and not Path(ruleset).exists() else None
    loader = Loader(open_cache())
    wanted = Beginning(
        name=called or folder.resolve().name,
        ruleset=target.folder,
        bundled=bundled,
        language=language(lang),
        options=dict(pair(one) for one in options),
    )
    with telling(loader):
        head = begin(folder, wanted, loader)
    told(
        say(
            "The campaign `{name}` lies in {folder}. Its rules: {folder}/rules/{rules}.yaml",
            name=head.name,
            folder=folder,
            rules=head.rules,
        )
    )
    told(
        say(
            "Fight: densho play {folder}   Propose: densho propose FILE --by NAME --campaign {folder}",
            folder=folder,
        )
    )
    return 0


@command.command("show")
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
@lang_option_alone
@answering
def show(folder: Path) -> int:
    """Show the state of a campaign.

    That is its rules, proposals, decisions, characters and fights, and what is no longer as it was recorded.

    \b
    Exit status: 0 shown, 1 the campaign's records have mistakes, 2 there is no campaign.
    """
    from densho.campaigns.accounts import check_records  # noqa: PLC0415
    from densho.campaigns.changes import reading  # noqa: PLC0415
    from densho.campaigns.opening import InForce, Problems, opened, rules_of  # noqa: PLC0415
    from densho.campaigns.page import page  # noqa: PLC0415
    from densho.diagnostics.model import Report  # noqa: PLC0415

    root, loader, report = found(folder), Loader(open_cache()), Report()
    with telling(loader), reading(root):
        campaign = opened(root)
        rules: InForce | None = None
        try:
            rules = rules_of(root, loader)
        except Problems as problems:
            report.found += problems.diagnostics
        check_records(campaign, rules, report)
        lines = list(page(campaign, rules, report.sorted()))
    out = screen()
    for line in lines:
        out.line(said(line.text, translate()), line.style)
    out.flush()
    return 0


@command.command("check")
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
@lang_option_alone
@answering
def check(folder: Path) -> int:
    """Check all of a campaign.

    That is whether files are what was decided, whether every fight still follows from the rules under which it began, whether characters and rules
    are right, and whether there are files that belong to nothing.

    \b
    Exit status: 0 all well, 1 problems, each shown at its place, 2 there is no campaign.
    """
    from densho.campaigns.changes import reading  # noqa: PLC0415
    from densho.campaigns.checking import check as look  # noqa: PLC0415
    from densho.diagnostics.catalogue import severity_of  # noqa: PLC0415

    root, loader = found(folder), Loader(open_cache())
    with telling(loader), reading(root):
        checked = look(root, loader)
    text = shown(checked.diagnostics, loader.texts)
    if text:
        click.echo(text)
        click.echo(said(summary(checked.diagnostics), translate()))
    else:
        told(
            say(
                "{path}: no problems (proposals: {proposals}, decisions: {decisions}, characters: {characters}, fights: {fights})",
                path=root,
                proposals=0 if checked.campaign is None else len(checked.campaign.proposals),
                decisions=0 if checked.campaign is None else len(checked.campaign.decisions),
                characters=checked.characters,
                fights=checked.fights,
            )
        )
    return 1 if any(severity_of(one.slug) != "note" for one in checked.diagnostics) else 0


def pair(text: str) -> tuple[str, str]:
    """`OPTION=VALUE`, taken apart. Raises `UsageError`."""
    option, sign, value = text.partition("=")
    if not sign or not option.strip() or not value.strip():
        raise click.UsageError(say("`{text}` is not written as `OPTION=VALUE`", text=text))
    return option.strip(), value.strip()
