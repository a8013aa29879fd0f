"""Has a dossier made of a proposal, and keeps it with the digests of all that it speaks of.

The making may take a minute, and holds nobody up: the question is gathered under the campaign's lock, the answer kept under it. Whether proposal or
rules have changed meanwhile is then seen from the digests by whoever decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.adopting import is_approved, place_of_scenarios
from densho.campaigns.asking import Dossier, Kept, Progress, Question, Reviewer, Rules
from densho.campaigns.changes import carry_out, change
from densho.campaigns.gathering import Brought, brought, proposal_of, settled
from densho.campaigns.opening import Campaign, InForce, Problems, changing, reading_campaign, rules_of
from densho.campaigns.pins import chain
from densho.campaigns.places import RULES, TESTS
from densho.campaigns.recorded import fights_of
from densho.campaigns.records import Clock, Review, digest_of, now, stamp
from densho.campaigns.staging import Staged, staged
from densho.campaigns.trying import rules_in, tests_in
from densho.campaigns.written import review_text
from densho.diagnostics.model import Report
from densho.loading import Loader
from densho.messages import Text, say
from densho.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How a dossier is to be made. `budget` in whole seconds; `language` None: the campaign's."""

    seed: int
    budget: int
    language: str | None = None
    progress: Progress


def unheard(what: Text, part: float) -> None:
    """Nobody is told how far it has come."""
    del what, part


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """`path`: the dossier as Markdown. `stale`: what it speaks of was changed while it was made. `taken`: a row of this id is approved, so that this cannot be."""

    review: Review
    dossier: Dossier
    path: Path
    stale: bool
    row: str
    taken: bool


def review(
    root: Path, id: str, reviewer: Reviewer, asked: Asked, loader: Loader, clock: Clock = now
) -> Reviewed:
    """Raises `NoSuchProposal`, `Stale`, `Problems`, `Busy`, `CannotChange`, and whatever `DenshoError` the reviewer raises; nothing is kept then."""
    with ExitStack() as copies:
        with reading_campaign(root) as campaign:
            found = _undecided(campaign, id, loader)
            writes, names = found.adds(campaign.head.rules)
            before = copies.enter_context(staged(root, {}))
            after = copies.enter_context(staged(root, writes, names, before.loader))
        rules = rules_in(before)
        question = _question(campaign, found, (before, rules), (after, rules_in(after)), asked, loader)
        dossier = reviewer(question)
        text = dossier.rendered("markdown")
    return _keep(root, found, rules, dossier, text, asked, loader, clock)


def _undecided(campaign: Campaign, id: str, loader: Loader) -> Brought:
    proposal = proposal_of(campaign, id)
    if proposal.status != "filed":
        raise settled(campaign, proposal)
    found = brought(campaign, proposal, loader)
    if found.digest != proposal.last.digest:
        report = Report()
        message = say("the files of this proposal are no longer those that {by} filed", by=proposal.by)
        help_ = say("bring them back, or have the changed file proposed: densho propose FILE --by NAME")
        folder = campaign.root / proposal.folder / str(proposal.last.number)
        report.add("changed-afterwards", Span(str(folder), 0, 0), message, help=help_)
        raise Problems(report.sorted())
    return found


def _question(
    campaign: Campaign,
    found: Brought,
    before: tuple[Staged, InForce],
    after: tuple[Staged, InForce],
    asked: Asked,
    loader: Loader,
) -> Question:
    proposal, copy = found.proposal, after[0]
    copy.loader.texts.known.update(loader.texts.known)
    own = [copy.folder / place_of_scenarios(proposal.row, name) for name in proposal.last.scenarios]
    return Question(
        proposal=proposal.id,
        revision=proposal.last.number,
        by=proposal.by,
        kind=proposal.kind,
        row=proposal.row,
        source=found.sources[0],
        before=_rules(*before),
        after=_rules(*after),
        own=tuple(own),
        tests=_other_tests(before[0].folder),
        fights=_fights(campaign, loader),
        loader=copy.loader,
        language=asked.language or campaign.head.language,
        seed=asked.seed,
        budget=float(asked.budget),
        progress=asked.progress,
    )


def _rules(copy: Staged, rules: InForce) -> Rules:
    return Rules(folder=copy.folder / RULES, ruleset=rules.ruleset)


def _other_tests(folder: Path) -> tuple[Path, ...]:
    """The scenarios of the campaign and of everything that its ruleset extends."""
    below: Sequence[Path] = [link.folder for link in chain(folder / RULES)][1:]
    of_bases = [path for base in below for path in sorted((base / TESTS).rglob("*.yaml"))]
    return (*tests_in(folder), *of_bases)


def _fights(campaign: Campaign, loader: Loader) -> tuple[Kept, ...]:
    """Fights with mistakes are left out: a check of the campaign tells of them. What they are pinned to does not change."""
    return tuple(one.kept for one in fights_of(campaign.root, loader) if one.kept is not None)


def _keep(
    root: Path,
    found: Brought,
    rules: InForce,
    dossier: Dossier,
    text: str,
    asked: Asked,
    loader: Loader,
    clock: Clock,
) -> Reviewed:
    proposal = found.proposal
    with changing(root) as campaign:
        there = proposal_of(campaign, proposal.id)
        number = len(campaign.reviews.get(proposal.id, ())) + 1
        made = Review(
            number=number,
            proposal=proposal.id,
            revision=proposal.last.number,
            when=stamp(clock),
            digest=found.digest,
            rules=rules.state,
            dossier=digest_of(text.encode("utf-8")),
            seed=asked.seed,
            budget=asked.budget,
        )
        inside = f"{proposal.folder}/{made.name}"
        writes = {f"{inside}.yaml": review_text(made), f"{inside}.md": text}
        carry_out(root, change(root, f"review {proposal.id}", writes))
        taken = is_approved(root, proposal.row)
        present = rules_of(root, Loader(loader.cache)).state
        stale = (
            there.status != "filed"
            or there.last.digest != found.digest
            or not present.same_rules(rules.state)
        )
    return Reviewed(
        review=made, dossier=dossier, path=root / f"{inside}.md", stale=stale, row=proposal.row, taken=taken
    )
