"""Numbers in sets, lists and bags keep to the bounds of their type, whoever writes them. Each both ways, traced and fast."""

from __future__ import annotations

import pytest
import toys

from densho.engine import RulesetFault

FRAME = """
fighters: 2
decisions:
  go: {groups: {what: at most one}, words: {act: in what}}
flow:
  - repeat turn:
      - ask go
      - do act
slots:
  fighter:
    dice: bag of 1..6
    cells: set of 0..9
    path: list of 1..9 up to 5
    many: set of 0..99 = 1..3
    n: 0..20 = 7
define:
  spread: {is: set of 0..9, value: those x in 0..20 with x > n}
"""

both_ways = pytest.mark.parametrize("trace", [True, False], ids=["traced", "fast"])


@both_ways
@pytest.mark.parametrize(
    ("effects", "message"),
    [
        ("dice += n", "`dice` of A would hold 7, outside 1..6"),
        ("dice += n; dice += n - 3", "`dice` of A would hold 7, outside 1..6"),
        ("dice := bag([n, 1])", "`dice` of A would hold 7, outside 1..6"),
        ("cells += n + 9", "`cells` of A would hold 16, outside 0..9"),
        ("cells := those m in many of m + n", "`cells` of A would hold 10, outside 0..9"),
        ("cells += spread", "`cells` of A would hold 10, outside 0..9"),
        ("path += n - 7", "`path` of A would hold 0, outside 1..9"),
        ("path := [1, n - 8]", "`path` of A would hold -1, outside 1..9"),
    ],
)
def test_an_element_out_of_bounds_is_a_fault_that_names_the_rule(
    effects: str, message: str, trace: bool
) -> None:
    toy = toys.program(FRAME, f"rules: {{act: {{r: '{effects}'}}}}\n")
    state, _ = toys.begin(toy, trace=trace)
    with pytest.raises(RulesetFault) as caught:
        toys.hand_in(toy, state, "act", "act", trace=trace)
    assert str(caught.value) == message
    assert caught.value.rules == ("act.r",)
    assert caught.value.spans[0].path == "toy.yaml"


@both_ways
@pytest.mark.parametrize(
    ("effects", "slot", "value"),
    [
        ("dice += n - 1", "dice", [6]),
        ("dice := bag([n - 2, 1])", "dice", [1, 5]),
        ("cells += n; cells -= 30", "cells", [7]),
        ("cells := many", "cells", [1, 2, 3]),
        ("path += n; path += 1", "path", [7, 1]),
        ("cells := those m in many of m + n - 1", "cells", [7, 8, 9]),
    ],
)
def test_elements_within_bounds_are_taken(effects: str, slot: str, value: list[int], trace: bool) -> None:
    toy = toys.program(FRAME, f"rules: {{act: {{r: '{effects}'}}}}\n")
    state, _ = toys.begin(toy, trace=trace)
    after, _ = toys.hand_in(toy, state, "act", "act", trace=trace)
    assert toys.slots(toy, after, "A")[slot] == value


@both_ways
def test_a_start_with_a_strange_element_is_a_fault(trace: bool) -> None:
    toy = toys.program(
        FRAME.replace("cells: set of 0..9", "cells: set of 0..9 = those m in many of m * 5, each turn"),
        "rules: {act: {r: n := 1}}\n",
    )
    with pytest.raises(RulesetFault, match="`cells` cannot start as") as caught:
        toys.begin(toy, trace=trace)
    assert caught.value.rules == ("cells",)
