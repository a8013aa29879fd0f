"""The state of a campaign in a page: its rules, what is proposed and decided, who plays and what was fought, and what is not as it was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from densho.campaigns.opening import Campaign, InForce
from densho.campaigns.pins import pinned_folder
from densho.campaigns.places import relative
from densho.campaigns.records import SHOWN, STATUS_TEXTS, VERDICT_TEXTS, Decision, Proposal
from densho.campaigns.within import files_of_characters, files_of_fights
from densho.diagnostics.model import Diagnostic
from densho.messages import Text, say
from densho.targets import top_level

MOST = 10
"""So many decisions are shown, the last ones."""

Style = Literal["title", "heading", "plain", "problem", "note"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page. Texts of strangers stand in it as they are: whoever shows it makes them harmless."""

    text: Text | str
    style: Style = "plain"


def page(campaign: Campaign, rules: InForce | None, problems: tuple[Diagnostic, ...]) -> Iterator[Line]:
    """`rules` None: they have mistakes."""
    head = campaign.head
    yield Line(head.name, "title")
    yield from _rules(campaign, rules)
    yield from _section(say("Proposals"), list(_proposals(campaign)))
    yield from _section(say("Decisions"), list(_decisions(campaign)))
    yield from _section(say("Characters"), list(_characters(campaign)))
    yield from _section(say("Fights"), list(_fights(campaign)))
    wrong = [
        Line(say("{path}: {message}", path=_called(campaign, one), message=one.message), "problem")
        for one in problems
    ]
    if wrong:
        yield from _section(say("Not as it was recorded"), wrong)
        yield Line(say("`densho campaign check` says more"), "note")


def _called(campaign: Campaign, one: Diagnostic) -> str:
    path = one.span.path
    return (
        path
        if not path or not path.startswith(str(campaign.root))
        else path[len(str(campaign.root)) :].lstrip("/\\")
    )


def _rules(campaign: Campaign, rules: InForce | None) -> Iterator[Line]:
    head = campaign.head
    base = head.base
    yield Line(
        say(
            "Rules: `{rules}`, extending `{base}` {version}",
            rules=head.rules,
            base=base.ruleset,
            version=base.version,
        )
    )
    if rules is None:
        yield Line(say("The rules have mistakes."), "problem")
        return
    yield Line(
        say(
            "Digest: {ir} (of the files: {bytes})", ir=rules.state.ir[:SHOWN], bytes=rules.state.bytes[:SHOWN]
        )
    )
    house = [option for option in rules.ruleset.options if option.default != option.values[0]]
    if house:
        told = ", ".join(f"{option.name}: {option.default}" for option in house)
        yield Line(say("House options: {options}", options=told))
    approved = [one.row for one in campaign.proposals.values() if one.status == "approved"]
    if approved:
        yield Line(say("Approved: {names}", names=", ".join(approved)))


def _section(title: Text, lines: list[Line]) -> Iterator[Line]:
    yield Line("")
    yield Line(title, "heading")
    yield from lines or [Line(say("none"), "note")]


def _proposals(campaign: Campaign) -> Iterator[Line]:
    for one in campaign.proposals.values():
        yield Line(_proposal(campaign, one))


def _proposal(campaign: Campaign, one: Proposal) -> Text:
    status = STATUS_TEXTS[one.status]
    reviews = len(campaign.reviews.get(one.id, ()))
    return say(
        "{id} ({kind} {row}) by {by}, revision {revision}: {status}; reviews: {reviews}",
        id=one.id,
        kind=one.kind,
        row=one.row,
        by=one.by,
        revision=one.last.number,
        status=status,
        reviews=reviews,
    )


def _decisions(campaign: Campaign) -> Iterator[Line]:
    for one in campaign.decisions[-MOST:]:
        yield Line(_decision(one))


def _decision(one: Decision) -> Text:
    what = VERDICT_TEXTS[one.verdict]
    about = one.proposal or "; ".join(one.changes)
    why = " ".join(one.why.split())
    return say(
        "{number}. {about}: {what}, by {by}, {day}: {why}",
        number=one.number,
        about=about,
        what=what,
        by=one.by,
        day=one.when[:10],
        why=why,
    )


def _characters(campaign: Campaign) -> Iterator[Line]:
    for path in files_of_characters(campaign.root):
        keys = top_level(path)
        name, player = keys.get("character", ""), keys.get("player", "")
        file = relative(campaign.root, path)
        yield Line(f"{name} ({player}): {file}" if player else f"{name}: {file}")


def _fights(campaign: Campaign) -> Iterator[Line]:
    now = f"../{pinned_folder(campaign.in_force)}/"
    for path in files_of_fights(campaign.root):
        current = top_level(path).get("fight", "").startswith(now)
        file = relative(campaign.root, path)
        yield Line(file if current else say("{file} (under earlier rules)", file=file))
