"""What scenarios exercise of a ruleset: piece by piece, line by line, and for programs."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.loading import Loader
from densho.scenarios.coverage import Coverage, percentage, summary_text, too_little
from densho.scenarios.coverage_files import to_json, to_lcov
from densho.scenarios.coverage_lines import listing_text, listings
from densho.scenarios.selecting import Selection
from densho.scenarios.tasks import Manner, Runner, tasks_of

GAME = """\
ruleset: marks
version: 1
densho: 1
uses: [strip]

fighters: 2
reasons: [better, even]
kinds:
  sign: {rows: signs, columns: {beside: set of sign, power: 0..9 = 1}}
  phase: [early, late]
signs:
  sun: {beside: [moon]}
  moon: {}
  star: {power: 3}
relations:
  beats(sign, sign):
    - sun beats moon|star
    - moon beats star
    - star not beats star
    - otherwise no
slots:
  arena: {cells: 1..9 = 9}
  fighter:
    cell: 0..10 = 1
    facing: side = if first then right else left
    luck: 0..9
define:
  strength: if pick has loud then luck else pick.show.power
  spare(p of phase): if p = late then 2 else 1
folds:
  total(o of tell_all):
    over: o.path
    start: {sum: 0..99 = 0}
    step: {sum: sum + part.n}
decisions:
  pick:
    groups: {what: one, more: any}
    words:
      show: in what, show of sign
      quiet: in what
      loud: in more
      still: in more, says nothing
  tell_all:
    owed by: pick has loud
    groups: {path: sequence up to 3}
    words: {step: "in path, n of 1..9"}
forbid:
  pick:
    no_luck: choice has loud and luck > 5
rules:
  meet:
    better: when pick has show and foe.pick has show and beats(pick.show, foe.pick.show) then win fight for me by better
    other: "when pick has quiet and spare(late) = 2 then win fight for foe by better"
    unlucky: |-
      when luck > 8
      then luck := 0;
        tell lost(who me)
    last: once draw fight by even
exceptions:
  no_draw: {lifts: meet.last, when: "some y in fighters with y.pick lacks show or beats(y.pick.show, y.foe.pick.show)"}
options:
  lucky: {no_thanks: {}, yes_please: {}}
flow:
  - ask pick
  - ask tell_all
  - do meet
"""

TESTS = """\
ruleset: marks
scenarios:
  - name: sun and moon
    steps:
      - choose: {A: show sun, B: show moon}
        expect: {outcome: {winner: A, by: better}}
  - name: sun and sun
    steps:
      - choose: {A: show sun, B: show sun}
        expect: {outcome: {draw: true}}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "marks" / "tests").mkdir(parents=True)
    Path("marks/marks.yaml").write_text(GAME, encoding="utf-8")
    Path("marks/tests/some.yaml").write_text(TESTS, encoding="utf-8")
    return Path("marks")


def covered(*files: Path, wanted: Selection | None = None) -> tuple[Coverage, Loader]:
    loader = Loader(Cache(None))
    runner = Runner(loader, Manner(wanted=wanted or Selection(), coverage=True))
    found: Coverage | None = None
    for task in tasks_of(files):
        done = runner.run(task)
        assert done.unrun is None, done.diagnostics
        assert not done.failed, [one.failure for one in done.outcomes]
        assert done.coverage is not None
        if found is None:
            found = done.coverage
        else:
            found.add(done.coverage)
    assert found is not None
    return found, loader


def counts(coverage: Coverage, sort: str) -> dict[str, int]:
    return {unit.name: coverage.counts[unit.key] for unit in coverage.ordered() if unit.sort == sort}


def test_every_sort_of_piece(game: Path) -> None:
    found, _ = covered(game / "tests" / "some.yaml")
    assert counts(found, "rule") == {"meet.better": 1, "meet.other": 0, "meet.unlucky": 0, "meet.last": 1}
    assert counts(found, "exception") == {"no_draw": 1}
    assert counts(found, "definition") == {"strength": 0, "spare": 0}
    assert counts(found, "fold") == {"total": 0}
    assert counts(found, "decision") == {"pick": 2, "tell_all": 0}
    assert counts(found, "refusal") == {"pick.no_luck": 0}
    assert counts(found, "word") == {"pick.show": 2, "pick.quiet": 0, "pick.loud": 0, "tell_all.step": 0}
    assert counts(found, "option") == {"lucky.no_thanks": 2, "lucky.yes_please": 0}
    rows = counts(found, "row")
    assert {name: count for name, count in rows.items() if name.startswith("sign.")} == {
        "sign.sun": 2,
        "sign.moon": 2,
        "sign.star": 0,
    }
    assert {name: count for name, count in rows.items() if name.startswith("reason.")} == {
        "reason.better": 1,
        "reason.even": 1,
    }
    assert not any(name.startswith("phase.") for name in rows)


def test_pairs_and_what_only_otherwise_covers(game: Path) -> None:
    found, _ = covered(game / "tests" / "some.yaml")
    assert counts(found, "pair") == {
        "beats(sun, moon)": 1,
        "beats(sun, star)": 0,
        "beats(moon, star)": 0,
        "beats(star, star)": 0,
    }
    assert counts(found, "otherwise") == {"beats": 2}
    text = summary_text(found)
    assert "  relation beats: 1 of 4 pairs that its lines name, 2 of 5 that only `otherwise` covers\n" in text
    assert "  never: pair beats(star, star)\n" in text
    assert "  never: option lucky: yes_please\n" in text
    assert "never: row sun of sign" not in text


def test_preludes_are_not_counted(game: Path) -> None:
    found, _ = covered(game / "tests" / "some.yaml")
    assert {unit.span.path for unit in found.ordered()} == {"marks/marks.yaml"}


def test_files_of_one_ruleset_are_laid_together(game: Path) -> None:
    (game / "tests" / "loud.yaml").write_text(
        "ruleset: marks\nscenarios:\n  - name: x\n    options: {lucky: yes_please}\n    steps:\n"
        "      - choose: {A: show star; loud, B: quiet}\n"
        "      - choose: {A: step 2}\n        expect: {outcome: {winner: A}}\n",
        encoding="utf-8",
    )
    found, _ = covered(game / "tests" / "some.yaml", game / "tests" / "loud.yaml")
    assert counts(found, "option") == {"lucky.no_thanks": 2, "lucky.yes_please": 1}
    assert counts(found, "word") == {"pick.show": 3, "pick.quiet": 1, "pick.loud": 1, "tell_all.step": 1}
    assert counts(found, "definition") == {"strength": 0, "spare": 1}
    assert counts(found, "row")["sign.star"] == 1


def test_tests_of_loose_files_count_these_alone(game: Path) -> None:
    Path("part.yaml").write_text(
        "sign: comet\nfor: ./marks\ndensho: 1\nrow: {power: 9}\nrelations:\n  beats: [comet beats sun|moon]\n"
        "rules:\n  meet:\n    falls: when pick.show = comet and luck > 3 then tell fallen(who me)\n",
        encoding="utf-8",
    )
    main = game / "marks.yaml"
    text = main.read_text(encoding="utf-8").replace(
        "sign: {rows: signs,", "sign: {rows: signs, in files: true,"
    )
    main.write_text(text, encoding="utf-8")
    tests = "ruleset: ./marks\nwith: [part.yaml]\n" + TESTS.split("\n", 1)[1].replace(
        "{A: show sun", "{A: show comet"
    )
    Path("outside.yaml").write_text(tests.split("  - name: sun and sun")[0], encoding="utf-8")
    found, loader = covered(Path("outside.yaml"))
    assert found.title == "part.yaml"
    assert {unit.name: found.counts[unit.key] for unit in found.ordered()} == {
        "sign.comet": 1,
        "beats(comet, sun)": 0,
        "beats(comet, moon)": 1,
        "comet.meet.falls": 0,
    }
    assert json.loads(to_json([found], loader.texts))["rulesets"][0]["loose"] == ["part.yaml"]


def test_what_is_not_wanted_is_not_counted(game: Path) -> None:
    found, _ = covered(game / "tests" / "some.yaml", wanted=Selection(("sun and moon",)))
    assert counts(found, "otherwise") == {"beats": 1}


def test_percentages_are_not_rounded_up(game: Path) -> None:
    found, _ = covered(game / "tests" / "some.yaml")
    every, idle = len(found.units), len(found.idle())
    assert found.percent == pytest.approx(100 * (every - idle) / every)
    assert too_little([found], 10) == ()
    (text,) = too_little([found], 99)
    assert text == f"marks: {percentage(found)} exercised, less than 99 %"
    for unit in found.units.values():
        found.counts[unit.key] += 1
    assert percentage(found) == "100 %"
    assert too_little([found], 100) == ()
    assert Coverage(ruleset="empty", folder=game).percent == 100
    one = next(iter(found.units.values()))
    found.units = {str(number): replace(one, key=str(number)) for number in range(10_000)}
    found.counts = Counter(list(found.units)[1:])
    assert percentage(found) == "99.9 %"


def test_line_by_line(game: Path) -> None:
    found, loader = covered(game / "tests" / "some.yaml")
    (listing,) = listings(found, loader.texts)
    text = listing_text(listing, found)
    lines = text.splitlines()
    assert lines[0] == "marks/marks.yaml"
    assert lines[1] == "      -      1  ruleset: marks"
    assert "      2     12    sun: {beside: [moon]}" in lines
    assert "      0     14    star: {power: 3}" in lines
    assert "      1*    17      - sun beats moon|star" in lines
    assert f"{' ' * 16}^ never: pair beats(sun, star)" in lines
    assert "      0     19      - star not beats star" in lines
    assert "      2     20      - otherwise no" in lines
    unlucky = next(at for at, line in enumerate(lines) if line.endswith("unlucky: |-"))
    assert [line[:8] for line in lines[unlucky : unlucky + 5]] == [
        "      0 ",
        "      0 ",
        "      0 ",
        "      0 ",
        "      1 ",
    ]


def test_a_file_that_is_gone_is_left_out(game: Path) -> None:
    found, _ = covered(game / "tests" / "some.yaml")
    shutil.rmtree(game)
    assert list(listings(found, Loader(Cache(None)).texts)) == []


def test_as_json(game: Path) -> None:
    found, loader = covered(game / "tests" / "some.yaml")
    (one,) = json.loads(to_json([found], loader.texts))["rulesets"]
    assert (one["ruleset"], one["folder"]) == ("marks", "marks")
    assert (one["of"], one["exercised"]) == (len(found.units), len(found.units) - len(found.idle()))
    assert one["sorts"]["rule"] == {"exercised": 2, "of": 4}
    assert one["relations"] == {"beats": {"named": {"asked": 1, "of": 4}, "otherwise": {"asked": 2, "of": 5}}}
    assert {
        "sort": "row",
        "name": "sign.sun",
        "text": "row sun of sign",
        "file": "marks/marks.yaml",
        "line": 12,
        "cites": [],
        "scenarios": 2,
    } in one["items"]


def test_as_lcov(game: Path) -> None:
    found, loader = covered(game / "tests" / "some.yaml")
    lines = to_lcov([found], loader.texts).splitlines()
    assert lines[:2] == ["TN:marks", "SF:marks/marks.yaml"]
    assert lines[-1] == "end_of_record"
    assert "FN:12,row sun of sign" in lines
    assert "FNDA:2,row sun of sign" in lines
    assert "DA:12,2" in lines
    assert "DA:14,0" in lines
    assert [line for line in lines if line.startswith("BRDA:17,")] == ["BRDA:17,0,0,1", "BRDA:17,0,1,0"]
    assert f"FNF:{len(found.units)}" in lines
    counted = [line for line in lines if line.startswith("DA:")]
    assert f"LF:{len(counted)}" in lines
    assert f"LH:{sum(not line.endswith(',0') for line in counted)}" in lines
