"""Files of fights: what is written reads back the same, is never half there, and goes on where it stopped."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from densho.diagnostics.model import Report
from densho.fights.fight import Fight, Refusal, hand_in, take_back, undo
from densho.fights.names import name_fault
from densho.fights.opening import open_fight
from densho.fights.record import Attempt, Record
from densho.fights.save import save
from densho.fights.text import flow, to_text
from densho.surface.documents import plain
from densho.surface.reader import decode, read_document
from playing import LOADER, chosen, fight_of, played

RULESETS = (
    "bokken",
    "seven_samurai",
    "muay_thai",
    "pojedynek",
    "goofspiel",
    "oshi_zumo",
    "rock_paper_scissors",
)


def kept(fight: Fight, folder: Path) -> Fight:
    """The fight out of its file."""
    path = folder / "f.fight.yaml"
    save(path, fight.record)
    opened = open_fight(path, LOADER)
    assert opened.diagnostics == ()
    assert opened.fight is not None
    return opened.fight


@pytest.mark.parametrize("name", RULESETS)
def test_a_fight_goes_on_where_it_stopped(name: str, tmp_path: Path) -> None:
    fight = played(fight_of(name, seed="go on"), 7)
    again = kept(fight, tmp_path)
    assert again.record == fight.record
    assert again.state == fight.state
    assert [moment.events for moment in again.moments] == [moment.events for moment in fight.moments]
    assert played(again, 3).record == played(fight, 3).record


def test_all_that_a_file_can_hold_is_kept(tmp_path: Path) -> None:
    fight = fight_of(
        "bokken", fighters={"Ая": {"techniques": ["kakegoe"]}, "B 2": {"cell": 8}}, points_to_win="1"
    )
    fight = chosen(fight, {"Ая": "stance jodan; kakegoe", "B 2": "stay"}, {"Ая": "strike", "B 2": "stay"})
    fight = undo(fight)
    with pytest.raises(Refusal) as refused:
        hand_in(fight, "B 2", "strike\x1b[2J")
    fight = hand_in(refused.value.fight, "B 2", "stay")
    again = kept(fight, tmp_path)
    assert again.record == fight.record
    assert again.record.refused == (Attempt("B 2", "strike\ufffd[2J", "malformed"),)
    assert again.record.taken_back[0].number == 2
    assert again.owed == {"Ая": "order"}


SLOT_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SLOT_VALUES)
def test_plain_data_read_back_as_they_were_written(value: object) -> None:
    report = Report()
    source = decode("x", f"value: {flow(value)}\n".encode(), report)
    assert source is not None
    document = read_document(source, report)
    assert document is not None, report.found
    assert plain(document.root) == {"value": value}


def test_the_text_is_for_people() -> None:
    text = to_text(chosen(fight_of("pojedynek", seed="3"), {"A": "dice 3", "B": "dice 2"}).record)
    assert text.splitlines()[1].startswith("fight: pojedynek")
    assert '  - choose: {A: "dice 3", B: "dice 2"}\n    dice: {A: [' in text


# --- never half there ----------------------------------------------------------------------------


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.fight.yaml"
    fight = fight_of("bokken")
    save(path, fight.record)
    before = path.read_bytes()

    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, broken)
            with pytest.raises(OSError, match="full"):
                save(path, played(fight, 1).record)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]


def test_only_its_owner_may_read_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "f.fight.yaml"
    save(path, fight_of("bokken").record)
    assert path.stat().st_mode & 0o077 == 0
    path.chmod(0o644)
    save(path, fight_of("bokken").record)
    assert path.stat().st_mode & 0o777 == 0o644


# --- taking back ---------------------------------------------------------------------------------


def test_a_choice_that_is_not_revealed_is_taken_back() -> None:
    fight = fight_of("bokken")
    after = hand_in(fight, "A", "stay")
    assert list(after.owed) == ["B"]
    back = take_back(after, "A")
    assert back.record == fight.record
    assert list(back.owed) == ["A", "B"]


def test_dice_stay_as_they_fell() -> None:
    """Whatever the others choose when a step is played again, a fighter's dice fall in their order."""
    start = fight_of("pojedynek", seed="dice")
    first = chosen(start, {"A": "dice 3", "B": "dice 2"})
    second = chosen(undo(first), {"A": "dice 5", "B": "dice 2"})
    fell, again = dict(first.record.steps[0].dice), dict(second.record.steps[0].dice)
    assert again["B"] == fell["B"]
    assert again["A"][:3] == fell["A"]
    assert second.record.taken_back[0].choices == (("A", "dice 3"), ("B", "dice 2"))


def test_the_same_seed_gives_the_same_dice_and_another_other_ones() -> None:
    one, same, other = (
        chosen(fight_of("pojedynek", seed=seed), {"A": "dice 5", "B": "dice 5"}).record for seed in "aab"
    )
    assert one.steps == same.steps
    assert one.steps != other.steps


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["", " A", "a:b", "a;b", "[b]", "x" * 41, "a\u202eb", "arena", "choice", "<i>"]
)
def test_names_that_would_do_harm(name: str) -> None:
    assert name_fault(name)


@pytest.mark.parametrize("name", ["A", "Акира", "明", "O’Neill", "Jan III", "a-b_c", "🦊"])
def test_names_that_people_have(name: str) -> None:
    assert name_fault(name) is None


def test_a_record_knows_its_seats() -> None:
    record: Record = replace(fight_of("bokken").record, fighters=(("X", {}), ("Y", {})))
    assert record.names == ("X", "Y")
