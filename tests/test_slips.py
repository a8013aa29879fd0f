"""A small fixed run of the slip harness in `benchmarks/`: every slip of these is caught, and nothing falls over."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from densho import data

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
CLASSICS = ("classics/goofspiel", "classics/oshi_zumo", "classics/rock_paper_scissors")
LARGE = ("bokken", "muay_thai", "pojedynek", "seven_samurai", "prelude")


@pytest.fixture
def harness(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The harness, which takes a copy of the rulesets for the original while the test runs."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.setattr(data, "_HERE", data._HERE)
    import slips  # noqa: PLC0415 - lies beside the package

    yield slips
    for name in ("slips", "slip_judge", "slip_kinds", "slip_lines"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(("folders", "number"), [(CLASSICS, 120), (LARGE, 16)], ids=["classics", "large"])
def test_slips_are_caught(harness: Any, tmp_path: Path, folders: tuple[str, ...], number: int) -> None:
    slips = harness
    made = slips.make_slips("fixed", number, folders, list(slips.KINDS))
    judge = slips.Judge(slips.copy_rulesets(tmp_path))
    verdicts = [judge.judge(*one) for one in made]
    assert len(verdicts) == number
    assert [slips.story(one) for one in verdicts if one.crash] == []
    missed = [slips.story(one) for one in verdicts if slips.missed_name(one) or slips.missed(one)]
    assert len(missed) <= 1 + number // 20, "\n".join(missed)


def test_every_kind_of_slip_finds_a_line(harness: Any) -> None:
    slips = harness
    for kind in slips.KINDS:
        (one,) = slips.make_slips("fixed", 1, ["bokken"], [kind])
        slip, folders = one
        assert (slip.kind, folders) == (kind, ("bokken",))
        assert slip.text != (slips.RULESETS / slip.path).read_text(encoding="utf-8")
        assert slip.line in range(1, slip.text.count("\n") + 2)
