"""Types as written become the core's types; and what one may do with them: fit, join, name in words."""

from __future__ import annotations

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import types as t
from densho.messages import Text, say
from densho.resolved.symbols import Symbols
from densho.source import Span
from densho.surface import syntax

LIST_LIMIT = 99


def resolve_type(written: syntax.TypeExpr, symbols: Symbols, report: Report) -> t.Type | None:
    """The core's type; None after reporting a name that is no type."""
    match written:
        case syntax.IntType(lo=lo, hi=hi):
            if hi is not None and hi < lo:
                report.add("wrong-type", written.span, say("the range {lo}..{hi} is empty", lo=lo, hi=hi))
                return None
            return t.TInt(lo, hi)
        case syntax.SetType():
            of = resolve_type(written.of, symbols, report)
            return None if of is None else t.TSet(of)
        case syntax.ListType(up_to=up_to):
            of = resolve_type(written.of, symbols, report)
            return None if of is None else t.TList(of, LIST_LIMIT if up_to is None else up_to)
        case syntax.BagType():
            of = resolve_type(written.of, symbols, report)
            return None if of is None else t.TBag(of)
        case syntax.OptionalType():
            inner = resolve_type(written.of, symbols, report)
            if isinstance(inner, t.TSet | t.TList | t.TBag):
                report.add(
                    "wrong-type",
                    written.span,
                    say("a set, list or bag cannot be `or nothing`"),
                    help=say("leave `or nothing` out: an empty one is already nothing"),
                )
                return inner
            return None if inner is None else t.TOptional(inner)
        case syntax.PartType(decision=decision):
            symbol = symbols.decisions.get(decision.id)
            if symbol is None:
                missing = say("there is no decision `{name}`", name=decision.id)
                _unknown(decision.id, missing, decision.span, tuple(symbols.decisions), report)
                return None
            return t.TPart(symbol.root)
        case syntax.TypeName(id=name):
            return _named(name, written.span, symbols, report)


def _named(name: str, span: Span, symbols: Symbols, report: Report) -> t.Type | None:
    simple: dict[str, t.Type] = {
        "bool": t.TBool(),
        "fighter": t.TFighter(),
        "label": t.TLabel(),
        "reason": t.TRow("reason"),
    }
    found: list[t.Type] = []
    if name in simple:
        found.append(simple[name])
    if name in symbols.kinds and name != "reason":
        found.append(t.TRow(name))
    if name in symbols.records:
        found.append(t.TRecord(name))
    if name in symbols.decisions and not found:
        found.append(t.TChoice(symbols.decisions[name].root))
    if len(found) == 1:
        return found[0]
    if found:
        report.add(
            "ambiguous-name", span, say("`{name}` names two types", name=name), help=say("rename one of them")
        )
        return None
    if name in symbols.plurals:
        kind = symbols.plurals[name]
        report.add(
            "unknown-name",
            span,
            say("`{name}` are the rows of the kind `{kind}`, not a type", name=name, kind=kind),
            help=say("write `{kind}`, or `set of {kind}`", kind=kind),
        )
        return None
    known = (*simple, *symbols.kinds, *symbols.records, *symbols.decisions)
    _unknown(name, say("there is no type `{name}`", name=name), span, known, report)
    return None


_NUMBERS = say("whole numbers are written by their bounds: `-6..6`, or `0..` without a limit")
_TEXTS = say("a free word is a `label`; texts for people stand under `words`")
_OTHERWISE = {
    **dict.fromkeys(("int", "integer", "number", "num", "counter", "natural"), _NUMBERS),
    **dict.fromkeys(("boolean", "flag", "yesno"), write("bool")),
    **dict.fromkeys(("string", "str", "text"), _TEXTS),
}
"""How other languages call what is written otherwise here."""


def _unknown(name: str, missing: Text, span: Span, known: tuple[str, ...], report: Report) -> None:
    near = nearest(name, known)
    report.add("unknown-name", span, missing, help=_OTHERWISE.get(name) or meant(near))


def empty_value(kind: t.Type) -> object:
    """What an absent word's argument or a column of nothing reads as."""
    match kind:
        case t.TBool():
            return False
        case t.TInt(lo=lo, hi=hi):
            if lo is not None and lo > 0:
                return 0
            return 0 if hi is None or hi >= 0 else hi
        case t.TSet():
            return frozenset()
        case t.TList() | t.TBag():
            return ()
        case t.TOptional(of=of):
            return nothing_of(of)
        case _:
            return nothing_of(kind)


def nothing_of(kind: t.Type) -> object:
    """How `nothing` of a type is represented."""
    match kind:
        case t.TRow() | t.TFighter() | t.TWord() | t.TOption():
            return -1
        case t.TSet():
            return frozenset()
        case t.TList() | t.TBag():
            return ()
        case t.TOptional(of=of):
            return nothing_of(of)
        case _:
            return None


def element(kind: t.Type | None) -> t.Type | None:
    """The type of a collection's elements."""
    return kind.of if isinstance(kind, t.TSet | t.TList | t.TBag) else None


def bare(kind: t.Type) -> t.Type:
    """Without `or nothing`."""
    return kind.of if isinstance(kind, t.TOptional) else kind


def fits(actual: t.Type, wanted: t.Type) -> bool:
    """Whether a value of type `actual` may stand where `wanted` is expected (bounds are looked at elsewhere)."""
    if isinstance(actual, t.TNothing):
        return isinstance(wanted, t.TOptional | t.TSet | t.TList | t.TBag | t.TNothing)
    actual, wanted = bare(actual), bare(wanted)
    match actual, wanted:
        case (t.TInt(), t.TInt()):
            return True
        case (t.TSet(), t.TSet()) | (t.TList(), t.TList()) | (t.TBag(), t.TBag()):
            inner, outer = element(actual), element(wanted)
            assert inner is not None
            assert outer is not None
            return isinstance(inner, t.TNothing) or fits(inner, outer)
        case _:
            return actual == wanted


def join(one: t.Type, other: t.Type) -> t.Type | None:
    """The type that holds values of both; None when there is none."""
    if isinstance(one, t.TNothing) or isinstance(other, t.TNothing):
        rest = other if isinstance(one, t.TNothing) else one
        if isinstance(rest, t.TOptional | t.TSet | t.TList | t.TBag | t.TNothing):
            return rest
        return t.TOptional(rest)
    if isinstance(one, t.TOptional) or isinstance(other, t.TOptional):
        inner = join(bare(one), bare(other))
        return None if inner is None else t.TOptional(bare(inner))
    match one, other:
        case (t.TInt(lo=a, hi=b), t.TInt(lo=c, hi=d)):
            return t.TInt(
                None if a is None or c is None else min(a, c), None if b is None or d is None else max(b, d)
            )
        case (t.TSet(of=a), t.TSet(of=b)):
            inner = join(a, b)
            return None if inner is None else t.TSet(inner)
        case (t.TList(of=a, up_to=n), t.TList(of=b, up_to=m)):
            inner = join(a, b)
            return None if inner is None else t.TList(inner, max(n, m))
        case (t.TBag(of=a), t.TBag(of=b)):
            inner = join(a, b)
            return None if inner is None else t.TBag(inner)
        case _:
            return one if one == other else None


def bounds_text(kind: t.TInt) -> str:
    """The bounds of a number as they are written."""
    low, high = ("" if bound is None else bound for bound in (kind.lo, kind.hi))
    return f"{low}..{high}"


def describe(kind: t.Type) -> Text:
    """A type in the words of the language reference."""
    match kind:
        case t.TBool():
            return say("a condition")
        case t.TInt():
            return say("a number")
        case t.TRow(kind=name) | t.TRecord(record=name):
            return say("a `{name}`", name=name)
        case t.TFighter():
            return say("a fighter")
        case t.TLabel():
            return say("a label")
        case t.TWord(decision=name):
            return say("a word of `{decision}`", decision=name)
        case t.TOption(option=name):
            return say("a value of the option `{option}`", option=name)
        case t.TChoice(decision=name):
            return say("a choice of `{decision}`", decision=name)
        case t.TPart(decision=name):
            return say("a part of `{decision}`", decision=name)
        case t.TOptional(of=of):
            return say("{type} or nothing", type=describe(of))
        case t.TSet(of=of):
            return say("a set of {types}", types=_plural(of))
        case t.TList(of=of):
            return say("a list of {types}", types=_plural(of))
        case t.TBag(of=of):
            return say("a bag of {types}", types=_plural(of))
        case t.TNothing():
            return say("nothing")


def _plural(kind: t.Type) -> str:
    """Several of a type, as they stand after "a set of"."""
    match bare(kind):
        case t.TBool():
            return say("conditions")
        case t.TInt():
            return say("numbers")
        case t.TRow(kind=name) | t.TRecord(record=name):
            return f"`{name}`"
        case t.TFighter():
            return say("fighters")
        case t.TLabel():
            return say("labels")
        case t.TWord(decision=name):
            return say("words of `{decision}`", decision=name)
        case t.TOption(option=name):
            return say("values of the option `{option}`", option=name)
        case t.TChoice(decision=name):
            return say("choices of `{decision}`", decision=name)
        case t.TPart(decision=name):
            return say("parts of `{decision}`", decision=name)
        case t.TSet(of=of):
            return say("sets of {types}", types=_plural(of))
        case t.TList(of=of):
            return say("lists of {types}", types=_plural(of))
        case t.TBag(of=of):
            return say("bags of {types}", types=_plural(of))
        case _:
            return say("anything")
