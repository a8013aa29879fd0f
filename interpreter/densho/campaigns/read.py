"""From the files of a campaign's records to the records. What is wrong with one is reported at its place, and the record is then None.

A record of a proposal or decision must say the same as the name of its file or folder does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from densho.campaigns.fields import Fields
from densho.campaigns.names import is_portable, is_proposal_id, name_fault, why_fault
from densho.campaigns.places import RULES, is_plain
from densho.campaigns.records import (
    FORMAT,
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
)
from densho.diagnostics.model import Report
from densho.messages import say
from densho.surface.reader import read_document, read_source

R = TypeVar("R")

_STATE = ("ir", "bytes")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def read_head(path: Path, report: Report) -> Head | None:
    keys = ("campaign", "densho", "language", "begun", "rules", "base", "began")
    return _read(path, report, keys, _head)


def read_proposal(path: Path, report: Report) -> Proposal | None:
    keys = ("proposal", "densho", "by", "kind", "row", "status", "revisions", "history")
    return _read(path, report, keys, lambda fields: _proposal(fields, path.parent.name))


def read_review(path: Path, report: Report) -> Review | None:
    keys = (
        "review", "densho", "proposal", "revision", "when", "seed", "budget", "digest", "rules", "dossier",
    )  # fmt: skip
    return _read(path, report, keys, lambda fields: _review(fields, path))


def read_decision(path: Path, report: Report) -> Decision | None:
    keys = (
        "decision", "densho", "verdict", "proposal", "revision", "by", "when", "why", "digest", "review", "rules", "after",
        "changes", "files", "credit",
    )  # fmt: skip
    return _read(path, report, keys, lambda fields: _decision(fields, path))


def _read(path: Path, report: Report, keys: tuple[str, ...], build: Callable[[Fields], R]) -> R | None:
    own = Report()
    source = read_source(path, own)
    document = None if source is None else read_document(source, own)
    found = None
    if document is not None:
        first = document.root.entries[0][0].span if document.root.entries else document.root.span
        fields = Fields(document.root, own, keys, first)
        if _is_of_this_format(fields):
            found = build(fields)
    for one in own.found:
        report.add(one.slug, one.span, one.message, help=one.help, labels=one.labels)
    return None if own else found


def _is_of_this_format(fields: Fields) -> bool:
    written = fields.text("densho")
    if written and written != FORMAT:
        fields.report.add(
            "wrong-format",
            fields.span("densho"),
            say(
                "this record is kept in format {written}; this Densho reads {known}",
                written=written,
                known=FORMAT,
            ),
        )
    return written == FORMAT


def _head(fields: Fields) -> Head:
    base = fields.below("base", ("ruleset", "version", *_STATE))
    if fields.has("language") and _LANGUAGE.fullmatch(fields.text("language")) is None:
        fields.bad("language", say("a language is two or three letters"))
    return Head(
        name=_name(fields, "campaign"),
        language=fields.text("language"),
        when=fields.when("begun"),
        rules=fields.text("rules"),
        base=Base(
            ruleset=base.text("ruleset"),
            version=base.text("version"),
            state=State(ir=base.digest("ir"), bytes=base.digest("bytes")),
        ),
        began=_state(fields, "began"),
    )


def _proposal(fields: Fields, folder: str) -> Proposal:
    found = Proposal(
        id=fields.text("proposal"),
        by=_name(fields, "by"),
        kind=fields.text("kind"),
        row=fields.text("row"),
        revisions=tuple(
            _revision(one, number)
            for number, one in enumerate(
                fields.records("revisions", ("number", "when", "file", "scenarios", "digest", "rules")), 1
            )
        ),
        history=tuple(
            _happening(one)
            for one in fields.records("history", ("when", "what", "by", "revision", "decision"))
        ),
    )
    if found.id != folder or not is_proposal_id(found.id) or found.id.rpartition("-")[0] != found.row:
        fields.bad("proposal", say("`{id}` is not the ID that its folder and its row say", id=found.id))
    if not found.revisions or not found.history:
        fields.bad("proposal", say("a proposal has a revision and a history"))
    elif fields.text("status") != found.status:
        fields.bad("status", say("by its history it is `{status}`", status=found.status))
    return found


def _revision(fields: Fields, number: int) -> Revision:
    found = Revision(
        number=fields.number("number"),
        when=fields.when("when"),
        file=fields.text("file"),
        scenarios=fields.texts("scenarios"),
        digest=fields.digest("digest"),
        rules=_state(fields, "rules"),
    )
    if found.number != number:
        fields.bad("number", say("revisions are numbered from 1, one after another"))
    for name in (found.file, *found.scenarios):
        if not is_portable(name):
            fields.bad("file", say("`{name}` is no name for a file of a proposal", name=name))
    return found


def _happening(fields: Fields) -> Happening:
    return Happening(
        when=fields.when("when"),
        what=fields.one_of("what", STATUSES),  # type: ignore[arg-type]
        by=_name(fields, "by"),
        revision=fields.number("revision"),
        decision=fields.number("decision") if fields.has("decision") else 0,
    )


def _review(fields: Fields, path: Path) -> Review:
    found = Review(
        number=fields.number("review"),
        proposal=fields.text("proposal"),
        revision=fields.number("revision"),
        when=fields.when("when"),
        seed=fields.number("seed", low=0),
        budget=fields.number("budget", low=0),
        digest=fields.digest("digest"),
        rules=_state(fields, "rules"),
        dossier=fields.digest("dossier"),
    )
    if (found.name, found.proposal) != (path.stem, path.parent.name):
        fields.bad("review", say("this is not the review that its name says"))
    return found


def _decision(fields: Fields, path: Path) -> Decision:
    about = fields.has("proposal")
    credit = fields.below("credit", ("character", "award")) if fields.has("credit") else None
    found = Decision(
        number=fields.number("decision"),
        verdict=fields.one_of("verdict", VERDICTS),  # type: ignore[arg-type]
        by=_name(fields, "by"),
        why=fields.text("why"),
        when=fields.when("when"),
        rules=_state(fields, "rules"),
        proposal=fields.text("proposal") if about else "",
        revision=fields.number("revision") if about else 0,
        digest=fields.digest("digest") if about else "",
        review=fields.digest("review") if about else "",
        after=_state(fields, "after") if fields.has("after") else None,
        files=dict(_files(fields)),
        changes=fields.texts("changes"),
        credit=None if credit is None else (credit.text("character"), credit.text("award")),
    )
    fault = why_fault(found.why)
    if fault is not None:
        fields.bad("why", fault)
    if found.path != f"decisions/{path.name}":
        fields.bad("decision", say("this is not the decision that the name of its file says"))
    return found


def _files(fields: Fields) -> Iterator[tuple[str, str]]:
    """The files that a decision wrote, all of them among the rules."""
    for key, digest in fields.pairs("files"):
        if is_plain(key.text) and key.text.startswith(f"{RULES}/"):
            yield key.text, digest
        else:
            message = say("`{path}` is no file of the campaign's rules", path=key.text)
            fields.report.add("bad-campaign", key.span, message)


def _state(fields: Fields, key: str) -> State:
    below = fields.below(key, _STATE)
    return State(ir=below.digest("ir"), bytes=below.digest("bytes"))


def _name(fields: Fields, key: str) -> str:
    text = fields.text(key)
    fault = name_fault(text) if fields.has(key) else None
    if fault is not None:
        fields.bad(key, fault)
    return text
