"""A run of scenarios cut into tasks, and what each task gives: plain values, which can come from another process.

A task is a file, or a stretch of one that is large. Failures are told here, in words, since the positions that they show stay in the process in
which they came about.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from densho.diagnostics.model import Diagnostic, Report
from densho.languages import catalogue
from densho.loading import Loader
from densho.messages import say
from densho.scenarios.coverage import Coverage, coverage_of
from densho.scenarios.files import OpenedFile, open_scenarios
from densho.scenarios.report import failure_text, short_text
from densho.scenarios.run import Result
from densho.scenarios.selecting import Selection
from densho.scenarios.suite import judge, run_one
from densho.source import Span

FEW = 40_000
"""Scenarios of fewer bytes are run in one process: starting others would take longer."""
STRETCH = 65_536
"""A file of more bytes is run in several tasks."""


@dataclass(frozen=True, slots=True)
class Task:
    """The scenarios of a file, or of its `part` (from 0) of `parts`; `size` is what it weighs in a run, in bytes."""

    path: Path
    part: int = 0
    parts: int = 1
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How scenarios are run and what is told of them. `first_only`: a task ends with its first failure."""

    wanted: Selection = field(default_factory=Selection)
    language: str = "en"
    short: bool = False
    coverage: bool = False
    first_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one scenario went. `failure` is all that is told of it (None: it passed), `why` the same in a line; `broken`: it was not run for its mistakes."""

    name: str
    line: int
    seconds: float = 0.0
    failure: str | None = None
    why: str = ""
    broken: bool = False

    @property
    def passed(self) -> bool:
        return self.failure is None and not self.broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of a task. `unrun`: why the file could not be run at all, in a line; else None."""

    task: Task
    outcomes: tuple[Outcome, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    unrun: str | None = None
    coverage: Coverage | None = None

    @property
    def failed(self) -> bool:
        return self.unrun is not None or not all(outcome.passed for outcome in self.outcomes)


def tasks_of(paths: Iterable[Path]) -> tuple[Task, ...]:
    """The tasks of the files, in order."""
    found = []
    for path in paths:
        size = path.stat().st_size if path.is_file() else 0
        parts = 1 + size // STRETCH
        found += [Task(path, part, parts, size // parts) for part in range(parts)]
    return tuple(found)


def jobs_for(tasks: Sequence[Task]) -> int:
    """How many processes are worth their start: one for few scenarios, else one for each processor, and none without a task."""
    if sum(task.size for task in tasks) < FEW:
        return 1
    return max(1, min(_processors(), len(tasks)))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_alone(tasks: Sequence[Task], loader: Loader, manner: Manner) -> Iterator[Done]:
    """Does the tasks in this process, in order."""
    runner = Runner(loader, manner)
    yield from (runner.run(task) for task in tasks)


class Runner:
    """Does tasks, one after another; the file that was opened last is kept for its next part."""

    def __init__(self, loader: Loader, manner: Manner) -> None:
        self.loader = loader
        self.manner = manner
        self._last: OpenedFile | None = None

    def run(self, task: Task) -> Done:
        opened = self._opened(task.path)
        if opened.scenarios is None or opened.vocabulary is None:
            return self._unrun(task, opened) if task.part == 0 else Done(task=task)
        report = Report()
        results = []
        outcomes = list(self._broken(task, opened))
        for result in self._results(task, opened):
            results.append(result)
            judge(result, opened.vocabulary, report)
            outcomes.append(self._outcome(result))
        first = opened.diagnostics if task.part == 0 else ()
        return Done(
            task=task,
            outcomes=tuple(outcomes),
            diagnostics=(*first, *report.sorted()),
            coverage=coverage_of(opened, results) if self.manner.coverage else None,
        )

    def _opened(self, path: Path) -> OpenedFile:
        if self._last is None or self._last.path != path:
            self._last = open_scenarios(path, self.loader)
        return self._last

    def _results(self, task: Task, opened: OpenedFile) -> Iterator[Result]:
        assert opened.scenarios is not None
        assert opened.vocabulary is not None
        every = opened.scenarios.scenarios
        low, high = (len(every) * place // task.parts for place in (task.part, task.part + 1))
        for scenario in every[low:high]:
            if self.manner.wanted(task.path, scenario.name):
                result = run_one(scenario, opened.vocabulary)
                yield result
                if self.manner.first_only and result.failure is not None:
                    return

    def _broken(self, task: Task, opened: OpenedFile) -> Iterator[Outcome]:
        """Scenarios with mistakes belong to the first part."""
        for named in opened.scenarios.broken if opened.scenarios is not None and task.part == 0 else ():
            if self.manner.wanted(task.path, named.text):
                yield Outcome(name=named.text, line=self._line(named.span), broken=True)

    def _outcome(self, result: Result) -> Outcome:
        scenario = result.scenario
        told = None
        if result.failure is not None:
            told = failure_text(result, self._locate, short=self.manner.short, language=self.manner.language)
        return Outcome(
            name=scenario.name,
            line=self._line(scenario.span),
            seconds=result.seconds,
            failure=told,
            why=short_text(result, catalogue(self.manner.language)),
        )

    def _unrun(self, task: Task, opened: OpenedFile) -> Done:
        loaded = opened.loaded
        theirs = loaded.diagnostics if loaded is not None and loaded.ruleset is None else ()
        why = say("its ruleset has mistakes") if theirs else say("it has mistakes")
        return Done(task=task, diagnostics=(*theirs, *opened.diagnostics), unrun=why)

    def _locate(self, span: Span) -> str:
        source = self.loader.texts.get(span.path)
        return span.path if source is None else f"{span.path}:{source.line_column(span.start)[0]}"

    def _line(self, span: Span) -> int:
        source = self.loader.texts.get(span.path)
        return 0 if source is None else source.line_column(span.start)[0]
