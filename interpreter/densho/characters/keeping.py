"""Writes characters: a new file, or what has changed in one that people may have written in.

Changes keep the rest of the text with its comments. A file is written beside the old one, forced to the disk and put in its place at once, so that
it is never half written; it is not written at all when somebody else has changed it meanwhile, or when it would not read back as meant.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError

from densho.characters.career import Values
from densho.characters.file import Character, Opened, open_character, read_character
from densho.diagnostics.model import Report
from densho.errors import DenshoError
from densho.loading import Loader
from densho.messages import Text, say
from densho.surface.reader import decode, read_document

INDENT = 2
_INNER = re.compile(r"^has:[^\n{]*\n(?:[ \t]*(?:#[^\n]*)?\n)*( +)[^\s#]", re.M)
"""The first line below `has`."""
_DASH = re.compile(r"^history:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*( *)- ", re.M)


class CannotKeep(DenshoError):
    """A character's file could not be written; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def new_text(name: str, ruleset: str, extra: Sequence[str], values: Values, player: str = "") -> str:
    """The text of a new character's file."""
    root = CommentedMap()
    root["character"] = name
    if player:
        root["player"] = player
    root["for"] = ruleset
    root["densho"] = 1
    if extra:
        root["with"] = _written(list(extra))
    root["has"] = CommentedMap((slot, _written(plain)) for slot, plain in values.items())
    root["history"] = CommentedSeq()
    root.yaml_set_comment_before_after_key("has", before="\n")
    root.yaml_set_comment_before_after_key("history", before="\n")
    return _dumped(root)


def create(path: Path, text: str) -> None:
    """Writes a file that must not be there yet. Raises `CannotKeep`."""
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise CannotKeep(say("there is a file `{path}` already", path=path)) from None
    except OSError as error:
        raise CannotKeep(_why(path, error)) from None


def changed(character: Character, text: str, values: Values, line: str) -> str:
    """The text of the character's file with these values and one more line of history. Raises `CannotKeep`."""
    try:
        root = _yaml(text).load(text)
    except YAMLError:
        # it reads more narrowly than the reader of files, tabs for instance
        raise _harmful(character.path) from None
    has = root.get("has")
    if not isinstance(has, CommentedMap):
        root["has"] = has = CommentedMap()
    for slot, plain in values.items():
        if character.values.get(slot) != plain:
            has[slot] = _written(plain)
    history = root.get("history")
    if not isinstance(history, CommentedSeq):
        root["history"] = history = CommentedSeq([] if history is None else [history])
    if not history:
        history.fa.set_block_style()
    history.append(line)
    found = _dumped(root, text)
    return found.replace("\n", "\r\n") if "\r\n" in text else found


def keep(path: Path, loader: Loader, values: Values, line: str) -> Opened:
    """Writes values that a character has from now on into its file, with a line of history.

    Returns what the file was before if it has mistakes, else what it is now. Raises `CannotKeep`.
    """
    opened = open_character(path, loader)
    if opened.character is None or opened.source is None:
        return opened
    return write(opened.character, opened.source.text, values, line, loader)


def write(character: Character, text: str, values: Values, line: str, loader: Loader) -> Opened:
    """Writes the changed file, once it has been read back and found right. `text` is what was read before."""
    fresh = changed(character, text, values, line)
    path = character.path
    report = Report()
    source = decode(str(path), fresh.encode(), report)
    document = None if source is None else read_document(source, report)
    found = None if document is None else read_character(document, path, loader, report)
    wanted = {**character.values, **values}
    if found is None or found.character is None or dict(found.character.values) != wanted:
        raise _harmful(path)
    replace_text(path, text, fresh)
    return found


def replace_text(path: Path, before: str, after: str) -> None:
    """Puts a new text in the place of the one that was read. Raises `CannotKeep`."""
    real = Path(os.path.realpath(path))
    try:
        if real.read_bytes().decode("utf-8-sig") != before:
            raise CannotKeep(say("`{path}` has been changed meanwhile: nothing is written", path=path))
        mode = real.stat().st_mode
        with tempfile.NamedTemporaryFile(
            "w", dir=real.parent, prefix=f".{real.name}.", encoding="utf-8", newline="", delete=False
        ) as file:
            try:
                file.write(after)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, mode & 0o7777)
                Path(file.name).replace(real)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(file.name).unlink()
                raise
        _force(real.parent)
    except OSError as error:
        raise CannotKeep(_why(path, error)) from None


def _harmful(path: Path) -> CannotKeep:
    return CannotKeep(say("`{path}` cannot be changed without harm: change it by hand", path=path))


def _force(folder: Path) -> None:
    """That a file has been put in another's place is on the disk too, where the system can be told so."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _why(path: Path, error: OSError) -> Text:
    reason = (error.strerror or "unknown reason").lower()
    return say("`{path}` cannot be written: {reason}", path=path, reason=reason)


# --- YAML ---------------------------------------------------------------------------------------------


def _yaml(text: str = "") -> YAML:
    """Reads and writes with the indentation that the text has."""
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.allow_unicode = True
    yaml.width = 4096
    inner, dash = _INNER.search(text), _DASH.search(text)
    indent = len(inner[1]) if inner else INDENT
    offset = len(dash[1]) if dash else indent
    yaml.indent(mapping=indent, sequence=offset + 2, offset=offset)
    return yaml


def _dumped(root: CommentedMap, text: str = "") -> str:
    out = io.StringIO()
    _yaml(text).dump(root, out)
    return out.getvalue()


def _written(plain: object) -> object:
    """Plain data as YAML: lists in one line."""
    match plain:
        case list():
            sequence = CommentedSeq(_written(item) for item in plain)
            sequence.fa.set_flow_style()
            return sequence
        case Mapping():
            mapping = CommentedMap((key, _written(item)) for key, item in plain.items())
            mapping.fa.set_flow_style()
            return mapping
        case _:
            return plain


def history_line(day: str, award: str, before: Values, after: Values, note: str = "") -> str:
    """The line that tells of an award in the file's own names: `2030-05-01 victory 1 1 – dan 1 → 2, tally 1 → 0 – NOTE`."""
    what = ", ".join(f"{slot} {_change(old, now)}" for slot, (old, now) in changes(before, after).items())
    return " – ".join(part for part in (f"{day} {award}", what, note) if part)


def _change(old: Any, now: Any) -> str:
    if isinstance(old, list) and isinstance(now, list):
        come, gone = [one for one in now if one not in old], [one for one in old if one not in now]
        return " ".join([*(f"+{one}" for one in come), *(f"-{one}" for one in gone)])
    return f"{old} → {now}"


def changes(before: Values, after: Values) -> dict[str, tuple[Any, Any]]:
    """By slot, the value before and after, of those that differ."""
    return {slot: (before.get(slot), now) for slot, now in after.items() if before.get(slot) != now}
