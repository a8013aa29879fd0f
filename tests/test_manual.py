"""The pages of the manual are true: their files are written, changed and checked as they say, and their commands answer as they show.

On a page, a block with `title="FILE"` is that file; a `diff` with a title changes it; in a `console`, each `$ densho …` is run and what follows is
its output, in which a line `…` stands for any lines and `…` within a line for any text. Every page has a folder of its own.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from densho.cli.main import COMMANDS, run

DOCS = Path(__file__).resolve().parents[1] / "docs"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"\n]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ANY = "…"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "```console" in path.read_text(encoding="utf-8"))


def test_there_is_something_to_run() -> None:
    assert DOCS / "tutorial.md" in PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_a_page_is_true(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DENSHO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("DENSHO_LANG", language(page))
    for sort, title, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if title and sort == "diff":
            change(folder / title, text)
        elif title:
            path = folder / title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif sort == "console":
            for command, expected in commands(text):
                words = shlex.split(command)
                assert words[0] == "densho", command
                status = run(words[1:])
                captured = capsys.readouterr()
                said = captured.out + captured.err
                assert status in (0, 1), f"{command}\n{said}"
                assert matches(expected, said.splitlines()), f"$ {command}\n{said}"


def test_the_first_technique_is_that_of_the_readme() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    shown = [text for _sort, _title, text in BLOCK.findall(readme)]
    for sort, title, text in BLOCK.findall((DOCS / "first-technique.md").read_text(encoding="utf-8")):
        if sort == "yaml" and title.startswith("kesa"):
            assert text in shown, title


@pytest.mark.parametrize("page", [DOCS / "playing.md", DOCS / "ru" / "playing.md"], ids=str)
def test_the_setup_for_playing_plays(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (setup,) = (text for sort, _, text in BLOCK.findall(page.read_text(encoding="utf-8")) if sort == "yaml")
    (tmp_path / "teams.yaml").write_text(setup, encoding="utf-8")
    (tmp_path / "orders.txt").write_text("Akira: forward 2\nBotan: stay\n", encoding="utf-8")
    words = [
        "play",
        "seven_samurai",
        "--setup",
        tmp_path / "teams.yaml",
        "--choices",
        tmp_path / "orders.txt",
    ]
    assert run([*map(str, words), "--no-save"]) == 0
    assert "Akira goes from cell 3 to cell 5" in capsys.readouterr().out


SHOWN = sorted({DOCS.parent / "README.md", *DOCS.rglob("*.md")} - set((DOCS / "reference").glob("*")))


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: str(page.relative_to(DOCS.parent)))
def test_commands_that_are_only_shown_exist(page: Path) -> None:
    """Every command in a block, and in a line that names one, with its options."""
    text = page.read_text(encoding="utf-8")
    named = [line for sort, _, block in BLOCK.findall(text) if sort == "sh" for line in block.splitlines()]
    named += re.findall(r"`(densho [^`\n]+)`", text)
    for line in named:
        words = [word.strip("…,") for word in line.partition(" #")[0].split()]
        if words[:1] == ["densho"] and len(words) > 1 and not words[1].startswith("-"):
            for name in words[1].split("|"):
                known = options(name, words[2:])
                assert {word.partition("=")[0] for word in words[2:] if word.startswith("--")} <= known, line


def options(name: str, words: list[str]) -> set[str]:
    """The options of a command, or of the one that the next word names in a group."""
    assert name in COMMANDS, name
    command = import_module(f"densho.cli.{name.replace('-', '_')}").command
    if isinstance(command, click.Group) and words:
        assert words[0] in command.commands, (name, words)
        command = command.commands[words[0]]
    return {"--lang", "--help"} | {
        opt for param in command.params for opt in (*param.opts, *param.secondary_opts)
    }


def language(page: Path) -> str:
    return page.parent.name if page.parent != DOCS else "en"


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console, each with the lines that follow it."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert parts[0] == "", f"a console begins with a command: {text!r}"
    for part in parts[1:]:
        command, *expected = part.splitlines()
        yield command, expected


def matches(expected: list[str], found: list[str]) -> bool:
    """Whether the output is what is shown; nothing shown is anything."""
    if not expected:
        return True
    pattern = ""
    for line in expected:
        if line == ANY:
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split(ANY))) + "\n"
    text = "".join(f"{line.rstrip()}\n" for line in found)
    return (
        re.fullmatch(pattern, text) is not None or re.fullmatch(pattern, text.rstrip("\n") + "\n") is not None
    )


def change(path: Path, diff: str) -> None:
    """Applies the pieces of a diff; each must fit at one place."""
    text = path.read_text(encoding="utf-8")
    for piece in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        old = "".join(f"{line[1:]}\n" for line in piece.splitlines() if line[:1] != "+")
        new = "".join(f"{line[1:]}\n" for line in piece.splitlines() if line[:1] != "-")
        assert text.count(old) == 1, f"{path.name}: {old}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a pipe: no colours, whatever runs the tests."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    assert os.environ["COLUMNS"] == "100"
