"""Techniques made for these tests, each loaded into the ruleset that it is for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from densho import engine
from densho.analysis.secrecy import Start
from densho.analysis.starts import own_start
from densho.cache import Cache
from densho.ir import nodes as ir
from densho.loading import Loader

TECHNIQUES = Path(__file__).parent / "techniques"


@cache
def with_technique(name: str) -> ir.Ruleset:
    found = Loader(Cache(None)).load("bokken", [TECHNIQUES / f"{name}.yaml"]).ruleset
    assert found is not None
    return found


def start_with(name: str) -> Start:
    return own_start(with_technique(name))


def close_start(name: str) -> Start:
    """The fighters two cells from each other, so that fights are short."""
    start = start_with(name)
    fighters = (("A", {"cell": 5}), ("B", {"cell": 7}))
    return Start(start.program, engine.Setup(fighters=fighters))
