"""`densho check`: validates files and shows what is wrong with them."""

from __future__ import annotations

import click

from densho.cache import open_cache
from densho.checking import Checked, check_targets
from densho.cli.output import targets_of, wants_color
from densho.diagnostics import render
from densho.loading import Loader


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
def command(paths: tuple[str, ...], form: str, secrecy: bool, seed: int) -> int:
    """Validate rulesets, their files, and scenarios.

    A PATH is a ruleset's folder, a single file (its ruleset is found by what it says), any other folder, which is searched,
    or the id of a bundled ruleset. All mistakes of all files are shown in one run.

    \b
    Exit status: 0 nothing found, 1 problems (also mere warnings) or leaks, 2 a path that cannot be opened.
    """
    if secrecy and form != "text":
        raise click.UsageError("--secrecy tells what it finds as text only.")
    targets, cache = targets_of(paths), open_cache()
    checked = check_targets(targets, cache)
    click.echo(_shown(checked, form), nl=False)
    if not secrecy or checked.errors:
        return 1 if checked.diagnostics else 0
    from densho.cli.secrecy import check_leaks  # noqa: PLC0415 - it imports the engine

    return 1 if check_leaks(targets, Loader(cache), seed) else 0


def _shown(checked: Checked, form: str) -> str:
    match form:
        case "json":
            return render.render_json(checked.diagnostics, checked.texts) + "\n"
        case "sarif":
            return render.render_sarif(checked.diagnostics, checked.texts) + "\n"
        case "github":
            return render.render_github(checked.diagnostics, checked.texts)
    found = render.render_text(checked.diagnostics, checked.texts, color=wants_color())
    files = "1 file" if checked.files == 1 else f"{checked.files} files"
    counted = render.summary(checked.diagnostics)
    return f"{found}\n{counted}\n" if found else f"{files}: no problems\n"
