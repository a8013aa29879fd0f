"""Steps: one snapshot, one commit; writes that add up, agree or clash; bounds; fading; events in order. Each both ways, traced and fast."""

from __future__ import annotations

from typing import Any

import pytest
import toys

from densho import engine
from densho.engine import Event, Program, RulesetFault, State

ASK = """
fighters: 2
decisions:
  go: {groups: {what: at most one}, words: {rest: 'in what, says nothing', act: in what}}
flow:
  - repeat turn:
      - ask go
      - do act
"""


def one_turn(sections: str, *texts: str, trace: bool) -> tuple[Program, State, tuple[Event, ...]]:
    """The program, the state after one turn, and what happened."""
    toy = toys.program(ASK, sections)
    state, _ = toys.begin(toy, trace=trace)
    after, events = toys.hand_in(toy, state, *(texts or ("act", "act")), trace=trace)
    return toy, after, events


both_ways = pytest.mark.parametrize("trace", [True, False], ids=["traced", "fast"])


@both_ways
def test_rules_see_the_state_before_the_step(trace: bool) -> None:
    toy, after, _ = one_turn(
        """
        slots:
          fighter:
            a: 0..9 = seat
            b: 0..9 = 5
        rules:
          act:
            swap: a := foe.b; b := foe.a
        """,
        trace=trace,
    )
    assert toys.slots(toy, after, "A") == {"a": 5, "b": 2}
    assert toys.slots(toy, after, "B") == {"a": 5, "b": 1}


@both_ways
def test_numbers_add_up_before_they_are_cut(trace: bool) -> None:
    toy, after, _ = one_turn(
        """
        slots:
          fighter:
            hp: 0..10 = 9, clamped
            top: 0..10 = 5, clamped to 0..6
            set_to: 0..10, clamped to 2..6
        rules:
          act:
            heal: hp += 5
            harm: foe.hp -= 3
            rise: top += 3
            put: set_to := 1
        """,
        trace=trace,
    )
    assert toys.slots(toy, after) == {"hp": 10, "top": 6, "set_to": 2}


@both_ways
def test_sets_lists_and_bags(trace: bool) -> None:
    toy, after, _ = one_turn(
        """
        kinds:
          gem: [ruby, opal, jade]
        slots:
          fighter:
            held: set of gem = ruby|opal
            row: list of gem = [jade]
            dice: bag of 1..6 = bag([3, 3, 5])
        rules:
          act:
            lose: held -= ruby
            gain: held += jade|opal
            later: row += jade
            sooner: row += ruby
            take: dice -= bag([3])
            take_again: dice -= 3
            add: dice += bag([1, 3])
        """,
        trace=trace,
    )
    assert toys.slots(toy, after) == {
        "held": ["opal", "jade"],
        "row": ["jade", "ruby", "jade"],
        "dice": [1, 3, 5],
    }


@both_ways
def test_what_agrees_is_no_conflict(trace: bool) -> None:
    toy, after, _ = one_turn(
        """
        slots:
          fighter:
            a: 0..9
        rules:
          act:
            one: foe.a := 4
            two: a := 2 + 2
        """,
        trace=trace,
    )
    assert toys.slots(toy, after) == {"a": 4}


CONFLICTS: dict[str, tuple[str, list[str]]] = {
    "two values": ("0..9", ["a := 1", "a := 2"]),
    "set beside added": ("0..9", ["a := 1", "a += 2"]),
    "added and taken": ("set of 1..9 = just 3", ["a += 2", "a -= 2"]),
    "too great": ("0..3", ["a += 2", "a += 2"]),
    "too small": ("0..3", ["a -= 1"]),
    "not in the bag": ("bag of 1..6", ["a -= 2"]),
    "too many in the list": ("list of 1..9 up to 1", ["a += 2", "a += 3"]),
    "through another": ("0..9", ["a := seat", "foe.a := 5"]),
    "nothing": ("fighter", ["a := first f in fighters with f.a != f.a"]),
}


@both_ways
@pytest.mark.parametrize(("slot", "effects"), CONFLICTS.values(), ids=CONFLICTS)
def test_faults_name_the_rules(slot: str, effects: list[str], trace: bool) -> None:
    start = " = me" if slot == "fighter" else ""
    rules = "".join(f"    r{i}: {effect}\n" for i, effect in enumerate(effects))
    sections = f"slots:\n  fighter:\n    a: {slot}{start}\nrules:\n  act:\n{rules}"
    toy = toys.program(ASK, sections)
    state, _ = toys.begin(toy)
    with pytest.raises(RulesetFault) as raised:
        toys.hand_in(toy, state, "act", "act", trace=trace)
    assert raised.value.rules == tuple(f"act.r{i}" for i in range(len(effects)))
    assert len(raised.value.spans) == len(effects)
    assert "`a` of A" in raised.value.message


@both_ways
def test_a_slot_fades_unless_it_is_written(trace: bool) -> None:
    toy, after, _ = one_turn(
        """
        slots:
          fighter:
            hot: bool, fades in act
            sum: 0..9 = 2, fades in act
            row: list of 1..9, fades in act
            mark: 0..9 = seat, fades in act
        rules:
          act:
            hot: when go has act then hot := true
            sum: when go has act then sum += 3
            row: when go has act then row += 7
            mark: when go has act then mark := 9
            mark_too: when go has act then mark := 9
        """,
        "act",
        "rest",
        trace=trace,
    )
    assert toys.slots(toy, after, "A") == {"hot": True, "sum": 5, "row": [7], "mark": 9}
    assert toys.slots(toy, after, "B") == {"hot": False, "sum": 2, "row": [], "mark": 2}
    last, _ = toys.hand_in(toy, after, "rest", "rest", trace=trace)
    assert toys.slots(toy, last, "A") == {"hot": False, "sum": 2, "row": [], "mark": 1}


TELLING = """
rules:
  act:
    first: for n in 1..2 then tell x(who me, n n)
    second: once tell y
    third: tell me z(who me)
"""
BY_RULE = [("x", "A", 1), ("x", "A", 2), ("x", "B", 1), ("x", "B", 2), ("y",), ("z", "A"), ("z", "B")]
BY_FIGHTER = [("x", "A", 1), ("x", "A", 2), ("z", "A"), ("x", "B", 1), ("x", "B", 2), ("z", "B"), ("y",)]


@both_ways
def test_events_go_by_rule_then_seat_then_binding(trace: bool) -> None:
    _, _, events = one_turn(TELLING, trace=trace)
    assert toys.told(events) == BY_RULE
    assert [e.audience for e in events if e.name == "z"] == [frozenset({0}), frozenset({1})]
    assert {e.rule for e in events if e.name == "z"} == {"act.third"}


@both_ways
def test_events_by_fighter(trace: bool) -> None:
    toy = toys.program(ASK.replace("do act", "do act by fighter"), TELLING)
    state, _ = toys.begin(toy)
    _, events = toys.hand_in(toy, state, "act", "act", trace=trace)
    assert toys.told(events) == BY_FIGHTER


@both_ways
def test_events_hold_plain_data(trace: bool) -> None:
    _, _, events = one_turn(
        """
        kinds:
          gem: [ruby, opal]
        records:
          spot: {at: 1..9, gem: gem or nothing}
        rules:
          act:
            all: once tell x(a ruby|opal, b [opal, ruby], c spot(3, nothing), d some f in fighters with f.first, e nothing_yet)
        define:
          nothing_yet: {is: gem or nothing, value: nothing}
        """,
        trace=trace,
    )
    assert toys.told(events) == [
        ("x", ["ruby", "opal"], ["opal", "ruby"], {"at": 3, "gem": None}, True, None)
    ]


@both_ways
def test_words_are_taken_out_of_choices(trace: bool) -> None:
    toy = toys.program(
        """
        fighters: 2
        slots:
          fighter:
            n: 0..9
        decisions:
          go: {groups: {what: any}, words: {act: in what, look: in what}}
        rules:
          trip:
            trip: when go has act then foe.go -= look
          act:
            does: n := size(go.words)
        flow:
          - repeat turn:
              - ask go
              - do trip
              - do act
        """
    )
    state, _ = toys.begin(toy)
    after, _ = toys.hand_in(toy, state, "act; look", "look", trace=trace)
    assert [toys.slots(toy, after, name)["n"] for name in "AB"] == [2, 0]


PRESENT = """
fighters: 2..4
present: alive
slots:
  fighter:
    alive: bool = true
    n: 0..9
decisions:
  go: {groups: {what: at most one}, words: {rest: 'in what, says nothing', act: in what}}
rules:
  act:
    fall: when seat = 2 then alive := false
    count: n := size(fighters)
    all: once for y in everybody then tell seen(who y)
flow:
  - repeat turn:
      - ask go
      - do act
"""


@both_ways
def test_rules_run_for_those_present(trace: bool) -> None:
    toy = toys.program(PRESENT)
    state, _ = toys.begin(toy, {}, {}, {}, trace=trace)
    after, _ = toys.hand_in(toy, state, "act", "act", "act", trace=trace)
    assert [toys.slots(toy, after, name)["n"] for name in "ABC"] == [3, 3, 3]
    assert list(engine.owed(toy, after)) == [0, 2]
    last, events = toys.hand_in(toy, after, "act", "act", trace=trace)
    assert [toys.slots(toy, last, name)["n"] for name in "ABC"] == [2, 3, 2]
    assert toys.told(events) == [("seen", "A"), ("seen", "B"), ("seen", "C")]


def trace_lines(events: tuple[Event, ...], name: str) -> list[dict[str, Any]]:
    return [dict(e.fields) for e in events if e.kind == "trace" and e.name == name]


def test_the_trace_says_which_rule_wrote_what() -> None:
    _, _, events = one_turn(
        """
        slots:
          fighter:
            hp: 0..10 = 9
            rage: 0..9, hidden
        rules:
          act:
            hurt B7 B9: when go has act then foe.hp -= 2
            rise: when go has act then rage += 1
        """,
        "act",
        "rest",
        trace=True,
    )
    rules = trace_lines(events, "rule")
    assert rules[0] == {"rule": "act.hurt", "step": "act", "who": "A", "cites": ["B7", "B9"]}
    writes = [e for e in events if e.name == "write"]
    assert [dict(e.fields) for e in writes] == [
        {"slot": "hp", "who": "B", "old": 9, "new": 7, "rules": ["act.hurt"]},
        {"slot": "rage", "who": "A", "old": 0, "new": 1, "rules": ["act.rise"]},
    ]
    assert [e.audience for e in writes] == [None, frozenset({0})]
    assert {"rule:act.hurt", "rule:act.rise"} <= engine.fired(events)
