"""`densho check`: validates files and shows what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import click

from densho.cache import open_cache
from densho.checking import Checked, check_targets
from densho.cli.language import echo, lang_option_alone, translate
from densho.cli.output import CannotOpenError, shown, targets_of
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
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@lang_option_alone
def command(paths: tuple[str, ...], form: str, secrecy: bool, seed: int, watch: bool) -> int:
    """Validate rulesets, their files, and scenarios.

    A PATH is a ruleset's folder, a single file (its ruleset is found by what it says), any other folder, which is searched,
    or the id of a bundled ruleset. All mistakes of all files are shown in one run.

    \b
    Examples:
      densho check bokken
      densho check my_rules new_move.yaml --format github
      densho check my_rules --watch

    \b
    Exit status: 0 nothing found, 1 problems (also mere warnings) or leaks, 2 a path that cannot be opened.
    """
    if secrecy and form != "text":
        raise click.UsageError(say("--secrecy tells what it finds as text only."))
    if watch and (secrecy or form != "text"):
        raise click.UsageError(say("--watch checks files alone, and shows them as text."))
    if watch:
        return _watch(paths)
    targets, cache = targets_of(paths), open_cache()
    checked = check_targets(targets, cache)
    click.echo(_shown(checked, form), nl=False)
    if not secrecy or checked.errors:
        return 1 if checked.problems else 0
    from densho.cli.secrecy import check_leaks  # noqa: PLC0415 - it imports the engine

    return 1 if check_leaks(targets, Loader(cache), seed) else 0


def _watch(paths: tuple[str, ...]) -> int:
    """Checks now, and again after every change. Returns the status of the last check once it is interrupted."""
    from densho.watching import changes  # noqa: PLC0415 - nobody else needs the library behind it

    checked = _check_once(paths)
    status = int(checked.problems > 0)
    watched = [Path(one) for one in (*paths, *checked.files) if Path(one).exists()]
    waiting = say("-- waiting for changes; Ctrl-C ends")
    try:
        echo(waiting)
        for _ in changes(watched):
            try:
                status = int(_check_once(paths).problems > 0)
            except CannotOpenError as error:  # a file may be gone for a moment, while it is saved or renamed
                echo(error.message, err=True)
                status = error.exit_code
            echo(waiting)
    except KeyboardInterrupt:
        pass
    return status


def _check_once(paths: tuple[str, ...]) -> Checked:
    checked = check_targets(targets_of(paths), open_cache())
    click.echo(_shown(checked, "text"), nl=False)
    return checked


def _shown(checked: Checked, form: str) -> str:
    match form:
        case "json":
            return render.render_json(checked.diagnostics, checked.texts, translate()) + "\n"
        case "sarif":
            return render.render_sarif(checked.diagnostics, checked.texts, translate()) + "\n"
        case "github":
            return render.render_github(checked.diagnostics, checked.texts, translate())
    found = shown(checked.diagnostics, checked.texts)
    counted = render.summary(checked.diagnostics) if found else _no_problems(len(checked.files))
    return (f"{found}\n" if found else "") + said(counted, translate()) + "\n"


def _no_problems(files: int) -> Text:
    return say_n("{n} file: no problems", "{n} files: no problems", files)
