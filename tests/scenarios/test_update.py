"""What happened, written in place of what was expected."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.loading import Loader
from densho.scenarios.selecting import Selection
from densho.scenarios.suite import run_files
from densho.scenarios.update import ChangedMeanwhileError, Update, updated, write

TOY = Path(__file__).resolve().parents[1] / "good" / "toy"
EVERY = Selection()

FILE = """\
# A file of scenarios, with remarks.
ruleset: ./toy
scenarios:
  - name: three steps that are otherwise  # the first two of them
    steps:
      - roll: {A: [1], B: [1], arena: [red]}
        expect:
          A: {coins: 4}   # five, in truth
          legal: {A: {count: 3, only: [pass]}}
          waiting: {A: arrange}
      - choose: {A: pay 1}
        expect:
          A:
            choice: pay 2
            # nobody has paid yet
            coins: 5
      - choose: {B: pay 2}
        roll: {A: [2], B: [1], arena: [blue]}
        expect:
          bout: {winner: A}
          outcome: {draw: true}
          events:
            - {event: paid, who: A, coins: 3}
            - {event: paid, who: A, coins: 3}
            - event: prize
              token: red  # was it?

  - name: refused by another rule
    setup: {fighters: {A: {skills: [thrift]}, B: {}}}
    steps:
      - choose: {A: boast; pay 7}
        roll: {A: [4], B: [4], arena: [red]}
        reject: {A: no_boast}
        expect: {A: {coins: 1}}

  - name: passes already
    steps:
      - choose: {A: pay 1}
        roll: {A: [4], B: [4], arena: [red]}

  - name: a choice that is refused after a value that is otherwise
    steps:
      - roll: {A: [4], B: [4], arena: [red]}
        expect: {A: {coins: 1}}
      - choose: {A: pay 6}
"""

AFTER = """\
# A file of scenarios, with remarks.
ruleset: ./toy
scenarios:
  - name: three steps that are otherwise  # the first two of them
    steps:
      - roll: {A: [1], B: [1], arena: [red]}
        expect:
          A: {coins: 5}   # five, in truth
          legal: {A: {count: 14, only: [ONLY]}}
          waiting: {A: bid, B: bid}
      - choose: {A: pay 1}
        expect:
          A:
            choice: pay 1
            # nobody has paid yet
            coins: 5
      - choose: {B: pay 2}
        roll: {A: [2], B: [1], arena: [blue]}
        expect:
          bout: {winner: B}
          outcome: null
          events:
            - {event: paid, who: A, coins: 1}
            - {event: paid, who: B, coins: 2}
            - event: prize
              token: blue  # was it?
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    file = Path("some.yaml")
    file.write_text(FILE, encoding="utf-8")
    return file


def update_of(path: Path, wanted: Selection = EVERY) -> Update:
    found = updated(path, Loader(Cache(None)), wanted)
    assert found is not None
    return found


def failed(path: Path) -> list[str]:
    (file,) = run_files([path], Loader(Cache(None)))
    return [result.scenario.name for result in file.results if result.failure]


def test_what_differs_is_written_and_nothing_else(path: Path) -> None:
    update = update_of(path)
    assert (update.scenarios, update.left) == (
        2,
        ("a choice that is refused after a value that is otherwise",),
    )
    expected = FILE.splitlines()
    expected[: AFTER.count("\n")] = AFTER.splitlines()
    expected = [line.replace("no_boast", "too_dear") for line in expected]
    expected[expected.index("        expect: {A: {coins: 1}}")] = "        expect: {A: {coins: 5}}"
    found = update.after.splitlines()
    only = next(line for line in found if "count: 14" in line)
    assert only.count("pay") == 10
    assert [line.split("only: [")[0] for line in found] == [line.split("only: [")[0] for line in expected]
    assert path.read_text(encoding="utf-8") == FILE
    write(update)
    assert failed(path) == list(update.left)
    assert update_of(path).after == update.after


def test_the_changes_are_shown(path: Path) -> None:
    lines = update_of(path).diff().splitlines()
    assert lines[:2] == ["--- some.yaml (before)", "+++ some.yaml (after)"]
    assert "-          A: {coins: 4}   # five, in truth" in lines
    assert "+          A: {coins: 5}   # five, in truth" in lines
    path.write_text("ruleset: ./toy\nscenarios: []\n", encoding="utf-8")
    assert update_of(path).diff() == ""


def test_only_what_is_wanted(path: Path) -> None:
    update = update_of(path, Selection(("another rule",)))
    assert (update.scenarios, update.left) == (1, ())
    assert "coins: 4}" in update.after
    assert "too_dear" in update.after


BY_HAND = {
    "refused": "- choose: {A: pay 6}",
    "unreadable": "- choose: {A: hop}",
    "legal after all": "- choose: {A: pay 1}\n        reject: {A: too_dear}",
    "no result for a die": "- choose: {A: pay 1, B: pass}",
    "a result left over": "- choose: {A: pay 1}\n        roll: {A: [1, 2]}",
    "has and lacks": "- expect: {legal: {A: {lacks: [pass]}}}",
    "what is hidden": "- expect: {hidden_from: {A: [A.coins]}}",
    "an event that is not told": "- expect: {events: [{event: paid}]}",
    "a comment inside": "- expect:\n          arena:\n            log:\n              - red  # why\n              - red\n",
}


@pytest.mark.parametrize("step", BY_HAND.values(), ids=BY_HAND)
def test_what_no_value_says_is_left(path: Path, step: str) -> None:
    text = f"""\
ruleset: ./toy
scenarios:
  - name: x
    steps:
      - roll: {{A: [4], B: [4], arena: [red]}}
        expect: {{A: {{coins: 1}}}}
      {step}
"""
    path.write_text(text, encoding="utf-8")
    update = update_of(path)
    assert (update.scenarios, update.left, update.after) == (0, ("x",), text)


def test_a_file_that_was_changed_meanwhile_is_left(path: Path) -> None:
    update = update_of(path)
    path.write_text(FILE + "\n", encoding="utf-8")
    with pytest.raises(ChangedMeanwhileError):
        write(update)
    assert path.read_text(encoding="utf-8") == FILE + "\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="the system lets its owner write everything")
def test_a_file_that_may_not_be_written_is_left(path: Path) -> None:
    update = update_of(path)
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write(update)
    assert path.read_text(encoding="utf-8") == FILE


def test_marks_and_rights_of_the_file_stay(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    write(update_of(path))
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf# A file")
    assert data.count(b"\r\n") == data.count(b"\n") == FILE.count("\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in Path().iterdir() if one.name.startswith(".")] == []


def test_a_file_that_cannot_be_run_is_none(path: Path) -> None:
    path.write_text("ruleset: ./tyo\nscenarios: []\n", encoding="utf-8")
    assert updated(path, Loader(Cache(None)), EVERY) is None
