"""What a fighter sees, and plain data there and back."""

from __future__ import annotations

from typing import Any

import pytest
import toys

from densho import engine
from densho.engine import BadValue

SECRETS = """
fighters: 2
options: {dice: {open: {}, hidden: {}}}
kinds:
  gem: [ruby, opal]
records:
  spot: {at: 1..9, gem: gem or nothing}
slots:
  arena:
    round: 1.. = 1
    lying: bag of spot
    scratch: 0..9, working
  fighter:
    hp: 0..9 = 5
    rage: 0..9 = seat, hidden
    shy: bool
    tokens: 0..9 = 3, hidden when shy
    dice: bag of 1..6 = bag([seat, 3]), hidden when option.dice = hidden
    rival: fighter or nothing = foe
    club: label = name
    made: gem or nothing, working
    plan: list of part of go up to 3, hidden
    spots: set of spot
    best: spot or nothing
    words: list of 1..9 up to 2
decisions:
  go:
    groups: {path: sequence up to 3, extra: any}
    words:
      step: in path, n of 1..9
      turn: in path
      vow: in extra, hidden
rules:
  act:
    plan: plan := go.path
    spend: when go has vow then rage += 1
    open: hp := hp - 1
    all: made := ruby
    ground: once scratch := 1; round += 1; lying += spot(2, ruby)
flow:
  - repeat turn:
      - ask go
      - do act
"""


def test_secrets_are_absent() -> None:
    toy = toys.program(SECRETS)
    state, _ = toys.begin(toy, {"shy": True}, {})
    own, other, spectator = (
        engine.view(toy, state, 0),
        engine.view(toy, state, 1),
        engine.view(toy, state, None),
    )
    assert own["A"] == {
        "hp": 5, "rage": 1, "shy": True, "tokens": 3, "dice": [1, 3], "rival": "B", "club": "A", "plan": [],
        "spots": [], "best": None, "words": [],
    }  # fmt: skip
    assert set(own["A"]) - set(other["A"]) == {"rage", "tokens", "plan"}
    assert other["A"] == spectator["A"]
    assert own["arena"] == {"round": 1, "lying": []}
    assert engine.full(toy, state)["A"]["made"] is None
    assert engine.full(toy, state)["arena"]["scratch"] == 0


def test_secrets_by_option() -> None:
    toy = toys.program(SECRETS, dice="hidden")
    state, _ = toys.begin(toy)
    assert "dice" in engine.view(toy, state, 0)["A"]
    assert "dice" not in engine.view(toy, state, 0)["B"]


@pytest.mark.parametrize("is_open", [False, True])
def test_choices_handed_in(is_open: bool) -> None:
    text = SECRETS.replace("  go:\n", "  go:\n    open: true\n") if is_open else SECRETS
    toy = toys.program(text)
    state, _ = toys.begin(toy)
    choice = engine.judge(toy, state, 0, "step 2; vow").choice
    assert choice is not None
    half, _ = engine.step(toy, state, {0: choice}, engine.SeededDice(1))
    assert engine.view(toy, half, 0)["A"]["choice"] == "step 2; vow"
    assert engine.full(toy, half)["A"]["choice"] == "step 2; vow"
    assert engine.view(toy, half, 1)["A"].get("choice") == ("step 2" if is_open else None)


def test_lines_of_the_trace_inherit_the_narrowest_audience() -> None:
    toy = toys.program(SECRETS)
    state, _ = toys.begin(toy)
    after, events = toys.hand_in(toy, state, "step 2; turn; vow", "turn")
    assert toys.slots(toy, after)["plan"] == ["step 2", "turn"]
    by_rule = {(e.get("rule"), e.get("who")): e.audience for e in events if e.name == "rule"}
    assert by_rule["act.open", "A"] is None
    assert by_rule["act.spend", "A"] == frozenset({0})
    choices = [(e.get("who"), e.get("choice"), e.audience) for e in events if e.name == "choice"]
    assert choices == [
        ("A", "step 2; turn", None), ("A", "step 2; turn; vow", frozenset({0})), ("B", "turn", None),
    ]  # fmt: skip
    written = {(e.get("slot"), e.get("who")): e.audience for e in events if e.name == "write"}
    assert written["rage", "A"] == frozenset({0})
    assert written["made", "A"] == frozenset()
    assert written["hp", "A"] is None


PLAIN: dict[str, tuple[str, list[Any]]] = {
    "number": ("hp", [0, 9]),
    "counter": ("round", [1, 12345]),
    "bag": ("dice", [[], [1, 1, 6]]),
    "fighter": ("rival", ["A", None]),
    "label": ("club", ["north"]),
    "row": ("made", ["opal", None]),
    "parts": ("plan", [["step 2", "turn", "step 9"], []]),
    "record": ("best", [{"at": 3, "gem": None}, None]),
    "set of records": (
        "spots",
        [[{"at": 1, "gem": None}, {"at": 1, "gem": "ruby"}, {"at": 2, "gem": "opal"}]],
    ),
    "list": ("words", [[9, 1]]),
    "truth": ("shy", [True]),
}


@pytest.mark.parametrize(("slot", "values"), PLAIN.values(), ids=PLAIN)
def test_plain_data_there_and_back(slot: str, values: list[Any]) -> None:
    toy = toys.program(SECRETS)
    type_ = next(s.type for s in toy.rules.slots if s.name == slot)
    for plain in values:
        value = engine.from_plain(toy, type_, plain, ("A", "B"))
        assert engine.to_plain(toy, type_, value, ("A", "B")) == plain


BAD: list[tuple[str, Any]] = [
    ("hp", 10), ("hp", -1), ("hp", "5"), ("hp", True), ("hp", None), ("round", 0), ("round", 2**60), ("dice", 3), ("dice", [7]),
    ("rival", "C"), ("club", ["x"]), ("made", "jade"), ("plan", ["dance"]), ("plan", ["step 1; step 2"]), ("best", {"at": 3}),
    ("best", {"at": 3, "gem": None, "x": 1}), ("best", "x"), ("words", [1, 2, 3]), ("shy", 1),
]  # fmt: skip


@pytest.mark.parametrize(("slot", "plain"), BAD)
def test_what_does_not_fit_is_refused(slot: str, plain: Any) -> None:
    toy = toys.program(SECRETS)
    type_ = next(s.type for s in toy.rules.slots if s.name == slot)
    with pytest.raises(BadValue):
        engine.from_plain(toy, type_, plain, ("A", "B"))
