"""`densho test`: runs scenarios and shows which fail."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path

import click
from click.core import ParameterSource

from densho.cache import open_cache
from densho.cli.language import echo, lang_option_alone, spoken
from densho.cli.numbers import Finite
from densho.cli.output import CannotOpenError, targets_of
from densho.cli.progress import Bar
from densho.cli.testing import Tested, show_coverage, update_files, write_reports
from densho.loading import Loader
from densho.messages import quoted, say
from densho.scenarios.selecting import Selection
from densho.scenarios.tasks import Done, Manner, Task, jobs_for, run_alone, tasks_of
from densho.targets import RulesetTarget, ScenariosTarget, Target


def _in_folder(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """A file that can be made: better told now than after the run."""
    if value is not None and not value.absolute().parent.is_dir():
        raise click.BadParameter(say("there is no folder `{folder}`", folder=value.parent), ctx, param)
    return value


_FUZZ = ("fights", "budget", "seed")
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-k",
    "words",
    multiple=True,
    metavar="TEXT",
    help="Run only scenarios whose file or name holds this text; `not TEXT`, `A and B`, `A or B`. Several must all hold.",
)
@click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Run in so many processes; by default one for few scenarios, one for each processor for many.",
)
@click.option(
    "--short", is_flag=True, help="Leave out the position and what happened in the step that failed."
)
@click.option(
    "--slowest", type=click.IntRange(min=0), default=0, metavar="N", help="Name the slowest scenarios."
)
@click.option(
    "--update", is_flag=True, help="Let scenarios that fail expect what happened; shows what changes."
)
@click.option("--coverage", is_flag=True, help="Also say what of the rulesets no scenario exercises.")
@click.option(
    "--coverage-lines",
    is_flag=True,
    help="The rulesets' files, each line with how many scenarios exercise it.",
)
@click.option(
    "--coverage-min",
    type=Finite(0, 100),
    metavar="PERCENT",
    help="Fail when less of a ruleset is exercised.",
)
@click.option(
    "--coverage-json", type=_FILE, callback=_in_folder, metavar="FILE", help="Write coverage as JSON."
)
@click.option(
    "--coverage-lcov", type=_FILE, callback=_in_folder, metavar="FILE", help="Write coverage as LCOV."
)
@click.option(
    "--junit", type=_FILE, callback=_in_folder, metavar="FILE", help="Write results as JUnit's XML."
)
@click.option(
    "--fuzz",
    is_flag=True,
    help="Instead of scenarios: play at random against what the rulesets promise under `invariants:`.",
)
@click.option(
    "--fights", type=click.IntRange(min=1), metavar="N", help="With --fuzz: so many fights (else 200)."
)
@click.option(
    "--budget",
    type=Finite(min=0, min_open=True),
    metavar="SECONDS",
    help="With --fuzz: so long, for each ruleset.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="With --fuzz: the seed of the fights.")
@lang_option_alone
def command(
    paths: tuple[str, ...],
    words: tuple[str, ...],
    fail_fast: bool,
    jobs: int | None,
    short: bool,
    slowest: int,
    update: bool,
    coverage: bool,
    coverage_lines: bool,
    coverage_min: float | None,
    coverage_json: Path | None,
    coverage_lcov: Path | None,
    junit: Path | None,
    fuzz: bool,
    fights: int | None,
    budget: float | None,
    seed: int,
) -> int:
    """Run scenarios.

    A PATH is a file of scenarios, a folder that is searched for them, a ruleset's folder or the id of a bundled ruleset (whose
    scenarios are below its tests/). The last line is `N passed, N failed`, and how many files could not be run, if there are
    any; a scenario with mistakes counts as failed.

    \b
    Examples:
      densho test bokken
      densho test my_tests -k retreat -k "not jodan"
      densho test my_rules --coverage-lines --coverage-min 90 --junit results.xml
      densho test my_rules --fuzz --fights 500 --seed 7

    With --fuzz each ruleset is played at random from its own start, those of its scenarios, and others that people might choose. A
    promise that is broken is shown with the shortest scenario found in which it is.

    \b
    Exit status: 0 all passed; 1 some failed, a file has mistakes, no scenario holds the texts, too little is exercised, or a
    promise is broken; 2 a path that cannot be opened.
    """
    only_what_fits(fuzz=fuzz)
    if fuzz:
        from densho.cli.fuzzing import fuzz_targets  # noqa: PLC0415 - scenarios run without it

        return 0 if fuzz_targets(targets_of(paths), Loader(open_cache()), seed, fights, budget) else 1
    files = _files(targets_of(paths))
    if not files:
        raise CannotOpenError(say("there are no scenarios in {paths}", paths=quoted(paths)))
    loader = Loader(open_cache())
    counted = coverage or coverage_lines or coverage_min is not None or bool(coverage_json or coverage_lcov)
    manner = Manner(
        wanted=Selection(words), language=spoken(), short=short, coverage=counted, first_only=fail_fast
    )
    written = update_files(files, loader, manner.wanted) if update else True
    tested = Tested(loader)
    _run(tasks_of(files), manner, jobs, tested)
    tested.show_slowest(slowest)
    write_reports(tested, junit, coverage_json, coverage_lcov)
    enough = show_coverage(tested, summary=coverage, lines=coverage_lines, least=coverage_min)
    if not tested.number and words:
        echo(say("no scenario's file or name holds {texts}", texts=quoted(words)), err=True)
        enough = False
    echo(tested.summary)
    return 0 if tested.well and enough and written else 1


def only_what_fits(*, fuzz: bool) -> None:
    """Options of scenarios and options of random play do not go together."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if given and param.name not in ("paths", "fuzz") and param.expose_value:
            option = param.opts[0]
            if fuzz and param.name not in _FUZZ:
                raise click.UsageError(say("{option} does not go with --fuzz.", option=option))
            if not fuzz and param.name in _FUZZ:
                raise click.UsageError(say("{option} goes with --fuzz only.", option=option))


def _files(targets: Iterable[Target]) -> tuple[Path, ...]:
    found: dict[Path, None] = {}
    for target in targets:
        match target:
            case RulesetTarget(_, scenarios):
                found.update(dict.fromkeys(scenarios))
            case ScenariosTarget(path):
                found[path] = None
            case _:
                continue
    return tuple(found)


def _run(tasks: Sequence[Task], manner: Manner, jobs: int | None, tested: Tested) -> None:
    """Does the tasks and shows each one's failures as soon as those before it are shown."""
    bar, size = Bar(say("scenarios"), sum(task.size for task in tasks)), 0
    with closing(_results(tasks, manner, jobs, tested.loader)) as results:
        try:
            for done in results:
                if isinstance(done, int):
                    bar.reach(done)
                    continue
                if tested.speaks_of(done):
                    bar.hide()
                    tested.show(done)
                tested.add(done)
                size += done.task.size
                bar.reach(size)
                if manner.first_only and done.failed:
                    return
        finally:
            bar.hide()


def _results(
    tasks: Sequence[Task], manner: Manner, jobs: int | None, loader: Loader
) -> Generator[Done | int, None, None]:
    number = jobs_for(tasks) if jobs is None else min(jobs, len(tasks))
    if number == 1:
        yield from run_alone(tasks, loader, manner)
        return
    from densho.scenarios.workers import run_together  # noqa: PLC0415 - few runs need processes

    yield from run_together(tasks, manner, number)
