"""Does tasks in several processes, and gives what came of them in the order of the tasks, whoever is ready first.

Each process has a loader of its own, so that a ruleset is read and its programs are made once in each. A process that dies (for want of memory, say)
takes the others of its pool with it: what was not done is then done again, each task in a process of its own, until it is known which one cannot be
done. Ctrl-C ends all processes at once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import BaseContext

from densho.cache import open_cache
from densho.loading import Loader
from densho.messages import say
from densho.scenarios.tasks import Done, Manner, Runner, Task

PATIENCE = 0.2
"""So many seconds are waited for a task before somebody is told that the run goes on."""

_runner: Runner | None = None


def run_together(tasks: Sequence[Task], manner: Manner, jobs: int) -> Generator[Done | int, None, None]:
    """Does the tasks in so many processes. While nothing is ready it is told now and then how much (in bytes) is done by now."""
    pool = _Pool(manner, jobs)
    futures: dict[int, Future[Done]] = {}
    at = 0
    try:
        for number in sorted(range(len(tasks)), key=lambda one: -tasks[one].size):
            futures[number] = pool.submit(tasks[number])
        for at in range(len(tasks)):
            yield from _awaited(futures[at], lambda: _size(tasks, futures))
        pool.close()
    except BrokenProcessPool:
        finished = _finished(futures)
        yield from _one_by_one(
            [(tasks[number], finished.get(number)) for number in range(at, len(tasks))], manner
        )
    finally:
        pool.end()


def _awaited(future: Future[Done], progress: Callable[[], int]) -> Iterator[Done | int]:
    while not wait_for((future,), timeout=PATIENCE).done:
        yield progress()
    yield future.result()


def _size(tasks: Sequence[Task], futures: dict[int, Future[Done]]) -> int:
    return sum(tasks[at].size for at, future in futures.items() if future.done())


def _finished(futures: dict[int, Future[Done]]) -> dict[int, Done]:
    return {
        at: future.result() for at, future in futures.items() if future.done() and future.exception() is None
    }


def _one_by_one(left: Sequence[tuple[Task, Done | None]], manner: Manner) -> Iterator[Done | int]:
    """Each task that is not done, in a process of its own."""
    for task, done in left:
        if done is not None:
            yield done
            continue
        pool = _Pool(manner, 1)
        try:
            yield from _awaited(pool.submit(task), lambda: 0)
        except BrokenProcessPool:
            yield Done(task=task, unrun=say("the process that ran it has died"))
        finally:
            pool.end()


# --- processes ---------------------------------------------------------------------------------------


class _Pool:
    """Processes that do tasks."""

    def __init__(self, manner: Manner, jobs: int) -> None:
        self._others = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_begin, initargs=(manner,))

    def submit(self, task: Task) -> Future[Done]:
        with _undisturbed():
            return self._pool.submit(_do, task)

    def close(self) -> None:
        """Waits until all have left; nothing may be under way."""
        self._pool.shutdown()

    def end(self) -> None:
        """Ends what still runs at once: whoever wanted it has gone."""
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits while processes are begun: one that met it between being forked and beginning would go on as if it were its parent.

    They inherit that it waits, until they do not answer it any more.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _context() -> BaseContext:
    """Forking is quickest, but safe on Linux only."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _begin(manner: Manner) -> None:
    """What a process does first. Ctrl-C reaches it too, but is for the one that began it to answer, and without that one it leaves."""
    global _runner  # noqa: PLW0603 - a process does tasks for one run alone
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _runner = Runner(Loader(open_cache()), manner)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(task: Task) -> Done:
    assert _runner is not None
    return _runner.run(task)
