"""Which values are listed for an argument: those of its listing, or all of its type."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from math import prod
from typing import Any

from densho.engine.codegen_flow import listing_name
from densho.engine.layout import NAMES, PRESENT, Layout, Values
from densho.engine.order import ordered
from densho.engine.refuse import Asked
from densho.engine.spelling import argument_default
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

FURTHEST = 1000
MANY = 64
LARGEST = 20_000
NO_VALUE = object()


class TooMany(Exception):
    """A search was given up."""


def argument_lists(
    ask: Asked, word: ir.Word, values: Values, rng: random.Random | None = None
) -> Iterator[tuple[Any, ...]]:
    """All combinations of listed arguments of a word that can be written; at random with `rng`."""
    domains = [_domain(argument_values(ask, word, argument, values), rng) for argument in word.args]
    named = [i for i, a in enumerate(word.args) if a.named]
    nameless = named and not word.or_none and not any(isinstance(word.args[i].type, t.TInt) for i in named)
    for combination in product(*domains) if rng is None else _at_random(domains, rng):
        blank = all(combination[i] == argument_default(ask.program.layout, word.args[i]) for i in named)
        if not (nameless and blank):
            yield combination


def _domain(values: Iterator[Any], rng: random.Random | None) -> list[Any]:
    """The values, or at random the first of them, if they are too many to list."""
    found = list(islice(values, LARGEST + 1))
    if len(found) > LARGEST and rng is None:
        raise TooMany
    return found


def some_arguments(ask: Asked, word: ir.Word, values: Values) -> tuple[Any, ...] | None:
    """One combination of listed arguments, if there are any."""
    found = []
    for argument in word.args:
        value = next(argument_values(ask, word, argument, values), NO_VALUE)
        if value is NO_VALUE:
            return None
        found.append(value)
    return tuple(found)


def _at_random(domains: list[list[Any]], rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Every combination; where there are many, first some drawn one by one."""
    if prod(len(d) for d in domains) > MANY:
        for _ in range(MANY):
            yield tuple(rng.choice(d) for d in domains)
    for domain in domains:
        rng.shuffle(domain)
    yield from product(*domains)


def argument_values(ask: Asked, word: ir.Word, argument: ir.Argument, values: Values) -> Iterator[Any]:
    """The listed values, each once, and what leaving the argument out means."""
    layout = ask.program.layout
    seen: set[Any] = set()
    if argument.default is not None or argument.left_out or argument.named or argument.flag:
        seen.add(argument_default(layout, argument))
        yield argument_default(layout, argument)
    for value in _listed(ask, word, argument, values):
        if value not in seen:
            seen.add(value)
            yield value


def _listed(ask: Asked, word: ir.Word, argument: ir.Argument, values: Values) -> Iterable[Any]:
    if argument.listing is None:
        return type_values(ask.program.layout, argument.type, values)
    name = listing_name(ask.decision, word, argument)
    members = listed_members(ask, word, argument, values)
    most = ask.functions[f"{name}_up_to"](values, ask.seat) if argument.up_to is not None else None
    match argument.type:
        case t.TBag():
            return sub_bags(members, most, repeat=isinstance(argument.listing.type, t.TSet))
        case t.TSet():
            return subsets(members, most)
        case t.TList(up_to=up_to):
            return lists(members, up_to if most is None else min(most, up_to))
        case _:
            return (m for m in ordered(members) if _may_be_written(argument.type, m))


def listed_members(ask: Asked, word: ir.Word, argument: ir.Argument, values: Values) -> Any:
    """What an argument's listing gives: the values, or what its bags, sets and lists are made of."""
    return ask.functions[listing_name(ask.decision, word, argument)](values, ask.seat)


def _may_be_written(type_: Type, value: Any) -> bool:
    match type_:
        case t.TInt(lo=lo, hi=hi):
            return value is not None and (lo is None or lo <= value) and (hi is None or value <= hi)
        case _:
            return True


def type_values(layout: Layout, type_: Type, values: Values) -> Iterable[Any]:
    """All values of a type, in order; of numbers without limit the first thousand."""
    match type_:
        case t.TBool():
            return (False, True)
        case t.TInt(lo=lo, hi=hi):
            low = (0 if hi is None else hi - FURTHEST) if lo is None else lo
            return range(low, (low + FURTHEST if hi is None else hi) + 1)
        case t.TRow(kind=kind):
            shut = layout.settled.shut_rows
            return (i for i in range(len(layout.kinds[kind].rows)) if (kind, i) not in shut)
        case t.TFighter():
            return tuple(values[PRESENT]) or tuple(range(len(values[NAMES]) - 1))
        case t.TWord(decision=decision):
            return range(len(layout.choice_layout(decision).words))
        case t.TOption(option=option):
            return range(len(layout.options[option].values))
        case t.TOptional(of=of):
            return (layout.empty_value(type_), *type_values(layout, of, values))
        case t.TRecord(record=record):
            return product(
                *(tuple(type_values(layout, of, values)) for _, of in layout.records[record].fields)
            )
        case t.TSet(of=of):
            return subsets(type_values(layout, of, values), None)
        case t.TBag(of=of):
            return sub_bags(tuple(type_values(layout, of, values)), None, repeat=False)
        case t.TList(of=of, up_to=up_to):
            return lists(type_values(layout, of, values), up_to)
        case _:
            return ()


def sub_bags(members: Iterable[Any], most: int | None, *, repeat: bool) -> Iterator[tuple[Any, ...]]:
    """Bags out of `members`, the small first elements first, none of them empty; `repeat`: each as often as one likes, up to `most`."""
    items = ordered(members)
    if repeat:
        counts = [(item, most or 0) for item in ordered(set(items))]
    else:
        tally = Counter(items)
        counts = [(item, tally[item]) for item in ordered(set(items))]
    yield from (bag for bag in _bags(counts, len(items) if most is None else most) if bag)


def _bags(counts: list[tuple[Any, int]], most: int) -> Iterator[tuple[Any, ...]]:
    if not counts:
        yield ()
        return
    item, number = counts[0]
    for n in range(min(number, most) + 1):
        for rest in _bags(counts[1:], most - n):
            yield (item,) * n + rest


def subsets(members: Iterable[Any], most: int | None) -> Iterator[frozenset[Any]]:
    """Sets out of `members`, none of them empty."""
    items = ordered(set(members))
    for size in range(1, (len(items) if most is None else min(most, len(items))) + 1):
        yield from (frozenset(c) for c in combinations(items, size))


def lists(members: Iterable[Any], most: int) -> Iterator[tuple[Any, ...]]:
    """Lists of `members`, the shortest first, none of them empty."""
    items = ordered(set(members))
    for size in range(1, most + 1):
        yield from product(items, repeat=size)
