"""The overview and the order of a fight: what stands in them, and that every ruleset has them in every language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from densho.showing.flow import steps
from densho.showing.overview import overview
from densho.targets import bundled_ids
from guides import guide_of, shown

GOLDEN = Path(__file__).parent / "golden"


def test_the_overview_tells_everything(golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / "toy.txt", shown(overview(guide_of("toy"))))


def test_the_order_of_a_fight(golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / "toy_steps.txt", shown(steps(guide_of("toy"))))


@pytest.mark.parametrize("name", bundled_ids())
def test_every_ruleset_is_shown_in_every_language(name: str) -> None:
    languages = {language for language, _, _ in guide_of(name).ruleset.texts}
    for language in sorted({*languages, "de"}):
        guide = guide_of(name, language)
        assert shown(overview(guide), 60)
        assert shown(steps(guide))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "bokken",
            [
                "strike (`strikes:`)",
                "  men                [>][x][x]            gedan                      B21 B22",
                "  shieshi   ·        ·    ·      x",
                "  men       x        ·    ·      ·",
                "  x = yes   · = no, since nothing says otherwise",
                "    stay         stand       leaving it out means the same",
                "        needs                             (a place kept free: `at: needs`)",
                "  distance_control [B17]                       what distance control does",
                "                                 * refuse      refuse the order",
                "  shout [B34]        bool               each bout, fades in spending  owner    shout in force",
                "  strikes_at(c of -199..199)     bool               B20 B21",
                "  kakegoe.kept_secret [B34]                       changes `spends`: a shout is not shown before it",
                "  move(who, from, to)         {who} goes from cell {from} to cell {to}",
                "          revealed [B34] – the shout has been heard ← kakegoe.yaml",
            ],
        ),
        (
            "seven_samurai",
            [
                "  lying(cell: 1..99, weapon: weapon) [S61]",
            ],
        ),
        (
            "muay_thai",
            [
                "  jab       ·         x           x          x",
                "   6 teep          –        /!1         /!2         /!4         /!3         –        –",
                "  played, but refused at this start by `must_spend_all`: all",
                "  `mega` is its owner's secret when option.dice_seen = hidden",
                "  owed if `phase = counter and successes + mega > 0`; secret until all have chosen",
                "  refused as `ribbon` is",
                "    roll pool [M2 M3] – for fighters, number pool, of 1..die_faces, into thrown",
            ],
        ),
    ],
)
def test_lines_of_overviews(name: str, lines: list[str]) -> None:
    found = shown(overview(guide_of(name))).splitlines()
    assert [line for line in lines if line not in found] == []


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "seven_samurai",
            [
                "    do evading – those who evade settle ← evasion.yaml, after: ready",
                "      settle [S82 S83] ← evasion.yaml",
                "        when order has evade",
                "    repeat exchange while some y in fighters with y.pending at most 8",
                "      count [S106] ← option stalemate.ten",
            ],
        ),
        (
            "muay_thai",
            [
                "      ask counter – counter-attack [M80 M81 M82]; owed if `phase = counter and successes + mega",
                "        do strike by fighter – the strikes land",
            ],
        ),
    ],
)
def test_lines_of_steps(name: str, lines: list[str]) -> None:
    found = shown(steps(guide_of(name))).splitlines()
    assert [line for line in lines if not any(one.startswith(line) for one in found)] == []
