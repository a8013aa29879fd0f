"""`densho new`: new rulesets, rows and scenarios that already check."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from densho.cache import open_cache
from densho.cli.language import echo, lang_option_alone, translate
from densho.cli.output import CannotOpenError, ruleset_of_name, shown, targets_of
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import nearest
from densho.loading import Loader
from densho.messages import listed, said, say
from densho.source import Source
from densho.targets import RulesetTarget, bundled_ids

if TYPE_CHECKING:
    from densho.authoring.placing import Placed
    from densho.authoring.rows import Wanted
    from densho.ir import nodes as ir

NAME = re.compile(r"[a-z][a-z0-9_]*")
RULESET, SCENARIO = "ruleset", "scenario"


@click.command("new")
@click.argument("sort", metavar="ruleset|scenario|KIND")
@click.argument("name", required=False)
@click.option("--for", "named", metavar="RULESET", help="The ruleset that it is for.")
@click.option("--extends", "base", metavar="RULESET", help="For a ruleset: the one that it changes.")
@click.option("--like", metavar="ROW", help="For a row: the row that it is as, but for what is said.")
@click.option(
    "--set",
    "values",
    multiple=True,
    metavar="COLUMN=VALUE",
    help="A column of a row; for a ruleset that extends another, an option.",
)
@click.option("--called", "names", multiple=True, metavar="LANGUAGE=NAME", help="What people call it.")
@click.option(
    "--with",
    "extra",
    multiple=True,
    type=click.Path(path_type=Path),
    help="For a scenario: a loose file that is added to the ruleset.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="For a scenario: which turn is played.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file or folder; else by the name.")
@lang_option_alone
def command(
    sort: str,
    name: str | None,
    named: str | None,
    base: str | None,
    like: str | None,
    values: Sequence[str],
    names: Sequence[str],
    extra: Sequence[Path],
    seed: int,
    output: Path | None,
) -> int:
    """Make a file that already checks, with comments that say what may stand where.

    KIND is any kind of the ruleset: `technique`, `weapon`, whatever `densho show RULESET` lists. Rows of kinds that have no files of their own are
    printed, to be put into a technique's file or a house ruleset. At a terminal what is missing is asked for.

    \b
    Examples:
      densho new ruleset staves
      densho new ruleset our_bokken --extends bokken --set double_hit=both_score
      densho new technique kesa --for bokken --called ru=кэса
      densho new weapon sasumata --for seven_samurai --like yari --set heavy=true
      densho new stance tora --for bokken --set forward=2
      densho new scenario retreats --for bokken --with kesa.yaml

    \b
    Exit status: 0 made; 1 it would have mistakes, and was not made; 2 wrong usage, or something is at that place.
    """
    from densho.authoring.placing import IsThere  # noqa: PLC0415 - it imports the whole pipeline

    called = _id(_asked(name, say("Name")))
    try:
        if sort == RULESET:
            _only(like is None and not extra and not names and named is None)
            return _ruleset(called, base, _pairs(values), output or Path(called))
        _only(base is None)
        loader = Loader(open_cache())
        wanted = _asked(named, say("For which ruleset ({names})", names=", ".join(bundled_ids())))
        core = ruleset_of_name(wanted, loader)
        if core is None:
            return 1
        path = output or Path(f"{called}.yaml")
        if sort == SCENARIO:
            _only(like is None and not values and not names)
            return _scenario(core, wanted, called, extra, seed, path)
        _only(not extra)
        return _row(core, wanted, sort, called, like, _pairs(values), _pairs(names), path)
    except IsThere as error:
        raise CannotOpenError(error.message) from None


def _only(fits: bool) -> None:
    if not fits:
        raise click.UsageError(
            say("These options do not belong together; `densho new --help` shows which do.")
        )


def _id(name: str) -> str:
    if not NAME.fullmatch(name):
        raise click.UsageError(
            say(
                "`{name}` cannot be a name: small Latin letters, digits and `_`, beginning with a letter.",
                name=name,
            )
        )
    return name


def _asked(value: str | None, question: str) -> str:
    """What was given, or what somebody at a terminal answers."""
    if value is not None:
        return value
    if not sys.stdin.isatty():
        raise click.UsageError(say("{what} is missing.", what=question))
    answer: str = click.prompt(said(question, translate()))
    return answer.strip()


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise click.UsageError(say("`{text}` should be NAME=VALUE.", text=text))
        found[key.strip()] = " ".join(value.split())
    return found


# --- what is made ------------------------------------------------------------------------------------


def _ruleset(name: str, base: str | None, options: Mapping[str, str], folder: Path) -> int:
    from densho.authoring.placing import place  # noqa: PLC0415
    from densho.authoring.rulesets import house_files, ruleset_files  # noqa: PLC0415

    if base is None:
        _only(not options)
        files = ruleset_files(name)
    else:
        files = house_files(name, _reference(base, folder / "x"), options)
    return _told(place({folder / one: text for one, text in files.items()}, folder), folder)


def _scenario(core: ir.Ruleset, named: str, name: str, extra: Sequence[Path], seed: int, path: Path) -> int:
    from densho.authoring.placing import place  # noqa: PLC0415
    from densho.authoring.scenarios import NoScenario, scenario_file  # noqa: PLC0415

    missing = [one for one in extra if not one.is_file()]
    if missing:
        raise CannotOpenError(say("there is no file `{path}`", path=missing[0]))
    loader = Loader(open_cache())
    if extra:
        (target,) = targets_of([named])
        assert isinstance(target, RulesetTarget)
        loaded = loader.load(target.folder, extra)
        if loaded.ruleset is None:
            click.echo(shown(loaded.diagnostics, loader.texts), nl=False, err=True)
            return 1
        core = loaded.ruleset
    beside = [_relative(one, path) for one in extra]
    try:
        text = scenario_file(core, _reference(named, path), name.replace("_", " "), beside, seed)
    except NoScenario as error:
        raise click.UsageError(said(error.message, translate())) from None
    return _told(place({path: text}, path), path)


def _row(
    core: ir.Ruleset,
    named: str,
    sort: str,
    name: str,
    like: str | None,
    values: Mapping[str, str],
    names: Mapping[str, str],
    path: Path,
) -> int:
    from densho.authoring.habits import habits_of  # noqa: PLC0415
    from densho.authoring.placing import first_clean  # noqa: PLC0415
    from densho.authoring.rows import Wanted, languages, row_file, spaced, unknown  # noqa: PLC0415

    kind = _kind(core, sort)
    wrong = unknown(kind, list(values))
    if wrong:
        columns = listed(f"`{one.name}`" for one in kind.columns) or "–"
        raise click.UsageError(
            say(
                "`{kind}` has no column {names}; its columns: {columns}.",
                kind=kind.name,
                names=listed(f"`{one}`" for one in wrong),
                columns=columns,
            )
        )
    if like is not None and like not in {row.name for row in kind.rows}:
        raise click.UsageError(say("There is no {kind} `{name}`.", kind=kind.name, name=like))
    if any(row.name == name for row in kind.rows):
        raise click.UsageError(say("There is a {kind} `{name}` already.", kind=kind.name, name=name))
    spoken = dict(names)
    if sys.stdin.isatty():
        for language in languages(core, kind):
            if language not in spoken:
                spoken[language] = click.prompt(
                    said(say("What is it called ({language})", language=language), translate()),
                    default=spaced(name),
                )
    wanted = Wanted(
        kind=kind, name=name, ruleset=_reference(named, path), like=like, values=values, names=spoken
    )
    if not kind.in_files:
        return _printed(core, named, wanted)
    habits = habits_of(core, kind)
    changed = [*habits.changed[:TRIED], None] if habits.word or habits.grant else [None]
    texts = [lambda one=one: row_file(core, wanted, habits, one) for one in changed]
    return _told(first_clean(path, texts, path), path)


def _printed(core: ir.Ruleset, named: str, wanted: Wanted) -> int:
    """Prints the lines of a row that has no file of its own, once a house ruleset with them has been checked."""
    from densho.authoring.rows import row_lines  # noqa: PLC0415

    kind = wanted.kind
    if not kind.plural:
        raise click.UsageError(
            say(
                "The rows of `{kind}` stand where it is declared: add `{name}` there.",
                kind=kind.name,
                name=wanted.name,
            )
        )
    lines = row_lines(core, wanted)
    from densho.pipeline import load_ruleset  # noqa: PLC0415 - it is heavy

    (target,) = targets_of([named])
    assert isinstance(target, RulesetTarget)
    report, path = Report(), Path(f"{wanted.name}.yaml")
    beside = Source(str(path), f"part of: {core.id}\ndensho: 1\n\n{lines}")
    load_ruleset(target.folder, (path,), report, texts={path.resolve(): beside})
    problems = [one for one in report.sorted() if severity_of(one.slug) == "error"]
    if problems:
        click.echo(shown(problems, {beside.path: beside}), nl=False, err=True)
        return 1
    echo(
        say(
            "# Rows of the kind `{kind}` have no files of their own: put this into the file of another kind's row, or into a house ruleset.",
            kind=kind.name,
        )
    )
    click.echo(lines, nl=False)
    return 0


TRIED = 8
"""So many definitions are tried as the example of an exception."""


def _kind(core: ir.Ruleset, sort: str) -> ir.Kind:
    found = next((one for one in core.kinds if sort in (one.name, one.plural)), None)
    if found is None:
        known = [one.name for one in core.kinds]
        near = nearest(sort, [*known, RULESET, SCENARIO])
        hint = f" {say('Did you mean `{near}`?', near=near[0])}" if near else ""
        raise click.UsageError(
            f"{say('`{ruleset}` has no kind `{name}`; its kinds: {kinds}.', ruleset=core.id, name=sort, kinds=listed(f'`{one}`' for one in known))}{hint}"
        )
    return found


def _reference(named: str, path: Path) -> str:
    """The ruleset as a file at the path names it: a bundled one by its id."""
    if not Path(named).exists() and named in bundled_ids():
        return named
    place = Path(named)
    found = _relative(place.parent if place.is_file() else place, path)
    return found if found.startswith(".") else f"./{found}"


def _relative(one: Path, path: Path) -> str:
    return Path(os.path.relpath(one, path.parent)).as_posix()


def _told(placed: Placed, path: Path) -> int:
    checked = placed.checked
    if checked.problems:
        click.echo(shown(checked.diagnostics, checked.texts), nl=False)
        echo(say("`{path}` would have these problems, and was not made", path=path))
        return 1
    for one in placed.paths:
        echo(say("made {path}", path=one))
    return 0
