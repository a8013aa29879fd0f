"""What could not be read, and what follows from it alone.

Where a declaration cannot be read, every use of its name would be told as a mistake of its own: that there is no such name. `unread_names` are
those names; `without_followups` takes out of a report what is said only because of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Mapping as MappingOf

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.diagnostics.suggestions import MEANT, latin_look_alike
from densho.source import Source, Span
from densho.surface.documents import Document, Mapping, Scalar, Value
from densho.surface.documents import Sequence as ListValue

Range = tuple[int, int]
"""Characters of a file, the last one excluded."""

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_QUOTED = re.compile(r"`([^`]+)`")
_TELLS = re.compile(r"\btell\s+(?:me\s+)?([a-z_][a-z0-9_]*)")
_FLOWS = re.compile(r"\b(?:do|block|repeat)\s+([a-z_]\w*)")
_COMMENT = re.compile(r"(?:^|\s)#[^\n]*")
_ASKED = re.compile(r"\b(?:ask|roll)\s+\w+")
_BARE_LIST = re.compile(r":?\s*\[|:?\s*- +[a-z_]\w*\s*$", re.MULTILINE)
"""The value of a key that lists names."""
_OF_BLOCKS = ("winner", "by", "ended")
"""What expressions ask of a block of the flow."""
_KEYS = re.compile(r"([a-z_][a-z0-9_]*)(?:\([^()\n]*\))?(?: +[A-Z]+[0-9]+[a-z]?)*\s*:(?!=)")
_LIST = "- "
_FOLLOWING_TEXT = """unknown-name unknown-text unknown-section unknown-key wrong-arguments no-member not-a-slot not-a-row exception-target bad-step
    option-value wrong-type missing-key unused-name unreachable-row undecided-pair missing-column bad-fold bad-roll near-name idle-file"""
_FOLLOWING = frozenset(_FOLLOWING_TEXT.split())
"""What may be said of a name only because its declaration could not be read."""
_HEADS_TEXT = "unknown-section unknown-key misplaced-section duplicate-key wrong-shape look-alike capital-letters bad-head"
_HEADS = frozenset(_HEADS_TEXT.split())
"""What is said of a key that takes all that stands below it out of the ruleset."""
_UNDECLARED = "missing-key"
"""Among names and types: something is added to what nobody declares."""
_KINDS = "kinds"
_SHAPES = frozenset({"wrong-shape", "reserved-name"})
_LATER = frozenset({"missing-words"})
"""What is worth saying only of a ruleset without errors."""
_EMPTY = frozenset({"wrong-shape", "missing-key", "empty-text", "unknown-key"})
"""What may be said of a key whose value has been left out."""
_FLOW = "flow"
_FIELDS_TEXT = """value is when then for to by do says at from of into number over start while once because let fill groups words columns rows order
    before after ask roll draw needs takes forbid unreadable like title row"""
_FIELDS = frozenset(_FIELDS_TEXT.split())
"""Keys of the language within a declaration: what cannot be read there belongs to the declaration around it."""


def names_in(text: str) -> frozenset[str]:
    """Everything in a text that may be a name."""
    return frozenset(_NAME.findall(text))


def names_below(found: Iterable[Diagnostic], sources: MappingOf[str, Source]) -> frozenset[str]:
    """What is declared below keys that cannot stand where they are; sources by path."""
    return frozenset(
        name for one in found if one.span.path in sources for name in _gone(one, sources[one.span.path])
    )


def _gone(one: Diagnostic, source: Source) -> Iterator[str]:
    if one.slug in _HEADS:
        yield from _declared(_below(source.text, one.span))
    elif one.slug == _UNDECLARED:
        yield from _mentioned(one)
        yield from asked_names(one)


def asked_names(one: Diagnostic) -> list[str]:
    """The names that may have been meant."""
    asking = (text for text in one.help if text.template == MEANT.template)
    return [name for text in asking for name in names_in(text)]


def _below(text: str, key: Span) -> str:
    """The rest of a key's line, and the lines below it that belong to it."""
    start = text.rfind("\n", 0, key.start) + 1
    line, *more = text[start:].split("\n")
    indent = len(line) - len(line.lstrip())
    before, after = line[: key.start - start], line[key.end - start :]
    if sum(before.count(sign) for sign in "{[") > sum(before.count(sign) for sign in "}]"):
        return _within_brackets(after)
    found = [after]
    for one in more:
        inner = len(one) - len(one.lstrip())
        if one.strip() and inner <= indent and not (inner == indent and one.lstrip().startswith(_LIST)):
            break
        found.append(one)
    return "\n".join(found)


def _within_brackets(text: str) -> str:
    """What belongs to a key within brackets, of the text behind it: all before the next comma or closing bracket that is not its value's own."""
    depth = 0
    for place, sign in enumerate(text):
        if depth == 0 and sign in ",}]":
            return text[:place]
        depth += (sign in "{[") - (sign in "}]")
    return text


def _declared(text: str) -> Iterator[str]:
    bare = _COMMENT.sub("", text)
    if _BARE_LIST.match(bare):
        yield from names_in(bare)
    for pattern in (_KEYS, _TELLS, _FLOWS):
        yield from pattern.findall(bare)
    if _FLOWS.search(bare):
        yield from _OF_BLOCKS


def unread_names(document: Document, found: Sequence[Diagnostic]) -> frozenset[str]:
    """The names of the declarations in which the problems lie."""
    names = set(names_below(found, {document.source.path: document.source}))
    for one in found:
        if one.span.path == document.source.path and severity_of(one.slug) == "error":
            chain = list(_around(document.root, one.span))
            if chain[:1] == [_FLOW]:
                names |= _of_flow(document)
            while chain and chain[-1] in _FIELDS:
                names.add(chain.pop())
            names.update(chain[-1:] if len(chain) > 1 else ())
            names.update(_TELLS.findall(_text_at(document.root, one.span)))
    return frozenset(names)


def _of_flow(document: Document) -> frozenset[str]:
    """All names of the flow: where one of its lines cannot be read, nobody knows what belongs to it, or how its verb was meant."""
    found = (value.span for key, value in document.root.entries if key.text == _FLOW)
    texts = [document.source.text[span.start : span.end] for span in found]
    said = (_ASKED.sub(" ", latin_look_alike(text).lower()) for text in texts)
    return frozenset((*_OF_BLOCKS, *(name for text in said for name in names_in(text))))


def _around(value: Value, span: Span) -> Iterator[str]:
    """The names of the keys around a place, the outermost first."""
    match value:
        case Mapping():
            for key, item in value.entries:
                if key.span.start <= span.start < key.span.end:
                    yield from _meant(key)
                elif item.span.start <= span.start <= item.span.end and item.span.end > item.span.start:
                    yield from _meant(key)
                    yield from _around(item, span)
        case ListValue():
            for item in value.items:
                if item.span.start <= span.start <= item.span.end:
                    yield from _around(item, span)
        case Scalar():
            return


def _meant(key: Scalar) -> list[str]:
    """The name that a key declares, as it should have been spelled."""
    return _NAME.findall(latin_look_alike(key.text).lower())[:1]


def _text_at(value: Value, span: Span) -> str:
    """The text in which a place lies."""
    match value:
        case Scalar():
            return value.text
        case Mapping():
            parts: Iterable[Value] = (item for _, item in value.entries)
        case ListValue():
            parts = value.items
    return next((_text_at(one, span) for one in parts if one.span.start <= span.start <= one.span.end), "")


def beside_lost(one: Diagnostic, source: Source, lost: Sequence[Range]) -> bool:
    """Whether something that was left out of a broken file is what is missing: the line is the last one before it, or the key stood in it."""
    for start, end in lost:
        above = source.text[:start].rstrip()
        if one.slug in _EMPTY and source.line_column(len(above))[0] in _lines(source, one.span):
            return True
        if one.slug == "missing-key" and any(
            name in names_in(source.text[start:end]) for name in _mentioned(one)
        ):
            return True
    return False


def _lines(source: Source, span: Span) -> range:
    place = source.place(span)
    return range(place.line, place.end_line + 1)


def without_followups(
    report: Report,
    since: int,
    names: Collection[str],
    sources: Iterable[Source],
    causes: Collection[Diagnostic] = (),
) -> None:
    """Takes out of the report, from its problem number `since` on, what is said only because the names could not be read.

    `causes` stay. While there are errors, a name counts as unused only if it stands in the files once.
    """
    if any(_KINDS in asked_names(one) for one in causes):
        report.found[since:] = causes
        return
    wrong = any(severity_of(one.slug) == "error" for one in report.found)
    texts = [_COMMENT.sub("", source.text) for source in sources] if wrong else []
    report.found[since:] = [
        one
        for one in report.found[since:]
        if one in causes or not (_follows(one, names, texts) or (wrong and one.slug in _LATER))
    ]


def _follows(one: Diagnostic, names: Collection[str], texts: Sequence[str]) -> bool:
    if one.slug not in _FOLLOWING:
        return False
    mentioned = _mentioned(one)
    if any(name in names for name in mentioned):
        return True
    match one.slug:
        case "unused-name":
            return any(_often(name, texts) for name in mentioned[:1])
        case "unknown-text":
            return bool(names) and any(_stands_as_key(name, texts) for name in mentioned[-1:])
        case _:
            return False


def _stands_as_key(name: str, texts: Sequence[str]) -> bool:
    """Whether the name is declared somewhere, in what belongs to something that could not be read."""
    key = re.compile(rf"(?<![\w.]){re.escape(name)}(?: +[A-Z]+[0-9]+[a-z]?)*\s*:(?!=)")
    return any(key.search(text) for text in texts)


def within_heads(one: Diagnostic, causes: Iterable[Diagnostic], sources: MappingOf[str, Source]) -> bool:
    """Whether it is about the shape of what stands in a section that is none: there is no saying what its shape should be."""
    return one.slug in _SHAPES and any(
        cause.slug == "unknown-section"
        and cause.span.path == one.span.path in sources
        and cause.span.end <= one.span.start
        and one.span.start <= cause.span.end + len(_below(sources[one.span.path].text, cause.span))
        for cause in causes
    )


def causes_among(
    found: Iterable[Diagnostic], names: Collection[str], sources: MappingOf[str, Source]
) -> tuple[list[Diagnostic], frozenset[str]]:
    """The problems of names and types that are causes of others, unless they follow from what could not be read, and the names that they take away.

    Without kinds nothing else is known.
    """
    found = list(found)
    heads = [
        one for one in found if one.slug in _HEADS and not any(name in names for name in _mentioned(one))
    ]
    kinds = [one for one in heads if _KINDS in asked_names(one)]
    if kinds:
        return kinds, names_below(kinds, sources)
    gone = names_below(heads, sources)
    heads += [
        one
        for one in found
        if one.slug == _UNDECLARED and not any(name in gone or name in names for name in _mentioned(one))
    ]
    return heads, names_below(heads, sources)


def _mentioned(one: Diagnostic) -> list[str]:
    return [name for quoted in _QUOTED.findall(one.message) for name in _NAME.findall(quoted)]


def _often(name: str, texts: Sequence[str]) -> bool:
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return sum(len(word.findall(text)) for text in texts) > 1
