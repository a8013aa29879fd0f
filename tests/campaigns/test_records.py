"""Records are read as they were written."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from densho.campaigns.names import name_fault, why_fault
from densho.campaigns.read import read_decision, read_head, read_proposal, read_review
from densho.campaigns.records import (
    STATUSES,
    VERDICTS,
    Base,
    Decision,
    Happening,
    Head,
    Proposal,
    Review,
    Revision,
    State,
    digest_of,
    digest_of_files,
)
from densho.campaigns.written import decision_text, head_text, proposal_text, review_text
from densho.diagnostics.model import Report

DIGESTS = st.binary(max_size=2).map(digest_of)
STATES = st.builds(State, ir=DIGESTS, bytes=DIGESTS)
VISIBLE = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)
NAMES = st.lists(VISIBLE, min_size=1, max_size=3).map(" ".join).filter(lambda text: name_fault(text) is None)
REASONS = (
    st.lists(VISIBLE, min_size=1, max_size=3).map("\n ".join).filter(lambda text: why_fault(text) is None)
)
WHEN = st.datetimes().map(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0"))
FILES = st.sampled_from(["a.yaml", "b_1.yaml", "C-2.yaml"])

HEADS = st.builds(
    Head,
    name=NAMES,
    language=st.sampled_from(["en", "ru"]),
    rules=st.just("our_hop"),
    base=st.builds(
        Base,
        ruleset=st.sampled_from(["hop", "./base"]),
        version=st.sampled_from(["1", "1.0", "x y"]),
        state=STATES,
    ),
    began=STATES,
    when=WHEN,
)
HAPPENINGS = st.builds(
    Happening,
    when=WHEN,
    what=st.sampled_from(STATUSES),
    by=NAMES,
    revision=st.integers(1, 9),
    decision=st.integers(0, 9),
)
REVISIONS = st.builds(
    Revision,
    number=st.just(1),
    when=WHEN,
    file=FILES,
    scenarios=st.lists(FILES, max_size=2).map(tuple),
    digest=DIGESTS,
    rules=STATES,
)
PROPOSALS = st.builds(
    Proposal,
    id=st.just("leap-1"),
    by=NAMES,
    kind=st.just("trick"),
    row=st.just("leap"),
    revisions=REVISIONS.map(lambda one: (one,)),
    history=st.lists(HAPPENINGS, min_size=1, max_size=3).map(tuple),
)
REVIEWS = st.builds(
    Review,
    number=st.integers(1, 12),
    proposal=st.just("leap-1"),
    revision=st.integers(1, 9),
    when=WHEN,
    digest=DIGESTS,
    rules=STATES,
    dossier=DIGESTS,
    seed=st.integers(0, 10**9),
    budget=st.integers(1, 10**5),
)
DECISIONS = st.builds(
    Decision,
    number=st.integers(1, 12_000),
    verdict=st.sampled_from(VERDICTS),
    by=NAMES,
    why=REASONS,
    when=WHEN,
    rules=STATES,
    after=st.none() | STATES,
    files=st.dictionaries(st.sampled_from(["rules/a.yaml", "rules/tests/b.yaml"]), DIGESTS),
    changes=st.lists(NAMES, max_size=2).map(tuple),
    credit=st.none() | st.tuples(st.just("characters/ann.yaml"), NAMES),
)
ABOUT = st.builds(
    lambda decision, digest, review: Decision(
        **{
            name: getattr(decision, name)
            for name in Decision.__slots__
            if name not in ("proposal", "revision", "digest", "review")
        },
        proposal="leap-1",
        revision=2,
        digest=digest,
        review=review,
    ),
    DECISIONS,
    DIGESTS,
    DIGESTS,
)

quickly = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@quickly
@given(head=HEADS, proposal=PROPOSALS, review=REVIEWS, decision=DECISIONS | ABOUT)
def test_records_are_read_as_they_were_written(
    head: Head, proposal: Proposal, review: Review, decision: Decision, tmp_path: Path
) -> None:
    report = Report()
    folder = tmp_path / "leap-1"
    folder.mkdir(exist_ok=True)
    (tmp_path / "campaign.yaml").write_text(head_text(head), encoding="utf-8", newline="")
    assert read_head(tmp_path / "campaign.yaml", report) == head
    (folder / "proposal.yaml").write_text(proposal_text(proposal), encoding="utf-8", newline="")
    assert read_proposal(folder / "proposal.yaml", report) == proposal
    path = folder / f"{review.name}.yaml"
    path.write_text(review_text(review), encoding="utf-8", newline="")
    assert read_review(path, report) == review
    path = tmp_path / Path(decision.path).name
    path.write_text(decision_text(decision), encoding="utf-8", newline="")
    assert read_decision(path, report) == decision
    assert report.found == []


def test_a_digest_of_files_is_one_of_names_and_contents() -> None:
    files = {"a": b"1", "b": b"2"}
    others: tuple[dict[str, bytes], ...] = ({"a": b"1"}, {"a": b"2", "b": b"1"}, {"a": b"1", "c": b"2"}, {})
    assert len({digest_of_files(one) for one in (files, *others)}) == 5
    assert digest_of_files({"b": b"2", "a": b"1"}) == digest_of_files(files)
