"""Operators: which sides decide the type of which, and what the result is."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import Text, say
from densho.resolved import names
from densho.resolved.scope import Scope, Stuck
from densho.resolved.types import bare, describe, element, fits, join, nothing_of
from densho.surface import syntax

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator

BOOL = t.TBool()


def binary(el: Elaborator, written: syntax.Binary, scope: Scope, expected: t.Type | None) -> n.Expr:
    match written.op:
        case "and" | "or":
            return logic(el, written, scope)
        case "=" | "!=" | "<" | "<=" | ">" | ">=":
            return compare(el, written, scope)
        case "in" | "not in":
            return belongs(el, written, scope)
        case "has" | "lacks":
            return has(el, written, scope)
        case "within" | "meets":
            return two_collections(el, written, scope)
        case "|":
            return union(el, written, scope, expected)
        case "..":
            left, right = el.each(
                lambda: el.checked(written.left, scope, t.TInt(None, None)),
                lambda: el.checked(written.right, scope, t.TInt(None, None)),
            )
            low, high = bounds(left.type), bounds(right.type)
            if low[1] is not None and high[0] is not None and high[0] - low[1] >= n.LONGEST_RANGE:
                el.report.add(
                    "unbounded",
                    written.span,
                    say("this range is too long: it may hold {most} numbers", most=n.LONGEST_RANGE),
                    help=say("compare with its ends instead: `x >= A and x <= B`"),
                )
                raise Stuck
            kind = t.TSet(t.TInt(low[0], high[1]))
            return n.Range(type=kind, low=left, high=right, span=written.span)
        case "+" | "without":
            return plus(el, written, scope, expected)
        case _:
            return arithmetic(el, written, scope)


def unary(el: Elaborator, written: syntax.Unary, scope: Scope) -> n.Expr:
    if written.op == "not":
        return n.Unary(
            type=BOOL, op="not", operand=el.checked(written.operand, scope, BOOL), span=written.span
        )
    operand = el.checked(written.operand, scope, t.TInt(None, None))
    low, high = bounds(operand.type)
    kind = t.TInt(None if high is None else -high, None if low is None else -low)
    if isinstance(operand, n.Const):
        return n.Const(type=kind, value=-cast(int, operand.value), span=written.span)
    return n.Unary(type=kind, op="-", operand=operand, span=written.span)


def logic(el: Elaborator, written: syntax.Binary, scope: Scope) -> n.Expr:
    left, right = el.each(
        lambda: el.checked(written.left, scope, BOOL), lambda: el.checked(written.right, scope, BOOL)
    )
    op = written.op
    assert op in ("and", "or")
    items: tuple[n.Expr, ...] = ()
    for side in (left, right):
        items += side.items if isinstance(side, n.Logic) and side.op == op else (side,)
    return n.Logic(type=BOOL, op="and" if op == "and" else "or", items=items, span=written.span)


def sides(el: Elaborator, written: syntax.Binary, scope: Scope) -> tuple[n.Expr, n.Expr]:
    """Both sides of a comparison, each helping to understand the other."""
    left = el.attempt(written.left, scope, None)
    if left is not None and not isinstance(left.type, t.TNothing):
        right = _guided(el, written.right, scope, left.type)
        if right is not None:
            if isinstance(written.left, syntax.Name | syntax.If):
                _guided(el, written.left, scope, right.type)
            return left, right
    right = el.attempt(written.right, scope, None)
    if right is not None and not isinstance(right.type, t.TNothing):
        again = _guided(el, written.left, scope, right.type)
        if again is not None:
            return again, right
    if left is None:
        left = el.checked(written.left, scope, right.type if right is not None else None)
    if right is None:
        right = el.checked(written.right, scope, left.type)
    return left, right


def _guided(el: Elaborator, written: syntax.Expr, scope: Scope, kind: t.Type) -> n.Expr | None:
    """As `attempt`, but a name that fits the type in two ways is reported: no other reading may be chosen silently."""
    kept, el.report = el.report, Report()
    try:
        return el.checked(written, scope, kind)
    except Stuck:
        if any(one.slug == "ambiguous-name" for one in el.report.found):
            kept.found += (one for one in el.report.found if one not in kept.found)
            raise
        return None
    finally:
        el.report = kept


def compare(el: Elaborator, written: syntax.Binary, scope: Scope) -> n.Expr:
    op = cast(n.CompareOp, written.op)
    if op in ("=", "!="):
        left, right = sides(el, written, scope)
        if not (fits(left.type, right.type) or fits(right.type, left.type)):
            el.report.add(
                "wrong-type",
                written.span,
                say("{left} is never {right}", left=describe(left.type), right=describe(right.type)),
                help=_compare_help(left, right),
            )
            raise Stuck
        return n.Compare(type=BOOL, op=op, left=left, right=right, span=written.span)
    number = t.TInt(None, None)
    left, right = el.each(
        lambda: el.checked(written.left, scope, number), lambda: el.checked(written.right, scope, number)
    )
    return n.Compare(type=BOOL, op=op, left=left, right=right, span=written.span)


def _compare_help(left: n.Expr, right: n.Expr) -> list[Text]:
    of = element(right.type) or element(left.type)
    if of is not None and (fits(left.type, of) or fits(right.type, of)):
        return [say("to ask whether it is one of several, write `in`")]
    return []


def belongs(el: Elaborator, written: syntax.Binary, scope: Scope) -> n.Expr:
    op = cast(n.GroupOp, written.op)
    left = el.attempt(written.left, scope, None)
    weak = left is None or isinstance(left, n.Const)
    if weak:
        right = el.attempt(written.right, scope, None)
        of = element(right.type) if right is not None else None
        if right is not None and of is not None and not isinstance(of, t.TNothing):
            return n.Belongs(
                type=BOOL, op=op, left=el.checked(written.left, scope, of), right=right, span=written.span
            )
        left = el.checked(written.left, scope, None)
    assert left is not None
    collection = collection_of(el, written.right, scope, left.type)
    return n.Belongs(type=BOOL, op=op, left=left, right=collection, span=written.span)


def collection_of(el: Elaborator, written: syntax.Expr, scope: Scope, of: t.Type) -> n.Expr:
    """A set, list or bag whose elements are of the given type."""
    wanted = bare(of)
    for kind in (t.TSet(wanted), t.TList(wanted, 99), t.TBag(wanted)):
        found = el.attempt(written, scope, kind)
        if found is not None:
            return found
    return el.checked(written, scope, t.TSet(wanted))


def is_container(kind: t.Type) -> bool:
    return isinstance(kind, t.TSet | t.TList | t.TBag | t.TChoice)


def container(el: Elaborator, written: syntax.Expr, scope: Scope) -> n.Expr:
    """What may stand left of `has`: a choice, set, list or bag."""
    if isinstance(written, syntax.Name):
        return names.resolve_name(el, written, scope, None, is_container)
    if isinstance(written, syntax.Attribute):
        from densho.resolved import access  # noqa: PLC0415 - the two understand expressions together

        return access.attribute(el, written, scope, None, is_container)
    return el.infer(written, scope, None)


def has(el: Elaborator, written: syntax.Binary, scope: Scope) -> n.Expr:
    left = container(el, written.left, scope)
    if isinstance(left.type, t.TChoice):
        found: n.Expr = _has_word(el, written, left, left.type.decision)
    else:
        of = element(left.type)
        if of is None:
            el.report.add(
                "wrong-type",
                written.left.span,
                say("{type} holds nothing that one could ask for", type=describe(left.type)),
            )
            raise Stuck
        found = n.Belongs(
            type=BOOL,
            op="in",
            left=el.checked(written.right, scope, of),
            right=left,
            span=written.span,
        )
    if written.op == "lacks":
        return n.Unary(type=BOOL, op="not", operand=found, span=written.span)
    return found


def _has_word(el: Elaborator, written: syntax.Binary, left: n.Expr, decision: str) -> n.Expr:
    word = written.right
    if not isinstance(word, syntax.Name):
        el.report.add(
            "wrong-type",
            word.span,
            say("right of `has` stands one word"),
            help=say(
                "for several write `order.words meets a|b` (one of them) or `order.words within a|b` (no others)"
            ),
        )
        raise Stuck
    if el.word_index(decision, word.id) is None:
        el.unknown_word(decision, word)
        raise Stuck
    el.used_words.add((decision, word.id))
    return n.ChoiceHas(type=BOOL, choice=left, word=word.id, span=written.span)


def two_collections(el: Elaborator, written: syntax.Binary, scope: Scope) -> n.Expr:
    op = cast(n.GroupOp, written.op)
    left, right = sides(el, written, scope)
    if element(left.type) is None or element(right.type) is None:
        side = written.left if element(left.type) is None else written.right
        kind = left.type if element(left.type) is None else right.type
        el.report.add(
            "wrong-type",
            side.span,
            say("`{op}` compares two collections, and this is {type}", op=op, type=describe(kind)),
            help=say("for a single thing write `in`, or make it a set with `just`"),
        )
        raise Stuck
    return n.Belongs(type=BOOL, op=op, left=left, right=right, span=written.span)


def flatten(written: syntax.Expr) -> list[syntax.Expr]:
    if isinstance(written, syntax.Binary) and written.op == "|":
        return [*flatten(written.left), *flatten(written.right)]
    return [written]


def union(el: Elaborator, written: syntax.Binary, scope: Scope, expected: t.Type | None) -> n.Expr:
    """`a|b|c`: elements gathered, sets among them joined."""
    of = element(expected) if expected is not None else None
    items = flatten(written)
    if of is None:
        for item in items:
            known = el.attempt(item, scope, None)
            if known is not None and not isinstance(known.type, t.TNothing):
                of = element(known.type) or bare(known.type)
                if not isinstance(known, n.Const):
                    break
    if of is None:
        el.checked(items[0], scope, None)
        raise Stuck
    wanted = of
    kind = t.TSet(wanted)
    single: list[n.Expr] = []
    sets: list[n.Expr] = []

    def one(item: syntax.Expr) -> n.Expr:
        found = el.attempt(item, scope, wanted)
        if found is not None:
            single.append(found)
            return found
        found = el.attempt(item, scope, kind)
        if found is None:
            return el.checked(item, scope, wanted)
        sets.append(found)
        return found

    done = el.each(*(lambda item=item: one(item) for item in items))
    inner = wanted
    for part in done:
        joined = join(inner, element(part.type) or part.type)
        inner = joined if joined is not None else inner
    result: n.Expr = n.Gather(type=t.TSet(bare(inner)), items=tuple(single), span=written.span)
    for extra in sets:
        result = n.Join(type=t.TSet(bare(inner)), op="join", left=result, right=extra, span=written.span)
    return result


def plus(el: Elaborator, written: syntax.Binary, scope: Scope, expected: t.Type | None) -> n.Expr:
    """`+` of numbers or of collections; `without`."""
    guide = expected if element(expected) is not None else None
    left = el.attempt(written.left, scope, guide) or el.attempt(written.left, scope, None)
    if left is None:
        left = el.checked(written.left, scope, guide)
    if written.op == "+" and isinstance(bare(left.type), t.TInt):
        return arithmetic(el, written, scope)
    if isinstance(left.type, t.TNothing):
        right = el.checked(written.right, scope, guide)
        left = el.checked(written.left, scope, right.type)
    else:
        right = el.checked(written.right, scope, left.type)
    kind = join(left.type, right.type)
    if element(left.type) is None or kind is None:
        el.report.add(
            "wrong-type",
            written.span,
            say("`{op}` does not go with {type}", op=written.op, type=describe(left.type)),
        )
        raise Stuck
    op: n.JoinOp = "join" if written.op == "+" else "without"
    if op == "without":
        kind = left.type
    return n.Join(type=kind, op=op, left=left, right=right, span=written.span)


def arithmetic(el: Elaborator, written: syntax.Binary, scope: Scope) -> n.Expr:
    number = t.TInt(None, None)
    first = el.attempt(written.left, scope, None) if written.op == "-" else None
    if first is not None and element(first.type) is not None:
        el.report.add(
            "wrong-type",
            written.span,
            say("`-` is for numbers, and this is {type}", type=describe(first.type)),
            help=say("to take elements away write `without`"),
        )
        raise Stuck
    left, right = el.each(
        lambda: el.checked(written.left, scope, number), lambda: el.checked(written.right, scope, number)
    )
    op = cast(n.ArithmeticOp, written.op)
    return n.Arithmetic(
        type=result_bounds(op, left.type, right.type), op=op, left=left, right=right, span=written.span
    )


def bounds(kind: t.Type) -> tuple[int | None, int | None]:
    """The bounds of a number; an optional one may also count as 0."""
    if isinstance(kind, t.TOptional) and isinstance(kind.of, t.TInt):
        low, high = kind.of.lo, kind.of.hi
        return (None if low is None else min(low, 0), None if high is None else max(high, 0))
    assert isinstance(kind, t.TInt)
    return kind.lo, kind.hi


def result_bounds(op: n.ArithmeticOp, left: t.Type, right: t.Type) -> t.TInt:
    (a, b), (c, d) = bounds(left), bounds(right)
    match op:
        case "+":
            return t.TInt(
                None if a is None or c is None else a + c, None if b is None or d is None else b + d
            )
        case "-":
            return t.TInt(
                None if a is None or d is None else a - d, None if b is None or c is None else b - c
            )
        case "*":
            if a is None or b is None or c is None or d is None:
                return t.TInt(0 if (a or -1) >= 0 and (c or -1) >= 0 else None, None)
            corners = (a * c, a * d, b * c, b * d)
            return t.TInt(min(corners), max(corners))
        case "/":
            if a is None or b is None:
                return t.TInt(0 if a is not None and a >= 0 and (c or -1) >= 0 else None, None)
            widest = max(abs(a), abs(b))
            return t.TInt(0 if a >= 0 and c is not None and c >= 0 else -widest - 1, widest)
        case "mod":
            if d is None or c is None:
                return t.TInt(None, None)
            return t.TInt(min(0, c + 1), max(0, d - 1))


def conditional(el: Elaborator, written: syntax.If, scope: Scope, expected: t.Type | None) -> n.Expr:
    condition = el.expr(written.condition, scope, BOOL)
    then = el.attempt(written.then, scope, expected)
    otherwise = el.attempt(written.otherwise, scope, expected)
    if then is None and otherwise is not None and expected is None:
        then = el.attempt(written.then, scope, otherwise.type)
    if otherwise is None and then is not None and expected is None:
        otherwise = el.attempt(written.otherwise, scope, then.type)
    if then is None or otherwise is None:
        el.each(
            lambda: then or el.checked(written.then, scope, expected),
            lambda: otherwise or el.checked(written.otherwise, scope, expected),
        )
        raise Stuck
    kind = expected_or_join(then.type, otherwise.type, expected)
    if kind is None:
        el.report.add(
            "wrong-type",
            written.otherwise.span,
            say(
                "`then` gives {type}, but `else` gives {other}",
                type=describe(then.type),
                other=describe(otherwise.type),
            ),
        )
        raise Stuck
    if condition is None:
        raise Stuck
    then, otherwise = retyped(then, kind), retyped(otherwise, kind)
    return n.If(type=kind, condition=condition, then=then, otherwise=otherwise, span=written.span)


def retyped(found: n.Expr, kind: t.Type) -> n.Expr:
    """A bare `nothing` takes the type of its neighbour."""
    if isinstance(found, n.Const) and isinstance(found.type, t.TNothing):
        return n.Const(type=kind, value=nothing_of(kind), span=found.span)
    return found


def expected_or_join(one: t.Type, other: t.Type, expected: t.Type | None) -> t.Type | None:
    kind = join(one, other)
    if kind is None and expected is not None:
        return expected
    return kind


def gather(
    el: Elaborator, written: syntax.Just | syntax.ListOf, scope: Scope, expected: t.Type | None
) -> n.Expr:
    """`just a` and `[a, b]`; the place says whether a set, list or bag is meant."""
    items = (written.item,) if isinstance(written, syntax.Just) else written.items
    of = element(expected) if expected is not None else None
    if of is None and items:
        guess = next((found for item in items if (found := el.attempt(item, scope, None)) is not None), None)
        of = bare(guess.type) if guess is not None else None
    done = el.each(*(lambda item=item: el.checked(item, scope, of) for item in items))
    inner: t.Type = of if of is not None else t.TNothing()
    if expected is None or element(expected) is None:
        for item in done:
            inner = join(inner, item.type) or inner
    match expected:
        case t.TBag():
            kind: t.Type = t.TBag(inner)
        case t.TSet():
            kind = t.TSet(inner)
        case t.TList(up_to=up_to):
            kind = t.TList(inner, up_to)
        case _ if isinstance(written, syntax.Just):
            kind = t.TSet(inner)
        case _:
            kind = t.TList(inner, max(1, len(items)))
    return n.Gather(type=kind, items=tuple(done), span=written.span)
