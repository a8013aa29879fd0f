"""Kinds with their rows, records, relations, options: the tables of a ruleset, in the core's form."""

from __future__ import annotations

from densho.diagnostics.model import Label
from densho.diagnostics.suggestions import nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.resolved.declare import cites
from densho.resolved.expressions import Elaborator
from densho.resolved.scope import Scope
from densho.resolved.symbols import KindSymbol, RowSymbol
from densho.resolved.types import describe, empty_value
from densho.resolved.values import FAILED, NotConstant, constant, read_value
from densho.surface import syntax
from densho.surface.syntax import Name


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
                try:
                    defaults[name] = constant(expr)
                except NotConstant:
                    el.report.add("not-constant", declared.default.span, "a default has to be a plain value")
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
                f"the row `{row.name}` does not give `{column.name}`",
                help=f"`{column.name}` is {describe(column.type)}; write it, or declare a default: `{column.name}: … = …`",
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
            help_ = [f"did you mean `{near[0]}`?"] if near else []
            help_.append(f"columns of `{kind.name}`: {', '.join(f'`{one}`' for one in types) or 'none'}")
            el.report.add(
                "unknown-key", key.span, f"the kind `{kind.name}` has no column `{key.text}`", help=help_
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
        el.report.add("recursive-definition", like.span, f"the row `{row.name}` is like itself")
        return {}
    if like.id not in kind.index:
        near = nearest(like.id, kind.index)
        el.report.add(
            "unknown-name",
            like.span,
            f"the kind `{kind.name}` has no row `{like.id}`",
            help=[f"did you mean `{near[0]}`?"] if near else [],
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
    if len(kinds) != 2 or any(kind.id not in el.symbols.kinds for kind in kinds):
        el.report.add(
            "bad-relation",
            head.name.span,
            f"the relation `{name}` needs the two kinds between which it holds",
            help=f"write `{name}(KIND, KIND)`",
        )
        return None
    left, right = (el.symbols.kinds[kind.id] for kind in kinds)
    decided: dict[tuple[int, int], tuple[bool, syntax.RelationLine]] = {}
    otherwise: syntax.RelationLine | None = None
    for one in declared:
        for line in one.entry.lines:
            if not line.left:
                otherwise = line
                continue
            _line(el, name, line, left, right, decided)
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
        decided=tuple(sorted(decided)),
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
) -> None:
    if line.verb is not None and line.verb.id != name:
        near = nearest(line.verb.id, (name,))
        el.report.add(
            "bad-relation",
            line.verb.span,
            f"lines of the relation `{name}` say `A {name} B`",
            help=[f"did you mean `{near[0]}`?"] if near else [],
        )
        return
    for one in _indices(el, left, line.left):
        for other in _indices(el, right, line.right):
            before = decided.get((one, other))
            if before is not None and before[0] != line.holds:
                el.report.add(
                    "decided-twice",
                    line.span,
                    f"`{left.rows[one].name}` and `{right.rows[other].name}` are decided twice, in different ways",
                    labels=[Label(span=before[1].span, text="decided here first")],
                )
            decided[one, other] = (line.holds, line)


def _indices(el: Elaborator, kind: KindSymbol, names: tuple[Name, ...]) -> list[int]:
    found = []
    for name in names:
        if name.id in kind.index:
            el.used_rows.add((kind.name, name.id))
            found.append(kind.index[name.id])
            continue
        near = nearest(name.id, kind.index)
        help_ = [f"did you mean `{near[0]}`?"] if near else []
        help_.append(f"`{kind.name}` rows: {', '.join(f'`{one}`' for one in kind.index)}")
        el.report.add("unknown-name", name.span, f"there is no {kind.name} `{name.id}`", help=help_)
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
        shown = ", ".join(f"`{a}` and `{b}`" for a, b in missing[:3])
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        el.report.add(
            "undecided-pair",
            head.name.span,
            f"the relation `{head.name.id}` does not say whether it holds between {shown}{more}",
            help="add lines for them, or `otherwise no`",
        )
