"""`densho show`: what a ruleset holds, as people read it."""

from __future__ import annotations

import click

from densho import showing
from densho.cache import open_cache
from densho.cli.output import ruleset_of_name
from densho.diagnostics.suggestions import nearest
from densho.loading import Loader
from densho.messages import say


@click.command("show")
@click.argument("ruleset")
@click.argument("name", required=False)
@click.option("--steps", "as_steps", is_flag=True, help="The order of a turn, with the rules of each step.")
@click.option("--ir", "as_core", is_flag=True, help="The core that is run, as JSON.")
def command(ruleset: str, name: str | None, as_steps: bool, as_core: bool) -> int:
    """Show what a ruleset holds: its kinds and rows, options, slots, decisions, and the order of a turn.

    With NAME only the kind, row, relation, decision, option, slot or step of that name, whole. Numbers in brackets are the
    rulebook's paragraphs.
    """
    core = ruleset_of_name(ruleset, Loader(open_cache()))
    if core is None:
        return 1
    if as_core:
        click.echo(showing.core_json(core), nl=False)
    elif as_steps:
        click.echo(showing.steps(core), nl=False)
    elif name is None:
        click.echo(showing.overview(core), nl=False)
    else:
        try:
            click.echo(showing.named(core, name), nl=False)
        except showing.NothingSoCalled as error:
            near = nearest(name, error.names)
            message = say("{ruleset} has nothing called {name!r}.", ruleset=core.id, name=name)
            if near:
                message = say(
                    "{ruleset} has nothing called {name!r}. Did you mean {near!r}?",
                    ruleset=core.id,
                    name=name,
                    near=near[0],
                )
            raise click.UsageError(message) from None
    return 0
