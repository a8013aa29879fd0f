"""Copies in disguise are seen through without playing; what only looks alike is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.analysis.budget import Budget
from densho.cache import Cache
from densho.campaigns.asking import Question, Rules
from densho.diagnostics.model import Report
from densho.dossier.document import Finding
from densho.dossier.examined import Examined
from densho.dossier.likeness import similar
from densho.loading import Loader
from densho.surface.reader import read_source

HOUSE = 'ruleset: our\nversion: "1"\ndensho: 1\nextends: bokken\n'
HEAD = "technique: {name}\nfor: bokken\ndensho: 1\n"

CRY = """\
reasons: [roar]
slots: {fighter: {roaring: "bool, each bout, hidden, fades in spending"}}
decisions: {order: {words: {cry: "in addition, hidden"}}}
define:
  in_force: roaring
  known: (order has cry and bout.ended) or in_force
  mine_alone: not (roaring = foe.roaring)
forbid:
  order:
    b1: {at: needs, when: order.stance.strike = nothing and order has cry}
    b2: {at: duties, when: not (not roaring or order has strike)}
exceptions:
  c1: {lifts: technique_excludes_stance, when: t = cry}
  c2: {lifts: no_technique_after_strike, when: option.after_strike_techniques = allowed and t = cry}
  c3: {adds to: spent, when: roaring, by: just cry}
  c4: {changes: spends, to: base without just cry}
  c5: {changes: prevails, when: mine_alone, to: me.roaring}
  c6: {changes: exchange_reason, when: mine_alone, to: reason.roar}
rules:
  spending:
    r2: when known then used += cry; tell roared(who me)
    r1: when not bout.ended and order has cry then roaring := true
"""
"""`kakegoe` with other names, in another order, with definitions of its own."""

KNOCK = """\
decisions: {order: {words: {tap: in action}}}
define:
  knocks: order has tap
forbid:
  order:
    standing_free: {at: footing, when: not (order lacks tap or stance = free)}
exceptions:
  stops: {adds to: parries, when: knocks, by: tsuki|tsuki}
  after: {lifts: no_technique_after_strike, when: option.after_strike_techniques = allowed and t = knock}
rules:
  actions:
    down: when foe.parried and knocks then stance := gedan
"""
"""`uchio_toshi` with a word that is called otherwise than the technique."""

PASSIVE = "exceptions:\n  longer: {{changes: steps_ahead, when: {when}, to: {to}}}\n"
TECHNIQUES = {
    "cry": CRY,
    "knock": KNOCK,
    "low": KNOCK.replace("gedan", "jodan").replace("tap", "pat").replace("knock", "low").replace("standing_free", "standing_low"),
    "swift": PASSIVE.format(when="swift in techniques", to="base + 1"),
    "agile": PASSIVE.format(when="not (agile not in techniques)", to="1 + base"),
    "bold": PASSIVE.format(when="bold in techniques", to="base + 1") + "  bolder: {lifts: crossed_swords, when: swift in techniques}\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Loader]:
    place = tmp_path_factory.mktemp("our")
    (place / "our.yaml").write_text(HOUSE, encoding="utf-8")
    for name, text in TECHNIQUES.items():
        (place / f"{name}.yaml").write_text(HEAD.format(name=name) + text, encoding="utf-8")
    return place, Loader(Cache(None))


def copies(folder: tuple[Path, Loader], name: str) -> tuple[str, ...]:
    """The rows that a technique is a copy of, by what the dossier says."""
    place, loader = folder
    loaded = loader.load(place)
    assert loaded.ruleset is not None, loaded.diagnostics
    source = read_source(place / f"{name}.yaml", Report())
    assert source is not None
    rules = Rules(folder=place, ruleset=loaded.ruleset)
    question = Question(
        proposal=f"{name}-1", revision=1, by="somebody", kind="technique", row=name, source=source, before=rules,
        after=rules, own=(), tests=(), fights=(), loader=loader, language="en", seed=1, budget=0, progress=lambda *_: None,
    )  # fmt: skip
    found: tuple[Finding, ...] = similar(Examined(question), (), Budget(0)).findings
    return tuple(one.text.removesuffix(" under another name") for one in found)


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("cry", ("it is kakegoe",)),
        ("knock", ("it is uchio_toshi – uchio-toshi",)),
        ("low", ()),
        ("agile", ()),
        ("bold", ()),
    ],
)
def test_copies(folder: tuple[Path, Loader], name: str, others: tuple[str, ...]) -> None:
    """`swift` and `agile` differ in that `bold` names the one alone."""
    assert copies(folder, name) == others


def test_what_others_name_is_told(folder: tuple[Path, Loader]) -> None:
    (folder[0] / "bold.yaml").unlink()
    assert copies((folder[0], Loader(Cache(None))), "agile") == ("it is swift",)
