"""`board` and `tally`: names in them are looked up, and what cannot be drawn is said where it stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.pipeline import load_ruleset
from densho.targets import bundled_folder

HEAD = "part of: bokken\ndensho: 1\n"

WRONG = {
    "board: [{strip: cels, at: cell}]": [("unknown-name", "cels")],
    "board: [{strip: facing}]": [("unknown-name", "facing")],
    "board: [{strip: cells + 1}]": [("wrong-value", "cells + 1")],
    "board: [{strip: 1..cells, at: stance}]": [("wrong-type", "stance")],
    "board: [{strip: cells, at: advanced}]": [("wrong-value", "advanced")],
    "board: [{strip: cells, at: cell, facing: facing.sgn}]": [("unknown-name", "sgn")],
    "board: [{strip: cells, at: cell, facing: facing.opposite}]": [("wrong-type", "opposite")],
    "board: [{strip: cells, at: cell, facing: facing}]": [("wrong-type", "facing")],
    "board: [{strip: cells, things: {'~': turns}}]": [("unknown-name", "turns")],
    "board: [{strip: cells, things: {'>': turn}}]": [("wrong-value", "'>'")],
    "board: [{strip: cells, things: {xx: turn}}]": [("wrong-value", "xx")],
    "board: [{strip: cells, struck: [strik.cells, strike.cels, strike.who, strike]}]": [
        ("unknown-name", "strik"),
        ("unknown-name", "cels"),
        ("wrong-type", "who"),
        ("wrong-value", "strike"),
    ],
    "board: [{pools: [score, scored]}]": [("unknown-name", "scored")],
    "board: [{pool: [score]}]": [("unknown-key", "pool")],
    "board: [{ribbon: strike.strike, place: who}]": [("wrong-type", "who")],
    "board: [{ribbon: bout_end.by}]": [],
    "board: [{ribbon: strike.strike, marks: {x: hitt}, planned: cell}]": [
        ("unknown-name", "hitt"),
        ("wrong-type", "cell"),
    ],
    "board: [{ribbon: strike.strike, at: cell}]": [("missing-key", "at")],
    "board: {strip: cells}": [("wrong-shape", "board")],
    "tally: {fighters: [score]}": [("unknown-key", "fighters")],
    "tally: {arena: [turns], fighter: scores}": [("unknown-name", "turns"), ("unknown-name", "scores")],
    "words: {en: {telling.move: '{whom} goes'}}": [("unknown-text", "whom")],
}


@pytest.fixture
def bokken(tmp_path: Path) -> Path:
    folder = bundled_folder("bokken")
    assert folder is not None
    shutil.copytree(folder, tmp_path / "bokken", ignore=shutil.ignore_patterns("tests"))
    return tmp_path / "bokken"


def found(folder: Path) -> tuple[ir.Ruleset | None, list[tuple[str, str]]]:
    """The ruleset, and what is wrong in board.yaml: slug and underlined text."""
    report = Report()
    loaded = load_ruleset(folder, (), report)
    path = folder / "board.yaml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    wrong = [(one.slug, text[one.span.start : one.span.end]) for one in report.sorted()]
    return None if loaded is None else loaded.ruleset, wrong


@pytest.mark.parametrize("written", WRONG)
def test_what_cannot_be_drawn_is_said_at_its_place(written: str, bokken: Path) -> None:
    (bokken / "board.yaml").write_text(f"{HEAD}{written}\n", encoding="utf-8")
    _, wrong = found(bokken)
    assert wrong == WRONG[written]


def test_without_a_board_a_ruleset_is_as_good(bokken: Path) -> None:
    (bokken / "board.yaml").unlink()
    ruleset, wrong = found(bokken)
    assert wrong == []
    assert ruleset is not None
    assert ruleset.display == ir.Display(board=(), arena=None, fighter=None)


def test_a_house_ruleset_adds_to_the_board_of_its_base(bokken: Path, tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    text = "ruleset: house\nversion: 1\ndensho: 1\nextends: ../bokken\ntally: {arena: cells}\n"
    (house / "house.yaml").write_text(text, encoding="utf-8")
    ruleset, wrong = found(house)
    assert wrong == []
    assert ruleset is not None
    assert len(ruleset.display.board) == 1
    assert ruleset.display.arena == ("bout", "turn", "free_turns", "cells")
