"""What a bare name means: bound names, then what is `me`'s, the arena's, and rows of the type that the place expects.

A name that fits two ways at its place is an error; what decides is the type expected, never the order of declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import Text, either, quoted, say
from densho.resolved.scope import Scope, Stuck
from densho.resolved.types import bare, describe, fits
from densho.source import Span
from densho.surface import syntax
from densho.surface.awards import AWARD

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator

_TRUTHS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""Truth values as other languages write them."""

Accept = Callable[[t.Type], bool]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a name may mean. `spelled`: how to write it so that nothing else can be meant."""

    type: t.Type
    make: Callable[[], n.Expr]
    spelled: str


def resolve_name(
    el: Elaborator, name: syntax.Name, scope: Scope, expected: t.Type | None, accept: Accept | None = None
) -> n.Expr:
    """The meaning of a bare name where `expected` is wanted (None: anything that `accept` admits)."""
    if name.id in scope.vars:
        return n.Var(type=scope.vars[name.id], name=name.id, span=name.span)
    if name.id in scope.registers:
        return n.Register(type=scope.registers[name.id], name=name.id, span=name.span)
    special = _special(el, name, scope)
    if special is not None:
        return special
    found = [*_declared(el, name, scope, expected), *_rows(el, name, expected)]
    if not found:
        found = [*_plural(el, name), *_facts(el, name, scope), *_any_row(el, name, expected)]
    return choose(
        el, name.id, name.span, found, expected, accept, lambda: _unknown(el, name, scope, expected)
    )


def choose(
    el: Elaborator,
    name: str,
    span: Span,
    found: list[Candidate],
    expected: t.Type | None,
    accept: Accept | None,
    unknown: Callable[[], None],
) -> n.Expr:
    """The one candidate that fits; reports when there is none or there are several."""
    if not found:
        unknown()
        raise Stuck
    fitting = [
        one
        for one in found
        if (expected is None or fits(one.type, expected)) and (accept is None or accept(one.type))
    ]
    if len(fitting) > 1 and expected is None and accept is None:
        # a whole choice is wanted only where the place says so
        fitting = [one for one in fitting if not isinstance(one.type, t.TChoice)]
    if len(fitting) == 1:
        return fitting[0].make()
    if len(fitting) > 1:
        ways = either(f"`{one.spelled}`" for one in fitting)
        el.report.add(
            "ambiguous-name",
            span,
            say("`{name}` can mean several things here", name=name),
            help=say("write {ways}", ways=ways),
        )
        raise Stuck
    if len(found) == 1 or accept is None:
        return found[0].make()
    el.report.add(
        "wrong-type",
        span,
        say("`{name}` is {type}, which does not go here", name=name, type=describe(found[0].type)),
    )
    raise Stuck


def _special(el: Elaborator, name: syntax.Name, scope: Scope) -> n.Expr | None:
    match name.id:
        case "me":
            return el.me(scope, name.span)
        case "foe":
            if el.symbols.seats != (2, 2):
                el.report.add(
                    "no-foe",
                    name.span,
                    say("`foe` has a meaning only where exactly two fight"),
                    help=say("say which fighter: `some y in fighters with …`"),
                )
                raise Stuck
            return n.Foe(type=t.TFighter(), of=el.me(scope, name.span), span=name.span)
        case "fighters" | "everybody":
            return n.Fighters(type=t.TSet(t.TFighter()), everybody=name.id == "everybody", span=name.span)
        case "choice" if scope.decision is not None:
            return el.choice(scope, name.span)
    return None


def _declared(
    el: Elaborator, name: syntax.Name, scope: Scope, expected: t.Type | None
) -> Iterator[Candidate]:
    symbols = el.symbols
    if scope.decision is not None:
        let = el.let(scope.decision, name.id)
        if let is not None:
            definition = let
            yield Candidate(
                definition.type,
                lambda: n.Call(
                    type=definition.type,
                    name=definition.name,
                    holder=el.me(scope, name.span),
                    args=(),
                    span=name.span,
                ),
                name.id,
            )
            return
    if scope.me:
        yield from members(el, name.id, name.span, lambda: el.me(scope, name.span), "me")
    if name.id in symbols.arena:
        yield arena_slot(el, name.id, name.span)
    if name.id in symbols.defines:
        info = el.definition(name.id, name.span)
        if (not scope.me or not info.about_me) and not info.params:
            if info.about_me:
                if expected is not None and not fits(info.type, expected) and [*_rows(el, name, expected)]:
                    return
                _nobody(el, name)
                raise Stuck
            yield Candidate(
                info.type,
                lambda: n.Call(type=info.type, name=info.name, holder=None, args=(), span=name.span),
                name.id,
            )


def members(
    el: Elaborator, name: str, span: Span, holder: Callable[[], n.Expr], spelled: str
) -> Iterator[Candidate]:
    """What a fighter has under a name: a slot, the choice of a decision, a definition without parameters."""
    symbols = el.symbols
    if name in symbols.fighter:
        kind = el.slot_type("fighter", name)
        yield Candidate(
            kind,
            lambda: n.SlotGet(type=kind, slot=name, holder=holder(), span=span),
            f"{spelled}.{name}",
        )
    if name in symbols.decisions:
        choice = t.TChoice(symbols.decisions[name].root)
        yield Candidate(
            choice,
            lambda: n.ChoiceGet(type=choice, decision=name, holder=holder(), span=span),
            f"{spelled}.{name}",
        )
    if name in symbols.defines:
        info = el.definition(name, span)
        if info.about_me and not info.params:
            yield Candidate(
                info.type,
                lambda: n.Call(type=info.type, name=name, holder=holder(), args=(), span=span),
                f"{spelled}.{name}",
            )


def arena_slot(el: Elaborator, name: str, span: Span) -> Candidate:
    kind = el.slot_type("arena", name)
    return Candidate(kind, lambda: n.SlotGet(type=kind, slot=name, holder=None, span=span), f"arena.{name}")


def row_constant(el: Elaborator, kind: str, name: str, span: Span) -> n.Const:
    index = el.symbols.kinds[kind].index[name]
    el.used_rows.add((kind, name))
    return n.Const(type=t.TRow(kind), value=index, span=span)


def _rows(el: Elaborator, name: syntax.Name, expected: t.Type | None) -> Iterator[Candidate]:
    match bare(expected) if expected is not None else None:
        case t.TRow(kind=kind) if el.symbols.row(kind, name.id) is not None:
            yield Candidate(
                t.TRow(kind),
                lambda: row_constant(el, kind, name.id, name.span),
                f"{kind}.{name.id}",
            )
        case t.TWord(decision=decision):
            index = el.word_index(decision, name.id)
            if index is not None:
                word = t.TWord(decision)
                yield Candidate(word, lambda: n.Const(type=word, value=index, span=name.span), name.id)
        case t.TOption(option=option):
            values = el.symbols.option_values[option]
            if name.id in values:
                kind_ = t.TOption(option)
                place = values.index(name.id)
                yield Candidate(kind_, lambda: n.Const(type=kind_, value=place, span=name.span), name.id)


def _plural(el: Elaborator, name: syntax.Name) -> Iterator[Candidate]:
    kind = el.symbols.plurals.get(name.id)
    if kind is not None:
        yield Candidate(t.TSet(t.TRow(kind)), lambda: all_rows(el, kind, name.span), name.id)


def all_rows(el: Elaborator, kind: str, span: Span) -> n.Const:
    rows = el.symbols.kinds[kind].rows
    for row in rows:
        el.used_rows.add((kind, row.name))
    return n.Const(type=t.TSet(t.TRow(kind)), value=frozenset(range(len(rows))), span=span)


def _facts(el: Elaborator, name: syntax.Name, scope: Scope) -> Iterator[Candidate]:
    if not scope.me:
        return
    fact = fighter_fact(name.id, lambda: el.me(scope, name.span), name.span)
    if fact is not None:
        yield fact


def fighter_fact(name: str, of: Callable[[], n.Expr], span: Span) -> Candidate | None:
    """`seat`, `first` and `name` of a fighter."""
    match name:
        case "seat":
            kind: t.Type = t.TInt(1, 64)
            return Candidate(
                kind, lambda: n.FighterFact(type=kind, fact="seat", of=of(), span=span), "me.seat"
            )
        case "first":
            return Candidate(
                t.TBool(),
                lambda: n.FighterFact(type=t.TBool(), fact="first", of=of(), span=span),
                "me.first",
            )
        case "name":
            return Candidate(
                t.TLabel(),
                lambda: n.FighterFact(type=t.TLabel(), fact="name", of=of(), span=span),
                "me.name",
            )
    return None


def _any_row(el: Elaborator, name: syntax.Name, expected: t.Type | None) -> Iterator[Candidate]:
    if expected is not None:
        return
    for kind in el.symbols.kinds.values():
        if name.id in kind.index:
            yield Candidate(
                t.TRow(kind.name),
                lambda kind=kind: row_constant(el, kind.name, name.id, name.span),  # type: ignore[misc]
                f"{kind.name}.{name.id}",
            )


def _unknown(el: Elaborator, name: syntax.Name, scope: Scope, expected: t.Type | None) -> None:
    if _misused(el, name, scope, expected):
        return
    known = _known(el, scope, expected)
    near = nearest(name.id, known)
    help_ = meant(near)
    wanted = bare(expected) if expected is not None else None
    rows = quoted(_known_rows(el, wanted)[:12]) + (" …" if len(_known_rows(el, wanted)) > 12 else "")
    match wanted:
        case t.TRow(kind=kind):
            message = no_row(kind, name.id)
            bound = [var for var, type_ in scope.vars.items() if bare(type_) == wanted]
            help_ += [say("bound here: {names}", names=quoted(bound))] if bound else []
            help_.append(say("`{kind}` rows: {names}", kind=kind, names=rows))
        case t.TOption(option=option):
            message = say("the option `{option}` has no value `{name}`", option=option, name=name.id)
            help_.append(say("values: {names}", names=rows))
        case t.TWord(decision=decision):
            message = say("`{decision}` has no word `{name}`", decision=decision, name=name.id)
            help_.append(say("words: {names}", names=rows))
        case _:
            message = say("there is no name `{name}`", name=name.id)
            if isinstance(wanted, t.TBool) and name.id in _TRUTHS:
                help_ = [write(_TRUTHS[name.id])]
    el.report.add("unknown-name", name.span, message, help=help_)


def _misused(el: Elaborator, name: syntax.Name, scope: Scope, expected: t.Type | None) -> bool:
    """Whether there is something of this name that cannot be meant so; reported."""
    symbols = el.symbols
    if name.id in symbols.defines and (info := el.definition(name.id, name.span)).params:
        params = ", ".join(param.name for param in info.params)
        el.report.add(
            "wrong-arguments",
            name.span,
            say("`{name}` needs arguments", name=name.id),
            help=write(f"{name.id}({params})"),
        )
        return True
    if not scope.me and (name.id in symbols.fighter or name.id in symbols.decisions):
        _nobody(el, name)
        return True
    kinds = [kind.name for kind in symbols.kinds.values() if name.id in kind.index]
    if kinds and expected is not None and not isinstance(bare(expected), t.TRow):
        el.report.add(
            "wrong-type",
            name.span,
            say(
                "`{name}` is {type}, but {wanted} is needed here",
                name=name.id,
                type=describe(t.TRow(kinds[0])),
                wanted=describe(expected),
            ),
        )
        return True
    return False


def _nobody(el: Elaborator, name: syntax.Name) -> None:
    el.report.add(
        "no-me",
        name.span,
        say("`{name}` is about a fighter, and nobody in particular is meant here", name=name.id),
        help=say("say whose: `x.{name}`", name=name.id),
    )


def no_row(kind: str, name: str) -> Text:
    """What is said of a row that a kind does not have; `kind` is its id, which people read as a word."""
    return say("there is no {kind} `{name}`", kind=kind, name=name)


def _known_rows(el: Elaborator, wanted: t.Type | None) -> tuple[str, ...]:
    match wanted:
        case t.TRow(kind=kind):
            return tuple(el.symbols.kinds[kind].index)
        case t.TOption(option=option):
            return el.symbols.option_values[option]
        case t.TWord(decision=decision):
            return el.word_names(decision)
    return ()


def _taken_by_awards(el: Elaborator) -> Iterator[str]:
    """Names of awards' arguments, which in an award stand for themselves."""
    if el.symbols.career is not None:
        for word in el.words(AWARD).values():
            yield from (arg.name.id for arg, _kind, _origin in word.args)


def _lets(el: Elaborator, scope: Scope) -> Iterator[str]:
    """Names that the decision being judged gives to its refusals."""
    symbol = el.symbols.decisions.get(scope.decision or "")
    for one in (symbol, el.symbols.decisions.get(symbol.root)) if symbol is not None else ():
        yield from (name.id for name, _ in one.entry.let) if one is not None else ()


def _known(el: Elaborator, scope: Scope, expected: t.Type | None) -> tuple[str, ...]:
    symbols = el.symbols
    names = (
        *scope.vars,
        *scope.registers,
        *symbols.fighter,
        *symbols.arena,
        *symbols.defines,
        *symbols.decisions,
        *_taken_by_awards(el),
        *_lets(el, scope),
        "me",
        "foe",
        "fighters",
        "everybody",
        "nothing",
        *(("choice",) if scope.decision is not None else ()),
    )
    match bare(expected) if expected is not None else None:
        case t.TRow(kind=kind):
            return (*symbols.kinds[kind].index, *names)
        case t.TOption(option=option):
            return (*symbols.option_values[option], *names)
        case t.TWord(decision=decision):
            return (*el.word_names(decision), *names)
        case t.TBool():
            return ("true", "false", *names)
        case _:
            rows = tuple(row for kind in symbols.kinds.values() for row in kind.index)
            return (*names, *rows)
