"""What may stand under `invariants:`, and when it counts as kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho import engine
from densho.cache import Cache
from densho.exploring.fight import Fight, Step
from densho.exploring.promises import breaches
from densho.exploring.replaying import replay
from densho.ir import nodes as ir
from densho.loading import Loader

TEXT = """\
ruleset: tiny
densho: 1
version: "1"
fighters: 2
reasons: [goal]
kinds:
  side: {{rows: sides, columns: {{sign: -1..1, other: side}}}}
sides:
  east: {{sign: 1, other: west}}
  west: {{sign: -1, other: east}}
slots:
  arena:
    length: 1..20 = 9
  fighter:
    cell: 0..20 = if first then 1 else 9
    facing: side = if first then east else west
    purse: 0..9 = 3
    spent: 0..9
decisions:
  order:
    groups: {{pace: one}}
    words: {{walk: in pace, rest: in pace, pay: in pace}}
define:
  goal_cell: if first then {goal} else 1
rules:
  move:
    walk: when order has walk then cell += facing.sign
    pay: when order has pay and purse > 0 then purse -= 1; spent += 1
    home: when cell = goal_cell and foe.cell != foe.goal_cell then win fight for me by goal
    both: when cell = goal_cell and foe.cell = foe.goal_cell then draw fight by goal
flow:
  - repeat turn:
      - ask order
      - do move
invariants:
  promise P1: {promise}
"""


def load(tmp_path: Path, promise: str, goal: int = 9) -> ir.Ruleset:
    (tmp_path / "tiny.yaml").write_text(TEXT.format(promise=promise, goal=goal), encoding="utf-8")
    found = Loader(Cache(None)).load(tmp_path)
    assert found.ruleset is not None, found.diagnostics
    return found.ruleset


@pytest.mark.parametrize(
    ("promise", "goal", "broken"),
    [
        ("purse + spent = 3", 9, None),
        ("purse > 2", 9, "`promise` does not hold for A"),
        ("foe.purse > 2", 9, "`promise` does not hold for B"),
        ("every f in fighters with f.cell in 1..length", 9, None),
        ("length < 9", 9, "`promise` does not hold"),
        ("{conserved: purse + spent}", 9, None),
        ("{conserved: purse}", 9, "`promise` is not conserved: 3 has become 2 (A)"),
        ("{conserved: sum f in fighters of f.cell}", 9, "`promise` is not conserved: 10 has become 11"),
        ("{ends within: 2}", 9, "`promise`: after 2 decisions the fight goes on"),
        ("{ends within: 5}", 9, None),
        ("{mirrored: {cell: length + 1 - cell, facing: facing.other}}", 9, None),
        (
            "{mirrored: {facing: facing.other}}",
            9,
            "`promise`: with the seats exchanged `A.cell` is 9 and not 1",
        ),
        (
            "{mirrored: {cell: length + 1 - cell, facing: facing.other}}",
            2,
            "`promise`: with the seats exchanged nobody yet wins and not A",
        ),
    ],
)
def test_promises(tmp_path: Path, promise: str, goal: int, broken: str | None) -> None:
    rules = load(tmp_path, promise, goal)
    steps = tuple(Step(choices=(("A", text), ("B", "rest"))) for text in ("pay", "rest", "walk", "rest"))
    played = replay(rules, Fight(fighters=(("A", ()), ("B", ())), steps=steps))
    assert played is not None
    found = [str(one.message) for one in breaches(played)]
    assert found[:1] == ([] if broken is None else [broken])


def test_a_condition_that_reads_me_holds_for_every_fighter(tmp_path: Path) -> None:
    rules = load(tmp_path, "cell < 9")
    program = engine.compile_program(rules)
    state, _ = engine.start(program, engine.Setup((("A", {}), ("B", {}))), engine.SeededDice(1))
    assert engine.invariants_broken(program, state) == ("promise",)
    assert engine.promised(program, state, 0) == {"A": True, "B": False}
