"""The file of a fight that is played: one table at a time, and nothing of anybody else's is written over."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from densho.cli.main import run
from densho.fights.keeping import CannotKeep, Keeper, keeping, lock_of
from densho.fights.opening import open_fight
from playing import LOADER, chosen, fight_of

ONE = fight_of("bokken", seed="x")
OTHER = chosen(ONE, {"A": "stay", "B": "stay"})


def test_a_second_table_is_turned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "f.fight.yaml"
    monkeypatch.setattr(sys, "stdin", io.StringIO("stay\n"))
    with keeping(path) as keeper:
        keeper.keep(ONE.record)
        with pytest.raises(CannotKeep, match="somebody else is playing"), keeping(path):
            pass
        assert run(["play", str(path)]) == 2
        assert "somebody else is playing the fight" in capsys.readouterr().err
        assert run(["replay", str(path)]) == 0
        assert run(["play", str(path), "--no-save"]) == 0
    opened = open_fight(path, LOADER)
    assert opened.fight is not None
    assert opened.fight.record == ONE.record
    assert os.listdir(tmp_path) == ["f.fight.yaml"]
    assert run(["play", str(path)]) == 0


def test_what_somebody_else_wrote_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "f.fight.yaml"
    first, second = Keeper(path), Keeper(path)
    first.keep(ONE.record)
    first.keep(OTHER.record)
    before = path.read_bytes()
    with pytest.raises(CannotKeep, match="changed by somebody else"):
        second.keep(ONE.record)
    assert path.read_bytes() == before
    path.unlink()
    second.keep(ONE.record)


def test_another_fight_is_not_written_over_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also not by one that was kept elsewhere."""
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    Keeper(one).keep(ONE.record)
    Keeper(other).keep(OTHER.record)
    monkeypatch.setattr(sys, "stdin", io.StringIO("stay\n"))
    before = other.read_bytes()
    assert run(["play", str(one), "--save", str(other)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert other.read_bytes() == before
    assert run(["play", str(one), "--save", str(tmp_path / "third.yaml")]) == 0
    assert not lock_of(one).exists()


def test_nothing_is_kept_without_a_file() -> None:
    with keeping(None) as keeper:
        keeper.keep(ONE.record)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match="there is no folder"), keeping(tmp_path / "none" / "f.yaml"):
        pass
