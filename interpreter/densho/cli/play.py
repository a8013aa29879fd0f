"""`densho play`: a fight at this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from densho.cache import open_cache
from densho.cli.completing import complete_play, complete_ruleset
from densho.cli.fights import locating, no_such_fighter, opened, ruleset_folder, screen, show_problems
from densho.cli.language import lang_option, tongue
from densho.cli.output import CannotOpenError, ruleset_of_name
from densho.cli.pinning import is_campaign, pin_rules, refuse_loose
from densho.cli.seating import seated
from densho.diagnostics.model import Report
from densho.errors import DenshoError
from densho.fights.keeping import CannotKeep, keeping, lock_of, not_written
from densho.limits import allowed
from densho.loading import Loader
from densho.messages import say
from densho.targets import bundled_ids, folder_of, is_fight, sort_of, top_level

if TYPE_CHECKING:
    from densho.fights.fight import Fight
    from densho.fights.keeping import Keeper
    from densho.ir import nodes as ir
    from densho.play.keyboard import Keyboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the command line asks for."""

    target: str
    extra: Sequence[Path]
    fighters: Sequence[str]
    bots: Sequence[str]
    setup: Path | None
    settings: Sequence[str]
    options: Sequence[str]
    seed: str | None
    rules: str | None


@click.command("play")
@click.argument("target", metavar="RULESET|CAMPAIGN|FIGHT", shell_complete=complete_play)
@click.option(
    "--fighter",
    "fighters",
    multiple=True,
    metavar="NAME[=FILE]",
    help="A fighter, in the order of seats; with a file, the character in it.",
)
@click.option(
    "--bot", "bots", multiple=True, metavar="NAME", help="This fighter is played by a bot, at random."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="FIGHTER.SLOT=VALUE",
    help="A slot that starts otherwise; `arena.SLOT=VALUE` too.",
)
@click.option("--option", "options", multiple=True, metavar="OPTION=VALUE", help="A house rule.")
@click.option(
    "--setup",
    type=click.Path(path_type=Path),
    help="A file with `fighters`, `arena` and `options`, as in scenarios.",
)
@click.option(
    "--with",
    "extra",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A loose file that is added to the ruleset.",
)
@click.option("--seed", metavar="TEXT", help="Where chance comes from: the same seed, the same dice.")
@click.option("--save", "file", type=click.Path(path_type=Path), help="The file in which the fight is kept.")
@click.option("--no-save", is_flag=True, help="Keep nothing.")
@click.option(
    "--choices",
    type=click.File("r", encoding="utf-8", errors="replace"),
    help="Read choices from a file instead of the terminal.",
)
@click.option(
    "--rules",
    metavar="RULESET",
    shell_complete=complete_ruleset,
    help="The ruleset of a kept fight, if it has moved.",
)
@lang_option
def command(
    *,
    file: Path | None,
    no_save: bool,
    choices: TextIO | None,
    lang: str | None,
    **wanted: object,
) -> int:
    """Play a fight at this terminal, or go on with one that was kept.

    Whoever is called types a choice; what one types, the next does not see. `help` there says what can be typed, `legal` what may be
    chosen. The fight is kept in a file after every choice, and goes on with that file in place of the ruleset.

    The fights of a CAMPAIGN are kept in its folder, and go on under the rules that it had when they began.

    Choices can come from a file or a pipe: a line for each, in the order of seats or as `NAME: CHOICE`.

    \b
    Examples:
      densho play bokken
      densho play bokken --bot B --set A.techniques=[kakegoe] --option double_hit=both_score
      densho play seven_samurai --fighter A --fighter B --fighter C --setup teams.yaml
      densho play our_campaign --fighter Kin=our_campaign/characters/kin.yaml --fighter B
      densho play bokken.fight.yaml
      densho play bokken --seed 1 --save match.fight.yaml < orders.txt

    \b
    Exit status: 0 the fight ended, or was left; 1 the ruleset or the fight has mistakes, the rules failed, or a script's choice
    was refused; 2 wrong usage or a path that cannot be opened; 130 interrupted (the fight is kept).
    """
    if file is not None and no_save:
        raise click.UsageError(say("--save and --no-save exclude each other."))
    asked = Options(**wanted)  # type: ignore[arg-type]
    loader = Loader(open_cache())
    path = Path(asked.target)
    kept = path.is_file()
    if kept and not is_fight(path):
        raise CannotOpenError(_no_fight(path))
    name, script = path.resolve().name, _keyboard_is_script(choices)
    if is_campaign(path):
        script = False  # what is fought in a campaign is kept there, whoever plays it
        pinned = pin_rules(path, loader)
        if pinned is None:
            return 1
        asked, name = replace(asked, target=str(pinned.rules)), pinned.fight
    place = _place(path if kept else None, file, no_save, script, name)
    try:
        with keeping(place) as keeper:
            if not kept and place is not None and place.exists():
                raise CannotOpenError(_is_there(place))
            fight = _resumed(path, asked, loader) if kept else _begun(asked, loader, place)
            return 1 if fight is None else _play(fight, loader, keeper, _keyboard(choices), lang)
    except CannotKeep as error:
        raise CannotOpenError(error.message) from None


def _no_fight(path: Path) -> str:
    """What is said of a file that is played and is no fight."""
    if sort_of(path) in ("row", "part"):
        named = top_level(path).get("for") or top_level(path).get("part of", "")
        ruleset = named if folder_of(named, path) is not None else "RULESET"
        return say(
            "`{path}` is no fight that was kept, but a file of a ruleset: `densho play {ruleset} --with {path}` plays with it",
            path=path,
            ruleset=ruleset,
        )
    if sort_of(path) == "character":
        return say(
            "`{path}` is a character: `densho play RULESET --fighter NAME={path}` lets it fight", path=path
        )
    return say("`{path}` is no fight that was kept", path=path)


# --- the fight -----------------------------------------------------------------------------------


def _resumed(path: Path, asked: Options, loader: Loader) -> Fight | None:
    given = (asked.fighters, asked.settings, asked.options, asked.extra, asked.setup, asked.seed)
    if any(given):
        raise click.UsageError(
            say("A fight that was kept goes on as it began: only --bot, --rules and --save are for it.")
        )
    fight = opened(path, loader, asked.rules)
    return None if fight is None else _with_bots(fight, asked.bots)


def _with_bots(fight: Fight, bots: Sequence[str]) -> Fight:
    from densho.fights.names import BOT  # noqa: PLC0415
    from densho.play.table import seated as sitting  # noqa: PLC0415

    for name in bots:
        if name not in fight.names:
            raise click.UsageError(no_such_fighter(name, fight.names))
    return sitting(fight, dict.fromkeys(bots, BOT))


def _begun(asked: Options, loader: Loader, file: Path | None) -> Fight | None:
    if asked.rules is not None:
        raise click.UsageError(say("--rules is for a fight that was kept."))
    table = seated(asked.fighters, loader)
    if table is None:
        return None
    asked = replace(asked, fighters=table.names, extra=table.extra(asked.extra))
    refuse_loose(Path(asked.target), asked.extra)
    rules = _ruleset(asked, loader)
    if rules is None:
        return None
    from densho.engine import RulesetFault  # noqa: PLC0415
    from densho.fights.beginning import DEFAULT_NAMES, Wishes, named_from, new_fight  # noqa: PLC0415
    from densho.fights.names import BOT  # noqa: PLC0415
    from densho.fights.setup import SetupReader  # noqa: PLC0415

    report = Report()
    alone = not asked.fighters and asked.setup is None
    names = tuple(asked.fighters) or (DEFAULT_NAMES[: rules.seats[0]] if alone else ())
    reader = SetupReader(rules, names, report)
    for name in table.characters:
        reader.given.fighters[name].update(table.slots(name, rules))
    if asked.setup is not None:
        reader.file(asked.setup)
    for text in asked.settings:
        reader.setting(text)
    for text in asked.options:
        reader.option_setting(text)
    given = reader.given
    loader.texts.known.update(given.sources)
    if report.found:
        show_problems(report.sorted(), loader)
        return None
    folder = Path() if file is None else file.parent
    bundled = asked.target in bundled_ids() and not Path(asked.target).exists()
    wishes = Wishes(
        ruleset=named_from(folder, asked.target, bundled),
        extra=tuple(named_from(folder, path, False) for path in asked.extra),
        fighters=tuple(given.fighters.items()),
        arena=given.arena,
        options=given.options,
        bots=dict.fromkeys(asked.bots, BOT),
        seed=asked.seed,
    )
    try:
        return new_fight(rules, wishes)
    except RulesetFault as fault:
        _show_fault(fault, loader)
        return None
    except DenshoError as error:
        raise click.UsageError(say("This fight cannot begin: {why}.", why=error.args[0])) from None


def _ruleset(asked: Options, loader: Loader) -> ir.Ruleset | None:
    if not asked.extra:
        return ruleset_of_name(asked.target, loader)
    for path in asked.extra:
        if not path.is_file():
            raise CannotOpenError(say("`{path}` is no file", path=path))
    loaded = loader.load(ruleset_folder(asked.target), asked.extra)
    if loaded.ruleset is None:
        show_problems(loaded.diagnostics, loader)
    return loaded.ruleset


# --- where it is kept ----------------------------------------------------------------------------


def _place(kept: Path | None, file: Path | None, no_save: bool, script: bool, name: str) -> Path | None:
    """The file in which the fight is kept. Raises `CannotOpenError` rather than write over another fight."""
    if kept is not None and (file is None or file.resolve() == kept.resolve()):
        return None if no_save else kept
    if file is not None:
        if file.exists():
            raise CannotOpenError(_is_there(file))
        if not file.parent.is_dir():
            raise CannotOpenError(say("there is no folder `{path}`", path=file.parent))
        return file
    return None if no_save or script else _free(name)


def _free(name: str) -> Path:
    """A file that is not there yet, called by the name and a number."""
    for number in range(1, 10_000):
        path = Path(f"{name}-{number}.fight.yaml")
        if not path.exists() and not lock_of(path).exists():
            return path
    raise CannotOpenError(say("there is no free name for the fight: give one with --save"))


def _is_there(path: Path) -> str:
    return say(
        "`{path}` is there already: go on with it by `densho play {path}`, or take another name", path=path
    )


# --- playing -------------------------------------------------------------------------------------


def _keyboard_is_script(choices: TextIO | None) -> bool:
    from densho.play.keyboard import is_terminal  # noqa: PLC0415

    return choices is not None or not is_terminal()


def _keyboard(choices: TextIO | None) -> Keyboard:
    from densho.play.keyboard import Script, Terminal  # noqa: PLC0415

    if choices is not None:
        return Script(choices, allowed().size)
    return Script(sys.stdin, allowed().size) if _keyboard_is_script(None) else Terminal(sys.stdout)


def _play(fight: Fight, loader: Loader, keeper: Keeper, keyboard: Keyboard, lang: str | None) -> int:
    from densho.engine import RulesetFault  # noqa: PLC0415
    from densho.fights.record import Record  # noqa: PLC0415
    from densho.play.table import Table  # noqa: PLC0415

    def keep(record: Record) -> None:
        try:
            keeper.keep(record)
        except OSError as error:
            assert keeper.path is not None
            raise CannotOpenError(not_written(keeper.path, error)) from None

    table = Table(
        fight=fight,
        tongue=tongue(fight.program.ruleset, lang),
        screen=screen(),
        keyboard=keyboard,
        locate=locating(loader),
        keep=keep,
        kept_as=None if keeper.path is None else str(keeper.path),
    )
    try:
        return table.run()
    except RulesetFault as fault:
        _show_fault(fault, loader)
        return 1


def _show_fault(fault: DenshoError, loader: Loader) -> None:
    """A fault of the rules, at the places of the rules that it names."""
    from densho.cli.faults import fault_problem  # noqa: PLC0415

    show_problems((fault_problem(fault, say("the fight stays where it was before this step")),), loader)
