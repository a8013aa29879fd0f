"""`densho draft-test`: plays until something fires that no scenario exercises, and prints the scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.language import echo, lang_option_alone
from densho.cli.numbers import Finite
from densho.cli.output import CannotOpenError, no_ruleset, shown, targets_of
from densho.cli.progress import Bar
from densho.diagnostics.suggestions import did_you_mean
from densho.loading import Loader
from densho.messages import quoted, say, say_n
from densho.targets import RulesetTarget

if TYPE_CHECKING:
    from densho.exploring.drafting import Draft
    from densho.exploring.effort import Effort
    from densho.ir.nodes import Ruleset
    from densho.scenarios.units import Unit

SHARES = 100
"""So many parts the bar has."""


@click.command("draft-test")
@click.argument("ruleset", metavar="RULESET")
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option(
    "--with",
    "extra",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A loose file that is added to the ruleset; what it brings is looked for. May be given several times.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the fights.")
@click.option(
    "--budget",
    type=Finite(min=0, min_open=True),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="How long is searched.",
)
@click.option("--all", "every", is_flag=True, help="Everything that can be found, not only the first.")
@lang_option_alone
def command(
    ruleset: str, names: tuple[str, ...], extra: tuple[Path, ...], seed: int, budget: float, every: bool
) -> int:
    """Draft scenarios for what no scenario exercises yet.

    Fights are played until a rule, refusal, exception, definition, pair of a relation, row or value of an option takes part that no
    scenario of the ruleset exercises (or the NAMEs, whether they are exercised or not). The shortest such fight is printed as a
    file of scenarios that passes, with what came of it as what is expected. Read it before you keep it: it says what the rules do, not what they should.

    \b
    Examples:
      densho draft-test bokken
      densho draft-test my_rules movement.step technique_used > my_rules/tests/drafts.yaml
      densho draft-test bokken --with kesa.yaml --all

    \b
    Exit status: 0 everything looked for was found (without names and --all: something), or nothing is left to be looked for;
    1 something was not found, or the ruleset has mistakes; 2 wrong usage or a path that cannot be opened.
    """
    from densho.exploring.drafting import draft  # noqa: PLC0415 - it imports the engine
    from densho.exploring.effort import Effort  # noqa: PLC0415
    from densho.exploring.surveying import survey  # noqa: PLC0415

    (target, *more) = targets_of([ruleset])
    if more or not isinstance(target, RulesetTarget):
        raise CannotOpenError(no_ruleset(ruleset))
    loader = Loader(open_cache())
    loaded = loader.load(target.folder, extra)
    if loaded.ruleset is None:
        click.echo(shown(loaded.diagnostics, loader.texts), nl=False, err=True)
        return 1
    found = survey(loaded.ruleset, target.folder, target.scenarios, loader, extra)
    wanted = _named(names, found.every) if names else found.idle
    if not wanted:
        what = ", ".join(map(str, extra)) or loaded.ruleset.id
        echo(say("{ruleset}: scenarios exercise everything", ruleset=what), err=True)
        return 0
    effort, bar = Effort(seconds=budget), Bar(say("fights"), SHARES)
    several = bool(names) or every

    def keep_on(one: Draft) -> bool:
        return several

    drafts, missing = draft(
        loaded.ruleset,
        wanted,
        starts=found.starts,
        seed=seed,
        effort=effort,
        found=keep_on,
        told=lambda spent: bar.reach(int(SHARES * spent.share)),
    )
    bar.hide()
    _print(loaded.ruleset, drafts, extra)
    if several or not drafts:
        _tell_missing(missing, effort)
        return 1 if missing else 0
    return 0


def _print(ruleset: Ruleset, drafts: list[Draft], extra: tuple[Path, ...]) -> None:
    from densho.exploring.writing import laid_out_file  # noqa: PLC0415

    if drafts:
        click.echo(
            laid_out_file(ruleset.id, [one.text for one in drafts], [str(path) for path in extra]), nl=False
        )


def _tell_missing(missing: list[Unit], effort: Effort) -> None:
    for unit in missing:
        cited = f" [{' '.join(unit.cites)}]" if unit.cites else ""
        echo(say("not found: {item}{cited}", item=unit.told, cited=cited), err=True)
    if missing:
        searched = say(
            "searched: {fights}, {decisions}, {seconds} s",
            fights=say_n("{n} fight", "{n} fights", effort.fights),
            decisions=say_n("{n} decision", "{n} decisions", effort.steps),
            seconds=f"{effort.spent:.0f}",
        )
        echo(searched, err=True)


def _named(names: tuple[str, ...], every: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """What the names mean: whole names, keys, or the last part of a name."""
    found: dict[str, Unit] = {}
    for name in names:
        exact = [unit for unit in every if name in (unit.name, unit.key)]
        meant = exact or [unit for unit in every if unit.name.rpartition(".")[2] == name]
        if not meant:
            known = [unit.name for unit in every] + [unit.name.rpartition(".")[2] for unit in every]
            near = did_you_mean(name, known)
            message = say("there is nothing called {names} here", names=quoted([name]))
            raise click.UsageError(
                say("{problem}: {help}", problem=message, help=near[0]) if near else message
            )
        found.update((unit.key, unit) for unit in meant)
    return tuple(found.values())
