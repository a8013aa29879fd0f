"""Makes the parser's tables of a grammar with lark, as plain JSON data.

Comes in: the text of the grammar. Goes out: what `densho.surface.tables.Tables` holds. lark's own form of the LALR automaton is turned
into rows of numbers, and its terminals into a dictionary of words and signs, so that running the tables needs no lark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

_FIRST_WORD = re.compile(r"([a-z]+)(.*)", re.DOTALL)


def tabulate(grammar: str, start_symbols: Sequence[str]) -> dict[str, Any]:
    """The tables of a grammar as JSON data: the same grammar gives the same tables."""
    parser = lark.Lark(grammar, parser="lalr", start=list(start_symbols), maybe_placeholders=False)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    tokens = table["tokens"]
    rows = {
        state: sorted((tokens[token], reduces, target) for token, (reduces, target) in row.items())
        for state, row in table["states"].items()
    }
    rules = {key: _production(rule) for key, rule in memo.items() if "origin" in rule}
    productions = sorted(set(rules.values()))
    numbers = {key: productions.index(production) for key, production in rules.items()}
    order = _order(rows, [table["start_states"][start] for start in start_symbols])
    return {
        "productions": productions,
        "states": [
            {
                symbol: ~numbers[target["@"]] if reduces else order[target]
                for symbol, reduces, target in rows[state]
            }
            for state in order
        ],
        "starts": {
            start: [order[table["start_states"][start]], order[table["end_states"][start]]]
            for start in start_symbols
        },
        **_vocabulary([value for value in memo.values() if "pattern" in value]),
    }


def _order(rows: Mapping[Any, Sequence[tuple[str, int, Any]]], starts: Sequence[Any]) -> dict[Any, int]:
    """The states by number, as they are come upon from the starts."""
    order: dict[Any, int] = {}
    waiting = list(reversed(starts))
    while waiting:
        state = waiting.pop()
        if state not in order:
            order[state] = len(order)
            waiting += [target for _, reduces, target in rows[state] if not reduces]
    return order


def _production(rule: Mapping[str, Any]) -> tuple[str, int, str, tuple[tuple[int, bool], ...], bool]:
    """The fields of a `densho.surface.tables.Production`."""
    origin = rule["origin"]["name"]
    kept = tuple(
        (place, "filter_out" not in symbol and symbol["name"].startswith("_"))
        for place, symbol in enumerate(rule["expansion"])
        if not symbol.get("filter_out")
    )
    passes = rule["options"]["expand1"] and not rule["alias"] and len(kept) == 1
    bundle = origin.startswith("_") and not rule["alias"]
    action = "" if passes or bundle else rule["alias"] or origin
    return origin, len(rule["expansion"]), action, kept, bundle


def _most_particular(terminal: Mapping[str, Any]) -> tuple[int, int, str]:
    return -terminal["priority"], -len(terminal["pattern"]["value"]), terminal["name"]


def _vocabulary(terminals: list[Mapping[str, Any]]) -> dict[str, Any]:
    words: dict[str, list[tuple[str, str | None]]] = {}
    signs: dict[str, list[str]] = {}
    classes: dict[str, str] = {}
    for terminal in sorted(terminals, key=_most_particular):
        name, pattern = terminal["name"], terminal["pattern"]["value"]
        if terminal["pattern"]["__type__"] == "PatternStr":
            signs.setdefault(pattern, []).append(name)
        elif found := _FIRST_WORD.fullmatch(pattern):
            word, rest = found.groups()
            words.setdefault(word, []).append((name, None if rest == r"\b" else pattern))
        else:
            classes[name] = pattern
    return {"words": words, "signs": signs, "classes": classes}
