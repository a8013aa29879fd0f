"""How a fight is drawn: the `board` and `tally` sections, every name in them looked up.

Only slots and events are named here, never expressions over the fight: a drawing is made from what a viewer may see, and must not
reckon with anything else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal, TypeVar

from densho.diagnostics.suggestions import did_you_mean
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import Text, say
from densho.resolved.expressions import Elaborator
from densho.resolved.scope import Stuck
from densho.resolved.texts import written_tells
from densho.resolved.types import describe
from densho.source import Span
from densho.surface import parser, syntax
from densho.surface.documents import Mapping, Scalar, Value
from densho.surface.documents import Sequence as YamlList

T = TypeVar("T")
Holder = Literal["arena", "fighter"]

_TAKEN_SIGNS = "><|"


def display(el: Elaborator, rules: Sequence[n.Rule], exceptions: Iterable[n.Exception_]) -> n.Display:
    """The drawings of all files, one after another. `rules` and `exceptions` say which events there are."""
    effects = [effect for rule in rules for effect in rule.effects]
    effects += [effect for exception in exceptions for effect in exception.effects]
    reading = _Reading(el, [effect for effect in effects if isinstance(effect, n.Tell)])
    board: list[n.Picture] = []
    tally: dict[Holder, list[str]] = {}
    for key, value in el.symbols.display:
        if key.text == "board" and isinstance(value, YamlList):
            board += (
                one for item in value.items if isinstance(item, Mapping) for one in reading.picture(item)
            )
        elif key.text == "tally" and isinstance(value, Mapping):
            for holder in ("arena", "fighter"):
                if value.get(holder) is not None:
                    tally.setdefault(holder, []).extend(reading.slots(holder, value.get(holder)))
    return n.Display(board=tuple(board), arena=_once(tally.get("arena")), fighter=_once(tally.get("fighter")))


def _once(names: list[str] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(dict.fromkeys(names))


class _Reading:
    """Reads pictures; what is wrong with one is reported, and it is left out."""

    def __init__(self, el: Elaborator, tells: Sequence[n.Tell]) -> None:
        self.el = el
        self.tells: dict[str, list[n.Tell]] = {}
        for tell in tells:
            self.tells.setdefault(tell.event, []).append(tell)
        self.senseless = {
            event
            for event, written in written_tells(el).items()
            if len(written) > len(self.tells.get(event, ()))
        }

    # --- pictures

    def picture(self, item: Mapping) -> Iterator[n.Picture]:
        try:
            if (cells := item.get("strip")) is not None:
                yield self.strip(item, cells)
            elif (pools := item.get("pools")) is not None:
                yield n.Pools(slots=self.slots("fighter", pools), span=item.span)
            elif (shown := item.get("ribbon")) is not None:
                yield self.ribbon(item, shown)
        except Stuck:
            return

    def strip(self, item: Mapping, cells: Value) -> n.Strip:
        low, high = self.edges(cells)
        facing, column = self.facing(item.get("facing"))
        return n.Strip(
            low=low,
            high=high,
            at=self.optional_number(item.get("at")),
            facing=facing,
            facing_column=column,
            things=self.each(self.thing, _entries(item.get("things"))),
            struck=self.each(self.told_cells, ((one,) for one in _items(item.get("struck")))),
            span=item.span,
        )

    def ribbon(self, item: Mapping, written: Value) -> n.Ribbon:
        shown = self.told(written, None, "")
        place = item.get("place")
        if shown.who is None:
            raise self.stuck(
                "wrong-value", written.span, say("the event `{event}` tells of no fighter", event=shown.event)
            )
        return n.Ribbon(
            shown=shown,
            place=None if place is None else self.place(shown, place),
            marks=self.each(self.mark, _entries(item.get("marks"))),
            planned=self.planned(item.get("planned")),
            span=item.span,
        )

    def each(self, read: Callable[..., T], items: Iterable[tuple[Any, ...]]) -> tuple[T, ...]:
        """Every item that can be read; the problems of all are reported."""
        found = []
        for item in items:
            with suppress(Stuck):
                found.append(read(*item))
        return tuple(found)

    # --- cells

    def edges(self, written: Value) -> tuple[n.Edge, n.Edge]:
        """`cells` is 1 up to what the slot holds; `A..B` are numbers or slots, also negative."""
        expr = self.expr(written)
        if isinstance(expr, syntax.Binary) and expr.op == "..":
            return self.edge(expr.left, 1), self.edge(expr.right, 1)
        return n.Edge(number=1, slot=None, span=expr.span), self.edge(expr, 1)

    def edge(self, expr: syntax.Expr, sign: int) -> n.Edge:
        match expr:
            case syntax.Int(value=value):
                return n.Edge(number=sign * value, slot=None, span=expr.span)
            case syntax.Unary(op="-", operand=operand):
                return self.edge(operand, -sign)
            case syntax.Name(id=name):
                self.number_slot("arena", name, expr.span)
                return n.Edge(number=sign, slot=name, span=expr.span)
            case _:
                raise self.stuck(
                    "wrong-value",
                    expr.span,
                    say("the cells of a strip go from one number or slot of the arena to another"),
                    say("write `cells`, `1..12` or `-edge..edge`"),
                )

    def optional_number(self, value: Value | None) -> str | None:
        if value is None:
            return None
        name = self.name(value)
        self.number_slot("fighter", name.id, name.span)
        return name.id

    def number_slot(self, holder: Holder, name: str, span: Span) -> None:
        kind = self.slot(holder, name, span)
        if not isinstance(_bare(kind), t.TInt):
            raise self.stuck(
                "wrong-type",
                span,
                say("`{name}` is {what}, but a number is needed here", name=name, what=describe(kind)),
            )

    def facing(self, value: Value | None) -> tuple[str | None, str | None]:
        """`SLOT.COLUMN`, or a slot that is a number."""
        if value is None:
            return None, None
        match self.expr(value):
            case syntax.Name(id=name, span=span):
                self.number_slot("fighter", name, span)
                return name, None
            case syntax.Attribute(base=syntax.Name(id=name, span=span), name=column, name_span=column_span):
                kind = _bare(self.slot("fighter", name, span))
                if not isinstance(kind, t.TRow):
                    raise self.stuck(
                        "wrong-type",
                        span,
                        say("`{name}` is {what}: it has no columns", name=name, what=describe(kind)),
                    )
                self.number_column(kind.kind, column, column_span)
                return name, column
            case expr:
                raise self.stuck(
                    "wrong-value",
                    expr.span,
                    say("where a fighter looks is `SLOT.COLUMN` or a slot that is a number"),
                )

    def number_column(self, kind: str, name: str, span: Span) -> None:
        known = [column for column, _declared, _span in self.el.symbols.kinds[kind].columns]
        self.known(name, known, span, say("the kind `{kind}` has no column `{name}`", kind=kind, name=name))
        of = self.el.column(kind, name)
        if of is not None and not isinstance(_bare(of), t.TInt):
            raise self.stuck(
                "wrong-type",
                span,
                say("`{name}` is {what}, but a number is needed here", name=name, what=describe(of)),
            )

    def thing(self, key: Scalar, value: Value) -> n.Thing:
        """`SIGN: SLOT`, or `SIGN: SLOT.FIELD` where the slot holds records."""
        sign = self.sign(key)
        match self.expr(value):
            case syntax.Name(id=name, span=span):
                kind = self.slot("arena", name, span)
                if not _holds_cells(kind):
                    raise self.stuck(
                        "wrong-type",
                        span,
                        say("`{name}` is {what}, but cells are needed here", name=name, what=describe(kind)),
                        say("of records say which field is the cell: `{name}.FIELD`", name=name),
                    )
                return n.Thing(sign=sign, slot=name, field=None, span=value.span)
            case syntax.Attribute(base=syntax.Name(id=name, span=span), name=field, name_span=field_span):
                self.record_cell(name, span, field, field_span)
                return n.Thing(sign=sign, slot=name, field=field, span=value.span)
            case expr:
                raise self.stuck(
                    "wrong-value",
                    expr.span,
                    say("what lies on cells is a slot of the arena, or `SLOT.FIELD`"),
                )

    def record_cell(self, name: str, span: Span, field: str, field_span: Span) -> None:
        kind = self.slot("arena", name, span)
        of = _bare(kind.of if isinstance(kind, t.TSet | t.TList | t.TBag) else kind)
        if not isinstance(of, t.TRecord):
            raise self.stuck(
                "wrong-type",
                span,
                say("`{name}` is {what}: it has no fields", name=name, what=describe(kind)),
            )
        fields = self.el.record_fields(of.record)
        self.known(
            field,
            fields,
            field_span,
            say("the record `{record}` has no field `{name}`", record=of.record, name=field),
        )
        if not _holds_cells(fields[field]):
            raise self.stuck(
                "wrong-type",
                field_span,
                say(
                    "`{name}` is {what}, but a cell is needed here", name=field, what=describe(fields[field])
                ),
            )

    def sign(self, key: Scalar) -> str:
        """One character that can be told from fighters and frames."""
        text = key.text
        narrow = len(text) == 1 and text.isprintable() and unicodedata.east_asian_width(text) not in "WF"
        if not narrow or text.isspace() or text in _TAKEN_SIGNS or unicodedata.combining(text):
            raise self.stuck(
                "wrong-value",
                key.span,
                say("`{sign}` cannot be drawn as a sign", sign=text),
                say("a sign is one character, and none of `>`, `<`, `|`"),
            )
        return text

    # --- events

    def told(self, written: Value, fits: object, what: str) -> n.Told:
        """`EVENT.FIELD`."""
        match self.expr(written):
            case syntax.Attribute(base=syntax.Name(id=event, span=span), name=field, name_span=field_span):
                self.event_named(event, span)
                kind = self.field_type(event, field, field_span)
                if callable(fits) and not fits(kind):
                    raise self.stuck(
                        "wrong-type",
                        field_span,
                        say(
                            "`{name}` is {what}, but {wanted} are needed here",
                            name=field,
                            what=describe(kind),
                            wanted=what,
                        ),
                    )
                return n.Told(event=event, field=field, who=self.who(event), span=written.span)
            case expr:
                raise self.stuck(
                    "wrong-value",
                    expr.span,
                    say("what an event tells is written `EVENT.FIELD`"),
                    say("as in `seen.at`"),
                )

    def told_cells(self, written: Value) -> n.Told:
        return self.told(written, _holds_cells, say("cells"))

    def mark(self, key: Scalar, written: Value) -> tuple[str, n.Told]:
        return self.sign(key), self.event(written)

    def event(self, written: Value) -> n.Told:
        """A bare event, as the sign of a fighter's entry."""
        name = self.name(written)
        self.event_named(name.id, name.span)
        who = self.who(name.id)
        if who is None:
            raise self.stuck(
                "wrong-value", name.span, say("the event `{event}` tells of no fighter", event=name.id)
            )
        return n.Told(event=name.id, field=who, who=who, span=written.span)

    def event_named(self, name: str, span: Span) -> None:
        if name in self.senseless:
            # why some rule does not tell it has been said there
            raise Stuck
        self.known(name, self.tells, span, say("no rule tells an event `{name}`", name=name))

    def field_type(self, event: str, field: str, span: Span) -> t.Type:
        types = {name: value.type for tell in self.tells[event] for name, value in tell.fields}
        self.known(
            field, types, span, say("the event `{event}` has no field `{name}`", event=event, name=field)
        )
        return types[field]

    def who(self, event: str) -> str | None:
        for name, value in self.tells[event][0].fields:
            if isinstance(_bare(value.type), t.TFighter):
                return name
        return None

    def place(self, shown: n.Told, written: Value) -> str:
        name = self.name(written)
        kind = self.field_type(shown.event, name.id, name.span)
        if not isinstance(_bare(kind), t.TInt):
            raise self.stuck(
                "wrong-type",
                name.span,
                say("`{name}` is {what}, but a number is needed here", name=name.id, what=describe(kind)),
            )
        return name.id

    def planned(self, value: Value | None) -> str | None:
        if value is None:
            return None
        name = self.name(value)
        kind = self.slot("fighter", name.id, name.span)
        if not isinstance(kind, t.TList):
            raise self.stuck(
                "wrong-type",
                name.span,
                say("`{name}` is {what}, but a list is needed here", name=name.id, what=describe(kind)),
            )
        return name.id

    # --- names

    def slots(self, holder: Holder, value: Value | None) -> tuple[str, ...]:
        def read(item: Value) -> str:
            name = self.name(item)
            self.slot(holder, name.id, name.span)
            return name.id

        return self.each(read, ((item,) for item in _items(value)))

    def slot(self, holder: Holder, name: str, span: Span) -> t.Type:
        """The type of a slot that can be seen."""
        table = self.el.symbols.arena if holder == "arena" else self.el.symbols.fighter
        missing = say("the arena has no slot `{name}`", name=name)
        if holder == "fighter":
            missing = say("fighters have no slot `{name}`", name=name)
        self.known(name, table, span, missing)
        if table[name].entry.slot.working:
            raise self.stuck(
                "wrong-value", span, say("`{name}` is scratch space, which nobody sees", name=name)
            )
        return self.el.slot_type(holder, name)

    def known(self, name: str, names: Iterable[str], span: Span, missing: Text) -> None:
        names = tuple(names)
        if name not in names:
            self.el.report.add("unknown-name", span, missing, help=did_you_mean(name, names))
            raise Stuck

    def name(self, value: Value) -> syntax.Name:
        found = parser.parse_name(value.excerpt, self.el.report) if isinstance(value, Scalar) else None
        if found is None:
            raise Stuck
        return found

    def expr(self, value: Value) -> syntax.Expr:
        found = parser.parse_expr(value.excerpt, self.el.report) if isinstance(value, Scalar) else None
        if found is None:
            raise Stuck
        return found

    def stuck(self, slug: str, span: Span, message: Text, help: Text | None = None) -> Stuck:
        """Reports; what comes back is to be raised."""
        self.el.report.add(slug, span, message, help=help or ())
        return Stuck()


def _items(value: Value | None) -> tuple[Value, ...]:
    """A list, or a single thing."""
    match value:
        case None | Mapping():
            return ()
        case YamlList(items=items):
            return items
        case _:
            return (value,)


def _entries(value: Value | None) -> tuple[tuple[Scalar, Value], ...]:
    return value.entries if isinstance(value, Mapping) else ()


def _bare(kind: t.Type) -> t.Type:
    return kind.of if isinstance(kind, t.TOptional) else kind


def _holds_cells(kind: t.Type) -> bool:
    of = kind.of if isinstance(kind, t.TSet | t.TList | t.TBag) else kind
    return isinstance(_bare(of), t.TInt)
