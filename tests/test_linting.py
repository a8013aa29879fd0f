"""House lints: what they find, where they say so, and whose files they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.engine import lints as engine_lints
from densho.engine import within
from densho.ir.data import digest
from densho.loading import Loader
from densho.targets import find_targets

HOUSE = """\
ruleset: our_bokken
version: "1"
densho: 1
extends: bokken
"""
TECHNIQUE = """\
technique: far
for: bokken
densho: 1
strikes:
  far_cut: {zone: "[>][ ][ ][ ][ ][x]", after: gedan}
decisions: {order: {words: {far: in addition}}}
exceptions:
  farther: {changes: cut, when: order has far, to: far_cut}
words:
  en: {technique.far: far, strike.far_cut: far cut, order.far: far}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house ruleset with a technique of its own, whose zone is long and which has English words alone."""
    folder = tmp_path / "our"
    folder.mkdir()
    (folder / "far.yaml").write_text(TECHNIQUE, encoding="utf-8")
    return folder


def found(folder: Path, lints: str) -> list[tuple[str, str, str]]:
    """File, slug and underlined text of everything but notes that `check` finds."""
    (folder / "our.yaml").write_text(HOUSE + lints, encoding="utf-8")
    checked = check_targets(find_targets(str(folder)), Cache(None))
    return [
        (Path(one.span.path).name, one.slug, checked.texts[one.span.path].text[one.span.start : one.span.end])
        for one in checked.diagnostics
        if one.slug != "missing-words"
    ]


@pytest.mark.parametrize(
    ("lint", "broken"),
    [
        ("{for: s in strike, needs: no o in s.zone with o > 4}", [("far.yaml", "house-lint", "far_cut")]),
        ("{for: s in strike, needs: no o in s.zone with o > 5}", []),
        ("{for: s in strikes, needs: s.after = gedan}", []),
        ("{for: t in technique, words in: ru}", [("far.yaml", "house-lint", "far")]),
        ("{for: t in technique, words in: [en]}", []),
        ("{needs: (count t in technique) < 4}", [("our.yaml", "house-lint", "ask")]),
        ("{needs: (count t in technique) < 99}", []),
        ("{for: s in strike, needs: s.after = jodann}", [("our.yaml", "unknown-name", "jodann")]),
        ("{for: s in 1..3, needs: s > 0}", [("our.yaml", "wrong-type", "1..3")]),
        ("{for: s in strike, needs: opening > 4}", [("our.yaml", "unknown-name", "opening")]),
        ("{needs: option.double_hit = both_score}", [("our.yaml", "not-constant", "option.double_hit = both_score")]),
        ("{for: s in strike}", [("our.yaml", "missing-key", "ask")]),
    ],
)  # fmt: skip
def test_what_a_lint_finds(house: Path, lint: str, broken: list[tuple[str, str, str]]) -> None:
    assert found(house, f"lints:\n  ask: {lint}\n") == broken


def test_a_house_lint_is_not_about_the_base(house: Path) -> None:
    """No technique of the base has Polish words, and only the house's own is complained of."""
    (house / "far.yaml").unlink()
    assert found(house, "lints: {ask: {for: t in technique, words in: pl}}\n") == []


def test_a_loose_file_for_the_house_is_linted_too(house: Path, tmp_path: Path) -> None:
    (house / "far.yaml").unlink()
    assert found(house, "lints: {ask: {for: t in technique, words in: ru}}\n") == []
    loose = tmp_path / "far.yaml"
    loose.write_text(TECHNIQUE.replace("for: bokken", "for: ./our"), encoding="utf-8")
    checked = check_targets(find_targets(str(loose)), Cache(None))
    assert [one.slug for one in checked.diagnostics if one.slug != "missing-words"] == ["house-lint"]


def test_lints_are_no_part_of_the_rules(house: Path) -> None:
    digests = set()
    for lints in ("", "lints: {ask: {for: s in strike, needs: s.after != free}}\n"):
        (house / "our.yaml").write_text(HOUSE + lints, encoding="utf-8")
        ruleset = Loader(Cache(None)).load(house).ruleset
        assert ruleset is not None
        digests.add(digest(ruleset))
    assert len(digests) == 1


def test_a_lint_that_takes_too_long(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_lints, "within", lambda: within(0.1))
    each = " of ".join(f"sum {name} in 1..99" for name in "abcd")
    lint = f'{{needs: "({each} of a * b + c * d * (count t in technique)) > 0"}}'
    assert found(house, f"lints:\n  ask: {lint}\n") == [("our.yaml", "too-slow", "ask")]


def test_exceptions_that_disagree_are_told_at_the_lint(house: Path) -> None:
    """A lint reads definitions through their exceptions, which may contradict each other."""
    text = """\
define:
  nearness(s of strike): 1
exceptions:
  longer: {changes: nearness, when: (count o in strike) > 1, to: 2}
  longest: {changes: nearness, when: (count o in strike) > 2, to: 3}
lints:
  ask: {for: s in strike, needs: nearness(s) < 9}
"""
    slugs = [slug for _, slug, _ in found(house, text)]
    assert slugs == ["ruleset-fault"]


def test_reasons_are_said(house: Path) -> None:
    because = 'because: {en: "farther than we want"}'
    (house / "our.yaml").write_text(
        f"{HOUSE}lints:\n  ask: {{for: s in strike, needs: no o in s.zone with o > 4, {because}}}\n",
        encoding="utf-8",
    )
    checked = check_targets(find_targets(str(house)), Cache(None))
    [one] = [one for one in checked.diagnostics if one.slug == "house-lint"]
    assert [str(text) for text in one.help] == ["`ask`: farther than we want"]
