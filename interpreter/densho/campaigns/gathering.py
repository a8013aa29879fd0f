"""A proposal with its files as they lie in the campaign, whether it can be judged, and whether its last review still speaks of what is there."""

from __future__ import annotations

from dataclasses import dataclass

from densho.campaigns.adopting import adopted, place_of_row, place_of_scenarios
from densho.campaigns.opening import Campaign, InForce, Problems
from densho.campaigns.places import place
from densho.campaigns.records import (
    SHOWN,
    STATUS_TEXTS,
    VERDICT_TEXTS,
    Decision,
    Proposal,
    Review,
    digest_of,
    digest_of_files,
)
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, nearest
from densho.errors import DenshoError
from densho.loading import Loader
from densho.messages import Text, listed, say
from densho.source import Source
from densho.surface.reader import read_source


class NoSuchProposal(DenshoError):
    """There is no proposal with this ID."""


class Stale(DenshoError):
    """The last review does not speak of what is there now. `changed` says what is otherwise."""

    def __init__(self, message: Text, changed: tuple[Text, ...]) -> None:
        super().__init__(message)
        self.changed = changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """The last revision of a proposal: its texts, the proposed one first, and one digest of all as they lie there."""

    proposal: Proposal
    sources: tuple[Source, ...]
    digest: str

    def adds(self, ruleset: str) -> tuple[dict[str, str], dict[str, str]]:
        """What it puts into the campaign's rules, path → text, and how people call those files. Raises `Problems`."""
        revision, row = self.proposal.last, self.proposal.row
        report = Report()
        places = [place_of_row(row), *(place_of_scenarios(row, name) for name in revision.scenarios)]
        texts = [self.sources[0].text, *(adopted(one, ruleset, report) for one in self.sources[1:])]
        if report:
            raise Problems(report.sorted())
        writes = {path: text for path, text in zip(places, texts, strict=True) if text is not None}
        return writes, {path: one.path for path, one in zip(places, self.sources, strict=True)}


def proposal_of(campaign: Campaign, id: str) -> Proposal:
    """Raises `NoSuchProposal`."""
    if id in campaign.proposals:
        return campaign.proposals[id]
    near = meant(nearest(id, campaign.proposals)[:1])
    message = say("there is no proposal `{id}`", id=id)
    raise NoSuchProposal(say("{message}: {help}", message=message, help=near[0]) if near else message)


def brought(campaign: Campaign, proposal: Proposal, loader: Loader) -> Brought:
    """Raises `Problems` when a file is gone or cannot be read."""
    report = Report()
    sources = []
    for path in proposal.files(proposal.last):
        source = read_source(place(campaign.root, path), report)
        if source is not None:
            loader.texts.known[source.path] = source
            sources.append(source)
    if report:
        raise Problems(report.sorted())
    names = (proposal.last.file, *proposal.last.scenarios)
    texts = {name: one.text.encode("utf-8") for name, one in zip(names, sources, strict=True)}
    return Brought(proposal=proposal, sources=tuple(sources), digest=digest_of_files(texts))


def fresh_review(campaign: Campaign, found: Brought, rules: InForce) -> Review:
    """The last review, if it was made of this proposal under these rules. Raises `Stale`, which says what has changed since."""
    proposal = found.proposal
    reviews = campaign.reviews.get(proposal.id, ())
    if not reviews:
        text = say("`{id}` has not been reviewed: densho review {id}", id=proposal.id)
        raise Stale(text, ())
    last = reviews[-1]
    changed = []
    if last.revision != proposal.last.number:
        changed.append(
            say(
                "it was made of revision {old}, and the last one is {new}",
                old=last.revision,
                new=proposal.last.number,
            )
        )
    elif last.digest != found.digest:
        changed.append(
            say(
                "the files of the proposal were changed: digest {old} then, {new} now",
                old=last.digest[:SHOWN],
                new=found.digest[:SHOWN],
            )
        )
    if not last.rules.same_rules(rules.state):
        changed.append(
            say(
                "the rules in force were changed: digest {old} then, {new} now",
                old=last.rules.ir[:SHOWN],
                new=rules.state.ir[:SHOWN],
            )
        )
        changed.extend(_decided_since(campaign, last))
    if last.dossier != _dossier(campaign, last):
        changed.append(say("the dossier `{file}` was changed or is gone", file=_dossier_path(last)))
    if changed:
        text = say("the review of `{id}` is stale: densho review {id} makes a new one", id=proposal.id)
        raise Stale(text, tuple(changed))
    return last


def settled(campaign: Campaign, proposal: Proposal) -> Stale:
    """What is said to somebody who decides what is decided."""
    own = [one for one in campaign.decisions if one.proposal == proposal.id]
    text = say("`{id}` is decided already: {status}", id=proposal.id, status=STATUS_TEXTS[proposal.status])
    return Stale(text, tuple(_told(one) for one in own[-1:]))


def _decided_since(campaign: Campaign, review: Review) -> list[Text]:
    """The decisions that changed the rules of which the review speaks; one may have been made while the review was."""
    changing = [one for one in campaign.decisions if one.after is not None]
    states = [campaign.head.began, *(one.after for one in changing if one.after is not None)]
    spoken_of = [number for number, state in enumerate(states) if state.same_rules(review.rules)]
    if spoken_of:
        return [_told(one) for one in changing[spoken_of[-1] :]]
    return [_told(one) for one in changing if one.when >= review.when]


def _told(one: Decision) -> Text:
    return say(
        "decision {number}, by {by}: {about}, {verdict}",
        number=one.number,
        by=one.by,
        about=one.proposal or listed(one.changes),
        verdict=VERDICT_TEXTS[one.verdict],
    )


def _dossier_path(review: Review) -> str:
    return f"proposals/{review.proposal}/{review.name}.md"


def _dossier(campaign: Campaign, review: Review) -> str:
    try:
        return digest_of(place(campaign.root, _dossier_path(review)).read_bytes())
    except OSError:
        return ""
