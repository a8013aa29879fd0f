"""What is printed for people is laid out as `densho fmt` does it, also where a list is too long for a line."""

from __future__ import annotations

from densho.exploring.fight import Fight, Step
from densho.exploring.writing import file_text, laid_out_file, scenario_text
from densho.formatting.formatted import format_source
from densho.source import Source

LONG = ["forward 3; turn", "back 2; rest", "rest"] * 3


def test_long_lists_of_what_is_expected() -> None:
    fight = Fight(fighters=(("A", ()), ("B", ())), steps=(Step(choices=(("A", "rest"), ("B", "rest"))),))
    text = scenario_text(
        fight, "long", expect={"A": {"log": LONG}, "events": [{"event": "noted", "log": LONG}]}
    )
    found = laid_out_file("toy", [text], ["loose.yaml"])
    assert found != file_text("toy", [text], ["loose.yaml"])
    assert found == format_source(Source("toy.yaml", found)).text
