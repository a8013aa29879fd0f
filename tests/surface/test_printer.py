"""The printer: what it prints reads back as the same node, and holds no bracket that could be spared."""

from __future__ import annotations

from typing import Any

import dsl_cases
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from syntax_strategies import BY_START

from densho.surface import syntax
from densho.surface.printer import unparse
from densho.surface.tables import STARTS


@pytest.mark.parametrize("start", STARTS)
def test_what_is_printed_reads_back(start: str) -> None:
    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(BY_START[start])
    def reads_back(node: Any) -> None:
        text = unparse(node)
        again, report = dsl_cases.read(start, text)
        assert not report, (text, report.found)
        assert again == node, text

    reads_back()


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(BY_START["expr"], st.randoms(use_true_random=False))
def test_no_bracket_can_be_spared(node: syntax.Expr, chance: Any) -> None:
    text = unparse(node)
    pairs = [pair for pair in _pairs(text) if _groups(text, *pair)]
    if pairs:
        first, last = chance.choice(pairs)
        without = f"{text[:first]} {text[first + 1 : last]} {text[last + 1 :]}"
        again, report = dsl_cases.read("expr", without)
        assert report or again != node, (text, without)


def _pairs(text: str) -> list[tuple[int, int]]:
    opened: list[int] = []
    found = []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")":
            found.append((opened.pop(), place))
    return found


def _groups(text: str, first: int, last: int) -> bool:
    """Whether these brackets only group, rather than hold the arguments of a call."""
    return first == 0 or not (text[first - 1].isalnum() or text[first - 1] == "_")


@pytest.mark.parametrize(("start", "text"), dsl_cases.accepted())
def test_accepted_texts_print_and_read_alike(start: str, text: str) -> None:
    node, _ = dsl_cases.read(start, text)
    again, report = dsl_cases.read(start, unparse(node))  # type: ignore[arg-type]
    assert not report
    assert again == node


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("expr", "a - (b - c)"),
        ("expr", "(a or b) and not (c or d)"),
        ("expr", "(some x in s with x) and (count y in t) > 2"),
        ("expr", "a and some x in s with b or c"),
        ("expr", "those x in s with (sum y in t with a) of b"),
        ("expr", "1..n - 1 + f(a|b, [just c, -d])"),
        ("expr", "if a then b else if c then d else e"),
        ("slot", "0..99 = max_hp, each bout, fades in actions, clamped to 0..max_hp, hidden when ninja"),
        (
            "word",
            "in ribbon, named pay of way or nothing = free or left out from ways(part) up to 3, or none",
        ),
        ("relation_line", "a|b not beats c"),
        ("refusal", "for t in used when t.late"),
        (
            "rule",
            "once for y in enemies when y.alive then y.hp -= 1; tell me hit(who y); win fight for me by ko",
        ),
        ("flow_line", "repeat slot while busy at most 60 when open"),
        ("head", "ahead(n of -99..99, y) B10 B11"),
        ("type", "list of (list of strike) up to 3"),
    ],
)
def test_plain_texts_print_as_they_were(start: str, text: str) -> None:
    node, _ = dsl_cases.read(start, text)
    assert unparse(node) == text  # type: ignore[arg-type]
