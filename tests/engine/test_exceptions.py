"""Exceptions: to definitions, refusals, rules and exceptions; agreement, disagreement, precedence. Each both ways, traced and fast."""

from __future__ import annotations

import pytest
import toys

from densho import engine
from densho.engine import RulesetFault

both_ways = pytest.mark.parametrize("trace", [True, False], ids=["traced", "fast"])

FRAME = """
fighters: 2
kinds: {gem: [ruby, opal, jade]}
slots:
  fighter:
    a: bool
    b: bool
    c: bool
    got: 0..99
    good: bool
    gems: set of gem
    row: list of 0..9
define:
  power: 1
  brave: seat > 5
  share(n of 0..9): n
  allowed: {is: set of gem, value: just ruby}
decisions:
  go: {groups: {what: at most one}, words: {act: in what, rest: 'in what, says nothing'}}
forbid:
  go:
    no_act: choice has act and a
rules:
  act:
    value: got := power + share(3) * 10; good := brave; gems := allowed
    tells: tell told(who me)
flow:
  - repeat turn:
      - ask go
      - do act
"""


def result(exceptions: str, flags: str, trace: bool, act: str = "rest") -> dict[str, object]:
    """A's slots after a turn in which these of its flags were set."""
    toy = toys.program(
        FRAME, "exceptions:\n" + "".join(f"  {line}\n" for line in exceptions.strip().split("\n"))
    )
    state, _ = toys.begin(toy, dict.fromkeys(flags, True), {}, trace=trace)
    after, _ = toys.hand_in(toy, state, act, "rest", trace=trace)
    return toys.slots(toy, after)


GOT = {
    "none": ("x: {changes: power, when: a, to: 5}", "", 31),
    "one": ("x: {changes: power, when: a, to: 5}", "a", 35),
    "base": ("x: {changes: power, when: a, to: base + 6}", "a", 37),
    "agreeing": ("x: {changes: power, when: a, to: 5}\ny: {changes: power, when: b, to: 2 + 3}", "ab", 35),
    "over": ("x: {changes: power, when: a, to: 5}\ny: {changes: power, when: b, to: 7, over: [x]}", "ab", 37),
    "over, not both": ("x: {changes: power, when: a, to: 5}\ny: {changes: power, when: b, to: 7, over: [x]}", "a", 35),
    "over, on top": ("x: {changes: power, when: a, to: 5}\ny: {changes: power, when: b, to: base * 2, over: [x]}", "ab", 40),
    "added last": ("x: {adds to: power, when: b, by: 2}\ny: {changes: power, when: a, to: 5}\nz: {adds to: power, when: a, by: 1}", "ab", 38),
    "parameter": ("x: {changes: share, when: n = 3 and a, to: n + 1}", "a", 41),
    "lifted exception": ("x: {changes: power, when: a, to: 5}\ny: {lifts: x, when: b}", "ab", 31),
    "lift lifted": ("x: {changes: power, when: a, to: 5}\ny: {lifts: x, when: b}\nz: {lifts: y, when: c}", "abc", 35),
    "changed exception": ("x: {changes: power, when: a, to: 5}\ny: {changes: x, when: b, to: 8}", "ab", 38),
}  # fmt: skip


@both_ways
@pytest.mark.parametrize(("exceptions", "flags", "got"), GOT.values(), ids=GOT)
def test_values(exceptions: str, flags: str, got: int, trace: bool) -> None:
    assert result(exceptions, flags, trace)["got"] == got


CONDITIONS = {
    "extended": ("x: {extends: brave, when: a}", "a", True),
    "lifted": ("x: {extends: brave, when: a}\ny: {lifts: brave, when: b}", "ab", False),
    "changed": ("x: {changes: brave, when: a, to: true}", "a", True),
}


@both_ways
@pytest.mark.parametrize(("exceptions", "flags", "good"), CONDITIONS.values(), ids=CONDITIONS)
def test_conditions(exceptions: str, flags: str, good: bool, trace: bool) -> None:
    assert result(exceptions, flags, trace)["good"] is good


@both_ways
def test_sets_are_joined(trace: bool) -> None:
    exceptions = (
        "x: {adds to: allowed, when: a, by: just opal}\ny: {adds to: allowed, when: b, by: just jade}"
    )
    assert result(exceptions, "ab", trace)["gems"] == ["ruby", "opal", "jade"]


DISAGREEING = {
    "two values": ("x: {changes: power, when: a, to: 5}\ny: {changes: power, when: b, to: 6}", ("x", "y")),
    "lifted and changed": ("x: {lifts: brave, when: a}\ny: {changes: brave, when: b, to: true}", ("x", "y")),
    "two replacements": ("x: {replaces: act.tells, when: a, do: row += 1}\ny: {replaces: act.tells, when: b, do: row += 2}", ("x", "y")),
}  # fmt: skip


@both_ways
@pytest.mark.parametrize(("exceptions", "names"), DISAGREEING.values(), ids=DISAGREEING)
def test_disagreement_names_both(exceptions: str, names: tuple[str, str], trace: bool) -> None:
    with pytest.raises(RulesetFault, match="disagree") as raised:
        result(exceptions, "ab", trace)
    assert raised.value.rules == names


REPLACED = {
    "replaced": ("x: {replaces: act.tells, when: a, do: row += 7}", "a", [7], 1),
    "not replaced": ("x: {replaces: act.tells, when: a, do: row += 7}", "", [], 2),
    "lifted": ("x: {lifts: act.tells, when: a}", "a", [], 1),
    "over": ("x: {replaces: act.tells, when: a, do: row += 7}\ny: {replaces: act.tells, when: b, do: row += 8, over: [x]}", "ab", [8], 1),
}  # fmt: skip


@both_ways
@pytest.mark.parametrize(("exceptions", "flags", "row", "told"), REPLACED.values(), ids=REPLACED)
def test_rules(exceptions: str, flags: str, row: list[int], told: int, trace: bool) -> None:
    toy = toys.program(FRAME, "exceptions:\n" + "".join(f"  {line}\n" for line in exceptions.split("\n")))
    state, _ = toys.begin(toy, dict.fromkeys(flags, True), {}, trace=trace)
    after, events = toys.hand_in(toy, state, "rest", "rest", trace=trace)
    assert toys.slots(toy, after)["row"] == row
    assert len(toys.told(events)) == told


REFUSALS = {
    "as it is": ("x: {lifts: no_act, when: b}", "a", ["no_act"]),
    "lifted": ("x: {lifts: no_act, when: b}", "ab", []),
    "extended": ("x: {extends: no_act, when: choice has act and c}", "c", ["no_act"]),
    "extended and lifted": (
        "x: {extends: no_act, when: choice has act and c}\ny: {lifts: no_act, when: b}",
        "bc",
        [],
    ),
}


@pytest.mark.parametrize(("exceptions", "flags", "refusals"), REFUSALS.values(), ids=REFUSALS)
def test_refusals(exceptions: str, flags: str, refusals: list[str]) -> None:
    toy = toys.program(FRAME, "exceptions:\n" + "".join(f"  {line}\n" for line in exceptions.split("\n")))
    state, _ = toys.begin(toy, dict.fromkeys(flags, True), {})
    assert toys.named(toy, state, 0, "act") == refusals


def test_a_guard_sees_the_names_bound_at_its_target() -> None:
    toy = toys.program(
        """
        fighters: 2
        kinds: {gem: [ruby, opal, jade]}
        decisions:
          go: {groups: {what: any}, words: {take: 'in what, of of set of gem'}}
        forbid:
          go:
            dear: for g in go.take when g != opal
        exceptions:
          free: {lifts: dear, when: g = jade}
        flow:
          - repeat turn:
              - ask go
        """
    )
    state, _ = toys.begin(toy)
    assert toys.named(toy, state, 0, "take opal jade") == []
    assert toys.named(toy, state, 0, "take jade ruby") == ["dear"]


OPTIONS = """
fighters: 2
options:
  mode:
    mild: {}
    wild: {exceptions: {x: {changes: power, to: 9}}}
  most: {'2': {}, '5': {}}
slots: {fighter: {got: 0..99}}
define: {power: if option.mode = wild then 1 else 2}
decisions: {go: {groups: {what: at most one}, words: {act: in what}}}
rules: {act: {value: got := power * 10 + option.most}}
flow:
  - repeat turn:
      - ask go
      - do act
"""


@both_ways
@pytest.mark.parametrize(
    ("options", "got"),
    [({}, 22), ({"mode": "wild"}, 92), ({"most": "5"}, 25), ({"mode": "wild", "most": "5"}, 95)],
)
def test_options_are_settled_at_once(options: dict[str, str], got: int, trace: bool) -> None:
    toy = toys.program(OPTIONS, **options)
    state, _ = toys.begin(toy, trace=trace)
    after, _ = toys.hand_in(toy, state, "act", "act", trace=trace)
    assert toys.slots(toy, after)["got"] == got
    assert "option" not in toy.source()


@pytest.mark.parametrize("options", [{"nope": "x"}, {"mode": "tame"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(engine.BadValue):
        toys.program(OPTIONS, **options)


def test_programs_are_kept() -> None:
    assert toys.program(OPTIONS) is toys.program(OPTIONS, mode="mild")
    assert toys.program(OPTIONS) is not toys.program(OPTIONS, mode="wild")
