"""Texts of choices: words and names, arguments, groups, canonical form, what is unreadable and what is refused."""

from __future__ import annotations

import pytest
import toys

from densho import engine

ORDER = """
fighters: 2
kinds:
  stance: {rows: stances}
  weapon: [bow, long_bow]
stances:
  high: {names: {ru: [верхняя стойка, верхняя], en: up}}
  low: {names: {ru: нижняя}}
slots:
  fighter:
    stance: stance = high
    purse: bag of 1..6 = bag([2, 2, 5])
decisions:
  order:
    groups: {move: at most one, action: at most one, extra: any, path: sequence up to 3}
    words:
      stay: in move, says nothing, not beside path
      forward: in move, n of 1..9
      back: in move, n of 1..9 = 1
      strike: in action, flag turning, flag hard
      stance: in action, to of stance, with of weapon or nothing = nothing
      shout: in extra, hidden
      pay: in extra, named coins of 0..20, named dice of bag of 1..6 from purse, or none
      aim: in extra, at of list of 1..40 up to 3
      at: in extra, who of fighter
      step: in path, n of 1..9, adds up
      turn: in path
forbid:
  order:
    too_far: choice.forward + choice.back > 3
    one_move: crowded move
    same: order has stance and order.stance.to = stance
    stayed: order has stay and order has shout
words:
  ru: {order.forward: вперёд, order.strike: [удар мечом, удар], order.strike.turning: с разворота}
flow:
  - repeat turn:
      - ask order
"""


@pytest.fixture(scope="module")
def toy() -> engine.Program:
    return toys.program(ORDER)


READ = {
    "stay": "stay",
    "forward 2": "forward 2",
    "  FORWARD   2 ": "forward 2",
    "Вперед 2": "forward 2",
    "back": "back",
    "back 1": "back",
    "back 2; stay": None,
    "strike": "strike",
    "stay; strike": "strike",
    "strike hard turning": "strike turning hard",
    "удар мечом с разворота": "strike turning",
    "удар": "strike",
    "stance low": "stance low",
    "stance нижняя long_bow": "stance low long_bow",
    "stance low none": "stance low",
    "shout; forward 1": "forward 1; shout",
    "pay coins 3 dice 2 5": "pay coins 3 dice 2 5",
    "pay dice 5 2 coins 3": "pay coins 3 dice 2 5",
    "pay coins 0": "pay none",
    "pay none": "pay none",
    "pay dice 2": "pay dice 2",
    "aim 3 1 2": "aim 3 1 2",
    "at B": "at B",
    "at b": "at B",
    "step 1; turn; step 2; step 3": "step 1; turn; step 5",
    "step 2; strike; turn": "strike; step 2; turn",
}

UNREADABLE = [
    "", "pass", "пас", ";", "forward", "forward 0", "forward 10", "forward x", "forward 2 3", "strike; strike",
    "strike hard hard", "dance", "forward 2;", "stance", "stance middle", "pay", "pay coins", "pay dice", "pay coins 3 coins 4",
    "aim", "at C", "stay; stay", "stay; step 1", "step 9; step 1", "step 1; turn; step 1; turn", "strike; stance low", "1",
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical"), READ.items())
def test_readable_texts_have_one_canonical_spelling(
    toy: engine.Program, text: str, canonical: str | None
) -> None:
    state, _ = toys.begin(toy)
    judgement = engine.judge(toy, state, 0, text)
    assert judgement.choice is not None
    if canonical is not None:
        assert engine.print_choice(toy, "order", judgement.choice, state.names) == canonical
        assert engine.judge(toy, state, 0, canonical).choice == judgement.choice


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_texts(toy: engine.Program, text: str) -> None:
    state, _ = toys.begin(toy)
    judgement = engine.judge(toy, state, 0, text)
    assert judgement.choice is None
    assert judgement.refusals[0].says == "malformed"


REFUSED = {
    "forward 4": ["too_far"],
    "forward 2; back 2": ["too_far", "one_move"],
    "stay; forward 1": ["one_move"],
    "stance high": ["same"],
    "stance up; forward 9": ["too_far", "same"],
    "stay; shout": ["stayed"],
    "shout": [],
    "forward 4; dance": ["malformed", "too_far"],
}


@pytest.mark.parametrize(("text", "refusals"), REFUSED.items())
def test_all_refusals_are_named_in_order(toy: engine.Program, text: str, refusals: list[str]) -> None:
    state, _ = toys.begin(toy)
    assert toys.named(toy, state, 0, text) == refusals


PLACED = """
fighters: 2
decisions:
  order:
    unreadable: shapeless
    groups: {what: at most one, path: sequence up to 2}
    words:
      act: in what, n of 1..9
      rest: in what
      step: in path, n of 1..9
forbid:
  order:
    rests: order has rest
    no_word: unreadable word
    acts: order has act
    no_number: unreadable argument
flow:
  - repeat turn:
      - ask order
"""


@pytest.mark.parametrize(
    ("text", "refusals"),
    [
        ("dance", ["no_word"]),
        ("rest; dance", ["rests", "no_word"]),
        ("act 3; dance", ["no_word", "acts"]),
        ("act x; dance", ["no_word", "acts", "no_number"]),
        ("step x", ["no_number"]),
        ("act 1; rest", ["shapeless", "rests", "acts"]),
        ("step 1; step 2; step 3", ["shapeless"]),
        ("pass", []),
    ],
)
def test_mistakes_of_reading_take_their_place(text: str, refusals: list[str]) -> None:
    toy = toys.program(PLACED)
    state, _ = toys.begin(toy)
    assert toys.named(toy, state, 0, text) == refusals


LIKE = """
fighters: 2
slots:
  fighter:
    debt: 0..9 = 2
    fine: 0..9 = 3
decisions:
  pay:
    owed by: debt > 0
    let: {due: debt}
    groups: {sum: one}
    words: {coins: 'in sum, n of 0..9'}
  penalty:
    like: pay
    owed by: fine > 0
    let: {due: fine}
forbid:
  pay:
    wrong: choice.coins != due
rules:
  paid:
    paid: debt := 0
flow:
  - repeat turn:
      - ask pay
      - do paid
      - ask penalty
"""


def test_a_decision_like_another_has_its_own_let() -> None:
    toy = toys.program(LIKE)
    state, _ = toys.begin(toy)
    assert toys.named(toy, state, 0, "coins 3") == ["wrong"]
    assert toys.named(toy, state, 0, "pass") == ["malformed", "wrong"]
    after, _ = toys.hand_in(toy, state, "coins 2", "coins 2")
    assert engine.owed(toy, after) == {0: "penalty", 1: "penalty"}
    assert toys.named(toy, after, 0, "coins 2") == ["wrong"]
    assert toys.named(toy, after, 0, "coins 3") == []
