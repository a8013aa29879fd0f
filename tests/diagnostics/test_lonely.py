"""A name that is declared otherwise than everybody writes it is shown where it is declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.diagnostics.model import Diagnostic, Report
from densho.pipeline import load_ruleset

TEXT = """\
ruleset: lonely
version: "1"
densho: 1
fighters: 2
reasons: [goal]
slots:
  fighter:
    cell: 0..9 = 0        # a comment may speak of the cell, and of weary, as often as it likes
decisions:
  order: {groups: {pace: one}, words: {walk: in pace, rest: in pace}}
define:
  weary: cell > 8
rules:
  move:
    walk: when order has walk and not weary then cell += 1
    home: when cell = 3 and foe.cell < 3 then win fight for me by goal
    both: when cell = 3 and foe.cell = 3 then draw fight by goal
flow:
  - repeat turn: [ask order, do move]
words:
  en: {rule.home: home first, define.weary: weary}
"""


def found(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    (folder / "lonely.yaml").write_text(text, encoding="utf-8")
    report = Report()
    load_ruleset(folder, (), report)
    return report.sorted()


def test_nothing_is_wrong_with_the_text_itself(tmp_path: Path) -> None:
    assert found(tmp_path, TEXT) == ()


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("  weary: cell", "  waery: cell"),
        ("    home: when", "    hoem: when"),
        ("words: {walk: in", "words: {wlak: in"),
        ("repeat turn", "repeat turm"),
    ],
)
def test_the_declaration_is_shown(tmp_path: Path, right: str, slip: str) -> None:
    text = TEXT.replace(right, slip, 1)
    if "turm" in slip:
        text = text.replace("cell: 0..9 = 0", "cell: 0..9 = 0, each turn")
    spans = [label.span for one in found(tmp_path, text) for label in one.labels]
    wrong = slip.split()[-1 if "turm" in slip else 0].strip("{:") if "words" not in slip else "wlak"
    assert {text[span.start : span.end] for span in spans} == {wrong}


def test_a_misspelt_use_shows_no_other_place(tmp_path: Path) -> None:
    problems = found(tmp_path, TEXT.replace("and not weary", "and not waery"))
    assert [(one.slug, one.labels) for one in problems] == [("unknown-name", ())]
