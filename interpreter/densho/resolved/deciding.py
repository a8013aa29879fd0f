"""Decisions with their words and refusals, in the core's form."""

from __future__ import annotations

from contextlib import suppress

from densho.diagnostics.model import Label
from densho.diagnostics.suggestions import meant, nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import quoted, say
from densho.resolved.bounds import in_bounds
from densho.resolved.declare import cites
from densho.resolved.definitions import guarded
from densho.resolved.expressions import Elaborator
from densho.resolved.quantifiers import bind, domain
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import DecisionSymbol, Declared
from densho.resolved.types import element
from densho.resolved.values import NotConstant, constant
from densho.resolved.words import WordInfo
from densho.surface import model, syntax

SEQUENCE_LIMIT = 99
UNDECLARED = say("nobody declares the decision `{name}`, which gets further words here")

Entry = Declared[model.RefusalEntry]


def decisions(el: Elaborator) -> tuple[n.Decision, ...]:
    return tuple(_decision(el, symbol) for symbol in el.symbols.decisions.values())


def _decision(el: Elaborator, symbol: DecisionSymbol) -> n.Decision:
    root = el.symbols.decisions[symbol.root]
    entry = symbol.entry
    if entry.like is not None and (entry.groups or symbol.words):
        el.report.add(
            "like-with-words",
            entry.head.name.span,
            say(
                "`{name}` is like `{other}` and cannot have groups or words of its own",
                name=symbol.name,
                other=entry.like.id,
            ),
        )
    if entry.like is None and not entry.groups:
        _no_groups(el, symbol)
    owed = el.expr(entry.owed, Scope(), t.TBool())
    unreadable = entry.unreadable or root.entry.unreadable
    refusals, places = _refusals(el, symbol, root)
    return n.Decision(
        name=symbol.name,
        root=symbol.root,
        owed=owed if owed is not None else n.Const(type=t.TBool(), value=True),
        unreadable=unreadable.id if unreadable is not None else "malformed",
        groups=_groups(root),
        words=tuple(_word(el, symbol, info) for info in el.words(symbol.root).values()),
        fill=_fill(el, symbol, root),
        open=entry.open,
        refusals=refusals,
        places=places,
        bundle=symbol.origin.bundle,
        cites=cites(entry.head),
        gates=symbol.origin.gates,
        span=entry.head.name.span,
    )


def _no_groups(el: Elaborator, symbol: DecisionSymbol) -> None:
    """A decision that only gets further words: nobody declares it, or its groups were forgotten."""
    declared = {one.name: one for one in el.symbols.decisions.values() if one.entry.groups}
    near = nearest(symbol.name, declared)[:1]
    if not near:
        message = say("the decision `{name}` has no `groups`", name=symbol.name)
        el.report.add("missing-key", symbol.entry.head.name.span, message)
        return
    el.report.add(
        "missing-key",
        symbol.entry.head.name.span,
        UNDECLARED.put(name=symbol.name),
        help=meant(near),
        labels=[Label(span=declared[near[0]].entry.head.name.span, text=say("declared here"))],
    )


def _groups(root: DecisionSymbol) -> tuple[n.Group, ...]:
    return tuple(
        n.Group(
            name=name.id,
            mode=group.mode,
            up_to=group.up_to or SEQUENCE_LIMIT,
            repeats_counted=group.repeats_counted,
            span=name.span,
        )
        for name, group in root.entry.groups
    )


def _word(el: Elaborator, symbol: DecisionSymbol, info: WordInfo) -> n.Word:
    entry = info.entry
    group = entry.word.group
    groups = el.groups(symbol.root)
    assert group is not None
    if group.id not in groups and symbol.name == symbol.root:
        near = nearest(group.id, groups)
        help_ = meant(near[:1])
        help_.append(say("groups: {names}", names=quoted(groups)))
        el.report.add(
            "unknown-name",
            group.span,
            say("`{decision}` has no group `{name}`", decision=symbol.root, name=group.id),
            help=help_,
        )
    for name in entry.word.not_beside:
        if name.id not in groups and el.word_index(symbol.root, name.id) is None:
            el.unknown_word(symbol.root, name)
    scope = Scope(decision=symbol.name)
    return n.Word(
        name=info.name,
        group=group.id,
        args=tuple(_argument(el, arg, kind, origin.row, scope) for arg, kind, origin in info.args),
        or_none=entry.word.or_none,
        says_nothing=entry.word.says_nothing,
        not_beside=tuple(name.id for name in entry.word.not_beside),
        adds_up=entry.word.adds_up,
        hidden=entry.word.hidden,
        row=info.row,
        bundle=info.origin.row,
        span=entry.name.span,
    )


def _argument(
    el: Elaborator,
    arg: syntax.ArgDecl,
    kind: t.Type,
    bundle: tuple[str, str] | None,
    scope: Scope,
) -> n.Argument:
    default = None
    if arg.default is not None:
        expr = el.expr(arg.default, Scope(me=False), kind)
        if expr is not None:
            with suppress(Stuck):
                in_bounds(el.report, expr, kind, arg.default.span)
            try:
                default = n.Const(type=kind, value=constant(expr), span=arg.default.span)
            except NotConstant:
                el.report.add("not-constant", arg.default.span, say("a default has to be a plain value"))
    return n.Argument(
        name=arg.name.id,
        type=kind,
        default=default,
        left_out=arg.left_out,
        named=arg.named,
        flag=arg.type is None,
        listing=_listing(el, arg, kind, scope),
        up_to=el.expr(arg.up_to, scope, t.TInt(None, None)),
        bundle=bundle,
        span=arg.name.span,
    )


def _listing(el: Elaborator, arg: syntax.ArgDecl, kind: t.Type, scope: Scope) -> n.Expr | None:
    if arg.listing is None:
        return None
    of = element(kind) or kind
    try:
        found = el.infer(arg.listing, scope, t.TSet(of))
        if element(found.type) is None:
            found = el.checked(arg.listing, scope, t.TSet(of))
    except Stuck:
        return None
    return found


def _fill(el: Elaborator, symbol: DecisionSymbol, root: DecisionSymbol) -> n.Fill | None:
    fill = symbol.entry.fill or root.entry.fill
    if fill is None:
        return None
    args = el.part_args(symbol.root)
    if fill.arg.id not in args:
        near = nearest(fill.arg.id, args)
        el.report.add(
            "unknown-name",
            fill.arg.span,
            say("no word of `{decision}` has an argument `{name}`", decision=symbol.root, name=fill.arg.id),
            help=meant(near[:1]),
        )
        return None
    kind = args[fill.arg.id]
    of = kind.of if isinstance(kind, t.TOptional) else kind
    scope = Scope(decision=symbol.name, vars={"part": t.TPart(symbol.root)})
    ways = el.expr(fill.ways, scope, t.TSet(of))
    ids = {one.entry.head.name.id for one in root.refusals}
    for name in fill.avoiding:
        if name.id not in ids:
            near = nearest(name.id, ids)
            el.report.add(
                "unknown-name",
                name.span,
                say("`{decision}` has no refusal `{name}`", decision=symbol.root, name=name.id),
                help=meant(near[:1]),
            )
    if ways is None:
        return None
    return n.Fill(
        arg=fill.arg.id,
        ways=ways,
        avoiding=tuple(name.id for name in fill.avoiding),
        span=fill.arg.span,
    )


# --- refusals ----------------------------------------------------------------------------------------


def _refusals(
    el: Elaborator, symbol: DecisionSymbol, root: DecisionSymbol
) -> tuple[tuple[n.Refusal, ...], tuple[tuple[str, int], ...]]:
    """The refusals in order of precedence, and the places with the number of refusals before each."""
    own = [] if symbol is root else symbol.refusals
    found: list[n.Refusal] = []
    places = []
    for declared in _in_order(el, [*root.refusals, *own], report=symbol is root):
        if declared.entry.refusal.test == "place":
            places.append((declared.entry.head.name.id, len(found)))
            continue
        one = _refusal(el, symbol, declared)
        if one is not None:
            found.append(one)
    return tuple(found), tuple(places)


def _in_order(el: Elaborator, entries: list[Entry], *, report: bool) -> list[Entry]:
    """Entries by precedence: the text's order, bundles' entries at their place, before or after another, or last."""
    placed = [one for one in entries if not _moves(one.entry)]
    waiting = [one for one in entries if _moves(one.entry)]
    while waiting:
        rest = [one for one in waiting if not _insert(placed, one)]
        if len(rest) == len(waiting):
            for one in rest:
                if report:
                    _no_place(el, one, entries)
            placed += rest
            break
        waiting = rest
    return placed


def _moves(entry: model.RefusalEntry) -> bool:
    return entry.at is not None or entry.before is not None or entry.after is not None


def _insert(placed: list[Entry], one: Entry) -> bool:
    """Puts an entry where it says; several at one place stand in the order of their bundles."""
    entry = one.entry
    target = entry.at or entry.before or entry.after
    assert target is not None
    places = [at for at, other in enumerate(placed) if other.entry.head.name.id == target.id]
    if not places:
        return False
    at = places[0]
    if entry.at is not None:
        if placed[at].entry.refusal.test != "place":
            return False
        placed.insert(at, one)
    elif entry.before is not None:
        placed.insert(at, one)
    else:
        at += 1
        while at < len(placed) and _same_after(placed[at].entry, entry):
            at += 1
        placed.insert(at, one)
    return True


def _same_after(other: model.RefusalEntry, entry: model.RefusalEntry) -> bool:
    return other.after is not None and entry.after is not None and other.after.id == entry.after.id


def _no_place(el: Elaborator, one: Entry, entries: list[Entry]) -> None:
    entry = one.entry
    target = entry.at or entry.before or entry.after
    assert target is not None
    if entry.at is not None:
        known = [other.entry.head.name.id for other in entries if other.entry.refusal.test == "place"]
        missing = say("there is no place `{name}` here", name=target.id)
        listed = say("places: {names}", names=quoted(known[:12]))
    else:
        known = [other.entry.head.name.id for other in entries if other is not one]
        missing = say("there is no refusal `{name}` here", name=target.id)
        listed = say("refusals: {names}", names=quoted(known[:12]))
    near = nearest(target.id, known)
    help_ = meant(near[:1])
    if known:
        help_.append(listed)
    el.report.add("unknown-name", target.span, missing, help=help_)


def _refusal(el: Elaborator, symbol: DecisionSymbol, declared: Entry) -> n.Refusal | None:
    entry, origin = declared.entry, declared.origin
    written = entry.refusal
    scope = Scope(decision=symbol.name)
    over = None
    when = None
    test = written.test
    assert test != "place"
    try:
        if written.var is not None and written.domain is not None:
            over = domain(el, written.domain, scope)
            bind(el, written.var, scope)
            of = element(over.type)
            assert of is not None
            scope = scope.bind(written.var.id, of)
        if test == "condition":
            when = guarded(el, written.when, origin.guard, scope)
        elif test == "crowded":
            _known_group(el, symbol, written)
    except Stuck:
        return None
    key = f"forbid:{symbol.name}.{entry.head.name.id}"
    el.exceptions_at(key, scope, t.TBool())
    return n.Refusal(
        name=entry.head.name.id,
        decision=symbol.name,
        says=entry.says.id if entry.says is not None else entry.head.name.id,
        test=test,
        group=written.group.id if written.group is not None else None,
        var=written.var.id if written.var is not None else None,
        domain=over,
        when=when,
        lets_off=entry.lets_off,
        cut=entry.cut,
        bundle=origin.bundle,
        cites=cites(entry.head),
        gates=origin.gates,
        span=entry.head.name.span,
    )


def _known_group(el: Elaborator, symbol: DecisionSymbol, written: syntax.RefusalDecl) -> None:
    groups = el.groups(symbol.root)
    if written.group is None or written.group.id in groups:
        return
    near = nearest(written.group.id, groups)
    help_ = meant(near[:1])
    el.report.add(
        "unknown-name",
        written.group.span,
        say("`{decision}` has no group `{name}`", decision=symbol.root, name=written.group.id),
        help=help_,
    )
    raise Stuck
