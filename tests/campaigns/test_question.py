"""What a reviewer is asked, and what becomes of his answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from acting import CLOCK, HOP, Line, approved, campaign, fought, loader, proposed, reviewed, tree

from densho.cache import Cache
from densho.campaigns.asking import Question
from densho.campaigns.pins import chain, pin
from densho.campaigns.reviewing import Asked, review, unheard
from densho.errors import DenshoError
from densho.ir.data import digest
from densho.loading import Loader
from densho.messages import say
from densho.scenarios.suite import run_files
from densho.targets import bundled_folder

ASKED = Asked(seed=7, budget=3, language="ru", progress=unheard)


def rows(ruleset: object) -> list[str]:
    kinds = getattr(ruleset, "kinds", ())
    return [row.name for kind in kinds if kind.name == "trick" for row in kind.rows]


def test_what_is_asked(tmp_path: Path) -> None:
    root = campaign(tmp_path, "fought")
    proposed(root, "stare", "Bob")
    asked: list[Question] = []

    def reviewer(question: Question) -> Line:
        asked.append(question)
        for rules, passed in ((question.before, 3), (question.after, 3)):
            results = list(run_files(question.tests, question.loader, under=rules.folder))
            assert sum(one.failure is None for each in results for one in each.results) == passed
        own = list(run_files(question.own, question.loader))
        assert [one.failure for each in own for one in each.results] == [None]
        return Line(question)

    made = review(root, "stare-1", reviewer, ASKED, loader(), CLOCK)
    (question,) = asked
    assert (question.proposal, question.revision, question.by, question.kind, question.row) == (
        "stare-1", 1, "Bob", "trick", "stare",
    )  # fmt: skip
    assert (rows(question.before.ruleset), rows(question.after.ruleset)) == (["leap"], ["leap", "stare"])
    assert [path.name for path in question.tests] == ["leap_test.yaml", "walks.yaml"]
    assert [kept.path.name for kept in question.fights] == ["one.fight.yaml"]
    assert (question.seed, question.budget, question.language) == (7, 3.0, "ru")
    assert (made.review.seed, made.review.budget, made.stale) == (7, 3, False)
    assert not question.after.folder.exists()


def test_what_is_changed_while_a_dossier_is_made_makes_it_stale(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")

    def reviewer(question: Question) -> Line:
        approved(root, "stare", "Bob")
        return Line(question)

    assert review(root, "leap-1", reviewer, ASKED, loader(), CLOCK).stale


def test_a_reviewer_who_gives_up_leaves_nothing_behind(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")
    before = tree(root)

    def reviewer(question: Question) -> Line:
        raise DenshoError(say("no"))

    with pytest.raises(DenshoError, match="no"):
        review(root, "leap-1", reviewer, ASKED, loader(), CLOCK)
    assert tree(root) == before


def test_fights_with_mistakes_are_left_out(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")
    fought(root, ("walk", "rest")).write_text("fight: [\n")
    seen: list[int] = []

    def reviewer(question: Question) -> Line:
        seen.append(len(question.fights))
        return Line(question)

    review(root, "leap-1", reviewer, ASKED, loader(), CLOCK)
    assert seen == [0]


def test_reviews_are_numbered(tmp_path: Path) -> None:
    root = campaign(tmp_path, "proposed")
    assert [reviewed(root).review.number for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("id", ["bokken", "pojedynek", "rock_paper_scissors"])
def test_bundled_rulesets_are_copied_with_all_that_they_use(id: str, tmp_path: Path) -> None:
    folder = bundled_folder(id)
    assert folder is not None
    house = tmp_path / "house"
    house.mkdir()
    (house / "house.yaml").write_text(
        f'ruleset: house\nversion: "1"\ndensho: 1\nextends: "{id}"   # the base\n'
    )
    loaded = Loader(Cache(None)).load(house)
    assert loaded.ruleset is not None
    copy = pin(house, loaded.files, loaded.ruleset)
    for path, text in copy.files.items():
        (tmp_path / "copy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "copy" / path).write_bytes(text.encode())
    again = Loader(Cache(None)).load(tmp_path / "copy/rules")
    assert again.ruleset is not None
    assert digest(again.ruleset) == copy.state.ir
    assert again.ruleset.texts == loaded.ruleset.texts
    assert all(tmp_path in path.resolve().parents for path in again.files)
    assert pin(tmp_path / "copy/rules", again.files, again.ruleset) == copy


def test_a_chain_of_rulesets_ends(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.yaml").write_text(
            f'ruleset: {name}\nversion: "1"\ndensho: 1\nextends: ../{other}\n'
        )
    assert len(list(chain(tmp_path / "a"))) == 8
    assert len(list(chain(HOP))) == 1
