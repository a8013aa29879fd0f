"""Whether the files of a campaign are what its records say, and whether the records say the same: told from digests, without playing anything."""

from __future__ import annotations

from dataclasses import dataclass

from densho.campaigns.opening import Campaign, InForce
from densho.campaigns.places import APPROVED, RULES, TESTS, place, relative
from densho.campaigns.records import STATUS_AFTER, Proposal, digest_of, digest_of_files
from densho.diagnostics.model import Report
from densho.messages import Text, say
from densho.source import Span


def check_records(campaign: Campaign, rules: InForce | None, report: Report) -> None:
    """What can be told without loading anything more: whether files are what was recorded."""
    _Accounts(campaign, report).run()
    if rules is not None:
        _same_rules(campaign, rules, report)


@dataclass(slots=True)
class _Accounts:
    campaign: Campaign
    report: Report

    def run(self) -> None:
        self.decided()
        for proposal in self.campaign.proposals.values():
            self.revisions(proposal)
            self.reviews(proposal)
            self.history(proposal)
        for one in self.campaign.decisions:
            if one.proposal and one.proposal not in self.campaign.proposals:
                message = say("this decision is about `{id}`, and there is no such proposal", id=one.proposal)
                self.add("bad-campaign", one.path, message)

    def add(self, slug: str, path: str, message: Text, help: Text | None = None) -> None:
        self.report.add(slug, Span(str(self.campaign.root / path), 0, 0), message, help=help or ())

    def digest(self, path: str) -> str | None:
        try:
            return digest_of(place(self.campaign.root, path).read_bytes())
        except OSError:
            return None

    def decided(self) -> None:
        """What was approved lies there as it was approved, and nothing else beside it."""
        known = self.campaign.decided_files
        for path, digest in known.items():
            now = self.digest(path)
            if now != digest:
                message = (
                    say("this file is gone, and it was approved")
                    if now is None
                    else say("this file was changed after it had been approved")
                )
                help_ = say("bring it back, or put the change on record: densho amend {file}", file=path)
                self.add("changed-afterwards", path, message, help_)
        for home in (f"{RULES}/{APPROVED}", f"{RULES}/{TESTS}/{APPROVED}"):
            for file in sorted((self.campaign.root / home).rglob("*.yaml")):
                path = relative(self.campaign.root, file)
                if path not in known:
                    message = say("nobody approved this file")
                    help_ = say("propose it, or put it on record by `densho amend --by NAME --why TEXT`")
                    self.add("changed-afterwards", path, message, help_)

    def revisions(self, proposal: Proposal) -> None:
        for one in proposal.revisions:
            texts: dict[str, bytes] = {}
            for path in proposal.files(one):
                file = place(self.campaign.root, path)
                if not file.is_file():
                    self.add("changed-afterwards", path, say("this file was proposed, and is gone"))
                else:
                    texts[file.name] = file.read_bytes()
            if len(texts) == 1 + len(one.scenarios) and digest_of_files(texts) != one.digest:
                message = say(
                    "the files of revision {number} were changed after they had been filed", number=one.number
                )
                help_ = say("bring them back; what is mended is proposed again")
                self.add("changed-afterwards", f"{proposal.folder}/{one.number}", message, help_)

    def reviews(self, proposal: Proposal) -> None:
        for number, one in enumerate(self.campaign.reviews.get(proposal.id, ()), 1):
            path = f"{proposal.folder}/{one.name}"
            if one.number != number or one.revision > proposal.last.number:
                self.add(
                    "bad-campaign",
                    f"{path}.yaml",
                    say("this review fits no revision, or one before it is missing"),
                )
            if self.digest(f"{path}.md") != one.dossier:
                self.add(
                    "changed-afterwards",
                    f"{path}.md",
                    say("this dossier was changed after it had been written, or is gone"),
                )

    def history(self, proposal: Proposal) -> None:
        decisions = {one.number: one for one in self.campaign.decisions}
        told = set()
        for one in proposal.history:
            if not one.decision:
                if one.what != "filed":
                    self.add(
                        "bad-campaign",
                        f"{proposal.folder}/proposal.yaml",
                        say("its history tells of a verdict without a decision"),
                    )
                continue
            told.add(one.decision)
            found = decisions.get(one.decision)
            if found is None or found.proposal != proposal.id or STATUS_AFTER.get(found.verdict) != one.what:
                message = say(
                    "its history tells of decision {number}, which says something else", number=one.decision
                )
                self.add("bad-campaign", f"{proposal.folder}/proposal.yaml", message)
        for number, found in decisions.items():
            if found.proposal == proposal.id and number not in told:
                message = say("its history does not tell of decision {number}", number=number)
                self.add("bad-campaign", f"{proposal.folder}/proposal.yaml", message)


def _same_rules(campaign: Campaign, rules: InForce, report: Report) -> None:
    if not rules.state.same_rules(campaign.in_force):
        message = say("these rules are not those that were decided last")
        help_ = say(
            "`densho amend` says what the difference does to the fights; with --by and --why it puts it on record"
        )
        report.add("unrecorded-change", Span(str(campaign.rules), 0, 0), message, help=help_)
