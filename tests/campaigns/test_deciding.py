"""Who may decide what: reviews that are stale, two who decide at once, credit, and what a decision leaves behind."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from acting import (
    CLOCK,
    FILES,
    Line,
    approved,
    campaign,
    character,
    decided,
    loader,
    proposed,
    reviewed,
    tree,
)

from densho.campaigns.asking import Question
from densho.campaigns.changes import reading
from densho.campaigns.checking import check
from densho.campaigns.credit import NoCredit
from densho.campaigns.gathering import NoSuchProposal, Stale
from densho.campaigns.opening import Campaign, Problems, opened, rules_of
from densho.campaigns.pins import pinned_rules
from densho.campaigns.proposing import Wish, propose
from densho.campaigns.records import Verdict
from densho.campaigns.reviewing import Asked, review, unheard
from densho.characters import load
from densho.ir.data import digest


def opened_at(root: Path) -> Campaign:
    with reading(root):
        return opened(root)


def edit(root: Path, path: str, old: str, new: str) -> None:
    file = root / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_what_is_approved_is_in_force_and_pinned(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    before = opened_at(root).in_force
    decision = approved(root).decision
    assert decision.rules == before
    assert opened_at(root).in_force == decision.after != before
    rules = rules_of(root, loader())
    assert rules.state == decision.after
    assert [row.name for kind in rules.ruleset.kinds if kind.name == "trick" for row in kind.rows] == ["leap"]
    kept = loader().load(pinned_rules(root, rules.state))
    assert kept.ruleset is not None
    assert digest(kept.ruleset) == rules.state.ir
    assert (root / "rules/approved/leap.yaml").read_bytes() == (FILES / "leap.yaml").read_bytes()
    assert (
        (root / "rules/tests/approved/leap/leap_test.yaml")
        .read_text()
        .startswith("ruleset: our_hop\nscenarios:\n")
    )


def test_a_pinned_copy_needs_nothing_else(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    rules = rules_of(root, loader())
    copy = pinned_rules(root, rules.state)
    moved = tmp_path / "elsewhere"
    copy.parent.rename(moved)
    found = loader().load(moved / "rules")
    assert found.ruleset is not None
    assert digest(found.ruleset) == rules.state.ir
    assert all(moved in path.resolve().parents for path in found.files)


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "not reviewed": (
        lambda root: shutil.move(root / "proposals/leap-1/review-1.yaml", root.parent),
        "has not been reviewed",
    ),
    "the proposed file": (
        lambda root: edit(root, "proposals/leap-1/1/leap.yaml", "base + 1", "base + 2"),
        "the files of the proposal were changed",
    ),
    "its scenarios": (
        lambda root: edit(root, "proposals/leap-1/1/leap_test.yaml", "two cells", "2 cells"),
        "the files of the proposal were changed",
    ),
    "a comment in it": (
        lambda root: edit(root, "proposals/leap-1/1/leap.yaml", "densho: 1", "densho: 1  # one"),
        "the files of the proposal were changed",
    ),
    "the dossier": (
        lambda root: edit(root, "proposals/leap-1/review-1.md", "leap", "sleep"),
        "the dossier `proposals/leap-1/review-1.md` was changed",
    ),
    "the rules": (
        lambda root: edit(root, "base/hop.yaml", "goal: 5", "goal: 6"),
        "the rules in force were changed",
    ),
    "another decision": (
        lambda root: approved(root, "stare", "Bob"),
        "decision 1, by Max: stare-1, approved",
    ),
    "another revision": (
        lambda root: propose(
            root, Wish(file=FILES / "leap.yaml", scenarios=(), by="Ann", bare=True), loader()
        ),
        "it was made of revision 1, and the last one is 2",
    ),
}


STALE = [("approve", change) for change in CHANGES]
STALE += [(verdict, change) for verdict in ("return", "reject") for change in ("not reviewed", "the rules")]


@pytest.mark.parametrize(("verdict", "change"), STALE)
def test_a_stale_review_is_refused_and_told_why(change: str, verdict: Verdict, tmp_path: Path) -> None:
    root = campaign(tmp_path, "reviewed")
    CHANGES[change][0](root)
    before = tree(root)
    with pytest.raises(Stale) as stale:
        decided(root, verdict)
    assert CHANGES[change][1] in "\n".join((stale.value.message, *stale.value.changed))
    assert tree(root) == before
    if CHANGES[change][1] == "the files of the proposal were changed":
        with pytest.raises(Problems, match="no longer those that Ann filed"):
            reviewed(root)
    elif change == "another decision":
        reviewed(root)
        assert decided(root, verdict).decision.number == 2


def test_changes_by_hand_are_told_when_they_come_into_force_with_something_approved(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")
    edit(root, "base/hop.yaml", "goal: 5", "goal: 6")
    reviewed(root)
    assert decided(root).more
    assert not approved(root, "stare", "Bob").more


def test_a_comment_in_the_rules_makes_no_review_stale(tmp_path: Path) -> None:
    root = campaign(tmp_path, "reviewed")
    edit(root, "rules/our_hop.yaml", "densho: 1", "densho: 1  # one")
    decision = decided(root).decision
    assert decision.rules.ir == opened_at(root).head.began.ir
    assert decision.rules.bytes != opened_at(root).head.began.bytes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("same", [True, False], ids=["one proposal", "two proposals"])
def test_of_two_who_approve_at_once_one_is_told_that_his_review_is_stale(same: bool, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    names = ["leap-1", "leap-1"] if same else ["leap-1", "stare-1"]
    for one in dict.fromkeys(names):
        proposed(root, one[:-2])
        reviewed(root, one)
    children = [os.fork() or leave(root, one) for one in names]
    statuses = sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)
    assert statuses == [0, 1]
    assert len(opened_at(root).decisions) == 1
    assert check(root, loader()).diagnostics == ()


def leave(root: Path, id: str) -> int:
    """In the child: approves, and tells by its status how that went."""
    status = 9
    try:
        decided(root, id=id)
        status = 0
    except Stale:
        status = 1
    finally:
        os._exit(status)


def test_what_is_decided_is_decided(tmp_path: Path) -> None:
    root = campaign(tmp_path, "approved")
    verdicts: tuple[Verdict, ...] = ("approve", "return", "reject")
    for verdict in verdicts:
        with pytest.raises(Stale, match="`leap-1` is decided already: approved") as settled:
            decided(root, verdict)
        assert settled.value.changed == ("decision 1, by Max: leap-1, approved",)
    with pytest.raises(NoSuchProposal, match="did you mean `leap-1`"):
        decided(root, id="leap-2")


def test_a_decision_made_during_a_review_is_named(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")

    def slow(question: Question) -> Line:
        approved(root, "stare", "Bob")
        return Line(question)

    made = review(root, "leap-1", slow, Asked(seed=1, budget=1, progress=unheard), loader(), CLOCK)
    assert made.stale
    with pytest.raises(Stale) as stale:
        decided(root)
    assert stale.value.changed[-1] == "decision 1, by Max: stare-1, approved"


def test_nothing_takes_the_place_of_what_is_approved(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    proposed(root, by="Bob")
    assert not reviewed(root).taken
    approved(root)
    assert reviewed(root).taken
    before = tree(root)
    with pytest.raises(Problems, match="`leap` is approved already"):
        decided(root)
    assert tree(root) == before
    assert decided(root, "reject").decision.number == 2


def test_what_would_break_the_rules_is_not_approved(tmp_path: Path) -> None:
    """Two that are fine alone: the one makes the other's scenarios fail."""
    root = campaign(tmp_path)
    slow = tmp_path / "slow.yaml"
    slow.write_text(
        "trick: slow\nfor: hop\ndensho: 1\nexceptions: {lame: {changes: pace, when: order has walk, to: 1, over: [leaping]}}\n"
    )
    approved(root)
    filed = propose(root, Wish(file=slow, scenarios=(), by="Bob", bare=True), loader())
    reviewed(root, filed.proposal.id)
    before = tree(root)
    with pytest.raises(Problems) as problems:
        decided(root, id="slow-1")
    assert [one.slug for one in problems.value.diagnostics] == ["failing-scenario"]
    assert problems.value.diagnostics[0].span.path == str(root / "rules/tests/approved/leap/leap_test.yaml")
    assert tree(root) == before


# --- credit -------------------------------------------------------------------------------------------


def test_the_author_gets_the_credit(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    ann, bob = character(root), character(root, "bob", "Bob")
    given = approved(root).credit
    assert given is not None
    assert (given.path, given.award) == ("characters/ann.yaml", "merit leap")
    assert load(ann).values["merits"] == 1
    assert load(bob).values["merits"] == 0
    assert opened_at(root).decisions[-1].credit == ("characters/ann.yaml", "merit leap")


def test_credit_goes_to_the_character_that_is_named(tmp_path: Path) -> None:
    root = campaign(tmp_path, "reviewed")
    bob = character(root, "bob", "Bob")
    decided(root, character="bob.yaml")
    assert load(bob).values["merits"] == 1


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ([], "no character in characters/ says `player: Ann`"),
        (["Ann", "Ann"], "several characters"),
        (["Bob"], "no character"),
    ],
)
def test_nobody_gets_credit_where_it_is_not_clear_who(players: list[str], why: str, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    for number, player in enumerate(players):
        character(root, f"c{number}", player)
    given = approved(root).credit
    assert given is not None
    assert given.why_none is not None
    assert why in given.why_none


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("nobody.yaml", "there is no character"),
        ("../../x.yaml", "no path within"),
        ("done.yaml", "is refused to Done by `counted`"),
    ],
)
def test_a_character_that_cannot_get_it_is_told(named: str, says: str, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    proposed(root)
    reviewed(root)
    approved(root, "stare", "Bob")
    done = root / "characters/done.yaml"
    done.write_text("character: Done\nfor: ../rules\ndensho: 1\nhas: {own: [stare]}\n")
    reviewed(root)
    before = tree(root)
    if named == "done.yaml":
        edit(
            root,
            "rules/our_hop.yaml",
            "extends: ../base",
            "extends: ../base\nexceptions: {once: {extends: merit.counted, when: size(own) > 0}}",
        )
        reviewed(root)
        before = tree(root)
    with pytest.raises(Exception, match=says) as raised:
        decided(root, character=named)
    assert isinstance(raised.value, NoCredit) or named.startswith("..")
    assert tree(root) == before
