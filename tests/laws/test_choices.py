"""Three ways to ask what is legal agree: listing all choices, judging texts, completing what is typed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from densho import engine
from densho.engine import Program, State
from densho.ir import nodes as ir
from fights import IDS, play, some_start, text_of

FEW = settings(derandomize=True, deadline=None, database=None, max_examples=6)
LISTED = 120
numbers = st.integers(0, 10_000)


def asked(id: str, number: int) -> Iterator[tuple[Program, State, int]]:
    """Who owes a choice in some states of a random fight."""
    played = play(some_start(id, number), number, most=8)
    for state in played.states[-3:]:
        for seat in engine.owed(played.program, state):
            yield played.program, state, seat


def listed(program: Program, state: State, seat: int) -> tuple[str, ...] | None:
    """Every legal choice as a text, if there are not too many."""
    choices = engine.legal(program, state, seat, LISTED).choices
    return None if choices is None else tuple(text_of(program, state, seat, choice) for choice in choices)


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_what_is_listed_is_legal(id: str, number: int) -> None:
    for program, state, seat in asked(id, number):
        texts = listed(program, state, seat)
        if texts is None:
            continue
        assert len(set(texts)) == len(texts)
        assert texts, "nothing is legal"
        for text in texts:
            judged = engine.judge(program, state, seat, text)
            assert judged.refusals == (), text
            assert judged.choice is not None
            assert text_of(program, state, seat, judged.choice) == text


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_what_is_legal_is_listed(id: str, number: int) -> None:
    """Texts are put together at random out of parts that are legal somewhere; the legal ones are exactly those that are listed."""
    rng = random.Random(number)
    for program, state, seat in asked(id, number):
        texts = listed(program, state, seat)
        if texts is None:
            continue
        parts = sorted(
            {part for text in texts for part in text.split("; ")} | set(anything(program, state, seat))
        )
        for _ in range(60):
            text = "; ".join(rng.sample(parts, min(len(parts), rng.randint(1, 3))))
            judged = engine.judge(program, state, seat, text)
            if judged.refusals:
                assert text not in texts
            else:
                assert judged.choice is not None
                assert text_of(program, state, seat, judged.choice) in texts


def anything(program: Program, state: State, seat: int) -> Iterator[str]:
    """The words of the decision with their first arguments, whether they are legal or not."""
    decision = program.decisions[engine.owed(program, state)[seat]]
    for group, options in engine.legal(program, state, seat, LISTED).factors:
        assert group in [one.name for one in decision.groups]
        yield from (decision.words[word].name for word, arguments in options if not arguments)
    yield from (word.name for word in decision.words if not word.args)


@pytest.mark.parametrize("id", IDS)
@FEW
@given(number=numbers)
def test_completion_agrees_with_the_list(id: str, number: int) -> None:
    rng = random.Random(number)
    for program, state, seat in asked(id, number):
        texts = listed(program, state, seat)
        decision = program.decisions[engine.owed(program, state)[seat]]
        if texts is None or decision.fill is not None:
            continue  # what is left out to be filled stands in no list
        for _ in range(4):
            whole = rng.choice(texts).split("; ")
            typed = whole[: rng.randint(0, len(whole) - 1)]
            begun = whole[len(typed)][: rng.choice((0, 1, 3, 99))]
            prefix = "".join(f"{part}; " for part in typed)
            found = engine.complete(program, state, seat, prefix + begun, 10_000)
            wanted = {prefix + part for part in next_parts(decision, texts, typed) if part.startswith(begun)}
            assert {text for text in found if text[len(prefix) :].startswith(begun)} == wanted, prefix + begun
            assert len(set(found)) == len(found)


def next_parts(decision: ir.Decision, texts: tuple[str, ...], typed: list[str]) -> set[str]:
    """The parts that stand in some legal choice beside those that are typed; of a sequence, the next one."""
    groups = {group.name: group.mode for group in decision.groups}
    words = {word.name: groups[word.group] == "sequence" for word in decision.words}

    def in_sequence(part: str) -> bool:
        return words.get(part.partition(" ")[0], False)

    def split(parts: list[str]) -> tuple[list[str], set[str]]:
        return [part for part in parts if in_sequence(part)], {
            part for part in parts if not in_sequence(part)
        }

    ordered, loose = split(typed)
    found: set[str] = set()
    for text in texts:
        sequence, others = split(text.split("; "))
        if sequence[: len(ordered)] == ordered and loose <= others:
            found |= others - loose
            found.update(sequence[len(ordered) : len(ordered) + 1])
    if typed:
        found.discard("pass")
    return found
