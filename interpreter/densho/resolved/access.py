"""`x.name` and `f(…)`: what the left side is decides what may stand after the dot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import Text, either, quoted, say, say_n
from densho.resolved import names
from densho.resolved.bounds import in_bounds
from densho.resolved.scope import Scope, Stuck
from densho.resolved.types import bare, describe, element
from densho.source import Span
from densho.surface import syntax

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator

FUNCTIONS: dict[str, tuple[int, int]] = {
    "min": (1, 9),
    "max": (1, 9),
    "abs": (1, 1),
    "sign": (1, 1),
    "clamp": (3, 3),
    "size": (1, 1),
    "total": (1, 1),
    "faces": (1, 1),
    "head": (1, 1),
    "rest": (1, 1),
    "nth": (2, 2),
    "bag": (1, 1),
}


@dataclass(frozen=True, slots=True)
class FoldUse:
    """A fold named in an expression: whose, over which choice, before which part."""

    fold: str
    holder: n.Expr
    choice: n.Expr
    before: n.Expr | None


# --- x.name ------------------------------------------------------------------------------------------


def attribute(
    el: Elaborator,
    written: syntax.Attribute,
    scope: Scope,
    expected: t.Type | None,
    accept: names.Accept | None = None,
) -> n.Expr:
    fixed = _fixed_base(el, written, scope)
    if fixed is not None:
        return fixed
    fold = fold_use(el, written.base, scope)
    if fold is not None:
        return _register(el, written, fold)
    word = _word_argument(el, written, scope)
    if word is not None:
        return word
    base = _base(el, written, scope)
    return member(el, base, written, scope, expected, accept)


def _base(el: Elaborator, written: syntax.Attribute, scope: Scope) -> n.Expr:
    """The left side, understood so that it can have the member."""

    def holds(kind: t.Type) -> bool:
        return has_member(el, kind, written.name)

    if isinstance(written.base, syntax.Name):
        return names.resolve_name(el, written.base, scope, None, holds)
    if isinstance(written.base, syntax.Attribute):
        return attribute(el, written.base, scope, None, holds)
    return el.infer(written.base, scope, None)


def _fixed_base(el: Elaborator, written: syntax.Attribute, scope: Scope) -> n.Expr | None:
    """`arena.x`, `option.x`, `bout.winner`, `stance.free`."""
    if not isinstance(written.base, syntax.Name) or written.base.id in scope.vars:
        return None
    base, name, span = written.base.id, written.name, written.span
    symbols = el.symbols
    if base == "arena":
        if name not in symbols.arena:
            _no_member(el, written, say("the arena has no slot `{name}`", name=name), tuple(symbols.arena))
        return names.arena_slot(el, name, span).make()
    if base == "option":
        return _option(el, written)
    if base == "options" and name in symbols.option_values and base not in symbols.plurals:
        message = say("there is no name `{name}`", name=base)
        el.report.add("unknown-name", written.base.span, message, help=meant([f"option.{name}"]))
        raise Stuck
    if base in symbols.blocks and name in ("winner", "by", "ended"):
        kinds: dict[str, t.Type] = {
            "winner": t.TOptional(t.TFighter()),
            "by": t.TOptional(t.TRow("reason")),
            "ended": t.TBool(),
        }
        what = cast(Literal["winner", "by", "ended"], name)
        return n.BlockResult(type=kinds[name], block=base, what=what, span=span)
    kind = base if base in symbols.kinds else symbols.plurals.get(base)
    if kind is not None and name in symbols.kinds[kind].index:
        return names.row_constant(el, kind, name, span)
    return None


def _option(el: Elaborator, written: syntax.Attribute) -> n.Expr:
    values = el.symbols.option_values.get(written.name)
    if values is None:
        message = say("there is no option `{name}`", name=written.name)
        _no_member(el, written, message, tuple(el.symbols.option_values))
    assert values is not None
    el.used_options.add(written.name)
    if not values:  # why it has none has been told
        raise Stuck
    if all(value.isascii() and value.isdigit() for value in values):
        numbers = [int(value) for value in values]
        number = t.TInt(min(numbers), max(numbers))
        return n.OptionValue(type=number, option=written.name, number=True, span=written.span)
    kind = t.TOption(written.name)
    return n.OptionValue(type=kind, option=written.name, number=False, span=written.span)


def _word_argument(el: Elaborator, written: syntax.Attribute, scope: Scope) -> n.Expr | None:
    """`order.swing.grip`: choice, word, argument."""
    inner = written.base
    if not isinstance(inner, syntax.Attribute):
        return None
    choice = el.attempt_holder(inner.base, scope)
    if choice is None or not isinstance(choice.type, t.TChoice):
        return None
    decision = choice.type.decision
    args = el.word_args(decision, inner.name)
    if args is None or written.name not in args:
        return None
    el.used_words.add((decision, inner.name))
    # the holder is elaborated once more, so that what it needs (`me`) is noted
    choice = el.infer_holder(inner.base, scope)
    return n.ChoiceArg(
        type=args[written.name], choice=choice, word=inner.name, arg=written.name, span=written.span
    )


def has_member(el: Elaborator, kind: t.Type, name: str) -> bool:
    symbols = el.symbols
    match bare(kind):
        case t.TFighter():
            return (
                name in symbols.fighter
                or name in symbols.decisions
                or name in symbols.defines
                or name in symbols.folds
                or name in ("seat", "first", "name", "foe")
            )
        case t.TRow(kind=row):
            return any(column[0] == name for column in symbols.kinds[row].columns)
        case t.TRecord(record=record):
            return any(field[0].id == name for field in symbols.records[record].entry.fields)
        case t.TChoice(decision=decision):
            return (
                name in ("words", "uses")
                or el.word_index(decision, name) is not None
                or name in el.groups(decision)
            )
        case t.TPart():
            return True
        case _:
            return False


def member(
    el: Elaborator,
    base: n.Expr,
    written: syntax.Attribute,
    scope: Scope,
    expected: t.Type | None,
    accept: names.Accept | None,
) -> n.Expr:
    match bare(base.type):
        case t.TFighter():
            return _of_fighter(el, base, written, expected, accept)
        case t.TRow(kind=kind):
            return _of_row(el, base, written, kind)
        case t.TRecord(record=record):
            return _of_record(el, base, written, record)
        case t.TChoice(decision=decision):
            return _of_choice(el, base, written, decision)
        case t.TPart(decision=decision):
            return _of_part(el, base, written, decision)
        case _:
            el.report.add(
                "no-member",
                written.name_span,
                say("{type} has no `{name}`", type=describe(base.type), name=written.name),
                help=say("after a dot stands something of a fighter, a row, a record, a choice or a part"),
            )
            raise Stuck


def _no_member(el: Elaborator, written: syntax.Attribute, message: Text, known: tuple[str, ...]) -> None:
    near = nearest(written.name, known)
    help_ = meant(near)
    if known and not near:
        help_.append(say("there are: {names}", names=quoted(known[:12])))
    el.report.add("unknown-name", written.name_span, message, help=help_)
    raise Stuck


def _of_fighter(
    el: Elaborator,
    base: n.Expr,
    written: syntax.Attribute,
    expected: t.Type | None,
    accept: names.Accept | None,
) -> n.Expr:
    name, span = written.name, written.span
    if name == "foe" and el.symbols.seats == (2, 2):
        return n.Foe(type=t.TFighter(), of=base, span=span)
    found = list(names.members(el, name, span, lambda: base, "x"))
    if not found and name in el.symbols.defines:
        info = el.definition(name, span)
        if not info.params:
            return n.Call(type=info.type, name=name, holder=None, args=(), span=span)
        el.report.add(
            "wrong-arguments",
            written.name_span,
            say_n("`{name}` needs {n} argument", "`{name}` needs {n} arguments", len(info.params), name=name),
            help=write(f"{name}({', '.join(param.name for param in info.params)})"),
        )
        raise Stuck
    if not found:
        fact = names.fighter_fact(name, lambda: base, span)
        if fact is not None:
            return fact.make()
    symbols = el.symbols
    known = (*symbols.fighter, *symbols.decisions, *symbols.defines, "seat", "first", "name")
    return names.choose(
        el,
        name,
        written.name_span,
        found,
        expected,
        accept,
        lambda: _report_member(el, written, known),
    )


def _report_member(el: Elaborator, written: syntax.Attribute, known: tuple[str, ...]) -> None:
    near = nearest(written.name, known)
    help_ = meant(near)
    if written.name in el.symbols.arena:
        help_ = [say("it belongs to the arena: write `arena.{name}`", name=written.name)]
    el.report.add(
        "unknown-name",
        written.name_span,
        say("a fighter has no slot, definition or decision `{name}`", name=written.name),
        help=help_,
    )


def _of_row(el: Elaborator, base: n.Expr, written: syntax.Attribute, kind: str) -> n.Expr:
    column = el.column(kind, written.name)
    if column is None:
        known = tuple(one[0] for one in el.symbols.kinds[kind].columns)
        message = say("`{kind}` has no column `{name}`", kind=kind, name=written.name)
        _no_member(el, written, message, known)
    assert column is not None
    el.used_columns.add((kind, written.name))
    return n.ColumnGet(type=column, kind=kind, column=written.name, row=base, span=written.span)


def _of_record(el: Elaborator, base: n.Expr, written: syntax.Attribute, record: str) -> n.Expr:
    fields = el.record_fields(record)
    if written.name not in fields:
        message = say("the record `{record}` has no field `{name}`", record=record, name=written.name)
        _no_member(el, written, message, tuple(fields))
    return n.RecordGet(
        type=fields[written.name], record=record, field=written.name, of=base, span=written.span
    )


def _of_choice(el: Elaborator, base: n.Expr, written: syntax.Attribute, decision: str) -> n.Expr:
    name, span = written.name, written.span
    if name == "words":
        return n.ChoiceWords(type=t.TSet(t.TWord(decision)), choice=base, group=None, span=span)
    args = el.word_args(decision, name)
    groups = el.groups(decision)
    if args is not None and name in groups:
        el.report.add(
            "ambiguous-name",
            written.name_span,
            say("`{name}` is a word and a group of `{decision}`", name=name, decision=decision),
            help=say("rename the group"),
        )
        raise Stuck
    if name in groups:
        if groups[name].mode == "sequence":
            kind = t.TList(t.TPart(decision), groups[name].up_to or 99)
            return n.ChoiceParts(type=kind, choice=base, group=name, span=span)
        return n.ChoiceWords(type=t.TSet(t.TWord(decision)), choice=base, group=name, span=span)
    if args is None:
        message = say("`{decision}` has no word or group `{name}`", decision=decision, name=name)
        _no_member(el, written, message, (*el.word_names(decision), *groups))
    assert args is not None
    el.used_words.add((decision, name))
    own = {arg: kind for arg, kind in args.items() if arg in el.own_args(decision, name)}
    if len(args) != 1 and len(own) != 1:
        message = say("the word `{name}` has no arguments", name=name)
        advice = say("ask with `has {name}`; a word without arguments has no value", name=name)
        if args:
            message = say_n(
                "the word `{name}` has {n} argument",
                "the word `{name}` has {n} arguments",
                len(args),
                name=name,
            )
            advice = say("write {ways}", ways=either(f"`.{name}.{arg}`" for arg in args))
        el.report.add("wrong-arguments", written.name_span, message, help=advice)
        raise Stuck
    ((arg, kind_),) = (args if len(args) == 1 else own).items()
    return n.ChoiceArg(type=kind_, choice=base, word=name, arg=arg, span=span)


def _of_part(el: Elaborator, base: n.Expr, written: syntax.Attribute, decision: str) -> n.Expr:
    name, span = written.name, written.span
    if name == "word":
        return n.PartGet(type=t.TWord(decision), what="word", name="", part=base, span=span)
    if name == "place":
        return n.PartGet(type=t.TInt(1, 99), what="place", name="", part=base, span=span)
    kinds = el.part_args(decision)
    if name in kinds:
        return n.PartGet(type=kinds[name], what="arg", name=name, part=base, span=span)
    rows = el.part_rows(decision)
    if name in rows:
        kind: t.Type = t.TRow(name) if rows[name] else t.TOptional(t.TRow(name))
        return n.PartGet(type=kind, what="row", name=name, part=base, span=span)
    message = say("the parts of `{decision}` have no argument `{name}`", decision=decision, name=name)
    _no_member(el, written, message, ("word", "place", *kinds, *rows))
    raise AssertionError


# --- folds -------------------------------------------------------------------------------------------


def fold_use(el: Elaborator, written: syntax.Expr, scope: Scope) -> FoldUse | None:
    """`walk(order)`, `y.walk(y.order)`, `….before(p)`; None if it is no fold."""
    if not isinstance(written, syntax.Call):
        return None
    function = written.function
    if isinstance(function, syntax.Name):
        if function.id not in el.symbols.folds or function.id in scope.vars:
            return None
        return _fold(el, function.id, el.me(scope, function.span), written, scope)
    if function.name == "before":
        inner = fold_use(el, function.base, scope)
        if inner is None:
            return None
        decision = el.fold(inner.fold, written.span).decision
        if len(written.args) != 1:
            _arguments(el, written, "before", 1)
        part = el.checked(written.args[0], scope, t.TPart(decision))
        return FoldUse(inner.fold, inner.holder, inner.choice, part)
    if function.name in el.symbols.folds:
        holder = el.checked(function.base, scope, t.TFighter())
        return _fold(el, function.name, holder, written, scope)
    return None


def _fold(el: Elaborator, name: str, holder: n.Expr, written: syntax.Call, scope: Scope) -> FoldUse:
    info = el.fold(name, written.span)
    if len(written.args) != 1:
        _arguments(el, written, name, 1)
    choice = el.checked(written.args[0], scope, t.TChoice(info.decision))
    return FoldUse(name, holder, choice, None)


def _register(el: Elaborator, written: syntax.Attribute, use: FoldUse) -> n.Expr:
    registers = el.fold(use.fold, written.span).registers
    if written.name not in registers:
        message = say("the fold `{fold}` has no register `{name}`", fold=use.fold, name=written.name)
        _no_member(el, written, message, tuple(registers))
    return n.FoldGet(
        type=registers[written.name],
        fold=use.fold,
        register=written.name,
        holder=use.holder,
        choice=use.choice,
        before=use.before,
        span=written.span,
    )


# --- calls -------------------------------------------------------------------------------------------


def call(el: Elaborator, written: syntax.Call, scope: Scope, expected: t.Type | None) -> n.Expr:
    if (use := fold_use(el, written, scope)) is not None:
        registers = el.fold(use.fold, written.span).registers
        el.report.add(
            "wrong-arguments",
            written.span,
            say("`{fold}` is a fold; which of its registers is meant?", fold=use.fold),
            help=say("write one of {names} after it", names=quoted(f".{name}" for name in registers)),
        )
        raise Stuck
    if isinstance(written.function, syntax.Attribute):
        return _method(el, written, written.function, scope)
    return _function(el, written, written.function, scope, expected)


def _method(el: Elaborator, written: syntax.Call, function: syntax.Attribute, scope: Scope) -> n.Expr:
    if function.name == "uses":
        return _uses(el, written, function, scope)
    holder = el.checked(function.base, scope, t.TFighter())
    if function.name not in el.symbols.defines:
        known = tuple(el.symbols.defines)
        message = say("there is no definition `{name}`", name=function.name)
        _no_member(el, function, message, known)
    return _definition(el, written, function.name, holder, scope, function.name_span)


def _uses(el: Elaborator, written: syntax.Call, function: syntax.Attribute, scope: Scope) -> n.Expr:
    choice = el.infer_holder(function.base, scope)
    if not isinstance(choice.type, t.TChoice):
        el.report.add(
            "wrong-type",
            function.base.span,
            say("`uses` is asked of a choice, not of {type}", type=describe(choice.type)),
        )
        raise Stuck
    kinds = [kind.name for kind in el.symbols.kinds.values() if kind.in_files]
    arg = written.args[0] if len(written.args) == 1 else None
    if not isinstance(arg, syntax.Name) or arg.id not in kinds:
        el.report.add(
            "wrong-arguments",
            written.span,
            say("`uses` needs the name of a kind whose rows come from files"),
            help=say("such kinds: {names}", names=quoted(kinds)) if kinds else say("there are none here"),
        )
        raise Stuck
    return n.ChoiceUses(type=t.TSet(t.TRow(arg.id)), choice=choice, kind=arg.id, span=written.span)


def _function(
    el: Elaborator, written: syntax.Call, function: syntax.Name, scope: Scope, expected: t.Type | None
) -> n.Expr:
    name = function.id
    symbols = el.symbols
    if name in symbols.defines:
        info = el.definition(name, function.span)
        holder = el.me(scope, function.span) if info.about_me else None
        return _definition(el, written, name, holder, scope, function.span)
    if name in symbols.relations:
        return _related(el, written, name, scope)
    if name in symbols.records:
        return _record(el, written, name, scope)
    if name in FUNCTIONS:
        return _builtin(el, written, name, scope, expected)
    known = (*symbols.defines, *symbols.relations, *symbols.records, *symbols.folds, *FUNCTIONS)
    near = nearest(name, known)
    help_ = meant(near)
    el.report.add(
        "unknown-name",
        function.span,
        say("there is no function or definition `{name}`", name=name),
        help=help_,
    )
    raise Stuck


def _arguments(el: Elaborator, written: syntax.Call, name: str, wanted: int) -> None:
    given = len(written.args)
    message = say("`{name}` needs no arguments, not {given}", name=name, given=given)
    if wanted:
        message = say_n(
            "`{name}` needs {n} argument, not {given}",
            "`{name}` needs {n} arguments, not {given}",
            wanted,
            name=name,
            given=given,
        )
    el.report.add("wrong-arguments", written.span, message)
    raise Stuck


def _definition(
    el: Elaborator, written: syntax.Call, name: str, holder: n.Expr | None, scope: Scope, span: Span
) -> n.Expr:
    info = el.definition(name, span)
    if len(info.params) != len(written.args):
        _arguments(el, written, name, len(info.params))
    args = el.each(
        *(
            lambda arg=arg, param=param: el.checked(arg, scope, param.type)
            for arg, param in zip(written.args, info.params, strict=True)
        )
    )
    return n.Call(
        type=info.type,
        name=name,
        holder=holder if info.about_me else None,
        args=tuple(args),
        span=written.span,
    )


def _related(el: Elaborator, written: syntax.Call, name: str, scope: Scope) -> n.Expr:
    left, right = el.relation(name)
    if len(written.args) != 2:
        _arguments(el, written, name, 2)
    one, other = el.each(
        lambda: el.checked(written.args[0], scope, t.TRow(left)),
        lambda: el.checked(written.args[1], scope, t.TRow(right)),
    )
    el.used_relations.add(name)
    return n.Related(type=t.TBool(), relation=name, left=one, right=other, span=written.span)


def _record(el: Elaborator, written: syntax.Call, name: str, scope: Scope) -> n.Expr:
    fields = el.record_fields(name)
    if len(written.args) != len(fields):
        _arguments(el, written, name, len(fields))
    items = el.each(
        *(
            lambda arg=arg, kind=kind: el.checked(arg, scope, kind)
            for arg, kind in zip(written.args, fields.values(), strict=True)
        )
    )
    for item, arg, kind in zip(items, written.args, fields.values(), strict=True):
        in_bounds(el.report, item, kind, arg.span)
    return n.RecordMake(type=t.TRecord(name), record=name, items=tuple(items), span=written.span)


def _builtin(
    el: Elaborator, written: syntax.Call, name: str, scope: Scope, expected: t.Type | None
) -> n.Expr:
    low, high = FUNCTIONS[name]
    if not low <= len(written.args) <= high:
        _arguments(el, written, name, low if len(written.args) < low else high)
    number = t.TInt(None, None)
    if name in ("min", "max", "abs", "sign", "clamp"):
        args = el.each(*(lambda arg=arg: el.checked(arg, scope, number) for arg in written.args))
        kind: t.Type = _number_bounds(name, [a.type for a in args])
    else:
        guide = _guide(name, expected)
        first = el.infer(written.args[0], scope, guide)
        kind = _collection_result(el, name, first, written.args[0].span)
        args = [first]
        if name == "nth":
            args.append(el.checked(written.args[1], scope, number))
    return n.Function(type=kind, name=cast(n.FunctionName, name), args=tuple(args), span=written.span)


def _guide(name: str, expected: t.Type | None) -> t.Type | None:
    of = element(expected) if expected is not None else None
    if name == "bag" and of is not None:
        return t.TList(of, 99)
    return expected if name == "rest" else None


def _number_bounds(name: str, kinds: list[t.Type]) -> t.Type:
    from densho.resolved.operators import bounds  # noqa: PLC0415 - operators call back here for their sides

    lows = [bounds(kind)[0] for kind in kinds]
    highs = [bounds(kind)[1] for kind in kinds]
    match name:
        case "min":
            known = [high for high in highs if high is not None]
            return t.TInt(
                None if None in lows else min(low for low in lows if low is not None),
                min(known) if known else None,
            )
        case "max":
            known = [low for low in lows if low is not None]
            return t.TInt(
                max(known) if known else None,
                None if None in highs else max(high for high in highs if high is not None),
            )
        case "abs":
            low, high = lows[0], highs[0]
            return t.TInt(0, None if low is None or high is None else max(abs(low), abs(high)))
        case "sign":
            return t.TInt(-1, 1)
        case _:
            return t.TInt(lows[1], highs[2])


def _collection_result(el: Elaborator, name: str, first: n.Expr, span: Span) -> t.Type:
    kind = first.type
    of = element(kind)
    if name == "size":
        if of is None:
            el.report.add(
                "wrong-type", span, say("`size` counts a set, list or bag, not {type}", type=describe(kind))
            )
            raise Stuck
        return t.TInt(0, kind.up_to if isinstance(kind, t.TList) else 999)
    if of is None or (name in ("head", "rest", "nth") and not isinstance(kind, t.TList)):
        message = say("`{name}` needs a set, list or bag, not {type}", name=name, type=describe(kind))
        if name in ("head", "rest", "nth"):
            message = say("`{name}` needs a list, not {type}", name=name, type=describe(kind))
        el.report.add("wrong-type", span, message)
        raise Stuck
    match name:
        case "total":
            if not isinstance(of, t.TInt):
                el.report.add(
                    "wrong-type", span, say("`total` adds up numbers, not {type}", type=describe(kind))
                )
                raise Stuck
            return t.TInt(0 if of.lo is not None and of.lo >= 0 else None, None)
        case "faces":
            return t.TSet(of)
        case "head" | "nth":
            return of if isinstance(of, t.TPart | t.TOptional | t.TInt | t.TBool) else t.TOptional(of)
        case "rest":
            return kind
        case _:
            return t.TBag(of)
