"""Whether all of a campaign fits together: records and files, decisions and rules, fights and their pinned copies, characters; and what belongs to nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.accounts import check_records
from densho.campaigns.opening import Campaign, InForce, Problems, opened, rules_of
from densho.campaigns.pins import chain, digest_of_copy, pin, pinned_folder
from densho.campaigns.places import (
    BASE,
    CHARACTERS,
    DECISIONS,
    FIGHTS,
    FOLDERS,
    PINNED,
    PROPOSALS,
    RULES,
    place,
    relative,
)
from densho.campaigns.recorded import fights_of
from densho.campaigns.within import files_of_characters, stays_within
from densho.characters.file import open_character
from densho.checking import check_targets
from densho.diagnostics.model import Diagnostic, Report
from densho.loading import Loader
from densho.messages import say
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
        named = self.campaign.head.rules
        if named != rules.ruleset.id:
            message = say("the rules are called `{id}`, and here `{named}`", id=rules.ruleset.id, named=named)
            self.report.add("bad-campaign", Span(str(root / CAMPAIGN), 0, 0), message)
        checked = check_targets(find_targets(str(root / RULES)), self.loader.cache)
        self.loader.texts.known.update(checked.texts.known)
        self.report.found += (one for one in checked.diagnostics if one not in self.report.found)
        return rules

    def base(self, rules: InForce) -> None:
        """Another base is a reason why the rules are others; once that is on record, it is none any more."""
        campaign = self.campaign
        below = [link.folder for link in chain(campaign.rules)][1:2]
        if not below or rules.state.same_rules(campaign.in_force):
            return
        loaded = self.loader.load(below[0])
        if loaded.ruleset is None:
            return
        state, was = pin(below[0], loaded.files, loaded.ruleset).state, campaign.head.base
        if not state.same_rules(was.state):
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
