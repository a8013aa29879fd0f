"""Codes of languages that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.targets import bundled_folder, find_targets


@pytest.mark.parametrize(
    ("code", "meant"), [("enn", "en"), ("een", "en"), ("zx", ""), ("eng", None), ("nno", None), ("en", None)]
)
def test_a_language_that_is_none(tmp_path: Path, code: str, meant: str | None) -> None:
    folder = bundled_folder("oshi_zumo")
    assert folder is not None
    text = (folder / "oshi_zumo.yaml").read_text(encoding="utf-8")
    assert text.count("\n  en:\n") == 1
    (tmp_path / "oshi_zumo.yaml").write_text(text.replace("\n  en:\n", f"\n  {code}:\n"), encoding="utf-8")
    found = check_targets(find_targets(str(tmp_path)), Cache(None)).diagnostics
    told = [" ".join(map(str, one.help)) for one in found if one.slug == "odd-language"]
    labels = [label.text for one in found if one.slug == "odd-language" for label in one.labels]
    assert len(told) == (0 if meant is None else 1)
    if meant:
        assert f"`{meant}`" in " ".join([*told, *map(str, labels)])
