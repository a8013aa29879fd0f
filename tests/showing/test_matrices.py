"""Relations as matrices, and what happens when two choices meet, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from densho.display.blocks import all_lines
from densho.showing.interactions import Mark, Reading, interaction
from densho.showing.kinds import rows_of
from densho.showing.matrices import Matrix, grid_of, relation_matrix
from densho.showing.meeting import Meeting, NoMeeting, Start, meet
from guides import guide_of, shown

# --- the clash table of the boxers' catalogue -----------------------------------------------------------

STRIKES = (
    "low_kick",
    "middle_kick",
    "high_kick",
    "knee",
    "teep",
    "jab",
    "punch",
    "uppercut",
    "hook",
    "elbow",
)
OTHERS = ("high_block", "low_block", "clinch", "catch_breath", "throw")
ACTIONS = (*STRIKES, *OTHERS)

CLASHES = """
              strike  high_block  low_block  clinch  uppercut  nothing
low_kick      1       1           b          1       1         1
middle_kick   2       b           b          2       2         2
high_kick     4       b           4          4       4         4
knee          3       b           3          3       x3        3
teep          0       x0          x0         x0      x0        0
jab           0       x0          x0         x0      0         0
punch         2       b           2          2       2         2
hook          2       b           2          2       2         2
uppercut      6       b           6          x6      6         6
elbow         1       b           1          1       1         1
clinch        H       H           H          H       0         H
high_block    0       0           0          0       0         0
low_block     0       0           0          0       0         0
throw         T       T           T          T       T         T
catch_breath  0       0           0          0       0         0
"""
"""What the one in the row does to the one in the column: `x` his action is cancelled, `b` he blocks and earns two dice, a number: the harm that he
takes, `H` he is held, `T` he is thrown."""

STOPPED = {
    ("uppercut", "knee"),
    ("uppercut", "teep"),
    ("clinch", "teep"),
    ("clinch", "jab"),
    ("clinch", "uppercut"),
}
"""In the row, but without effect against the column: it is cancelled."""

HARDY = {"hp": 60, "max_hp": 60}


@dataclass(frozen=True)
class Table:
    """A clash table, with some cells changed."""

    changed: dict[tuple[str, str], str]

    def entry(self, own: str, other: str) -> str:
        if (own, other) in STOPPED:
            return "0"
        head, *lines = [line.split() for line in CLASHES.strip().splitlines()]
        row = next(line for line in lines if line[0] == own)
        column = other if other in head else "strike" if other in STRIKES else "nothing"
        return self.changed.get((own, column), row[1 + head.index(column)])

    def expected(self, own: str, other: str) -> list[tuple[str, str, tuple[int, ...]]]:
        """The events of a meeting: whose, which, how much."""
        found: list[tuple[str, str, tuple[int, ...]]] = []
        for whose, whom, acts, meets in (("A", "B", own, other), ("B", "A", other, own)):
            entry = self.entry(acts, meets)
            found += [(whom, "cancelled", ())] if entry.startswith("x") else []
            found += [(whom, "blocked", ()), (whom, "counter_gained", (2,))] if entry == "b" else []
            found += [(whose, "clinch", ())] if entry == "H" else []
            found += [(whose, "hit", (1,)), (whom, "dice_lost", (3,))] if entry == "T" else []
            number = entry.removeprefix("x")
            found += [(whose, "hit", (int(number),))] if number.isdigit() and int(number) else []
        if "throw" in (own, other):
            found.append(("", "clinch_broken", ()))
        return sorted(found)


def met(start: Start) -> tuple[Reading, Meeting]:
    guide = guide_of("muay_thai")
    meeting = meet(guide.ruleset, "ribbon", start, refused=True)
    return Reading(guide, meeting), meeting


def told(marks: tuple[Mark, ...]) -> list[tuple[str, str, tuple[int, ...]]]:
    return sorted(("" if one.whose is None else "AB"[one.whose], one.event, one.numbers) for one in marks)


def differing(table: Table, start: Start) -> list[object]:
    """The cells that are not as the table says."""
    reading, meeting = met(start)
    cells = [
        (own, other, told(reading.marks(meeting.cell(own, other)))) for own in ACTIONS for other in ACTIONS
    ]
    return [(own, other, found) for own, other, found in cells if found != table.expected(own, other)]


def start(**changed: object) -> Start:
    """Both can take much, so that no blow ends the fight; `changed` are slots of `A`."""
    return Start({}, {"A": {**HARDY, **changed}, "B": HARDY})


def test_the_matrix_is_the_clash_table() -> None:
    assert differing(Table({}), start()) == []


def test_a_punch_after_a_jab() -> None:
    reading, meeting = met(start(last_action="jab"))
    combo = Table(
        {("punch", column): "3" for column in ("strike", "low_block", "clinch", "uppercut", "nothing")}
    )
    for other in ACTIONS:
        found = told(reading.marks(meeting.cell("punch", other)))
        own = [mark for mark in combo.expected("punch", other) if mark[0] == "A"]
        assert [mark for mark in found if mark[0] == "A"] == own


def test_an_elbow_with_the_advantage_in_a_clinch() -> None:
    columns = ("strike", "high_block", "low_block", "clinch", "uppercut", "nothing")
    elbow = Table({("elbow", column): "2" for column in columns})
    reading, meeting = met(start(holding=True))
    for other in ("knee", "hook", "high_block", "low_block", "catch_breath"):
        assert told(reading.marks(meeting.cell("elbow", other))) == elbow.expected("elbow", other)


@pytest.mark.parametrize(
    ("option", "value", "changed"),
    [
        ("knee_block", "none", {("knee", "high_block"): "3"}),
        ("double_clinch", "void", {("clinch", "clinch"): "x0"}),
        ("teep_damage", "1", {("teep", "strike"): "1", ("teep", "nothing"): "1"}),
    ],
)
def test_house_rules_change_the_table(option: str, value: str, changed: dict[tuple[str, str], str]) -> None:
    if option == "teep_damage":
        changed |= {("teep", one): "x1" for one in ("high_block", "low_block", "clinch", "uppercut")}
    assert differing(Table(changed), replace(start(), options={option: value})) == []


# --- meetings of other games ------------------------------------------------------------------------------


def test_rock_paper_scissors() -> None:
    guide = guide_of("rock_paper_scissors")
    text = shown(interaction(guide, meet(guide.ruleset, "throw")))
    assert text.splitlines() == [
        "                 show rock  show paper  show scissors",
        "  show rock      –          /p +        p +/",
        "  show paper     p +/       –           /p +",
        "  show scissors  /p +       p +/        –",
        "  left of the bar who stands in the row, right of it who stands in the column",
        "  p = point   + = wins (fight)",
    ]


def test_what_is_refused_is_left_out_unless_asked_for() -> None:
    guide = guide_of("bokken")
    near = Start({}, {"A": {"cell": 6, "stance": "jodan"}, "B": {"cell": 7, "stance": "gedan"}})
    some = [side.text for side in meet(guide.ruleset, "order", near).left]
    every = meet(guide.ruleset, "order", near, refused=True).left
    assert "strike" in some
    assert "kakegoe" not in some
    assert next(side.refused[0] for side in every if side.text == "kakegoe") == "technique_unknown"


@pytest.mark.parametrize(("ruleset", "decision"), [("toy", "arrange"), ("pojedynek", "toll")])
def test_a_decision_that_nobody_owes_at_the_start(ruleset: str, decision: str) -> None:
    with pytest.raises(NoMeeting, match=decision):
        meet(guide_of(ruleset).ruleset, decision)


# --- relations ------------------------------------------------------------------------------------------


def test_pairs_that_only_otherwise_covers_are_marked() -> None:
    guide = guide_of("bokken")
    (relation,) = guide.ruleset.relations
    lines = shown(relation_matrix(guide, relation)).splitlines()
    assert lines[2].split() == ["men", "x", "·", "·", "·"]
    assert "· = no, since nothing says otherwise" in lines[-1]


def test_a_column_that_names_rows_of_its_own_kind_is_a_matrix() -> None:
    guide = guide_of("muay_thai")
    text = shown(rows_of(guide, guide.kinds["action"]))
    assert "  uppercut  ·         ·           ·          x" in text.splitlines()
    assert "set of" not in text


def test_a_broad_matrix_has_numbers_over_its_columns() -> None:
    names = [f"a long name {number}" for number in range(9)]
    cells = [["x"] * 9] * 9
    same = all_lines([grid_of(Matrix("beats", names, names, cells))], 60)
    assert same[0].split() == ["beats", *map(str, range(1, 10))]
    assert same[1].startswith(" 1 a long name 0")
