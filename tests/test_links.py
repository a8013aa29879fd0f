"""Every link of README.md and the manual leads somewhere: to a file or folder that is there, and to a heading that is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not leads(page, link)] == []


def test_the_manual_lists_its_pages() -> None:
    """Every page is linked from the contents in its language, but for contents themselves."""
    for folder in (ROOT / "docs", ROOT / "docs" / "ru"):
        listed = {(folder / link.partition("#")[0]).resolve() for link in links(folder / "README.md")}
        assert {one.resolve() for one in folder.glob("*.md") if one.name != "README.md"} <= listed


def links(page: Path) -> Iterator[str]:
    """Links of a page, but for those into the network."""
    text = CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))
    yield from (link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link))


def leads(page: Path, link: str) -> bool:
    file, _, anchor = link.partition("#")
    path = (page.parent / file).resolve() if file else page
    return path.exists() and (not anchor or anchor in anchors(path))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names that forges give to a page's headings."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return frozenset(heading.strip().replace(" ", "-") for heading in plain)
