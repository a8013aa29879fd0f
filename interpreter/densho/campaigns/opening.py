"""From a folder to the campaign in it: its records, read under its lock once an interrupted change has been finished; its rules, once nothing leads out.

Whoever changes something opens the campaign and makes the change under one and the same lock, so that nobody acts on what was true before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.changes import alone, reading
from densho.campaigns.names import is_proposal_id
from densho.campaigns.pins import pin
from densho.campaigns.places import DECISIONS, PROPOSALS, RULES, only_files
from densho.campaigns.read import read_decision, read_head, read_proposal, read_review
from densho.campaigns.records import Decision, Head, Proposal, Review, State
from densho.campaigns.within import files_of_rules, stays_within
from densho.diagnostics.model import Diagnostic, Report
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.messages import say
from densho.source import Span
from densho.targets import CAMPAIGN


class Problems(DenshoError):
    """Files of a campaign have mistakes, or what was asked for does not fit them. `diagnostics` say what and where; nothing was changed."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].message if diagnostics else say("the campaign has mistakes"))
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """The records of a campaign. `reviews`: of each proposal, in order."""

    root: Path
    head: Head
    proposals: Mapping[str, Proposal]
    reviews: Mapping[str, tuple[Review, ...]]
    decisions: tuple[Decision, ...]

    @property
    def rules(self) -> Path:
        return self.root / RULES

    @property
    def in_force(self) -> State:
        """The rules as the last decision that changed them left them."""
        changed = (one.after for one in reversed(self.decisions) if one.after is not None)
        return next(changed, self.head.began)

    @property
    def decided_files(self) -> dict[str, str]:
        """The files that decisions put among the rules: path → digest. An amendment accepts all as they are."""
        found: dict[str, str] = {}
        for one in self.decisions:
            if one.after is not None:
                found = {**({} if one.verdict == "amend" else found), **one.files}
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """The campaign's rules as they lie in `rules/` now. `files` are all that were read for them."""

    ruleset: ir.Ruleset
    state: State
    copy: Mapping[str, str]
    """What a pinned copy of them holds, by its paths in the campaign."""
    diagnostics: tuple[Diagnostic, ...]


@contextmanager
def changing(root: Path) -> Iterator[Campaign]:
    """The campaign, for somebody who changes it: nobody else does until he is done. Raises `Problems`, `Busy`, `CannotChange`."""
    with alone(root):
        yield opened(root)


@contextmanager
def reading_campaign(root: Path) -> Iterator[Campaign]:
    """The campaign, for somebody who only reads: nobody changes it until he is done. Raises `Problems`, `Busy`, `CannotChange`."""
    with reading(root):
        yield opened(root)


def opened(root: Path) -> Campaign:
    """The records. Raises `Problems`."""
    report = Report()
    found = _read(root, report) if only_files(root, report) else None
    if found is None or report:
        raise Problems(report.sorted())
    return found


def _read(root: Path, report: Report) -> Campaign | None:
    head = read_head(root / CAMPAIGN, report)
    proposals: dict[str, Proposal] = {}
    reviews: dict[str, tuple[Review, ...]] = {}
    for folder in _folders(root / PROPOSALS):
        if not is_proposal_id(folder.name):
            continue  # that it belongs to nothing, a check of the campaign says
        proposal = read_proposal(folder / "proposal.yaml", report)
        if proposal is not None:
            proposals[folder.name] = proposal
            reviews[folder.name] = tuple(_reviews(folder, report))
    decisions = tuple(_decisions(root / DECISIONS, report))
    if head is None:
        return None
    return Campaign(root=root, head=head, proposals=proposals, reviews=reviews, decisions=decisions)


def _folders(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.is_dir()] if folder.is_dir() else []


def _reviews(folder: Path, report: Report) -> Iterator[Review]:
    found = [read_review(path, report) for path in folder.glob("review-*.yaml")]
    yield from sorted((one for one in found if one is not None), key=lambda one: one.number)


def _decisions(folder: Path, report: Report) -> Iterator[Decision]:
    read = [(path, read_decision(path, report)) for path in sorted(folder.glob("*.yaml"))]
    found = sorted(((path, one) for path, one in read if one is not None), key=lambda pair: pair[1].number)
    for number, (path, one) in enumerate(found, 1):
        if one.number != number and len(found) == len(read):
            message = say(
                "this is decision {number}, but decision {wanted} is missing",
                number=one.number,
                wanted=number,
            )
            report.add("bad-campaign", Span(str(path), 0, 0), message)
            return
        yield one


# --- the rules ----------------------------------------------------------------------------------------


def rules_of(root: Path, loader: Loader) -> InForce:
    """The rules in a campaign's folder, or in a staged copy of it. Raises `Problems` when they have mistakes or lead out of it."""
    report = Report()
    if not stays_within(root, files_of_rules(root), report):
        raise Problems(report.sorted())
    loaded = loader.load(root / RULES)
    if loaded.ruleset is None:
        raise Problems(loaded.diagnostics or _no_rules(root))
    copy = pin(root / RULES, loaded.files, loaded.ruleset)
    return InForce(
        ruleset=loaded.ruleset, state=copy.state, copy=copy.writes(), diagnostics=loaded.diagnostics
    )


def _no_rules(root: Path) -> tuple[Diagnostic, ...]:
    report = Report()
    help_ = say("there the campaign's own ruleset lies, which `extends:` another")
    report.add("missing-file", Span(str(root / RULES), 0, 0), say("there is no ruleset in it"), help=help_)
    return report.sorted()
