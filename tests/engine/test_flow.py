"""The flow: blocks and their resets, verdicts, repetition, rolls, budgets. Each both ways, traced and fast."""

from __future__ import annotations

import pytest
import toys

from densho import engine
from densho.engine import BadValue, NotOwed, OutOfDice, RulesetFault, SeededDice, Setup, Verdict

both_ways = pytest.mark.parametrize("trace", [True, False], ids=["traced", "fast"])

MATCH = """
fighters: 2
reasons: [hit, points, both]
score: points
slots:
  arena:
    bout: 1.. = 1
    turn: 1.. = 1, each bout
  fighter:
    hp: 0..9 = 4 + seat, each bout
    ready: 'bool, each turn'
    points: 0..9
    double: 0..99 = hp * 2, each bout
decisions:
  go:
    groups: {what: at most one}
    words: {rest: 'in what, says nothing', hit: in what, quit: in what, again: in what, draw: in what}
rules:
  act:
    hit: when go has hit then ready := true; win bout for me by hit
    draw: when go has draw then draw bout by both
    both: when go has quit then win fight for foe by points
    again: when go has again then again bout
    turns: once turn += 1
  score:
    point: when bout.winner = me then points += 1
    told: once tell ended(winner bout.winner, by bout.by, ended bout.ended)
    bouts: once bout += 1
flow:
  - repeat match:
      - block bout:
          - repeat turn:
              - ask go
              - do act
      - do score
"""


@both_ways
def test_a_verdict_ends_its_block_after_the_step(trace: bool) -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, {"hp": 9}, {}, arena={"turn": 3}, trace=trace)
    assert toys.slots(toy, state)["hp"] == 9
    assert toys.slots(toy, state)["double"] == 18
    after, events = toys.hand_in(toy, state, "hit", "rest", trace=trace)
    ends = [dict(e.fields) for e in events if e.kind == "end"]
    assert ends == [{"block": "bout", "winner": "A", "draw": False, "by": "hit"}]
    assert toys.told(events) == [("ended", "A", "hit", True)]
    assert toys.slots(toy, after) == {"hp": 5, "ready": False, "points": 1, "double": 10}
    assert engine.full(toy, after)["arena"] == {"bout": 2, "turn": 1}


@both_ways
def test_slots_of_the_setup_are_kept_at_the_first_entry_only(trace: bool) -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, {"ready": True}, {}, trace=trace)
    assert toys.slots(toy, state)["ready"] is True
    after, _ = toys.hand_in(toy, state, "rest", "rest", trace=trace)
    assert toys.slots(toy, after)["ready"] is False


@both_ways
def test_the_outermost_end_wins(trace: bool) -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, trace=trace)
    after, events = toys.hand_in(toy, state, "hit", "quit", trace=trace)
    assert engine.outcome(toy, after) == Verdict("A", False, "points")
    assert [e.get("block") for e in events if e.kind == "end"] == ["bout", "fight"]
    assert engine.owed(toy, after) == {}
    with pytest.raises(NotOwed):
        engine.step(toy, after, {0: ()}, SeededDice(1))


@both_ways
@pytest.mark.parametrize("texts", [("hit", "hit"), ("hit", "draw"), ("hit", "again"), ("quit", "quit")])
def test_two_different_ends_are_a_fault(texts: tuple[str, str], trace: bool) -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, trace=trace)
    with pytest.raises(RulesetFault, match="ends in two ways") as raised:
        toys.hand_in(toy, state, *texts, trace=trace)
    assert len(raised.value.rules) == 2


@both_ways
def test_equal_ends_are_one(trace: bool) -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, trace=trace)
    _, events = toys.hand_in(toy, state, "draw", "draw", trace=trace)
    assert toys.told(events) == [("ended", None, "both", True)]


@both_ways
def test_again_begins_the_next_pass(trace: bool) -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, arena={"turn": 5}, trace=trace)
    after, events = toys.hand_in(toy, state, "again", "rest", trace=trace)
    assert toys.told(events) == []
    assert engine.full(toy, after)["arena"] == {"bout": 1, "turn": 1}


LOOP = """
fighters: 2
slots:
  fighter:
    n: 0..99 = {start}
decisions:
  go: {{groups: {{what: at most one}}, words: {{act: in what}}}}
rules:
  down:
    down: n -= {less}
flow:
  - ask go
  - repeat slope while some f in fighters with f.n > 0{bound}:
      - do down
  - ask go
"""


@both_ways
def test_a_repeat_goes_on_while_its_condition_holds(trace: bool) -> None:
    toy = toys.program(LOOP.format(start=5, less=1, bound=""))
    state, _ = toys.begin(toy, trace=trace)
    after, _ = toys.hand_in(toy, state, "act", "pass", trace=trace)
    assert toys.slots(toy, after)["n"] == 0
    assert engine.owed(toy, after) == {0: "go", 1: "go"}


@both_ways
@pytest.mark.parametrize(
    ("less", "bound", "told"), [(0, "", "without end"), (1, " at most 3", "more than 3 times")]
)
def test_endless_repetition_is_a_fault(less: int, bound: str, told: str, trace: bool) -> None:
    toy = toys.program(LOOP.format(start=5, less=less, bound=bound))
    state, _ = toys.begin(toy, trace=trace)
    with pytest.raises(RulesetFault, match=told) as raised:
        toys.hand_in(toy, state, "act", "pass", trace=trace)
    assert raised.value.rules == ("slope",)


@both_ways
def test_the_end_of_the_flow_without_a_verdict_is_a_fault(trace: bool) -> None:
    toy = toys.program(LOOP.format(start=0, less=1, bound=""))
    state, _ = toys.begin(toy, trace=trace)
    state, _ = toys.hand_in(toy, state, "act", "pass", trace=trace)
    with pytest.raises(RulesetFault, match="without a verdict"):
        toys.hand_in(toy, state, "act", "pass", trace=trace)


DICE = """
fighters: 2
kinds:
  card: {rows: cards}
cards: {ace: {}, king: {}, queen: {}}
slots:
  arena:
    prize: card or nothing
  fighter:
    pool: 0..9 = seat
    faces: bag of 1..6
    hand: card or nothing
decisions:
  go: {owed by: pool > 1, groups: {what: at most one}, words: {act: in what}}
rolls:
  dice: {for: fighters, number: pool, of: 1..6, into: faces}
  card: {once: true, draw: ace|queen, into: prize}
  deal: {for: those f in fighters with f.pool > 1, draw: cards, into: hand}
flow:
  - repeat turn:
      - roll dice
      - roll card
      - roll deal when prize = queen
      - ask go
"""


@both_ways
def test_rolls_go_in_seat_order_and_replace(trace: bool) -> None:
    toy = toys.program(DICE)
    state, events = toys.begin(toy, dice={0: [6], 1: [5, 2, "king"], None: ["queen"]}, trace=trace)
    assert toys.slots(toy, state, "A") == {"pool": 1, "faces": [6], "hand": None}
    assert toys.slots(toy, state, "B") == {"pool": 2, "faces": [2, 5], "hand": "king"}
    assert engine.full(toy, state)["arena"] == {"prize": "queen"}
    assert engine.owed(toy, state) == {1: "go"}
    after, _ = toys.hand_in(toy, state, "act", dice={0: [1], 1: [1, 1], None: ["ace"]}, trace=trace)
    assert toys.slots(toy, after, "B") == {"pool": 2, "faces": [1, 1], "hand": "king"}
    if trace:
        assert [e.get("roll") for e in events if e.name == "roll"] == ["dice", "dice", "card", "deal"]


@pytest.mark.parametrize(
    ("results", "error"),
    [({0: [6], 1: [5]}, OutOfDice), ({0: [7]}, BadValue), ({0: [1], 1: [1, 1], None: ["king"]}, BadValue)],
)
def test_scripts_must_fit(results: dict[int | None, list[object]], error: type[Exception]) -> None:
    with pytest.raises(error):
        toys.begin(toys.program(DICE), dice=results)


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (Setup((("A", {}),)), "1 fighters"),
        (Setup((("A", {}), ("A", {}))), "one name"),
        (Setup((("A", {"nope": 1}), ("B", {}))), "no slot `nope`"),
        (Setup((("A", {"pool": 10}), ("B", {}))), "cannot be 10"),
    ],
)
def test_setups_must_fit(setup: Setup, told: str) -> None:
    with pytest.raises(BadValue, match=told):
        engine.start(toys.program(DICE), setup, SeededDice(1))


def test_choices_wait_until_all_are_in() -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy)
    judgement = engine.judge(toy, state, 1, "hit")
    assert judgement.choice is not None
    half, events = engine.step(toy, state, {1: judgement.choice}, SeededDice(1))
    assert events == ()
    assert engine.owed(toy, half) == {0: "go"}
    assert half.values == state.values
    assert [r.says for r in engine.judge(toy, half, 1, "hit").refusals] == ["not_owed"]
    assert half != state


def test_only_the_ends_are_told_without_tell() -> None:
    toy = toys.program(MATCH)
    state, _ = toys.begin(toy, trace=False)
    hit, rest = engine.judge(toy, state, 0, "hit").choice, engine.judge(toy, state, 1, "rest").choice
    assert hit is not None
    assert rest is not None
    told, events = engine.step(toy, state, {0: hit, 1: rest}, SeededDice(1), trace=False)
    quiet, ends = engine.step(
        toy, state, {0: hit, 1: rest}, SeededDice(1), trace=False, tell=False, judged=True
    )
    assert quiet == told
    assert [e.kind for e in events] == ["end", "event"]
    assert [e.kind for e in ends] == ["end"]
