"""Hypothesis strategies for syntax nodes: everything that the grammar can say, with names that are likely to be misread."""

from __future__ import annotations

from hypothesis import strategies as st

from densho.surface import syntax as s

RESERVED = {
    "and", "or", "not", "if", "then", "else", "in", "has", "lacks", "within", "meets", "without", "mod",
    "with", "of", "when",
}  # fmt: skip
"""Words that are no name where a value is meant."""
VALUES = {"nothing", "true", "false"}
TRICKY = [
    "a", "b", "cell", "foe", "me", "some", "every", "no", "count", "sum", "most", "least", "those", "list", "first",
    "set", "bag", "part", "place", "once", "tell", "win", "draw", "leave", "again", "crowded", "unreadable", "hidden", "each",
    "fades", "clamped", "working", "for", "by", "from", "up", "at", "one", "any", "sequence", "flag", "named", "says", "adds",
    "none", "left", "ask", "do", "roll", "block", "repeat", "while", "order", "nothing_more", "x1", "_y", "yes",
]  # fmt: skip

words = st.sampled_from(TRICKY + sorted(RESERVED))
"""Any word: after a dot, and where something is declared."""
plain_words = st.sampled_from(TRICKY)


def named(ids: st.SearchStrategy[str]) -> st.SearchStrategy[s.Name]:
    return st.builds(lambda id_: s.Name(id=id_), ids)


def maybe(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | strategy


names = named(plain_words)
declared = named(words)
not_of = declared.filter(lambda name: name.id != "of")
integers = st.integers(0, 999)

BINARY = (
    "+", "-", "without", "*", "/", "mod", "|", "..", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "has", "lacks", "within",
    "meets", "and", "or",
)  # fmt: skip


def _larger(expr: st.SearchStrategy[s.Expr]) -> st.SearchStrategy[s.Expr]:
    attribute = st.builds(lambda base, name: s.Attribute(base=base, name=name), expr, words)
    plain = st.builds(
        lambda word, var, domain, where: s.Quantifier(
            word=word, var=var, domain=domain, where=where, of=None
        ),
        st.sampled_from(("some", "every", "no", "count", "first")),
        names,
        expr,
        maybe(expr),
    )
    with_of = st.builds(
        lambda word, var, domain, where, of: s.Quantifier(
            word=word, var=var, domain=domain, where=where, of=of
        ),
        st.sampled_from(("sum", "most", "least", "those", "list")),
        names,
        expr,
        maybe(expr),
        maybe(expr),
    )
    return st.one_of(
        st.builds(lambda item: s.Just(item=item), expr),
        st.builds(lambda items: s.ListOf(items=tuple(items)), st.lists(expr, max_size=3)),
        st.builds(lambda op, operand: s.Unary(op=op, operand=operand), st.sampled_from(("-", "not")), expr),
        st.builds(lambda op, x, y: s.Binary(op=op, left=x, right=y), st.sampled_from(BINARY), expr, expr),
        st.builds(lambda a, b, c: s.If(condition=a, then=b, otherwise=c), expr, expr, expr),
        attribute,
        st.builds(
            lambda function, args: s.Call(function=function, args=tuple(args)),
            names | attribute,
            st.lists(expr, max_size=2),
        ),
        plain,
        with_of,
    )


leaves = st.one_of(
    names,
    st.builds(lambda value: s.Int(value=value), integers),
    st.just(s.Nothing()),
    st.builds(lambda value: s.Bool(value=value), st.booleans()),
)
exprs = st.recursive(leaves, _larger, max_leaves=8)

bounds = st.integers(-99, 99)
simple_types = st.one_of(
    st.builds(lambda id_: s.TypeName(id=id_), plain_words.filter(lambda word: word not in VALUES)),
    st.builds(lambda lo, hi: s.IntType(lo=lo, hi=hi), bounds, maybe(bounds)),
    st.builds(lambda name: s.PartType(decision=name), declared),
)
types = st.recursive(
    simple_types,
    lambda of: st.one_of(
        st.builds(lambda one: s.SetType(of=one), of),
        st.builds(lambda one: s.BagType(of=one), of),
        st.builds(lambda one, up_to: s.ListType(of=one, up_to=up_to), of, maybe(integers)),
        st.builds(lambda one: s.OptionalType(of=one), of),
    ),
    max_leaves=4,
)

params = st.builds(lambda name, kind: s.ParamDecl(name=name, type=kind), declared, maybe(types))
cites = named(st.sampled_from(("B1", "SS20", "M4b")))
heads = st.builds(
    lambda name, has_params, found, cited: s.Head(
        name=name, has_params=has_params, params=tuple(found) if has_params else (), cites=tuple(cited)
    ),
    declared,
    st.booleans(),
    st.lists(params, max_size=3),
    st.lists(cites, max_size=2),
)
columns = st.builds(lambda kind, default: s.ColumnDecl(type=kind, default=default), types, maybe(exprs))
slots = st.builds(
    lambda kind, start, each, fades, clamped, hidden, working: s.SlotDecl(
        type=kind, start=start, each=each, fades=fades, clamped=clamped, hidden=hidden, working=working
    ),
    types,
    maybe(exprs),
    maybe(declared),
    maybe(declared),
    st.none() | st.just(()) | st.tuples(exprs, exprs),
    st.none() | st.just(True) | exprs,
    st.booleans(),
)
groups = st.builds(
    lambda mode, counted: s.GroupDecl(mode=mode[0], up_to=mode[1], repeats_counted=counted),
    st.sampled_from((("one", None), ("at most one", None), ("any", None), ("sequence", 9))),
    st.booleans(),
)


def _flag(name: s.Name) -> s.ArgDecl:
    return s.ArgDecl(
        name=name, type=None, default=None, left_out=False, named=False, listing=None, up_to=None
    )


arguments = st.one_of(
    st.builds(_flag, not_of),
    st.builds(
        lambda name, kind, default, marks, listing, up_to: s.ArgDecl(
            name=name,
            type=kind,
            default=default,
            left_out=bool(marks & 1),
            named=bool(marks & 2),
            listing=listing,
            up_to=up_to if listing is not None else None,
        ),
        not_of,
        types,
        maybe(exprs),
        st.integers(0, 3),
        maybe(exprs),
        maybe(exprs),
    ),
)
word_declarations = st.builds(
    lambda group, args, marks, beside: s.WordDecl(
        group=group,
        args=tuple(args),
        or_none=bool(marks & 1),
        says_nothing=bool(marks & 2),
        not_beside=tuple(beside),
        adds_up=bool(marks & 4),
        hidden=bool(marks & 8),
    ),
    maybe(not_of),
    st.lists(arguments, max_size=2),
    st.integers(0, 15),
    st.lists(names, max_size=2),
).filter(lambda word: word != s.WordDecl(
    group=None, args=(), or_none=False, says_nothing=False, not_beside=(), adds_up=False, hidden=False
))  # fmt: skip

rows = st.lists(names, min_size=1, max_size=3).map(tuple)
relation_lines = st.one_of(
    st.builds(
        lambda left, verb, right, holds: s.RelationLine(left=left, verb=verb, right=right, holds=holds),
        rows,
        names,
        rows,
        st.booleans(),
    ),
    st.builds(lambda holds: s.RelationLine(left=(), verb=None, right=(), holds=holds), st.booleans()),
)
binders = st.builds(lambda var, domain: s.Binder(var=var, domain=domain), names, exprs)


def _refusal(
    test: str, group: s.Name | None = None, binder: s.Binder | None = None, when: s.Expr | None = None
) -> s.RefusalDecl:
    return s.RefusalDecl(
        test=test,  # type: ignore[arg-type]
        group=group,
        var=binder.var if binder else None,
        domain=binder.domain if binder else None,
        when=when,
    )


refusals = st.one_of(
    st.builds(_refusal, st.sampled_from(("place", "unreadable word", "unreadable argument"))),
    st.builds(_refusal, st.just("crowded"), declared),
    st.builds(_refusal, st.just("condition"), st.none(), maybe(binders), exprs),
)

targets = st.recursive(
    names,
    lambda base: st.builds(lambda one, name: s.Attribute(base=one, name=name), base, words),
    max_leaves=3,
)
effects = st.one_of(
    st.builds(
        lambda target, op, value: s.Put(target=target, op=op, value=value),
        targets,
        st.sampled_from((":=", "+=", "-=")),
        exprs,
    ),
    st.builds(
        lambda event, fields, private: s.Tell(event=event, fields=tuple(fields), private=private),
        names,
        st.lists(
            st.builds(lambda name, value: s.TellField(name=name, value=value), declared, exprs), max_size=2
        ),
        st.booleans(),
    ),
    st.builds(
        lambda block, who, by: s.Verdict(kind="win", block=block, who=who, by=by), declared, exprs, exprs
    ),
    st.builds(lambda block, by: s.Verdict(kind="draw", block=block, who=None, by=by), declared, exprs),
    st.builds(
        lambda kind, block: s.Verdict(kind=kind, block=block, who=None, by=None),
        st.sampled_from(("leave", "again")),
        declared,
    ),
)
effect_lists = st.lists(effects, min_size=1, max_size=2).map(tuple)
rules = st.builds(
    lambda once, binder, guard, then: s.RuleDecl(
        once=once,
        var=binder.var if binder else None,
        domain=binder.domain if binder else None,
        guard=guard,
        effects=then,
    ),
    st.booleans(),
    maybe(binders),
    maybe(exprs),
    effect_lists,
)


flow_lines = st.builds(
    lambda verb, name, while_, at_most, by_fighter, when: s.FlowLine(
        verb=verb,
        name=name,
        while_=while_ if verb == "repeat" else None,
        at_most=at_most if verb == "repeat" else None,
        by_fighter=by_fighter and verb == "do",
        when=when,
    ),
    st.sampled_from(("ask", "do", "roll", "block", "repeat")),
    declared,
    maybe(exprs),
    maybe(integers),
    st.booleans(),
    maybe(exprs),
)

BY_START = {
    "expr": exprs,
    "type": types,
    "head": heads,
    "column": columns,
    "slot": slots,
    "group": groups,
    "word": word_declarations,
    "relation_line": relation_lines,
    "refusal": refusals,
    "binder": binders,
    "rule": rules,
    "effects": effect_lists,
    "flow_line": flow_lines,
    "name": declared,
}
"""What each start symbol of the grammar makes."""
