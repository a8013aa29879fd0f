"""The rows that a proposal is most like, "as X, but …", and copies in disguise.

What each row's file declares is taken as data, with its own names replaced by their order, its own definitions written out, and with what has no order sorted, so that
a name or the order of a condition makes no difference. Rows that bring as many things as the proposal are also played side by side with it (`analysis.alike`), which finds
copies that are written otherwise.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from densho.analysis.alike import Alike, alike
from densho.analysis.budget import Budget
from densho.analysis.secrecy import Start
from densho.display.blocks import Grid
from densho.dossier.document import Finding, Section, section
from densho.dossier.examined import Examined
from densho.dossier.naming import Names
from densho.dossier.rules import values_of
from densho.dossier.unfolding import Unfolding
from densho.ir import nodes as ir
from densho.ir.data import to_data
from densho.ir.walk import nodes
from densho.showing.brought import items_of
from densho.showing.entries import entries
from densho.showing.page import Element, Heading, Line, Table

GREATEST = 0.6
"""The share of what is left of the budget that one row may use up."""
SHOWN = 3
LEAST = 0.25
"""Rows less like it than this are not spoken of."""


@dataclass(frozen=True, slots=True)
class Feature:
    """`coarse`: what sort of thing it is, and about what; `fine`: all of it. `item` None: a word, a row or a column."""

    coarse: str
    fine: str
    item: ir.Item | None
    text: str


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like another row is, 0 … 1, what only the one and what only the other has, and how playing them side by side came out."""

    row: str
    share: float
    only_own: tuple[Feature, ...]
    only_other: tuple[Feature, ...]
    played: Alike | None

    @property
    def copy(self) -> bool:
        """Whether they differ in nothing but names, as written or as played."""
        if self.played is not None and (self.played.same or self.played.differs):
            return self.played.same
        return not self.only_own and not self.only_other


def similar(examined: Examined, starts: Sequence[Start], budget: Budget) -> Section:
    """The section, with a finding for every copy."""
    found = _likenesses(examined, starts, budget)
    title = examined.say("What it is like")
    shown = [one for one in found if one.copy or one.share >= LEAST][:SHOWN]
    if not shown:
        return section(title, [Line(examined.say("Nothing that is there already is much like it."))])
    return section(
        title, [part for one in shown for part in _told(examined, one)], _findings(examined, shown)
    )


def _likenesses(examined: Examined, starts: Sequence[Start], budget: Budget) -> list[Likeness]:
    kind = examined.guide.kinds[examined.question.kind]
    own = tuple(_features(examined, examined.bundle))
    others = [row for row in kind.rows if row.name != examined.question.row]
    scored: list[Likeness] = []
    for row in others:
        features = tuple(_features(examined, f"{kind.name}.{row.name}"))
        scored.append(
            Likeness(row.name, _share(own, features), _left(own, features), _left(features, own), None)
        )
    scored.sort(key=lambda one: -one.share)
    return sorted(_played(examined, scored, starts, budget), key=lambda one: (not one.copy, -one.share))


def _played(
    examined: Examined, scored: Sequence[Likeness], starts: Sequence[Start], budget: Budget
) -> Iterator[Likeness]:
    """With those that can be paired off played side by side, the likest first, as long as the budget lasts: most are told apart at once."""
    question = examined.question
    begun = time.monotonic()
    for one in scored:
        left = None if budget.seconds is None else max(0.0, budget.seconds - (time.monotonic() - begun))
        part = Budget(None if left is None else left * GREATEST, budget.work)
        played = alike(starts, question.kind, question.row, one.row, seed=question.seed, budget=part)
        yield Likeness(one.row, one.share, one.only_own, one.only_other, played)


# --- what is told ------------------------------------------------------------------------------------


def _told(examined: Examined, one: Likeness) -> Iterator[Element]:
    say = examined.say
    name = examined.guide.called(one.row, f"{examined.question.kind}.{one.row}")
    yield Heading(say("As {name}, {percent} alike", name=name, percent=f"{round(100 * one.share)} %"))
    if one.played is not None:
        yield Line(_side_by_side(examined, one.played))
    if not one.only_own and not one.only_other and one.copy:
        yield Line(say("They differ in nothing but names."))
    for title, features in (
        (say("but it has"), one.only_own),
        (say("and it has not"), one.only_other),
    ):
        if features:
            yield Line(f"{title}:", style="label")
            yield from _features_told(examined, features)


def _features_told(examined: Examined, features: Sequence[Feature]) -> Iterator[Element]:
    rows = tuple(("", one.text) for one in features if one.item is None)
    if rows:
        yield Table(Grid(("", ""), rows, wraps=True))
    yield from entries(examined.guide, (one.item for one in features if one.item is not None))


def _side_by_side(examined: Examined, played: Alike) -> str:
    if played.differs:
        return examined.say(
            "Played side by side they came out differently (after {number} uses).", number=played.used
        )
    if not played.same:
        return examined.say(
            "Played side by side no difference was found, but they were used only {number} times.",
            number=played.used,
        )
    return examined.say(
        "Played side by side, with {number} uses in {fights} fights, they did the same every time.",
        number=played.used,
        fights=played.fights,
    )


def _findings(examined: Examined, shown: Iterable[Likeness]) -> Iterator[Finding]:
    for one in shown:
        if one.copy:
            name = examined.guide.called(one.row, f"{examined.question.kind}.{one.row}")
            yield Finding("grave", examined.say("it is {name} under another name", name=name))


# --- features ----------------------------------------------------------------------------------------


def _share(one: Sequence[Feature], other: Sequence[Feature]) -> float:
    """The share of what both have in what either has; sort and subject count half."""
    both = either = 0
    for level in ("coarse", "fine"):
        mine, others = (Counter(getattr(feature, level) for feature in features) for features in (one, other))
        both += (mine & others).total()
        either += (mine | others).total()
    return both / either if either else 0.0


def _left(one: Sequence[Feature], other: Sequence[Feature]) -> tuple[Feature, ...]:
    """What of the one the other has not."""
    there = Counter(feature.fine for feature in other)
    left = []
    for feature in one:
        if there[feature.fine]:
            there[feature.fine] -= 1
        else:
            left.append(feature)
    return tuple(left)


def _features(examined: Examined, bundle: str) -> Iterator[Feature]:
    """What the file of a row declares; of a row without one its columns alone."""
    names = Names(examined.after, bundle)
    kind, _, row = bundle.partition(".")
    for one in examined.after.kinds:
        for each in one.rows:
            if each.bundle == bundle or (one.name, each.name) == (kind, row):
                yield from _row_features(examined, one, each, names, own=(one.name, each.name) == (kind, row))
    for decision in examined.after.decisions:
        if decision.root == decision.name:
            for word in decision.words:
                if bundle in (".".join(word.bundle or ()), ".".join(word.row or ())):
                    args = [(to_data(arg.type), arg.flag) for arg in word.args]
                    fine = json.dumps(["word", decision.name, word.group, args, word.hidden], sort_keys=True)
                    yield Feature(
                        fine,
                        fine,
                        None,
                        examined.say("a word `{word}` in `{group}`", word=word.name, group=word.group),
                    )
    unfolded = Unfolding(examined.after, bundle)
    for item in items_of(examined.guide, bundle):
        if not unfolded.dissolves(item):
            yield _item_feature(item, unfolded(item), names)
    for item in _naming(examined.after, bundle):
        fine = json.dumps(["named", item.name, _sorted(names.plain(to_data(item)))], sort_keys=True)
        yield Feature("named", fine, None, examined.say("named in `{item}`", item=item.name))


def _naming(ruleset: ir.Ruleset, bundle: str) -> Iterator[ir.Item]:
    """What names the row elsewhere, as rules for certain weapons do."""
    kind, _, row = bundle.partition(".")
    place = next(
        (one.name, at)
        for one in ruleset.kinds
        for at, each in enumerate(one.rows)
        if (one.name, each.name) == (kind, row)
    )
    refusals = (one for decision in ruleset.decisions for one in decision.refusals)
    for item in (*ruleset.definitions, *ruleset.rules, *ruleset.exceptions, *refusals, *ruleset.slots):
        if item.bundle != bundle and any(
            place in values_of(node.type, node.value) for node in nodes(item) if isinstance(node, ir.Const)
        ):
            yield item


def _row_features(
    examined: Examined, kind: ir.Kind, row: ir.Row, names: Names, *, own: bool
) -> Iterator[Feature]:
    """Column by column, those that are as empty as can be left out."""
    if not own:
        coarse = f"row {kind.name}"
        fine = json.dumps(
            [coarse, [names.value(c.type, v) for c, v in zip(kind.columns, row.values, strict=True)]],
            default=str,
        )
        yield Feature(coarse, fine, None, f"{kind.name} `{row.name}`")
        return
    for column, value in zip(kind.columns, row.values, strict=True):
        if value != column.empty:
            coarse = f"column {kind.name}.{column.name}"
            fine = json.dumps([coarse, names.value(column.type, value)], default=str)
            shown = examined.guide.value(column.type, value)
            yield Feature(coarse, fine, None, f"{column.name}: {shown}")


def _item_feature(item: ir.Item, unfolded: ir.Item, names: Names) -> Feature:
    data = names.plain(to_data(unfolded))
    for key in ("name", "bundle", "cites", "over", "says"):
        data.pop(key, None)
    about = data.get("target", data.get("step", ""))
    coarse = json.dumps([data["node"], data.get("verb", ""), about])
    return Feature(coarse, json.dumps(_sorted(data), sort_keys=True), item, "")


_FLIPPED = {">": "<", ">=": "<="}
_DENIED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "in": "not in", "not in": "in"}
_OTHER = {"and": "or", "or": "and"}


def _sorted(data: Any) -> Any:
    """With what has no order in one order: sides of `=`, parts of `and` and `or`; `not` pushed as far in as it goes."""
    match data:
        case {"node": "Unary", "op": "not", "operand": operand}:
            return _denied(operand)
        case {"node": "Compare", "op": op, "left": left, "right": right}:
            one, other = _sorted(left), _sorted(right)
            if op in _FLIPPED:
                return {"node": "Compare", "op": _FLIPPED[op], "left": other, "right": one}
            if op in ("=", "!="):
                one, other = sorted((one, other), key=_text)
            return {"node": "Compare", "op": op, "left": one, "right": other}
        case {"node": "Arithmetic", "op": "+" | "*", "left": left, "right": right}:
            one, other = sorted((_sorted(left), _sorted(right)), key=_text)
            return {**data, "left": one, "right": other}
        case {"node": "Logic", "op": op, "items": items}:
            return _joined(op, [_sorted(one) for one in items])
        case {"node": "Gather", "type": {"node": "TSet"}, "items": items}:
            parts = {_text(one): one for one in map(_sorted, items)}
            return {**data, "items": [parts[text] for text in sorted(parts)]}
        case dict():
            return {key: _sorted(one) for key, one in data.items()}
        case list():
            return [_sorted(one) for one in data]
        case _:
            return data


def _denied(data: Any) -> Any:
    """What holds where a condition does not."""
    match data:
        case {"node": "Unary", "op": "not", "operand": operand}:
            return _sorted(operand)
        case {"node": "Compare" | "Belongs", "op": op} if op in _DENIED:
            return _sorted({**data, "op": _DENIED[op]})
        case {"node": "Logic", "op": op, "items": items}:
            return _joined(_OTHER[op], [_denied(one) for one in items])
        case _:
            return {"node": "Unary", "op": "not", "operand": _sorted(data)}


def _joined(op: str, items: list[Any]) -> Any:
    """Conditions joined by `and` or `or`: those within those laid open."""
    flat: list[Any] = []
    for one in items:
        flat += one["items"] if one.get("node") == "Logic" and one["op"] == op else [one]
    return {"node": "Logic", "op": op, "items": sorted(flat, key=_text)}


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)
