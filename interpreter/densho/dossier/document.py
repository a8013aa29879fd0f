"""A dossier as a document: what was found first, then sections of headings, lines, tables and texts to copy; it knows nothing of rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from densho.showing.page import Element

Weight = Literal["grave", "notable", "well"]
"""What a gamemaster should look at before anything else, what he should know, and what speaks for the proposal."""

WEIGHTS: dict[Weight, str] = {"grave": "!!", "notable": "!", "well": "+"}
"""The signs that stand before findings."""


@dataclass(frozen=True, slots=True)
class Code:
    """Text to be copied as it is, line for line."""

    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence of the summary."""

    weight: Weight
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """`findings` of it also stand at the head of the dossier."""

    title: str
    parts: tuple[Element | Code, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """`language` of all its texts, `facts` in short pairs under the title, `summary` the title of the findings."""

    language: str
    title: str
    facts: tuple[tuple[str, str], ...]
    summary: str
    nothing: str
    sections: tuple[Section, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, the gravest first."""
        order = list(WEIGHTS)
        found = dict.fromkeys(one for section in self.sections for one in section.findings)
        return tuple(sorted(found, key=lambda one: order.index(one.weight)))


def section(title: str, parts: Iterable[Element | Code], findings: Iterable[Finding] = ()) -> Section:
    return Section(title, tuple(parts), tuple(findings))
