"""The cache: an answer is given again only while everything that it was worked out from is unchanged, and only from a safe folder."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from densho import cache as caching
from densho.cache import Cache, open_cache


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "rules"
    (folder / "sub").mkdir(parents=True)
    paths = [folder / "one.yaml", folder / "sub" / "two.yaml"]
    for path in paths:
        path.write_text(f"name: {path.stem}\n", encoding="utf-8")
    return paths


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return open_cache({"DENSHO_CACHE": str(tmp_path / "kept")})


def test_answers_again(cache: Cache, texts: list[Path]) -> None:
    cache.put(texts, ("answer", 1), "check", "rules")
    assert cache.get("check", "rules") == ("answer", 1)
    assert cache.get("check", "other") is None


def test_changed_text(cache: Cache, texts: list[Path]) -> None:
    cache.put(texts, "answer", "q")
    texts[1].write_text("name: three\n", encoding="utf-8")
    assert cache.get("q") is None


def test_new_file_beside(cache: Cache, texts: list[Path]) -> None:
    cache.put(texts, "answer", "q")
    new = texts[0].parent / "deep" / "new.yaml"
    new.parent.mkdir()
    new.write_text("name: new\n", encoding="utf-8")
    assert cache.get("q") is None


def test_removed_file(cache: Cache, texts: list[Path]) -> None:
    cache.put(texts, "answer", "q")
    texts[1].unlink()
    assert cache.get("q") is None


def test_other_version(cache: Cache, texts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put(texts, "answer", "q")
    monkeypatch.setattr(caching, "__version__", "9.9.9")
    assert cache.get("q") is None


def test_files_that_cannot_be_read_are_not_answered_for(cache: Cache, tmp_path: Path) -> None:
    cache.put([tmp_path / "missing.yaml"], "answer", "q")
    assert cache.get("q") is None


@pytest.mark.parametrize("damage", [b"", b"densho cache 1\n", b"rubbish", b"densho cache 1\n" + b"x" * 90])
def test_damaged_entries_are_passed_over(cache: Cache, texts: list[Path], damage: bytes) -> None:
    cache.put(texts, "answer", "q")
    assert cache.folder is not None
    (entry,) = cache.folder.glob("*.entry")
    entry.write_bytes(damage)
    assert cache.get("q") is None


def test_pickle_of_something_else_is_passed_over(cache: Cache, texts: list[Path]) -> None:
    cache.put(texts, "answer", "q")
    assert cache.folder is not None
    (entry,) = cache.folder.glob("*.entry")
    body = pickle.dumps(["foreign"])
    entry.write_bytes(caching.MAGIC + caching.hashlib.sha256(body).digest() + body)
    assert cache.get("q") is None


def test_folder_that_others_may_write_is_not_used(tmp_path: Path, texts: list[Path]) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    cache = open_cache({"DENSHO_CACHE": str(folder)})
    cache.put(texts, "answer", "q")
    assert cache.folder is None
    assert list(folder.iterdir()) == []


def test_entry_that_others_may_write_is_not_read(cache: Cache, texts: list[Path]) -> None:
    cache.put(texts, "answer", "q")
    assert cache.folder is not None
    (entry,) = cache.folder.glob("*.entry")
    entry.chmod(0o666)
    assert cache.get("q") is None


def test_off(texts: list[Path]) -> None:
    cache = open_cache({"DENSHO_CACHE": "off"})
    cache.put(texts, "answer", "q")
    assert cache.get("q") is None


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert open_cache({"DENSHO_CACHE": str(tmp_path / "file" / "below")}).folder is None


def test_oldest_entries_go(cache: Cache, texts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "MOST_ENTRIES", 3)
    for number in range(6):
        cache.put(texts, number, "q", number)
    assert cache.folder is not None
    assert len(list(cache.folder.glob("*.entry"))) == 3
    assert cache.get("q", 5) == 5
