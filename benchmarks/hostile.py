"""Spoils shipped files at random and runs the commands on them: nothing may break, hang, or write anything but text.

`python benchmarks/hostile.py [--seed N] [--examples N] [--minutes M] [--only WORD]` copies a small set of rulesets, scenarios, characters, fights
and scripts, spoils one file of it by one to four mutations (`tests/mutating.py`), and runs `check`, `test`, `show`, `play`, `replay` and `character` in
this process. Every run must leave with status 0, 1 or 2, within some seconds of work, and put no control character on the screen. What does not is
made smaller and printed. Run by hand, for as long as one likes; the same seed finds the same.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import unicodedata
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from densho.cli.main import run  # noqa: E402
from densho.limits import limit_memory  # noqa: E402
from mutating import ROW_FILE, spoilt  # noqa: E402

SECONDS = 3
"""What the limit of Densho is set to."""
MOST_SECONDS = 25
"""So many seconds of work may a command take in all: it reads several things, each within the limit."""
MOST_OUTPUT = 3_000_000
MEMORY = 900
SHRINKING = 60
"""So many runs are spent on making a find smaller."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file that is spoilt, below the folder of the corpus, and the commands that meet it."""

    file: str
    commands: tuple[tuple[str, ...], ...]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Find:
    case: Case
    data: bytes
    command: tuple[str, ...]
    what: str

    @property
    def kind(self) -> str:
        """Finds that begin alike are one."""
        return self.what[:30]


SCRIPT = ("--choices", "script.txt", "--seed", "1", "--no-save")


def _game(name: str, path: str, weight: int) -> Iterator[Case]:
    folder = f"./{name}"
    play = ("play", folder, "--bot", "A", "--bot", "B", "--seed", "1", "--no-save")
    yield Case(f"{name}/{path}", (("check", folder), ("test", folder), ("show", folder), play), weight)


CASES: tuple[Case, ...] = (
    *_game("goofspiel", "goofspiel.yaml", 4),
    *_game("rock_paper_scissors", "rock_paper_scissors.yaml", 4),
    *_game("oshi_zumo", "oshi_zumo.yaml", 4),
    *_game("pojedynek", "pojedynek.yaml", 2),
    *_game("bokken", "bokken.yaml", 1),
    *_game("bokken", "progression.yaml", 1),
    Case("bokken/board.yaml", (("check", "./bokken"),)),
    Case("bokken/words/ru.yaml", (("check", "./bokken"), ("show", "./bokken", "kakegoe", "--lang", "ru"))),
    Case("bokken/techniques/kakegoe.yaml", (("check", "./bokken"), ("show", "./bokken", "kakegoe"))),
    Case("kesa.yaml", (("check", "kesa.yaml"), ("play", "bokken", "--with", "kesa.yaml", *SCRIPT)), 3),
    Case("terms.yaml", (("check", "terms.yaml"),)),
    Case("house/house.yaml", (("check", "house"), ("play", "./house", *SCRIPT)), 3),
    Case("tests.yaml", (("check", "tests.yaml"), ("test", "tests.yaml")), 4),
    Case(
        "kin.yaml",
        (
            ("check", "kin.yaml"),
            ("character", "show", "kin.yaml"),
            ("character", "award", "kin.yaml", "stage", "kakegoe"),
            ("play", "bokken", "--fighter", "A=kin.yaml", "--fighter", "B", *SCRIPT),
        ),
        3,
    ),
    Case("setup.yaml", (("play", "bokken", "--setup", "setup.yaml", *SCRIPT),), 2),
    Case(
        "m.fight.yaml",
        (
            ("check", "m.fight.yaml"),
            ("replay", "m.fight.yaml", "--why"),
            ("play", "m.fight.yaml", *SCRIPT[:2], "--no-save"),
        ),
        4,
    ),
    Case("script.txt", (("play", "bokken", *SCRIPT), ("play", "./pojedynek", *SCRIPT)), 4),
)


def corpus(folder: Path) -> None:
    """Lays the files out, unspoilt."""
    rulesets = ROOT / "rulesets"
    for name in ("goofspiel", "rock_paper_scissors", "oshi_zumo"):
        shutil.copytree(rulesets / "classics" / name, folder / name)
    for name in ("bokken", "pojedynek"):
        shutil.copytree(rulesets / name, folder / name)
        tests = sorted((folder / name / "tests").glob("*.yaml"))
        for path in tests[1:]:
            path.unlink()
    shutil.copy(rulesets / "prelude" / "terms.yaml", folder)
    (folder / "kesa.yaml").write_text(ROW_FILE, encoding="utf-8")
    (folder / "house").mkdir()
    (folder / "house" / "house.yaml").write_text(
        'ruleset: house\nversion: "1"\ndensho: 1\nextends: bokken\nset: {double_hit: both_score}\n'
        "exceptions:\n  far: {changes: limit, when: order has forward, to: base + 1}\n",
        encoding="utf-8",
    )
    first = next(iter(sorted((rulesets / "bokken" / "tests").glob("*.yaml"))))
    lines = first.read_text(encoding="utf-8").split("\n")[:80]
    (folder / "tests.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "setup.yaml").write_text(
        "fighters:\n  A: {cell: 3, stance: jodan, techniques: [kakegoe]}\n  B: {cell: 8, facing: left}\n"
        "arena: {cells: 12}\noptions: {double_hit: both_score}\n",
        encoding="utf-8",
    )
    (folder / "script.txt").write_text(
        "forward 1; stance jodan\nB: stay\nlegal\nwhy\nundo\nyes\nA: turn\ndice 2\nB: back 1\nlook\nundo A\nhelp\nquit\n",
        encoding="utf-8",
    )
    with _inside(folder):
        _quiet("character", "new", "bokken", "kin.yaml", "--name", "Kin")
        _quiet("play", "bokken", "--choices", "script.txt", "--seed", "1", "--save", "m.fight.yaml")


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _quiet(*args: str) -> tuple[int, str]:
    """Runs a command; its status and all that it wrote."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = run(list(args))
    return status, out.getvalue()


class Hang(BaseException):
    """The command works for longer than it may."""


def _hang(number: int, frame: object) -> None:
    raise Hang


def wrong(command: Sequence[str]) -> str | None:
    """What is wrong with how a command took the files; None if nothing is."""
    signal.signal(signal.SIGPROF, _hang)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        status, out = _quiet(*command)
    except Hang:
        return f"works for more than {MOST_SECONDS} s"
    except BaseException as error:
        return f"raises {type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if status not in (0, 1, 2):
        return _broken(command) or f"leaves with status {status}: {out[-300:]}"
    if "Traceback" in out:
        return f"shows a traceback: {out[-300:]}"
    if len(out) > MOST_OUTPUT:
        return f"writes {len(out)} characters"
    bad = next((sign for sign in out if sign != "\n" and unicodedata.category(sign) in OBEYED), None)
    return None if bad is None else f"writes the character U+{ord(bad):04X}"


def _broken(command: Sequence[str]) -> str | None:
    """Which mistake of Densho's own it is, and where."""
    os.environ["DENSHO_DEBUG"] = "1"
    try:
        _quiet(*command)
    except Exception as error:
        places = [frame for frame in traceback.extract_tb(error.__traceback__) if "densho" in frame.filename]
        at = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "somewhere"
        return f"breaks at {at}: {type(error).__name__}: {str(error)[:200]}"
    finally:
        del os.environ["DENSHO_DEBUG"]
    return None


OBEYED = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Signs by which a terminal does something, or shows what is not there."""


def attempt(case: Case, data: bytes, folder: Path, unspoilt: bytes) -> Find | None:
    """Runs the case's commands on the spoilt file, and puts the file back."""
    path = folder / case.file
    path.write_bytes(data)
    try:
        with _inside(folder):
            for command in case.commands:
                what = wrong(command)
                if what is not None:
                    return Find(case, data, command, what)
    finally:
        path.write_bytes(unspoilt)
    return None


def example(seed: str, folder: Path, only: str, known: Container[str] = ()) -> Find | None:
    """One spoilt file, as the seed has it; what is wrong with it, unless that is known."""
    chance = random.Random(seed)
    cases = [case for case in CASES if only in case.file]
    case = chance.choices(cases, [one.weight for one in cases])[0]
    unspoilt = (folder / case.file).read_bytes()
    data = unspoilt
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        made = spoilt(data.decode("utf-8", "replace"), chance)
        data = made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")
    found = attempt(case, data, folder, unspoilt)
    return None if found is None or found.kind in known else smaller(found, folder, unspoilt)


def smaller(find: Find, folder: Path, unspoilt: bytes) -> Find:
    """The find with as few lines as some runs can tell."""
    left = SHRINKING
    short = Case(find.case.file, (find.command,))
    lines, size = find.data.split(b"\n"), len(find.data.split(b"\n")) // 2
    while size >= 1 and left > 0:
        at = 0
        while at < len(lines) and left > 0:
            fewer = lines[:at] + lines[at + size :]
            left -= 1
            again = attempt(short, b"\n".join(fewer), folder, unspoilt)
            if again is not None and again.kind == find.kind:
                lines, find = fewer, again
            else:
                at += size
        size //= 2
    return find


def show(seed: str, find: Find) -> None:
    text = find.data[:1_500].decode("utf-8", "backslashreplace")
    print(f"--- {seed}: {find.case.file}: densho {' '.join(find.command)}\n{find.what}\n{text}\n", flush=True)


def search(
    seed: int, examples: int, minutes: float, only: str, tell: Callable[[str, Find], None] = show
) -> int:
    """Runs the examples until the time is over. Returns in how many ways they went wrong."""
    os.environ.update(DENSHO_CACHE="off", DENSHO_LANG="en", DENSHO_SECONDS=str(SECONDS), NO_COLOR="1")
    end = time.monotonic() + minutes * 60
    done = 0
    kinds: set[str] = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus(folder)
        for number in range(examples):
            if time.monotonic() > end:
                break
            found = example(f"{seed}:{number}", folder, only, kinds)
            done += 1
            if found is not None:
                kinds.add(found.kind)
                tell(f"{seed}:{number}", found)
    print(f"{done} examples, {len(kinds)} finds")
    return len(kinds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--only", default="", help="spoil only files whose name holds this")
    given = parser.parse_args()
    limit_memory(MEMORY)
    sys.exit(1 if search(given.seed, given.examples, given.minutes, given.only) else 0)


if __name__ == "__main__":
    main()
