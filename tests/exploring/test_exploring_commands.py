"""`densho draft-test` and `densho test --fuzz` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from explored import HOUSES

from densho.cli.draft_test import command as draft_test
from densho.cli.test import command as run_tests

KESA = """\
technique: kesa
for: bokken
densho: 1
strikes:
  kesa_cut: {zone: "[x>][x]", after: gedan}
decisions: {order: {words: {kesa: in addition}}}
forbid:
  order:
    kesa_needs_strike: {at: needs, when: order has kesa and (order lacks strike or stance != jodan)}
exceptions:
  slanting: {changes: cut, when: order has kesa, to: kesa_cut}
"""


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_named_pieces_are_drafted() -> None:
    result = CliRunner().invoke(draft_test, ["bokken", "movement.turn"], standalone_mode=False)
    assert (result.return_value, result.stderr) == (0, "")
    assert result.stdout == (
        "ruleset: bokken\nscenarios:\n"
        "  - name: rule movement.turn\n"
        "    cites: [B9]\n"
        "    steps:\n"
        "      - choose: {A: turn, B: stay}\n"
        "        expect: {A: {facing: left}, events: [{event: turn, who: A, facing: left}]}\n"
    )


def test_a_loose_file_is_drafted(tmp_path: Path) -> None:
    loose = tmp_path / "kesa.yaml"
    loose.write_text(KESA, encoding="utf-8")
    result = CliRunner().invoke(draft_test, ["bokken", "--with", str(loose), "--all"], standalone_mode=False)
    assert result.return_value == 0, result.stderr
    drafted = tmp_path / "drafted.yaml"
    drafted.write_text(result.stdout, encoding="utf-8")
    assert "kesa_needs_strike" in result.stdout
    passed = CliRunner().invoke(run_tests, [str(drafted), "--short"], standalone_mode=False)
    assert passed.return_value == 0, passed.stdout
    again = CliRunner().invoke(draft_test, ["bokken", "--with", str(loose)], standalone_mode=False)
    assert (again.return_value, again.stderr) == (0, f"{loose}: scenarios exercise everything\n")


def test_what_is_not_found_is_told() -> None:
    result = CliRunner().invoke(draft_test, ["stuck_nowhere", "x"])
    assert result.exit_code == 2
    result = CliRunner().invoke(draft_test, ["bokken", "movement.trun"])
    assert result.exit_code == 2
    assert "did you mean `movement.turn`?" in result.stderr


def test_fuzzing_shows_what_is_broken() -> None:
    result = CliRunner().invoke(
        run_tests, [str(HOUSES / "uneven"), "--fuzz", "--fights", "60"], standalone_mode=False
    )
    assert result.return_value == 1
    assert "error[broken-promise]: `fair`" in result.stdout
    assert "rock_paper_scissors.yaml:" in result.stdout
    assert "- choose: {A: show rock, B: show rock}" in result.stdout
    assert result.stdout.endswith("1 promise broken\n")


def test_what_to_do_about_a_fault_is_told(tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text(
        'ruleset: short\nversion: "1"\ndensho: 1\nfighters: 2\nreasons: [goal]\n'
        "slots: {fighter: {cell: 0..9 = 0}}\n"
        "decisions: {order: {groups: {pace: one}, words: {walk: in pace, rest: in pace}}}\n"
        "flow: [{repeat turn at most 2: [ask order, do move]}]\n"
        "rules:\n  move:\n"
        "    walk: when order has walk and cell < 9 then cell += 1\n"
        "    home: when cell = 9 then draw fight by goal\n",
        encoding="utf-8",
    )
    args = [str(tmp_path), "--fuzz", "--fights", "3"]
    result = CliRunner().invoke(run_tests, args, standalone_mode=False)
    assert "let a rule say `leave turn`" in result.stdout


def test_fuzzing_a_good_ruleset() -> None:
    result = CliRunner().invoke(
        run_tests, ["rock_paper_scissors", "--fuzz", "--fights", "9", "--seed", "2"], standalone_mode=False
    )
    assert result.return_value == 0
    assert result.stdout.startswith("rock_paper_scissors: 9 fights, ")
    assert result.stdout.endswith("; no promise broken\n")


@pytest.mark.parametrize("args", [["--fights", "3"], ["--fuzz", "--short"], ["--seed", "2"]])
def test_options_that_do_not_go_together(args: list[str]) -> None:
    assert CliRunner().invoke(run_tests, ["rock_paper_scissors", *args]).exit_code == 2
