"""Makes the dossier: section after section, with what of the budget each may spend."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from densho.analysis.answers import answers
from densho.analysis.budget import Budget
from densho.analysis.secrecy import Start
from densho.analysis.starts import all_starts, scenario_starts
from densho.analysis.win_rates import win_rates
from densho.campaigns.asking import Form, Question
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.display.blocks import Grid
from densho.dossier.document import Document, Finding, Section, section
from densho.dossier.examined import Examined
from densho.dossier.html import html
from densho.dossier.likeness import similar
from densho.dossier.markdown import markdown
from densho.dossier.meeting import meets
from densho.dossier.playing import answered, wins
from densho.dossier.recorded import recorded_fights
from densho.dossier.rules import excepted, rules_text
from densho.dossier.scenarios import Scenarios, other_scenarios, own_scenarios
from densho.dossier.terminal import terminal
from densho.ir.data import digest
from densho.linting import check_lints
from densho.messages import Text, say
from densho.showing.page import Table

STARTS = 40
"""Positions of scenarios from which is played, drawn by the seed where there are more."""
LEAST, SCENARIOS = 4.0, 0.25
"""Seconds that the other scenarios, and recorded fights, may take at least, and the share of the budget that they may take beside it."""
LIKE, ANSWERS = 0.1, 0.5
"""The shares of the budget for playing side by side and for answers; the rest is for fights."""
DIGITS = 12
"""So much of a digest is shown."""


@dataclass(frozen=True, slots=True)
class Made:
    """The dossier of one proposal."""

    document: Document

    def rendered(self, form: Form, *, width: int = 100, colour: bool = False) -> str:
        """As text for a terminal `width` cells wide, as Markdown, or as a self-contained page."""
        match form:
            case "terminal":
                return terminal(self.document, width, colour=colour)
            case "markdown":
                return markdown(self.document)
            case "html":
                return html(self.document)


def make(question: Question) -> Made:
    """Examines a proposal. The same question gives the same dossier but for what ended with the budget's seconds."""
    examined = Examined(question)
    return Made(
        Document(
            language=question.language,
            title=examined.say("Dossier: {name}", name=examined.name),
            facts=tuple(_facts(examined)),
            summary=examined.say("In short"),
            nothing=examined.say("Nothing speaks against it, and nothing for it."),
            sections=tuple(_sections(examined)),
        )
    )


def _facts(examined: Examined) -> Iterator[tuple[str, str]]:
    question, say = examined.question, examined.say
    yield say("proposal"), say("{id}, revision {number}", id=question.proposal, number=question.revision)
    yield say("proposed by"), question.by
    yield say("adds"), f"{examined.guide.called(question.kind, f'kind.{question.kind}')}: `{question.row}`"
    yield say("to"), f"{examined.before.id} {examined.before.version} ({digest(examined.before)[:DIGITS]})"
    yield say("seed, budget"), f"{question.seed}, {question.budget:g} s"


def _sections(examined: Examined) -> Iterator[Section]:
    question = examined.question
    progress = _Progress(question)
    progress(say("reading"), 0.0)
    scenarios = Scenarios(examined)
    yield rules_text(examined)
    yield excepted(examined)
    yield from _noted(examined)
    yield meets(examined)
    progress(say("its scenarios"), 0.02)
    yield own_scenarios(examined, scenarios)
    progress(say("the other scenarios"), 0.04)
    yield other_scenarios(examined, scenarios, max(LEAST, question.budget * SCENARIOS))
    progress(say("recorded fights"), 0.08)
    yield recorded_fights(examined, max(LEAST, question.budget * SCENARIOS))
    starts = _starts(examined, scenarios)
    progress(say("what it is like"), 0.1)
    yield similar(examined, starts, Budget(question.budget * LIKE))
    progress(say("what answers it"), 0.2)
    found = answers(
        starts, question.kind, question.row,
        seed=question.seed, budget=Budget(question.budget * ANSWERS), progress=progress.part(0.2, 0.6),
    )  # fmt: skip
    yield answered(examined, found)
    progress(say("who wins"), 0.6)
    rest = Budget(question.budget * (1 - LIKE - ANSWERS))
    rates = win_rates(
        starts, question.kind, question.row, seed=question.seed, budget=rest, progress=progress.part(0.6, 1.0)
    )
    yield wins(examined, rates, passive=found.passive)
    progress(say("done"), 1.0)


def _starts(examined: Examined, scenarios: Scenarios) -> list[Start]:
    """The ruleset's own start first, then those of the proposal's scenarios, then some of the others'."""
    own = all_starts(examined.after, scenarios.every(scenarios.own))
    others = list(scenario_starts(examined.after, scenarios.every(scenarios.others)))
    left = max(0, STARTS - len(own))
    if len(others) > left:
        others = random.Random(examined.question.seed).sample(others, left)
    return [*own, *others]


class _Progress:
    """Remembers what is being done while a part of it tells how far it is."""

    def __init__(self, question: Question) -> None:
        self.told = question.progress
        self.what: Text = say("reading")

    def __call__(self, what: Text, share: float) -> None:
        self.what = what
        self.told(what, share)

    def part(self, begin: float, end: float) -> Callable[[float], None]:
        """Tells of a part of the whole, which begins and ends at these shares of it."""
        return lambda share: self.told(self.what, begin + (end - begin) * share)


# --- what the check says -----------------------------------------------------------------------------


def _noted(examined: Examined) -> Iterator[Section]:
    """What `densho check` finds in the file, as far as it is no error (those are never filed), and the lints of the house."""
    question = examined.question
    report = Report()
    check_lints(examined.after, report)
    diagnostics = (*question.loader.load(question.after.folder).diagnostics, *report.sorted())
    found = [one for one in diagnostics if one.span.path == examined.file]
    if not found:
        return
    table = Table(Grid(("", "", ""), tuple(_row(examined, one) for one in found), wraps=True))
    warnings = sum(severity_of(one.slug) != "note" for one in found)
    text = examined.say("the check warns of {number} things in the file", number=warnings)
    yield section(
        examined.say("What the check says"), [table], [Finding("notable", text)] if warnings else []
    )


def _row(examined: Examined, one: Diagnostic) -> tuple[str, str, str]:
    return examined.locate(one.span), one.slug, examined.said(one.message)
