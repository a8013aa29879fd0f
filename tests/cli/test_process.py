"""What only a process of its own can show: what is imported, pipes, and the cache between two runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
MODULES = "import sys; from densho.cli.main import run; run(sys.argv[1:]); print(*sorted(sys.modules), file=sys.stderr)"


def process(*args: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "interpreter"), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(
        [sys.executable, *args],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def loaded(*args: str, cwd: Path = ROOT, **environment: str) -> set[str]:
    """The modules that a run of the command line has imported."""
    return set(process("-c", MODULES, *args, cwd=cwd, **environment).stderr.split())


def test_version_and_help_import_only_click() -> None:
    for option in ("--version", "--help"):
        found = loaded(option)
        parts = {name.split(".")[1] for name in found if name.startswith("densho.")}
        assert parts <= {"cli", "data", "errors", "languages", "limits", "messages"}
        assert not found & {"lark", "ruamel", "jsonschema", "platformdirs", "densho.cli.check"}


def test_importing_the_package_costs_nothing() -> None:
    found = set(process("-c", "import sys, densho; print(*sorted(sys.modules))").stdout.split())
    assert {name for name in found if name.startswith("densho")} == {"densho"}


def test_second_check_reads_no_ruleset(tmp_path: Path) -> None:
    shutil.copytree(TESTS / "good" / "toy", tmp_path / "toy")
    cache = str(tmp_path / "cache")
    first = loaded("check", "toy", cwd=tmp_path, DENSHO_CACHE=cache)
    second = loaded("check", "toy", cwd=tmp_path, DENSHO_CACHE=cache)
    assert "densho.pipeline" in first
    assert not second & {"densho.pipeline", "densho.surface.reader", "lark", "jsonschema", "ruamel.yaml"}
    path = tmp_path / "toy" / "toy.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("do judge", "do juge"), encoding="utf-8")
    changed = process("-m", "densho", "check", "toy", cwd=tmp_path, DENSHO_CACHE=cache)
    assert changed.returncode == 1


def test_cached_ruleset_is_run_like_a_fresh_one(tmp_path: Path) -> None:
    shutil.copytree(TESTS / "good" / "toy", tmp_path / "toy")
    cache = str(tmp_path / "cache")
    first, second = (
        process("-m", "densho", "test", "toy", cwd=tmp_path, DENSHO_CACHE=cache) for _ in range(2)
    )
    assert (first.returncode, first.stdout) == (0, second.stdout)
    assert first.stdout.endswith(" passed, 0 failed\n")


def test_a_reader_that_goes_away() -> None:
    script = f"{sys.executable} -m densho show bokken --ir | head -1; echo ${{PIPESTATUS[0]}}"
    found = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stderr == ""
    assert found.stdout.splitlines()[0] == "{"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("show bokken | head -1 > /dev/null", 0),
        ("check bokken > /dev/full", 2),
        ("check bokken >&-", 0),
        ("check bokken >&- 2>&-", 0),
        ("play bokken --no-save --choices <(printf '\\xff\\n') > /dev/null", 1),
    ],
)
def test_odd_outputs_and_inputs(line: str, status: int) -> None:
    script = f"{sys.executable} -m densho {line}; echo ${{PIPESTATUS[0]}}"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    found = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert found.stdout == f"{status}\n"
    assert "internal error" not in found.stderr


def test_pipes_in_a_folder_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    shutil.copy(TESTS / "good" / "toy" / "toy.yaml", tmp_path)
    found = process("-m", "densho", "check", str(tmp_path))
    assert (found.returncode, "it is a pipe" in found.stdout) == (1, True)


def test_output_that_cannot_say_everything() -> None:
    found = process("-m", "densho", "check", "tests/scenarios/wrong/names.yaml", PYTHONIOENCODING="ascii")
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    assert "internal error" not in found.stderr
