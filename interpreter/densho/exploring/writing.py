"""A fight as the text of a scenario: YAML in the layout in which people write it, never wider than a page, always the same for the same fight."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from densho.exploring.fight import Fight, scenario_steps
from densho.formatting.formatted import format_source
from densho.source import Source

WIDTH = 100

_PLAIN = re.compile(r"(?:\.{1,2}/)*[A-Za-z_][A-Za-z0-9_]*(?:[ ./-][A-Za-z0-9_]+|; [A-Za-z0-9_]+)*")
_OTHERS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
"""Words that some reader of YAML takes for something else."""


def scenario_text(
    fight: Fight,
    name: str,
    *,
    cites: Sequence[str] = (),
    refused: str | None = None,
    expect: Mapping[str, object] | None = None,
    every: int | None = None,
) -> str:
    """One entry of a list of scenarios, with its indentation. `refused` names what refuses the fight's attempt, `expect` is compared after
    the last step. `every`: only so many steps are written."""
    steps: list[dict[str, Any]] = []
    for step in list(scenario_steps(fight))[:every]:
        one: dict[str, Any] = {}
        if step.choices:
            one["choose"] = dict(step.choices)
        if step.rolls:
            one["roll"] = {whose or "arena": list(results) for whose, results in step.rolls}
        steps.append(one)
    if fight.attempt is not None:
        steps[-1]["reject"] = {fight.attempt[0]: True if refused is None else refused}
    if expect:
        steps[-1]["expect"] = dict(expect)
    if not steps[-1]:
        steps[-1]["expect"] = {"outcome": None}
    entry: dict[str, Any] = {"name": name}
    if cites:
        entry["cites"] = list(cites)
    if fight.options:
        entry["options"] = dict(fight.options)
    setup = _setup(fight)
    if setup:
        entry["setup"] = setup
    entry["steps"] = steps
    return "".join(f"{line}\n" for line in _item(entry, 2))


def list_text(entry: Mapping[str, Any]) -> str:
    """A list of scenarios with this one entry, to be pasted below the head of a file."""
    return "scenarios:\n" + "".join(f"{line}\n" for line in _item(entry, 2))


def file_text(ruleset: str, scenarios: Sequence[str], extra: Sequence[str] = ()) -> str:
    """A file of scenarios."""
    head = f"ruleset: {scalar(ruleset)}\n"
    if extra:
        head += "".join(f"{line}\n" for line in _entry("with", list(extra), 0))
    return head + "scenarios:\n" + "\n".join(scenarios)


def laid_out_file(ruleset: str, scenarios: Sequence[str], extra: Sequence[str] = ()) -> str:
    """A file of scenarios as `densho fmt` lays it out, for people."""
    text = file_text(ruleset, scenarios, extra)
    return format_source(Source("-", text)).text or text


def _setup(fight: Fight) -> dict[str, Any]:
    """The fighters are listed where there are others than A and B, or where they hold something."""
    found: dict[str, Any] = {}
    if fight.arena:
        found["arena"] = dict(fight.arena)
    if fight.names != ("A", "B") or any(slots for _, slots in fight.fighters):
        found["fighters"] = {name: dict(slots) for name, slots in fight.fighters}
    return found


# --- YAML -------------------------------------------------------------------------------------------------


def _item(value: Any, indent: int) -> Iterator[str]:
    """An item of a list, in lines."""
    blank = " " * indent
    if not isinstance(value, Mapping):
        yield f"{blank}- {_flow(value)}"
        return
    first = True
    for key, item in value.items():
        for line in _entry(key, item, indent + 2):
            yield f"{blank}- {line[indent + 2 :]}" if first else line
            first = False


def _entry(key: str, value: Any, indent: int) -> Iterator[str]:
    """A key with its value: on one line if it fits, else with its parts below."""
    blank = " " * indent
    head = f"{blank}{scalar(key)}:"
    flow = f"{head} {_flow(value)}"
    open_list = isinstance(value, list) and any(isinstance(item, Mapping) for item in value)
    if len(flow) <= WIDTH and not (open_list and key in ("steps", "events")):
        yield flow
        return
    match value:
        case Mapping():
            yield head
            for name, item in value.items():
                yield from _entry(str(name), item, indent + 2)
        case list() if open_list:
            yield head
            for item in value:
                if key == "events" and len(f"{blank}  - {_flow(item)}") <= WIDTH:
                    yield f"{blank}  - {_flow(item)}"
                else:
                    yield from _item(item, indent + 2)
        case list():
            yield head
            inner = textwrap.wrap(
                _flow(value), WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False
            )
            yield from (f"{blank}  {line}" for line in inner)
        case _:
            yield f"{head} >-"
            yield from (f"{blank}  {line}" for line in _folded(str(value), WIDTH - indent - 2))


def _folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _flow(value: Any) -> str:
    match value:
        case Mapping():
            return "{" + ", ".join(f"{scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(_flow(item) for item in value) + "]"
        case _:
            return scalar(value)


def scalar(value: object) -> str:
    """A text is quoted unless it is made of plain words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
    text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in _OTHERS:
        return text
    return json.dumps(text, ensure_ascii=False)
