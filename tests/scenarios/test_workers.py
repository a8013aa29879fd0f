"""Tasks: files cut into stretches, done alone or in several processes, with the same outcome."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from densho.cache import Cache
from densho.loading import Loader
from densho.scenarios import tasks as tasks_module
from densho.scenarios import workers
from densho.scenarios.tasks import FEW, STRETCH, Done, Manner, Runner, Task, jobs_for, run_alone, tasks_of

GOOD = Path(__file__).resolve().parents[1] / "good"
FAILS = Path(__file__).parent / "fails"

forking = pytest.mark.skipif(
    workers._context().get_start_method() != "fork", reason="needs what this process changed"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(GOOD / "toy", tmp_path / "good" / "toy")
    shutil.copytree(FAILS, tmp_path / "tests" / "fails")
    monkeypatch.chdir(tmp_path)
    return Path("tests/fails")


def timeless(done: Done) -> Done:
    return replace(done, outcomes=tuple(replace(one, seconds=0.0) for one in done.outcomes))


def results(given: Iterator[Done | int]) -> list[Done]:
    return [timeless(one) for one in given if isinstance(one, Done)]


def test_large_files_are_cut(tmp_path: Path) -> None:
    small, large = tmp_path / "small.yaml", tmp_path / "large.yaml"
    small.write_bytes(b" " * 10)
    large.write_bytes(b" " * (2 * STRETCH))
    assert tasks_of([large, small, tmp_path / "none.yaml"]) == (
        *(Task(large, part, 3, 2 * STRETCH // 3) for part in range(3)),
        Task(small, 0, 1, 10),
        Task(tmp_path / "none.yaml", 0, 1, 0),
    )


def test_parts_make_up_the_file(folder: Path) -> None:
    path = folder / "choices.yaml"
    (whole,) = run_alone([Task(path)], Loader(Cache(None)), Manner())
    parts = list(run_alone([Task(path, part, 3) for part in range(3)], Loader(Cache(None)), Manner()))
    assert [one.name for done in parts for one in done.outcomes] == [one.name for one in whole.outcomes]
    assert all(done.outcomes for done in parts)


def test_few_scenarios_are_run_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks_module, "_processors", lambda: 4)
    small, large = Task(Path("a"), size=FEW // 10), Task(Path("b"), size=FEW)
    assert jobs_for([small] * 3) == 1
    assert jobs_for([large]) == 1
    assert jobs_for([large, small, small]) == 3
    assert jobs_for([large] * 9) == 4
    assert jobs_for([]) == 1


def test_several_processes_tell_the_same_in_the_same_order(folder: Path) -> None:
    tasks = tasks_of(sorted(folder.glob("*.yaml")))
    manner = Manner(coverage=True, language="ru")
    alone = results(run_alone(tasks, Loader(Cache(None)), manner))
    assert results(workers.run_together(tasks, manner, 2)) == alone
    assert [done.task for done in alone] == list(tasks)
    assert any(one.failure for done in alone for one in done.outcomes)


def test_a_task_ends_with_its_first_failure_if_that_is_wanted(folder: Path) -> None:
    task = Task(folder / "choices.yaml")
    (done,) = run_alone([task], Loader(Cache(None)), Manner(first_only=True))
    assert len(done.outcomes) == 1


@forking
def test_a_process_that_dies_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Runner.run

    def deadly(self: Runner, task: Task) -> Done:
        if task.path.name == "dice.yaml":
            os._exit(9)
        return run(self, task)

    monkeypatch.setattr(Runner, "run", deadly)
    paths = [folder / name for name in ("choices.yaml", "dice.yaml", "values.yaml")]
    found = results(workers.run_together(tasks_of(paths), Manner(), 2))
    assert [done.task.path for done in found] == paths
    assert [done.unrun for done in found] == [None, "the process that ran it has died", None]
    assert all(done.outcomes for done in found if done.unrun is None)
    assert multiprocessing.active_children() == []


@forking
def test_faults_of_our_own_come_through(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Runner, task: Task) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Runner, "run", wrong)
    with pytest.raises(ZeroDivisionError):
        results(workers.run_together(tasks_of([folder / "dice.yaml"]), Manner(), 2))
    assert multiprocessing.active_children() == []


def test_whoever_stops_early_leaves_no_process_behind(folder: Path) -> None:
    with closing(workers.run_together(tasks_of(sorted(folder.glob("*.yaml"))), Manner(), 2)) as found:
        assert isinstance(next(one for one in found if isinstance(one, Done)), Done)
    assert multiprocessing.active_children() == []
