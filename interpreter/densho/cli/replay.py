"""`densho replay`: a fight told again, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.completing import complete_fight, complete_ruleset
from densho.cli.fights import locating, no_such_fighter, opened, screen, show_problems
from densho.cli.language import lang_option, tongue
from densho.display.seeing import EVERYTHING, PUBLIC, Viewer
from densho.fights.fight import Fight
from densho.loading import Loader
from densho.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from densho.replay.outline import Element
    from densho.replay.story import Story


@click.command("replay")
@click.argument("fight", type=click.Path(path_type=Path), shell_complete=complete_fight)
@click.option("--why", is_flag=True, help="Say which rule decided what, with its place.")
@click.option("--as", "fighter", metavar="FIGHTER", help="Only what this fighter may see.")
@click.option("--public", is_flag=True, help="Only what everybody may see.")
@click.option("--all", "everything", is_flag=True, help="Everything, also in a post.")
@click.option(
    "--why-not",
    metavar="'FIGHTER: CHOICE'",
    help="Why this choice is refused, and what is legal and near to it.",
)
@click.option(
    "--step", type=int, metavar="N", help="The step that --why-not is about; else the last of the fighter."
)
@click.option(
    "--what-if",
    type=(int, str, str),
    metavar="STEP FIGHTER CHOICE",
    help="The fight with one choice changed, with the same dice.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "bbcode", "json"]),
    default="text",
    show_default=True,
    help="For reading, for posting on a forum, or for programs.",
)
@click.option(
    "--rules", metavar="RULESET", shell_complete=complete_ruleset, help="The ruleset, if it has moved."
)
@lang_option
def command(
    *,
    fight: Path,
    why: bool,
    fighter: str | None,
    public: bool,
    everything: bool,
    why_not: str | None,
    step: int | None,
    what_if: tuple[int, str, str] | None,
    form: str,
    rules: str | None,
    lang: str | None,
) -> int:
    """Tell a fight again, step by step, with drawings.

    FIGHT is a file that `densho play` wrote. As text for reading everything is shown, hidden things too, unless --as or
    --public is given. Every other format is meant for others' eyes, and holds only what is public, unless --as or --all is given.

    --why-not says which rules refuse a choice, and where they stand, and names the legal choices that differ from it in the fewest parts. --what-if
    changes one choice and plays on with those that were made, as far as they can be made, and with the same dice. Both are answered to the
    fighter himself, with --as, or to who may see everything.

    \b
    Examples:
      densho replay match.fight.yaml
      densho replay match.fight.yaml --why --as A
      densho replay match.fight.yaml --format bbcode > post.txt
      densho replay match.fight.yaml --why-not "A: forward 3; strike" --step 2
      densho replay match.fight.yaml --what-if 2 A "forward 1"

    \b
    Exit status: 0 told, 1 the fight or its ruleset has mistakes, or the choice of --what-if is refused,
    2 wrong usage or a path that cannot be opened.
    """
    _check_usage(why_not, step, what_if)
    if [fighter is not None, public, everything].count(True) > 1:
        raise click.UsageError(say("--as, --public and --all exclude each other."))
    loader = Loader(open_cache())
    found = opened(fight, loader, rules)
    if found is None:
        return 1
    from densho.cli.faults import fault_problem  # noqa: PLC0415 - these import the engine
    from densho.engine import RulesetFault  # noqa: PLC0415
    from densho.replay.story import Story  # noqa: PLC0415

    viewer = _viewer(found, fighter, public or (form != "text" and not everything))
    story = Story(found, tongue(found.program.ruleset, lang), viewer, locating(loader))
    try:
        if why_not is not None:
            return _tell_why_not(story, why_not, step, form)
        if what_if is not None:
            return _tell_what_if(story, what_if, form, why)
        _tell(story, form, why)
    except RulesetFault as fault:
        show_problems((fault_problem(fault),), loader)
        return 1
    return 0


def _viewer(fight: Fight, fighter: str | None, public: bool) -> Viewer:
    if fighter is not None:
        if fighter not in fight.names:
            raise click.UsageError(no_such_fighter(fighter, fight.names))
        return Viewer(fight.seat(fighter))
    return PUBLIC if public else EVERYTHING


def _check_usage(why_not: str | None, step: int | None, what_if: tuple[int, str, str] | None) -> None:
    if why_not is not None and what_if is not None:
        raise click.UsageError(say("--why-not and --what-if exclude each other."))
    if step is not None and why_not is None:
        raise click.UsageError(say("--step says which step --why-not is about."))


def _tell_why_not(story: Story, asked: str, step: int | None, form: str) -> int:
    from densho.fights.what_if import NotThere  # noqa: PLC0415 - it imports the engine
    from densho.replay import data  # noqa: PLC0415
    from densho.replay.why_not import last_owed, why_not, why_not_outline  # noqa: PLC0415

    who, colon, text = asked.partition(":")
    if not colon or not text.strip():
        raise click.UsageError(say("`{text}` is not written as `FIGHTER: CHOICE`.", text=asked))
    name = _asker(story, who.strip())
    at = step if step is not None else last_owed(story.fight, name)
    if at is None:
        raise click.UsageError(say("{name} owed no choice in this fight.", name=name))
    try:
        found = why_not(story, at, name, text.strip())
    except NotThere as error:
        raise click.UsageError(error.args[0]) from None
    if form == "json":
        click.echo(data.why_not_json(story, found), nl=False)
    else:
        _show(why_not_outline(story, found), form)
    return 0


def _tell_what_if(story: Story, asked: tuple[int, str, str], form: str, why: bool) -> int:
    from densho.fights.what_if import NotThere  # noqa: PLC0415
    from densho.replay import data, posts  # noqa: PLC0415
    from densho.replay.otherwise import otherwise, otherwise_outline  # noqa: PLC0415

    step, who, text = asked
    try:
        found = otherwise(story, step, _asker(story, who), text)
    except NotThere as error:
        raise click.UsageError(error.args[0]) from None
    if form == "json":
        click.echo(data.otherwise_json(story, found, why=why), nl=False)
    else:
        most = screen().width if form == "text" else posts.WIDTH
        _show(otherwise_outline(story, found, why=why, most=most), form)
    return 0 if found.refused is None else 1


def _asker(story: Story, name: str) -> str:
    """The fighter, if the viewer may ask about his choices."""
    from densho.replay.why_not import may_ask  # noqa: PLC0415

    if name not in story.fight.names:
        raise click.UsageError(no_such_fighter(name, story.fight.names))
    if not may_ask(story.viewer, story.fight.seat(name)):
        raise click.UsageError(
            say("What {name} could have chosen is for his own eyes: add --as {name}, or --all.", name=name)
        )
    return name


def _tell(story: Story, form: str, why: bool) -> None:
    from densho.replay import data, posts  # noqa: PLC0415
    from densho.replay.outline import outline  # noqa: PLC0415

    if form == "json":
        click.echo(data.as_json(story, why=why), nl=False)
    else:
        most = screen().width if form == "text" else posts.WIDTH
        _show(outline(story, why=why, most=most), form)


def _show(elements: Iterable[Element], form: str) -> None:
    """As a post, or on the screen."""
    from densho.replay import posts, reading  # noqa: PLC0415

    if form in posts.POSTS:
        click.echo(posts.POSTS[form](elements), nl=False)
    else:
        reading.show(screen(), elements)
