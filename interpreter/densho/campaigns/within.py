"""Whether what the files of a campaign name lies in the campaign, or is bundled: rulesets, and loose files under `with:`.

The loader of rulesets follows any path; so a campaign's files are looked through before they are loaded.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PureWindowsPath

from densho.campaigns.places import CHARACTERS, FIGHTS, RULES, is_within
from densho.diagnostics.model import Report
from densho.messages import say
from densho.surface.documents import Mapping, Scalar, Sequence, Value
from densho.surface.reader import read_document, read_source

_NAMING = ("extends", "ruleset", "for", "fight")
_LOOSE = "with"


def stays_within(root: Path, paths: Iterable[Path], report: Report) -> bool:
    """Whether no file names anything outside; what does, is reported. Files that cannot be read are left to whoever loads them."""
    before = len(report.found)
    for path in paths:
        source = read_source(path, Report())
        document = None if source is None else read_document(source, Report())
        if document is not None:
            for named in _named(document.root):
                if _leads_out(root, path, named.text):
                    report.add(
                        "outside-campaign",
                        named.span,
                        say("`{path}` lies outside of the campaign", path=named.text),
                        help=say(
                            "a campaign reads nothing but its own files and bundled rulesets: copy it here, or name a bundled ruleset"
                        ),
                    )
    return len(report.found) == before


def files_of_rules(root: Path) -> list[Path]:
    """The files of the campaign's rules and their scenarios, and those of a base of its own."""
    own = [folder for folder in sorted(root.iterdir()) if folder.is_dir() and _is_of_rules(folder)]
    return [path for folder in own for path in sorted(folder.rglob("*.yaml"))]


def _is_of_rules(folder: Path) -> bool:
    return folder.name == RULES or folder.name.startswith("base")


def files_of_characters(root: Path) -> list[Path]:
    return sorted((root / CHARACTERS).rglob("*.yaml"))


def files_of_fights(root: Path) -> list[Path]:
    return sorted((root / FIGHTS).rglob("*.yaml"))


def _named(root: Mapping) -> Iterator[Scalar]:
    for key, value in root.entries:
        if key.text in _NAMING and isinstance(value, Scalar) and _is_path(value.text):
            yield value
        elif key.text == _LOOSE:
            yield from _scalars(value)


def _scalars(value: Value) -> Iterator[Scalar]:
    if isinstance(value, Scalar):
        yield value
    elif isinstance(value, Sequence):
        yield from (item for item in value.items if isinstance(item, Scalar))


def _is_path(text: str) -> bool:
    return text.startswith(".") or "/" in text or "\\" in text


def _leads_out(root: Path, file: Path, text: str) -> bool:
    if os.path.isabs(text) or PureWindowsPath(text).is_absolute() or PureWindowsPath(text).drive:
        return True
    if "\0" in text:
        return True
    plain = Path(os.path.normpath(os.path.abspath(file.parent) + "/" + text))
    return not is_within(root, plain) or not is_within(root, file.parent / text)
