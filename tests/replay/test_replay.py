"""`densho replay`: who sees what, in which form, in which language, and why things happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.cli.main import run
from densho.fights.save import save
from playing import chosen, fight_of

Ran = tuple[int, str, str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A bout in which A vows, is heard, and wins."""
    fight = fight_of(
        "bokken", fighters={"A": {"cell": 5, "techniques": ["kakegoe"]}, "B": {"cell": 6}}, points_to_win="1"
    )
    fight = chosen(
        fight,
        {"A": "back 1; stance jodan", "B": "stay"},
        {"A": "stay", "B": "turn"},
        {"A": "strike", "B": "stay"},
    )
    path = tmp_path / "match.fight.yaml"
    save(path, fight.record)
    return path


@pytest.fixture
def replay(file: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def call(*args: str) -> Ran:
        status = run(["replay", str(file), *args])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_the_fight_is_told_step_by_step(replay: Callable[..., Ran]) -> None:
    status, out, _ = replay()
    assert status == 0
    assert [line for line in out.splitlines() if line.startswith(("Start", "Step"))] == [
        "Start",
        "Step 1: order",
        "Step 2: order",
        "Step 3: order",
    ]
    assert "  A: back 1; stance jodan" in out
    assert "A goes from cell 5 to cell 4" in out
    assert "A wins (by points)" in out
    assert "|    |    |    | A> |    | B> |" in out


def test_why_names_rule_paragraph_and_place(replay: Callable[..., Ran]) -> None:
    _, out, _ = replay("--why")
    (hit,) = [line for line in out.splitlines() if "only one was hit" in line]
    assert hit.strip().startswith("A: only one was hit  [actions, actions.hit, B25 · bokken.yaml:")
    (moved,) = [line for line in out.splitlines() if "cell 5 → 4" in line]
    assert "movement.step" in moved


def test_in_another_language(replay: Callable[..., Ran]) -> None:
    _, out, _ = replay("--why", "--lang", "ru")
    assert "A переходит с клетки 5 на клетку 4" in out
    assert "A: назад 1; стойка дзёдан" in out
    assert "поражён только один" in out


def test_a_language_that_nothing_has_falls_back_to_english(replay: Callable[..., Ran]) -> None:
    _, out, _ = replay("--lang", "eo")
    assert "A goes from cell 5 to cell 4" in out


@pytest.mark.parametrize(
    ("args", "viewer"),
    [
        (("--format", "json"), "public"),
        (("--format", "json", "--all"), "all"),
        (("--format", "json", "--as", "B"), "B"),
    ],
)
def test_posts_are_public_unless_asked_otherwise(
    replay: Callable[..., Ran], args: tuple[str, ...], viewer: str
) -> None:
    _, out, _ = replay(*args)
    found = json.loads(out)
    assert found["viewer"] == viewer
    assert found["outcome"] == {"winner": "A", "draw": False, "by": "points"}
    assert len(found["steps"]) == 4
    assert ("shout" in found["steps"][0]["position"]["A"]) == (viewer == "all")


@pytest.mark.parametrize("form", ["markdown", "bbcode"])
def test_posts_hold_drawings_in_code(replay: Callable[..., Ran], form: str) -> None:
    status, out, _ = replay("--format", form)
    assert status == 0
    opening = {"markdown": "```", "bbcode": "[code]"}[form]
    lines = out.splitlines()
    drawing = next(at for at, line in enumerate(lines) if line.startswith("|"))
    assert lines[drawing - 2] == opening


@pytest.mark.parametrize(
    "args", [("--as", "C"), ("--as", "A", "--public"), ("--public", "--all"), ("--format", "html")]
)
def test_wrong_usage(replay: Callable[..., Ran], args: tuple[str, ...]) -> None:
    status, _, err = replay(*args)
    assert status == 2
    assert "Error" in err


def test_what_is_no_fight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("ruleset: bokken\n", encoding="utf-8")
    assert run(["replay", str(path)]) == 1
    assert "unknown-header" in capsys.readouterr().err
    assert run(["replay", str(tmp_path / "none.yaml")]) == 2


def test_a_ruleset_that_has_moved(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text(encoding="utf-8").replace("fight: bokken", "fight: ./elsewhere")
    file.write_text(text, encoding="utf-8")
    assert run(["replay", str(file)]) == 1
    assert "missing-file" in capsys.readouterr().err
    assert run(["replay", str(file), "--rules", "bokken"]) == 0
