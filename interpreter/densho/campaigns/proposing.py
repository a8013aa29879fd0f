"""Files a proposal: the file is read, put into a staged copy of the rules, checked there with its scenarios, and only then kept under an ID.

The ID is the row's id with a number. Whoever proposes the same again before it is decided, or after it was returned to him, makes a new revision of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from densho.campaigns.adopting import (
    adopted,
    is_approved,
    loose_files,
    place_of_row,
    place_of_scenarios,
    tell_approved,
)
from densho.campaigns.changes import carry_out, change
from densho.campaigns.names import MOST_ID, is_portable, portable
from densho.campaigns.opening import Campaign, InForce, Problems, changing, rules_of
from densho.campaigns.pins import chain
from densho.campaigns.places import APPROVED, is_within
from densho.campaigns.records import Clock, Happening, Proposal, Revision, digest_of_files, now, stamp
from densho.campaigns.staging import staged
from densho.campaigns.trying import notes, rules_in, run
from densho.campaigns.written import proposal_text
from densho.diagnostics.model import Diagnostic, Report
from densho.ir import nodes as ir
from densho.linting import check_lints
from densho.loading import Loader
from densho.messages import say
from densho.source import Source, Span
from densho.surface.build import row_header
from densho.surface.documents import Document, Scalar
from densho.surface.reader import read_document, read_source
from densho.surface.shape import document_kind
from densho.targets import ruleset_of, top_level

Files = list[tuple[str, Source]]
"""The names under which files are kept, and their texts; the proposed one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody proposes. `bare`: without scenarios, which else is refused."""

    file: Path
    scenarios: Sequence[Path]
    by: str
    bare: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """`diagnostics`: what was found that hinders nothing. `passed`: so many scenarios. `news` False: just this was filed already."""

    proposal: Proposal
    diagnostics: tuple[Diagnostic, ...]
    passed: int
    news: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    kind: str
    id: str
    source: Source


def propose(root: Path, wish: Wish, loader: Loader, clock: Clock = now) -> Filed:
    """Checks and files it. Raises `Problems`, and then nothing is filed; `Busy`, `CannotChange`. Texts for diagnostics go to `loader`."""
    with changing(root) as campaign:
        report = Report()
        row = _row(campaign, wish.file, report, loader)
        if row is None:
            raise Problems(report.sorted())
        sources = _sources(campaign, row, wish, report, loader)
        if report:
            raise Problems(report.sorted())
        files = _named(wish.file, row.id, row.source, sources)
        found, passed = _tried(campaign, row, files, loader)
        return _file(campaign, row, wish, files, rules_of(root, loader), clock, found, passed)


def _tried(campaign: Campaign, row: _Row, files: Files, loader: Loader) -> tuple[tuple[Diagnostic, ...], int]:
    """The files in a copy of the rules: what was found in them that hinders nothing, with the lints of the house, and how many scenarios pass. Raises `Problems`."""
    report = Report()
    places = [place_of_row(row.id), *(place_of_scenarios(row.id, name) for name, _ in files[1:])]
    texts = [row.source.text, *(adopted(source, campaign.head.rules, report) for _, source in files[1:])]
    if report:
        raise Problems(report.sorted())
    writes = {path: text for path, text in zip(places, texts, strict=True) if text is not None}
    names = {path: source.path for path, (_, source) in zip(places, files, strict=True)}
    with staged(campaign.root, writes, names) as copy:
        try:
            rules = rules_in(copy)
            if not any(kind.name == row.kind and _has(kind, row.id) for kind in rules.ruleset.kinds):
                raise Problems(_no_such_row(row))
            results = run(copy, [copy.folder / path for path in places[1:]])
        finally:
            loader.texts.known.update(copy.sources())
        lints = Report()
        check_lints(rules.ruleset, lints)
        own = {str(copy.folder / path) for path in places}
        noted = (*rules.diagnostics, *notes(results), *lints.sorted())
        found = copy.named(one for one in noted if one.span.path in own)
    return found, sum(len(one.results) for one in results)


def _has(kind: ir.Kind, row: str) -> bool:
    return any(one.name == row for one in kind.rows)


# --- what is handed in --------------------------------------------------------------------------------


def _row(campaign: Campaign, path: Path, report: Report, loader: Loader) -> _Row | None:
    """The proposed file: a row file for the campaign's rules, with an id that can name files."""
    source = read_source(path, report)
    if source is None:
        return None
    loader.texts.known[source.path] = source
    document = read_document(source, report)
    if document is None:
        return None
    header = row_header(document.root) if document_kind(document) == "row" else None
    if header is None:
        help_ = say("such a file begins with `KIND: ID` and `for: RULESET`, and adds one row")
        report.add(
            "bad-proposal", Span(source.path, 0, 0), say("only a row file can be proposed"), help=help_
        )
        return None
    kind, named = header
    name = named.text.split(" ")[0]
    if (
        not is_portable(f"{name}.yaml")
        or name != name.lower()
        or len(name) > MOST_ID
        or not name[:1].isalpha()
    ):
        help_ = say(
            "files are called by it: small letters of a–z, digits and `_`, and no word that a system keeps for itself"
        )
        report.add(
            "bad-proposal",
            named.span,
            say("nothing can be proposed under the id `{id}`", id=name),
            help=help_,
        )
    ruleset = document.root.get("for")
    if isinstance(ruleset, Scalar):
        _for_these_rules(campaign, ruleset, path, report)
    if not report and is_approved(campaign.root, name):
        tell_approved(name, named.span, report)
    return None if report else _Row(kind=kind.text, id=name, source=source)


def _for_these_rules(campaign: Campaign, named: Scalar, path: Path, report: Report) -> None:
    """`for:` is the id of the campaign's ruleset or of a base, or a path that leads to it."""
    text = named.text
    if text.startswith(".") or "/" in text:
        found = ruleset_of(text, path)
        fits = not Path(text).is_absolute() and isinstance(found, Path) and is_within(campaign.rules, found)
    else:
        ids = [top_level(link.main).get("ruleset", "").split(" ")[0] for link in chain(campaign.rules)]
        fits = not ids or text in ids
    if not fits:
        report.add(
            "bad-proposal",
            named.span,
            say("`{path}` does not lead to the rules of this campaign", path=text),
            help=say("write `for: {id}`", id=campaign.head.rules),
        )


def _sources(campaign: Campaign, row: _Row, wish: Wish, report: Report, loader: Loader) -> list[Source]:
    """The scenarios, which may need the proposed file and what is approved."""
    found = []
    for path in wish.scenarios:
        source = read_source(path, report)
        if source is None:
            continue
        loader.texts.known[source.path] = source
        document = read_document(source, report)
        if document is not None:
            _only_what_is_there(campaign, row, document, path, report)
            found.append(source)
    if not wish.scenarios and not wish.bare:
        beside = wish.file.with_name(f"{wish.file.stem}_test.yaml")
        told = say("write down what must come out of it, and add --scenarios FILE (or --no-scenarios)")
        help_ = (
            (say("there is `{file}`: --scenarios {file}", file=beside), told) if beside.is_file() else (told,)
        )
        report.add(
            "no-scenarios", Span(row.source.path, 0, 0), say("no scenario says what this does"), help=help_
        )
    return found


def _only_what_is_there(
    campaign: Campaign, row: _Row, document: Document, path: Path, report: Report
) -> None:
    for named in loose_files(document):
        keys = top_level(path.parent / named.text)
        called = next(iter(keys.values()), "").split(" ")[0]
        known = called == row.id or (
            is_portable(f"{called}.yaml") and (campaign.rules / APPROVED / f"{called}.yaml").is_file()
        )
        if not known:
            message = say("`{file}` is neither what is proposed nor approved", file=named.text)
            help_ = say("a proposal is checked under the rules of the campaign alone")
            report.add("bad-proposal", named.span, message, help=help_)


def _named(path: Path, row: str, own: Source, others: Sequence[Source]) -> Files:
    """The files with names that every system can have, the proposed one first."""
    found = [(portable(path.name, f"{row}.yaml", ["proposal.yaml"]), own)]
    for number, source in enumerate(others, 1):
        taken = [name for name, _ in found]
        found.append((portable(Path(source.path).name, f"scenarios-{number}.yaml", taken), source))
    return found


def _no_such_row(row: _Row) -> tuple[Diagnostic, ...]:
    report = Report()
    message = say("this adds no row `{row}` to the kind `{kind}`", row=row.id, kind=row.kind)
    report.add("bad-proposal", Span(row.source.path, 0, 0), message)
    return report.sorted()


# --- what is kept -------------------------------------------------------------------------------------


def _file(
    campaign: Campaign,
    row: _Row,
    wish: Wish,
    files: Files,
    rules: InForce,
    clock: Clock,
    found: tuple[Diagnostic, ...],
    passed: int,
) -> Filed:
    texts = {name: source.text for name, source in files}
    digest = digest_of_files({name: text.encode("utf-8") for name, text in texts.items()})
    old = _same_again(campaign, row, wish.by)
    if old is not None and old.status == "filed" and old.last.digest == digest:
        return Filed(proposal=old, diagnostics=found, passed=passed, news=False)
    when = stamp(clock)
    number = 1 if old is None else old.last.number + 1
    revision = Revision(
        number=number,
        when=when,
        file=files[0][0],
        scenarios=tuple(name for name, _ in files[1:]),
        digest=digest,
        rules=rules.state,
    )
    happening = Happening(when=when, what="filed", by=wish.by, revision=number)
    if old is None:
        proposal = Proposal(
            id=_free_id(campaign, row.id),
            by=wish.by,
            kind=row.kind,
            row=row.id,
            revisions=(revision,),
            history=(happening,),
        )
    else:
        proposal = replace(
            old, kind=row.kind, revisions=(*old.revisions, revision), history=(*old.history, happening)
        )
    writes = {f"{proposal.folder}/{number}/{name}": text for name, text in texts.items()}
    writes[f"{proposal.folder}/proposal.yaml"] = proposal_text(proposal)
    carry_out(campaign.root, change(campaign.root, f"propose {proposal.id}", writes))
    return Filed(proposal=proposal, diagnostics=found, passed=passed, news=True)


def _same_again(campaign: Campaign, row: _Row, by: str) -> Proposal | None:
    """The proposal of which this is a new revision: by the same person, and not yet decided or returned to him."""
    mine = [
        one
        for one in campaign.proposals.values()
        if one.row == row.id and one.by == by and one.status in ("filed", "returned")
    ]
    return max(mine, key=lambda one: one.id, default=None)


def _free_id(campaign: Campaign, row: str) -> str:
    number = 1
    while f"{row}-{number}" in campaign.proposals:
        number += 1
    return f"{row}-{number}"
