"""What to do is said where a house ruleset aims at something that no exception changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.diagnostics.catalogue import severity_of
from densho.targets import find_targets

HEAD = "ruleset: house\nversion: 1\ndensho: 1\nextends: pojedynek\n"


@pytest.mark.parametrize(
    ("section", "slug", "help_"),
    [
        (
            "rolls: {throw: {for: fighters, number: hand, of: 1..8, into: thrown}}",
            "duplicate-name",
            "let an exception change what the roll reads: `die_faces`",
        ),
        (
            "exceptions: {big: {changes: throw, to: 1..8}}",
            "exception-target",
            "let an exception change what the roll reads: `die_faces`",
        ),
        (
            "exceptions: {big: {replaces: throw_again, do: active += 8}}",
            "exception-target",
            "let an exception change what the roll reads: `die_faces`",
        ),
        (
            "exceptions: {more: {changes: available, to: 3}}",
            "exception-target",
            "let a rule write it, or an exception change a definition that reads it",
        ),
        (
            "exceptions: {no: {lifts: resolve}}",
            "exception-target",
            "let an exception change one of its refusals, or add words to it under `decisions:`",
        ),
        ("exceptions: {no: {lifts: both_zero}}", "exception-target", "write `set: {both_zero: …}`"),
        ("exceptions: {no: {lifts: reveal}}", "exception-target", "let an exception change one of its rules"),
        (
            "exceptions: {big: {changes: die_faces, to: 100}}",
            "out-of-bounds",
            "give a value within them, or widen the type that they come from",
        ),
        (
            "rolls: {more: {for: fighters, number: 1, of: die_faces, into: active}}",
            "bad-roll",
            "write `of: 1..die_faces`",
        ),
    ],
)
def test_the_remedy_fits(section: str, slug: str, help_: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(f"{HEAD}{section}\n", encoding="utf-8")
    found = check_targets(find_targets(str(tmp_path)), Cache(None)).diagnostics
    errors = [one for one in found if severity_of(one.slug) == "error"]
    assert [(one.slug, help_ in one.help) for one in errors] == [(slug, True)]
