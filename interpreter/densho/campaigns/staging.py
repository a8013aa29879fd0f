"""A copy of a campaign's rules and characters with changes in it, outside of the campaign: what a change would come to is tried there.

Diagnostics about the copy speak of the files that people know: `named` gives them the names of the campaign's, or of those that were handed in.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from densho.cache import Cache
from densho.campaigns.places import BASE, CHARACTERS, RULES, place
from densho.diagnostics.model import Diagnostic
from densho.loading import Loader
from densho.source import Source, Span

_COPIED = (RULES, CHARACTERS, BASE)


@dataclass(frozen=True, slots=True)
class Staged:
    """`folder` holds the copy; `names`: path within it → how people call that file. `loader` keeps nothing in the user's cache."""

    folder: Path
    root: Path
    names: Mapping[str, str]
    loader: Loader

    def named(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Diagnostics about the copy, as about the files that people know."""
        return tuple(
            replace(
                one,
                span=self._span(one.span),
                labels=tuple(replace(label, span=self._span(label.span)) for label in one.labels),
            )
            for one in diagnostics
        )

    def sources(self) -> dict[str, Source]:
        """The texts that were read, under those names."""
        known = dict(self.loader.texts.known)
        return {self.called(path): replace(source, path=self.called(path)) for path, source in known.items()}

    def called(self, path: str) -> str:
        """How people call a file of the copy; another is called as it is."""
        if not Path(path).is_relative_to(self.folder):
            return path
        relative = Path(path).relative_to(self.folder).as_posix()
        return self.names.get(relative, str(self.root / relative))

    def _span(self, span: Span) -> Span:
        self.loader.texts.get(span.path)  # it is read now: the copy will not be there when somebody shows it
        return replace(span, path=self.called(span.path)) if span.path else span


@contextmanager
def staged(
    root: Path,
    writes: Mapping[str, str],
    names: Mapping[str, str] | None = None,
    loader: Loader | None = None,
) -> Iterator[Staged]:
    """A copy with the files of a change written into it, as far as they are rules or characters. `loader`: else one of its own."""
    with tempfile.TemporaryDirectory(prefix="densho-") as made:
        folder = Path(made).resolve()
        for name in _COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, symlinks=True)
        for path, text in writes.items():
            if path.split("/")[0] in _COPIED:
                target = place(folder, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text.encode("utf-8"))
        yield Staged(folder, root, names or {}, loader or Loader(Cache(None)))
