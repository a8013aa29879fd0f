"""Definitions, folds and exceptions, elaborated when they are first needed, so that each comes before what uses it.

A definition is *about* a fighter when it, or an exception to it, reads `me`. Going round in a circle is reported where the circle
closes; whatever could not be understood is remembered, so that its users are silent about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, nearest, write
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved.bounds import in_bounds
from densho.resolved.declare import cites
from densho.resolved.linking import Links, link_exceptions
from densho.resolved.scope import Scope, Stuck
from densho.resolved.symbols import Declared, Symbols
from densho.resolved.types import bare, bounds_text, empty_value, join, resolve_type
from densho.resolved.words import Vocabulary
from densho.source import Span
from densho.surface import model, syntax

if TYPE_CHECKING:
    from densho.resolved.expressions import Elaborator

DEEPEST = 50
"""So many definitions may read one another in a row; more are refused, and fewer where each is nested deeply itself."""


DEEPEST_EXCEPTIONS = 20
"""So many exceptions may each be one to the next."""


@dataclass(frozen=True, slots=True)
class FoldInfo:
    decision: str
    registers: dict[str, t.Type]


class Definitions(Vocabulary):
    """The part of the elaborator that finds and keeps named values."""

    def __init__(self, symbols: Symbols, report: Report) -> None:
        super().__init__(symbols, report)
        self.links: Links = link_exceptions(symbols, report)
        self.defined: dict[str, n.Definition | None] = {}
        self.folded: dict[str, n.Fold | None] = {}
        self.fold_info: dict[str, FoldInfo] = {}
        self.exceptions: dict[tuple[str, str], n.Exception_] = {}
        self.in_progress: list[str] = []
        self.called: set[str] = set()
        self.used_relations: set[str] = set()
        self.used_options: set[str] = set()
        self.used_columns: set[tuple[str, str]] = set()
        self.used_blocks: set[str] = set()
        self.written_slots: set[tuple[str, str]] = set()
        self._me: list[bool] = [False]

    @property
    def _el(self) -> Elaborator:
        return cast("Elaborator", self)

    # --- noticing `me` ---------------------------------------------------------------------------

    def mark_me(self) -> None:
        self._me[-1] = True

    @contextmanager
    def watching_me(self) -> Iterator[None]:
        """Whether `me` is read inside is left in `self.saw_me`."""
        self._me.append(False)
        try:
            yield
        finally:
            self.saw_me = self._me.pop()

    @contextmanager
    def going_into(self, name: str, span: Span) -> Iterator[None]:
        if name in self.in_progress:
            circle = [*self.in_progress[self.in_progress.index(name) :], name]
            shown = " → ".join(f"`{one.partition(':')[2]}`" for one in circle)
            self.report.add(
                "recursive-definition",
                span,
                say("`{name}` depends on itself", name=name.partition(":")[2]),
                help=say("the circle: {circle}", circle=shown),
            )
            raise Stuck
        self.in_progress.append(name)
        try:
            if sum(one.startswith("exception:") for one in self.in_progress) > DEEPEST_EXCEPTIONS:
                self.report.add(
                    "nested-too-deep",
                    span,
                    say(
                        "`{name}` is an exception to too many exceptions in a row",
                        name=name.partition(":")[2],
                    ),
                    help=say("let the conditions of fewer exceptions say which of them applies"),
                )
                raise Stuck
            if len(self.in_progress) > DEEPEST:
                raise RecursionError
            yield
        except RecursionError:
            message = say("`{name}` leads through too many definitions", name=name.partition(":")[2])
            self.report.add(
                "nested-too-deep", span, message, help=say("let fewer definitions read one another in a row")
            )
            raise Stuck from None
        finally:
            self.in_progress.pop()

    # --- definitions -----------------------------------------------------------------------------

    def definition(self, name: str, span: Span) -> n.Definition:
        """The definition in the core; raises `Stuck` when it makes no sense (reported at its own place)."""
        self.called.add(name)
        if name not in self.defined:
            declared = self.symbols.defines[name]
            with self.going_into(f"define:{name}", span):
                kept = self._el.report
                try:
                    self._el.report = self.root_report
                    self.defined[name] = self._define(name, declared)
                except Stuck:
                    self.defined[name] = None
                finally:
                    self._el.report = kept
        found = self.defined[name]
        if found is None:
            raise Stuck
        return found

    def _define(self, name: str, declared: Declared[model.DefineEntry]) -> n.Definition:
        entry, origin = declared.entry, declared.origin
        params = self.params(entry.head)
        scope = Scope(vars={param.name: param.type for param in params})
        wanted = resolve_type(entry.type, self.symbols, self.report) if entry.type is not None else None
        with self.watching_me():
            body = self._el.checked(entry.value, scope, wanted)
            kind = wanted if wanted is not None else body.type
            if isinstance(kind, t.TNothing) or (
                isinstance(kind, t.TSet | t.TList | t.TBag) and isinstance(kind.of, t.TNothing)
            ):
                self.report.add(
                    "wrong-type",
                    entry.value.span,
                    say("what `{name}` may hold cannot be read off `nothing`", name=name),
                    help=say("say it: `{name}: {{is: set of …, value: nothing}}`", name=name),
                )
                raise Stuck
            excepted = self.exceptions_at(f"define:{name}", scope, kind)
            excepted = self._fitting(name, wanted, body, excepted)
        return n.Definition(
            name=name,
            params=params,
            type=_widened(kind, excepted) if wanted is None else kind,
            body=body,
            about_me=self.saw_me,
            bundle=origin.bundle,
            cites=cites(entry.head),
            gates=origin.gates,
            span=entry.head.name.span,
        )

    def _fitting(
        self, name: str, wanted: t.Type | None, body: n.Expr, excepted: list[n.Exception_]
    ) -> list[n.Exception_]:
        """A number that an exception gives has to be one that the definition may be, where something declares what that is. Gives those that are."""
        bounds = _declared_bounds(body) if wanted is None else bare(wanted)
        if not isinstance(bounds, t.TInt):
            return excepted
        good = list(excepted)
        for one in excepted:
            value = one.value
            if one.verb != "changes" or not isinstance(value, n.Const) or not isinstance(value.value, int):
                continue
            below = bounds.lo is not None and value.value < bounds.lo
            if below or (bounds.hi is not None and value.value > bounds.hi):
                self.report.add(
                    "out-of-bounds",
                    value.span,
                    say(
                        "{value} is outside {bounds}, the bounds of `{name}`",
                        value=value.value,
                        bounds=bounds_text(bounds),
                        name=name,
                    ),
                    help=say("give a value within them, or widen the type that they come from"),
                )
                good.remove(one)
        return good

    def params(self, head: syntax.Head) -> tuple[n.Param, ...]:
        found = []
        for param in head.params:
            kind = t.TFighter() if param.type is None else resolve_type(param.type, self.symbols, self.report)
            if kind is None:
                raise Stuck
            found.append(n.Param(name=param.name.id, type=kind, span=param.name.span))
        return tuple(found)

    def let(self, decision: str, name: str) -> n.Definition | None:
        """A decision's `let` of that name, as a definition `DECISION.NAME`."""
        symbols = self.symbols
        entry = symbols.decisions[decision].entry
        root = symbols.decisions[symbols.decisions[decision].root].entry
        if not any(one.id == name for one, _value in root.let + entry.let):
            return None
        for one, value in (*entry.let, *root.let):
            if one.id == name:
                return self._let(decision, one, value)
        return None

    def _let(self, decision: str, name: syntax.Name, value: syntax.Expr) -> n.Definition:
        full = f"{decision}.{name.id}"
        self.called.add(full)
        if full not in self.defined:
            with self.going_into(f"define:{full}", name.span), self.watching_me():
                body = self._el.checked(value, Scope(), None)
            self.defined[full] = n.Definition(
                name=full, params=(), type=body.type, body=body, about_me=True, span=name.span
            )
        found = self.defined[full]
        if found is None:
            raise Stuck
        return found

    # --- folds -----------------------------------------------------------------------------------

    def fold(self, name: str, span: Span) -> FoldInfo:
        """Decision and registers of a fold, which is elaborated when first named."""
        self.called.add(name)
        if name not in self.folded:
            with self.going_into(f"fold:{name}", span):
                kept = self._el.report
                try:
                    self._el.report = self.root_report
                    self.folded[name] = self._fold(name, self.symbols.folds[name])
                except Stuck:
                    self.folded[name] = None
                finally:
                    self._el.report = kept
        if self.folded[name] is None:
            raise Stuck
        return self.fold_info[name]

    def _fold(self, name: str, declared: Declared[model.FoldEntry]) -> n.Fold:
        entry = declared.entry
        params = self.params(entry.head)
        if len(params) != 1 or not isinstance(params[0].type, t.TChoice):
            self.report.add(
                "bad-fold",
                entry.head.name.span,
                say("the fold `{name}` needs one parameter: the choice that it goes along", name=name),
                help=write(f"{name}(o of DECISION)"),
            )
            raise Stuck
        decision, scope = params[0].type.decision, Scope(vars={params[0].name: params[0].type})
        over = self._el.checked(entry.over, scope, None)
        if not isinstance(over, n.ChoiceParts) or not isinstance(over.choice, n.Var):
            self.report.add(
                "bad-fold",
                entry.over.span,
                say("a fold goes along the sequence of its own choice"),
                help=write(f"over: {params[0].name}.GROUP"),
            )
            raise Stuck
        kinds: dict[str, t.Type] = {}
        starts = []
        for register, slot in entry.start:
            kind = resolve_type(slot.type, self.symbols, self.report)
            if kind is None:
                raise Stuck
            kinds[register.id] = kind
            starts.append((register, kind, slot))
        registers = tuple(self._register(one, kind, slot) for one, kind, slot in starts)
        self.fold_info[name] = FoldInfo(decision, kinds)
        return n.Fold(
            name=name,
            param=params[0].name,
            decision=decision,
            group=over.group,
            registers=registers,
            updates=self._updates(entry, decision, scope, kinds),
            bundle=declared.origin.bundle,
            cites=cites(entry.head),
            gates=declared.origin.gates,
            span=entry.head.name.span,
        )

    def _register(self, name: syntax.Name, kind: t.Type, slot: syntax.SlotDecl) -> n.FoldRegister:
        start: n.Expr = n.Const(type=kind, value=empty_value(kind), span=slot.span)
        if slot.start is not None:
            start = self._el.checked(slot.start, Scope(), kind)
            in_bounds(self.report, start, kind, slot.start.span)
        return n.FoldRegister(name=name.id, type=kind, start=start, span=name.span)

    def _updates(
        self, entry: model.FoldEntry, decision: str, scope: Scope, kinds: dict[str, t.Type]
    ) -> tuple[n.FoldUpdate, ...]:
        inner = Scope(vars={**scope.vars, "part": t.TPart(decision)}, registers=kinds)
        found = []
        for update in entry.updates:
            if update.word is not None and self.word_index(decision, update.word.id) is None:
                self.unknown_word(decision, update.word)
                continue
            sets = []
            for register, value in update.sets:
                if register.id not in kinds:
                    near = nearest(register.id, kinds)
                    self.report.add(
                        "unknown-name",
                        register.span,
                        say("this fold has no register `{name}`", name=register.id),
                        help=meant(near[:1]),
                    )
                    continue
                expr = self._el.expr(value, inner, kinds[register.id])
                if expr is not None:
                    sets.append((register.id, expr))
            words = None if update.word is None else (update.word.id,)
            found.append(n.FoldUpdate(words=words, sets=tuple(sets), span=entry.head.span))
        return tuple(found)

    # --- exceptions ------------------------------------------------------------------------------

    def exceptions_at(self, key: str, scope: Scope, kind: t.Type | None) -> list[n.Exception_]:
        """Elaborates the exceptions to a target and theirs. `kind`: the type of the target's value (None: it has none)."""
        found = []
        for name in self.links.at.get(key, ()):
            declared = self.symbols.exceptions[name]
            if (name, key) in self.exceptions:
                continue
            with suppress(Stuck), self.going_into(f"exception:{name}", declared.entry.head.name.span):
                one = self._exception(name, declared, key, scope, kind)
                if one is not None:
                    self.exceptions[name, key] = one
                    found.append(one)
                found += self.exceptions_at(f"exception:{name}", scope, kind)
        return found

    def _exception(
        self,
        name: str,
        declared: Declared[model.ExceptionEntry],
        key: str,
        scope: Scope,
        kind: t.Type | None,
    ) -> n.Exception_ | None:
        from densho.resolved.effects import effects  # noqa: PLC0415 - effects hold expressions, exceptions hold effects

        entry, origin = declared.entry, declared.origin
        value = guard = None
        stuck = False
        try:
            value = self._value(entry, key, scope, kind)
        except Stuck:
            stuck = True
        try:
            guard = guarded(self._el, entry.when, origin.guard, scope)
        except Stuck:
            stuck = True
        done = effects(self._el, entry.effects, scope)
        if stuck:
            return None
        return n.Exception_(
            name=name,
            target=key,
            verb=entry.verb,
            guard=guard,
            value=value,
            effects=done,
            over=self.links.over.get(name, ()),
            bundle=origin.bundle,
            cites=cites(entry.head),
            gates=origin.gates,
            span=entry.head.name.span,
        )

    def _value(
        self, entry: model.ExceptionEntry, key: str, scope: Scope, kind: t.Type | None
    ) -> n.Expr | None:
        boolean = isinstance(kind, t.TBool)
        named = entry.targets[0].text if entry.targets else ""
        span = entry.targets[0].span if entry.targets else entry.head.name.span
        match entry.verb:
            case "changes" if kind is not None:
                return self._el.checked(_written(entry), scope.bind("base", kind), kind)
            case "adds" if kind is not None:
                return self._added(entry, scope, kind)
            case "lifts" if key.startswith("define:") and not boolean:
                self.report.add(
                    "exception-target",
                    span,
                    say("`{name}` is no condition, so it cannot be lifted", name=named),
                    help=write("changes: … to: …"),
                )
                raise Stuck
            case "extends" if key.startswith("define:") and not boolean:
                self.report.add(
                    "exception-target",
                    span,
                    say("`{name}` is no condition, so nothing extends it", name=named),
                )
                raise Stuck
            case "changes" | "adds":
                self.report.add(
                    "exception-target",
                    span,
                    say("`{name}` has no value that could change", name=named),
                    help=say("use `lifts`, or `replaces` for a rule"),
                )
                raise Stuck
            case _:
                return None

    def _added(self, entry: model.ExceptionEntry, scope: Scope, kind: t.Type) -> n.Expr:
        value = _written(entry)
        if isinstance(kind, t.TSet):
            found = self._el.attempt(value, scope, kind.of)
            if found is not None:
                return n.Gather(type=kind, items=(found,), span=value.span)
            return self._el.checked(value, scope, kind)
        if not isinstance(bare(kind), t.TInt):
            self.report.add(
                "exception-target",
                entry.targets[0].span,
                say("one can add only to a number or a set"),
                help=write("changes: … to: …"),
            )
            raise Stuck
        return self._el.checked(value, scope, t.TInt(None, None))


def _written(entry: model.ExceptionEntry) -> syntax.Expr:
    """The value that the exception gives; a missing one has been reported with the document's shape."""
    if entry.value is None:
        raise Stuck
    return entry.value


def guarded(
    el: Elaborator, when: syntax.Expr | None, outer: syntax.Expr | None, scope: Scope
) -> n.Expr | None:
    """Both conditions together; None where there is none. Raises `Stuck` if one makes no sense."""
    found = [el.checked(one, scope, t.TBool()) for one in (outer, when) if one is not None]
    if len(found) == 2:
        return n.Logic(type=t.TBool(), op="and", items=tuple(found), span=found[1].span)
    return found[0] if found else None


def _declared_bounds(body: n.Expr) -> t.Type | None:
    """The bounds of a value that is read off slots and columns alone, as they are declared; None for one that is reckoned."""
    match body:
        case n.SlotGet(type=kind) | n.ColumnGet(type=kind):
            return bare(kind)
        case n.If(then=then, otherwise=otherwise):
            one, other = _declared_bounds(then), _declared_bounds(otherwise)
            return None if one is None or other is None else join(one, other)
        case _:
            return None


def _widened(kind: t.Type, excepted: list[n.Exception_]) -> t.Type:
    """The type with what exceptions may make of it."""
    for one in excepted:
        if one.value is None:
            continue
        if one.verb == "changes":
            kind = join(kind, one.value.type) or kind
        elif isinstance(kind, t.TInt) and isinstance(one.value.type, t.TInt):
            low, high = one.value.type.lo, one.value.type.hi
            kind = t.TInt(
                None if kind.lo is None or low is None else kind.lo + min(0, low),
                None if kind.hi is None or high is None else kind.hi + max(0, high),
            )
    return kind
