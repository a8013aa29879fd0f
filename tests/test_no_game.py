"""The interpreter knows no game: bundled rulesets play the same under names without meaning, and none of their nouns stands in its code."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import densho
from densho import pipeline
from densho.cache import Cache
from densho.checking import check_targets
from densho.data import data_path
from densho.loading import Loader
from densho.scenarios.suite import run_files
from densho.surface import model, syntax
from densho.targets import bundled_folder, bundled_ids, find_targets
from renaming import FUNCTIONS, LANGUAGE, Found, RulesetNames, each, names_in, read_file, rename, texts_of

PACKAGE = Path(densho.__file__).parent
PRELUDES = data_path("rulesets") / "prelude"

KEPT = names_in("A B award before by ended fighter first none pass winner")
"""Names of rulesets that the language has too, at places where only the meaning could tell them apart; they are not renamed."""

ENGLISH = names_in(
    # texts, files, Python, parsing
    "action back counter double extra fit hand long lower main position right short show side slash tokens top upper walk "
    # what any game's engine does and remembers
    "active available card carried condition dice die drawn fall fewer finish free guard heavy held hold keep lay learn lose lost mirror move pending points "
    "rank resolve reveal rolled round shown stage stages turn used way "
    # drawings of zones and boards
    "cell cells edge zone "
    # codes of languages
    "ko"
)
"""Plain English words that the interpreter uses, and that some ruleset uses as a name as well. A word that speaks of a game does not belong here."""


# --- without names ------------------------------------------------------------------------------------


def diagnostics(folder: Path) -> list[tuple[str, int]]:
    """What `densho check` finds: slugs and lines."""
    checked = check_targets(find_targets(str(folder)), Cache(None))
    places = ((one.slug, checked.texts[one.span.path].place(one.span).line) for one in checked.diagnostics)
    return sorted(places)


@pytest.mark.parametrize("id", bundled_ids())
def test_a_ruleset_plays_the_same_without_names(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = bundled_folder(id)
    assert folder is not None
    expected = diagnostics(folder)
    done = rename(folder, PRELUDES, tmp_path)
    monkeypatch.setattr(
        pipeline, "data_path", lambda kind: tmp_path if kind == "rulesets" else data_path(kind)
    )
    assert done.kept <= KEPT
    assert declared(tmp_path) <= KEPT | set(done.names.values())
    assert diagnostics(tmp_path / "ruleset") == expected
    wrong = []
    number = 0
    for result in run_files(sorted((tmp_path / "ruleset" / "tests").glob("*.yaml")), Loader(Cache(None))):
        wrong += [one.scenario.name for one in result.results if one.failure is not None]
        wrong += [one.message for one in result.diagnostics]
        number += len(result.results)
    assert wrong == []
    assert number > 0


def declared(folder: Path) -> set[str]:
    """Every name that the files of a ruleset declare."""
    found = Found()
    read = [read_file(path) for path in sorted(folder.rglob("*.yaml"))]
    files = [file for _, file in read if file is not None]
    RulesetNames(found, files, texts_of(document for document, _ in read)).gather()
    return found.declared


# --- no noun in the code ------------------------------------------------------------------------------


@cache
def nouns() -> frozenset[str]:
    """What the bundled rulesets and preludes call their things: kinds, rows, slots, words, events and the like."""
    found: set[str] = set()
    for path in data_path("rulesets").rglob("*.yaml"):
        file = read_file(path)[1]
        if file is None:
            continue
        found.add(file.id.text)
        heads = [file.row_head] if file.row_head is not None else []
        for kind in each(file, model.KindEntry):
            found.update(name.id for name in (*kind.rows, *kind.order))
            heads += [kind.head, *(head for head, _ in kind.columns)]
        for sort in (
            model.RowEntry,
            model.SlotEntry,
            model.RecordEntry,
            model.DecisionEntry,
            model.RelationEntry,
        ):
            heads += [entry.head for entry in each(file, sort)]
        found.update(head.name.id for head in heads)
        found.update(word.name.id for word in each(file, model.WordEntry))
        found.update(tell.event.id for tell in each(file, syntax.Tell))
        found.update(name.id for bundle in each(file, model.Bundle) for name in bundle.reasons)
    return frozenset(found)


@cache
def language() -> frozenset[str]:
    """The words of the language itself: of its grammar, of its documents' keys, of its expressions."""
    terminals = (
        (data_path("grammar") / "densho.lark").read_text(encoding="utf-8").split("// --- terminals")[1]
    )
    found = set(re.findall(r"[a-z]+", terminals)) | LANGUAGE | FUNCTIONS
    for name in ("ruleset", "row", "scenarios"):
        schema = json.loads((data_path("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))
        found.update(word for key in keys(schema) for word in key.split())
    return frozenset(found)


def keys(schema: object) -> Iterator[str]:
    match schema:
        case dict():
            properties = schema.get("properties")
            yield from properties if isinstance(properties, dict) else ()
            for value in schema.values():
                yield from keys(value)
        case list():
            for value in schema:
                yield from keys(value)


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of every identifier and every string of a module but its docstrings."""
    documentation = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node not in documentation:
                yield line, node.value
            continue
        for _, value in ast.iter_fields(node):
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    yield line, text


def words(text: str) -> set[str]:
    """The words of a text, and its compounds: `shortBlade short_blade` has `short`, `blade` and `short_blade`."""
    small = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()
    return set(re.findall(r"[a-z]+", small)) | set(re.findall(r"[a-z]+(?:_[a-z]+)+", small))


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_no_noun_of_a_ruleset_stands_in_the_code(path: Path) -> None:
    barred = nouns() - language() - ENGLISH
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = sorted({(line, word) for line, text in texts(tree) for word in words(text) & barred})
    assert found == []


def test_the_list_of_plain_words_is_no_longer_than_needed() -> None:
    used: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        used.update(*(words(text) for _, text in texts(ast.parse(path.read_text(encoding="utf-8")))))
    assert sorted(ENGLISH - (used & nouns() - language())) == []
