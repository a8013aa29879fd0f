"""At a terminal: two people at one keyboard, played through a pseudo-terminal, killed at random moments, gone on with, finished."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from densho.fights.fight import Fight
from densho.fights.opening import open_fight
from densho.play.bot import bot_choice
from playing import LOADER

pexpect = pytest.importorskip("pexpect")
if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)

SOURCE = Path(__file__).resolve().parents[2] / "interpreter"
KILLS = 20
OTHER_SCREEN = re.compile(r"\x1b\[\?1049h.*?\x1b\[\?1049l", re.DOTALL)


class Log:
    """What the terminal was sent."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[..., Any]:
    """Starts the command at a pseudo-terminal; `logfile_read` holds what it wrote."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCE),
        "DENSHO_CACHE": str(tmp_path / "cache"),
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
    }
    environment.pop("NO_COLOR", None)

    def start(*args: str, **extra: str) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "densho", "play", *args],
            env={**environment, **extra},
            encoding="utf-8",
            codec_errors="replace",
            dimensions=(50, 100),
            cwd=tmp_path,
            timeout=30,
        )
        child.logfile_read = Log()
        child.delaybeforesend = None
        return child

    return start


def kept(path: Path) -> Fight:
    opened = open_fight(path, LOADER)
    assert opened.diagnostics == ()
    assert opened.fight is not None
    return opened.fight


def choose(child: Any, name: str, text: str) -> None:
    """One person comes to the keyboard and chooses."""
    child.expect_exact(f"{name}? ")
    child.send("\r")
    child.expect_exact(f"{name}, order> ")
    child.send(f"{text}\r")


def test_what_one_types_the_next_does_not_see(terminal: Callable[..., Any], tmp_path: Path) -> None:
    child = terminal("bokken", "--set", "A.techniques=[kakegoe]", "--seed", "1")
    choose(child, "A", "stance jodan; kakegoe")
    child.expect_exact("A has chosen.")
    shown = OTHER_SCREEN.sub("", child.logfile_read.text)
    assert "jodan" not in shown
    assert "; kakegoe" not in shown
    choose(child, "B", "turn")
    child.expect_exact("A? ")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    shown = OTHER_SCREEN.sub("", child.logfile_read.text)
    assert "A: stance jodan\r\n" in re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert kept(tmp_path / "bokken-1.fight.yaml").record.steps[0].choices == (
        ("A", "stance jodan; kakegoe"),
        ("B", "turn"),
    )


def test_tab_completes_and_history_forgets(terminal: Callable[..., Any]) -> None:
    child = terminal("bokken", "--no-save")
    child.expect_exact("A? ")
    child.send("\r")
    child.expect_exact("A, order> ")
    child.send("stance jo\t\r")
    child.expect_exact("A has chosen.")
    child.expect_exact("B? ")
    child.send("\r")
    child.expect_exact("B, order> ")
    child.send("\x1b[A\x1b[Atur\t\r")  # had the line editor kept anything, it would stand before this
    child.expect_exact("A: stance jodan")
    child.expect_exact("B: turn")
    child.sendintr()
    child.expect_exact("The fight is not over.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_a_choice_and_a_step_are_taken_back(terminal: Callable[..., Any], tmp_path: Path) -> None:
    child = terminal("bokken", "--save", "f.yaml")
    choose(child, "A", "forward 1")
    child.expect_exact("B? ")
    child.send("undo A\r")
    child.expect_exact("The choice of A is taken back.")
    choose(child, "A", "stay")
    choose(
        child, "B", "undo"
    )  # a command at the prompt of a choice: the last step is meant, and there is none
    child.expect_exact("There is no step to take back.")
    choose(child, "B", "back 1")
    choose(child, "A", "undo")
    child.expect_exact("B, do you agree? (yes or no) ")
    child.send("no\r")
    child.expect_exact("The step stays.")
    choose(child, "A", "undo")
    child.expect_exact("(yes or no) ")
    child.send("yes\r")
    child.expect_exact("The step is taken back.")
    child.expect_exact("A? ")
    child.sendeof()
    child.expect_exact("It goes on with: densho play f.yaml")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert [one.choices for one in kept(tmp_path / "f.yaml").record.taken_back] == [
        (("A", "stay"), ("B", "back 1"))
    ]


def test_one_person_against_a_bot_is_not_called_to_the_keyboard(terminal: Callable[..., Any]) -> None:
    child = terminal("bokken", "--bot", "B", "--no-save", "--seed", "2", NO_COLOR="1")
    child.expect_exact("A, order> ")
    child.send("forward 1\r")
    child.expect_exact("A goes from cell 4 to cell 5")
    child.expect_exact("A, order> ")
    assert "\x1b[?1049h" not in child.logfile_read.text
    assert "\x1b[1" not in child.logfile_read.text
    child.send("quit\r")
    child.expect(pexpect.EOF)


@contextmanager
def ended(child: Any) -> Iterator[None]:
    """Whatever happens, the child does not live on."""
    try:
        yield
    finally:
        child.close(force=True)


def play_on(child: Any, path: Path, rng: random.Random, prompts: int) -> bool:
    """Answers so many prompts with legal choices, now and then taking something back. True when the fight is over."""
    answered = 0
    while answered < prompts:
        found = child.expect([r"(\w)\? $", r"(\w), order> $", r"\(yes or no\) $", pexpect.EOF])
        if found == 3:
            return True
        answered += 1
        if found == 0:
            child.send("undo A\r" if rng.random() < 0.1 else "\r")
        elif found == 2:
            child.send("yes\r")
        elif rng.random() < 0.08:
            child.send("undo\r")
        else:
            child.send(f"{bot_choice(kept(path), child.match[1])}\r")
    return False


@pytest.mark.slow
def test_a_fight_that_is_killed_twenty_times_is_finished(
    terminal: Callable[..., Any], tmp_path: Path
) -> None:
    rng = random.Random(20)
    path = tmp_path / "f.yaml"
    args = ["bokken", "--save", "f.yaml", "--seed", "kill", "--option", "points_to_win=1"]
    for _ in range(KILLS):
        child = terminal(*args)
        with ended(child):
            child.expect(r"\w\? $")
            before = kept(path)
            child.buffer = child.after
            over = play_on(child, path, rng, rng.randrange(1, 5))
            time.sleep(rng.random() / 50)
            os.kill(child.pid, signal.SIGKILL)
        after = kept(path)
        history = len(after.record.steps) + len(after.record.taken_back)
        assert history >= len(before.record.steps) + len(before.record.taken_back)
        args = ["f.yaml"]
        if over:
            break
    child = terminal(*args)
    with ended(child):
        over = kept(path).over or play_on(child, path, rng, 600)
        assert over
    end = kept(path)
    assert end.over
    assert end.record.steps


def test_four_people_in_two_teams(terminal: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "teams.yaml").write_text(
        "fighters:\n  Akira: {team: red, cell: 5}\n  Aoi: {team: red, cell: 6}\n"
        "  Botan: {team: blue, cell: 8, facing: left, alive: true}\n  Ben: {team: blue, cell: 14, facing: left}\n",
        encoding="utf-8",
    )
    child = terminal("seven_samurai", "--setup", "teams.yaml", "--save", "f.yaml")
    for turn in (("swing upper", "stay", "turn", "forward 4"), ("stay", "stay", "stay", "stay")):
        for name, text in zip(("Akira", "Aoi", "Botan", "Ben"), turn, strict=True):
            choose(child, name, text)
            child.expect_exact(f"{name} has chosen.")
    child.expect_exact("Akira? ")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    assert len(kept(tmp_path / "f.yaml").record.steps) == 2
    shown = OTHER_SCREEN.sub("", child.logfile_read.text)
    assert "Ben" in shown


def test_the_screen_is_given_back_when_the_command_is_ended(terminal: Callable[..., Any]) -> None:
    child = terminal("bokken", "--no-save")
    child.expect_exact("A? ")
    child.send("\r")
    child.expect_exact("A, order> ")
    child.kill(signal.SIGTERM)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 128 + signal.SIGTERM
    assert child.logfile_read.text.rstrip().endswith("\x1b[?1049l")
