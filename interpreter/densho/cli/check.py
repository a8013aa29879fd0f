"""`densho check`: validates files and shows what is wrong with them."""

from __future__ import annotations

import click

from densho.cache import open_cache
from densho.checking import Checked, check_targets
from densho.cli.language import lang_option_alone, translate
from densho.cli.output import shown, targets_of
from densho.diagnostics import render
from densho.loading import Loader
from densho.messages import Text, said, say, say_n


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How problems are shown: for people, as JSON, as SARIF 2.1.0, or as GitHub's annotations.",
)
@click.option(
    "--secrecy", is_flag=True, help="Play each ruleset at random and look for leaks of what is hidden."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of those fights.")
@lang_option_alone
def command(paths: tuple[str, ...], form: str, secrecy: bool, seed: int) -> int:
    """Validate rulesets, their files, and scenarios.

    A PATH is a ruleset's folder, a single file (its ruleset is found by what it says), any other folder, which is searched,
    or the id of a bundled ruleset. All mistakes of all files are shown in one run.

    \b
    Examples:
      densho check bokken
      densho check my_rules new_move.yaml --format github

    \b
    Exit status: 0 nothing found, 1 problems (also mere warnings) or leaks, 2 a path that cannot be opened.
    """
    if secrecy and form != "text":
        raise click.UsageError(say("--secrecy tells what it finds as text only."))
    targets, cache = targets_of(paths), open_cache()
    checked = check_targets(targets, cache)
    click.echo(_shown(checked, form), nl=False)
    if not secrecy or checked.errors:
        return 1 if checked.problems else 0
    from densho.cli.secrecy import check_leaks  # noqa: PLC0415 - it imports the engine

    return 1 if check_leaks(targets, Loader(cache), seed) else 0


def _shown(checked: Checked, form: str) -> str:
    match form:
        case "json":
            return render.render_json(checked.diagnostics, checked.texts, translate()) + "\n"
        case "sarif":
            return render.render_sarif(checked.diagnostics, checked.texts, translate()) + "\n"
        case "github":
            return render.render_github(checked.diagnostics, checked.texts, translate())
    found = shown(checked.diagnostics, checked.texts)
    counted = render.summary(checked.diagnostics) if found else _no_problems(checked.files)
    return (f"{found}\n" if found else "") + said(counted, translate()) + "\n"


def _no_problems(files: int) -> Text:
    return say_n("{n} file: no problems", "{n} files: no problems", files)
