"""Files of fights that are broken, changed or meant to do harm: each is answered with what is wrong and where, and quickly."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.fights.opening import open_fight
from densho.fights.text import to_text
from densho.loading import Loader
from playing import LOADER, chosen, fight_of

Change = Callable[[str], str | bytes]


def swap(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def cut(at: int) -> Change:
    return lambda text: text[:at]


HOSTILE: dict[str, tuple[Change, set[str]]] = {
    "empty": (lambda _: "", {"empty-file"}),
    "not a fight": (lambda _: "ruleset: bokken\nscenarios: []\n", {"unknown-header"}),
    "a list": (lambda _: "- fight: bokken\n", {"not-a-mapping"}),
    "Latin-1": (lambda text: text.replace("seed: x", "seed: é").encode("latin-1"), {"not-utf8"}),
    "UTF-16": (lambda text: text.encode("utf-16"), {"not-utf8"}),
    "NUL": (swap("seed: x", "seed: x\0"), {"control-character"}),
    "terminal escapes": (swap("seed: x", "seed: x\x1b]0;own\x07"), {"control-character"}),
    "a tab": (swap("  arena", "\tarena"), {"tab-indentation"}),
    "an anchor": (swap("seed: x", "seed: &a x"), {"yaml-feature"}),
    "an alias": (swap("seed: x", "seed: *a"), {"yaml-feature"}),
    "a tag": (swap("seed: x", "seed: !!python/object:os.system x"), {"yaml-feature"}),
    "a merge key": (swap("seed: x", "seed: x\n<<: {a: b}"), {"yaml-feature"}),
    "two documents": (lambda text: text + "---\nfight: bokken\n", {"several-documents"}),
    "too deep": (lambda text: text + "pending: " + "{a: " * 100 + "1" + "}" * 100 + "\n", {"too-deep"}),
    "too big": (lambda text: text + "# " + "x" * 1_000_001 + "\n", {"too-big"}),
    "cut in the middle": (cut(300), {"quote-expression", "unclosed-bracket"}),
    "cut in a quote": (lambda text: text[: text.index('"stance') + 4], {"unclosed-quote"}),
    "too many steps": (
        lambda text: text + "".join(["  - {choose: {}}\n"] * 10_001),
        {"too-big"},
    ),
    "another format": (swap("format: 1", "format: 2"), {"wrong-format"}),
    "another digest": (swap("digest: \"", "digest: \"0"), {"other-rules"}),
    "no such ruleset": (swap("fight: bokken", "fight: bokkn"), {"missing-file"}),
    "a ruleset elsewhere": (swap("fight: bokken", "fight: ../../etc"), {"missing-file"}),
    "a loose file that is not there": (swap("version:", "with: [../x.yaml]\nversion:"), {"missing-file"}),
    "other dice": (swap("sha256-seat-step 1", "mersenne 3"), {"bad-fight"}),
    "an unknown key": (swap("seats:", "seets:"), {"unknown-key", "missing-key"}),
    "a list for a mapping": (swap("options: {", "options: []\nx: {"), {"wrong-shape", "unknown-key"}),
    "a text for steps": (swap("steps:", "steps: no\nx:"), {"wrong-shape", "unknown-key"}),
    "a step that is a text": (swap("  - choose: {", "  - none\n  - choose: {"), {"wrong-shape"}),
    "an unknown option": (swap("bare_turn", "bare_turns"), {"unknown-name"}),
    "an unknown value": (swap("bare_turn: allowed", "bare_turn: perhaps"), {"option-value"}),
    "an unknown sitter": (swap("B: person", "B: ghost"), {"bad-fight"}),
    "an unknown slot": (swap("cell: 6", "cells: 6"), {"unknown-name"}),
    "a value out of bounds": (swap("cell: 6", "cell: 99"), {"out-of-range"}),
    "a text for a number": (swap("cell: 6", "cell: six"), {"wrong-value", "wrong-type", "out-of-range"}),
    "a name with markup": (swap("    B: {}", '    "[b]": {}'), {"bad-fight"}),
    "three fighters": (swap("    B: {}", "    B: {}\n    C: {}"), {"bad-fight"}),
    "a fighter that is not there": (swap("choose: {A", "choose: {Z"), {"bad-fight"}),
    "an illegal choice": (swap("stance jodan", "strike"), {"bad-fight"}),
    "an unreadable choice": (swap("stance jodan", "frobnicate 9"), {"bad-fight"}),
    "a choice too few": (swap(", B: stay}", "}"), {"bad-fight"}),
    "dice that did not fall": (
        swap("B: stay}\n", "B: stay}\n    dice: {A: [6]}\n"),
        {"bad-fight"},
    ),
    "a step of no number": (lambda text: text + "taken back:\n  - {step: first, choose: {A: stay}}\n", {"bad-fight"}),
    "a pending choice that is illegal": (lambda text: text + "pending: {A: fly}\n", {"bad-fight"}),
    "pending choices of all": (lambda text: text + "pending: {A: stay, B: stay}\n", {"bad-fight"}),
    "a key twice": (swap("seed: x", "seed: x\nseed: y"), {"duplicate-key"}),
}  # fmt: skip


@pytest.fixture(scope="module")
def text() -> str:
    fight = fight_of("bokken", seed="x", fighters={"A": {"cell": 6}, "B": {}})
    return to_text(chosen(fight, {"A": "stance jodan", "B": "stay"}).record)


@pytest.mark.parametrize("name", HOSTILE)
def test_each_gets_a_diagnostic(name: str, text: str, tmp_path: Path) -> None:
    change, slugs = HOSTILE[name]
    changed = change(text)
    path = tmp_path / "f.fight.yaml"
    path.write_bytes(changed if isinstance(changed, bytes) else changed.encode())
    began = time.monotonic()
    opened = open_fight(path, LOADER)
    assert time.monotonic() - began < 5
    assert opened.fight is None
    found = {one.slug for one in opened.diagnostics}
    assert found
    assert found <= slugs, found


def test_dice_that_were_changed_are_noticed(tmp_path: Path) -> None:
    fight = chosen(fight_of("pojedynek", seed="x"), {"A": "dice 2", "B": "dice 2"})
    (_, (one, two)), _ = fight.record.steps[0].dice
    path = tmp_path / "f.fight.yaml"
    better = to_text(fight.record).replace(f"dice: {{A: [{one}, {two}]", "dice: {A: [6, 6]")
    path.write_text(better, encoding="utf-8")
    (only,) = open_fight(path, LOADER).diagnostics
    assert only.slug == "bad-fight"
    assert better[only.span.start : only.span.end] == "[6, 6]"
    assert only.help == (f"they are: {one}, {two}",)


def test_which_digest_differs_is_said(text: str, tmp_path: Path) -> None:
    path = tmp_path / "f.fight.yaml"
    path.write_text(text.replace('digest: "', 'digest: "00'), encoding="utf-8")
    (only,) = open_fight(path, Loader(LOADER.cache)).diagnostics
    assert only.help[0].startswith("it began under bokken 1.0, digest 00")
    assert only.help[1].startswith("here is bokken 1.0, digest ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    opened = open_fight(tmp_path / "none.yaml", LOADER)
    assert [one.slug for one in opened.diagnostics] == ["cannot-open"]
