"""The core as data fits its schema, and its digest follows meaning alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from densho.data import data_path
from densho.diagnostics.model import Report
from densho.ir.data import digest, schema, to_data
from densho.pipeline import load_ruleset
from densho.targets import bundled_ids


def test_the_schema_on_file_is_that_of_the_classes() -> None:
    written = json.loads((data_path("schemas") / "ir.schema.json").read_text(encoding="utf-8"))
    assert written == schema(), "write it anew: python -m densho.ir schemas/ir.schema.json"


@pytest.mark.parametrize("ruleset", bundled_ids())
def test_every_bundled_ruleset_fits_the_schema(ruleset: str) -> None:
    loaded = load_ruleset(ruleset, (), Report())
    assert loaded is not None
    data = json.loads(json.dumps(to_data(loaded.ruleset)))
    jsonschema.Draft202012Validator(schema()).validate(data)


def test_a_comment_changes_no_digest_and_a_number_does(tmp_path: Path) -> None:
    folder = tmp_path / "rock_paper_scissors"
    shutil.copytree(data_path("rulesets") / "classics" / "rock_paper_scissors", folder)
    main = folder / "rock_paper_scissors.yaml"
    before = _digest(folder)
    text = main.read_text(encoding="utf-8")
    main.write_text("# a remark\n" + text, encoding="utf-8")
    assert _digest(folder) == before
    main.write_text(text.replace("0..9", "0..8"), encoding="utf-8")
    assert _digest(folder) != before


def _digest(folder: Path) -> str:
    loaded = load_ruleset(folder, (), Report())
    assert loaded is not None
    return digest(loaded.ruleset)
