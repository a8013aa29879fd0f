"""Kinds with their rows, records, relations, options: the tables of a ruleset, in the core's form."""

from __future__ import annotations

from contextlib import suppress

from densho.diagnostics.model import Label
from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import listed, quoted, say
from densho.resolved.bounds import in_bounds
from densho.resolved.declare import cites
from densho.resolved.expressions import Elaborator
from densho.resolved.names import no_row
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import KindSymbol, RowSymbol
from densho.resolved.types import describe, empty_value
from densho.resolved.values import FAILED, NotConstant, constant, read_value
from densho.surface import syntax
from densho.surface.syntax import Name

LONGEST_LIKENESS = 100
"""So many rows may be like one another in a row; more are taken for a mistake."""


def kinds(el: Elaborator) -> tuple[n.Kind, ...]:
    return tuple(_kind(el, symbol) for symbol in el.symbols.kinds.values())


def _kind(el: Elaborator, symbol: KindSymbol) -> n.Kind:
    columns = []
    defaults: dict[str, object] = {}
    for name, declared, _span in symbol.columns:
        kind = el.column(symbol.name, name)
        if kind is None:
            continue
        columns.append(n.Column(name=name, type=kind, empty=empty_value(kind)))
        if declared.default is not None:
            expr = el.expr(declared.default, Scope(me=False), kind)
            if expr is not None:
                with suppress(Stuck):
                    in_bounds(el.report, expr, kind, declared.default.span)
                try:
                    defaults[name] = constant(expr)
                except NotConstant:
                    el.report.add(
                        "not-constant", declared.default.span, say("a default has to be a plain value")
                    )
        elif not isinstance(kind, t.TRow | t.TFighter | t.TLabel | t.TRecord):
            defaults[name] = empty_value(kind) if not isinstance(kind, t.TInt) else _nearest_zero(kind)
    rows = tuple(_row(el, symbol, row, tuple(columns), defaults) for row in symbol.rows)
    return n.Kind(
        name=symbol.name,
        plural=symbol.plural,
        in_files=symbol.in_files,
        columns=tuple(columns),
        rows=rows,
        cites=symbol.cites,
        span=symbol.span,
    )


def _nearest_zero(kind: t.TInt) -> int:
    if kind.lo is not None and kind.lo > 0:
        return kind.lo
    if kind.hi is not None and kind.hi < 0:
        return kind.hi
    return 0


def _row(
    el: Elaborator,
    kind: KindSymbol,
    row: RowSymbol,
    columns: tuple[n.Column, ...],
    defaults: dict[str, object],
) -> n.Row:
    given = _given(el, kind, row, columns, [])
    values = []
    for column in columns:
        value = given.get(column.name, FAILED)
        if value is FAILED and column.name in defaults:
            value = defaults[column.name]
        elif value is FAILED and column.name not in given:
            el.report.add(
                "missing-column",
                row.span,
                say("the row `{name}` does not give `{column}`", name=row.name, column=column.name),
                help=say(
                    "`{name}` is {type}; write it, or declare a default: `{name}: … = …`",
                    name=column.name,
                    type=describe(column.type),
                ),
            )
        values.append(column.empty if value is FAILED else value)
    return n.Row(
        name=row.name,
        values=tuple(values),
        cites=row.cites,
        bundle=row.origin.bundle,
        gates=row.origin.gates,
        span=row.span,
    )


def _given(
    el: Elaborator, kind: KindSymbol, row: RowSymbol, columns: tuple[n.Column, ...], seen: list[str]
) -> dict[str, object]:
    """The columns that a row gives, those of the row that it is `like` first."""
    found: dict[str, object] = {}
    if row.like is not None:
        found |= _inherited(el, kind, row, row.like, columns, seen)
    types = {column.name: column.type for column in columns}
    for key, value in row.columns:
        if key.text not in types:
            near = nearest(key.text, types)
            help_ = meant(near[:1])
            help_.append(
                say("columns of `{kind}`: {names}", kind=kind.name, names=quoted(types))
                if types
                else say("`{kind}` has no columns", kind=kind.name)
            )
            el.report.add(
                "unknown-key",
                key.span,
                say("the kind `{kind}` has no column `{name}`", kind=kind.name, name=key.text),
                help=help_,
            )
            continue
        found[key.text] = read_value(el, value, types[key.text])
    return found


def _inherited(
    el: Elaborator,
    kind: KindSymbol,
    row: RowSymbol,
    like: Name,
    columns: tuple[n.Column, ...],
    seen: list[str],
) -> dict[str, object]:
    if like.id in (*seen, row.name):
        el.report.add(
            "recursive-definition", like.span, say("the row `{name}` is like itself", name=row.name)
        )
        return {}
    if len(seen) == LONGEST_LIKENESS:
        message = say(
            "the row `{name}` is like another, that one like a third, and so on too often", name=row.name
        )
        el.report.add(
            "nested-too-deep", like.span, message, help=say("name the row that gives the columns itself")
        )
        return {}
    if like.id not in kind.index:
        near = nearest(like.id, kind.index)
        el.report.add(
            "unknown-name",
            like.span,
            say("the kind `{kind}` has no row `{name}`", kind=kind.name, name=like.id),
            help=meant(near[:1]),
        )
        return {}
    el.used_rows.add((kind.name, like.id))
    return _given(el, kind, kind.rows[kind.index[like.id]], columns, [*seen, row.name])


def records(el: Elaborator) -> tuple[n.Record, ...]:
    return tuple(
        n.Record(
            name=name,
            fields=tuple(el.record_fields(name).items()),
            cites=cites(declared.entry.head),
            bundle=declared.origin.bundle,
            span=declared.entry.head.name.span,
        )
        for name, declared in el.symbols.records.items()
    )


def options(el: Elaborator) -> tuple[n.Option, ...]:
    symbols = el.symbols
    return tuple(
        n.Option(
            name=name,
            values=symbols.option_values[name],
            default=symbols.option_default[name],
            cites=cites(entry.head),
            span=entry.head.name.span,
        )
        for name, entry in symbols.options.items()
    )


# --- relations ---------------------------------------------------------------------------------------


def relations(el: Elaborator) -> tuple[n.Relation, ...]:
    return tuple(one for name in el.symbols.relations if (one := _relation(el, name)) is not None)


def _relation(el: Elaborator, name: str) -> n.Relation | None:
    declared = el.symbols.relations[name]
    head = next((one.entry.head for one in declared if one.entry.head.has_params), declared[0].entry.head)
    kinds = [param.name for param in head.params]
    unknown = [kind for kind in kinds if kind.id not in el.symbols.kinds]
    for kind in unknown:
        missing = say("there is no kind `{name}`", name=kind.id)
        el.report.add("unknown-name", kind.span, missing, help=meant(nearest(kind.id, el.symbols.kinds)[:1]))
    if unknown:
        return None
    if len(kinds) != 2:
        el.report.add(
            "bad-relation",
            head.name.span,
            say("the relation `{name}` needs the two kinds between which it holds", name=name),
            help=write(f"{name}(KIND, KIND)"),
        )
        return None
    left, right = (el.symbols.kinds[kind.id] for kind in kinds)
    decided: dict[tuple[int, int], tuple[bool, syntax.RelationLine]] = {}
    otherwise: syntax.RelationLine | None = None
    lines: list[n.RelationLine] = []
    for one in declared:
        for line in one.entry.lines:
            if not line.left:
                otherwise = line
            lines.append(
                n.RelationLine(
                    pairs=tuple(_line(el, name, line, left, right, decided)) if line.left else (),
                    span=line.span,
                )
            )
    default = otherwise is not None and otherwise.holds
    if otherwise is None:
        _undecided(el, head, left, right, set(decided))
    pairs = {pair for pair, (holds, _line_) in decided.items() if holds}
    if default:
        every = {(a, b) for a in range(len(left.rows)) for b in range(len(right.rows))}
        pairs |= every - set(decided)
    return n.Relation(
        name=name,
        left=left.name,
        right=right.name,
        pairs=tuple(sorted(pairs)),
        lines=tuple(lines),
        cites=cites(head),
        span=head.name.span,
    )


def _line(
    el: Elaborator,
    name: str,
    line: syntax.RelationLine,
    left: KindSymbol,
    right: KindSymbol,
    decided: dict[tuple[int, int], tuple[bool, syntax.RelationLine]],
) -> list[tuple[int, int]]:
    """The pairs that the line names, which `decided` then knows."""
    named: list[tuple[int, int]] = []
    if line.verb is not None and line.verb.id != name:
        near = nearest(line.verb.id, (name,))
        el.report.add(
            "bad-relation",
            line.verb.span,
            say("lines of the relation `{name}` say `A {name} B`", name=name),
            help=meant(near[:1]),
        )
        return named
    for one in _indices(el, left, line.left):
        for other in _indices(el, right, line.right):
            named.append((one, other))
            before = decided.get((one, other))
            if before is not None and before[0] != line.holds:
                el.report.add(
                    "decided-twice",
                    line.span,
                    say(
                        "`{left}` and `{right}` are decided twice, in different ways",
                        left=left.rows[one].name,
                        right=right.rows[other].name,
                    ),
                    labels=[Label(span=before[1].span, text=say("decided here first"))],
                )
            decided[one, other] = (line.holds, line)
    return named


def _indices(el: Elaborator, kind: KindSymbol, names: tuple[Name, ...]) -> list[int]:
    found = []
    for name in names:
        if name.id in kind.index:
            el.used_rows.add((kind.name, name.id))
            found.append(kind.index[name.id])
            continue
        near = nearest(name.id, kind.index)
        help_ = meant(near[:1])
        help_.append(say("`{kind}` rows: {names}", kind=kind.name, names=quoted(kind.index)))
        el.report.add("unknown-name", name.span, no_row(kind.name, name.id), help=help_)
    return found


def _undecided(
    el: Elaborator,
    head: syntax.Head,
    left: KindSymbol,
    right: KindSymbol,
    decided: set[tuple[int, int]],
) -> None:
    missing = [
        (left.rows[a].name, right.rows[b].name)
        for a in range(len(left.rows))
        for b in range(len(right.rows))
        if (a, b) not in decided
    ]
    if missing:
        pairs = listed(say("`{left}` and `{right}`", left=a, right=b) for a, b in missing[:3])
        if len(missing) > 3:
            pairs = say("{pairs} and {number} more", pairs=pairs, number=len(missing) - 3)
        el.report.add(
            "undecided-pair",
            head.name.span,
            say(
                "the relation `{name}` does not say whether it holds between {pairs}",
                name=head.name.id,
                pairs=pairs,
            ),
            help=say("add lines for them, or `otherwise no`"),
        )
