"""From an idea to a rule, as it is acted out on the command line, and what each command leaves behind."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from acting import FILES, HOP, Line, character

import densho.dossier
from densho.campaigns.asking import Question
from densho.characters import load
from densho.cli.main import run

Ran = tuple[int, str, str]


@pytest.fixture
def densho_(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Ran]:
    """Runs the command line in an empty folder; dossiers are one line."""
    monkeypatch.setattr(densho.dossier, "make", Line)
    monkeypatch.chdir(tmp_path)

    def call(*args: object) -> Ran:
        status = run([str(arg) for arg in args])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_from_an_idea_to_a_rule(densho_: Callable[..., Ran], tmp_path: Path) -> None:
    leap, test = FILES / "leap.yaml", FILES / "leap_test.yaml"
    assert densho_("campaign", "new", "ours", HOP, "--name", "Us", "--option", "far=five")[0] == 0
    root = tmp_path / "ours"
    ann = character(root)
    there = ("--campaign", root)

    status, out, err = densho_("propose", leap, "--by", "Ann", *there)
    assert (status, out) == (1, "")
    assert "no-scenarios" in err
    assert "--scenarios" in err
    status, out, _ = densho_("propose", leap, "--by", "Ann", "--scenarios", test, *there)
    assert status == 0
    assert out.startswith("Filed as `leap-1`, revision 1.\n2 scenarios passed.\n")

    status, _, err = densho_("approve", "leap-1", "--by", "Max", "--why", "fair", *there)
    assert status == 1
    assert "has not been reviewed" in err
    status, out, err = densho_("review", "leap-1", "--seed", "1", "--budget", "1", *there)
    assert (status, out) == (0, "terminal: # leap-1, revision 1\n")
    assert (root / "proposals/leap-1/review-1.md").read_text() == "# leap-1, revision 1\n"

    status, out, _ = densho_("return", "leap-1", "--by", "Max", "--why", "say why it is so far", *there)
    assert (status, out) == (0, "`leap-1` is returned to its author (decision 1).\n")
    status, out, _ = densho_("propose", leap, "--by", "Ann", "--no-scenarios", *there)
    assert out.startswith("Filed as `leap-1`, revision 2.\nNo scenario says what it does.\n")
    densho_("propose", leap, "--by", "Ann", "--scenarios", test, *there)
    assert densho_("review", "leap-1", "--output", "leap.html", "--format", "html", *there)[0] == 0
    assert Path("leap.html").read_text() == "html: # leap-1, revision 3\n"
    status, out, _ = densho_("approve", "leap-1", "--by", "Max", "--why", "fair", *there)
    assert status == 0
    assert "Ann gets `merit leap`: characters/ann.yaml" in out
    kept = load(ann)
    assert (kept.values["merits"], kept.values["own"]) == (1, ["leap"])
    assert kept.history[0].endswith("merits 0 → 1 – leap-1")

    assert densho_("test", root)[:2] == (0, "2 passed, 0 failed\n")
    status, out, _ = densho_("campaign", "show", root)
    assert status == 0
    for line in ("Us", "Approved: leap", "leap-1 (trick leap) by Ann, revision 3: approved; reviews: 2"):
        assert line in out.splitlines()
    assert "1. leap-1: returned to the author, by Max" in out
    status, out, _ = densho_("campaign", "check", root)
    assert status == 0
    assert "no problems (proposals: 1, decisions: 2, characters: 1, fights: 0)" in out


def test_a_fight_stays_under_the_rules_with_which_it_began(
    densho_: Callable[..., Ran], tmp_path: Path
) -> None:
    densho_("campaign", "new", "ours", HOP)
    root, fight = tmp_path / "ours", tmp_path / "ours/fights/one.fight.yaml"
    Path("orders").write_text("A: walk\nB: rest\n" * 2)
    assert densho_("play", root, "--save", fight, "--choices", "orders")[0] == 0
    Path("more").write_text("A: walk\nB: rest\n" * 3)
    main = root / "rules/our_hop.yaml"
    main.write_text(main.read_text() + "exceptions: {lame: {changes: pace, to: 0}}\n")
    (root / "base").rename(tmp_path / "gone")
    status, out, err = densho_("play", fight, "--choices", "more")
    assert (status, err) == (0, "")
    assert "A wins" in out
    assert densho_("replay", fight)[0] == 0
    (tmp_path / "gone").rename(root / "base")
    assert densho_("check", root)[0] == 0
    status, out, _ = densho_("amend", "--campaign", root)
    assert status == 0
    assert "one.fight.yaml: departs at step 1: “A: moved (by 1)” is missing" in out
    status, out, err = densho_("play", root, "--with", FILES / "leap.yaml")
    assert status == 2
    assert "under its own rules" in err


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (["campaign", "show"], 2, "there is no campaign"),
        (["campaign", "new", ".", "nowhere"], 2, "`nowhere` is neither a path"),
        (["campaign", "new", "x", HOP, "--option", "far"], 2, "OPTION=VALUE"),
        (["campaign", "new", "x", HOP, "--option", "far=ten"], 1, "no value `ten`"),
        (["campaign", "new", "x", HOP, "--name", "a\x1b[2Jb"], 2, "invisible"),
        (["campaign", "new", "full", HOP], 2, "not empty"),
        (["propose", FILES / "leap.yaml", "--by", "Ann"], 2, "there is no campaign"),
        (["propose", "nothing.yaml", "--by", "Ann", "--campaign", "ours", "--no-scenarios"], 2, "is no file"),
        (["propose", FILES / "leap.yaml", "--by", " ", "--campaign", "ours"], 2, "a name is not empty"),
        (["propose", FILES / "leap.yaml", "--by", "a\nb", "--campaign", "ours"], 2, "invisible"),
        (["approve", "leap-1", "--by", "Max", "--why", "", "--campaign", "ours"], 2, "a reason is not empty"),
        (["approve", "leap-7", "--by", "Max", "--why", "x", "--campaign", "ours"], 2, "no proposal `leap-7`"),
        (["approve", "../x", "--by", "Max", "--why", "x", "--campaign", "ours"], 2, "no proposal `../x`"),
        (["review", "leap-7", "--campaign", "ours"], 2, "no proposal `leap-7`"),
        (["amend", "--by", "Max", "--campaign", "ours"], 2, "go together"),
        (["amend", "--campaign", "ours"], 1, "the rules are these already"),
        (["amend", FILES / "leap.yaml", "--campaign", "ours"], 1, "nothing that is approved"),
    ],
)
def test_what_is_told_when_nothing_is_done(
    densho_: Callable[..., Ran], args: list[object], status: int, says: str
) -> None:
    densho_("campaign", "new", "ours", HOP)
    Path("full").mkdir()
    Path("full/x").touch()
    found, out, err = densho_(*args)
    assert (found, out) == (status, "")
    assert says in err
    assert densho_("campaign", "check", "ours")[0] == 0


README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
MANUAL = (Path(__file__).resolve().parents[2] / "docs" / "campaigns.md").read_text(encoding="utf-8")


def block(sort: str, beginning: str, text: str = README) -> str:
    """The one block of a page that begins so."""
    (found,) = re.findall(rf"^```{sort}\n({re.escape(beginning)}.*?)^```$", text, re.M | re.S)
    return str(found)


def test_what_readme_shows_can_be_done(densho_: Callable[..., Ran]) -> None:
    Path("kesa.yaml").write_text(block("yaml", "technique: kesa"), encoding="utf-8")
    Path("kesa_test.yaml").write_text(block("yaml", "ruleset: bokken\nwith: [kesa.yaml]"), encoding="utf-8")
    for line in block("console", "$ densho campaign new").splitlines():
        words = shlex.split(line.removeprefix("$ "))
        if words[1] == "play":
            Path("orders").write_text("forward 1\nstay\n")
            words += ["--choices", "orders"]
        status, _, err = densho_(*words[1:])
        assert (status, err.replace("Kept as ours/proposals/kesa-1/review-1.md.\n", "")) == (0, ""), line
    assert densho_("campaign", "check", "ours")[0] == 0


def test_the_manual_names_commands_and_options_that_there_are(densho_: Callable[..., Ran]) -> None:
    lines = [
        line
        for found in re.findall(r"^```sh\n(.*?)^```$", MANUAL, re.M | re.S)
        for line in found.splitlines()
    ]
    for line in lines:
        words = shlex.split(line, comments=True)
        command = words[1:3] if words[1] == "campaign" else words[1:2]
        status, out, _ = densho_(*command, "--help")
        assert status == 0
        assert {word for word in words if word.startswith("--")} <= set(re.findall(r"--[a-z-]+", out)), line
    assert len(lines) > 12


def test_a_dossier_is_in_the_language_that_is_asked_for(
    densho_: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def make(question: Question) -> Line:
        asked.append(question.language)
        return Line(question)

    densho_("--lang", "ru", "campaign", "new", "ours", HOP)
    densho_("propose", FILES / "leap.yaml", "--no-scenarios", "--by", "Ann", "--campaign", "ours")
    monkeypatch.setattr(densho.dossier, "make", make)
    review = ("review", "leap-1", "--budget", "1", "--campaign", "ours")
    for line in (review, ("--lang", "en", *review), (*review, "--lang", "EN")):
        assert densho_(*line)[0] == 0
    assert asked == ["ru", "en", "en"]


def test_where_a_dossier_cannot_be_written_none_is_made(densho_: Callable[..., Ran], tmp_path: Path) -> None:
    densho_("campaign", "new", "ours", HOP)
    densho_("propose", FILES / "leap.yaml", "--no-scenarios", "--by", "Ann", "--campaign", "ours")
    status, _, err = densho_("review", "leap-1", "--output", "none/leap.html", "--campaign", "ours")
    assert (status, "`none`" in err) == (2, True)
    assert not list((tmp_path / "ours/proposals/leap-1").glob("review-*"))
