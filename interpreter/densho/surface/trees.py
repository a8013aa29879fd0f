"""From reductions to syntax nodes: one small function for each name after `->` in the grammar, and for each rule without one.

Each gets the children (nodes, kept tokens, or the parts below) and the range of characters they cover. Clauses that may come in
any order, or not at all, are carried up as `Part`s and sorted out by the declaration that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from densho.diagnostics.model import Report
from densho.messages import say
from densho.source import Excerpt, Span
from densho.surface import syntax
from densho.surface.automaton import Token

_DIGITS = 18
"""Digits that a number may have."""


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a declaration: which one, and what it says."""

    clause: str
    says: tuple[Any, ...]
    span: Span


class Trees:
    """Makes the nodes of one text. Methods are called by the name of the reduction."""

    def __init__(self, excerpt: Excerpt, report: Report) -> None:
        self.excerpt = excerpt
        self.span = excerpt.span
        self.report = report

    # --- expressions -----------------------------------------------------------------------------

    def if_(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.If(condition=of[0], then=of[1], otherwise=of[2], span=self.span(start, end))

    def binary(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        left, op, right = of
        name = op.text if op.text[0] != "n" else "not in"
        return syntax.Binary(op=name, left=left, right=right, span=self.span(start, end))

    def unary(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.Unary(op=of[0].text, operand=of[1], span=self.span(start, end))

    def quantifier(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        word, var, domain, *parts = of
        return syntax.Quantifier(
            word=word.text,
            var=self._name(var),
            domain=domain,
            where=_said(parts, "with"),
            of=_said(parts, "of"),
            span=self.span(start, end),
        )

    def with_(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("with", of, start, end)

    def of_(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("of", of, start, end)

    def just(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.Just(item=of[0], span=self.span(start, end))

    def int_(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.Int(value=self._number(of[0]), span=self.span(start, end))

    def name_(self, of: Sequence[Any], start: int, end: int) -> syntax.Name:
        return syntax.Name(id=of[0].text, span=self.span(start, end))

    name = name_

    def nothing(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.Nothing(span=self.span(start, end))

    def true(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.Bool(value=True, span=self.span(start, end))

    def false(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.Bool(value=False, span=self.span(start, end))

    def call(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        function, *args = of
        return syntax.Call(function=self._name(function), args=tuple(args), span=self.span(start, end))

    def attribute(self, of: Sequence[Any], start: int, end: int) -> syntax.Attribute:
        base, name = of
        return syntax.Attribute(
            base=base,
            name=name.text,
            name_span=self.span(name.start, name.end),
            span=self.span(start, end),
        )

    def method(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        base, name, *args = of
        function = self.attribute((base, name), start, name.end)
        return syntax.Call(function=function, args=tuple(args), span=self.span(start, end))

    def list_(self, of: Sequence[Any], start: int, end: int) -> syntax.Expr:
        return syntax.ListOf(items=tuple(of), span=self.span(start, end))

    def brackets(self, of: Sequence[Any], start: int, end: int) -> object:
        return of[0]

    # --- types -----------------------------------------------------------------------------------

    def type_name(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        return syntax.TypeName(id=of[0].text, span=self.span(start, end))

    def bound(self, of: Sequence[Any], start: int, end: int) -> int:
        return self._number(of[0]) if len(of) == 1 else -self._number(of[1])

    def int_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        return syntax.IntType(lo=of[0], hi=of[2] if len(of) == 3 else None, span=self.span(start, end))

    def optional_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        return syntax.OptionalType(of=of[0], span=self.span(start, end))

    def set_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        return syntax.SetType(of=of[0], span=self.span(start, end))

    def bag_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        return syntax.BagType(of=of[0], span=self.span(start, end))

    def list_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        up_to = self._number(of[1]) if len(of) == 2 else None
        return syntax.ListType(of=of[0], up_to=up_to, span=self.span(start, end))

    def part_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        return syntax.PartType(decision=of[0], span=self.span(start, end))

    def optional_part_type(self, of: Sequence[Any], start: int, end: int) -> syntax.TypeExpr:
        inner = syntax.PartType(decision=of[0], span=self.span(start, end))
        return syntax.OptionalType(of=inner, span=self.span(start, end))

    # --- declarations in one line ----------------------------------------------------------------

    def head(self, of: Sequence[Any], start: int, end: int) -> syntax.Head:
        name, *params, cites = of
        return syntax.Head(
            name=name,
            has_params=bool(params),
            params=params[0] if params else (),
            cites=cites,
            span=self.span(start, end),
        )

    def params(self, of: Sequence[Any], start: int, end: int) -> tuple[syntax.ParamDecl, ...]:
        return tuple(of)

    def param(self, of: Sequence[Any], start: int, end: int) -> syntax.ParamDecl:
        kind = of[1] if len(of) == 2 else None
        return syntax.ParamDecl(name=of[0], type=kind, span=self.span(start, end))

    def cites(self, of: Sequence[Any], start: int, end: int) -> tuple[syntax.Name, ...]:
        return tuple(map(self._name, of))

    def column(self, of: Sequence[Any], start: int, end: int) -> syntax.ColumnDecl:
        kind, *parts = of
        return syntax.ColumnDecl(type=kind, default=_said(parts, "default"), span=self.span(start, end))

    def default(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("default", of[1:], start, end)

    def slot(self, of: Sequence[Any], start: int, end: int) -> syntax.SlotDecl:
        kind, *parts = of
        self._once_each(parts)
        clamped = _find(parts, "clamped")
        hidden = _find(parts, "hidden")
        return syntax.SlotDecl(
            type=kind,
            start=_said(parts, "default"),
            each=_said(parts, "each"),
            fades=_said(parts, "fades"),
            clamped=clamped.says if clamped else None,
            hidden=(hidden.says[0] if hidden.says else True) if hidden else None,
            working=_find(parts, "working") is not None,
            span=self.span(start, end),
        )

    def each(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("each", of, start, end)

    def fades(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("fades", of, start, end)

    def clamped(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("clamped", of[::2], start, end)

    def hidden(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("hidden", of, start, end)

    def working(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("working", of, start, end)

    def group(self, of: Sequence[Any], start: int, end: int) -> syntax.GroupDecl:
        mode, up_to = of[0]
        return syntax.GroupDecl(
            mode=mode, up_to=up_to, repeats_counted=len(of) == 2, span=self.span(start, end)
        )

    def one(self, of: Sequence[Any], start: int, end: int) -> tuple[str, None]:
        return "one", None

    def at_most_one(self, of: Sequence[Any], start: int, end: int) -> tuple[str, None]:
        return "at most one", None

    def any(self, of: Sequence[Any], start: int, end: int) -> tuple[str, None]:
        return "any", None

    def sequence(self, of: Sequence[Any], start: int, end: int) -> tuple[str, int]:
        return "sequence", self._number(of[0])

    # --- words of decisions ----------------------------------------------------------------------

    def word(self, of: Sequence[Any], start: int, end: int) -> syntax.WordDecl:
        parts = [item for item in of if isinstance(item, Part)]
        self._once_each(parts)
        beside = _find(parts, "not beside")
        return syntax.WordDecl(
            group=_said(parts, "in"),
            args=tuple(item for item in of if isinstance(item, syntax.ArgDecl)),
            or_none=_find(parts, "or none") is not None,
            says_nothing=_find(parts, "says nothing") is not None,
            not_beside=beside.says[0] if beside else (),
            adds_up=_find(parts, "adds up") is not None,
            hidden=_find(parts, "hidden") is not None,
            span=self.span(start, end),
        )

    def word_group(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("in", of, start, end)

    def flag(self, of: Sequence[Any], start: int, end: int) -> syntax.ArgDecl:
        return self._argument(of[0], None, (), False, self.span(start, end))

    def argument(self, of: Sequence[Any], start: int, end: int) -> syntax.ArgDecl:
        named = isinstance(of[0], Token)
        name, kind, *parts = of[1:] if named else of
        return self._argument(name, kind, parts, named, self.span(start, end))

    def left_out(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("left out", of, start, end)

    def listing(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("from", of, start, end)

    def says_nothing(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("says nothing", of, start, end)

    def not_beside(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("not beside", of, start, end)

    def adds_up(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("adds up", of, start, end)

    def or_none(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("or none", of, start, end)

    # --- relations, refusals ---------------------------------------------------------------------

    def names(self, of: Sequence[Any], start: int, end: int) -> tuple[syntax.Name, ...]:
        return tuple(of[::2])

    def relation_line(self, of: Sequence[Any], start: int, end: int) -> syntax.RelationLine:
        holds = len(of) == 3
        left, right = of[0], of[-1]
        verb = of[-2]
        return syntax.RelationLine(left=left, verb=verb, right=right, holds=holds, span=self.span(start, end))

    def otherwise(self, of: Sequence[Any], start: int, end: int) -> syntax.RelationLine:
        holds = of[0].text == "yes"
        return syntax.RelationLine(left=(), verb=None, right=(), holds=holds, span=self.span(start, end))

    def place(self, of: Sequence[Any], start: int, end: int) -> syntax.RefusalDecl:
        return self._refusal("place", start, end)

    def crowded(self, of: Sequence[Any], start: int, end: int) -> syntax.RefusalDecl:
        return self._refusal("crowded", start, end, group=of[0])

    def unreadable(self, of: Sequence[Any], start: int, end: int) -> syntax.RefusalDecl:
        match of[0].text.split()[1]:
            case "word":
                return self._refusal("unreadable word", start, end)
            case "argument":
                return self._refusal("unreadable argument", start, end)
            case _:
                return self._refusal("unreadable shape", start, end)

    def refusal(self, of: Sequence[Any], start: int, end: int) -> syntax.RefusalDecl:
        if len(of) == 1:
            return self._refusal("condition", start, end, when=of[0])
        return self._refusal("condition", start, end, binder=of[0], when=of[1])

    def binder(self, of: Sequence[Any], start: int, end: int) -> syntax.Binder:
        return syntax.Binder(var=self._name(of[0]), domain=of[1], span=self.span(start, end))

    # --- rules and effects -----------------------------------------------------------------------

    def rule(self, of: Sequence[Any], start: int, end: int) -> syntax.RuleDecl:
        *parts, effects = of
        binder = _said(parts, "for")
        return syntax.RuleDecl(
            once=_find(parts, "once") is not None,
            var=binder.var if binder else None,
            domain=binder.domain if binder else None,
            guard=_said(parts, "when"),
            effects=effects,
            span=self.span(start, end),
        )

    def once(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("once", of, start, end)

    def for_(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("for", of, start, end)

    def guard(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("when", of, start, end)

    def effects(self, of: Sequence[Any], start: int, end: int) -> tuple[syntax.Effect, ...]:
        return tuple(of)

    def put(self, of: Sequence[Any], start: int, end: int) -> syntax.Put:
        return syntax.Put(target=of[0], op=of[1].text, value=of[2], span=self.span(start, end))

    def tell(self, of: Sequence[Any], start: int, end: int) -> syntax.Tell:
        fields = tuple(item for item in of if isinstance(item, syntax.TellField))
        words = of[: len(of) - len(fields)]
        return syntax.Tell(
            event=self._name(words[-1]),
            fields=fields,
            private=len(words) == 2,
            span=self.span(start, end),
        )

    def field(self, of: Sequence[Any], start: int, end: int) -> syntax.TellField:
        return syntax.TellField(name=of[0], value=of[1], span=self.span(start, end))

    def verdict(self, of: Sequence[Any], start: int, end: int) -> syntax.Verdict:
        kind, block, *rest = of
        return syntax.Verdict(
            kind=kind.text,
            block=block,
            who=rest[0] if len(rest) == 2 else None,
            by=rest[-1] if rest else None,
            span=self.span(start, end),
        )

    # --- flow ------------------------------------------------------------------------------------

    def flow_line(self, of: Sequence[Any], start: int, end: int) -> syntax.FlowLine:
        verb, name, *parts = of
        return syntax.FlowLine(
            verb=verb.text,
            name=name,
            while_=_said(parts, "while"),
            at_most=_said(parts, "at most"),
            by_fighter=_said(parts, "by fighter") is not None,
            when=_said(parts, "when"),
            span=self.span(start, end),
        )

    def while_(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("while", of, start, end)

    def by_fighter(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("by fighter", (True,), start, end)

    def at_most(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("at most", (self._number(of[0]),), start, end)

    def when(self, of: Sequence[Any], start: int, end: int) -> Part:
        return self._part("when", of, start, end)

    # --- what several share ----------------------------------------------------------------------

    def _name(self, token: Token) -> syntax.Name:
        return syntax.Name(id=token.text, span=self.span(token.start, token.end))

    def _number(self, token: Token) -> int:
        if len(token.text) > _DIGITS:
            span = self.span(token.start, token.end)
            self.report.add(
                "bad-number", span, say("this number has more than {digits} digits", digits=_DIGITS)
            )
            return 0
        return int(token.text)

    def _part(self, clause: str, says: Sequence[Any], start: int, end: int) -> Part:
        return Part(clause, tuple(says), self.span(start, end))

    def _argument(
        self, name: syntax.Name, kind: syntax.TypeExpr | None, parts: Sequence[Part], named: bool, span: Span
    ) -> syntax.ArgDecl:
        listing = _find(parts, "from")
        return syntax.ArgDecl(
            name=name,
            type=kind,
            default=_said(parts, "default"),
            left_out=_find(parts, "left out") is not None,
            named=named,
            listing=listing.says[0] if listing else None,
            up_to=listing.says[1] if listing and len(listing.says) == 2 else None,
            span=span,
        )

    def _refusal(
        self,
        test: Literal[
            "place", "crowded", "unreadable word", "unreadable argument", "unreadable shape", "condition"
        ],
        start: int,
        end: int,
        *,
        group: syntax.Name | None = None,
        binder: syntax.Binder | None = None,
        when: syntax.Expr | None = None,
    ) -> syntax.RefusalDecl:
        return syntax.RefusalDecl(
            test=test,
            group=group,
            var=binder.var if binder else None,
            domain=binder.domain if binder else None,
            when=when,
            span=self.span(start, end),
        )

    def _once_each(self, parts: Iterable[Part]) -> None:
        """Reports a clause that is said twice."""
        seen: set[str] = set()
        for part in parts:
            if part.clause in seen:
                self.report.add(
                    "said-twice",
                    part.span,
                    say("`{clause}` is said twice", clause=part.clause),
                    help=say("keep one"),
                )
            seen.add(part.clause)


def _find(parts: Iterable[Part], clause: str) -> Part | None:
    return next((part for part in parts if part.clause == clause), None)


def _said(parts: Iterable[Part], clause: str) -> Any:
    """What the clause says, or None where it is missing."""
    part = _find(parts, clause)
    return part.says[0] if part else None
