"""The fast path and the careful one agree on random rules: the same state and events, or the same fault."""

from __future__ import annotations

import random

import pytest
import toys

from densho import engine
from densho.engine import Program, RulesetFault, State

FRAME = """
fighters: 2..3
present: up
reasons: [won, even]
kinds: {gem: {rows: gems}}
gems: {ruby: {}, opal: {}, jade: {}}
slots:
  arena:
    pot: 0..9 = 4
    last: gem or nothing
    heap: bag of 1..3 = bag([1, 2, 3])
    ring: 0..5 = 2, fades in act, clamped
    shut: bool, fades in act
  fighter:
    up: bool = true
    hp: 0..9 = 5, clamped
    n: -3..9 = seat
    m: 0..9 or nothing
    gem: gem = ruby
    held: set of gem = just ruby
    row: list of gem up to 3 = [jade]
    dice: bag of 1..3 = bag([1, 1, 2])
    hot: bool, fades in act
    warm: 0..9 = seat, fades in act
    aim: fighter or nothing = foe_or_none
    mark: list of 0..9 up to 2, fades in act
define:
  foe_or_none: {is: fighter or nothing, value: first f in everybody with f != me and f.up}
  big: n > 1
  wide(k of 0..9): k + n
decisions:
  go: {groups: {what: any}, words: {act: 'in what, k of 0..3', look: in what}}
flow:
  - repeat turn:
      - ask go
      - do act{by}
"""

CONDITIONS = [
    "big",
    "hp > 3",
    "go has act",
    "go lacks look",
    "first",
    "aim != nothing",
    "held has opal",
    "hot",
    "n mod 2 = 0",
    "gem = ruby",
]
NUMBERS = ["1", "2", "n", "go.act", "size(held)", "wide(2)", "aim.n", "sum f in fighters of f.n", "hp / n"]
GEMS = ["ruby", "opal", "jade", "gem"]
EFFECTS = {
    "pot": ["pot := {n}", "pot += {n}", "pot -= {n}"],
    "last": ["last := {g}"],
    "heap": ["heap += 2", "heap -= 1", "heap -= bag([2, 3])"],
    "ring": ["ring := {n}", "ring += {n}"],
    "shut": ["shut := true"],
    "hp": ["hp -= {n}", "aim.hp -= 1", "hp := {n}", "y.hp += 2"],
    "n": ["n += 1", "n := {n}", "aim.n -= {n}"],
    "m": ["m := {n}", "m := nothing"],
    "gem": ["gem := {g}", "aim.gem := {g}", "y.gem := {g}"],
    "held": ["held += {g}", "held -= {g}", "held := {g}|opal", "aim.held += jade|opal", "held -= ruby|jade"],
    "row": ["row += {g}", "row -= jade", "row += [jade, ruby]", "row := []"],
    "dice": ["dice += 3", "dice -= 1", "aim.dice += bag([1, 2])", "dice := bag([2])"],
    "hot": ["hot := true", "aim.hot := {c}"],
    "warm": ["warm += {n}", "warm := 4", "aim.warm := 4"],
    "aim": ["aim := nothing", "aim := me"],
    "mark": ["mark += 3", "mark := [1]"],
    "up": ["up := {c}"],
    "go": ["go -= look"],
    "tell": ["tell hit(who me, what held, how {n})", "tell me secret(n n)"],
    "end": ["leave turn", "win fight for me by won", "draw fight by even"],
}  # fmt: skip
ARENA = ("pot", "last", "heap", "ring", "shut", "end")


def rule(rng: random.Random) -> str:
    once = rng.random() < 0.2
    kinds = (
        [k for k in EFFECTS if not once or k in ARENA]
        if rng.random() < 0.8
        else ["tell"] * (not once) or ["pot"]
    )
    effects = [rng.choice(EFFECTS[rng.choice(kinds)]) for _ in range(rng.choice([1, 1, 2, 3]))]
    binder = "for y in fighters " if any("y." in e for e in effects) and not once else ""
    effects = [e for e in effects if "y." not in e or binder] or ["pot += 1"]
    guard = "" if once or rng.random() < 0.3 else f"when {rng.choice(CONDITIONS)} then "
    if binder and not guard:
        guard = "then "
    text = "once " if once else ""
    whole = "; ".join(
        e.format(
            n="3" if once else rng.choice(NUMBERS),
            g="opal" if once else rng.choice(GEMS),
            c=rng.choice(CONDITIONS),
        )
        for e in effects
    )
    return f"{text}{binder}{guard}{whole}"


def rules(seed: int) -> str:
    """A ruleset with a few random rules and exceptions in one step."""
    rng = random.Random(seed)
    names = [f"r{i}" for i in range(rng.randint(2, 6))]
    lines = ["rules:", "  act:", *(f"    {name}: {rule(rng)}" for name in names), "exceptions:"]
    lines.append(
        f"  e1: {{changes: big, when: {rng.choice(CONDITIONS[1:])}, to: {rng.choice(CONDITIONS[1:])}}}"
    )
    lines.append(f"  e2: {{adds to: wide, when: {rng.choice(CONDITIONS)}, by: 1}}")
    each = [
        n for n, line in zip(names, lines[2:], strict=False) if "once" not in line and "for y" not in line
    ]
    if each:
        lines.append(f"  e3: {{lifts: act.{rng.choice(each)}, when: {rng.choice(CONDITIONS)}}}")
        lines.append(
            f"  e4: {{replaces: act.{rng.choice(each)}, when: {rng.choice(CONDITIONS)}, do: n += 1}}"
        )
    return FRAME.replace("{by}", rng.choice(["", " by fighter"])) + "\n".join(lines) + "\n"


def outcome(toy: Program, state: State, choices: dict[int, engine.Choice], trace: bool) -> object:
    try:
        after, events = engine.step(toy, state, choices, engine.SeededDice(1), trace=trace, judged=True)
    except RulesetFault as fault:
        return fault.message, fault.rules
    return after, tuple(e for e in events if e.kind != "trace")


@pytest.mark.parametrize("seed", range(60))
def test_random_rules(seed: int) -> None:
    found = toys.loaded(rules(seed))
    if found is None:
        pytest.skip("a ruleset with mistakes")
    toy = engine.compile_program(found)
    rng = random.Random(seed)
    state, _ = toys.begin(
        toy, *[{"n": rng.randint(0, 3), "hp": rng.randint(0, 9)} for _ in range(rng.choice([2, 3]))]
    )
    for _ in range(6):
        choices = {seat: engine.sample(toy, state, seat, rng) for seat in engine.owed(toy, state)}
        careful, fast = outcome(toy, state, choices, True), outcome(toy, state, choices, False)
        assert careful == fast
        if not choices or not isinstance(careful[0], State) or careful[0].outcome is not None:  # type: ignore[index]
            return
        state = careful[0]  # type: ignore[index]
