"""`densho replay`: a fight told again, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.completing import complete_fight, complete_ruleset
from densho.cli.fights import locating, no_such_fighter, opened, screen
from densho.cli.language import lang_option, tongue
from densho.display.seeing import EVERYTHING, PUBLIC, Viewer
from densho.fights.fight import Fight
from densho.loading import Loader
from densho.messages import say

if TYPE_CHECKING:
    from densho.replay.story import Story


@click.command("replay")
@click.argument("fight", type=click.Path(path_type=Path), shell_complete=complete_fight)
@click.option("--why", is_flag=True, help="Say which rule decided what, with its place.")
@click.option("--as", "fighter", metavar="FIGHTER", help="Only what this fighter may see.")
@click.option("--public", is_flag=True, help="Only what everybody may see.")
@click.option("--all", "everything", is_flag=True, help="Everything, also in a post.")
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
    form: str,
    rules: str | None,
    lang: str | None,
) -> int:
    """Tell a fight again, step by step, with drawings.

    FIGHT is a file that `densho play` wrote. As text for reading everything is shown, hidden things too, unless --as or
    --public is given. Every other format is meant for others' eyes, and holds only what is public, unless --as or --all is given.

    \b
    Examples:
      densho replay match.fight.yaml
      densho replay match.fight.yaml --why --as A
      densho replay match.fight.yaml --format bbcode > post.txt

    \b
    Exit status: 0 told, 1 the fight or its ruleset has mistakes, 2 wrong usage or a path that cannot be opened.
    """
    if [fighter is not None, public, everything].count(True) > 1:
        raise click.UsageError(say("--as, --public and --all exclude each other."))
    loader = Loader(open_cache())
    found = opened(fight, loader, rules)
    if found is None:
        return 1
    from densho.replay.story import Story  # noqa: PLC0415 - it imports the engine

    viewer = _viewer(found, fighter, public or (form != "text" and not everything))
    _tell(Story(found, tongue(found.program.ruleset, lang), viewer, locating(loader)), form, why)
    return 0


def _viewer(fight: Fight, fighter: str | None, public: bool) -> Viewer:
    if fighter is not None:
        if fighter not in fight.names:
            raise click.UsageError(no_such_fighter(fighter, fight.names))
        return Viewer(fight.seat(fighter))
    return PUBLIC if public else EVERYTHING


def _tell(story: Story, form: str, why: bool) -> None:
    from densho.replay import data, posts, reading  # noqa: PLC0415
    from densho.replay.outline import outline  # noqa: PLC0415

    if form == "json":
        click.echo(data.as_json(story, why=why), nl=False)
    elif form in posts.POSTS:
        click.echo(posts.POSTS[form](outline(story, why=why, most=posts.WIDTH)), nl=False)
    else:
        page = screen()
        reading.show(page, outline(story, why=why, most=page.width))
