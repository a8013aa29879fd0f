"""Is a document shaped like a fight's file? Every part is there, and is a text, list or mapping as it should be.

What the parts mean is looked at afterwards, against the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.fights.record import FORMAT, MOST_STEPS
from densho.messages import say
from densho.source import Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value

Shape = type[Scalar] | type[Sequence] | type[Mapping]
Shapes = dict[str, Shape]

KEYS: Shapes = {
    "fight": Scalar,
    "format": Scalar,
    "with": Sequence,
    "version": Scalar,
    "digest": Scalar,
    "seed": Scalar,
    "generator": Scalar,
    "options": Mapping,
    "seats": Mapping,
    "setup": Mapping,
    "opening": Mapping,
    "steps": Sequence,
    "pending": Mapping,
    "refused": Sequence,
    "taken back": Sequence,
}
"""The keys of the file, and what stands under each."""

OPTIONAL = ("with", "opening", "pending", "refused", "taken back")

_STEP: Shapes = {"choose": Mapping, "dice": Mapping, "refused": Sequence}
_SETUP: Shapes = {"arena": Mapping, "fighters": Mapping}
_ATTEMPT: Shapes = {"who": Scalar, "choice": Scalar, "by": Scalar}
_TAKEN_BACK: Shapes = {"step": Scalar, "choose": Mapping}


def well_shaped(document: Document, report: Report) -> bool:
    """Reports all that is wrong with the document's shape; true if nothing is."""
    before = len(report.found)
    _Shape(report).file(document.root)
    return len(report.found) == before


@dataclass(frozen=True, slots=True)
class _Shape:
    report: Report

    def file(self, root: Mapping) -> None:
        if root.get("fight") is None:
            span = root.entries[0][0].span if root.entries else root.span
            help_ = say("such a file begins with `fight: RULESET`, and is written by `densho play`")
            self.report.add("unknown-header", span, say("this is no file of a fight"), help=help_)
            return
        version = root.get("format")
        if isinstance(version, Scalar) and version.text != FORMAT:
            message = say(
                "this fight is kept in format {written}; this Densho reads {known}",
                written=version.text,
                known=FORMAT,
            )
            self.report.add("wrong-format", version.span, message)
            return
        self.mapping(root, KEYS, OPTIONAL, root.entries[0][0].span)
        self.mapping(root.get("setup"), _SETUP, ())
        self.slots(root.get("setup"))
        for key in ("options", "seats", "pending"):
            self.texts(root.get(key))
        self.lists(root.get("opening"))
        self.attempts(root.get("refused"))
        self.steps(root.get("steps"))
        for item in _items(root.get("taken back")):
            self.mapping(item, _TAKEN_BACK, ())
            self.texts(_under(item, "choose"))
        for item in _items(root.get("with")):
            self.is_a(item, Scalar, item.span)

    def steps(self, steps: Value | None) -> None:
        items = _items(steps)
        if steps is not None and len(items) > MOST_STEPS:
            message = say(
                "a fight has at most {most} steps, here are {here}", most=MOST_STEPS, here=len(items)
            )
            self.report.add("too-big", steps.span, message)
            return
        for item in items:
            self.mapping(item, _STEP, ("dice", "refused"))
            self.texts(_under(item, "choose"))
            self.lists(_under(item, "dice"))
            self.attempts(_under(item, "refused"))

    def attempts(self, value: Value | None) -> None:
        for item in _items(value):
            self.mapping(item, _ATTEMPT, ())

    def slots(self, setup: Value | None) -> None:
        for _, slots in _entries(_under(setup, "fighters")):
            self.is_a(slots, Mapping, slots.span)

    def texts(self, value: Value | None) -> None:
        """A mapping of texts."""
        for key, item in _entries(value):
            self.is_a(item, Scalar, key.span)

    def lists(self, value: Value | None) -> None:
        """A mapping of lists."""
        for key, item in _entries(value):
            self.is_a(item, Sequence, key.span)

    def mapping(
        self, value: Value | None, shapes: Shapes, optional: tuple[str, ...], span: Span | None = None
    ) -> None:
        """A mapping with these keys."""
        if value is None:
            return
        if not isinstance(value, Mapping):
            self.is_a(value, Mapping, value.span)
            return
        for key, item in value.entries:
            if key.text not in shapes:
                message = say("there is no key `{key}` here", key=key.text)
                self.report.add("unknown-key", key.span, message, help=did_you_mean(key.text, shapes))
            else:
                self.is_a(item, shapes[key.text], key.span)
        for key_text in shapes:
            if key_text not in optional and value.get(key_text) is None:
                self.report.add(
                    "missing-key", span or value.span, say("the key `{key}` is missing", key=key_text)
                )

    def is_a(self, value: Value, shape: Shape, span: Span) -> None:
        if not isinstance(value, shape):
            wanted: dict[Shape, str] = {
                Scalar: say("a text"),
                Sequence: say("a list"),
                Mapping: say("a mapping"),
            }
            self.report.add("wrong-shape", span, say("here should stand {wanted}", wanted=wanted[shape]))


def _items(value: Value | None) -> tuple[Value, ...]:
    return value.items if isinstance(value, Sequence) else ()


def _entries(value: Value | None) -> Iterator[tuple[Scalar, Value]]:
    if isinstance(value, Mapping):
        yield from value.entries


def _under(value: Value | None, key: str) -> Value | None:
    return value.get(key) if isinstance(value, Mapping) else None
