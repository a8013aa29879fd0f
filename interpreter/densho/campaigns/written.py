"""The records of a campaign as the texts of their files: YAML that people read, always the same for the same record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from densho.campaigns.records import (
    FORMAT,
    Base,
    Decision,
    Happening,
    Head,
    Proposal,
    Review,
    Revision,
    State,
)
from densho.fights.text import flow, scalar

_CAMPAIGN = "# A campaign, kept by Densho: densho campaign show. Its rules are in rules/, and may be changed: densho amend puts a change on record."
_RECORD = "# Written by Densho: what stands here is compared with what is there (densho campaign check)."


def head_text(head: Head) -> str:
    return _text(
        [
            _CAMPAIGN,
            f"campaign: {scalar(head.name)}",
            f"densho: {FORMAT}",
            f"language: {scalar(head.language)}",
            f"begun: {scalar(head.when)}",
            f"rules: {scalar(head.rules)}",
            *_base(head.base),
            f"began: {_state(head.began)}",
        ]
    )


def _base(base: Base) -> Iterator[str]:
    yield "base:"
    yield f"  ruleset: {scalar(base.ruleset)}"
    yield f"  version: {scalar(base.version)}"
    yield f'  ir: "{base.state.ir}"'
    yield f'  bytes: "{base.state.bytes}"'


def proposal_text(proposal: Proposal) -> str:
    return _text(
        [
            _RECORD,
            f"proposal: {scalar(proposal.id)}",
            f"densho: {FORMAT}",
            f"by: {scalar(proposal.by)}",
            f"kind: {scalar(proposal.kind)}",
            f"row: {scalar(proposal.row)}",
            f"status: {proposal.status}",
            "revisions:",
            *(f"  - {_revision(one)}" for one in proposal.revisions),
            "history:",
            *(f"  - {_happening(one)}" for one in proposal.history),
        ]
    )


def _revision(one: Revision) -> str:
    parts = {
        "number": one.number,
        "when": one.when,
        "file": one.file,
        "scenarios": list(one.scenarios),
        "digest": one.digest,
        "rules": _plain(one.rules),
    }
    return flow(parts)


def _happening(one: Happening) -> str:
    parts: dict[str, Any] = {"when": one.when, "what": one.what, "by": one.by, "revision": one.revision}
    if one.decision:
        parts["decision"] = one.decision
    return flow(parts)


def review_text(review: Review) -> str:
    return _text(
        [
            _RECORD,
            f"review: {review.number}",
            f"densho: {FORMAT}",
            f"proposal: {scalar(review.proposal)}",
            f"revision: {review.revision}",
            f"when: {scalar(review.when)}",
            f"seed: {review.seed}",
            f"budget: {review.budget}",
            f'digest: "{review.digest}"',
            f"rules: {_state(review.rules)}",
            f'dossier: "{review.dossier}"',
        ]
    )


def decision_text(decision: Decision) -> str:
    return _text([_RECORD, *_decision(decision)])


def _decision(one: Decision) -> Iterator[str]:
    yield f"decision: {one.number}"
    yield f"densho: {FORMAT}"
    yield f"verdict: {one.verdict}"
    if one.proposal:
        yield f"proposal: {scalar(one.proposal)}"
        yield f"revision: {one.revision}"
    yield f"by: {scalar(one.by)}"
    yield f"when: {scalar(one.when)}"
    yield f"why: {scalar(one.why)}"
    if one.proposal:
        yield f'digest: "{one.digest}"'
        yield f'review: "{one.review}"'
    yield f"rules: {_state(one.rules)}"
    if one.after is not None:
        yield f"after: {_state(one.after)}"
    if one.changes:
        yield "changes:"
        yield from (f"  - {scalar(text)}" for text in one.changes)
    if one.files:
        yield "files:"
        yield from (f'  {scalar(path)}: "{digest}"' for path, digest in sorted(one.files.items()))
    if one.credit is not None:
        yield f"credit: {flow({'character': one.credit[0], 'award': one.credit[1]})}"


def _state(state: State) -> str:
    return flow(_plain(state))


def _plain(state: State) -> dict[str, str]:
    return {"ir": state.ir, "bytes": state.bytes}


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
