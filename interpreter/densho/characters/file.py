"""From a character's file to the character: text, document, shape, the ruleset that it names, and what it has.

    character: Kin Kotetsu
    for: seven_samurai
    densho: 1
    has: {speed: 4, reaction: 3, composure: 3, techniques: [evasion], dan: 3}

What is left out is as for a new character. Mistakes are reported where they stand; a character with one is None.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from densho.characters.career import Career, Values
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.limits import OutOfTime, reading_time
from densho.loading import Loaded, Loader, ReadFile, loose_files, no_such_ruleset, too_slow
from densho.messages import listed, say
from densho.scenarios.values import INVALID, Reading
from densho.scenarios.vocabulary import Vocabulary
from densho.source import Source
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value
from densho.surface.reader import read_document, read_source
from densho.surface.shape import check_shape
from densho.targets import folder_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A character without mistakes. `values` is everything that it has, as plain data; `given` what the file itself says. `player` may be empty."""

    name: str
    path: Path
    folder: Path
    extra: tuple[Path, ...]
    ruleset: ir.Ruleset
    values: Values
    given: Values
    history: tuple[str, ...]
    player: str = ""

    @property
    def slots(self) -> dict[str, Any]:
        """What a fight takes over: the fighter slots that are kept."""
        kept = self.ruleset.character.keeps if self.ruleset.character is not None else ()
        return {name: self.values[name] for name in kept}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(ReadFile):
    """A character's file with the character; None where there are mistakes."""

    character: Character | None


def open_character(path: Path, loader: Loader) -> Opened:
    """Reads a character's file and loads its ruleset."""
    report = Report()
    try:
        with reading_time():
            return _read(path, loader, report)
    except OutOfTime as error:
        too_slow(report, path, error)
        return _opened(path, None, report)


def _read(path: Path, loader: Loader, report: Report) -> Opened:
    source = read_source(path, report)
    if source is None:
        return _opened(path, None, report)
    loader.texts.known[source.path] = source
    document = read_document(source, report)
    return (
        _opened(path, source, report) if document is None else read_character(document, path, loader, report)
    )


def read_character(document: Document, path: Path, loader: Loader, report: Report) -> Opened:
    """The character in a document that stands, or will stand, at the path."""
    source = document.source
    check_shape(document, report)
    if document.root.get("character") is None and not report:
        span = document.root.entries[0][0].span
        help_ = say("such a file begins with `character: NAME`, and is written by `densho character new`")
        report.add("unknown-header", span, say("this is no file of a character"), help=help_)
        return _opened(path, source, report)
    named = document.root.get("for")
    if not isinstance(named, Scalar):
        return _opened(path, source, report)
    folder = folder_of(named.text, path)
    if folder is None:
        no_such_ruleset(report, named.text, named.span)
    extra = _extra(document, path, report)
    if folder is None or extra is None:
        return _opened(path, source, report)
    loaded = loader.load(folder, extra)
    ruleset = loaded.ruleset
    if ruleset is None:
        return _opened(path, source, report, loaded)
    if ruleset.character is None:
        message = say("`{ruleset}` keeps nothing between fights", ruleset=ruleset.id)
        hint = say("a ruleset says under `character:` what characters keep")
        report.add("no-characters", named.span, message, help=hint)
        return _opened(path, source, report, loaded)
    career = Career(ruleset)
    given = _has(document, career, report)
    values = _whole(career, given, named, report)
    if values is None or any(severity_of(one.slug) == "error" for one in report.found):
        return _opened(path, source, report, loaded)
    character = Character(
        name=_text(document, "character"),
        path=path,
        folder=folder,
        extra=extra,
        ruleset=ruleset,
        values=values,
        given=given,
        history=_history(document),
        player=_text(document, "player"),
    )
    return Opened(path=path, source=source, diagnostics=report.sorted(), loaded=loaded, character=character)


def _opened(path: Path, source: Source | None, report: Report, loaded: Loaded | None = None) -> Opened:
    return Opened(path=path, source=source, diagnostics=report.sorted(), loaded=loaded, character=None)


def _text(document: Document, key: str) -> str:
    value = document.root.get(key)
    return value.text.strip() if isinstance(value, Scalar) else ""


def _history(document: Document) -> tuple[str, ...]:
    return tuple(one.text for one in _items(document.root.get("history")) if isinstance(one, Scalar))


def _items(value: Value | None) -> tuple[Value, ...]:
    if isinstance(value, Scalar):
        return (value,)
    return value.items if isinstance(value, Sequence) else ()


def _extra(document: Document, path: Path, report: Report) -> tuple[Path, ...] | None:
    """The loose files; None when one is missing."""
    named = (one for one in _items(document.root.get("with")) if isinstance(one, Scalar))
    return loose_files(((one.text, one.span) for one in named), path, report)


def _has(document: Document, career: Career, report: Report) -> dict[str, Any]:
    """What the file gives, each value by the type of its slot."""
    reading = Reading(Vocabulary(career.ruleset), (), report)
    has = document.root.get("has")
    found: dict[str, Any] = {}
    for key, value in has.entries if isinstance(has, Mapping) else ():
        slot = career.slots.get(key.text)
        if slot is None:
            _unknown(key, career, report)
            continue
        plain = reading.value(value, slot.type)
        if plain is not INVALID:
            found[key.text] = plain
    return found


def _whole(career: Career, given: Values, at: Scalar, report: Report) -> Values | None:
    """Everything that the character has; None when its values do not fit together."""
    try:
        return career.beginning(given)
    except DenshoError as error:
        report.add("out-of-range", at.span, say("such a character cannot be: {why}", why=str(error)))
        return None


def _unknown(key: Scalar, career: Career, report: Report) -> None:
    slots: Lookup[str, ir.Slot] = career.slots
    every = say("kept are {names}", names=listed(f"`{name}`" for name in slots))
    if any(slot.holder == "fighter" and slot.name == key.text for slot in career.ruleset.slots):
        message = say(
            "characters of `{ruleset}` do not keep `{slot}`", ruleset=career.ruleset.id, slot=key.text
        )
        report.add("unknown-name", key.span, message, help=every)
    else:
        message = say("there is no slot `{slot}`", slot=key.text)
        report.add("unknown-name", key.span, message, help=(*did_you_mean(key.text, slots), every))
