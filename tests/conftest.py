"""What all tests share: the option that rewrites golden files, and a cache that is nobody's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite golden files with what is found; read the diff"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes seconds; leave out with -m 'not slow'")


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests neither read nor write the user's cache."""
    monkeypatch.setenv("DENSHO_CACHE", "off")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests read English, wherever they run."""
    monkeypatch.setenv("DENSHO_LANG", "en")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a golden file, or rewrites the file when asked to."""

    def compare(path: Path, found: str) -> None:
        if request.config.getoption("--update"):
            path.write_text(found, encoding="utf-8")
        assert path.exists(), f"{path} is missing: run pytest --update"
        assert found == path.read_text(encoding="utf-8")

    return compare
