"""Prints syntax nodes as an author would write them, with no bracket that is not needed: `parse(unparse(node)) == node`.

An expression is printed for a level of the grammar, from 0 (anything may stand here) to the operands; one that is looser than its
place gets brackets. A quantifier's `with` swallows what follows it, so an expression that ends in one is looser than it looks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from densho.surface import syntax as s
from densho.surface.zones import draw_zone, say_zone

IF, OR, AND, NOT, COMPARE, RANGE, ADD, UNION, TIMES, PREFIX, OPERAND = range(11)

_LEVELS = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(
        ("=", "!=", "<", "<=", ">", ">=", "in", "not in", "has", "lacks", "within", "meets"), COMPARE
    ),
    "..": RANGE,
    **dict.fromkeys(("+", "-", "without"), ADD),
    "|": UNION,
    **dict.fromkeys(("*", "/", "mod"), TIMES),
}
_SINGLE = (COMPARE, RANGE)
"""Levels of operators that do not chain."""

Printable = (
    s.Expr | s.TypeExpr | s.Head | s.ParamDecl | s.ColumnDecl | s.SlotDecl | s.GroupDecl | s.ArgDecl | s.WordDecl
    | s.RelationLine | s.RefusalDecl | s.Binder | s.Effect | s.TellField | s.RuleDecl | s.FlowLine | s.Zone
)  # fmt: skip


def unparse(node: Printable | tuple[s.Effect, ...]) -> str:
    """The text of a node, or of a rule's effects."""
    if isinstance(node, tuple):
        return "; ".join(map(_effect, node))
    if isinstance(node, s.TypeExpr):
        return _type(node)
    if isinstance(node, s.Effect):
        return _effect(node)
    if isinstance(node, s.Expr):
        return _expr(node)
    return _declaration(node)


# --- expressions --------------------------------------------------------------------------------------


def _expr(node: s.Expr, level: int = IF) -> str:
    text, own = _at_own_level(node)
    return f"({text})" if own < level else text


def _at_own_level(node: s.Expr) -> tuple[str, int]:
    """The text without brackets, and the loosest level at which it may stand so."""
    match node:
        case s.Int():
            return str(node.value), OPERAND
        case s.Name():
            return node.id, OPERAND
        case s.Nothing():
            return "nothing", OPERAND
        case s.Bool():
            return "true" if node.value else "false", OPERAND
        case s.ListOf():
            return f"[{_list(node.items)}]", OPERAND
        case s.Attribute():
            return f"{_expr(node.base, OPERAND)}.{node.name}", OPERAND
        case s.Call():
            return f"{_expr(node.function, OPERAND)}({_list(node.args)})", OPERAND
        case s.Just():
            item = _expr(node.item, PREFIX)
            negative = item.startswith("-") and not item[1:2].isdigit()
            return f"just ({item})" if negative else f"just {item}", PREFIX
        case s.Unary():
            return _unary(node)
        case s.Binary():
            return _binary(node)
        case s.Quantifier():
            return _quantifier(node), NOT
        case s.If():
            condition, then, otherwise = map(_expr, (node.condition, node.then, node.otherwise))
            return f"if {condition} then {then} else {otherwise}", IF
        case _:
            assert_never(node)


def _list(items: Iterable[s.Expr]) -> str:
    return ", ".join(map(_expr, items))


def _unary(node: s.Unary) -> tuple[str, int]:
    if node.op == "not":
        return f"not {_expr(node.operand, NOT)}", NOT
    operand = _expr(node.operand, PREFIX)
    return f"-{operand}", PREFIX


def _binary(node: s.Binary) -> tuple[str, int]:
    level = _LEVELS[node.op]
    left = _expr(node.left, level + 1 if level in _SINGLE else level)
    if level < COMPARE and _swallows(node.left):
        left = f"({_expr(node.left)})"
    right = _expr(node.right, level + 1)
    tight = node.op in ("|", "..")
    return f"{left}{node.op}{right}" if tight else f"{left} {node.op} {right}", level


def _swallows(node: s.Expr) -> bool:
    """Whether the text ends in a quantifier, which would take in an `and` or `or` that follows."""
    match node:
        case s.Quantifier():
            return node.where is not None or node.of is not None
        case s.Unary(op="not"):
            return _swallows(node.operand)
        case s.Binary(op="and" | "or"):
            return not _bracketed(node) and _swallows(node.right)
        case _:
            return False


def _quantifier(node: s.Quantifier) -> str:
    text = f"{node.word} {node.var.id} in {_expr(node.domain, RANGE)}"
    if node.where is not None:
        where = _expr(node.where)
        text += f" with ({where})" if node.of is not None and _takes_of(node.where) else f" with {where}"
    return text if node.of is None else f"{text} of {_expr(node.of)}"


def _takes_of(node: s.Expr) -> bool:
    """Whether an `of` after the text would belong to a quantifier at its end."""
    match node:
        case s.Quantifier():
            if node.of is not None:
                return _takes_of(node.of)
            return node.word in ("sum", "most", "least", "those", "list") or (
                node.where is not None and _takes_of(node.where)
            )
        case s.Unary(op="not"):
            return _takes_of(node.operand)
        case s.Binary(op="and" | "or"):
            return not _bracketed(node) and _takes_of(node.right)
        case s.If():
            return _takes_of(node.otherwise)
        case _:
            return False


def _bracketed(node: s.Binary) -> bool:
    """Whether the right side is printed in brackets anyway."""
    return _at_own_level(node.right)[1] <= _LEVELS[node.op]


# --- types --------------------------------------------------------------------------------------------


def _type(node: s.TypeExpr) -> str:
    match node:
        case s.TypeName():
            return node.id
        case s.IntType():
            return f"{node.lo}..{'' if node.hi is None else node.hi}"
        case s.SetType():
            return f"set of {_type(node.of)}"
        case s.BagType():
            return f"bag of {_type(node.of)}"
        case s.ListType():
            if node.up_to is None:
                return f"list of {_type(node.of)}"
            inner = _type(node.of)
            return f"list of {f'({inner})' if _takes_up_to(node.of) else inner} up to {node.up_to}"
        case s.PartType():
            return f"part of {node.decision.id}"
        case s.OptionalType():
            inner = _type(node.of)
            simple = isinstance(node.of, s.TypeName | s.IntType | s.PartType)
            return f"{inner if simple else f'({inner})'} or nothing"
        case _:
            assert_never(node)


def _takes_up_to(node: s.TypeExpr) -> bool:
    match node:
        case s.ListType():
            return node.up_to is None or _takes_up_to(node.of)
        case s.SetType() | s.BagType():
            return _takes_up_to(node.of)
        case _:
            return False


# --- declarations -------------------------------------------------------------------------------------


def _declaration(
    node: s.Head | s.ParamDecl | s.ColumnDecl | s.SlotDecl | s.GroupDecl | s.ArgDecl | s.WordDecl | s.RelationLine
    | s.RefusalDecl | s.Binder | s.TellField | s.RuleDecl | s.FlowLine | s.Zone,
) -> str:  # fmt: skip
    match node:
        case s.Head():
            params = f"({', '.join(map(_declaration, node.params))})" if node.has_params else ""
            return " ".join([node.name.id + params, *(cite.id for cite in node.cites)])
        case s.ParamDecl():
            return node.name.id if node.type is None else f"{node.name.id} of {_type(node.type)}"
        case s.ColumnDecl():
            return _type(node.type) + _after(" = ", node.default)
        case s.SlotDecl():
            return _slot(node)
        case s.GroupDecl():
            mode = f"sequence up to {node.up_to}" if node.mode == "sequence" else node.mode
            return f"{mode}, repeats counted" if node.repeats_counted else mode
        case s.ArgDecl():
            return _argument(node)
        case s.WordDecl():
            return _word(node)
        case s.RelationLine():
            return _relation_line(node)
        case s.RefusalDecl():
            return _refusal(node)
        case s.Binder():
            return f"{node.var.id} in {_expr(node.domain)}"
        case s.TellField():
            return f"{node.name.id} {_expr(node.value)}"
        case s.RuleDecl():
            return _rule(node)
        case s.FlowLine():
            return _flow_line(node)
        case s.Zone():
            drawn = list(node.offsets) == sorted(set(node.offsets))
            return draw_zone(node.offsets) if drawn else say_zone(node.offsets)
        case _:
            assert_never(node)


def _after(before: str, node: s.Expr | None, level: int = IF) -> str:
    return "" if node is None else before + _expr(node, level)


def _names(names: Iterable[s.Name]) -> str:
    return "|".join(name.id for name in names)


def _slot(node: s.SlotDecl) -> str:
    parts = [_type(node.type) + _after(" = ", node.start)]
    if node.each is not None:
        parts.append(f"each {node.each.id}")
    if node.fades is not None:
        parts.append(f"fades in {node.fades.id}")
    if node.clamped is not None:
        bounds = "..".join(_expr(bound, ADD) for bound in node.clamped)
        parts.append(f"clamped to {bounds}" if bounds else "clamped")
    if node.hidden is not None:
        parts.append("hidden" if node.hidden is True else f"hidden when {_expr(node.hidden)}")
    if node.working:
        parts.append("working")
    return ", ".join(parts)


def _argument(node: s.ArgDecl) -> str:
    if node.type is None:
        return f"flag {node.name.id}"
    named = "named " if node.named else ""
    left_out = " or left out" if node.left_out else ""
    listing = _after(" from ", node.listing) + _after(" up to ", node.up_to)
    return f"{named}{node.name.id} of {_type(node.type)}{_after(' = ', node.default)}{left_out}{listing}"


def _word(node: s.WordDecl) -> str:
    parts = [] if node.group is None else [f"in {node.group.id}"]
    parts += map(_argument, node.args)
    marks = {
        "or none": node.or_none,
        "says nothing": node.says_nothing,
        f"not beside {_names(node.not_beside)}": node.not_beside,
        "adds up": node.adds_up,
        "hidden": node.hidden,
    }
    parts += [mark for mark, meant in marks.items() if meant]
    return ", ".join(parts)


def _relation_line(node: s.RelationLine) -> str:
    if node.verb is None:
        return f"otherwise {'yes' if node.holds else 'no'}"
    verb = node.verb.id if node.holds else f"not {node.verb.id}"
    return f"{_names(node.left)} {verb} {_names(node.right)}"


# --- refusals, rules, flow ----------------------------------------------------------------------------


def _refusal(node: s.RefusalDecl) -> str:
    if node.test == "crowded" and node.group is not None:
        return f"crowded {node.group.id}"
    if node.test != "condition":
        return node.test
    binder = f"for {node.var.id} in {_expr(node.domain)} when " if node.var and node.domain else ""
    if not binder and node.when == s.Name(id="place"):
        return "(place)"
    return binder + _after("", node.when)


def _effect(node: s.Effect) -> str:
    match node:
        case s.Put():
            return f"{_expr(node.target)} {node.op} {_expr(node.value)}"
        case s.Tell():
            fields = f"({', '.join(map(_declaration, node.fields))})" if node.fields else ""
            return f"tell {'me ' if node.private else ''}{node.event.id}{fields}"
        case s.Verdict():
            return f"{node.kind} {node.block.id}{_after(' for ', node.who)}{_after(' by ', node.by)}"
        case _:
            assert_never(node)


def _rule(node: s.RuleDecl) -> str:
    once = "once " if node.once else ""
    binder = f"for {node.var.id} in {_expr(node.domain)} " if node.var and node.domain else ""
    guard = "" if node.guard is None else f"when {_expr(node.guard)} "
    then = "then " if binder or guard else ""
    return f"{once}{binder}{guard}{then}{unparse(node.effects)}"


def _flow_line(node: s.FlowLine) -> str:
    by_fighter = " by fighter" if node.by_fighter else ""
    at_most = "" if node.at_most is None else f" at most {node.at_most}"
    return f"{node.verb} {node.name.id}{by_fighter}{_after(' while ', node.while_)}{at_most}{_after(' when ', node.when)}"
