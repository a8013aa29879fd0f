"""What is said of a choice that cannot be read: what is wrong with its text, and nothing that only a choice could be refused for."""

from __future__ import annotations

from pathlib import Path

from densho.cache import Cache
from densho.loading import Loader
from densho.scenarios.suite import run_files

RULES = """\
ruleset: shoving
version: "1"
densho: 1
fighters: 2
reasons: [fallen]
slots: {fighter: {bruises: 0..9, standing: bool = true}}
decisions: {order: {groups: {what: one}, words: {shove: "in what, whom of fighter", stay: in what}}}
forbid: {order: {fallen: not standing}}
flow: [{repeat round: [ask order, do shoving]}]
rules:
  shoving:
    shoved: when foe.order has shove then bruises += 1
    over: when bruises > 2 then win fight for foe by fallen
"""
SCENARIO = """\
ruleset: shoving
scenarios:
  - name: a fighter who is not there
    setup: {fighters: {A: {standing: false}, Bo: {}}}
    steps:
      - choose: {A: shove Bob}
"""


def test_nothing_follows_from_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "shoving.yaml").write_text(RULES, encoding="utf-8")
    file = tmp_path / "tests" / "one.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    (result,) = run_files([file], Loader(Cache(None)))
    assert result.diagnostics == ()
    failure = result.results[0].failure
    assert failure is not None
    assert [one.found for one in failure.mismatches] == [
        "refused: malformed (shove Bob; did you mean `Bo`?; `shove` takes one of `A`, `Bo`)"
    ]
