"""Slips that people make again and again: each is told with what to write instead, and without what only follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.diagnostics.model import Diagnostic, Report
from densho.linting import check_lints
from densho.pipeline import load_ruleset
from densho.targets import find_targets

TEXT = """\
ruleset: slip
version: "1"
densho: 1
fighters: 2
reasons: [goal]
options: {line: {"3": {}, "5": {}}}
kinds:
  pose: {rows: poses, columns: {zone: set of -9..9}}
  trick: {rows: tricks, in files: true}
poses:
  low: {zone: "[x>][x]", names: {en: low}}
  high: {zone: "[ ][>][x]", names: {en: high}}
slots:
  fighter:
    cell: 0..9 = option.line
    awake: bool = true
    mark: -6..6
    pose: pose = high
    tricks: set of trick
decisions:
  order: {groups: {pace: one}, words: {walk: in pace, rest: in pace, bend: "in pace, to of pose"}}
flow:
  - repeat turn: [ask order, do move]
rules:
  move:
    walk: when order has walk and awake then cell += 1
    lost: mark += if first then 1 else 2
    bend: when order has bend then pose := order.bend.to
    home: when pose.zone has 1 and mark < 3 then win fight for me by goal
    both: when cell = 3 and foe.cell = 3 then draw bout by goal
exceptions:
  other: {replaces: move.bend, when: flip in tricks, do: pose := low}
"""
TEXT = TEXT.replace("draw bout", "draw fight")
TRICK = "trick: flip\nfor: slip\ndensho: 1\n"


def found(folder: Path, text: str, trick: str = TRICK) -> tuple[Diagnostic, ...]:
    (folder / "slip.yaml").write_text(text, encoding="utf-8")
    (folder / "flip.yaml").write_text(trick, encoding="utf-8")
    report = Report()
    load_ruleset(folder, (), report)
    return report.sorted()


def test_nothing_is_wrong_with_the_text_itself(tmp_path: Path) -> None:
    assert [one for one in found(tmp_path, TEXT) if one.slug != "missing-words"] == []


@pytest.mark.parametrize(
    ("right", "slip", "slug", "advice"),
    [
        ('"[x>][x]"', '"[x>][х]"', "zone-sign", "write `x`"),
        ('"[x>][x]"', "“ahead 1”", "quotes-inside", 'write `"ahead 1"`'),
        ('"[x>][x]"', "“[x>][x]”", "quote-expression", '`“` is no quote to YAML: write `"`'),
        ("mark += if", "mark =+ if", "wrong-assignment", "write `+=`"),
        ("cell += 1", "cell =- 1", "wrong-assignment", "write `-=`"),
        ("mark += if", "mark = if", "wrong-assignment", "write `:=`"),
        ('{"3": {}, "5": {}}', "[3, 5]", "wrong-shape", "write `line: {3: {}, 5: {}}`"),
        ('{"3": {}, "5": {}}', "3", "wrong-shape", "write `line: {3: {}}`"),
        ("  low: {zone", "  Low: {zone", "capital-letters", "write `low`"),
        ("\nposes:", "\npose:", "unknown-section", "did you mean `poses`?"),
        ("bool = true", "bool = tru", "unknown-name", "did you mean `true`?"),
        ("bool = true", "bool = yes", "unknown-name", "write `true`"),
        ("bool = true", "bool = no", "unknown-name", "write `false`"),
        ("mark: -6..6", "mark: from -6 to 6", "bad-type", "write `-6..6`"),
        (
            "mark: -6..6",
            "mark: int",
            "unknown-name",
            "whole numbers are written by their bounds: `-6..6`, or `0..` without a limit",
        ),
        ("= option.line", "= options.line", "unknown-name", "did you mean `option.line`?"),
        ("do: pose", "then: pose", "unknown-key", "write `do:` instead, which belongs to `replaces`"),
        ("win fight", "win fihgt", "unknown-name", "did you mean `fight`?"),
    ],
)
def test_one_slip_is_one_problem(right: str, slip: str, slug: str, advice: str, tmp_path: Path) -> None:
    assert right in TEXT
    problems = [one for one in found(tmp_path, TEXT.replace(right, slip, 1)) if one.slug != "missing-words"]
    assert [one.slug for one in problems] == [slug]
    assert advice in problems[0].help


@pytest.mark.parametrize("block", ["win fihgt", "draw fihgt"])
def test_what_the_language_gives_is_no_lonely_name(block: str, tmp_path: Path) -> None:
    right = block.replace("fihgt", "fight")
    (problem,) = [one for one in found(tmp_path, TEXT.replace(right, block, 1)) if one.slug == "unknown-name"]
    assert problem.labels == ()


def test_the_kind_of_a_row_file(tmp_path: Path) -> None:
    (problem,) = [
        one for one in found(tmp_path, TEXT, TRICK.replace("trick:", "trikc:")) if one.slug == "bad-row-file"
    ]
    assert (problem.help[0], problem.labels) == ("did you mean `trick`?", ())


def test_a_part_lies_in_the_ruleset_of_its_folder(tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "house.yaml").write_text(
        'ruleset: house\nextends: bokken\nversion: "1"\ndensho: 1\n', encoding="utf-8"
    )
    (house / "more.yaml").write_text("part of: hous\ndensho: 1\n", encoding="utf-8")
    report = Report()
    load_ruleset(house, (), report)
    (problem,) = [one for one in report.found if one.slug == "wrong-ruleset"]
    assert problem.message == "this file is for `hous`, but lies in `house`"
    assert len(problem.help) == 2
    assert problem.labels == ()


def test_a_lint_asks_for_a_language_that_nothing_speaks(tmp_path: Path) -> None:
    text = f"{TEXT}lints:\n  spoken: {{for: t in tricks, words in: [eng]}}\n"
    (tmp_path / "slip.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "flip.yaml").write_text(TRICK, encoding="utf-8")
    report = Report()
    loaded = load_ruleset(tmp_path, (), report)
    assert loaded is not None
    told = Report()
    check_lints(loaded.ruleset, told)
    assert [one.help for one in told.found] == [("nothing here has words in `eng`; there are words in en",)]


def test_a_ruleset_that_lies_beside_and_a_single_loose_file(tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "house.yaml").write_text(
        'ruleset: house\nextends: bokken\nversion: "1"\ndensho: 1\n', encoding="utf-8"
    )
    row, tests = tmp_path / "row.yaml", tmp_path / "tests.yaml"
    row.write_text("technique: flip\nfor: house\ndensho: 1\n", encoding="utf-8")
    tests.write_text(
        "ruleset: house\nwith: row.yaml\nscenarios:\n  - {name: one, steps: [{choose: {A: stay}}]}\n",
        encoding="utf-8",
    )
    for file, advice in (
        (row, ["did you mean `./house`?"]),
        (tests, ["did you mean `./house`?", "write `[row.yaml]`"]),
    ):
        problems = check_targets(find_targets(str(file)), Cache(None)).diagnostics
        assert [one.help[0] for one in problems] == advice
