"""`densho character`: characters between fights."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.fights import locating
from densho.cli.help import translated
from densho.cli.language import echo, lang_option, tongue, translate
from densho.cli.output import CannotOpenError, ruleset_of_name, shown, targets_of
from densho.loading import Loader
from densho.messages import Text, say
from densho.targets import RulesetTarget, bundled_ids

if TYPE_CHECKING:
    from densho import engine
    from densho.characters.career import Career
    from densho.characters.file import Character, Opened
    from densho.display.tongue import Tongue


class Commands(click.Group):
    """The commands about characters, in the language that is spoken."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        return None if found is None else translated(found, translate())


@click.group("character", cls=Commands)
def command() -> None:
    """Make, show, check and advance characters.

    A character is a file with what a fighter keeps from fight to fight: whichever slots its ruleset says, and what became of it. It can be
    read and mended by hand. What it may be awarded, and when, the ruleset says under `progression:`.
    """


@command.command("new")
@click.argument("ruleset")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("values", nargs=-1, metavar="[SLOT=VALUE]...")
@click.option("--name", help="What the character is called; else as the file.")
@click.option("--player", help="Whose character it is; in a campaign, who gets credit for what he proposed.")
@click.option(
    "--with",
    "extra",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A loose file that is added to the ruleset.",
)
@lang_option
def new(
    ruleset: str,
    file: Path,
    values: Sequence[str],
    name: str | None,
    player: str | None,
    extra: Sequence[Path],
    lang: str | None,
) -> int:
    """Make a new character.

    What is not given is as the ruleset starts it. What a new character may not be is refused by the name of the rule.
    """
    from densho.characters.keeping import CannotKeep, create, new_text  # noqa: PLC0415 - slow to import
    from densho.characters.making import make  # noqa: PLC0415

    loader = Loader(open_cache())
    core = ruleset_of_name(ruleset, loader)
    if core is None:
        return 1
    reference, beside = _reference(ruleset, file), [_beside(one, file) for one in extra]
    made = make(file, name or file.stem, reference, beside, _pairs(values), loader)
    if made.character is None:
        return _problems(made, loader)
    career = _career(made.character)
    refusals = career.limits(made.character.values)
    if refusals:
        _refused(career, refusals, loader, lang, say("Such a new character is refused"))
        return 1
    text = new_text(made.character.name, reference, beside, made.character.values, player or "")
    try:
        create(file, text)
    except CannotKeep as error:
        raise CannotOpenError(error.text) from None
    _show(made.character, career, lang)
    return 0


@command.command("show")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@lang_option
def show(files: Sequence[Path], lang: str | None) -> int:
    """Show characters: what they have, what became of them, and which awards are open."""
    loader, status = Loader(open_cache()), 0
    for number, file in enumerate(files):
        opened = _opened(file, loader)
        if opened.character is None:
            status = _problems(opened, loader)
            continue
        if number:
            click.echo()
        _show(opened.character, _career(opened.character), lang)
    return status


@command.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
def check(files: Sequence[Path]) -> int:
    """Check characters: whether they can be read, and fit their rulesets."""
    loader, status = Loader(open_cache()), 0
    for file in files:
        opened = _opened(file, loader)
        if opened.character is None or opened.diagnostics:
            status = max(status, _problems(opened, loader))
        else:
            echo(say("{file}: no problems", file=file))
    return status


@command.command("award")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("award", nargs=-1)
@click.option("--note", help="What else the line of history should say.")
@click.option("--date", "day", help="The day that stands in the history; else today.")
@lang_option
def award(file: Path, award: Sequence[str], note: str | None, day: str | None, lang: str | None) -> int:
    """Give a character an award of its ruleset's progression, such as `victory 1 2` or `learn evasion`.

    Without an award, those that are open are listed. One that is not due is refused by the name of the rule.
    """
    from densho.characters.card import told, usages  # noqa: PLC0415
    from densho.characters.career import Refused  # noqa: PLC0415 - slow to import
    from densho.characters.keeping import CannotKeep, history_line, write  # noqa: PLC0415

    loader = Loader(open_cache())
    opened = _opened(file, loader)
    if opened.character is None or opened.source is None:
        return _problems(opened, loader)
    character, career = opened.character, _career(opened.character)
    speaking = _tongue(career, lang)
    if not award:
        for usage in usages(career, character.values, speaking):
            click.echo(usage)
        return 0
    try:
        given = career.give(character.values, " ".join(award))
    except Refused as error:
        _refused(career, error.refusals, loader, lang, say("Refused"))
        return 1
    today = day or date.today().isoformat()
    line = history_line(today, given.award, character.values, given.values, note or "")
    try:
        write(character, opened.source.text, given.values, line, loader)
    except CannotKeep as error:
        raise CannotOpenError(error.text) from None
    click.echo(
        f"{speaking.choice('award', given.award)}: {told(career, character.values, given.values, speaking)}"
    )
    return 0


# --- what they share ----------------------------------------------------------------------------------


def _opened(file: Path, loader: Loader) -> Opened:
    from densho.characters.file import open_character  # noqa: PLC0415 - it imports the engine

    if not file.is_file():
        raise CannotOpenError(say("`{path}` is no file", path=file))
    return open_character(file, loader)


def _problems(opened: Opened, loader: Loader) -> int:
    """Shows what is wrong, with the ruleset too. The exit status."""
    of_ruleset = (
        opened.loaded.diagnostics if opened.loaded is not None and opened.loaded.ruleset is None else ()
    )
    click.echo(shown((*of_ruleset, *opened.diagnostics), loader.texts), nl=False, err=True)
    return 1 if opened.character is None else 0


def _career(character: Character) -> Career:
    from densho.characters.career import Career  # noqa: PLC0415 - it imports the engine

    return Career(character.ruleset)


def _tongue(career: Career, lang: str | None) -> Tongue:
    return tongue(career.game, lang)


def _show(character: Character, career: Career, lang: str | None) -> None:
    from densho.characters.card import card  # noqa: PLC0415

    click.echo(card(character, career, _tongue(career, lang)), nl=False)


def _refused(
    career: Career, refusals: Iterable[engine.Refused], loader: Loader, lang: str | None, what: Text
) -> None:
    """Tells every reason, the one that is named first."""
    from densho.display.explaining import Explaining  # noqa: PLC0415
    from densho.display.telling import Telling  # noqa: PLC0415
    from densho.replay.outline import reason_text  # noqa: PLC0415

    speaking = _tongue(career, lang)
    explaining = Explaining(Telling(career.game, speaking), locating(loader))
    reasons = [reason_text(speaking, explaining.refusal(one)) for one in refusals]
    click.echo(f"{speaking.said(what)}: {reasons[0]}", err=True)
    for reason in reasons[1:]:
        click.echo(f"  {speaking.say('also')}: {reason}", err=True)


def _pairs(values: Iterable[str]) -> list[tuple[str, str]]:
    """`SLOT=VALUE`, taken apart."""
    found = []
    for one in values:
        slot, sign, value = one.partition("=")
        if not sign or not slot.strip():
            raise click.UsageError(say("`{text}` is not written as `SLOT=VALUE`", text=one))
        found.append((slot, value))
    return found


def _reference(ruleset: str, file: Path) -> str:
    """How a character's file names the ruleset: a bundled one by its id, another by the way from the file to it."""
    if not Path(ruleset).exists() and ruleset in bundled_ids():
        return ruleset
    (target, *_more) = targets_of([ruleset])
    assert isinstance(target, RulesetTarget)
    way = Path(os.path.relpath(target.folder, file.parent)).as_posix()
    return way if way.startswith(".") else f"./{way}"


def _beside(path: Path, file: Path) -> str:
    return Path(os.path.relpath(path, file.parent)).as_posix()
