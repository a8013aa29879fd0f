"""A fight under other rules, with its own choices and dice: the first step that departs, and how it ends then."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.fights.beginning import Wishes, new_fight
from densho.fights.differing import compare, granted
from densho.fights.fight import Fight
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.targets import bundled_folder
from playing import bundled, chosen, fight_of, played

RULESETS = ("bokken", "seven_samurai", "muay_thai", "pojedynek", "goofspiel")
KESA = """
technique: kesa
for: bokken
densho: 1
strikes:
  kesa_cut: {zone: "[x>][x]", after: gedan}
decisions:
  order:
    words: {kesa: in addition}
exceptions:
  slanting: {changes: cut, when: order has kesa, to: kesa_cut}
"""


def house(folder: Path, base: str, text: str) -> ir.Ruleset:
    """A house ruleset with these sections."""
    (folder / "house.yaml").write_text(f'ruleset: house\nversion: "1"\ndensho: 1\nextends: {base}\n{text}\n')
    found = Loader(Cache(None)).load(folder)
    assert found.ruleset is not None, found.diagnostics
    return found.ruleset


@cache
def fight() -> Fight:
    """A steps forward into men, and B is struck."""
    begun = fight_of(
        "bokken",
        seed="1",
        points_to_win="1",
        fighters={"A": {"cell": 5, "stance": "jodan"}, "B": {"cell": 8}},
    )
    return chosen(begun, {"A": "stay", "B": "stay"}, {"A": "forward 1; strike", "B": "stay"})


@pytest.mark.parametrize("name", RULESETS)
def test_under_its_own_rules_a_fight_is_the_same(name: str) -> None:
    one = played(fight_of(name, seed="same"), 12)
    found = compare(one, bundled(name))
    assert found.same
    assert found.before == found.after
    assert not found.other_end


def test_a_rule_that_does_not_come_up_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "kesa.yaml").write_text(KESA)
    folder = bundled_folder("bokken")
    assert folder is not None
    rules = Loader(Cache(None)).load(folder, [tmp_path / "kesa.yaml"]).ruleset
    assert rules is not None
    assert compare(played(fight_of("bokken", seed="rows"), 10), rules).same


def test_the_first_step_that_departs(tmp_path: Path) -> None:
    rules = house(
        tmp_path, "bokken", "rules: {actions: {loud: {when: order has strike, then: tell shout(who me)}}}"
    )
    found = compare(fight(), rules)
    assert found.departs is not None
    assert (found.departs.step, found.departs.what, found.stops) == (2, "shout(who A) is new", None)
    assert found.before == found.after


def test_a_choice_that_would_be_refused_stops_it(tmp_path: Path) -> None:
    rules = house(tmp_path, "bokken", "forbid: {order: {peace: order has strike}}")
    found = compare(fight(), rules)
    assert found.departs == found.stops
    assert found.stops is not None
    assert (found.stops.step, found.stops.what) == (2, "`forward 1; strike` of A is refused by `peace`")
    assert (found.after, found.other_end) == (None, False)


def test_a_start_that_is_no_longer_possible_stops_it_at_once(tmp_path: Path) -> None:
    one = fight()
    record = replace(one.record, fighters=(("A", {"nothing": 1}), ("B", {})))
    found = compare(replace(one, record=record), bundled("bokken"))
    assert found.stops is not None
    assert (found.stops.step, found.stops.what) == (
        0,
        "this fight cannot begin: fighters have no slot `nothing`",
    )


def test_options_and_fighters_may_be_others() -> None:
    one = fight()
    assert compare(one, bundled("bokken"), options={"points_to_win": "3", "no_such": "x"}).other_end
    found = compare(
        one, bundled("bokken"), fighters=(("A", {"cell": 5, "stance": "jodan"}), ("B", {"cell": 14}))
    )
    assert found.departs is not None
    assert (found.departs.step, found.departs.what) == (1, "move(who B, from 14, to 13) is new")


def test_a_row_is_granted_to_everybody() -> None:
    wishes = Wishes(ruleset="bokken", seed="1", fighters=(("A", {"techniques": ["kakegoe"]}), ("B", {})))
    one = new_fight(bundled("bokken"), wishes)
    found = granted(one, bundled("bokken"), "technique", "kakegoe")
    assert found == (("A", {"techniques": ["kakegoe"]}), ("B", {"techniques": ["kakegoe"]}))
    assert compare(one, bundled("bokken"), fighters=found).same
    assert granted(one, bundled("bokken"), "stance", "jodan") == (
        ("A", {"techniques": ["kakegoe"]}),
        ("B", {}),
    )
