"""`densho replay --why-not` and `--what-if`: what they say, where they stop, and to whom they say it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from densho import engine
from densho.cli.main import run
from densho.engine.errors import TimeIsUp
from densho.fights.fight import Fight, hand_in
from densho.fights.save import save
from densho.fights.what_if import NotThere, what_if
from playing import chosen, fight_of, played

Ran = tuple[int, str, str]
STEPS: tuple[Mapping[str, str], ...] = (
    {"A": "back 1; stance jodan", "B": "stay"},
    {"A": "stay", "B": "turn"},
    {"A": "strike", "B": "stay"},
)


def bout(*steps: Mapping[str, str]) -> Fight:
    fighters = {"A": {"cell": 5, "techniques": ["kakegoe"]}, "B": {"cell": 6, "techniques": ["kakegoe"]}}
    return chosen(fight_of("bokken", fighters=fighters, points_to_win="1"), *steps)


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def call(*args: str, fight: Fight | None = None) -> Ran:
        path = tmp_path / "f.fight.yaml"
        save(path, (fight or bout(*STEPS)).record)
        status = run(["replay", str(path), *args])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


# --- why not -----------------------------------------------------------------------------------------


def test_words_that_nobody_knows(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("--why-not", "A: jmup")
    assert status == 0
    assert "this cannot be read as an order: `jmup`" in out
    assert "each part begins with one of `stay`" in out


def test_the_refusals_with_their_places_and_the_nearest_choices(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("--why-not", "A: strike; stance jodan")
    assert status == 0
    assert "Step 3: order" in out
    assert "an order holds one action  [one_action, B8 · bokken.yaml:" in out
    assert "the fighter is in this stance already  [same_stance, B12 · bokken.yaml:" in out
    assert "  strike (1 part differs)" in out


def test_an_earlier_step(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--why-not", "B: strike", "--step", "1")
    assert "Step 1: order" in out
    assert "no_strike_from_free" in out


def test_the_step_that_is_owed_now_is_the_last(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--why-not", "A: stance jodan", fight=bout(*STEPS[:2]))
    assert "Step 3: order" in out
    assert "same_stance" in out


def test_what_nothing_refuses(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("--why-not", "A: strike")
    assert status == 0
    assert "nothing refuses it" in out


def test_in_another_language_and_as_data(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--why-not", "A: удар; стойка дзёдан", "--lang", "ru")
    assert "удар" in out
    assert "one_action" in out
    _, out, _ = ask("--why-not", "A: strike; stance jodan", "--format", "json", "--all")
    found = json.loads(out)["why_not"]
    assert found["step"] == 3
    assert [one["rule"] for one in found["by"]] == ["one_action", "same_stance"]
    assert found["nearest"][0] == {"choice": "strike", "differs": 1}


def test_a_text_that_cannot_be_read_gets_hints(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--why-not", "A: strik", "--format", "json", "--as", "A")
    found = json.loads(out)["why_not"]
    assert found["by"][0]["rule"] == "malformed"
    assert "strike" in " ".join(found["hints"])
    assert "strike" in [one["choice"] for one in found["nearest"]]


# --- what if -----------------------------------------------------------------------------------------


def test_where_it_departs_and_how_it_ends(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("--what-if", "2", "B", "stay")
    assert status == 0
    assert "it departs in step 2" in out
    assert "so it ended: A wins (by points)" in out
    assert "Step 2: order" in out
    assert "Step 1: order" not in out


def test_it_stops_where_a_recorded_choice_is_refused(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--what-if", "1", "A", "stay")
    assert "it stops before step 3: a choice that was made here cannot be made" in out
    assert "A: strike – there is no strike from the free stance  [no_strike_from_free, B13" in out
    assert "so it ends: undecided after 2 steps" in out


def test_it_may_be_over_earlier() -> None:
    fight = bout(
        {"A": "back 1; stance jodan", "B": "stay"}, {"A": "stay", "B": "stay"}, {"A": "strike", "B": "stay"}
    )
    assert fight.over
    other = what_if(fight, 2, "A", "strike")
    assert other.fight.over
    assert other.stops is None
    assert len(other.fight.record.steps) == 2


def test_the_same_choice_changes_nothing(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--what-if", "3", "A", "strike")
    assert "this is what was chosen" in out
    assert out.count("A wins (by points)") == 3


def test_a_refused_choice_is_explained(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("--what-if", "1", "A", "strike")
    assert status == 1
    assert "no_strike_from_free" in out
    assert "Legal, and nearest to it" in out


def test_the_dice_are_the_same() -> None:
    """A step's dice are those that fell in it, whatever was chosen before."""
    fight = played(fight_of("muay_thai", seed="dice"), 2)
    step = fight.record.steps[0]
    texts = ("catch_breath", dict(step.choices)["A"])
    for text in texts:
        other = what_if(fight, 1, "A", text)
        for one, was in zip(other.fight.record.steps, fight.record.steps, strict=False):
            for who, dice in one.dice:
                then = dict(was.dice).get(who, dice)
                assert dice[: len(then)] == then[: len(dice)]


def test_posts_and_data(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--what-if", "2", "B", "stay", "--format", "json", "--all")
    found = json.loads(out)
    assert found["what_if"]["departs"] == 2
    assert found["was"] == {"winner": "A", "draw": False, "by": "points"}
    assert [one["number"] for one in found["steps"]] == [2, 3]
    _, out, _ = ask("--what-if", "2", "B", "stay", "--format", "bbcode", "--as", "B")
    assert out.startswith("[b]")
    assert "[code]" in out


def test_reasons_too(ask: Callable[..., Ran]) -> None:
    _, out, _ = ask("--what-if", "3", "A", "turn; strike", "--why")
    assert "movement.turn" in out


# --- for whose eyes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("--as", "B", "--why-not", "A: strike"),
        ("--public", "--why-not", "A: strike"),
        ("--format", "markdown", "--why-not", "A: strike"),
        ("--as", "B", "--what-if", "2", "A", "stay"),
        ("--format", "json", "--what-if", "2", "A", "stay"),
        ("--why-not", "C: strike"),
        ("--why-not", "strike"),
        ("--why-not", "A: "),
        ("--why-not", "A: strike", "--step", "9"),
        ("--step", "1"),
        ("--why-not", "A: strike", "--what-if", "1", "A", "stay"),
        ("--what-if", "0", "A", "stay"),
        ("--what-if", "4", "A", "stay"),
        ("--what-if", "one", "A", "stay"),
        ("--what-if", "1", "C", "stay"),
    ],
)
def test_wrong_usage(ask: Callable[..., Ran], args: tuple[str, ...]) -> None:
    status, out, err = ask(*args)
    assert status == 2
    assert out == ""
    assert "Error" in err


VOWED = (
    {"A": "back 1; stance jodan", "B": "back 1; stance jodan; kakegoe"},
    {"A": "forward 1; strike", "B": "strike"},
)
UNVOWED = (
    {"A": "back 1; stance jodan", "B": "back 1; stance jodan"},
    {"A": "forward 1; strike", "B": "strike"},
)


@pytest.mark.parametrize(("step", "text"), [("1", "stay"), ("1", "back 1; stance jodan"), ("2", "stay")])
def test_what_if_does_not_tell_what_the_asker_does_not_know(
    ask: Callable[..., Ran], step: str, text: str
) -> None:
    """Whether the other made a secret vow makes no difference to what is answered, but for how the fight ended, which all have seen."""
    found = []
    for steps in (VOWED, UNVOWED):
        fight = bout(*steps[: int(step)])
        _, out, _ = ask("--as", "A", "--what-if", step, "A", text, "--format", "json", "--why", fight=fight)
        answer = json.loads(out)
        answer.pop("was")
        assert "kakegoe" not in "".join(one["choices"]["B"] for one in answer["steps"])
        found.append(answer)
    assert found[0] == found[1]


def test_dice_that_the_asker_does_not_see_are_left_out() -> None:
    """Whatever the others rolled unseen is taken to be nothing: so the answer cannot depend on it."""
    fight = played(fight_of("muay_thai", seed="unseen", dice_seen="hidden"), 1)
    assert not fight.over
    text = dict(fight.record.steps[0].choices)["A"]
    known = what_if(fight, 1, "A", text, knows=0)
    at = fight.program.layout.slot_index["fighter", "successes"]
    assert fight.moments[0].state.values[at][1] > 0
    assert known.fight.moments[0].state.values[at][1] == 0
    assert known.fight.moments[0].state.values[at][0] == fight.moments[0].state.values[at][0]
    assert known.stops is not None
    assert known.stops.step == 1
    assert known.stops.who is None


def test_a_recorded_choice_of_another_is_not_explained(ask: Callable[..., Ran]) -> None:
    """B's strike cannot be made where he never took the stance; A is told that it stops, not why."""
    steps = (
        {"A": "back 1", "B": "back 1; stance jodan"},
        {"A": "stay", "B": "strike"},
    )
    fight = bout(*steps)
    _, everything, _ = ask("--what-if", "1", "B", "back 1", fight=fight)
    assert "no_strike_from_free" in everything
    _, own, _ = ask("--what-if", "1", "B", "back 1", "--as", "B", fight=fight)
    assert "no_strike_from_free" in own
    with pytest.raises(NotThere):
        what_if(fight, 3, "A", "stay")


def test_choices_that_are_handed_in_and_not_revealed_stay_out_of_it(ask: Callable[..., Ran]) -> None:
    fight = hand_in(bout(*STEPS[:1]), "B", "turn")
    _, out, _ = ask("--as", "A", "--what-if", "1", "A", "stay", fight=fight)
    _, without, _ = ask("--as", "A", "--what-if", "1", "A", "stay", fight=bout(*STEPS[:1]))
    assert out == without


def test_rules_that_take_too_long_are_told(ask: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> None:
        raise TimeIsUp("the rules take longer than 0 s here")

    monkeypatch.setattr(engine, "nearest", slow)
    for args in (("--why-not", "A: turn; turn"), ("--what-if", "1", "A", "strike")):
        status, out, err = ask(*args)
        assert (status, out) == (1, "")
        assert "longer than" in err
