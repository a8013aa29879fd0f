"""Expressions get their meaning and their types: from syntax to the core, one expression at a time.

Types flow both ways: a place expects one (`stance = jodan` looks for a row of the kind of `stance`), and what an expression is
made of gives one. Where a part cannot be understood, the problem is reported once and the whole expression is given up
(`Stuck`); other expressions are still looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved import access, names, operators, quantifiers
from densho.resolved.definitions import Definitions
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import Symbols
from densho.resolved.types import describe, fits, nothing_of, resolve_type
from densho.source import Span
from densho.surface import syntax


class Elaborator(Definitions):
    """Elaborates the expressions of one ruleset. `used_rows` collects the rows that expressions name."""

    def __init__(self, symbols: Symbols, report: Report) -> None:
        super().__init__(symbols, report)
        self.used_rows: set[tuple[str, str]] = set()

    # --- entry points ----------------------------------------------------------------------------

    def expr(
        self, written: syntax.Expr | None, scope: Scope, expected: t.Type | None = None
    ) -> n.Expr | None:
        """The core's expression of the expected type; None after a report (or where nothing was written)."""
        if written is None:
            return None
        try:
            return self.checked(written, scope, expected)
        except Stuck:
            return None

    def checked(self, written: syntax.Expr, scope: Scope, expected: t.Type | None) -> n.Expr:
        """As `expr`, but raises `Stuck` after reporting."""
        found = self.infer(written, scope, expected)
        if expected is not None and not fits(found.type, expected):
            self.mismatch(found, expected, written.span)
            raise Stuck
        if isinstance(found.type, t.TNothing) and expected is not None:
            return n.Const(type=expected, value=nothing_of(expected), span=written.span)
        return found

    def attempt(self, written: syntax.Expr, scope: Scope, expected: t.Type | None) -> n.Expr | None:
        """As `expr`, without reporting anything when it does not work out."""
        kept, self.report = self.report, Report()
        try:
            return self.checked(written, scope, expected)
        except Stuck:
            return None
        finally:
            self.report = kept

    def mismatch(self, found: n.Expr, expected: t.Type, span: Span) -> None:
        help_ = []
        if isinstance(expected, t.TSet | t.TBag | t.TList) and fits(found.type, expected.of):
            help_.append(say("write `just …` for a collection that holds this one thing"))
        self.report.add(
            "wrong-type",
            span,
            say(
                "this is {type}, but {wanted} is needed here",
                type=describe(found.type),
                wanted=describe(expected),
            ),
            help=help_,
        )

    def each(self, *work: Callable[[], n.Expr]) -> list[n.Expr]:
        """Elaborates several parts, so that problems in all of them are reported before giving up."""
        done: list[n.Expr] = []
        stuck = False
        for one in work:
            try:
                done.append(one())
            except Stuck:
                stuck = True
        if stuck:
            raise Stuck
        return done

    # --- dispatch --------------------------------------------------------------------------------

    def infer(self, written: syntax.Expr, scope: Scope, expected: t.Type | None) -> n.Expr:
        """The core's expression; the type may differ from the expected one, which only guides names."""
        span = written.span
        match written:
            case syntax.Int(value=value):
                return n.Const(type=t.TInt(value, value), value=value, span=span)
            case syntax.Bool(value=value):
                return n.Const(type=t.TBool(), value=value, span=span)
            case syntax.Nothing():
                return self.nothing(expected, span)
            case syntax.Name():
                return names.resolve_name(self, written, scope, expected)
            case syntax.Just() | syntax.ListOf():
                return operators.gather(self, written, scope, expected)
            case syntax.Unary():
                return operators.unary(self, written, scope)
            case syntax.Binary():
                return operators.binary(self, written, scope, expected)
            case syntax.If():
                return operators.conditional(self, written, scope, expected)
            case syntax.Quantifier():
                return quantifiers.quantifier(self, written, scope, expected)
            case syntax.Attribute():
                return access.attribute(self, written, scope, expected)
            case syntax.Call():
                return access.call(self, written, scope, expected)
            case _:
                assert_never(written)

    def nothing(self, expected: t.Type | None, span: Span) -> n.Expr:
        if isinstance(expected, t.TOptional | t.TSet | t.TList | t.TBag):
            return n.Const(type=expected, value=nothing_of(expected), span=span)
        return n.Const(type=t.TNothing(), value=None, span=span)

    # --- small things that all parts need --------------------------------------------------------

    def me(self, scope: Scope, span: Span) -> n.Expr:
        if not scope.me:
            self.report.add(
                "no-me",
                span,
                say("there is no `me` here"),
                help=say("a rule marked `once`, or a value of the arena, is about nobody in particular"),
            )
            raise Stuck
        self.mark_me()
        return n.Var(type=t.TFighter(), name="me", span=span)

    def choice(self, scope: Scope, span: Span) -> n.Expr:
        assert scope.decision is not None
        root = self.symbols.decisions[scope.decision].root
        return n.ChoiceGet(
            type=t.TChoice(root), decision=scope.decision, holder=self.me(scope, span), span=span
        )

    def infer_holder(self, written: syntax.Expr, scope: Scope) -> n.Expr:
        """The choice left of a dot, where a name may also mean something else."""

        def is_choice(kind: t.Type) -> bool:
            return isinstance(kind, t.TChoice)

        if isinstance(written, syntax.Name):
            return names.resolve_name(self, written, scope, None, is_choice)
        if isinstance(written, syntax.Attribute):
            return access.attribute(self, written, scope, None, is_choice)
        return self.infer(written, scope, None)

    def attempt_holder(self, written: syntax.Expr, scope: Scope) -> n.Expr | None:
        """As `infer_holder`, without reporting."""
        kept, self.report = self.report, Report()
        try:
            return self.infer_holder(written, scope)
        except Stuck:
            return None
        finally:
            self.report = kept

    def slot_type(self, holder: str, name: str) -> t.Type:
        """The type of a slot; raises `Stuck` if its declaration is unreadable (reported there)."""
        key = (holder, name)
        known = self.symbols.slot_types.get(key)
        if known is None:
            table = self.symbols.arena if holder == "arena" else self.symbols.fighter
            found = resolve_type(table[name].entry.slot.type, self.symbols, self.report)
            if found is None:
                raise Stuck
            self.symbols.slot_types[key] = known = found
        return known
