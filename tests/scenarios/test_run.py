"""Scenarios that must pass, and scenarios that must fail with exactly the report beside them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.loading import Loader
from densho.scenarios.report import failure_text, summary
from densho.scenarios.suite import FileResult, run_files
from densho.source import Span

HERE = Path(__file__).parent
FAILS = sorted((HERE / "fails").glob("*.yaml"))
GOOD = HERE.parent / "good"


def run(path: Path, loader: Loader) -> FileResult:
    (found,) = run_files([path], loader)
    return found


def test_every_key_of_expect() -> None:
    found = run(GOOD / "toy" / "tests" / "all_keys.yaml", Loader(Cache(None)))
    assert [result.scenario.name for result in found.results if result.failure] == []
    assert found.broken == 0
    assert found.diagnostics == ()


@pytest.mark.parametrize("path", FAILS, ids=[path.stem for path in FAILS])
def test_failures_and_their_reports(
    path: Path, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)
    loader = Loader(Cache(None))

    def locate(span: Span) -> str:
        line, _ = loader.texts[span.path].line_column(span.start)
        return f"{os.path.relpath(span.path)}:{line}"

    found = run(Path("fails") / path.name, loader)
    passed = [result.scenario.name for result in found.results if result.failure is None]
    assert (passed, found.broken, found.diagnostics) == ([], 0, ())
    short = path.stem != "dice"
    texts = [failure_text(result, locate, short=short) for result in found.results]
    golden(path.with_suffix(".txt"), "\n".join(texts))


def test_the_last_line() -> None:
    assert summary(3, 0) == "3 passed, 0 failed"
    assert summary(0, 1, 1) == "0 passed, 1 failed, 1 file could not be run"
    assert summary(0, 0, 2) == "0 passed, 0 failed, 2 files could not be run"


def test_wanted_scenarios_only() -> None:
    (found,) = run_files([FAILS[0]], Loader(Cache(None)), lambda path, name: name.startswith("nothing"))
    assert [result.scenario.name for result in found.results] == ["nothing is owed any more"]


def test_each_set_of_options_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from densho.engine import program  # noqa: PLC0415

    made: list[dict[str, str]] = []
    settle = program.settle
    monkeypatch.setattr(
        program, "settle", lambda core, options: made.append(options) or settle(core, options)
    )
    run(GOOD / "toy" / "tests" / "all_keys.yaml", Loader(Cache(None)))
    assert len(made) == len({tuple(sorted(options.items())) for options in made}) == 4
