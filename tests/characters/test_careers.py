"""Awards, one after another, by the data in `careers/`: what each gives, or by the name of which rule it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from densho.cache import Cache
from densho.characters.career import Career, NoCharacters, Refused
from densho.engine import BadValue
from densho.loading import Loader

HERE = Path(__file__).parent
BOOKS = {"gifts", "invented", "stages", "tally"}
"""What awards write beside what they are for; a step need not speak of it."""
FILES = sorted((HERE / "careers").glob("*.yaml"))


def data(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(path)
    return found


@cache
def career(named: str) -> Career:
    target = (HERE / "careers" / named).resolve() if named.startswith(".") else named
    ruleset = Loader(Cache(None)).load(target).ruleset
    assert ruleset is not None
    return Career(ruleset)


def careers() -> Iterator[Any]:
    for path in FILES:
        found = data(path)
        for one in found["careers"]:
            yield pytest.param(found["ruleset"], one, id=f"{path.stem}: {one['name']}")


def limits() -> Iterator[Any]:
    for path in FILES:
        found = data(path)
        for one in found["limits"]:
            yield pytest.param(found["ruleset"], one, id=f"{path.stem}: {one['has']}")


@pytest.mark.parametrize(("ruleset", "limit"), list(limits()))
def test_what_a_new_character_may_be(ruleset: str, limit: dict[str, Any]) -> None:
    judge = career(ruleset)
    refusals = judge.limits(judge.beginning(limit["has"]))
    assert [one.says for one in refusals] == limit.get("refused", [])


@pytest.mark.parametrize(("ruleset", "told"), list(careers()))
def test_awards(ruleset: str, told: dict[str, Any]) -> None:
    judge = career(ruleset)
    values = judge.beginning(told.get("has", {}))
    for step in told["awards"]:
        if "refused" in step:
            with pytest.raises(Refused) as refused:
                judge.give(values, step["award"])
            says = [one.says for one in refused.value.refusals]
            assert says[:1] == ([step["refused"]] if step["refused"] else []), step
        else:
            before, values = values, judge.give(values, step["award"]).values
            then = step["then"]
            assert {name: values[name] for name in then} == then, step
            unsaid = {name for name, now in values.items() if now != before[name]} - {*then}
            assert unsaid <= BOOKS, step


def test_awards_that_are_open() -> None:
    judge = career("seven_samurai")
    values = judge.beginning({})
    assert judge.open(values) == ("victory", "invention")
    assert judge.open({**values, "dan": 3}) == ("victory", "invention", "improve", "learn")
    assert judge.legal({**values, "dan": 2}, "improve") == (
        "improve speed",
        "improve reaction",
        "improve composure",
    )
    assert judge.cites("improve") == ("S111",)


def test_a_technique_carries_what_it_needs() -> None:
    judge = career("seven_samurai")
    assert "tricked" in judge.slots
    assert judge.beginning({"tricked": ["Kin"]})["tricked"] == ["Kin"]


def test_what_is_no_value_of_a_slot() -> None:
    with pytest.raises(BadValue):
        career("bokken").beginning({"stages": -1})


def test_a_ruleset_without_characters() -> None:
    with pytest.raises(NoCharacters):
        career("goofspiel")
