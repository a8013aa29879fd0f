"""What `densho test` shows and writes: failures as they come, and at the end coverage, the slowest scenarios, reports for programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from densho.cli.language import echo, translate
from densho.cli.output import shown
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic
from densho.diagnostics.snippet import harmless
from densho.loading import Loader
from densho.messages import Text, say
from densho.scenarios.coverage import Coverage, summary_text, too_little
from densho.scenarios.report import summary
from densho.scenarios.selecting import Selection
from densho.scenarios.tasks import Done


class Tested:
    """The results so far. Mistakes of a ruleset are shown once, however many files are for it."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.done: list[Done] = []
        self._shown: dict[Diagnostic, None] = {}

    # --- as they come

    def add(self, done: Done) -> None:
        self.done.append(done)
        self._shown.update(dict.fromkeys(done.diagnostics))

    def speaks_of(self, done: Done) -> bool:
        """Whether there is anything to show."""
        return done.failed or bool(self._new(done))

    def show(self, done: Done) -> None:
        """Mistakes and failures of a task."""
        text = shown(self._new(done), self.loader.texts)
        if text:
            click.echo(text)
        if done.unrun is not None:
            echo(say("NOT RUN {path}: {why}", path=done.task.path, why=done.unrun))
        for outcome in done.outcomes:
            if outcome.failure is not None:
                click.echo(outcome.failure)

    def _new(self, done: Done) -> tuple[Diagnostic, ...]:
        return tuple(one for one in done.diagnostics if one not in self._shown)

    # --- in the end

    @property
    def number(self) -> int:
        """How many scenarios and files there were."""
        return sum(len(done.outcomes) + (done.unrun is not None) for done in self.done)

    @property
    def well(self) -> bool:
        mistakes = any(severity_of(one.slug) == "error" for done in self.done for one in done.diagnostics)
        return not mistakes and not any(done.failed for done in self.done)

    @property
    def summary(self) -> Text:
        outcomes = [outcome for done in self.done for outcome in done.outcomes]
        passed = sum(outcome.passed for outcome in outcomes)
        unrun = sum(done.unrun is not None for done in self.done)
        return summary(passed, len(outcomes) - passed, unrun)

    def coverages(self) -> tuple[Coverage, ...]:
        """By ruleset, or by the loose files for it, in the order in which they came."""
        found: dict[tuple[Path, ...], Coverage] = {}
        for done in self.done:
            if done.coverage is not None:
                of = tuple(path.absolute() for path in (done.coverage.folder, *done.coverage.loose))
                if of in found:
                    found[of].add(done.coverage)
                else:
                    found[of] = done.coverage
        return tuple(found.values())

    def show_slowest(self, number: int) -> None:
        every = [(outcome, done) for done in self.done for outcome in done.outcomes]
        every.sort(key=lambda one: -one[0].seconds)
        for outcome, done in every[:number]:
            place = f"{done.task.path}:{outcome.line}"
            click.echo(harmless(f"{outcome.seconds:8.3f} s  {place}  {outcome.name}"))


def show_coverage(tested: Tested, *, summary: bool, lines: bool, least: float | None) -> bool:
    """Shows what is asked for. Returns whether enough of every ruleset was exercised."""
    coverages = tested.coverages()
    if lines:
        from densho.scenarios.coverage_lines import listing_text, listings  # noqa: PLC0415 - seldom asked for

        for one in coverages:
            for listing in listings(one, tested.loader.texts):
                click.echo(listing_text(listing, one, translate()))
    if summary:
        for one in coverages:
            click.echo(summary_text(one, translate()))
    missed = () if least is None else too_little(coverages, least)
    for text in missed:
        echo(text)
    return not missed


def write_reports(tested: Tested, junit: Path | None, as_json: Path | None, lcov: Path | None) -> None:
    """Writes the files that programs read."""
    if junit is None and as_json is None and lcov is None:
        return
    from densho.scenarios.coverage_files import to_json, to_lcov  # noqa: PLC0415 - seldom asked for
    from densho.scenarios.junit import to_junit  # noqa: PLC0415
    from densho.writing import write_whole  # noqa: PLC0415

    if junit is not None:
        write_whole(junit, to_junit(tested.done, translate()))
    for path, form in ((as_json, to_json), (lcov, to_lcov)):
        if path is not None:
            write_whole(path, form(tested.coverages(), tested.loader.texts).encode("utf-8"))


def update_files(files: Iterable[Path], loader: Loader, wanted: Selection) -> bool:
    """Writes into the files what happened, and shows the changes. Returns whether everything could be written."""
    from densho.scenarios.update import ChangedMeanwhileError, updated, write  # noqa: PLC0415 - seldom asked for

    well = True
    for path in files:
        update = updated(path, loader, wanted)
        if update is None:
            continue
        for name in update.left:
            echo(
                say(
                    "{path}: `{name}` fails in another way than by a value; change it by hand",
                    path=path,
                    name=harmless(name),
                )
            )
        if not update.scenarios:
            continue
        try:
            write(update)
        except ChangedMeanwhileError as error:
            echo(error.message, err=True)
            well = False
            continue
        click.echo(update.diff())
    return well
