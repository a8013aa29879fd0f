"""Faults of rules say where and what to do; they do not hide what is wrong with a choice, and cost does not grow with how often definitions read one another."""

from __future__ import annotations

import pytest
import toys

from densho import engine
from densho.engine import RulesetFault
from densho.source import Source

both_ways = pytest.mark.parametrize("trace", [True, False], ids=["traced", "fast"])

HEAD = """
fighters: 2
reasons: [done]
decisions:
  go: {groups: {what: at most one}, words: {act: in what}}
slots:
  fighter:
    n: 0..9 = 3
    far: 0.. = 999999999
"""
TURN = "flow:\n  - repeat turn:\n      - ask go\n      - do act\n"
GROW = "rules:\n  act:\n    grow: n := 4\n"


@both_ways
@pytest.mark.parametrize(
    ("sections", "message", "underlined", "help_"),
    [
        (
            "flow:\n  - ask go\n  - do act\n" + GROW,
            "the fight ends without a verdict",
            "act",
            "some rule has to say `win fight for E by R`",
        ),
        (
            "flow:\n  - ask go\n  - repeat loop while n_low:\n      - do act\n"
            "define: {n_low: no f in fighters with f.n > 4}\n" + GROW,
            "the block `loop` goes on without end",
            "loop",
            "let a rule say `leave loop`",
        ),
        (
            "flow:\n  - repeat turn at most 1:\n      - ask go\n      - do act\n" + GROW,
            "the block `turn` repeats more than 1 time",
            "turn",
            "what is done once is a `block turn:`",
        ),
        (
            TURN + "rules:\n  act:\n    grow: n := size(1..far) mod 9\n",
            "the range 1..999999999 is too long",
            "1..far",
            "compare with its ends",
        ),
    ],
)
def test_faults_have_a_place_and_a_remedy(
    sections: str, message: str, underlined: str, help_: str, trace: bool
) -> None:
    toy = toys.program(HEAD, sections)
    text = Source("toy.yaml", toys.FRAME + HEAD + sections).text
    state, _ = toys.begin(toy, trace=trace)
    with pytest.raises(RulesetFault) as caught:
        toys.hand_in(toy, state, "act", "act", trace=trace)
    (span, *_) = caught.value.spans
    assert str(caught.value) == message
    assert text[span.start : span.end] == underlined
    assert any(help_ in one for one in caught.value.help)


JUDGED = """
fighters: 2
decisions:
  go:
    groups: {what: at most one, how: any}
    words: {act: in what, rest: in what, n: 'in how, n of 0..'}
slots:
  fighter:
    far: 0.. = 999999999
flow:
  - repeat turn:
      - ask go
      - do act
forbid:
  go:
    crowd: crowded what
    much: choice.n > 5
    faulty: choice has act and size(1..far) > 3
rules:
  act:
    turn: far := 999999999
"""


@pytest.mark.parametrize("trace", [True, False])
@pytest.mark.parametrize(
    ("text", "refusals"),
    [
        ("act; rest", ["crowd"]),
        ("act; n 6", ["much"]),
        ("act; nn", ["malformed"]),
        ("n 9999999999999999", ["much"]),
        ("n 99999999999999999999999999999999", ["much"]),
        ("rest; n 5", []),
    ],
)
def test_what_is_refused_already_is_no_fault(text: str, refusals: list[str], trace: bool) -> None:
    toy = toys.program(JUDGED)
    state, _ = toys.begin(toy)
    found = engine.judge(toy, state, 0, text, trace=trace)
    assert [one.says for one in found.refusals] == refusals


def test_a_fault_of_a_refusal_has_its_place() -> None:
    toy = toys.program(JUDGED)
    state, _ = toys.begin(toy)
    with pytest.raises(RulesetFault, match="too long") as caught:
        engine.judge(toy, state, 0, "act")
    (span,) = caught.value.spans
    assert (toys.FRAME + JUDGED)[span.start : span.end] == "1..far"


MANY = 40
DOUBLED = (
    "define:\n"
    + "".join(f"  k{i}: k{i + 1} - k{i + 1} + k{i + 1}\n" for i in range(MANY))
    + f"  k{MANY}: n\n"
)


@both_ways
@pytest.mark.parametrize("whose", ["n", "arena.m"])
def test_definitions_are_reckoned_once_a_state(whose: str, trace: bool) -> None:
    defined = DOUBLED.replace(f"k{MANY}: n", f"k{MANY}: {whose}")
    slots = HEAD.replace("slots:\n", "slots:\n  arena: {m: 0..9 = 3}\n")
    toy = toys.program(slots, TURN, defined, "rules:\n  act:\n    grow: n := (k0 + 1) mod 7\n")
    state, _ = toys.begin(toy, trace=trace)
    for turn in (1, 2):
        state, events = toys.hand_in(toy, state, "act", "act", trace=trace)
        assert toys.slots(toy, state)["n"] == (3 + turn if whose == "n" else 4)
        if trace:
            assert {f"define:k{i}" for i in range(MANY + 1)} <= engine.fired(events)
