"""The laws of formatting: twice is once, what is said stays, every comment stays, and only what is said matters."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spoiling import (
    ROOT,
    SHIPPED,
    bare,
    comments,
    document,
    formatted,
    laid_otherwise,
    laid_out,
    with_comments,
)

from densho.diagnostics.model import Report
from densho.formatting.files import format_files, write
from densho.pipeline import load_ruleset
from densho.surface.documents import plain

DENSE = [
    """\
ruleset: x
version: "1"
densho: 1
fighters: 2
stances:
  a: {b: 1, c: [1, 2, {d: 3}]}
  b:
    - x
    - - y
      - z
    - {q: 1,
       r: [a]}
  c: >-
    text goes
    on

  d: |
    literal # not
     more
  e: []
  f: {}
flow:
- repeat x:
  - ask y
  - do z
tail: 1
""",
    """\
ruleset: ..
scenarios:
  - name: x
    setup: {fighters: {A: {c: 1}, B: {}}}
    steps:
      - choose: {A: x, B: "y z"}
        expect: {events: [{event: a}, {event: b, c: [1, 2]}]}
      - expect:
          A: {legal: {has: [a, b]}}
  - name: y
    steps: [{choose: {A: x}}, {choose: {B: y}, reject: {B: true}}]
""",
]


@pytest.mark.parametrize("path", SHIPPED, ids=[str(path.relative_to(ROOT)) for path in SHIPPED])
def test_what_is_shipped_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert laid_out(text) == text


README = re.findall(
    r"^```yaml\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize("text", README, ids=[text.splitlines()[0] for text in README])
def test_what_the_readme_shows_is_laid_out(text: str) -> None:
    assert laid_out(text) == text


@pytest.mark.parametrize("seed", range(60))
def test_comments_at_random_in_what_is_shipped(seed: int) -> None:
    chance = Random(seed)
    path = chance.choice([path for path in SHIPPED if path.stat().st_size < 6_000])
    holds(with_comments(path.read_text(encoding="utf-8"), chance, chance.randrange(1, 12)))


@pytest.mark.parametrize("seed", range(250))
def test_many_comments_in_a_few_lines(seed: int) -> None:
    chance = Random(seed)
    holds(with_comments(chance.choice(DENSE), chance, chance.randrange(3, 25)))


def holds(text: str) -> None:
    found = laid_out(text)
    assert comments(found) == comments(text)
    assert laid_out(found) == found


@pytest.mark.parametrize("path", SHIPPED[::3], ids=[str(path.relative_to(ROOT)) for path in SHIPPED[::3]])
def test_another_layout_comes_to_the_same(path: Path) -> None:
    text = bare(path.read_text(encoding="utf-8"))
    found = document(text)
    assert found is not None
    other = laid_otherwise(found.root, Random(path.name))
    assert other != text
    assert laid_out(other) == laid_out(text)


@pytest.mark.parametrize("name", ["bokken", "muay_thai", "classics/goofspiel"])
def test_the_core_of_a_ruleset_stays(name: str, tmp_path: Path) -> None:
    folder = tmp_path / Path(name).name
    shutil.copytree(ROOT / "rulesets" / name, folder)
    before = load_ruleset(folder, (), Report())
    assert before is not None
    chance = Random(name)
    for path in sorted(folder.rglob("*.yaml")):
        found = document(bare(path.read_text(encoding="utf-8")))
        assert found is not None
        keys = [key.text for key, _ in found.root.entries]
        if "scenarios" not in keys:
            path.write_text(laid_otherwise(found.root, chance), encoding="utf-8")
    results = format_files(sorted(folder.rglob("*.yaml")))
    assert not any(one.diagnostics for one in results)
    for one in results:
        if one.changed:
            write(one)
    after = load_ruleset(folder, (), Report())
    assert after is not None
    assert after.ruleset == before.ruleset


SIGNS = "ab1 :#,[]{}-?&*!|>'\"%@`~=<.\\/()_;жé武\t\n"
WORDS = ["null", "true", "- ", ": ", " #", "\n\n", "  ", "yes", "1.5", ":=", "---", "...", "<<", "007", "0x1"]
TEXTS = st.lists(st.sampled_from([*SIGNS, *WORDS]), max_size=40).map("".join)
VALUES = st.recursive(
    TEXTS | st.sampled_from([0, 1, -3, True, False, None]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.dictionaries(st.sampled_from(["rows", "words", "define", "kinds", "flow", "scenarios", "row"]), VALUES)
)
def test_texts_of_all_sorts_stay(sections: dict[str, object]) -> None:
    text = json.dumps({"ruleset": "x", **sections}, ensure_ascii=False)
    found = document(text)
    if found is None:  # two keys that are one to Densho
        return
    after = laid_out(text)
    assert laid_out(after) == after
    again = document(after)
    assert again is not None
    if "scenarios" in sections:
        assert plain(again.root) == plain(found.root)


@pytest.mark.parametrize(
    "text",
    [
        "ruleset: [x\n",
        "ruleset: x\nruleset: y\n",
        "ruleset: x\ndefine: {a: f(b, c)}\n",
        "ruleset: &x y\n",
        "",
        "- a\n",
        "hello: 1\n",
        "a: 1\n---\nb: 2\n",
        "ruleset: x\n\tdensho: 1\n",
    ],
)
def test_what_cannot_be_read_is_left_alone(text: str) -> None:
    found = formatted(text)
    assert found.text is None
    assert found.diagnostics
    assert not found.fault


def test_what_play_keeps_is_left_alone() -> None:
    fight = "fight:   bokken\nformat: 1\nsteps:    []\n"
    assert laid_out(fight) == fight
