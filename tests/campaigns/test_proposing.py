"""What can be proposed, under which ID it is filed, and what is said of what cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from acting import CLOCK, FILES, approved, campaign, decided, loader, proposed, reviewed, tree

from densho.campaigns.adopting import adopted
from densho.campaigns.changes import reading
from densho.campaigns.opening import Problems, opened
from densho.campaigns.proposing import Wish, propose
from densho.diagnostics.model import Report
from densho.source import Source

LEAP = (FILES / "leap.yaml").read_text()
TEST = (FILES / "leap_test.yaml").read_text()


def filed(root: Path) -> list[str]:
    with reading(root):
        return [f"{one.id} {one.status} {one.last.number}" for one in opened(root).proposals.values()]


def test_ids_and_revisions(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    assert proposed(root).proposal.id == "leap-1"
    assert not proposed(root).news
    assert proposed(root, by="Bob").proposal.id == "leap-2"
    reviewed(root)
    decided(root, "return")
    again = proposed(root)
    assert (again.proposal.id, again.proposal.last.number, again.news) == ("leap-1", 2, True)
    reviewed(root)
    decided(root, "reject")
    assert proposed(root).proposal.id == "leap-3"
    assert filed(root) == ["leap-1 rejected 2", "leap-2 filed 1", "leap-3 filed 1"]
    assert sorted(path for path in tree(root) if "/leap-1/" in path) == [
        "proposals/leap-1/1/leap.yaml",
        "proposals/leap-1/1/leap_test.yaml",
        "proposals/leap-1/2/leap.yaml",
        "proposals/leap-1/2/leap_test.yaml",
        "proposals/leap-1/proposal.yaml",
        "proposals/leap-1/review-1.md",
        "proposals/leap-1/review-1.yaml",
        "proposals/leap-1/review-2.md",
        "proposals/leap-1/review-2.yaml",
    ]


def test_what_is_filed_is_what_was_handed_in(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    (tmp_path / "Мой прыжок.yaml").write_text(LEAP)
    (tmp_path / "nul.yaml").write_text(TEST.replace("leap.yaml", "Мой прыжок.yaml"))
    wish = Wish(file=tmp_path / "Мой прыжок.yaml", scenarios=[tmp_path / "nul.yaml"] * 2, by="Аня Ж.")
    proposal = propose(root, wish, loader(), CLOCK).proposal
    assert proposal.by == "Аня Ж."
    assert (proposal.last.file, proposal.last.scenarios) == (
        "leap.yaml",
        ("scenarios-1.yaml", "scenarios-2.yaml"),
    )
    assert (root / "proposals/leap-1/1/leap.yaml").read_text() == LEAP


WRONG: dict[str, tuple[str, str, str]] = {
    "a mistake": (LEAP.replace("base + 1", "bse + 1"), TEST, "unknown-name"),
    "broken YAML": (LEAP + "x: [", TEST, "unclosed-bracket"),
    "no row": ("part of: hop\ndensho: 1\n", TEST, "bad-proposal"),
    "scenarios as a proposal": (TEST, TEST, "bad-proposal"),
    "a kind that is none": (LEAP.replace("trick: leap", "trck: leap"), TEST, "bad-row-file"),
    "another ruleset": (LEAP.replace("for: hop", "for: bokken"), TEST, "bad-proposal"),
    "a path that leads elsewhere": (LEAP.replace("for: hop", "for: ../elsewhere"), TEST, "bad-proposal"),
    "an absolute path": (LEAP.replace("for: hop", "for: /etc"), TEST, "bad-proposal"),
    "a name that a system keeps": (LEAP.replace("trick: leap", "trick: con"), TEST, "bad-proposal"),
    "a name with a slash": (LEAP.replace("trick: leap", "trick: ../leap"), TEST, "bad-proposal"),
    "a long name": (LEAP.replace("trick: leap", f"trick: {'l' * 61}"), TEST, "bad-proposal"),
    "a failing scenario": (LEAP, TEST.replace("cell: 2", "cell: 3"), "failing-scenario"),
    "a scenario with a mistake": (LEAP, TEST.replace("cell: 2", "cll: 2"), "unknown-name"),
    "a scenario that needs more": (
        LEAP,
        TEST.replace("[leap.yaml]", "[leap.yaml, more.yaml]"),
        "bad-proposal",
    ),
    "no scenario": (LEAP, LEAP, "bad-proposal"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_nothing_with_mistakes_is_filed(wrong: str, tmp_path: Path) -> None:
    root = campaign(tmp_path)
    text, test, slug = WRONG[wrong]
    file, scenarios = tmp_path / "leap.yaml", tmp_path / "leap_test.yaml"
    file.write_text(text)
    scenarios.write_text(test)
    before, reader = tree(root), loader()
    with pytest.raises(Problems) as problems:
        propose(root, Wish(file=file, scenarios=[scenarios], by="Ann"), reader)
    assert slug in [one.slug for one in problems.value.diagnostics]
    assert {one.span.path for one in problems.value.diagnostics} <= {str(file), str(scenarios)}
    assert all(one.span.path in reader.texts for one in problems.value.diagnostics)
    assert tree(root) == before


def test_what_is_approved_is_not_proposed_again(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    approved(root)
    with pytest.raises(Problems, match="`leap` is approved already"):
        proposed(root, by="Bob")


def test_what_the_house_asks_for_is_told_of_what_is_proposed_alone(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    approved(root)
    rules = root / "rules/our_hop.yaml"
    rules.write_text(rules.read_text() + "lints:\n  said: {for: t in trick, words in: [en]}\n")
    (found,) = proposed(root, "stare").diagnostics
    assert (found.slug, found.span.path) == ("house-lint", str(FILES / "stare.yaml"))


def test_a_proposal_may_build_on_what_is_approved(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    approved(root)
    hop = tmp_path / "bound.yaml"
    hop.write_text(
        "trick: bound\nfor: our_hop\ndensho: 1\nexceptions: {farther: {changes: leaping, when: bound in tricks, to: base}}\n"
    )
    hop.write_text(
        "trick: bound\nfor: our_hop\ndensho: 1\nexceptions: {farther: {lifts: leap.leaping, when: bound in tricks}}\n"
    )
    wish = Wish(file=hop, scenarios=(), by="Bob", bare=True)
    assert propose(root, wish, loader()).proposal.id == "bound-1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruleset: hop\nwith: [a.yaml]  # it\nscenarios: []\n", "ruleset: our_hop\nscenarios: []\n"),
        (
            "ruleset: 'hop'\nwith: a.yaml\n# kept\nscenarios: []\n",
            "ruleset: our_hop\n# kept\nscenarios: []\n",
        ),
        (
            "with:\n  - a.yaml\n  - b.yaml\n\n# kept\nruleset: hop\nscenarios: []\n",
            "\n# kept\nruleset: our_hop\nscenarios: []\n",
        ),
        ("ruleset: hop\r\nwith: [\r\n  a.yaml\r\n]\r\nscenarios: []", "ruleset: our_hop\r\nscenarios: []"),
        ("ruleset: hop\nscenarios: []\nwith: [a.yaml]", "ruleset: our_hop\nscenarios: []\n"),
        ("{ruleset: hop, with: [a.yaml], scenarios: []}\n", None),
        ("scenarios: []\n", None),
        ("ruleset: hop\n", None),
    ],
)
def test_scenarios_become_tests_of_the_campaign(text: str, expected: str | None) -> None:
    report = Report()
    assert adopted(Source("x.yaml", text), "our_hop", report) == expected
    assert bool(report) == (expected is None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_two_who_propose_at_once_are_both_filed(tmp_path: Path) -> None:
    root = campaign(tmp_path)
    children = [os.fork() or leave(root, name) for name in ("Ann", "Bob", "Eve")]
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]
    assert filed(root) == ["leap-1 filed 1", "leap-2 filed 1", "leap-3 filed 1"]


def leave(root: Path, name: str) -> int:
    """In the child: proposes, and tells by its status how that went."""
    status = 9
    try:
        proposed(root, by=name)
        status = 0
    finally:
        os._exit(status)
