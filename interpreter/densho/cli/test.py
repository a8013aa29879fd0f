"""`densho test`: runs scenarios and shows which fail."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from densho.cache import open_cache
from densho.cli.language import echo, lang_option_alone, translate
from densho.cli.output import CannotOpenError, shown, targets_of
from densho.diagnostics.catalogue import severity_of
from densho.ir.data import digest
from densho.loading import Loader
from densho.messages import quoted, say
from densho.scenarios.coverage import Coverage
from densho.scenarios.report import failure_text, summary
from densho.scenarios.run import Result
from densho.scenarios.suite import FileResult, run_files
from densho.source import Span
from densho.targets import RulesetTarget, ScenariosTarget, Target


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-k", "words", metavar="TEXT", help="Run only scenarios whose file or name holds this text.")
@click.option("--short", is_flag=True, help="Leave out what happened in the step that failed.")
@click.option("--coverage", is_flag=True, help="Also say what of the rulesets no scenario exercises.")
@lang_option_alone
def command(paths: tuple[str, ...], words: str | None, short: bool, coverage: bool) -> int:
    """Run scenarios.

    A PATH is a file of scenarios, a folder that is searched for them, a ruleset's folder or the id of a bundled ruleset (whose
    scenarios are below its tests/). The last line is `N passed, N failed`; a scenario with mistakes counts as failed.

    \b
    Examples:
      densho test bokken
      densho test my_tests -k retreat

    \b
    Exit status: 0 all passed, 1 some failed or a file has mistakes, 2 a path that cannot be opened.
    """
    files = _files(targets_of(paths))
    if not files:
        raise CannotOpenError(say("there are no scenarios in {paths}", paths=quoted(paths)))
    loader = Loader(open_cache())

    def wanted(path: Path, name: str) -> bool:
        return words is None or words.casefold() in f"{path} {name}".casefold()

    results: list[Result] = []
    broken, mistakes = 0, 0
    covered: dict[str, Coverage] = {}
    for one in run_files(files, loader, wanted):
        mistakes += _show(one, loader, short)
        results += one.results
        broken += one.broken
        if coverage:
            _count(one, covered)
    for each in covered.values():
        click.echo(each.text(translate()))
    echo(summary(results, broken))
    return 1 if mistakes or broken or any(result.failure for result in results) else 0


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


def _count(one: FileResult, covered: dict[str, Coverage]) -> None:
    """Adds a file's results to what is known about its ruleset."""
    if one.opened.vocabulary is not None:
        ruleset = one.opened.vocabulary.ruleset
        covered.setdefault(digest(ruleset), Coverage(ruleset)).add(one.results)


def _show(one: FileResult, loader: Loader, short: bool) -> int:
    """Shows mistakes and failures of a file. Returns the number of errors."""
    loaded = one.opened.loaded
    diagnostics = (
        *(loaded.diagnostics if loaded is not None and loaded.ruleset is None else ()),
        *one.diagnostics,
    )
    text = shown(diagnostics, loader.texts)
    if text:
        click.echo(text)

    def locate(span: Span) -> str:
        source = loader.texts.get(span.path)
        return span.path if source is None else f"{span.path}:{source.line_column(span.start)[0]}"

    for result in one.results:
        if result.failure is not None:
            click.echo(failure_text(result, locate, short=short, translate=translate()))
    return sum(severity_of(diagnostic.slug) == "error" for diagnostic in diagnostics)
