"""A diagnostic is a value: what is wrong, where, and what to do. Rendering is elsewhere.

Messages are lower case without a full stop; the user's text stands in backticks; long texts are split into message, help and
labels; no type name of the implementation appears. All are texts that can be said in several languages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from densho.diagnostics.suggestions import told_apart
from densho.messages import Text
from densho.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A further place that belongs to the problem (`declared here`)."""

    span: Span
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One problem. `slug` names an entry of the catalogue, which gives code and severity."""

    slug: str
    span: Span
    message: Text
    help: tuple[Text, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(slots=True)
class Report:
    """Collects diagnostics during the passes."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set, repr=False)

    def add(
        self,
        slug: str,
        span: Span,
        message: Text,
        *,
        help: Text | Iterable[Text] = (),
        labels: Iterable[Label] = (),
    ) -> None:
        """Reports a problem; the same problem at the same place is kept once."""
        texts = told_apart(message, (help,) if isinstance(help, Text) else tuple(help))
        one = Diagnostic(slug=slug, span=span, message=message, help=texts, labels=tuple(labels))
        if one not in self._known:
            self._known.add(one)
            self.found.append(one)

    def __bool__(self) -> bool:
        return bool(self.found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """By file and position."""
        return tuple(sorted(self.found, key=lambda d: (d.span.path, d.span.start, d.span.end, d.slug)))
