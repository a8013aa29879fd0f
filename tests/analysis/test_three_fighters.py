"""Nothing leaks among three: what two of them have handed in is no business of the third's."""

from __future__ import annotations

from pathlib import Path

from densho import engine
from densho.analysis.secrecy import Start, check_secrecy
from densho.cache import Cache
from densho.ir import nodes as ir
from densho.loading import Loader

NAMES = ("A", "B", "C")
FIGHTERS = (
    {"cell": 4, "weapon": "katana", "techniques": ["evasion", "iaido"], "sheathed": True},
    {"cell": 7, "facing": "left", "weapon": "yari", "techniques": ["hook"], "team": "red"},
    {"cell": 9, "facing": "left", "weapon": "bow", "stance": "shooting", "nocked": True, "team": "red"},
)

LEAKY = """\
ruleset: leaky
version: "1"
densho: 1
fighters: 3
reasons: [goal]
slots:
  fighter: {cell: 0..9 = 0, luck: "0..3, hidden"}
decisions:
  order:
    groups: {pace: one}
    words: {walk: in pace, pray: in pace}
define:
  blessed: some y in fighters with y.luck > 0
rules:
  move:
    walk: when order has walk then cell += if blessed then 2 else 1
    pray: when order has pray then luck := 1
    home: once for y in fighters when y.cell > 5 then win fight for y by goal
flow:
  - repeat turn:
      - ask order
      - do move
"""


def ruleset(target: str | Path) -> ir.Ruleset:
    found = Loader(Cache(None)).load(target).ruleset
    assert found is not None
    return found


def start(rules: ir.Ruleset, fighters: tuple[dict[str, object], ...]) -> Start:
    program = engine.compile_program(rules)
    types = {slot.name: slot.type for slot in rules.slots if slot.holder == "fighter"}
    given = tuple(
        (name, {slot: engine.from_plain(program, types[slot], plain, NAMES) for slot, plain in slots.items()})
        for name, slots in zip(NAMES, fighters, strict=True)
    )
    return Start(program, engine.Setup(fighters=given, arena={}))


def test_three_samurai() -> None:
    report = check_secrecy([start(ruleset("seven_samurai"), FIGHTERS)], fights=2, decisions=3)
    assert report.decisions == 6
    assert report.variations["choices not yet revealed"] > 20
    assert report.leaks == []


def test_the_machine_would_have_noticed(tmp_path: Path) -> None:
    (tmp_path / "leaky.yaml").write_text(LEAKY, encoding="utf-8")
    report = check_secrecy([start(ruleset(tmp_path), ({}, {}, {}))], fights=4, decisions=6)
    assert {leak.viewer for leak in report.leaks} & {*NAMES}
