"""Codes are unique and explained; every slug that the code reports is in the catalogue; the pages' examples show what they say."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import densho
from densho.cli.check import command as check
from densho.diagnostics.catalogue import Entry, code_of, entries, entry_of, find, severity_of

PACKAGE = Path(densho.__file__).parent
EXAMPLE = re.compile(r'^```yaml title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SEEN_ELSEWHERE = frozenset({"idle-paragraph"})
"""Examples that `densho check` alone does not find: they need a run of the scenarios."""


def test_codes_and_slugs_are_unique() -> None:
    assert (
        len({entry.code for entry in entries()}) == len({entry.slug for entry in entries()}) == len(entries())
    )
    assert [entry.code for entry in entries()] == sorted(entry.code for entry in entries())
    assert all(re.fullmatch(r"D[0-6]\d\d", entry.code) for entry in entries())


def test_entries_are_found_by_what_people_type() -> None:
    assert find("d301") == find("unknown-name") == find(" Unknown-Name ") == entry_of("unknown-name")
    assert find("d999") is None
    assert code_of("cannot-open") == "D001"
    assert severity_of("unused-name") == "warning"


def test_an_unknown_slug_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        code_of("no-such-slug")


def reported_slugs() -> set[str]:
    """What is given as the slug of a report or diagnostic anywhere in the package."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "add"
            ):
                found.update(
                    one.value for one in node.args[:1] if isinstance(one, ast.Constant) and len(node.args) > 2
                )
            elif (
                isinstance(node, ast.keyword) and node.arg == "slug" and isinstance(node.value, ast.Constant)
            ):
                found.add(node.value.value)
    return found


def test_every_reported_slug_is_in_the_catalogue() -> None:
    assert reported_slugs() <= {entry.slug for entry in entries()}


def test_every_entry_is_reported_somewhere() -> None:
    """Faults of a running fight (D6) are exceptions, not reports."""
    sources = (path for path in PACKAGE.rglob("*.py") if path.name != "catalogue.py")
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    idle = [entry.slug for entry in entries() if f'"{entry.slug}"' not in text and entry.code < "D600"]
    assert idle == []


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.code)
def test_every_entry_has_a_page(entry: Entry) -> None:
    page = entry.page.read_text(encoding="utf-8")
    assert page.startswith(f"# {entry.code} {entry.slug}\n\n{entry.title[0].upper()}{entry.title[1:]}.\n")
    assert "\n## Write instead\n" in page


def test_no_page_is_left_over() -> None:
    pages = {path.stem for path in (PACKAGE / "diagnostics" / "pages").glob("*.md")}
    assert pages == {entry.code for entry in entries()}


def examples(entry: Entry) -> list[tuple[str, str]]:
    """Names and texts of the files of a page's example."""
    return EXAMPLE.findall(entry.page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "entry",
    [one for one in entries() if one.slug not in SEEN_ELSEWHERE and examples(one)],
    ids=lambda entry: f"{entry.code}-{entry.slug}",
)
def test_examples_show_what_their_page_explains(
    entry: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in examples(entry):
        path = tmp_path / "example" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    result = CliRunner().invoke(check, [str(tmp_path / "example"), "--format", "json"])
    assert entry.slug in [found["slug"] for found in json.loads(result.stdout)]
