"""A proposal's scenarios as tests of the campaign's rules: they name its ruleset, and need no loose files, since the proposed one lies in it.

The rest of the text stays as its author wrote it; the result is read again, and must say the same otherwise.
"""

from __future__ import annotations

from pathlib import Path

from densho.campaigns.places import APPROVED, RULES, TESTS, place
from densho.diagnostics.model import Report
from densho.messages import say
from densho.source import Source, Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, plain
from densho.surface.reader import read_document


def place_of_row(row: str) -> str:
    """Where an approved row file lies."""
    return f"{RULES}/{APPROVED}/{row}.yaml"


def place_of_scenarios(row: str, name: str) -> str:
    """Where the scenarios of an approved row file lie."""
    return f"{RULES}/{TESTS}/{APPROVED}/{row}/{name}"


def is_approved(root: Path, row: str) -> bool:
    """Whether a row file of this id lies among what is approved: another would take its place."""
    return place(root, place_of_row(row)).exists()


def tell_approved(row: str, span: Span, report: Report) -> None:
    """Reports that what is proposed cannot be approved beside what is there."""
    help_ = say("`densho amend FILE` changes what is approved; something new needs an id of its own")
    report.add("bad-proposal", span, say("`{id}` is approved already", id=row), help=help_)


def adopted(source: Source, ruleset: str, report: Report) -> str | None:
    """The text as a test of the ruleset with this id; None after a report."""
    document = read_document(source, report)
    if document is None:
        return None
    root = document.root
    named = root.get("ruleset")
    if not isinstance(named, Scalar) or root.get("scenarios") is None:
        message = say("this is no file of scenarios")
        help_ = say("such a file begins with `ruleset: ID`, and holds `scenarios:`")
        report.add("bad-proposal", Span(source.path, 0, 0), message, help=help_)
        return None
    edits = [(named.span.start, named.span.end, ruleset)]
    loose = root.key("with")
    if loose is not None:
        value = root.get("with")
        assert value is not None
        edits.append((loose.span.start, _line_end(source.text, _end(source.text, value)), ""))
    text = source.text
    for start, end, replacement in sorted(edits, reverse=True):
        text = text[:start] + replacement + text[end:]
    if not _says_the_same(document, text, ruleset):
        help_ = say("write `ruleset:` and `with:` in lines of their own, in block style")
        message = say("this file cannot be made a test of the campaign's rules without harm")
        report.add("bad-proposal", Span(source.path, 0, 0), message, help=help_)
        return None
    return text


def loose_files(document: Document) -> tuple[Scalar, ...]:
    """What stands under `with:`."""
    value = document.root.get("with")
    items = value.items if isinstance(value, Sequence) else (value,)
    return tuple(item for item in items if isinstance(item, Scalar))


def _end(text: str, value: Value) -> int:
    """Where a value ends, without the comments and blank lines that follow one in block style."""
    if isinstance(value, Scalar) or text[value.span.start : value.span.start + 1] in ("[", "{"):
        return value.span.end
    inner = value.items if isinstance(value, Sequence) else tuple(item for _, item in value.entries)
    return _end(text, inner[-1]) if inner else value.span.end


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _says_the_same(document: Document, text: str, ruleset: str) -> bool:
    again = read_document(Source(document.source.path, text), Report())
    if again is None:
        return False
    before, after = _without(document.root), _without(again.root)
    named = again.root.get("ruleset")
    return (
        before == after
        and again.root.get("with") is None
        and isinstance(named, Scalar)
        and named.text == ruleset
    )


def _without(root: Mapping) -> object:
    found = plain(root)
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if key not in ("ruleset", "with")}
