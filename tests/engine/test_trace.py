"""What a trace tells: exceptions only where they made a difference, relations by the pairs that were asked about."""

from __future__ import annotations

import random

import pytest
import toys

from densho import engine
from densho.cache import Cache
from densho.engine import SeededDice, Setup
from densho.loading import Loader
from densho.targets import bundled_folder

FRAME = """
fighters: 2
kinds: {gem: [ruby, opal, jade]}
relations:
  beats(gem, gem):
    - ruby beats opal|jade
    - opal not beats ruby
    - otherwise no
slots:
  fighter:
    a: bool
    gem: gem or nothing = ruby
    got: 0..99
    good: bool
    far: 0..99
    secret: 0..9 = 3, hidden
    known: 0..9, hidden
define:
  power: inner
  inner: 1
  guess: secret
  brave: seat > 5
folds:
  way(o of go):
    over: o.path
    start: {sum: 0..99 = 0}
    step: {sum: sum + part.n}
decisions:
  go: {groups: {path: sequence up to 3}, words: {step: 'in path, n of 1..9'}}
flow:
  - repeat turn:
      - ask go
      - do act
rules:
  act:
    value: got := power; good := brave; far := way(go).sum; known := guess
    lucky: when secret = 3 and a then tell me lucky(who me)
    meet: when beats(gem, foe.gem) then tell met(who me)
"""


def traced(exceptions: str, foe: str = "ruby", **slots: object) -> tuple[list[str], frozenset[str]]:
    """The exceptions that the trace of a turn tells of, and all that it names."""
    lines = "".join(f"  {line}\n" for line in exceptions.split("\n"))
    toy = toys.program(FRAME, f"exceptions:\n{lines}" if exceptions else "")
    state, _ = toys.begin(toy, slots, {"gem": foe})
    after, events = toys.hand_in(toy, state, "step 2; step 3", "pass")
    assert toys.slots(toy, after)["far"] == 5
    return [e.rule for e in events if e.name == "exception"], engine.fired(events)


IDLE = {
    "the same value": "x: {changes: power, when: a, to: 1}",
    "base": "x: {changes: power, when: a, to: base}",
    "lifts what does not hold": "x: {lifts: brave, when: a}",
    "adds nothing": "x: {adds to: power, when: a, by: 0}",
    "two that agree with the base": "x: {changes: power, when: a, to: 1}\ny: {changes: power, when: seat > 5, to: 7}",
}


@pytest.mark.parametrize("exceptions", IDLE.values(), ids=IDLE)
def test_an_exception_without_a_difference_applied_and_is_not_told(exceptions: str) -> None:
    told, names = traced(exceptions, a=True)
    assert told == []
    assert "exception:x" in names
    assert "exception:y" not in names


ACTIVE = {
    "another value": "x: {changes: power, when: a, to: 2}",
    "extends": "x: {extends: brave, when: a}",
    "adds": "x: {adds to: power, when: a, by: 2}",
    "one of two": "x: {changes: power, when: a, to: 2}\ny: {changes: power, when: seat > 5, to: 7}",
}


@pytest.mark.parametrize("exceptions", ACTIVE.values(), ids=ACTIVE)
def test_an_exception_that_makes_a_difference_is_told(exceptions: str) -> None:
    assert traced(exceptions, a=True)[0] == ["x"]
    assert traced(exceptions)[0] == []


def test_a_lifted_rule_is_told_only_where_it_would_have_happened() -> None:
    lifting = "x: {lifts: act.meet, when: a}"
    assert traced(lifting, a=True, gem="ruby")[0] == []
    assert traced(lifting, "opal", a=True)[0] == ["x"]


def test_a_base_that_contradicts_itself_is_no_fault_where_it_does_not_count() -> None:
    exceptions = (
        "one: {changes: inner, when: a, to: 2}\n"
        "two: {changes: inner, when: a, to: 3}\n"
        "x: {changes: power, when: a, to: 9}"
    )
    told, names = traced(exceptions, a=True)
    assert told == ["x"]
    assert "define:inner" not in names or "exception:one" not in names


SECRET = {
    "the base": ("x: {changes: guess, when: a, to: 5}", frozenset({0})),
    "nothing": ("x: {changes: power, when: a, to: 5}", None),
    "the guard": ("x: {changes: power, when: secret = 3, to: 5}", frozenset({0})),
    "another's guard": (
        "x: {changes: power, when: a, to: 5}\ny: {lifts: x, when: secret > 8}",
        frozenset({0}),
    ),
    "the rule": ("x: {lifts: act.lucky, when: a}", frozenset({0})),
}


@pytest.mark.parametrize(("exceptions", "audience"), SECRET.values(), ids=SECRET)
def test_a_difference_is_told_to_those_who_may_know_what_it_depends_on(
    exceptions: str, audience: frozenset[int] | None
) -> None:
    lines = "".join(f"  {line}\n" for line in exceptions.split("\n"))
    toy = toys.program(FRAME, f"exceptions:\n{lines}")
    state, _ = toys.begin(toy, {"a": True}, {})
    _, events = toys.hand_in(toy, state, "step 2", "pass")
    told = [event for event in events if event.name == "exception" and event.get("who") == "A"]
    assert [(event.rule, event.audience) for event in told] == [("x", audience)]


def test_relations_and_folds_are_named() -> None:
    _, names = traced("")
    assert {name for name in names if name.startswith("relation:")} == {"relation:beats:ruby:ruby"}
    assert "fold:way" in names
    _, names = traced("", gem=None)
    assert not any(name.startswith("relation:") for name in names)
    _, names = traced("", gem="opal")
    assert {name for name in names if name.startswith("relation:")} == {
        "relation:beats:opal:ruby",
        "relation:beats:ruby:opal",
    }


def test_lines_of_a_relation_know_their_pairs() -> None:
    (relation,) = toys.ruleset(FRAME).relations
    assert [line.pairs for line in relation.lines] == [((0, 1), (0, 2)), ((1, 0),), ()]
    assert relation.decided == {(0, 1), (0, 2), (1, 0)}


def test_whom_a_line_is_for_may_itself_ask_for_exceptions() -> None:
    """Hidden conditions are reckoned while the lines of exceptions are told, and have exceptions of their own."""
    folder = bundled_folder("pojedynek")
    assert folder is not None
    ruleset = Loader(Cache(None)).load(folder).ruleset
    assert ruleset is not None
    options = {
        "both_zero": "both_die",
        "all_lost": "next_round",
        "keep_shortfall": "other_type",
        "hands": "open",
    }
    program = engine.compile_program(ruleset, options)
    fighters = {
        "A": {
            "kenjutsu": 2,
            "kiai": 0,
            "weapon": "wakizashi",
            "armour": True,
            "shuriken": True,
            "available": 3,
        },
        "B": {"kenjutsu": 3, "kiai": 3, "weapon": "ninjato"},
    }
    types = {slot.name: slot.type for slot in ruleset.slots if slot.holder == "fighter"}
    setup = Setup(
        fighters=tuple(
            (
                name,
                {
                    slot: engine.from_plain(program, types[slot], value, ("A", "B"))
                    for slot, value in slots.items()
                },
            )
            for name, slots in fighters.items()
        ),
        arena={},
    )
    told = set()
    for seed in range(60):
        rng = random.Random(seed)
        dice = SeededDice(seed)
        state, events = engine.start(program, setup, dice)
        while state.outcome is None:
            told |= {event.get("exception") for event in events if event.name == "exception"}
            chosen = {seat: engine.sample(program, state, seat, rng) for seat in engine.owed(program, state)}
            state, events = engine.step(program, state, chosen, dice, judged=True)
    assert told
