"""From bytes to a document: YAML read event by event, so that nothing is built before it has been judged.

Of YAML, Densho takes mappings, lists and scalars. Anchors, aliases, merge keys, tags, directives and several documents in a
file are refused: they hide what a file says from whoever reads it, and an alias inside an alias is a bomb. Scalars
keep their text; whether `3` is a number is for the place to say.

The C parser takes the colon of `:=` inside `{ }` for a mistake, which it is not in YAML 1.2; so it is given another character in its place.

To find more than the first mistake in a file whose YAML is broken, what holds it is blanked out and the rest is read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from densho.diagnostics.model import Report
from densho.limits import NO_LIMIT, VARIABLES, Limits, allowed
from densho.messages import Text, say
from densho.source import Source, Span
from densho.surface.composer import Composer, GivenUpError
from densho.surface.documents import Document, Mapping
from densho.surface.yaml_clues import report_fault
from densho.surface.yaml_faults import explain

Range = tuple[int, int]
"""Characters of a file, the last one excluded."""

_BREAKING_MISTAKES = 10
_INDENTED = re.compile(r"([ \t]*)(?=\S)")
"""The indentation of a line that holds something."""
_ODD = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)


def read_source(
    path: Path, report: Report, *, name: str | None = None, limits: Limits | None = None
) -> Source | None:
    """The text of a file, or None when it cannot be had. `name` is how messages call the file."""
    called = str(path) if name is None else name
    limits = limits or allowed()
    if path.exists() and not (path.is_file() or path.is_dir()):
        message = say("`{called}` cannot be opened", called=called)
        report.add(
            "cannot-open", Span(called, 0, 0), message, help=say("it is a pipe or a device, not a file")
        )
        return None
    try:
        with path.open("rb") as file:
            data = file.read(-1 if limits.size == NO_LIMIT else limits.size + 1)
    except OSError as error:
        report.add(
            "cannot-open",
            Span(called, 0, 0),
            say("`{called}` cannot be opened", called=called),
            help=_why_closed(path, error),
        )
        return None
    return decode(called, data, report, limits=limits)


def decode(name: str, data: bytes, report: Report, *, limits: Limits | None = None) -> Source | None:
    """The text of bytes that must be UTF-8. A byte order mark at the start is dropped, so that columns count as in an editor."""
    nowhere = Span(name, 0, 0)
    limits = limits or allowed()
    if NO_LIMIT < limits.size < len(data):
        report.add(
            "too-big",
            nowhere,
            say("this file is larger than {limit} bytes", limit=limits.size),
            help=(
                say("a ruleset's files are a few kB each: is this one of them?"),
                say("the variable {variable} allows more", variable=VARIABLES["size"]),
            ),
        )
        return None
    try:
        return Source(name, data.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        report.add(
            "not-utf8",
            nowhere,
            say(
                "this file is not text in UTF-8: byte {byte} in line {line} cannot be read",
                byte=f"{data[error.start]:#04x}",
                line=line,
            ),
            help=_save_as_utf8(data),
        )
        return None


def _why_closed(path: Path, error: OSError) -> Text:
    match error:
        case FileNotFoundError():
            return say("there is no such file")
        case IsADirectoryError():
            return say("it is a folder")
        case PermissionError():
            return say("it is a folder") if path.is_dir() else say("you may not read it")
        case _ if error.strerror:
            return say("the system says: {reason}", reason=error.strerror.lower())
        case _:
            return say("the system refuses")


def _save_as_utf8(data: bytes) -> Text:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return say("it looks like {encoding}: save it as UTF-8", encoding="UTF-16")
    high = [byte for byte in data if byte >= 0x80]
    if high and sum(byte >= 0xC0 for byte in high) * 10 > len(high) * 7:
        return say("it looks like {encoding}: save it as UTF-8", encoding="Windows-1251")
    return say("save it as UTF-8")


def read_document(source: Source, report: Report, limits: Limits | None = None) -> Document | None:
    """The file's document, or None after mistakes that leave its meaning open. Everything found goes into the report."""
    document, lost = recover_document(source, report, limits)
    return None if lost else document


def recover_document(
    source: Source, report: Report, limits: Limits | None = None
) -> tuple[Document | None, tuple[Range, ...]]:
    """The file's document without what cannot be read as YAML, and where that stands; None when nothing sound is left.

    Left out is the line of a mistake with what is indented below it; after a second mistake in a section, the whole section.
    """
    limits = limits or allowed()
    if _odd_characters(source, report):
        return None, ()
    text = source.text
    lost: list[Range] = []
    for _ in range(_BREAKING_MISTAKES):
        composer = Composer(source, report, limits.nesting)
        try:
            composer.read(_events(text))
        except GivenUpError:
            return None, tuple(lost)
        except Exception as error:
            if not hasattr(error, "problem_mark"):
                raise
            fault = explain(error, source, composer.last())
            at = min(fault.section, len(text))
            section = _section(text, at)
            before = [one for one in lost if section[0] <= one[0] < section[1]]
            if not any(_adjacent(source, one, fault.span.start) for one in before):
                report_fault(report, fault)
            out = section if before else _block(text, at, section)
            lost.append(out)
            text = text[: out[0]] + re.sub(r"[^\r\n]", " ", text[out[0] : out[1]]) + text[out[1] :]
            if not text.strip():
                return None, tuple(lost)
        else:
            sound = not lost or isinstance(composer.root, Mapping)
            return (composer.document() if sound else None), tuple(lost)
    return None, tuple(lost)


def _odd_characters(source: Source, report: Report) -> bool:
    found = False
    for count, match in enumerate(_ODD.finditer(source.text)):
        if count == _BREAKING_MISTAKES:
            break
        found = True
        character = match.group()
        what = (
            say("a carriage return without a line feed may not stand in a file")
            if character == "\r"
            else say("the invisible character {code} may not stand in a file", code=f"U+{ord(character):04X}")
        )
        report.add(
            "control-character",
            Span(source.path, match.start(), match.end()),
            what,
            help=say("end lines with LF or CRLF")
            if character in "\r\x85\u2028\u2029"
            else say("take it out"),
        )
    return found


def _section(text: str, at: int) -> Range:
    """The top-level section around a place."""
    start, end = 0, len(text)
    for head in re.finditer(r"^[^\s#\]})-]", text, re.MULTILINE):
        if head.start() <= at:
            start = head.start()
        else:
            end = head.start()
            break
    return start, end


def _block(text: str, at: int, section: Range) -> Range:
    """The line around a place with all that is indented below it; the section, if that is its first line."""
    start = text.rfind("\n", 0, at) + 1
    line = _INDENTED.match(text, start)
    if line is None or start <= section[0]:
        return section
    end = text.find("\n", at) + 1 or len(text)
    while end < section[1] and "\t" not in line[1]:
        below = _INDENTED.match(text, end)
        if below is not None and len(below[1]) <= len(line[1]):
            break
        end = text.find("\n", end) + 1 or len(text)
    return start, min(end, section[1])


def _adjacent(source: Source, lost: Range, at: int) -> bool:
    """Whether a mistake stands next to what was left out before: then it is most likely the same one."""
    line = source.line_column(at)[0]
    return source.line_column(lost[0])[0] - 1 <= line <= source.line_column(lost[1])[0] + 1


def _events(text: str) -> Iterator[Any]:
    try:
        from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]  # noqa: PLC0415  (slow to import)
    except ImportError:
        from ruamel.yaml import YAML  # noqa: PLC0415

        yield from YAML(typ="safe", pure=True).parse(text)
        return
    stand_in = next(sign for sign in map(chr, range(0xE000, 0xF8FF)) if sign not in text)
    parser = CParser(text.replace(":=", f"{stand_in}="))
    while parser.check_event():
        event = parser.get_event()
        if type(event).__name__ == "ScalarEvent":
            event.value = event.value.replace(stand_in, ":")
        yield event
