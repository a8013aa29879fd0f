"""Rulesets with mistakes that only a look at the whole finds. Each line with one bears its slugs behind `#!`; there are no others."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.targets import bundled_ids, find_targets

BAD = Path(__file__).parent / "bad"
MARK = re.compile(r"#! ([a-z -]+)$")

Place = tuple[str, int, str]


def marked(folder: Path) -> Counter[Place]:
    """File, line and slug of every mistake that the files themselves announce."""
    found: Counter[Place] = Counter()
    for path in folder.rglob("*.yaml"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = MARK.search(line)
            found.update((path.name, number, slug) for slug in (match[1].split() if match else ()))
    return found


@pytest.mark.parametrize("folder", sorted(BAD.iterdir()), ids=lambda folder: folder.name)
def test_what_is_found_is_what_is_announced(folder: Path) -> None:
    checked = check_targets(find_targets(str(folder)), Cache(None))
    found: Counter[Place] = Counter()
    for one in checked.diagnostics:
        line, _column = checked.texts[one.span.path].line_column(one.span.start)
        found[Path(one.span.path).name, line, one.slug] += 1
    assert found == marked(folder)


@pytest.mark.parametrize("id", bundled_ids())
def test_no_bundled_ruleset_is_found_fault_with(id: str) -> None:
    assert check_targets(find_targets(id), Cache(None)).diagnostics == ()
