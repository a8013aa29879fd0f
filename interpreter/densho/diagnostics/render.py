"""Diagnostics for people (a terminal) and for programs (JSON, SARIF, GitHub's annotations).

A diagnostic whose file could not be read is shown without its lines.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from densho.diagnostics.catalogue import code_of, entry_of, severity_of
from densho.diagnostics.model import Diagnostic, Severity
from densho.diagnostics.snippet import WIDTH, Mark, Row, harmless, picture
from densho.messages import ENGLISH, Text, Translate, listed, said, say, say_n
from densho.source import Place, Source, Span

Sources = Mapping[str, Source]
"""The files that diagnostics speak of, by path."""

_QUESTION = "did you mean "
_COLOURS = {"error": "31", "warning": "33", "note": "36"}
_SEVERITIES = {"error": say("error"), "warning": say("warning"), "note": say("note")}
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_text(
    diagnostics: Iterable[Diagnostic],
    sources: Sources,
    color: bool = False,
    width: int = WIDTH,
    translate: Translate = ENGLISH,
) -> str:
    """As people read them: what, where, and what to do. Ends with a line feed unless there is nothing to say."""
    return "\n".join(_text(diagnostic, sources, color, width, translate) for diagnostic in diagnostics)


def _text(diagnostic: Diagnostic, sources: Sources, color: bool, width: int, translate: Translate) -> str:
    severity = severity_of(diagnostic.slug)
    paint = _Paint(color, severity)
    called = said(_SEVERITIES[severity], translate)
    message = harmless(said(diagnostic.message, translate))
    out = [paint.main(f"{called}[{diagnostic.slug}]") + paint.bold(f": {message}")]
    helps = [said(text, translate) for text in diagnostic.help]
    asked = bool(diagnostic.help) and diagnostic.help[0].startswith(_QUESTION)
    beside = helps.pop(0) if asked and diagnostic.span.path in sources else ""
    groups = _groups(diagnostic, beside, sources, width, translate) if diagnostic.span.path else []
    numbers = [row.number for _, rows in groups for row in rows if row.number]
    gutter = len(str(max(numbers, default=1)))
    for corner, (mark, rows) in zip("┌" + "├" * len(groups), groups, strict=False):
        out.append(f"{' ' * gutter} {paint.line(corner + '─')} {_where(mark, sources)}")
        out += [_row(row, gutter, paint) for row in rows]
    out += [f"{' ' * gutter} {paint.line('=')} {harmless(text)}" for text in helps]
    return "\n".join(out) + "\n"


def _groups(
    diagnostic: Diagnostic, beside: str, sources: Sources, width: int, translate: Translate
) -> list[tuple[Mark, list[Row]]]:
    """The lines to show, file by file: the diagnostic's own with its labels there, then each label elsewhere."""
    own = Mark(span=diagnostic.span, text=beside, main=True)
    labels = [
        Mark(span=label.span, text=said(label.text, translate), main=False) for label in diagnostic.labels
    ]
    home = [own, *(label for label in labels if label.span.path == own.span.path)]
    away = ([label] for label in labels if label.span.path != own.span.path)
    return [
        (marks[0], picture(sources[path], marks, width) if path in sources else [])
        for marks in (home, *away)
        for path in [marks[0].span.path]
    ]


def _where(mark: Mark, sources: Sources) -> str:
    where = harmless(mark.span.path)
    source = sources.get(mark.span.path)
    if source is None:
        return f"{where} ({harmless(mark.text)})" if mark.text else where
    line, column = source.line_column(mark.span.start)
    return f"{where}:{line}:{column}"


def _row(row: Row, gutter: int, paint: _Paint) -> str:
    if row.gap:
        return f"{' ' * gutter}{row.text}"
    number = paint.line(f"{str(row.number or '').rjust(gutter)} │")
    match row.main:
        case None:
            text = row.text
        case True:
            text = paint.main(row.text)
        case False:
            text = paint.line(row.text)
    return f"{number} {text}".rstrip()


class _Paint:
    """Colours of a terminal, or none."""

    def __init__(self, color: bool, severity: Severity) -> None:
        self.color = color
        self.of_severity = _COLOURS[severity]

    def main(self, text: str) -> str:
        return self._in(f"1;{self.of_severity}", text)

    def bold(self, text: str) -> str:
        return self._in("1", text)

    def line(self, text: str) -> str:
        return self._in("34", text)

    def _in(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.color else text


def summary(diagnostics: Iterable[Diagnostic]) -> Text:
    """`2 errors, 1 warning`, or nothing."""
    counts = Counter(severity_of(diagnostic.slug) for diagnostic in diagnostics)
    parts = (
        say_n("{n} error", "{n} errors", counts["error"]),
        say_n("{n} warning", "{n} warnings", counts["warning"]),
        say_n("{n} note", "{n} notes", counts["note"]),
    )
    return listed(part for part in parts if part.values["n"])


def _place_of(span: Span, sources: Sources) -> Place:
    source = sources.get(span.path)
    return Place(1, 1, 1, 1) if source is None else source.place(span)


def render_json(diagnostics: Iterable[Diagnostic], sources: Sources, translate: Translate = ENGLISH) -> str:
    """A JSON list, one object each; lines and columns count from 1, the end column is the one after the last character."""
    objects = [_object(one, sources, translate) for one in diagnostics]
    return _encodable(json.dumps(objects, ensure_ascii=False, indent=2))


def _object(diagnostic: Diagnostic, sources: Sources, translate: Translate) -> dict[str, Any]:
    entry = entry_of(diagnostic.slug)
    return {
        **_position(diagnostic.span, sources),
        "code": entry.code,
        "slug": entry.slug,
        "severity": entry.severity,
        "message": said(diagnostic.message, translate),
        "help": [said(text, translate) for text in diagnostic.help],
        "labels": [
            {**_position(label.span, sources), "text": said(label.text, translate)}
            for label in diagnostic.labels
        ],
    }


def _position(span: Span, sources: Sources) -> dict[str, Any]:
    place = _place_of(span, sources)
    return {
        "file": span.path,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def render_sarif(diagnostics: Iterable[Diagnostic], sources: Sources, translate: Translate = ENGLISH) -> str:
    """SARIF 2.1.0, as code scanning services take it."""
    found = list(diagnostics)
    rules = sorted(
        {entry_of(one.slug).code: entry_of(one.slug) for one in found}.values(), key=lambda entry: entry.code
    )
    run = {
        "tool": {
            "driver": {
                "name": "densho",
                "rules": [
                    {"id": rule.code, "name": rule.slug, "shortDescription": {"text": translate(rule.title)}}
                    for rule in rules
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, sources, translate) for one in found],
    }
    log = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return _encodable(json.dumps(log, ensure_ascii=False, indent=2))


def _result(diagnostic: Diagnostic, sources: Sources, translate: Translate) -> dict[str, Any]:
    entry = entry_of(diagnostic.slug)
    result: dict[str, Any] = {
        "ruleId": entry.code,
        "level": entry.severity,
        "message": {"text": "\n".join(_lines(diagnostic, translate))},
    }
    if diagnostic.span.path:
        result["locations"] = [_location(diagnostic.span, sources)]
    if diagnostic.labels:
        result["relatedLocations"] = [
            {**_location(label.span, sources), "message": {"text": said(label.text, translate)}}
            for label in diagnostic.labels
        ]
    return result


def _location(span: Span, sources: Sources) -> dict[str, Any]:
    place = _place_of(span, sources)
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    uri = quote(_encodable(span.path).replace("\\", "/"), safe="/:")
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def render_github(diagnostics: Iterable[Diagnostic], sources: Sources, translate: Translate = ENGLISH) -> str:
    """GitHub's workflow commands, one line each, which a run shows beside the changed lines."""
    return "".join(_command(one, sources, translate) for one in diagnostics)


def _command(diagnostic: Diagnostic, sources: Sources, translate: Translate) -> str:
    place = _place_of(diagnostic.span, sources)
    kind = {"error": "error", "warning": "warning", "note": "notice"}[severity_of(diagnostic.slug)]
    properties: dict[str, object] = {
        "file": diagnostic.span.path,
        "line": place.line,
        "endLine": place.end_line,
    }
    if place.line == place.end_line:
        properties |= {"col": place.column, "endColumn": place.end_column}
    properties["title"] = f"{code_of(diagnostic.slug)} {diagnostic.slug}"
    written = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    texts = "\n".join(map(harmless, _lines(diagnostic, translate)))
    return _encodable(f"::{kind} {written}::{_data(texts)}\n")


def _lines(diagnostic: Diagnostic, translate: Translate) -> list[str]:
    """Message and help."""
    return [said(text, translate) for text in (diagnostic.message, *diagnostic.help)]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _encodable(text: str) -> str:
    """Names of files may hold bytes that are no text: they are written as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
