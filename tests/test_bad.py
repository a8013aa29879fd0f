"""Files that are wrong, each folder with the list of what must be found in it: line, code, slug and the text that is underlined.

`pytest --update` writes the lists anew; read what changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.diagnostics.catalogue import code_of, entries
from densho.diagnostics.model import Diagnostic
from densho.loading import Loader, Texts
from densho.scenarios.suite import run_files
from densho.targets import find_targets

HERE = Path(__file__).parent
BAD = sorted(path for path in (HERE / "bad").iterdir() if path.is_dir())
GOOD = sorted(path for path in (HERE / "good").iterdir() if path.is_dir())
LISTS = "expected"
SHOWN = 60
EXAMPLE = '```yaml title="'
"""How an example begins on the page of a diagnostic."""


def found_in(folder: Path) -> list[str]:
    """Everything that `densho check` and a run of the scenarios find in a folder."""
    checked = check_targets(find_targets(str(folder)), Cache(None))
    lines = [line(folder, one, checked.texts) for one in checked.diagnostics]
    loader = Loader(Cache(None))
    for result in run_files(sorted(folder.glob("run_*.yaml")), loader):
        lines += [line(folder, one, loader.texts) for one in result.diagnostics]
    return lines


def line(folder: Path, one: Diagnostic, texts: Texts) -> str:
    """`file.yaml:3 D301 unknown-name: cel`"""
    source = texts[one.span.path]
    underlined = source.text[one.span.start : one.span.end]
    shown = underlined.split("\n")[0].strip()
    if shown != underlined or len(shown) > SHOWN:
        shown = f"{shown[:SHOWN]} …"
    place = os.path.relpath(one.span.path, folder)
    return f"{place}:{source.place(one.span).line} {code_of(one.slug)} {one.slug}: {shown}"


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_what_is_wrong_is_found(folder: Path, golden: Callable[[Path, str], None]) -> None:
    golden(folder / LISTS, "".join(f"{one}\n" for one in found_in(folder)))


@pytest.mark.parametrize("folder", GOOD, ids=lambda folder: folder.name)
def test_nothing_is_wrong_with_what_is_right(folder: Path) -> None:
    assert [one for one in found_in(folder) if not one.startswith("..")] == []


def test_every_diagnostic_of_documents_is_shown_somewhere() -> None:
    """Here, in the tests of campaigns, or by the example of its page. Those about a file as such (D0) and about running fights (D6) have tests of their own."""
    lists = [(folder / LISTS).read_text(encoding="utf-8").splitlines() for folder in BAD]
    shown = {text.split()[1] for lines in lists for text in lines}
    shown |= {entry.code for entry in entries() if EXAMPLE in entry.page.read_text(encoding="utf-8")}
    told = "".join(path.read_text(encoding="utf-8") for path in (HERE / "campaigns").glob("*.py"))
    shown |= {entry.code for entry in entries() if f'"{entry.slug}"' in told}
    assert sorted({entry.code for entry in entries() if entry.code[1] in "12345"} - shown) == []
