"""Characters: what a fighter keeps from fight to fight, in a file that people read and mend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from densho.cache import Cache
from densho.characters.file import Character, open_character
from densho.diagnostics.model import Diagnostic
from densho.errors import DenshoError
from densho.loading import Loader
from densho.source import Source

__all__ = ["BadCharacter", "Character", "load"]


class BadCharacter(DenshoError):
    """A character's file has mistakes. `diagnostics` are they, `sources` the texts in which they stand."""

    def __init__(
        self, message: str, diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source]
    ) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.sources = sources


def load(path: str | Path) -> Character:
    """The character of a file; its `slots` are what a fight takes over. Raises `BadCharacter`."""
    loader = Loader(Cache(None))
    opened = open_character(Path(path), loader)
    if opened.character is None:
        of_ruleset = opened.loaded.diagnostics if opened.loaded is not None else ()
        found = (*opened.diagnostics, *of_ruleset)
        raise BadCharacter(f"`{path}`: {found[0].message}", found, loader.texts)
    return opened.character
