"""Any file of a row may be taken out of a ruleset, and what is left still checks without a word."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.targets import bundled_folder, bundled_ids, find_targets, sort_of


def row_files() -> list[tuple[str, str]]:
    """Rulesets and files of their rows."""
    found = []
    for name in bundled_ids():
        folder = bundled_folder(name)
        assert folder is not None
        paths = sorted(path.relative_to(folder) for path in folder.rglob("*.yaml") if sort_of(path) == "row")
        found += [(name, path.as_posix()) for path in paths]
    return found


@pytest.mark.parametrize(("name", "file"), row_files())
def test_a_ruleset_does_without(tmp_path: Path, name: str, file: str) -> None:
    folder = bundled_folder(name)
    assert folder is not None
    shutil.copytree(folder, tmp_path / name, ignore=shutil.ignore_patterns("tests"))
    (tmp_path / name / file).unlink()
    checked = check_targets(find_targets(str(tmp_path / name)), Cache(None))
    assert [one.message for one in checked.diagnostics if one.slug != "missing-words"] == []
