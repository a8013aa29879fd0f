"""A prelude in a ruleset's own folder is taken before the one that comes with Densho, and once."""

from __future__ import annotations

import shutil
from pathlib import Path

from densho.cache import Cache
from densho.data import data_path
from densho.ir import nodes as ir
from densho.ir.data import digest
from densho.loading import Loader
from densho.targets import bundled_folder


def loaded(folder: Path) -> tuple[ir.Ruleset, set[str]]:
    """The ruleset, and the names of the folders of its preludes."""
    found = Loader(Cache(None)).load(folder)
    assert found.ruleset is not None, found.diagnostics
    return found.ruleset, {
        path.parent.name for path in found.files if path.name in ("strip.yaml", "terms.yaml")
    }


def test_own_preludes_come_first(tmp_path: Path) -> None:
    bundled = bundled_folder("bokken")
    assert bundled is not None
    folder = Path(shutil.copytree(bundled, tmp_path / "bokken"))
    before, of_densho = loaded(folder)
    shutil.copytree(data_path("rulesets") / "prelude", folder / "mine")
    after, own = loaded(folder)
    assert (of_densho, own) == ({"prelude"}, {"mine"})
    assert digest(after) == digest(before)
    assert after.texts == before.texts


def test_a_prelude_of_ones_own_serves_what_the_ruleset_extends(tmp_path: Path) -> None:
    text = (data_path("rulesets") / "prelude" / "strip.yaml").read_text(encoding="utf-8")
    (tmp_path / "house.yaml").write_text('ruleset: house\nversion: "1"\ndensho: 1\nextends: bokken\n')
    before, _ = loaded(tmp_path)
    (tmp_path / "strip.yaml").write_text(f"# another\n{text}", encoding="utf-8")
    after, folders = loaded(tmp_path)
    assert folders == {tmp_path.name, "prelude"}
    assert digest(after) == digest(before)
