"""Nothing is lost or half written whenever a command is killed: at steps that it takes on the disk, and at moments of chance.

A child is forked that runs a command of the command line and kills itself, or is killed. Whoever then looks finds the campaign without a mistake,
as it was before or as it is afterwards, and the command can be given again. By hand, DENSHO_KILLS=100 kills each command a hundred times by chance,
and at every step.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from acting import FILES, HOP, Line, campaign, loader, tree

import densho.dossier
from densho.campaigns.changes import reading
from densho.campaigns.checking import check
from densho.cli.main import run

KILLS = int(os.environ.get("DENSHO_KILLS", "0"))
BY_CHANCE = 20
"""So often all commands together are killed by chance, unless somebody wants more."""
STEPS = ("fsync", "replace", "mkdir", "unlink", "rename")
"""What of `os` is a step on the disk."""
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")

LEAP = ("propose", str(FILES / "leap.yaml"), "--scenarios", str(FILES / "leap_test.yaml"), "--by", "Ann")
WORD = ("--by", "Max", "--why", "because")

COMMANDS: dict[str, tuple[str, ...]] = {
    "new": ("campaign", "new", ".", str(HOP)),
    "propose": LEAP,
    "review": ("review", "leap-1", "--seed", "1", "--budget", "1"),
    "approve": ("approve", "leap-1", *WORD),
    "return": ("return", "leap-1", *WORD),
    "reject": ("reject", "leap-1", *WORD),
    "amend": ("amend", "--option", "far=three", *WORD),
    "play": ("play", ".", "--choices", "orders"),
}


def prepared(folder: Path, name: str) -> Path:
    """A campaign in which the command can be given."""
    if name == "new":
        (folder / "ours").mkdir()
        return folder / "ours"
    stages = {"propose": "new", "review": "proposed", "amend": "fought", "play": "new"}
    root = campaign(folder, stages.get(name, "reviewed"))
    (folder / "orders").write_text("walk\nrest\n")
    if name == "play":
        main = root / "rules/our_hop.yaml"
        main.write_text(main.read_text() + "# another comment: another copy\n")
    return root


def forked(root: Path, args: tuple[str, ...], dies_at: int = 0) -> int:
    """Runs a command of the command line in a child, in the campaign's folder. Returns its process's id.

    The child kills itself instead of the step of that number on the disk; its last words are how many there were. Nothing waits for the disk: being
    killed is no loss of power.
    """
    child = os.fork()
    if child:
        return child
    status, count = 3, 0

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **values: Any) -> Any:
            nonlocal count
            count += 1
            if count == dies_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **values)

        return call

    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.chdir(root)
        setattr(os, "fsync", lambda handle: None)  # noqa: B010
        for name in STEPS:
            setattr(os, name, counted(getattr(os, name)))
        status = run(["../orders" if arg == "orders" else arg for arg in args])
        (root.parent / "steps").write_text(str(count))
    finally:
        os._exit(status)


def ended(child: int) -> int | None:
    """The child's status; None if it was killed."""
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def sound(root: Path, name: str, before: dict[str, bytes]) -> bool:
    """Looks as the next command would; says whether the killed one has happened."""
    if (
        name == "new"
        and not (root / "campaign.yaml").exists()
        and not (root / ".densho/intent.json").exists()
    ):
        assert tree(root) == {}
        return False
    with reading(root):
        checked = check(root, loader())
    assert [(one.slug, one.span.path, one.message) for one in checked.diagnostics] == []
    after = tree(root)
    assert [path for path in after if path.endswith(".part") and not path.startswith("fights/")] == []
    assert not (root / ".densho/intent.json").exists()
    return after != before


@pytest.fixture
def _one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(densho.dossier, "make", Line)


@pytest.mark.usefixtures("_one_line")
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_steps(name: str, tmp_path: Path) -> None:
    first = prepared(tmp_path, name)
    before = tree(first)
    whole, steps = whole_run(first, tmp_path / "whole", name)
    happened = []
    for step in range(1, steps + 1) if KILLS else (1, steps // 2, steps):
        root = copied(first, tmp_path / f"at-{step}")
        assert ended(forked(root, COMMANDS[name], step)) is None
        happened.append(sound(root, name, before))
        if KILLS or step == steps // 2:
            again(root, name, happened[-1], whole)
    assert happened == sorted(happened), "before a step nothing has happened, after it all"
    assert not happened[0]
    assert happened[-1]


@pytest.mark.slow
@pytest.mark.usefixtures("_one_line")
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_moments_of_chance(name: str, tmp_path: Path) -> None:
    first = prepared(tmp_path, name)
    before = tree(first)
    started = time.monotonic()
    whole, _ = whole_run(first, tmp_path / "whole", name)
    takes = time.monotonic() - started
    chance = random.Random(name)
    for number in range(KILLS or -(-BY_CHANCE // len(COMMANDS))):
        root = copied(first, tmp_path / f"by-{number}")
        child = forked(root, COMMANDS[name])
        time.sleep(takes * chance.random())
        os.kill(child, signal.SIGKILL)
        ended(child)
        happened = sound(root, name, before)
        if KILLS:
            again(root, name, happened, whole)


def copied(first: Path, folder: Path) -> Path:
    shutil.copytree(first, folder / "ours")
    if (first.parent / "orders").exists():
        shutil.copy(first.parent / "orders", folder / "orders")
    return folder / "ours"


def whole_run(first: Path, folder: Path, name: str) -> tuple[set[str], int]:
    """The files that there are when nobody is killed, and how many steps on the disk they take."""
    root = copied(first, folder)
    assert ended(forked(root, COMMANDS[name])) == 0
    return set(tree(root)), int((folder / "steps").read_text())


def again(root: Path, name: str, happened: bool, whole: set[str]) -> None:
    """The command given once more does what it had not done, or finds it done."""
    status = ended(forked(root, COMMANDS[name]))
    done = {"new": 2, "approve": 1, "return": 1, "reject": 1, "amend": 1}
    assert status == (done.get(name, 0) if happened else 0)
    more = {path for path in tree(root) if "/review-2." in path or path.startswith("fights/")}
    assert set(tree(root)) - more == {path for path in whole if not path.startswith("fights/")}
