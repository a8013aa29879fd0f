"""Densho as other people get it: built, installed into an empty environment, and run in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import densho

ROOT = Path(__file__).resolve().parents[1]
CLEAN = {
    name: value
    for name, value in os.environ.items()
    if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
}


def ran(*args: object, cwd: Path) -> str:
    found = subprocess.run(
        [str(arg) for arg in args], cwd=cwd, env=CLEAN, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this folder in the environment of the tests, which has what building needs."""
    folder = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


def environment(folder: Path) -> Path:
    """A virtual environment that holds nothing. Returns its folder of programs."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def test_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == densho.__version__


def test_wheel_holds_the_data_and_no_rubbish(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "densho/py.typed",
        "densho/data/rulesets/bokken/bokken.yaml",
        "densho/data/rulesets/bokken/tests/",
        "densho/data/schemas/ruleset.schema.json",
        "densho/data/grammar/densho.lark",
        "densho/diagnostics/pages/D301.md",
    ):
        assert any(found.startswith(name) for found in names), name
    assert [name for name in names if "__pycache__" in name or name.startswith("tests/")] == []


@pytest.mark.slow
def test_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path / "env")
    ran(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no problems" in ran(programs / "densho", "check", "bokken", cwd=empty)
    assert ran(programs / "densho", "test", "bokken", cwd=empty).splitlines()[-1].endswith(" 0 failed")
    script = "import densho; print(densho.load('bokken').start(seed=1).waiting)"
    assert ran(programs / "python", "-c", script, cwd=empty) == "{'A': 'order', 'B': 'order'}\n"
    assert list(empty.iterdir()) == []


@pytest.mark.slow
def test_editable_install(tmp_path: Path) -> None:
    programs = environment(tmp_path / "env")
    ran(programs / "python", "-m", "pip", "install", "--quiet", "-e", ROOT, cwd=tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no problems" in ran(programs / "densho", "check", "bokken", cwd=empty)
    where = ran(programs / "python", "-c", "import densho; print(densho.__file__)", cwd=empty)
    assert Path(where.strip()) == ROOT / "interpreter" / "densho" / "__init__.py"
