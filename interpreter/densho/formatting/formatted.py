"""Formats one file: text → document → tree with comments → text, and looks whether that still says the same.

A file with mistakes of YAML, or one that does not say what it is, is not touched; mistakes of other sorts do not matter here. What
play writes (fights) has a layout of its own and is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from densho.diagnostics.model import Diagnostic, Report
from densho.formatting.layout import written
from densho.formatting.places import HEADERS, RULESET, Place, place_of
from densho.formatting.sameness import same
from densho.formatting.tree import Collection, Entry, all_comments, tree_of
from densho.messages import say
from densho.source import Source, Span
from densho.surface.build import row_header
from densho.surface.documents import Document
from densho.surface.reader import read_document
from densho.surface.shape import check_shape

FIGHT = "fight"


@dataclass(frozen=True, slots=True, kw_only=True)
class Formatted:
    """A file's text in the canonical layout; None after mistakes, which are told. `fault`: they are Densho's own."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    fault: bool = False


def format_source(source: Source) -> Formatted:
    """The text of the file in its canonical layout. Lines keep the sort of end that the first line has."""
    report = Report()
    document = read_document(source, report)
    if document is None or report:
        return Formatted(text=None, diagnostics=report.sorted())
    if document.root.entries and document.root.entries[0][0].text == FIGHT:
        return Formatted(text=source.text)
    place = place_of(document)
    if place is None:
        check_shape(document, report)
        return Formatted(text=None, diagnostics=report.sorted())
    root = tree_of(document)
    text = written(_headed(root, document, place), place)
    if not same(document, Source(source.path, text), place):
        return fault(source)
    return Formatted(text=_ended(text, source.text))


def fault(source: Source) -> Formatted:
    """What is said of a file that formatting would change in what it says."""
    report = Report()
    report.add(
        "layout-fault",
        Span(source.path, 0, 0),
        say("in its canonical layout this file would say something else, so it was left as it is"),
        help=say("this is a mistake of Densho's own: please report it with the file"),
    )
    return Formatted(text=None, diagnostics=report.sorted(), fault=True)


def _ended(text: str, like: str) -> str:
    first = like.find("\n")
    return text.replace("\n", "\r\n") if first > 0 and like[first - 1] == "\r" else text


def _headed(root: Collection, document: Document, place: Place) -> Collection:
    """The tree with the keys that say what the file is at its top; as it is where comments would change places."""
    if place is not RULESET:
        return root
    row = row_header(document.root)
    first = () if row is None or any(key in HEADERS[:3] for key in _keys(root)) else (row[0].text,)
    order = (*first, *HEADERS)

    def rank(entry: Entry) -> int:
        key = entry.key.text if entry.key is not None else ""
        return order.index(key) if key in order else len(order)

    comments = list(all_comments(root))
    before = root.entries
    root.entries = sorted(before, key=rank)
    if list(all_comments(root)) != comments:
        root.entries = before
    return root


def _keys(root: Collection) -> list[str]:
    return [entry.key.text for entry in root.entries if entry.key is not None]
