"""The reference in docs/ is that of the program as it is."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
GENERATE = runpy.run_path(str(DOCS / "generate.py"))


def test_the_reference_is_up_to_date(golden: Callable[[Path, str], None]) -> None:
    """`python docs/generate.py` writes it anew."""
    for path, text in GENERATE["pages"]().items():
        golden(path, text)


def test_it_speaks_of_everything() -> None:
    pages = {path.name: text for path, text in GENERATE["pages"]().items() if path.parent.parent == DOCS}
    assert "## densho check" in pages["commands.md"]
    assert "`extends`" in pages["files.md"]
    assert "?expr: disjunction" in pages["grammar.md"]
    assert "D301 unknown-name" in pages["codes.md"]
