"""Campaigns of strangers: nothing outside is read or written, and whatever is wrong with a record is told at its place."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from acting import campaign, loader, tree

from densho.campaigns.changes import Busy, CannotChange, alone, carry_out, change, reading
from densho.campaigns.checking import check
from densho.campaigns.names import is_portable, is_proposal_id, name_fault, portable, why_fault
from densho.campaigns.opening import Problems, opened
from densho.campaigns.places import Outside, place
from densho.cli.main import run

SECRET = "the moon is made of cheese"


def checked(root: Path) -> set[str]:
    """The slugs of what a check finds."""
    with reading(root):
        return {one.slug for one in check(root, loader()).diagnostics}


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def swap(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text()
    assert old in text, text
    (root / path).write_text(text.replace(old, new))


# --- names and paths ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "../x", "a/../../x", "/etc/passwd", "a\\..\\x", "C:/x", "a\x1bb", "link/x", "link"],
)
def test_no_path_leads_out(path: str, tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours/link").symlink_to(tmp_path)
    with pytest.raises(Outside):
        place(tmp_path / "ours", path)


def test_names() -> None:
    assert [name_fault(one) is None for one in ("Ann", "Аня Ж. (мастер)", "", " Ann", "a\nb", "a\x1b[2J", "x" * 81)] == [
        True, True, False, False, False, False, False,
    ]  # fmt: skip
    assert [why_fault(one) is None for one in ("because\nof that", "", " \n", "\x07", "x" * 2001)] == [
        True, False, False, False, False,
    ]  # fmt: skip
    assert [is_portable(one) for one in ("a.yaml", "NUL.yaml", "con", "com1.txt", "a/b", "..", ".a", "a.", "é.yaml", "a b")] == [
        True, False, False, False, False, False, False, False, False, False,
    ]  # fmt: skip
    assert [is_proposal_id(one) for one in ("leap-1", "leap", "../leap-1", "leap-0", "Leap-1", "con-1", "a\n-1")] == [
        True, False, False, False, False, True, False,
    ]  # fmt: skip
    assert portable("a.yaml", "b.yaml", ["A.yaml", "a-2.yaml"]) == "a-3.yaml"


LEADS_OUT: dict[str, Callable[[Path], object]] = {
    "a link among the rules": lambda root: (root / "rules/evil.yaml").symlink_to(root.parent / "secret"),
    "a link to a folder": lambda root: (root / "characters/evil").symlink_to(root.parent),
    "a link for a proposal": lambda root: (root / "proposals/evil-1").symlink_to(root.parent),
    "a pipe": lambda root: os.mkfifo(root / "fights/evil.yaml"),
    "rules that extend": lambda root: swap(
        root, "rules/our_hop.yaml", "extends: ../base", f"extends: {root.parent}/secret"
    ),
    "rules that extend upwards": lambda root: swap(
        root, "rules/our_hop.yaml", "extends: ../base", "extends: ../../secret"
    ),
    "scenarios": lambda root: write(root, "rules/tests/x.yaml", "ruleset: ../../../secret\nscenarios: []\n"),
    "loose files of scenarios": lambda root: write(
        root, "rules/tests/x.yaml", "ruleset: our_hop\nwith: [../../../secret]\nscenarios: []\n"
    ),
    "a decision": lambda root: write(
        root,
        "decisions/0001-amend.yaml",
        f'decision: 1\ndensho: 1\nverdict: amend\nby: x\nwhen: "2030-01-02T03:04:05Z"\nwhy: x\nrules: {{ir: "{"0" * 64}", bytes: "{"0" * 64}"}}\n'
        f'after: {{ir: "{"0" * 64}", bytes: "{"0" * 64}"}}\nfiles:\n  ../secret: "{"0" * 64}"\n',
    ),
    "a character": lambda root: write(
        root, "characters/x.yaml", "character: X\nfor: ../../secret\ndensho: 1\n"
    ),
    "loose files of a character": lambda root: write(
        root, "characters/x.yaml", "character: X\nfor: ../rules\nwith: /etc/hostname\ndensho: 1\n"
    ),
    "a fight": lambda root: swap(root, "fights/one.fight.yaml", "../pinned/", "../../secret/"),
    "loose files of a fight": lambda root: swap(
        root, "fights/one.fight.yaml", "format: 1", 'format: 1\nwith: ["../../secret"]'
    ),
}


@pytest.mark.parametrize("way", LEADS_OUT)
def test_nothing_outside_is_read(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = campaign(tmp_path, "fought")
    (tmp_path / "secret").write_text(f"ruleset: {SECRET}\n")
    LEADS_OUT[way](root)
    status = run(["campaign", "check", str(root)])
    said = capsys.readouterr()
    assert status == 1
    assert "outside-campaign" in said.out + said.err or way == "a decision"
    assert SECRET not in said.out + said.err
    if "fight" in way:
        assert run(["replay", str(root / "fights/one.fight.yaml")]) == 1
        said = capsys.readouterr()
        assert "outside-campaign" in said.err
        assert SECRET not in said.err


@pytest.mark.parametrize("path", ["../stolen", "/tmp/stolen", "rules/../../stolen", "link/stolen"])
def test_an_intent_of_strangers_writes_nothing_outside(path: str, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    (root / "link").symlink_to(tmp_path)
    write(root, ".densho/intent.json", json.dumps({"format": 1, "what": "x", "writes": {path: SECRET}}))
    with pytest.raises(Outside), alone(root):
        pass
    assert not (tmp_path / "stolen").exists()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 2, "writes": {}}', '{"format": 1, "writes": {"a": 1}}', "[" * 10_000]
)
def test_an_intent_that_is_none_is_told(text: str, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    write(root, ".densho/intent.json", text)
    with pytest.raises(CannotChange, match="no change that Densho began"), alone(root):
        pass


@pytest.mark.parametrize("name", ["", "/lock"])
def test_the_lock_is_no_link(name: str, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/lock").write_text(SECRET)
    for path in sorted((root / ".densho").glob("*")):
        path.unlink()
    if not name:
        (root / ".densho").rmdir()
    (root / f".densho{name}").symlink_to(tmp_path / f"outside{name}")
    with pytest.raises(Outside), alone(root):
        pass
    assert (tmp_path / "outside/lock").read_text() == SECRET


def test_one_at_a_time(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    with alone(root), pytest.raises(Busy), alone(root, wait=0.01):
        pass


def test_what_was_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    with alone(root):
        wanted = change(root, "x", {"rules/our_hop.yaml": "new", "rules/other.yaml": "new"})
        swap(root, "rules/our_hop.yaml", "densho: 1", "densho: 1  # mine")
        before = tree(root)
        with pytest.raises(CannotChange, match="has been changed meanwhile"):
            carry_out(root, wanted)
    assert tree(root) == before


# --- what a check finds -------------------------------------------------------------------------------

LEAP = "rules/approved/leap.yaml"
PROPOSAL = "proposals/leap-1/proposal.yaml"
DECISION = "decisions/0001-approve-leap-1.yaml"
COPY = "pinned"


def in_copy(root: Path) -> str:
    return next(path for path in tree(root) if path.startswith("pinned/") and path.endswith("base/hop.yaml"))


TAMPERED: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "an approved file": (
        lambda root: swap(root, LEAP, "base + 1", "base + 2"),
        {"changed-afterwards", "unrecorded-change"},
    ),
    "a comment in one": (
        lambda root: swap(root, LEAP, "densho: 1", "densho: 1 # one"),
        {"changed-afterwards"},
    ),
    "an approved file gone": (
        lambda root: (root / LEAP).unlink(),
        {"changed-afterwards", "unrecorded-change", "not-a-row"},
    ),
    "scenarios of one": (
        lambda root: swap(root, "rules/tests/approved/leap/leap_test.yaml", "two", "2"),
        {"changed-afterwards"},
    ),
    "a file that nobody approved": (
        lambda root: write(
            root,
            "rules/approved/x.yaml",
            "trick: x\nfor: hop\ndensho: 1\nexceptions: {far: {adds to: pace, when: x in tricks, by: 1}}\n",
        ),
        {"changed-afterwards", "unrecorded-change"},
    ),
    "a rule": (
        lambda root: swap(
            root,
            "rules/our_hop.yaml",
            "densho: 1",
            "densho: 1\nexceptions: {x: {adds to: pace, when: order has rest, by: 0}}",
        ),
        {"unrecorded-change"},
    ),
    "a comment": (lambda root: swap(root, "rules/our_hop.yaml", "densho: 1", "densho: 1 # one"), set()),
    "a mistake in the rules": (
        lambda root: swap(
            root, "rules/our_hop.yaml", "densho: 1", "densho: 1\nexceptions: {x: {changes: gaol, to: 4}}"
        ),
        {"exception-target"},
    ),
    "the base": (
        lambda root: swap(root, "base/hop.yaml", "goal: 5", "goal: 6"),
        {"unrecorded-change", "other-base"},
    ),
    "what was proposed": (
        lambda root: swap(root, "proposals/leap-1/1/leap.yaml", "base + 1", "base + 2"),
        {"changed-afterwards"},
    ),
    "what was proposed gone": (
        lambda root: (root / "proposals/leap-1/1/leap.yaml").unlink(),
        {"changed-afterwards"},
    ),
    "a dossier": (lambda root: write(root, "proposals/leap-1/review-1.md", "fine"), {"changed-afterwards"}),
    "a copy": (
        lambda root: swap(root, in_copy(root), "goal: 5", "goal: 4"),
        {"changed-afterwards", "other-rules"},
    ),
    "a fight": (lambda root: swap(root, "fights/one.fight.yaml", "A: walk", "A: fly"), {"bad-fight"}),
    "a fight that is not pinned": (
        lambda root: swap(root, "fights/one.fight.yaml", next(iter(root.glob("pinned/*"))).name, "x"),
        {"missing-file"},
    ),
    "a character": (lambda root: swap(root, "characters/ann.yaml", "legs: 1", "legs: 99"), {"out-of-range"}),
    "who proposed": (lambda root: swap(root, PROPOSAL, "by: Ann\nkind", "by: ''\nkind"), {"bad-campaign"}),
    "its status": (lambda root: swap(root, PROPOSAL, "status: approved", "status: filed"), {"bad-campaign"}),
    "its history": (lambda root: swap(root, PROPOSAL, "what: approved", "what: rejected"), {"bad-campaign"}),
    "its ID": (lambda root: swap(root, PROPOSAL, '"leap-1"', '"leap-2"'), {"bad-campaign"}),
    "its files": (lambda root: swap(root, PROPOSAL, '"leap.yaml"', '"../leap.yaml"'), {"bad-campaign"}),
    "its row": (lambda root: swap(root, PROPOSAL, "row: leap", "row: ../../leap"), {"bad-campaign"}),
    "the language": (
        lambda root: swap(root, "campaign.yaml", "language: en", "language: ../en"),
        {"bad-campaign"},
    ),
    "the rules' name": (
        lambda root: swap(root, "campaign.yaml", "rules: our_hop", "rules: hop"),
        {"bad-campaign"},
    ),
    "a digest": (lambda root: swap(root, DECISION, 'digest: "', 'digest: "x'), {"bad-campaign"}),
    "a time": (lambda root: swap(root, DECISION, "2030-", "1.1.2030-"), {"bad-campaign"}),
    "a verdict": (lambda root: swap(root, DECISION, "verdict: approve", "verdict: adore"), {"bad-campaign"}),
    "a decision gone": (
        lambda root: (root / DECISION).unlink(),
        {"bad-campaign", "changed-afterwards", "unrecorded-change"},
    ),
    "a decision missing": (
        lambda root: (root / DECISION).rename(root / "decisions/0002-approve-leap-1.yaml"),
        {"bad-campaign"},
    ),
    "a key": (
        lambda root: swap(root, "campaign.yaml", "language:", "langage:"),
        {"unknown-key", "missing-key"},
    ),
    "the format": (lambda root: swap(root, "campaign.yaml", "densho: 1", "densho: 7"), {"wrong-format"}),
    "broken records": (lambda root: write(root, PROPOSAL, "proposal: [\n"), {"unclosed-bracket"}),
    "another shape": (lambda root: write(root, PROPOSAL, "- proposal\n"), {"not-a-mapping"}),
    "no record": (lambda root: (root / PROPOSAL).unlink(), {"cannot-open"}),
    "a stray file": (lambda root: write(root, "proposals/kesa.yaml", "x"), {"stray-file"}),
    "a stray folder": (lambda root: write(root, "proposals/leap-1/9/x.yaml", "x"), {"stray-file"}),
    "a name that is no text": (
        lambda root: os.rename(
            root / "characters/ann.yaml", os.fsencode(root / "characters") + b"/\xff.yaml"
        ),
        {"bad-campaign"},
    ),
    "a name that hides": (
        lambda root: write(root, "rules/x\u202ey.yaml", "part of: our_hop\ndensho: 1\n"),
        {"bad-campaign"},
    ),
    "a lint": (
        lambda root: swap(
            root,
            "rules/our_hop.yaml",
            "densho: 1",
            "densho: 1\nlints: {none: {for: t in trick, needs: false}}",
        ),
        {"house-lint"},
    ),
    "notes": (lambda root: write(root, "NOTES.md", "x"), set()),
    "nothing": (lambda root: None, set()),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_is_not_as_it_was_recorded_is_found(what: str, tmp_path: Path) -> None:
    root = campaign(tmp_path, "fought")
    tamper, slugs = TAMPERED[what]
    tamper(root)
    assert checked(root) == slugs


def test_an_amendment_puts_changes_on_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = campaign(tmp_path, "approved")
    for change_ in ("an approved file", "a rule", "the base", "a file that nobody approved"):
        TAMPERED[change_][0](root)
        if change_ == "an approved file":
            swap(root, "rules/tests/approved/leap/leap_test.yaml", "cell: 2", "cell: 3")
        assert run(["amend", "--by", "Max", "--why", "so be it", "--campaign", str(root)]) == 0
        assert checked(root) == set()
    swap(root, "characters/ann.yaml", "[leap]", "[]")
    (root / LEAP).unlink()
    (root / "rules/tests/approved/leap/leap_test.yaml").unlink()
    assert run(["amend", "--by", "Max", "--why", "out with it", "--campaign", str(root)]) == 0
    assert checked(root) == set()
    assert run(["amend", "--by", "Max", "--why", "once more", "--campaign", str(root)]) == 1
    capsys.readouterr()


def test_show_tells_what_is_no_longer_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = campaign(tmp_path, "approved")
    swap(root, LEAP, "base + 1", "base + 2")
    assert run(["campaign", "show", str(root)]) == 0
    out = capsys.readouterr().out
    assert "rules/approved/leap.yaml: this file was changed after it had been approved" in out
    assert "rules: these rules are not those that were decided last" in out


def test_texts_of_strangers_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = campaign(tmp_path, "proposed")
    swap(root, "campaign.yaml", "campaign: Us", 'campaign: "U\\u0301s"')
    write(root, "characters/x.yaml", "character: \u2066X\nfor: ../rules\ndensho: 1\n")
    assert run(["campaign", "show", str(root)]) == 0
    assert "\u2066" not in capsys.readouterr().out
    swap(root, PROPOSAL, "by: Ann\nkind", 'by: "A\\u001b[2J"\nkind')
    assert run(["campaign", "show", str(root)]) == 1
    assert "\x1b" not in capsys.readouterr().err


def test_a_record_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")
    (root / PROPOSAL).write_text("# " + "x" * 1_000_001)
    with reading(root), pytest.raises(Problems) as problems:
        opened(root)
    assert [one.slug for one in problems.value.diagnostics] == ["too-big"]


def test_who_may_not_write_can_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = campaign(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with reading(root):
        assert opened(root).head.name == "Us"
