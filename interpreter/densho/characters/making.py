"""A new character out of a name, a ruleset, and values as people write them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from densho.characters.file import Opened, read_character
from densho.diagnostics.model import Report
from densho.loading import Loader
from densho.surface.reader import decode, read_document


def make(
    path: Path,
    name: str,
    ruleset: str,
    extra: Sequence[str],
    values: Iterable[tuple[str, str]],
    loader: Loader,
) -> Opened:
    """Reads the character that the file would hold; nothing is written. `values`: slots, and their values as in YAML."""
    lines = [f"character: {_quoted(name)}", f"for: {_quoted(ruleset)}", "densho: 1"]
    if extra:
        lines.append(f"with: [{', '.join(map(_quoted, extra))}]")
    given = [f"  {_line(slot)}: {_line(value)}" for slot, value in values]
    lines += ["has:", *given] if given else []
    report = Report()
    source = decode(str(path), ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"), report)
    document = None if source is None else read_document(source, report)
    if source is not None:
        loader.texts.known[source.path] = source
    if document is None:
        return Opened(path=path, source=source, diagnostics=report.sorted(), loaded=None, character=None)
    return read_character(document, path, loader, report)


def _quoted(text: str) -> str:
    """A text in quotes, as YAML reads them."""
    return json.dumps(text, ensure_ascii=False)


def _line(text: str) -> str:
    return " ".join(text.split())
