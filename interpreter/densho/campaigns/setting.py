"""House options in the text of a ruleset's main file: other values under `set:`, and the rest with its comments as it was."""

from __future__ import annotations

import io
from collections.abc import Mapping

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError

from densho.diagnostics.model import Report
from densho.source import Source
from densho.surface.documents import plain
from densho.surface.reader import read_document

_SET = "set"


def with_options(text: str, options: Mapping[str, str]) -> str | None:
    """The text with these values; None when it cannot be changed without changing something else."""
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.allow_unicode = True
    yaml.width = 4096
    try:
        root = yaml.load(text)
    except YAMLError:
        return None
    if not isinstance(root, CommentedMap):
        return None
    if not isinstance(root.get(_SET), CommentedMap):
        root[_SET] = CommentedMap()
    for name, value in options.items():
        root[_SET][name] = int(value) if value.isascii() and value.isdigit() else value
    out = io.StringIO()
    yaml.dump(root, out)
    found = out.getvalue()
    return found if _else_the_same(text, found, options) else None


def _else_the_same(before: str, after: str, options: Mapping[str, str]) -> bool:
    old, new = _plain(before), _plain(after)
    if old is None or new is None:
        return False
    was, now = old.pop(_SET, None), new.pop(_SET, None)
    wanted = {**(was if isinstance(was, dict) else {}), **options}
    texts = {name: str(value) for name, value in now.items()} if isinstance(now, dict) else {}
    return old == new and texts == {name: str(value) for name, value in wanted.items()}


def _plain(text: str) -> dict[str, object] | None:
    document = read_document(Source("", text), Report())
    found = None if document is None else plain(document.root)
    return found if isinstance(found, dict) else None
