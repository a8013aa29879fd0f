"""Dossiers of four techniques: two unbalanced on purpose, a copy in disguise, and one that is as it should be."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import cast

import pytest

from densho.analysis.win_rates import Arm, Rate, WinRates
from densho.cache import Cache
from densho.campaigns.asking import Form, Question, Rules
from densho.data import data_path
from densho.diagnostics.model import Report
from densho.dossier import Made, make, making
from densho.dossier.document import WEIGHTS
from densho.dossier.examined import Examined
from densho.dossier.playing import wins
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.messages import Text
from densho.surface.reader import read_source

TECHNIQUES = Path(__file__).parent / "techniques"
HOUSE = 'ruleset: our\nversion: "1"\ndensho: 1\nextends: bokken\n'
SEVERAL = ("strikes.yaml", "parries.yaml")
STRANGER = "<script>alert(1)</script> [b]`x`[/b] \x1b[31m"


@cache
def dossier(name: str, language: str = "en", budget: float = 6, house: str = "") -> Made:
    """The dossier of a technique, as a campaign of bokken would ask for it; `house`: what its house rules say besides."""
    folder = Path(mkdtemp())
    for side in ("before", "after"):
        (folder / side / "tests").mkdir(parents=True)
        (folder / side / "our.yaml").write_text(HOUSE + house, encoding="utf-8")
    file = folder / "after" / f"{name}.yaml"
    shutil.copy(TECHNIQUES / f"{name}.yaml", file)
    scenarios = TECHNIQUES / f"{name}_test.yaml"
    own = ()
    if scenarios.exists():
        own = (Path(shutil.copy(scenarios, folder / "after" / "tests")),)
    loader = Loader(Cache(None))
    before, after = (_ruleset(loader, folder / side) for side in ("before", "after"))
    source = read_source(file, Report())
    assert source is not None
    told: list[float] = []

    def progress(_what: Text, share: float) -> None:
        told.append(share)

    question = Question(
        proposal=f"{name}-1", revision=1, by=STRANGER, kind="technique", row=name, source=source,
        before=Rules(folder=folder / "before", ruleset=before), after=Rules(folder=folder / "after", ruleset=after),
        own=own, tests=tuple(data_path("rulesets") / "bokken" / "tests" / one for one in SEVERAL),
        fights=(), loader=loader, language=language, seed=1, budget=budget, progress=progress,
    )  # fmt: skip
    made = make(question)
    assert told == sorted(told)
    assert told[-1] == 1.0
    shutil.rmtree(folder)
    return made


def _ruleset(loader: Loader, folder: Path) -> ir.Ruleset:
    found = loader.load(folder).ruleset
    assert found is not None
    return found


def findings(made: Made, weight: str) -> list[str]:
    return [one.text for one in made.document.findings if one.weight == weight]


def test_one_that_nothing_answers() -> None:
    """Its line is printed, and can be pasted."""
    made = dossier("storm")
    assert any(one.startswith("nothing answers") for one in findings(made, "grave"))
    text = made.rendered("terminal")
    assert "No answer: strike; storm" in text
    assert "of B were tried" in text
    assert re.search(r"choose: \{A: .*storm.*, B: ", text)


def test_a_copy_in_disguise() -> None:
    assert "it is hiraki_ashi – hiraki-ashi under another name" in findings(dossier("fast_turn"), "grave")


def test_one_that_holds_for_everybody() -> None:
    made = dossier("long_reach", budget=2)
    grave = findings(made, "grave")
    assert any("`longer`" in one for one in grave)
    assert any("come out otherwise though nobody has it" in one for one in grave)
    assert "bokken/tests/strikes.yaml:" in made.rendered("terminal")


def test_what_house_rules_change_is_not_held_against_it() -> None:
    """Scenarios of the base that fail under the house rules alone are counted, and nothing more."""
    made = dossier("slant", budget=2, house="set: {double_hit: both_score}\n")
    assert not any("come out otherwise" in one for one in findings(made, "grave"))
    assert "fail in the same way without it" in made.rendered("terminal")


def test_one_that_is_as_it_should_be() -> None:
    """What it does not exercise of itself is said; nothing else is held against it."""
    made = dossier("slant")
    assert findings(made, "grave") == []
    assert any("unexercised" in one for one in findings(made, "notable"))
    text = made.rendered("terminal")
    assert "never: refusal order.slant_needs_strike" in text or "slant_needs_strike" in text
    assert "changes `cut`" in text
    assert "`actions.strike`" in text


def test_one_with_which_the_rules_fail() -> None:
    made = dossier("bursting", budget=2)
    fault = "the rules fail in play with it: `wind` of A would be 9, outside 0..3"
    assert findings(made, "grave").count(fault) == 1
    assert re.search(r"With \d+ answers the rules failed", made.rendered("terminal"))


def test_what_takes_too_long_is_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "LEAST", 0.0)
    monkeypatch.setattr(making, "SCENARIOS", 0.0)
    made = dossier.__wrapped__("long_reach", budget=1)
    assert any("scenarios could not be played in time" in one for one in findings(made, "notable"))


def test_its_files_are_called_as_they_were_handed_in() -> None:
    """Where it would lie if it were approved is nobody's business yet."""
    text = dossier("slant").rendered("markdown")
    assert " · slant.yaml:1\n" in text
    assert "after/" not in text


def rates(rounds: int, effect: float, low: float, high: float, used: int = 8) -> WinRates:
    """What players who look ahead came to."""
    arm = Arm(
        bot="look-ahead", rounds=rounds, fights=3 * rounds, used=used, unfinished=0, broken=0, fault=None,
        with_=Rate((0.5 + effect) * 2 * rounds, 2 * rounds), without=Rate(rounds, 2 * rounds),
        effect=effect, low=low, high=high,
    )  # fmt: skip
    return WinRates(
        kind="technique", row="slant", seed=1, seconds=1, work=1, complete=False, grant=None, arms=(arm,)
    )


@pytest.mark.parametrize(
    ("effect", "low", "high", "said"),
    [
        (0.3, 0.2, 0.4, "!! who has it wins more often"),
        (0.2, 0.1, 0.3, "! who has it wins more often"),
        (0.4, 0.02, 0.7, "! who has it wins more often"),
        (0.1, 0.02, 0.2, None),
        (-0.4, -0.7, -0.02, "! who has it wins less often"),
        (0.02, -0.1, 0.1, "+ it changes little in who wins"),
        (0.3, -0.1, 0.6, "! too few fights were played"),
    ],
)
def test_who_wins_in_short(effect: float, low: float, high: float, said: str | None) -> None:
    speaking = cast("Examined", SimpleNamespace(say=str.format))
    found = wins(speaking, rates(8, effect, low, high), passive=False).findings
    told = [f"{WEIGHTS[one.weight]} {one.text}" for one in found]
    assert len(told) == (said is not None)
    assert all(text.startswith(said or "") for text in told)


def test_what_no_choice_names_is_not_called_unused() -> None:
    speaking = cast("Examined", SimpleNamespace(say=str.format))
    unused = rates(8, 0.0, -0.1, 0.1, used=0)
    told = [
        [one.text for one in wins(speaking, unused, passive=passive).findings] for passive in (False, True)
    ]
    assert told[0] == [*told[1], "players who look ahead hardly ever use it"]


@pytest.mark.parametrize("form", ["terminal", "markdown", "html"])
def test_a_strangers_text_is_only_text(form: str) -> None:
    text = dossier("slant").rendered(cast("Form", form))
    assert "\x1b" not in text
    if form == "html":
        assert "<script" not in text
        assert "&lt;script&gt;" in text
    if form == "markdown":
        assert not re.search(r"(?<!\\)<script", text)
        assert r"\[b\]" in text


def test_a_page_needs_nothing_else() -> None:
    page = dossier("slant").rendered("html")
    assert page.startswith("<!doctype html>")
    assert not re.search(r"(?i)\b(src|href)\s*=|https?:|@import|url\(", page)
    for tag in ("html", "head", "body", "details", "table", "dl", "ul"):
        assert len(re.findall(f"<{tag}[ >]", page)) == page.count(f"</{tag}>")


def test_colours_are_for_terminals_that_want_them() -> None:
    assert "\x1b[" in dossier("slant").rendered("terminal", colour=True)


def test_it_speaks_the_language_of_the_campaign() -> None:
    """Names come from the ruleset."""
    assert "удар" in dossier("long_reach", "ru", 2).rendered("terminal")
