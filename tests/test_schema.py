"""The schema of a ruleset's documents: it offers what the ruleset declares, admits what is right, and refuses what is misspelt."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from densho.cache import Cache
from densho.data import data_path
from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.schema import ruleset_schema
from densho.surface.documents import plain
from densho.surface.reader import read_document, read_source
from densho.targets import bundled_folder, bundled_ids

ROW_FILES = sorted(
    path for folder in ("techniques", "weapons") for path in data_path("rulesets").glob(f"*/{folder}/*.yaml")
)
VERBS = ("changes", "adds to", "lifts", "extends", "replaces", "over")


@cache
def core(id: str) -> ir.Ruleset:
    folder = bundled_folder(id)
    assert folder is not None
    found = Loader(Cache(None)).load(folder).ruleset
    assert found is not None
    return found


@cache
def schema(id: str) -> dict[str, Any]:
    return ruleset_schema(core(id))


@cache
def validator(id: str) -> Draft202012Validator:
    return Draft202012Validator(schema(id))


def read(path: Path) -> dict[str, Any]:
    source = read_source(path, Report())
    assert source is not None
    document = read_document(source, Report())
    assert document is not None
    found = plain(document.root)
    assert isinstance(found, dict)
    return found


def constants(part: object) -> Iterator[str]:
    """All names that a part of a schema offers."""
    match part:
        case {"const": name}:
            yield name
        case dict():
            for value in part.values():
                yield from constants(value)
        case list():
            for value in part:
                yield from constants(value)


# --- what is admitted ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ROW_FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_row_files_are_admitted(path: Path) -> None:
    document = read(path)
    assert [error.message for error in validator(document["for"]).iter_errors(document)] == []


GOOD: list[dict[str, Any]] = [
    {"technique": "kesa", "for": "bokken", "densho": 1, "strikes": {"kesa_cut": {"zone": "[x>][x]", "after": "gedan"}}},
    {"technique": "kesa", "for": "bokken", "densho": 1, "stances": {"low B7": {"like": "gedan", "strike": "nothing"}}},
    {"technique": "kesa", "for": "bokken", "densho": 1, "stances": {"low": None}},
    {"weapon": "club", "for": "seven_samurai", "densho": 1, "row": {"stances": ["upper"], "keen": True}},
    {"weapon": "club", "for": "seven_samurai", "densho": 1, "row": {"stances": "upper|middle"}},
    {"technique": "kesa", "for": "bokken", "densho": 1, "forbid": {"order": {"x": {"at": "needs", "when": "turns"}}}},
    {"ruleset": "ours", "version": "1", "densho": 1, "extends": "bokken", "set": {"double_hit": "both_score"}},
    {"ruleset": "ours", "version": "1", "densho": 1, "extends": "bokken", "set": {"points_to_win": 2}},
    {"ruleset": "bokken", "with": ["x.yaml"], "scenarios": [{"name": "x", "setup": {"fighters": {"A": {"new": 1}}}, "steps": [{"choose": {"A": "stay"}}]}]},
]  # fmt: skip
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"technique": "kesa", "for": "bokken", "densho": 1, "strikes": {"kesa_cut": {"zones": "[x>]", "after": "gedan"}}}, "zones"),
    ({"technique": "kesa", "for": "bokken", "densho": 1, "stances": {"low": {"forward": "three"}}}, "three"),
    ({"technique": "kesa", "for": "bokken", "densho": 1, "stances": {"low": {"forward": 12}}}, "12"),
    ({"technique": "kesa", "for": "bokken", "densho": 1, "stances": {"low": {"forward": True}}}, "True"),
    ({"technique": "kesa", "for": "bokken", "densho": 1, "stances": [1]}, "stances"),
    ({"weapon": "club", "for": "seven_samurai", "densho": 1, "row": {"keeen": True}}, "keeen"),
    ({"weapon": "club", "for": "seven_samurai", "densho": 1, "row": {"keen": "very"}}, "very"),
    ({"ruleset": "ours", "version": "1", "densho": 1, "extends": "bokken", "set": {"double_hit": "both_scores"}}, "both_scores"),
    ({"ruleset": "ours", "version": "1", "densho": 1, "extends": "bokken", "set": {"points_to_win": 4}}, "4"),
    ({"ruleset": "bokken", "scenarios": [{"name": "x", "setup": {"fighters": {"A": {"sell": 1}}}}]}, "sell"),
    ({"ruleset": "bokken", "scenarios": [{"name": "x", "setup": {"fighters": {"A": {"cell": "one"}}}}]}, "one"),
    ({"ruleset": "bokken", "scenarios": [{"name": "x", "options": {"double_hit": "none"}}]}, "none"),
    ({"ruleset": "bokken", "scenarios": [{"name": "x", "steps": [{"reject": {"A": "one_moovement"}}]}]}, "one_moovement"),
    ({"ruleset": "bokken", "scenarios": [{"name": "x", "steps": [{"expect": {"events": [{"event": "hti"}]}}]}]}, "hti"),
]  # fmt: skip


def id_of(document: dict[str, Any]) -> str:
    found: str = document.get("for") or document.get("extends") or document["ruleset"]
    return found


@pytest.mark.parametrize("document", GOOD, ids=str)
def test_what_is_right(document: dict[str, Any]) -> None:
    assert [error.message for error in validator(id_of(document)).iter_errors(document)] == []


@pytest.mark.parametrize(("document", "word"), WRONG, ids=[word for _, word in WRONG])
def test_what_is_misspelt(document: dict[str, Any], word: str) -> None:
    found = list(validator(id_of(document)).iter_errors(document))
    assert found
    assert word in str([(list(error.path), error.message) for error in found])


# --- what is offered ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ROW_FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_what_row_files_say_is_offered(path: Path) -> None:
    """Targets of exceptions (but those named with the file that they are at home in), places of refusals, neighbours of steps."""
    document = read(path)
    shared = schema(document["for"])["$defs"]
    for exception in document.get("exceptions", {}).values():
        for verb in VERBS:
            targets = exception.get(verb, [])
            for target in [targets] if isinstance(targets, str) else targets:
                assert "." in target or target in set(constants(shared[verb]))
    for decision, refusals in document.get("forbid", {}).items():
        offered = shared["sections"]["properties"]["forbid"]["properties"][decision]["additionalProperties"][
            "properties"
        ]
        for refusal in refusals.values():
            for key in ("at", "before", "after"):
                if isinstance(refusal, dict) and key in refusal:
                    assert refusal[key] in set(constants(offered[key]))
    for step in document.get("steps", {}).values():
        assert {step.get("before"), step.get("after")} - {None} <= set(constants(shared["step"]))


@pytest.mark.parametrize("id", bundled_ids())
def test_names_come_with_what_people_call_them(id: str) -> None:
    texts = {key: texts[0] for language, key, texts in core(id).texts if language == "en"}
    sections = schema(id)["$defs"]["sections"]["properties"]
    for kind in core(id).kinds:
        if kind.plural in sections and f"kind.{kind.name}" in texts:
            assert sections[kind.plural]["title"] == texts[f"kind.{kind.name}"]
    for decision in core(id).decisions:
        words = sections["decisions"]["properties"][decision.name]["properties"]["words"]["properties"]
        assert set(words) == {word.name for word in decision.words}
    options = {one.name: one for one in core(id).options}
    for part in (schema(id)["else"]["else"]["allOf"][1]["properties"]["set"]["properties"],):
        assert set(part) == set(options)
        assert all(set(options[name].values) <= set(one["enum"]) for name, one in part.items())


@pytest.mark.parametrize("id", bundled_ids())
def test_the_schema_is_one(id: str) -> None:
    Draft202012Validator.check_schema(schema(id))
