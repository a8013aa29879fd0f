"""Is a document shaped as its first key promises? The static schemas in `schemas/` say what that means.

The schemas know the frame of a file only: sections, their long and short forms, which keys a mapping may have. What a ruleset
declares is checked later. jsonschema finds the faults; they are told here in our words, at the key or value itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import Any, Literal

from densho.data import data_path
from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import NO_KEY, did_you_mean, meant, nearest
from densho.messages import say
from densho.surface.documents import Document, Mapping, Scalar, plain
from densho.surface.findings import Findings

DocumentKind = Literal["ruleset", "part", "prelude", "row", "scenarios", "character"]

_HEADERS: dict[str, DocumentKind] = {"ruleset": "ruleset", "part of": "part", "prelude": "prelude"}
FORMAT = "1"
"""The version of the language that this Densho speaks (`densho: 1`)."""
CHARACTER = "character"
"""Begins a character; in files of rulesets it is a section."""
_SCHEMAS: dict[DocumentKind, str] = {"row": "row", "scenarios": "scenarios", "character": "character"}
_FOR = "for"
_ALL_KINDS = (
    say(
        "`ruleset: ID` with `version:` begins a ruleset's main file, `ruleset: ID` with `scenarios:` a file of scenarios"
    ),
    say("`part of: ID` begins a further part, `prelude: ID` a prelude"),
    say(
        "`KIND: ID` with `for: RULESET` begins a row file, `character: NAME` with `for: RULESET` a character"
    ),
)
_MOST = 40


def document_kind(document: Document) -> DocumentKind | None:
    """What sort of file it is, by its keys; None when they do not say."""
    root = document.root
    for header, kind in _HEADERS.items():
        if root.key(header) is not None:
            return "scenarios" if kind == "ruleset" and _is_of_scenarios(root) else kind
    if isinstance(root.get(CHARACTER), Scalar):
        return "character"
    if root.key("for") is None or not root.entries:
        return None
    return "row" if isinstance(root.entries[0][1], Scalar) else None


def _is_of_scenarios(root: Mapping) -> bool:
    """Whether a file that names a ruleset holds scenarios, perhaps under a key that is misspelt: a main file says its version, and Densho's."""
    keys = [key.text for key, _ in root.entries]
    if "scenarios" in keys:
        return True
    return not {"densho", "version"} & set(keys) and any(nearest(key, ["scenarios"]) for key in keys)


def check_shape(document: Document, report: Report) -> None:
    """Reports everything in the document that its schema does not allow."""
    kind = document_kind(document)
    if kind is None:
        _unknown_header(document, report)
        return
    _header_first(document, kind, report)
    name = _SCHEMAS.get(kind, "ruleset")
    header = _row_header(document) if kind == "row" else None
    findings = Findings(document, kind, _schema(name)["properties"], header, report)
    findings.strays()
    for error in islice(_validator(name).iter_errors(plain(document.root)), _MOST):
        findings.tell(error)
    findings.finish()
    _format(document, report)


def _format(document: Document, report: Report) -> None:
    """The version of the language in which a file is written."""
    written = document.root.get("densho")
    if isinstance(written, Scalar) and written.text != FORMAT:
        message = say(
            "this file is written in version {written} of the language; this Densho reads {known}",
            written=written.text,
            known=FORMAT,
        )
        report.add("wrong-format", written.span, message)


def _unknown_header(document: Document, report: Report) -> None:
    entries = document.root.entries
    if not entries:
        report.add("unknown-header", document.root.span, say("this file says nothing"), help=_ALL_KINDS)
        return
    key, value = entries[0]
    misspelt = next((one for one, _ in entries[1:] if _FOR in nearest(one.text, [_FOR])), None)
    if misspelt is not None and isinstance(value, Scalar):
        message = NO_KEY.put(name=misspelt.text)
        report.add("unknown-key", misspelt.span, message, help=meant([_FOR]))
        return
    near = did_you_mean(key.text, (*_HEADERS, "scenarios"))
    if not near and isinstance(value, Scalar) and value.text:
        near = (
            say(
                "if this file adds the row `{row}` of the kind `{kind}`, say `for: RULESET` as well",
                row=value.text,
                kind=key.text,
            ),
        )
    report.add(
        "unknown-header",
        key.span,
        say("`{name}` does not say what this file is", name=key.text),
        help=(*near, *_ALL_KINDS),
    )


def _header_first(document: Document, kind: DocumentKind, report: Report) -> None:
    first, value = document.root.entries[0]
    if kind == "row":
        if first.text in _row_keys():
            header = _row_header(document)
            where = header.span if header else first.span
            report.add(
                "unknown-header",
                where,
                say("a row file begins with its kind and id"),
                help=say("put `KIND: ID` in the first line"),
            )
        elif isinstance(value, Scalar) and not value.text:
            report.add(
                "missing-key",
                first.span,
                say("`{name}` is not followed by the row's id", name=first.text),
                help=say("write `KIND: ID`"),
            )
        return
    headers = (CHARACTER,) if kind == "character" else tuple(_HEADERS)
    header = next(key for key in map(document.root.key, headers) if key is not None)
    if first is not header:
        report.add(
            "unknown-header",
            header.span,
            say("`{name}` says what this file is, but does not stand first", name=header.text),
            help=say("move this line to the top"),
            labels=[Label(span=first.span, text=say("the file begins here"))],
        )


def _row_header(document: Document) -> Scalar | None:
    """The key that names the kind: the first with a text that is none of the frame's."""
    entries = document.root.entries
    return next(
        (key for key, value in entries if key.text not in _row_keys() and isinstance(value, Scalar)), None
    )


def _row_keys() -> Iterable[str]:
    keys: dict[str, Any] = _schema("row")["properties"]
    return keys


@cache
def _schema(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(
        (data_path("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    )
    return schema


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  (slow to import)
    from referencing import Registry, Resource  # noqa: PLC0415

    shared = "ruleset"
    resource = Resource.from_contents(_schema(shared))
    registry: Any = Registry().with_resource(f"{shared}.schema.json", resource)
    return Draft202012Validator(_schema(name), registry=registry)
