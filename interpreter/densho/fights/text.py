"""A record as the text of its file: YAML that a person can read, always the same for the same record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from densho.fights.record import FORMAT, Attempt, Choices, Record, Rolled, Step

HEAD = "# A fight, kept by Densho. Go on with: densho play FILE   Tell it again with: densho replay FILE"


def to_text(record: Record) -> str:
    """The file's text."""
    return "\n".join([HEAD, *_lines(record)]) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"fight: {scalar(record.ruleset)}"
    yield f"format: {FORMAT}"
    if record.extra:
        yield f"with: {flow(list(record.extra))}"
    yield f"version: {scalar(record.version)}"
    yield f'digest: "{record.digest}"'
    yield f"seed: {scalar(record.seed)}"
    yield f"generator: {scalar(record.generator)}"
    yield f"options: {flow(dict(record.options))}"
    yield f"seats: {flow(dict(record.seats))}"
    yield "setup:"
    yield f"  arena: {flow(dict(record.arena))}"
    yield "  fighters:"
    for name, slots in record.fighters:
        yield f"    {scalar(name)}: {flow(dict(slots))}"
    if record.opening:
        yield f"opening: {_dice(record.opening)}"
    yield "steps:" if record.steps else "steps: []"
    for step in record.steps:
        yield from _step(step)
    if record.pending:
        yield f"pending: {_choices(record.pending)}"
    if record.refused:
        yield "refused:"
        yield from _attempts(record.refused, "  ")
    if record.taken_back:
        yield "taken back:"
        for gone in record.taken_back:
            yield f"  - {{step: {gone.number}, choose: {_choices(gone.choices)}}}"


def _step(step: Step) -> Iterator[str]:
    yield f"  - choose: {_choices(step.choices)}"
    if step.dice:
        yield f"    dice: {_dice(step.dice)}"
    if step.refused:
        yield "    refused:"
        yield from _attempts(step.refused, "      ")


def _attempts(attempts: Iterable[Attempt], indent: str) -> Iterator[str]:
    for one in attempts:
        yield f"{indent}- {{who: {scalar(one.who)}, choice: {scalar(one.text)}, by: {scalar(one.refusal)}}}"


def _choices(choices: Choices) -> str:
    return flow(dict(choices))


def _dice(dice: Rolled) -> str:
    return flow({holder: list(results) for holder, results in dice})


def flow(value: Any) -> str:
    """Plain data in YAML's flow style, on one line."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(flow(item) for item in value) + "]"
        case _:
            return scalar(value)


def scalar(value: Any) -> str:
    """A text is quoted unless it is a plain word."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
    text = str(value)
    if text.isascii() and text.replace("_", "").isalnum() and not text[0].isdigit() and text not in _WORDS:
        return text
    return "".join(_escaped(character) for character in json.dumps(text, ensure_ascii=False))


_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def _escaped(character: str) -> str:
    """Signs that may not stand in a file as they are."""
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
