"""Whether all of a campaign fits together: records and files, decisions and rules, fights and their pinned copies, characters; and what belongs to nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.opening import Campaign, InForce, Problems, opened, rules_of
from densho.campaigns.pins import chain, digest_of_copy, pin, pinned_folder
from densho.campaigns.places import (
    APPROVED,
    BASE,
    CHARACTERS,
    DECISIONS,
    FIGHTS,
    FOLDERS,
    PINNED,
    PROPOSALS,
    RULES,
    TESTS,
    place,
    relative,
)
from densho.campaigns.recorded import fights_of
from densho.campaigns.records import STATUS_AFTER, Proposal, digest_of, digest_of_files
from densho.campaigns.within import files_of_characters, stays_within
from densho.characters.file import open_character
from densho.checking import check_targets
from densho.diagnostics.model import Diagnostic, Report
from densho.loading import Loader
from densho.messages import Text, say
from densho.source import Span
from densho.targets import CAMPAIGN, find_targets

_PARTS = {
    PROPOSALS: re.compile(r"[^/]+/(proposal\.yaml|review-\d+\.(yaml|md|html|txt)|\d+/[^/]+)"),
    DECISIONS: re.compile(r"\d{4,}-[^/]+\.yaml"),
    FIGHTS: re.compile(r".+\.yaml"),
    CHARACTERS: re.compile(r".+\.(yaml|md)"),
    PINNED: re.compile(r"[0-9a-f]{32}/.+\.yaml"),
    RULES: re.compile(r".+\.(yaml|md)"),
}
"""What files lie in each folder, by their paths from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """All that was found, by place. `campaign` None: its records cannot be read."""

    campaign: Campaign | None
    diagnostics: tuple[Diagnostic, ...]
    fights: int = 0
    characters: int = 0


def check(root: Path, loader: Loader) -> Checked:
    """Looks at everything; the campaign's lock is held."""
    try:
        campaign = opened(root)
    except Problems as problems:
        return Checked(campaign=None, diagnostics=problems.diagnostics)
    checking = _Checking(campaign, loader, Report())
    checking.run()
    return Checked(
        campaign=campaign,
        diagnostics=checking.report.sorted(),
        fights=checking.fights,
        characters=checking.characters,
    )


def check_records(campaign: Campaign, rules: InForce | None, report: Report) -> None:
    """What can be told without loading anything more: whether files are what was recorded."""
    _Records(campaign, report).run()
    if rules is not None:
        _same_rules(campaign, rules, report)


@dataclass(slots=True)
class _Checking:
    campaign: Campaign
    loader: Loader
    report: Report
    fights: int = 0
    characters: int = 0

    def run(self) -> None:
        rules = self.rules()
        check_records(self.campaign, rules, self.report)
        if rules is not None:
            self.base(rules)
        self.copies()
        self.all_fights()
        self.all_characters()
        self.strays()

    def rules(self) -> InForce | None:
        root = self.campaign.root
        try:
            rules = rules_of(root, self.loader)
        except Problems as problems:
            self.report.found += problems.diagnostics
            return None
        checked = check_targets(find_targets(str(root / RULES)), self.loader.cache)
        self.loader.texts.known.update(checked.texts.known)
        self.report.found += (one for one in checked.diagnostics if one not in self.report.found)
        return rules

    def base(self, rules: InForce) -> None:
        """Another base is a reason why the rules are others; once that is on record, it is none any more."""
        campaign = self.campaign
        below = [link.folder for link in chain(campaign.rules)][1:2]
        if not below or rules.state.ir == campaign.in_force.ir:
            return
        loaded = self.loader.load(below[0])
        if loaded.ruleset is None:
            return
        state, was = pin(below[0], loaded.files, loaded.ruleset).state, campaign.head.base
        if state.ir != was.state.ir:
            message = say(
                "`{ruleset}` is here in version {new}; the campaign began with {old}, whose rules were others",
                ruleset=was.ruleset,
                new=loaded.ruleset.version,
                old=was.version,
            )
            help_ = say(
                "`densho amend` says what that does to the fights, and with --by and --why puts it on record"
            )
            self.report.add("other-base", Span(str(campaign.root / CAMPAIGN), 0, 0), message, help=help_)

    def copies(self) -> None:
        home = self.campaign.root / PINNED
        for folder in sorted(home.iterdir()) if home.is_dir() else ():
            if folder.is_dir() and not digest_of_copy(folder).startswith(folder.name):
                message = say("this pinned copy of rules was changed: it is no longer what its name says")
                help_ = say(
                    "fights that were begun under it need it as it was: bring it back out of version control"
                )
                self.report.add("changed-afterwards", Span(str(folder), 0, 0), message, help=help_)
        wanted = place(self.campaign.root, pinned_folder(self.campaign.in_force))
        if not wanted.is_dir():
            message = say("the pinned copy of the rules that were decided last is gone")
            help_ = say("bring it back out of version control, or put the rules on record by `densho amend`")
            self.report.add("changed-afterwards", Span(str(wanted), 0, 0), message, help=help_)

    def all_fights(self) -> None:
        root = self.campaign.root
        for one in fights_of(root, self.loader):
            self.fights += 1
            self.report.found += one.diagnostics
            if one.kept is not None and not one.kept.fight.record.ruleset.startswith(f"../{PINNED}/"):
                message = say("this fight is not pinned: it goes on under other rules when these are changed")
                help_ = say("begin fights of a campaign by `densho play {path}`", path=root)
                self.report.add("bad-campaign", Span(str(one.path), 0, 0), message, help=help_)

    def all_characters(self) -> None:
        for path in files_of_characters(self.campaign.root):
            self.characters += 1
            if stays_within(self.campaign.root, [path], self.report):
                self.report.found += open_character(path, self.loader).diagnostics

    def strays(self) -> None:
        root = self.campaign.root
        for path in _files(root):
            top, _, inside = relative(root, path).partition("/")
            if not inside:
                known = top in (CAMPAIGN,) or path.suffix in (".md", ".txt") or top == "LICENSE"
            elif top in _PARTS:
                known = _PARTS[top].fullmatch(inside) is not None and self.expected(top, inside)
            else:
                known = top.startswith(BASE)
            if not known:
                help_ = say(
                    "in a campaign there are {folders}; what else people want to keep stands in .md files",
                    folders=", ".join(FOLDERS),
                )
                self.report.add(
                    "stray-file", Span(str(path), 0, 0), say("this file belongs to nothing"), help=help_
                )

    def expected(self, top: str, inside: str) -> bool:
        """Whether a record knows of the file, where records do."""
        if top != PROPOSALS:
            return True
        proposal = self.campaign.proposals.get(inside.split("/", maxsplit=1)[0])
        if proposal is None:
            return False
        filed = {path for one in proposal.revisions for path in proposal.files(one)}
        return not re.fullmatch(r"[^/]+/\d+/.+", inside) or f"{PROPOSALS}/{inside}" in filed


def _files(folder: Path, top: bool = True) -> Iterator[Path]:
    """All files but those whose names begin with a dot."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path, top=False)
        else:
            yield path


# --- records against files ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Records:
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
    if rules.state.ir != campaign.in_force.ir:
        message = say("these rules are not those that were decided last")
        help_ = say(
            "`densho amend` says what the difference does to the fights; with --by and --why it puts it on record"
        )
        report.add("unrecorded-change", Span(str(campaign.rules), 0, 0), message, help=help_)
