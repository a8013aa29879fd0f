"""`densho show`: what a ruleset holds, as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.completing import complete_name, complete_ruleset
from densho.cli.fights import locating, ruleset_folder, screen, show_problems
from densho.cli.language import lang_option, tongue
from densho.diagnostics.model import Report
from densho.errors import DenshoError
from densho.loading import Loader
from densho.messages import say

if TYPE_CHECKING:
    from densho.ir import nodes as ir
    from densho.loading import Loaded
    from densho.showing.guide import Guide
    from densho.showing.meeting import Meeting
    from densho.showing.page import Page


WIDTH_OF_PIPES = 100


@dataclass(frozen=True, slots=True)
class Matrix:
    """What is to be played: a decision, house rules, slots, and whether also what is refused."""

    decision: str
    options: Sequence[str]
    settings: Sequence[str]
    refused: bool


@click.command("show")
@click.argument("ruleset", shell_complete=complete_ruleset)
@click.argument("name", required=False, shell_complete=complete_name)
@click.option("--steps", is_flag=True, help="The order of a turn, with the rules of each step.")
@click.option(
    "--matrix",
    metavar="DECISION",
    help="What happens when two choices of this decision meet, found out by playing each against each.",
)
@click.option(
    "--option", "options", multiple=True, metavar="OPTION=VALUE", help="For --matrix: a house rule."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="FIGHTER.SLOT=VALUE",
    help="For --matrix: a slot of A, B or `arena` that starts otherwise.",
)
@click.option("--refused", is_flag=True, help="For --matrix: also choices that are refused at the start.")
@click.option("--ir", "core", is_flag=True, help="The core that is run, as JSON.")
@click.option(
    "--with",
    "extra",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A loose file that is added to the ruleset.",
)
@lang_option
def command(
    *,
    ruleset: str,
    name: str | None,
    steps: bool,
    matrix: str | None,
    options: Sequence[str],
    settings: Sequence[str],
    refused: bool,
    core: bool,
    extra: Sequence[Path],
    lang: str | None,
) -> int:
    """Show what a ruleset holds: kinds and their rows, relations, decisions, house rules, slots, definitions, events, the order of a turn.

    With NAME only what is called so, whole: a technique, a weapon, a stance, a refusal, a rule … with the text of its file, its exceptions, and
    what reads it. A name can be written as the files write it (`hit`, `actions.hit`) or in any language of the ruleset. Numbers in brackets are
    the rulebook's paragraphs.

    \b
    Examples:
      densho show bokken
      densho show bokken kakegoe
      densho show bokken --with kesa.yaml kesa
      densho show seven_samurai --steps
      densho show seven_samurai --lang ru yari
      densho show muay_thai --matrix ribbon --option knee_block=none

    \b
    Exit status: 0 shown; 1 the ruleset has mistakes; 2 wrong usage, an unknown name, or a path that cannot be opened.
    """
    if [name is not None, steps, matrix is not None, core].count(True) > 1:
        raise click.UsageError(say("NAME, --steps, --matrix and --ir exclude each other."))
    if matrix is None and (options or settings or refused):
        raise click.UsageError(say("--option, --set and --refused are for --matrix."))
    loader = Loader(open_cache())
    loaded = loader.load(ruleset_folder(ruleset), extra)
    found = loaded.ruleset
    if found is None:
        show_problems(loaded.diagnostics, loader)
        return 1
    if core:
        from densho.showing.core import core_json  # noqa: PLC0415

        click.echo(core_json(found), nl=False)
        return 0
    guide = _guide(loaded, found, loader, lang)
    if matrix is not None:
        meeting = _meeting(found, Matrix(matrix, options, settings, refused), loader)
        if meeting is None:
            return 1
        from densho.showing.interactions import matrix_page  # noqa: PLC0415

        _show(tuple(matrix_page(guide, meeting)))
    else:
        _show(_page(guide, name, steps))
    return 0


def _guide(loaded: Loaded, ruleset: ir.Ruleset, loader: Loader, lang: str | None) -> Guide:
    from densho.showing.guide import Guide  # noqa: PLC0415
    from densho.showing.written import read  # noqa: PLC0415

    return Guide(tongue(ruleset, lang), read(loaded.files), locating(loader))


def _page(guide: Guide, name: str | None, steps: bool) -> Page:
    from densho.showing.finding import NothingSoCalled, named  # noqa: PLC0415
    from densho.showing.flow import steps as steps_page  # noqa: PLC0415
    from densho.showing.overview import overview  # noqa: PLC0415

    if name is None:
        return tuple(steps_page(guide) if steps else overview(guide))
    try:
        return named(guide, name)
    except NothingSoCalled as error:
        raise click.UsageError(_nothing(guide.ruleset.id, name, error.names)) from None


def _nothing(ruleset: str, name: str, known: Sequence[str]) -> str:
    from densho.diagnostics.suggestions import nearest  # noqa: PLC0415

    near = nearest(name, known)
    if not near:
        return say("{ruleset} has nothing called {name!r}.", ruleset=ruleset, name=name)
    return say(
        "{ruleset} has nothing called {name!r}. Did you mean {near!r}?",
        ruleset=ruleset,
        name=name,
        near=near[0],
    )


def _meeting(ruleset: ir.Ruleset, asked: Matrix, loader: Loader) -> Meeting | None:
    """The choices of a decision played against each other; None if what is set has mistakes, which are shown."""
    from densho.fights.setup import SetupReader  # noqa: PLC0415
    from densho.showing.meeting import NAMES, Start, meet  # noqa: PLC0415

    known = [one.name for one in ruleset.decisions]
    if asked.decision not in known:
        raise click.UsageError(_nothing(ruleset.id, asked.decision, known))
    report = Report()
    reader = SetupReader(ruleset, NAMES, report)
    for text in asked.settings:
        reader.setting(text)
    for text in asked.options:
        reader.option_setting(text)
    given = reader.given
    if report.found:
        loader.texts.known.update(given.sources)
        show_problems(report.sorted(), loader)
        return None
    try:
        start = Start(given.options, given.fighters, given.arena)
        return meet(ruleset, asked.decision, start, refused=asked.refused)
    except DenshoError as error:
        raise click.UsageError(say("This cannot be played: {why}.", why=error.message)) from None


def _show(page: Page) -> None:
    from densho.showing.page import show  # noqa: PLC0415

    show(screen(WIDTH_OF_PIPES), page)
