"""A gamemaster's word on a proposal: approved, returned to its author, or rejected, on the ground of a review that is not stale.

What is approved becomes part of the campaign's rules, its scenarios part of their tests, and its author gets his credit; all of that, with the decision and
a pinned copy of the rules as they are then, is one change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from densho.campaigns.adopting import is_approved, tell_approved
from densho.campaigns.changes import carry_out, change
from densho.campaigns.credit import Credit, credit
from densho.campaigns.gathering import Brought, brought, fresh_review, proposal_of, settled
from densho.campaigns.opening import Campaign, InForce, Problems, changing, rules_of
from densho.campaigns.records import (
    STATUS_AFTER,
    Clock,
    Decision,
    Happening,
    Proposal,
    Review,
    Verdict,
    digest_of,
    now,
    stamp,
)
from densho.campaigns.staging import staged
from densho.campaigns.trying import rules_in, run, tests_in
from densho.campaigns.written import decision_text, proposal_text
from densho.diagnostics.model import Report
from densho.loading import Loader
from densho.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What somebody decides of a proposal. `character`: the file of the author's character, if it is not told by its player."""

    verdict: Verdict
    by: str
    why: str
    character: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """`credit`: None unless something was approved; `passed`: so many scenarios of the rules as they are now. `more`: the rules had been changed by hand as well."""

    decision: Decision
    credit: Credit | None = None
    passed: int = 0
    more: bool = False


def decide(root: Path, id: str, word: Word, loader: Loader, clock: Clock = now) -> Decided:
    """Raises `NoSuchProposal`, `Stale`, `NoCredit`, `Problems`, `Busy`, `CannotChange`; nothing is changed then."""
    with changing(root) as campaign:
        proposal = proposal_of(campaign, id)
        if proposal.status != "filed":
            raise settled(campaign, proposal)
        found = brought(campaign, proposal, loader)
        rules = rules_of(root, loader)
        review = fresh_review(campaign, found, rules)
        bare = _decision(campaign, found, review, rules, word, stamp(clock))
        if word.verdict == "approve":
            return _approve(campaign, found, bare, word, loader)
        writes = _records(bare, proposal)
        carry_out(root, change(root, f"{word.verdict} {id}", writes))
        return Decided(decision=bare)


def _decision(
    campaign: Campaign, found: Brought, review: Review, rules: InForce, word: Word, when: str
) -> Decision:
    return Decision(
        number=len(campaign.decisions) + 1,
        verdict=word.verdict,
        by=word.by,
        why=word.why,
        when=when,
        rules=rules.state,
        proposal=found.proposal.id,
        revision=found.proposal.last.number,
        digest=found.digest,
        review=review.dossier,
    )


def _approve(campaign: Campaign, found: Brought, bare: Decision, word: Word, loader: Loader) -> Decided:
    proposal, root = found.proposal, campaign.root
    if is_approved(root, proposal.row):
        report = Report()
        tell_approved(proposal.row, Span(found.sources[0].path, 0, 0), report)
        raise Problems(report.sorted())
    adds, names = found.adds(campaign.head.rules)
    with staged(root, adds, names) as copy:
        try:
            rules = rules_in(copy)
            results = run(copy, tests_in(copy.folder))
            given = credit(copy, rules.ruleset, proposal, word.character, bare.when[:10])
        finally:
            loader.texts.known.update(copy.sources())
    decision = replace(
        bare,
        after=rules.state,
        files={path: digest_of(text.encode("utf-8")) for path, text in adds.items()},
        credit=(given.path, given.award) if given.path else None,
    )
    writes = {**rules.copy, **adds, **_records(decision, proposal)}
    if given.path:
        writes[given.path] = given.text
    carry_out(root, change(root, f"approve {proposal.id}", writes))
    passed = sum(len(one.results) for one in results)
    more = not decision.rules.same_rules(campaign.in_force)
    return Decided(decision=decision, credit=given, passed=passed, more=more)


def _records(decision: Decision, proposal: Proposal) -> dict[str, str]:
    """The decision, and the proposal with it in its history."""
    happening = Happening(
        when=decision.when,
        what=STATUS_AFTER[decision.verdict],
        by=decision.by,
        revision=decision.revision,
        decision=decision.number,
    )
    after = replace(proposal, history=(*proposal.history, happening))
    return {
        decision.path: decision_text(decision),
        f"{proposal.folder}/proposal.yaml": proposal_text(after),
    }
