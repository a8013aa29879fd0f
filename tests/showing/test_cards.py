"""Cards: each thing that has a name has one, found by its id, by its full name and by its names in the ruleset's languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.ir import nodes as ir
from densho.showing.finding import NothingSoCalled, named, names, things_of
from densho.showing.guide import Guide
from densho.showing.written import Written
from densho.targets import bundled_ids
from guides import guide_of, shown

GOLDEN = Path(__file__).parent / "golden"


def card(ruleset: str, name: str, language: str = "en") -> str:
    return shown(named(guide_of(ruleset, language), name))


@pytest.mark.parametrize(
    ("ruleset", "name"), [("bokken", "kakegoe"), ("seven_samurai", "yari"), ("seven_samurai", "evasion")]
)
def test_a_card_is_made_of_the_data(ruleset: str, name: str, golden: Callable[[Path, str], None]) -> None:
    text = re.sub(r"\.yaml:\d+", ".yaml:N", card(ruleset, name))
    golden(GOLDEN / f"{name}.txt", text.replace(spelt(ruleset, name), "  (its names)"))


def spelt(ruleset: str, name: str) -> str:
    """The line with a row's names in all languages."""
    return next(line for line in card(ruleset, name).splitlines() if " · ja: " in line)


def test_a_card_in_another_language() -> None:
    lines = card("seven_samurai", "копьё", "ru").splitlines()
    assert lines[0] == "yari – яри"
    assert any(line.split()[:3] == ["имя", "укол", "яри,"] for line in lines)
    assert any("[>][ ][ ][ ][x]" in line for line in lines)


@pytest.mark.parametrize("ruleset", bundled_ids())
def test_everything_that_has_a_name_has_a_card(ruleset: str) -> None:
    things = tuple(things_of(guide_of(ruleset)))
    assert [thing.path for thing in things if not shown(thing.card())] == []
    assert {thing.path.rpartition(".")[2] for thing in things} == set(names(guide_of(ruleset)))


@pytest.mark.parametrize(
    ("ruleset", "name", "lines"),
    [
        (
            "bokken",
            "steps_ahead",
            ["  stance.forward", "    changes `steps_ahead` of the base when struck: 1"],
        ),
        ("bokken", "order.after_strike", ["refusal of `order` [B23] · bokken.yaml:", "  struck and shifts"]),
        ("bokken", "actions.touch", ["  when lands then tell hit(who me, target foe)"]),
        ("bokken", "needs", ["  kept free for files: `at: needs`"]),
        ("bokken", "beside_stance", ["  lifts `technique_excludes_stance` of the base when t = kakegoe"]),
        ("bokken", "тень", []),
        ("bokken", "дзёдан", ["jodan", "  en: jodan, high · ja: 上段"]),
        ("bokken", "distance_control", ["  with all that `stop` brings", "  walks and closed(aim)"]),
        ("seven_samurai", "walk", ["  forward: pos: pos + face.sign * part.n, cost: cost + part.n"]),
        (
            "seven_samurai",
            "katana",
            ["  cells struck (zone)           [>][ ][x][x]", "  clash rank (rank)             2"],
        ),
        ("seven_samurai", "lying", ["lying(cell: 1..99, weapon: weapon) [S61]"]),
        ("muay_thai", "hp", ["  0..99 = min(6, max_hp), clamped to 0..max_hp", "Written by"]),
        ("muay_thai", "clinch_broken", ["  told as: the clinch breaks"]),
        ("pojedynek", "tie_withdraw", ["tie_withdraw = own"]),
        ("toy", "no_boast", ["  number 3 of 3 in the order of precedence"]),
    ],
)
def test_lines_of_cards(ruleset: str, name: str, lines: list[str]) -> None:
    if not lines:
        with pytest.raises(NothingSoCalled):
            card(ruleset, name)
        return
    found = card(ruleset, name).splitlines()
    assert [line for line in lines if not any(one.startswith(line) for one in found)] == []


def test_a_full_name_shows_one_thing_alone() -> None:
    assert card("bokken", "strike").count("\nword of `order`") == 1
    assert "\nword of `order`" not in card("bokken", "kind.strike")


def test_what_a_file_brings_is_shown_on_its_card() -> None:
    """The word `kakegoe` is told of on the technique's card, not on one of its own besides."""
    assert card("bokken", "kakegoe").count("\nkakegoe") == 0


@pytest.mark.parametrize("ruleset", [*bundled_ids(), "toy"])
def test_everything_declared_is_found_in_its_file(ruleset: str) -> None:
    """The author's text of each declaration is there to be shown."""
    guide = guide_of(ruleset)
    core = guide.ruleset
    items: tuple[ir.Node, ...] = (
        *core.definitions, *core.folds, *core.rules, *core.exceptions, *core.rolls, *core.invariants, *core.relations, *core.slots,
        *(one for decision in core.decisions for one in (decision, *decision.refusals, *decision.words)),
    )  # fmt: skip
    assert [item for item in items if guide.entry(item) is None] == []


def test_without_the_files_the_core_is_shown() -> None:
    known = guide_of("bokken")
    guide = Guide(known.tongue, Written(), known.locate)
    assert "lifts `technique_excludes_stance` of the base" in shown(named(guide, "kakegoe"))
