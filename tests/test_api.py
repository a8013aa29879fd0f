"""The library, as a program uses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import densho

TOY = Path(__file__).parent / "good" / "toy"
PLAIN = Path(__file__).parent / "good" / "plain"


@pytest.fixture(scope="module")
def toy() -> densho.Rules:
    return densho.load(TOY)


@pytest.fixture(scope="module")
def plain() -> densho.Rules:
    return densho.load(PLAIN)


class Ones:
    """Dice that always show the lowest face."""

    def roll(self, seat: int | None, low: int, high: int) -> int:
        return low

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        return 0


# --- loading --------------------------------------------------------------------------------------


def test_by_id_and_by_path(toy: densho.Rules) -> None:
    assert densho.load("rock_paper_scissors").id == "rock_paper_scissors"
    assert densho.load(str(TOY)) == toy
    assert (toy.id, toy.version) == ("toy", "1.0")
    assert toy.options == {"dice": ("1", "2"), "planning": ("nobody", "first", "both")}
    assert repr(toy) == "Rules('toy', version='1.0')"


def test_loose_files(tmp_path: Path) -> None:
    extra = tmp_path / "greed.yaml"
    extra.write_text(
        "skill: greed\nfor: toy\ndensho: 1\n"
        "exceptions: {dearer: {changes: price, when: greed in skills, to: base * 2}}\n",
        encoding="utf-8",
    )
    fight = densho.load(TOY, [extra]).start(A={"skills": ["greed"]}, B={}, dice=Ones())
    assert fight.choose("A", "pay 2").choose("B", "pass").state["A"].coins == 1


def test_bad_rulesets(tmp_path: Path) -> None:
    with pytest.raises(densho.BadRuleset, match="neither a ruleset's folder nor the id") as nowhere:
        densho.load("nowhere")
    assert nowhere.value.diagnostics == ()
    (tmp_path / "bad.yaml").write_text(
        'ruleset: bad\nversion: "1"\ndensho: 1\nfighters: 2\nflow: [ask nothing_such, do nothing_else]\n',
        encoding="utf-8",
    )
    with pytest.raises(densho.BadRuleset) as bad:
        densho.load(tmp_path)
    first = bad.value.diagnostics[0]
    assert first.message in str(bad.value)
    assert bad.value.sources[first.span.path].text[first.span.start : first.span.end] == "nothing_such"
    assert isinstance(bad.value, densho.DenshoError)


# --- starting -------------------------------------------------------------------------------------


def test_start(toy: densho.Rules) -> None:
    fight = toy.start(dice=Ones())
    assert fight.names == ("A", "B")
    assert fight.waiting == {"A": "bid", "B": "bid"}
    assert fight.outcome is None
    assert fight.seed is None
    assert [event.name for event in fight.events] == ["prize", "dice", "dice", "noted", "noted"]
    assert {event.kind for event in fight.trace} == {"event", "trace"}


def test_start_with_slots_options_and_other_names(toy: densho.Rules) -> None:
    fight = toy.start(
        fighters={"Jan Kos": {"coins": 2, "spot": {"row": 2, "token": "red"}}, "Ola": {"rival": None}},
        arena={"log": ["red", "blue"]},
        options={"dice": 2, "planning": "both"},
        dice=Ones(),
    )
    assert fight.waiting == {"Jan Kos": "arrange", "Ola": "arrange"}
    assert fight.state["Jan Kos"].spot == {"row": 2, "token": "red"}
    assert fight.state["Jan Kos"].hand == [1, 1]
    assert fight.state["Ola"].rival is None
    assert fight.state["arena"].log == ["red", "blue"]


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"A": {"coin": 1}, "B": {}}, "no slot `coin` of the fighter"),
        ({"A": {"coins": 99}, "B": {}}, "99 is outside 0..20"),
        ({"A": {}}, "2 to 2 fighters, here are 1"),
        ({"arena": {"log": "red"}}, "`red` is not a list"),
        ({"options": {"dcie": 2}}, "dcie"),
        ({"options": {"dice": 3}}, "3"),
    ],
)
def test_bad_starts(toy: densho.Rules, setup: dict[str, Any], says: str) -> None:
    with pytest.raises(densho.BadValue, match=says):
        toy.start(**setup)


# --- playing --------------------------------------------------------------------------------------


def test_fights_are_values(plain: densho.Rules) -> None:
    start = plain.start()
    one = start.choose("A", "number 1")
    assert start.waiting == {"A": "say", "B": "say"}
    assert one.waiting == {"B": "say"}
    assert one == start.choose("A", "Number 1")
    assert one != start
    assert hash(one) == hash(start.choose("A", "number 1"))
    assert len({start, one, start}) == 2
    end = one.choose("B", "number 2")
    assert end.outcome == densho.Verdict("B", "higher")
    assert end.outcome is not None
    assert not end.outcome.draw
    assert end.waiting == {}
    assert end.legal("A") == ()
    even = plain.start().choose("A", "number 1").choose("B", "number 1").outcome
    assert even is not None
    assert even.draw
    assert even.winner is None


def test_state_and_views(toy: densho.Rules) -> None:
    fight = toy.start(A={"lucky": 4}, B={}, dice=Ones()).choose("A", "boast; pay 1")
    mine = fight.state["A"]
    assert (mine.coins, mine["lucky"], mine.choice) == (5, 4, "pay 1; boast")
    assert set(fight.state) == {"arena", "A", "B"}
    assert "coins" in mine
    with pytest.raises(AttributeError, match="there is no slot `coin`"):
        _ = mine.coin
    assert fight.view("A")["A"]["lucky"] == 4
    assert fight.view("A")["A"]["choice"] == "pay 1; boast"
    assert not {"lucky", "choice"} & set(fight.view("B")["A"])
    assert not {"lucky", "choice"} & set(fight.view()["A"])


def test_legal_choices(toy: densho.Rules) -> None:
    fight = toy.start(A={"coins": 1}, B={}, dice=Ones())
    assert set(fight.legal("A")) == {
        "pass", "pay 1", "everything", "boast", "pay 1; boast", "everything; boast",
    }  # fmt: skip
    with pytest.raises(densho.TooManyChoices, match="more than 3 legal choices"):
        fight.legal("A", limit=3)
    assert fight.complete("A", "pa") == ("pass", "pay 1")
    (refusal,) = fight.refusals("A", "pay 2")
    assert (refusal.id, refusal.cites) == ("too_dear", ("T3",))
    assert fight.refusals("A", "pay 1") == ()


def test_choices_that_are_not_accepted(toy: densho.Rules) -> None:
    fight = toy.start(A={"coins": 1, "skills": ["thrift"]}, B={}, dice=Ones())
    with pytest.raises(
        densho.IllegalChoice, match=r"`pay 2; boast` of A is refused: too_dear, no_boast"
    ) as illegal:
        fight.choose("A", "pay 2; boast")
    assert illegal.value.refused == "too_dear"
    assert [refused.says for refused in illegal.value.refusals] == ["too_dear", "no_boast"]
    with pytest.raises(densho.UnreadableChoice, match="malformed"):
        fight.choose("A", "steal")
    with pytest.raises(densho.NotOwed, match="A owes no choice now"):
        fight.choose("A", "pay 1").choose("A", "pay 1")
    with pytest.raises(densho.BadValue, match="no fighter `C` here, but A, B"):
        fight.choose("C", "pay 1")


def test_faults_change_nothing(plain: densho.Rules) -> None:
    fight = plain.start().choose("A", "number 3")
    with pytest.raises(densho.RulesetFault, match="mark") as fault:
        fight.choose("B", "number 1")
    assert set(fault.value.rules) == {"judge.scratch", "judge.polish"}
    assert fight.waiting == {"B": "say"}


# --- chance ---------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_fight(toy: densho.Rules) -> None:
    def hands(seed: int | None) -> list[object]:
        fight = toy.start(seed=seed, options={"dice": 2})
        found: list[object] = []
        for _ in range(6):
            found.append((fight.state["A"].hand, fight.state["B"].hand, fight.state["arena"].prize))
            fight = fight.choose("A", "pass").choose("B", "pass")
            if fight.outcome:
                break
        return found

    assert hands(7) == hands(7)
    assert hands(7) != hands(8)


def test_branches_of_a_fight_do_not_share_their_dice(toy: densho.Rules) -> None:
    start = toy.start(seed=3).choose("A", "pass")
    one, two = start.choose("B", "pass"), start.choose("B", "pass")
    assert one == two


def test_a_seed_is_taken_and_told(toy: densho.Rules) -> None:
    fight = toy.start()
    assert fight.seed is not None
    assert toy.start(seed=fight.seed).state["A"].hand == fight.state["A"].hand


# --- the package ----------------------------------------------------------------------------------


def test_what_the_package_offers() -> None:
    for name in densho.__all__:
        assert getattr(densho, name) is not None
        assert name in dir(densho)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = densho.nothing  # type: ignore[attr-defined]


# --- questions ------------------------------------------------------------------------------------


def test_why_not(plain: densho.Rules) -> None:
    fight = densho.load("bokken").start(seed=1)
    found = fight.why_not("A", "forward 9; stance jodan")
    assert [one.id for one in found.refusals] == [
        one.id for one in fight.refusals("A", "forward 9; stance jodan")
    ]
    assert found.nearest[0] == "forward 3; stance jodan"
    assert fight.why_not("A", "stay").refusals == ()
    with pytest.raises(densho.NotOwed):
        fight.choose("A", "stay").why_not("A", "stay")
    assert plain.start(seed=1).why_not("A", "nothing that can be read", most=1).nearest


def test_what_if() -> None:
    fight = densho.load("bokken").start(seed=1)
    for own, other in (("forward 2; stance jodan", "back 1"), ("stay", "stay"), ("strike", "stay")):
        fight = fight.choose("A", own).choose("B", other)
    assert len(fight.steps) == 3
    assert fight.steps[0] == {"A": "forward 2; stance jodan", "B": "back 1"}
    same = fight.what_if(2, "B", "stay")
    assert (same.fight, same.departs, same.stops) == (fight, None, None)
    other = fight.what_if(2, "B", "turn")
    assert (other.departs, other.stops) == (2, None)
    assert other.fight.steps[1] == {"A": "stay", "B": "turn"}
    stopped = fight.what_if(1, "A", "forward 2")
    assert (stopped.departs, stopped.stops) == (1, 3)
    assert len(stopped.fight.steps) == 2
    begun = fight.choose("A", "stay")
    assert begun.what_if(2, "B", "stay").fight == fight
    with pytest.raises(densho.IllegalChoice):
        fight.what_if(1, "A", "strike")
    with pytest.raises(densho.BadValue, match="no step 4"):
        fight.what_if(4, "A", "stay")
    with pytest.raises(densho.BadValue, match="seed"):
        densho.load("bokken").start(dice=Ones()).choose("A", "stay").choose("B", "stay").what_if(
            1, "A", "stay"
        )


def test_the_dice_of_a_step_stay_the_same_in_what_if() -> None:
    fight = densho.load("pojedynek").start(seed=4)
    while len(fight.steps) < 4:
        name = next(iter(fight.waiting))
        fight = fight.choose(name, fight.legal(name)[-1])
    first = fight.steps[0]
    name = next(iter(first))
    assert fight.what_if(1, name, first[name]).fight == fight
