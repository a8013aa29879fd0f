"""Order counts in a ruleset's refusals, steps, rules of a step, rows, words and groups; not among files, nor in any other mapping."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from densho import engine
from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, scalar_value
from densho.surface.reader import read_document, read_source
from fights import IDS, Played, folder_of, loaded, play, replay, some_start, told


def names_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


UNORDERED = names_in(
    "slots slots/arena slots/fighter define records exceptions exceptions/* kinds kinds/* kinds/*/* bundle options folds folds/* rolls rolls/* "
    "invariants relations forbid rules words words/* decisions decisions/* board/* tally rows/* row "
    "forbid/*/* rules/*/*"
)
"""Mappings whose order says nothing, by the keys that lead to them (`*`: any; `rows`: any section of rows)."""

LANGUAGE_SECTIONS = names_in(
    "slots define records exceptions kinds options folds rolls invariants relations forbid rules words decisions board "
    "tally row flow steps fighters set reasons names"
)
OTHER_NAMES = 3


def shuffled(document: Document, rng: random.Random) -> str:
    """The document's text with its unordered mappings in another order; the first key stays where it is."""
    root = document.root.entries
    rest = list(root[1:])
    rng.shuffle(rest)
    lines = (f"{key.text}: {flow(value, path_of(key.text), rng)}" for key, value in (root[0], *rest))
    return "\n".join(lines) + "\n"


def path_of(section: str) -> str:
    return section if section in LANGUAGE_SECTIONS else "rows"


def flow(value: Value, path: str, rng: random.Random) -> str:
    """A value in YAML's flow style, on one line."""
    match value:
        case Scalar():
            said = scalar_value(value)
            return json.dumps(said if not isinstance(said, str) else value.text, ensure_ascii=False)
        case Sequence(items=items):
            return f"[{', '.join(flow(item, path, rng) for item in items)}]"
        case Mapping(entries=entries):
            order = list(entries)
            if path in UNORDERED:
                rng.shuffle(order)
            inner = (
                f"{json.dumps(key.text)}: {flow(item, below(path, key.text), rng)}" for key, item in order
            )
            return f"{{{', '.join(inner)}}}"


def below(path: str, key: str) -> str:
    """The path of what stands under a key of a mapping at `path`; an option's value is a bundle of its own."""
    if path == "options/*":
        return "bundle"
    if path == "bundle":
        return path_of(key)
    return f"{path}/{key}" if f"{path}/{key}" in UNORDERED else f"{path}/*"


def copy(folder: Path, target: Path, rng: random.Random) -> None:
    """All files of the ruleset under other names, each with its mappings shuffled."""
    paths = [path for path in sorted(folder.rglob("*.yaml")) if "tests" not in path.relative_to(folder).parts]
    numbers = list(range(len(paths)))
    rng.shuffle(numbers)
    target.mkdir()
    for path, number in zip(paths, numbers, strict=True):
        source = read_source(path, Report())
        assert source is not None
        document = read_document(source, Report())
        assert document is not None
        (target / f"{number:03}.yaml").write_text(shuffled(document, rng), encoding="utf-8")


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[ir.Ruleset]]:
    """Each bundled ruleset, written in other orders."""
    root = tmp_path_factory.mktemp("orders")
    found: dict[str, list[ir.Ruleset]] = {}
    for one in IDS:
        for number in range(OTHER_NAMES):
            copy(folder_of(one), root / f"{one}{number}", random.Random(f"{one}/{number}"))
            found.setdefault(one, []).append(loaded(root / f"{one}{number}"))
    return found


@pytest.mark.parametrize("id", IDS)
@settings(derandomize=True, deadline=None, database=None, max_examples=6)
@given(number=st.integers(0, 10_000), which=st.integers(0, OTHER_NAMES - 1))
def test_fights_go_the_same_way(
    id: str, others: dict[str, list[ir.Ruleset]], number: int, which: int
) -> None:
    played = play(some_start(id, number), number, most=12)
    program = engine.compile_program(others[id][which], dict(played.program.options))
    for at, (state, events) in enumerate(replay(played, number, program, played.setup)):
        before = played.states[at]
        assert engine.full(program, state) == engine.full(played.program, before)
        assert told(events) == told(played.events[at])
        assert refusals(played, at, program, state) == refusals(played, at, played.program, before)


def refusals(played: Played, at: int, program: engine.Program, state: engine.State) -> list[list[str]]:
    """What refuses some texts, most of them wrong now: what others chose, and what was chosen earlier."""
    texts = dict.fromkeys(
        text for chosen in played.choices[max(0, at - 2) : at + 1] for text in chosen.values()
    )
    return [
        [one.says for one in engine.judge(program, state, seat, text).refusals]
        for seat in engine.owed(program, state)
        for text in (*texts, "pass", "?")
    ]


@pytest.mark.parametrize("id", IDS)
def test_the_text_is_in_another_order(id: str, others: dict[str, list[ir.Ruleset]]) -> None:
    """Else nothing would have been tried. What is declared stays the same."""
    own = some_start(id, 0).program.rules

    def names(rules: ir.Ruleset) -> list[str]:
        return [item.name for item in (*rules.slots, *rules.definitions, *rules.exceptions, *rules.kinds)]

    for other in others[id]:
        assert sorted(names(other)) == sorted(names(loaded(folder_of(id))))
    assert any(names(other) != names(own) for other in others[id]) or len(names(own)) < 6
