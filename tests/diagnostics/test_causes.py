"""One slip is one problem, with its remedy: at the cause, in the words of the language, and without what only follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.diagnostics.model import Diagnostic
from densho.targets import find_targets

TEXT = """\
ruleset: cause
version: "1"
densho: 1
fighters: 2
reasons: [goal, late]
options: {line: {"3": {}, "5": {exceptions: {slow: {changes: home_cell, to: 4}}}}}
kinds:
  land: [dry, wet]
  pose: {rows: poses, columns: {zone: set of -9..9, weight: 0..3 = 1}}
  feat: {rows: feats, in files: true, order: [leap]}
poses:
  low P1: {zone: "[>][x]", weight: 2, names: {en: low}}
  high P36: {zone: "[ ][>][x]", names: {en: high}}
relations:
  beats(pose, pose) P3:
    - low beats high
    - otherwise no
slots:
  arena:
    land: land = dry
    count: 0..
  fighter:
    cell P36: 0..9 = 0
    awake: bool = true
    used: list of pose up to 9
    dan: 0..9 = 1
    pose: pose = high
    feats: set of feat
decisions:
  order P2:
    groups: {pace: one, extra: at most one}
    words:
      walk: in pace
      rest: in pace, not beside push
      bend: in pace, to of pose
      push: in extra
define:
  home_cell P4: 3 + pose.weight
  ready P5: awake and cell < home_cell
flow:
  - repeat turn:
      - ask order
      - do move
      - do late
rules:
  move:
    walk P36: when order has walk and awake then cell += 1; tell walked(who me, target foe)
    bend: when order has bend then pose := order.bend.to; used += order.bend.to
    rising: when not (awake and cell = 3) then dan := if first then 2 else 1
    tired: awake := true
    noted: for t in used when t = low then count += 1
    home: when pose.zone has 1 and ready and beats(pose, foe.pose) and land = wet then win fight for me by goal
    both: when cell = 3 and foe.cell = 3 then draw fight by late
  late:
    some: once when some y in fighters with y.cell = 9 then draw fight by goal
exceptions:
  e1: {changes: home_cell, when: awake, to: 4}
words:
  en: {slot.cell: cell, order.walk: walk, reason.goal: goal}
  ru: {slot.cell: клетка}
"""
FEAT = """\
feat: leap
for: cause
densho: 1
decisions: {order: {words: {leap: in extra}}}
exceptions: {leaping: {adds to: home_cell, when: order has leap and leap in feats, by: 1}}
words: {en: {order.leap: leap}}
"""
ALONE = ("unused-name", "missing-words", "unreachable-row")


def problems(folder: Path, text: str) -> list[tuple[Diagnostic, str]]:
    """All errors, and warnings that say something of texts, with what they underline."""
    (folder / "cause.yaml").write_text(text, encoding="utf-8")
    (folder / "leap.yaml").write_text(FEAT, encoding="utf-8")
    checked = check_targets(find_targets(str(folder)), Cache(None))
    return [
        (one, checked.texts[one.span.path].text[one.span.start : one.span.end])
        for one in checked.diagnostics
        if one.slug not in ALONE
    ]


def test_the_text_itself_has_no_problem(tmp_path: Path) -> None:
    assert problems(tmp_path, TEXT) == []


CAUSES = [
    ("slots:", "slot:", "unknown-section", "slot"),
    ("kinds:", "kind:", "unknown-section", "kind"),
    ("define:", "defines:", "unknown-section", "defines"),
    ("decisions:", "decision:", "unknown-section", "decision"),
    ("rules:", "rule:", "unknown-section", "rule"),
    ("flow:", "flwo:", "unknown-key", "flwo"),
    ("reasons:", "teasons:", "unknown-key", "teasons"),
    ("  order P2:", "  oder P2:", "missing-key", "order"),
    ("\nruleset:", "\nrulest:", "unknown-header", "rulest"),
    ("- repeat turn:", "- repaet turn:", "syntax", "repaet"),
    ("- do move", "- do mоve", "look-alike", "mоve"),
    ("slots:", "slоts:", "unknown-section", "slоts"),
    ("  dan: 0..9", "  dann: 0..9", "unknown-name", "dan"),
    ("    cell P36:", "    сell P36:", "look-alike", "сell"),
    ("define:\n", "rolls: {}\nslots:\n", "duplicate-key", "slots"),
    ("  move:\n", "  move P7:\n", "bad-head", "P7"),
]


@pytest.mark.parametrize(("old", "new", "slug", "underlined"), CAUSES)
def test_what_follows_is_not_told(tmp_path: Path, old: str, new: str, slug: str, underlined: str) -> None:
    text = f"\n{TEXT}"
    assert text.count(old) >= 1
    found = problems(tmp_path, text.replace(old, new, 1)[1:])
    assert [(one.slug, under) for one, under in found] == [(slug, underlined)]


REMEDIES = [
    ("cell P36:", "cell P３6:", "look-alike", "P３6", "write `P36`"),
    ("walk P36:", "walk Р36:", "look-alike", "Р36", "write `P36`"),
    ("late:\n    some", "late S4:\n    some", "bad-head", "S4", "take `S4` away"),
    ("repeat turn:", "repeat turn S4:", "bad-head", "S4", "take `S4` away"),
    ("    words:\n", "    words S4:\n", "unknown-key", "words S4", "write `words`"),
    ("cell = 3)", "cell += 3)", "wrong-assignment", "+=", "write `=` to compare"),
    ("{exceptions:", "{exceptons:", "unknown-section", "exceptons", "did you mean `exceptions`?"),
    ("- do late", "* do late", "yaml-syntax", "*", "write `- `"),
    ("0..9 = 1", "0..9 != 1", "bad-declaration", "!= 1", "write `0..9 = …`"),
    ("0..9 = 1", "0..9 := 1", "bad-declaration", ":= 1", "write `0..9 = …`"),
    ("bool = true", "bool >= true", "bad-declaration", ">= true", "write `bool = …`"),
    ("me, target foe", "me target foe", "bad-effect", "target", "divide fields by commas: `who me, to goal`"),
    ("t in used when t = low then", "t in used do", "syntax", "do", "did you mean `then`?"),
    ("not beside push", "beside push", "bad-declaration", "beside", "write `not beside a|b`"),
    (
        "slots:",
        "slоts:",
        "unknown-section",
        "slоts",
        "`о` is a Cyrillic letter that only looks like a Latin one",
    ),
    ("walk and awake", "walk adn awake", "syntax", "adn", "did you mean `and`?"),
    ("walk and awake", "walk annd awake", "syntax", "annd", "did you mean `and`?"),
    ("2 else 1", "2 eelse 1", "syntax", "eelse", "did you mean `else`?"),
    ("first then 2", "first tthen 2", "syntax", "tthen", "did you mean `then`?"),
    ("once when", "noce when", "syntax", "noce", "did you mean `once`?"),
    ("if first", "fi first", "syntax", "fi", "did you mean `if`?"),
    ("order has walk", "order have walk", "syntax", "have", "did you mean `has`?"),
    ("some y in", "some y inn", "syntax", "inn", "did you mean `in`?"),
    ("list of", "list off", "syntax", "off", "did you mean `of`?"),
    ("dan: 0..9 = 1", "dan: 0..9 = 1, eakh turn", "syntax", "eakh", "did you mean `each`?"),
    ("awake := true", "awake := treu", "unknown-name", "treu", "did you mean `true`?"),
    ("awake := true", "awake := yes", "unknown-name", "yes", "write `true`"),
    ("cell < home_cell", "foe.pose != nothnig", "unknown-name", "nothnig", "did you mean `nothing`?"),
    ("dan := if", "dan = if", "wrong-assignment", "=", "write `:=`"),
    ("when t = low", "when low = used", "wrong-type", "low = used", "write `in`"),
    ("to: 4}\nwords:", "to: 4}", "unknown-key", "en", "is `words:` missing above it?"),
    ("order: [leap]", "order: [leap, wet]", "not-a-row", "wet", "take it away"),
    (
        "walk: walk,",
        "walk: go, order.rest: Go,",
        "spelt-alike",
        "order.rest",
        "give one of them another name",
    ),
    ("order.walk:", 'telling.walked: "{ who } goes", order.walk:', "unknown-text", "{ who }", "`{who}`"),
    ("order.walk:", 'telling.walked: "who} goes", order.walk:', "unknown-text", "}", "stands in braces"),
]


@pytest.mark.parametrize(("old", "new", "slug", "underlined", "remedy"), REMEDIES)
def test_the_remedy_is_told(
    tmp_path: Path, old: str, new: str, slug: str, underlined: str, remedy: str
) -> None:
    assert old in TEXT
    found = problems(tmp_path, TEXT.replace(old, new, 1))
    assert [(one.slug, under) for one, under in found] == [(slug, underlined)]
    assert remedy in found[0][0].help[0]


def test_preludes_are_told_of_last(tmp_path: Path) -> None:
    """What is missing in a prelude is missing because of the ruleset: its own mistakes come first, wherever it lies."""
    text = TEXT.replace("fighters: 2", "fighters: 2\nuses: [strip]").replace(
        "cell < home_cell", "cel < home_cell"
    )
    places = [Path(one.span.path).name for one, _ in problems(tmp_path, text)]
    assert places == sorted(places, key=lambda name: name == "strip.yaml")
    assert {"cause.yaml", "strip.yaml"} <= set(places)
