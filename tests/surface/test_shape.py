"""The shape of documents: what the static schemas refuse, in whose words, and where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from densho.data import data_path
from densho.diagnostics.model import Report
from densho.source import Source
from densho.surface.reader import read_document
from densho.surface.shape import check_shape, document_kind

MAIN = "ruleset: x\ndensho: 1\nversion: 1\nfighters: 2\n"
SCENARIOS = "ruleset: x\nscenarios:\n  - name: a\n    steps:\n      - "


def shape(text: str) -> list[tuple[str, str]]:
    """Slug and underlined text of everything that is wrong with the shape."""
    report = Report()
    document = read_document(Source("f.yaml", text), report)
    assert document is not None, report.found
    check_shape(document, report)
    return [(one.slug, text[one.span.start : one.span.end]) for one in report.sorted()]


WRONG = [
    # the first key
    ("rulset: x\n", "unknown-header", "rulset"),
    ("technique: x\nrow: {a: 1}\n", "unknown-header", "technique"),
    ("for: y\ntechnique: x\ndensho: 1\n", "unknown-header", "technique"),
    ("densho: 1\nruleset: x\nversion: 1\nfighters: 2\n", "unknown-header", "ruleset"),
    ("{}", "unknown-header", "{}"),
    ("technique:\nfor: y\ndensho: 1\n", "missing-key", "technique"),
    # keys of files
    ("ruleset: x\nversion: 1\nfighters: 2\n", "missing-key", "ruleset"),
    ("ruleset: x\ndensho: 1\nversion: 1\n", "missing-key", "ruleset"),
    (MAIN + "verison: 2\n", "unknown-key", "verison"),
    (MAIN + "stances: [a]\n", "wrong-shape", "stances"),
    ("technique: x\nfor: y\ndensho: 1\nfoo: bar\n", "unknown-key", "foo"),
    ("technique: x\nfor: y\ndensho: 1\nflow: [do s]\n", "misplaced-section", "flow"),
    ("technique: x\nfor: y\ndensho: 1\nfighters: 2\n", "misplaced-section", "fighters"),
    ("part of: x\ndensho: 1\nextends: y\n", "misplaced-section", "extends"),
    (MAIN + "options:\n  o:\n    v: {options: {}}\n", "misplaced-section", "options"),
    (MAIN.replace("2\n", "two\n"), "wrong-value", "two"),
    (MAIN + "set: {a: b}\n", "missing-key", "set"),
    # sections
    (MAIN + "kinds:\n  a: {rows: b, colums: {}}\n", "unknown-key", "colums"),
    (MAIN + "kinds:\n  a: word\n", "wrong-shape", "word"),
    (MAIN + "kinds:\n  a: {in files: yes}\n", "wrong-shape", "yes"),
    (MAIN + "slots:\n  areana: {}\n", "unknown-key", "areana"),
    (MAIN + "slots:\n  fighter:\n    cell:\n", "wrong-shape", "cell"),
    (MAIN + "slots:\n  fighter:\n    cell: [1]\n", "wrong-shape", "cell"),
    (MAIN + "define:\n  a: {is: bool}\n", "missing-key", "a"),
    (MAIN + "forbid:\n  order:\n    a: {at: b}\n", "missing-key", "a"),
    (MAIN + "rules:\n  s:\n    r: {when: a, tehn: b := 1}\n", "unknown-key", "tehn"),
    (MAIN + "rules:\n  s:\n    r: {then: []}\n", "wrong-shape", "then"),
    (MAIN + "exceptions:\n  a: {changes: b}\n", "missing-key", "changes"),
    (MAIN + "exceptions:\n  a: {lifts: b, extends: c}\n", "wrong-shape", "extends"),
    (MAIN + "exceptions:\n  a: {when: b}\n", "missing-key", "a"),
    (MAIN + "exceptions:\n  a: {lifst: b}\n", "unknown-key", "lifst"),
    (MAIN + "rolls:\n  a: {into: b, number: 1}\n", "missing-key", "number"),
    (MAIN + "flow:\n  - block a: [do b]\n    block c: [do d]\n", "wrong-shape", "block c"),
    (MAIN + "flow:\n  - block a: []\n", "wrong-shape", "block a"),
    (MAIN + "flow: do a\n", "wrong-shape", "do a"),
    (MAIN + "words: {ru: {a.b: {c: d}}}\n", "wrong-shape", "a.b"),
    # scenarios
    (SCENARIOS + "chose: {A: b}\n", "unknown-key", "chose"),
    (SCENARIOS + "choose: {A: [b]}\n", "wrong-shape", "A"),
    (SCENARIOS + "expect: {A: 3}\n", "wrong-shape", "3"),
    (SCENARIOS + "expect: {outcome: {winner: A, draw: true}}\n", "wrong-value", "draw"),
    (SCENARIOS + "expect: {bout: {by: a}}\n", "missing-key", "bout"),
    (SCENARIOS + "expect: {events: [{who: A}]}\n", "missing-key", "who"),
    (SCENARIOS + "expect: {legal: {A: {}}}\n", "wrong-shape", "A"),
    (SCENARIOS + "reject: {A: false}\n", "wrong-value", "false"),
    (SCENARIOS + "{}\n", "wrong-shape", "{}"),
    ("ruleset: x\nscenarios:\n  - steps: [{choose: {A: b}}]\n", "missing-key", "steps"),
]


@pytest.mark.parametrize(("text", "slug", "underlined"), WRONG)
def test_wrong_shapes_are_told_at_their_place(text: str, slug: str, underlined: str) -> None:
    assert shape(text) == [(slug, underlined)]


def test_everything_wrong_is_told_in_one_run() -> None:
    text = MAIN + "slots: {areana: {}}\nrules: {s: {r: {tehn: a := 1}}}\nflow: []\n"
    assert shape(text) == [("unknown-key", "areana"), ("unknown-key", "tehn"), ("wrong-shape", "flow")]


def test_a_misspelt_key_is_not_told_as_missing_too() -> None:
    report = Report()
    document = read_document(Source("f", MAIN + "rules: {s: {r: {tehn: a := 1}}}\n"), report)
    assert document is not None
    check_shape(document, report)
    (found,) = report.found
    assert found.help[0] == "did you mean `then`?"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (MAIN, "ruleset"),
        (SCENARIOS + "choose: {A: b}\n", "scenarios"),
        ("part of: x\n", "part"),
        ("prelude: x\n", "prelude"),
        ("technique: x\nfor: y\n", "row"),
        ("technique: x\n", None),
    ],
)
def test_the_first_keys_say_what_a_file_is(text: str, kind: str | None) -> None:
    document = read_document(Source("f", text), Report())
    assert document is not None
    assert document_kind(document) == kind


BUNDLED = sorted(data_path("rulesets").rglob("*.yaml"))


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: str(path.relative_to(data_path("rulesets"))))
def test_bundled_files_have_their_shape(path: Path) -> None:
    assert shape(path.read_text(encoding="utf-8")) == []


# --- the schemas themselves ---------------------------------------------------------------------------

SCHEMAS = [data_path("schemas") / f"{name}.schema.json" for name in ("ruleset", "row", "scenarios")]


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Schemas of properties, items and definitions, at any depth."""
    if not isinstance(schema, dict):
        return
    for key in ("properties", "$defs"):
        for one in schema.get(key, {}).values():
            yield one
            yield from subschemas(one)
    for key in ("additionalProperties", "items"):
        if isinstance(schema.get(key), dict):
            yield schema[key]
            yield from subschemas(schema[key])


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schemas_are_valid_and_explain_everything(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    for one in subschemas(schema):
        assert "description" in one or "$ref" in one, one
