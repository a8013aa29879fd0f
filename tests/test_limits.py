"""Limits to files, time and memory: what the environment may say, and that each holds for every sort of file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from densho import limits
from densho.cli.main import run
from densho.limits import STANDARD, BadLimit, Limits, allowed, ringing
from mutating import ROW_FILE

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("environment", "meant"),
    [
        ({}, STANDARD),
        ({"DENSHO_SECONDS": " "}, STANDARD),
        ({"DENSHO_SECONDS": "0.5"}, STANDARD._replace(seconds=0.5)),
        ({"DENSHO_SECONDS": "0", "DENSHO_MEMORY": "0"}, STANDARD._replace(seconds=0, memory=0)),
        ({"DENSHO_FILE_BYTES": "5000000", "DENSHO_NESTING": "200"}, STANDARD._replace(size=5_000_000, nesting=200)),
    ],
)  # fmt: skip
def test_what_the_environment_says(environment: dict[str, str], meant: Limits) -> None:
    assert allowed(environment) == meant


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DENSHO_SECONDS", "soon"),
        ("DENSHO_SECONDS", "-1"),
        ("DENSHO_SECONDS", "inf"),
        ("DENSHO_SECONDS", "."),
        ("DENSHO_NESTING", "0"),
        ("DENSHO_NESTING", "201"),
        ("DENSHO_FILE_BYTES", "1 MB"),
        ("DENSHO_MEMORY", "³"),
        ("DENSHO_MEMORY", "1" * 5_000),
    ],
)
def test_what_is_no_limit_is_wrong_usage(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadLimit, match=variable):
        allowed({variable: value})
    monkeypatch.setenv(variable, value)
    assert run(["check", "goofspiel"]) == 2
    assert f"{variable} is `" in capsys.readouterr().err


def test_an_alarm_that_is_swallowed_rings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_AGAIN", 0.01)
    heard = 0
    with pytest.raises(KeyError), ringing(0.01, KeyError):  # noqa: PT012 - it is about when it rings
        while True:
            try:
                while True:
                    pass
            except KeyError:
                heard += 1
                if heard == 3:
                    raise


def test_a_limit_inside_another_is_the_outer_ones() -> None:
    with pytest.raises(KeyError), ringing(0.01, KeyError), ringing(60, ValueError):  # noqa: PT012
        while True:
            pass


# --- every sort of file -------------------------------------------------------------------------------

CHARACTER = "character: Kin\nfor: bokken\ndensho: 1\nhas: {techniques: []}\nhistory: []\n"
SCENARIOS = "ruleset: bokken\nscenarios:\n  - {name: x, steps: [{choose: {A: stay, B: stay}}]}\n"
SETUP = "fighters: {A: {cell: 3}, B: {}}\n"
SORTS: dict[str, tuple[str, list[str]]] = {
    "ruleset": ((ROOT / "rulesets/classics/goofspiel/goofspiel.yaml").read_text("utf-8"), ["check", "FILE"]),
    "row": (ROW_FILE, ["check", "FILE"]),
    "prelude": ((ROOT / "rulesets/prelude/strip.yaml").read_text("utf-8"), ["check", "FILE"]),
    "scenarios": (SCENARIOS, ["check", "FILE"]),
    "scenarios that are run": (SCENARIOS, ["test", "FILE"]),
    "character": (CHARACTER, ["check", "FILE"]),
    "character that is shown": (CHARACTER, ["character", "show", "FILE"]),
    "setup": (SETUP, ["play", "bokken", "--no-save", "--setup", "FILE"]),
    "script": ("stay\nstay\n", ["play", "bokken", "--no-save", "--choices", "FILE"]),
}  # fmt: skip


@pytest.mark.parametrize("sort", SORTS)
def test_a_file_may_have_so_many_bytes(
    sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    text, command = SORTS[sort]
    Path("f.yaml").write_text(text + "#" * 2_000_000 + "\n", encoding="utf-8")
    args = ["f.yaml" if one == "FILE" else one for one in command]
    assert run(args) == 1
    said = capsys.readouterr()
    assert "DENSHO_FILE_BYTES" in said.out + said.err
    monkeypatch.setenv("DENSHO_FILE_BYTES", "3000000")
    assert run(args) == 0


@pytest.mark.parametrize("sort", [sort for sort in SORTS if sort != "script"])
def test_a_file_may_be_nested_so_deep(
    sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text, command = SORTS[sort]
    Path("f.yaml").write_text(text + "deep: " + "[" * 64 + "]" * 64 + "\n", encoding="utf-8")
    assert run(["f.yaml" if one == "FILE" else one for one in command]) == 1
    said = capsys.readouterr()
    assert "DENSHO_NESTING" in said.out + said.err


@pytest.mark.parametrize("sort", ["ruleset", "row", "scenarios", "character"])
def test_a_file_is_read_for_so_long(
    sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DENSHO_SECONDS", "0.0001")
    text, command = SORTS[sort]
    Path("f.yaml").write_text(text, encoding="utf-8")
    assert run(["f.yaml" if one == "FILE" else one for one in command]) == 1
    assert "error[too-slow]" in capsys.readouterr().out


def test_memory_that_does_not_suffice_is_told() -> None:
    pytest.importorskip("resource")
    if not sys.platform.startswith("linux"):
        pytest.skip("this system does not limit memory")
    path = os.pathsep.join([str(ROOT / "interpreter"), os.environ.get("PYTHONPATH", "")])
    found = subprocess.run(
        [sys.executable, "-m", "densho", "check", "bokken"],
        env={**os.environ, "PYTHONPATH": path, "DENSHO_MEMORY": "24", "DENSHO_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr.startswith("Error: this needs more than 24 MB of memory")
