"""A ruleset for one set of options: items whose gates are shut are gone, options are constants, and what follows is folded.

Rows of kinds keep their places (a row is an index everywhere else), so shut ones are only listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from densho.engine.errors import BadValue
from densho.engine.order import ordered
from densho.ir import nodes as ir
from densho.ir.types import TBag, TBool, TInt, TOption, TSet
from densho.ir.walk import rebuild
from densho.messages import say


@dataclass(frozen=True, slots=True)
class Settled:
    """`rules` holds what is in force under `options` (value ids, complete).

    `shut_rows` are rows that do not exist: (kind, row); `shut_words` words that cannot be said: (decision, word).
    """

    rules: ir.Ruleset
    options: tuple[tuple[str, str], ...]
    shut_rows: frozenset[tuple[str, int]]
    shut_words: frozenset[tuple[str, str]]


def settle(ruleset: ir.Ruleset, options: Mapping[str, str]) -> Settled:
    """Raises `BadValue` for an option or value that the ruleset does not have."""
    chosen = full_options(ruleset, options)
    places = {o.name: o.values.index(chosen[o.name]) for o in ruleset.options}

    def is_open(item: Any) -> bool:
        return all(chosen.get(gate.option) in gate.values for gate in getattr(item, "gates", ()))

    def fold(node: Any) -> Any:
        if isinstance(node, ir.OptionValue):
            return _option_constant(node, chosen[node.option], places[node.option])
        return _simplify(node)

    def kept(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(rebuild(item, fold) for item in items if is_open(item))

    decisions = tuple(
        replace(d, refusals=tuple(r for r in d.refusals if is_open(r)), words=_with_open_args(d, is_open))
        for d in kept(ruleset.decisions)
    )
    rules = replace(
        ruleset,
        present=None if ruleset.present is None else rebuild(ruleset.present, fold),
        slots=kept(ruleset.slots),
        definitions=kept(ruleset.definitions),
        folds=kept(ruleset.folds),
        decisions=decisions,
        rules=kept(ruleset.rules),
        rolls=kept(ruleset.rolls),
        exceptions=kept(ruleset.exceptions),
        flow=tuple(rebuild(f, fold) for f in ruleset.flow),
        invariants=kept(ruleset.invariants),
    )
    shut = frozenset((k.name, i) for k in ruleset.kinds for i, row in enumerate(k.rows) if not is_open(row))
    mute = frozenset((d.name, w.name) for d in decisions for w in d.words if not is_open(w))
    return Settled(rules, tuple(sorted(chosen.items())), shut, mute)


def full_options(ruleset: ir.Ruleset, options: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value id; missing ones have their default."""
    known = {o.name: o for o in ruleset.options}
    for name, value in options.items():
        if name not in known:
            raise BadValue(say("there is no option `{name}`", name=name))
        if value not in known[name].values:
            listed = ", ".join(known[name].values)
            raise BadValue(
                say(
                    "the option `{option}` has no value `{name}` (it has {names})",
                    option=name,
                    name=value,
                    names=listed,
                )
            )
    return {name: options.get(name, o.default) for name, o in known.items()}


def _with_open_args(decision: ir.Decision, is_open: Any) -> tuple[ir.Word, ...]:
    return tuple(replace(w, args=tuple(a for a in w.args if is_open(a))) for w in decision.words)


def _option_constant(node: ir.OptionValue, value: str, place: int) -> ir.Const:
    if node.number:
        return ir.Const(span=node.span, type=TInt(int(value), int(value)), value=int(value))
    return ir.Const(span=node.span, type=TOption(node.option), value=place)


def _truth(node: ir.Node) -> bool | None:
    return node.value if isinstance(node, ir.Const) and isinstance(node.value, bool) else None


def _bool(value: bool, like: ir.Node) -> ir.Const:
    return ir.Const(span=like.span, type=TBool(), value=value)


def _simplify(node: Any) -> Any:
    """Only what options decide: comparisons of constants, and conditions over them."""
    match node:
        case ir.Compare(op="=" | "!=", left=ir.Const(value=a), right=ir.Const(value=b)):
            return _bool((a == b) == (node.op == "="), node)
        case ir.Belongs(
            op="in" | "not in", left=ir.Const(value=a), right=ir.Const(value=frozenset() | tuple() as group)
        ):
            return _bool((a in group) == (node.op == "in"), node)
        case ir.Unary(op="not", operand=operand) if (known := _truth(operand)) is not None:
            return _bool(not known, node)
        case ir.Logic():
            return _simplify_logic(node)
        case ir.If() if (known := _truth(node.condition)) is not None:
            return node.then if known else node.otherwise
        case ir.Gather() if all(isinstance(item, ir.Const) for item in node.items):
            return _gathered(node)
        case ir.Join(
            op="join", left=ir.Const(value=frozenset() as a), right=ir.Const(value=frozenset() as b)
        ):
            return ir.Const(span=node.span, type=node.type, value=a | b)
    return node


def _gathered(node: ir.Gather) -> ir.Const:
    values = [item.value for item in node.items if isinstance(item, ir.Const)]
    match node.type:
        case TSet():
            return ir.Const(span=node.span, type=node.type, value=frozenset(values))
        case TBag():
            return ir.Const(span=node.span, type=node.type, value=tuple(ordered(values)))
        case _:
            return ir.Const(span=node.span, type=node.type, value=tuple(values))


def _simplify_logic(node: ir.Logic) -> Any:
    decisive = node.op == "or"
    left: list[ir.Expr] = []
    for item in node.items:
        known = _truth(item)
        if known is decisive:
            return _bool(decisive, node)
        if known is None:
            left.append(item)
    if not left:
        return _bool(not decisive, node)
    if len(left) == 1:
        return left[0]
    return node if len(left) == len(node.items) else replace(node, items=tuple(left))
