"""Builds a document out of the events of the YAML parser, judging each before anything is built from it.

Refused here: what Densho does not take of YAML (anchors, aliases, tags, merge keys, a second document), keys that are no names or
stand twice, collections nested too deep, and the places where YAML silently read something else than was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from densho.diagnostics.model import Label, Report
from densho.limits import VARIABLES
from densho.messages import say
from densho.source import Excerpt, Source, Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value
from densho.surface.excerpts import excerpt_of
from densho.surface.yaml_clues import Last, missing_blank, report_fault

_PROPERTIES = re.compile(r"(?:[!&]\S*\s+)*")
_MOST = 100
"""After so many mistakes in one file nobody reads on."""
_LONE_COLON = re.compile(r":(?!=)")
_WORD = re.compile(r"\S+")


class GivenUpError(Exception):
    """Reading has been given up; the reason is in the report."""


@dataclass(slots=True)
class _Frame:
    """A collection being read. `key` waits for its value; a key that was refused is None and its value is dropped."""

    start: int
    flow: bool
    mapping: bool
    items: list[Value] = field(default_factory=list)
    entries: list[tuple[Scalar, Value]] = field(default_factory=list)
    keys: dict[str, Scalar] = field(default_factory=dict)
    awaits_value: bool = False
    key: Scalar | None = None
    split_at: Scalar | None = None


class Composer:
    """Builds the document of one stream of events."""

    def __init__(self, source: Source, report: Report, nesting: int) -> None:
        self.source = source
        self.report = report
        self.nesting = nesting
        self.stack: list[_Frame] = []
        self.root: Value | None = None
        self.ambiguous = False
        self.documents = 0
        self.end = 0
        self.style: str | None = None

    def read(self, events: Iterable[Any]) -> None:
        """Takes the events of the whole file; raises GivenUpError after a mistake that makes reading on pointless."""
        told = len(self.report.found)
        for event in events:
            if len(self.report.found) > told + _MOST:
                raise GivenUpError
            match type(event).__name__:
                case "ScalarEvent":
                    self._scalar(event)
                case "MappingStartEvent" | "SequenceStartEvent":
                    self._open(event)
                case "MappingEndEvent" | "SequenceEndEvent":
                    self._close(event)
                case "AliasEvent":
                    self._alias(event)
                case "DocumentStartEvent":
                    self._document(event)
                case _:
                    pass

    def last(self) -> Last:
        """Where reading has come to, for explaining why it stopped. A pair in a list is a mapping without a bracket."""
        text = self.source.text
        brackets = [frame.start for frame in self.stack if frame.flow and text[frame.start] in "{["]
        return Last(self.end, self.style, brackets[-1] if brackets else None)

    def document(self) -> Document | None:
        """What was read, if it is a mapping whose meaning is certain."""
        if self.ambiguous:
            return None
        match self.root:
            case Mapping():
                return Document(source=self.source, root=self.root)
            case None:
                self._empty()
            case Scalar(text="", plain=True):
                self._empty()
            case root:
                span = (
                    root.span
                    if not isinstance(root, Scalar)
                    else Span(self.source.path, root.span.start, root.span.end)
                )
                self.report.add(
                    "not-a-mapping",
                    span,
                    say("a file begins with a key that says what it is"),
                    help=say("for example `ruleset: ID`, `part of: ID`, or `KIND: ID` for a row of its own"),
                )
        return None

    def _empty(self) -> None:
        self.report.add(
            "empty-file",
            Span(self.source.path, 0, 0),
            say("this file is empty"),
            help=say("a file begins with a key that says what it is, for example `ruleset: ID`"),
        )

    # --- events ---

    def _document(self, event: Any) -> None:
        start = event.start_mark.index
        self.documents += 1
        if event.version or event.tags:
            self.report.add(
                "yaml-feature",
                self._line(self.source.text.find("%", 0, event.end_mark.index)),
                say("lines that begin with `%` (directives of YAML) are not used here"),
                help=say("take the line out"),
            )
        if self.documents == 2:
            self.report.add(
                "several-documents",
                Span(self.source.path, start, min(start + 3, len(self.source.text))),
                say("a file holds one document; here a second one begins"),
                help=say("move what follows `---` into a file of its own"),
            )
        if self.documents > 1:
            raise GivenUpError

    def _open(self, event: Any) -> None:
        start = event.start_mark.index
        if len(self.stack) >= self.nesting:
            self.report.add(
                "too-deep",
                Span(self.source.path, start, start + 1),
                say("collections are nested deeper than {nesting} levels here", nesting=self.nesting),
                help=(
                    say("no section of a ruleset is nested so deep: is a bracket left open?"),
                    say("the variable {variable} allows more", variable=VARIABLES["nesting"]),
                ),
            )
            raise GivenUpError
        self._properties(event)
        flow = bool(event.flow_style)
        self.stack.append(_Frame(start, flow, type(event).__name__ == "MappingStartEvent"))
        self.end, self.style = event.end_mark.index, None

    def _close(self, event: Any) -> None:
        frame = self.stack.pop()
        end = event.end_mark.index
        path = self.source.path
        self.end, self.style = end, self.source.text[end - 1] if frame.flow else None
        self._report_split(frame)
        if frame.mapping:
            if not frame.flow:
                end = frame.entries[-1][1].span.end if frame.entries else frame.start
            self._add(Mapping(entries=tuple(frame.entries), span=Span(path, frame.start, end)))
        else:
            if not frame.flow:
                end = frame.items[-1].span.end if frame.items else frame.start
            self._add(Sequence(items=tuple(frame.items), span=Span(path, frame.start, end)))

    def _scalar(self, event: Any) -> None:
        self._properties(event)
        style = event.style or ""
        start, end = event.start_mark.index, event.end_mark.index
        text = self.source.text
        if event.tag or event.anchor:
            start = self._after_properties(start, end)
        excerpt = excerpt_of(self.source, event.value, style, start, end)
        self.end, self.style = end, style
        if style in ("|", ">"):
            end = start + len(text[start:end].rstrip())
        span = Span(self.source.path, start, end)
        self._add(Scalar(text=event.value, plain=style == "", excerpt=excerpt, span=span))

    def _after_properties(self, start: int, end: int) -> int:
        properties = _PROPERTIES.match(self.source.text, start, end)
        return properties.end() if properties else start

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        span = Span(self.source.path, start, end)
        self.ambiguous = True
        self.report.add(
            "yaml-feature",
            span,
            say("`{name}` (an alias of YAML) is not used here", name=self.source.text[start:end]),
            help=(
                say("write the text out; a row may take another's columns with `like:`"),
                say("a text that begins with `*` stands in quotes"),
            ),
        )
        self._add(Scalar(text="", plain=True, excerpt=Excerpt(self.source.path, "", start), span=span))

    def _properties(self, event: Any) -> None:
        start = event.start_mark.index
        if event.anchor:
            at = self.source.text.find("&", start)
            self.report.add(
                "yaml-feature",
                self._word(max(at, start)),
                say("`&{anchor}` (an anchor of YAML) is not used here", anchor=event.anchor),
                help=(say("take it out"), say("a text that begins with `&` stands in quotes")),
            )
        if event.tag:
            at = self.source.text.find("!", start)
            self.report.add(
                "yaml-feature",
                self._word(max(at, start)),
                say("a tag of YAML (`!…`) is not used here"),
                help=(say("take it out"), say("a text that begins with `!` stands in quotes")),
            )

    # --- building ---

    def _add(self, value: Value) -> None:
        if not self.stack:
            self.root = value
            return
        frame = self.stack[-1]
        if frame.flow and isinstance(value, Scalar):
            self._watch_brackets(frame, value)
        if not frame.mapping:
            frame.items.append(value)
        elif not frame.awaits_value:
            frame.key = self._key(frame, value)
            frame.awaits_value = True
        else:
            frame.awaits_value = False
            if frame.key is not None:
                self._watch_colon(frame, frame.key, value)
                frame.entries.append((frame.key, value))

    def _key(self, frame: _Frame, value: Value) -> Scalar | None:
        if not isinstance(value, Scalar):
            self.report.add(
                "key-not-text",
                value.span,
                say("a key must be a name, not a list or a mapping"),
                help=say("an expression that begins with `[` or `{` stands in quotes"),
            )
            return None
        if value.text == "<<" and value.plain:
            self.ambiguous = True
            self.report.add(
                "yaml-feature",
                value.span,
                say("`<<` (a merge key of YAML) is not used here"),
                help=say("write the keys out; a row may take another's columns with `like:`"),
            )
            return None
        before = frame.keys.get(value.text)
        if before is not None:
            self.report.add(
                "duplicate-key",
                value.span,
                say("`{name}` stands here twice", name=value.text),
                help=say("give one of them another name, or join them"),
                labels=[Label(span=before.span, text=say("first here"))],
            )
            return None
        frame.keys[value.text] = value
        return value

    def _watch_brackets(self, frame: _Frame, value: Scalar) -> None:
        """In `{ }` and `[ ]` a comma ends the value, also inside the brackets of an expression."""
        if not value.plain:
            return
        opened = value.text.count("(") - value.text.count(")")
        if frame.split_at is None and opened > 0:
            frame.split_at = value
        elif frame.split_at is not None:
            self._report_split(frame)
            if opened < 0:
                frame.split_at = None

    def _report_split(self, frame: _Frame) -> None:
        if frame.split_at is None:
            return
        self.ambiguous = True
        self.report.add(
            "quote-expression",
            frame.split_at.span,
            say("YAML ends this text at the comma: it reads `{name}` alone", name=frame.split_at.text),
            help=say("put the whole expression in quotes, or write the mapping in lines of its own")
            if frame.mapping
            else say("put the whole expression in quotes, or write the list in lines of its own"),
        )

    def _watch_colon(self, frame: _Frame, key: Scalar, value: Value) -> None:
        """`a:b` is one word to YAML; in `{ }` a word without a value is a key all the same."""
        if not key.plain or frame.split_at is not None:
            return
        lone = _LONE_COLON.search(key.text)
        if lone:
            colon = lone.start()
            self.ambiguous = True
            at = key.excerpt.span(colon, colon + 1).start
            report_fault(self.report, missing_blank(self.source, key.text[:colon], at))
            return
        empty = isinstance(value, Scalar) and value.plain and not value.text
        if (
            frame.flow
            and empty
            and ":" not in self.source.text[key.span.end : value.span.end]
            and not key.text.endswith(")")
        ):
            self.ambiguous = True
            self.report.add(
                "quote-expression",
                key.span,
                say("YAML reads `{name}` as a key without a value", name=key.text),
                help=(
                    say("if a comma belongs to the expression, put the whole expression in quotes"),
                    say("a key is followed by `: `"),
                ),
            )

    def _word(self, start: int) -> Span:
        match = _WORD.match(self.source.text, start)
        return Span(self.source.path, start, match.end() if match else start)

    def _line(self, start: int) -> Span:
        start = max(start, 0)
        end = self.source.text.find("\n", start)
        return Span(self.source.path, start, len(self.source.text) if end < 0 else end)
