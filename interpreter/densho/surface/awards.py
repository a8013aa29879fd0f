"""Characters and their progression, read as what they are: awards are words of a decision, refused and carried out like any other.

`progression: {victory: {takes: {dans: bag of 1..10}, forbid: {…}, then: …}}` becomes the word `victory` with the argument `dans` of the decision
AWARD, refusals and rules that ask for that word, and in them `dans` becomes `award.victory.dans`. The limits for new characters are refusals of
the word NEW. So everything that holds of decisions (exceptions, words for people, places, options) holds of progression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never, cast

from densho.diagnostics.model import Report
from densho.source import Excerpt, Span
from densho.surface import model, parser, syntax
from densho.surface.documents import Mapping, Scalar, Sequence, Value

AWARD = "award"
"""The decision, and the step, of all awards."""
NEW = "new"
"""The word whose refusals are the limits for new characters."""
GROUP = "awards"

ReadRefusal = Callable[[syntax.Name, syntax.Head, Value], model.RefusalEntry | None]
E = TypeVar("E", bound=syntax.Expr)


@dataclass(frozen=True, slots=True)
class Career:
    """What the sections `character` and `progression` of a bundle come to. `span`: the first of their keys; None without any.

    `credits`: awards that are the credit for something of one's own that was approved.
    """

    span: Span | None
    keeps: tuple[syntax.Name, ...]
    decisions: tuple[model.DecisionEntry, ...]
    refusals: tuple[model.RefusalEntry, ...]
    rules: tuple[model.RuleEntry, ...]
    credits: tuple[syntax.Name, ...]


def read_career(root: Mapping, read_refusal: ReadRefusal, report: Report) -> Career:
    """Reads both sections; `read_refusal` reads a refusal in its short or long form."""
    reading = _Reading(read_refusal, report)
    character, progression = root.get("character"), root.get("progression")
    keys = [key for key, _value in root.entries if key.text in ("character", "progression")]
    if isinstance(character, Mapping):
        reading.limits(character.get("new"))
    reading.awards(progression)
    return Career(
        span=keys[0].span if keys else None,
        keeps=reading.names(character.get("keeps")) if isinstance(character, Mapping) else (),
        decisions=reading.decision(),
        refusals=tuple(reading.refusals),
        rules=tuple(reading.rules),
        credits=tuple(reading.credits),
    )


def awards(span: Span) -> model.DecisionEntry:
    """The decision itself, with the word for a new character; bundles add the awards."""

    def name(text: str) -> syntax.Name:
        return syntax.Name(id=text, span=span)

    group = syntax.GroupDecl(mode="one", up_to=None, repeats_counted=False, span=span)
    new = model.WordEntry(name=name(NEW), each=False, word=_word((), name(NEW)))
    return _decision(span, groups=((name(GROUP), group),), words=(new,))


def _decision(
    span: Span,
    *,
    groups: tuple[tuple[syntax.Name, syntax.GroupDecl], ...] = (),
    words: tuple[model.WordEntry, ...] = (),
) -> model.DecisionEntry:
    head = syntax.Head(
        name=syntax.Name(id=AWARD, span=span), has_params=False, params=(), cites=(), span=span
    )
    return model.DecisionEntry(
        head=head,
        owed=None,
        unreadable=None,
        groups=groups,
        words=words,
        like=None,
        let=(),
        fill=None,
        open=False,
    )


class _Reading:
    def __init__(self, read_refusal: ReadRefusal, report: Report) -> None:
        self.read_refusal = read_refusal
        self.report = report
        self.words: list[model.WordEntry] = []
        self.refusals: list[model.RefusalEntry] = []
        self.rules: list[model.RuleEntry] = []
        self.credits: list[syntax.Name] = []

    def names(self, value: Value | None) -> tuple[syntax.Name, ...]:
        items = value.items if isinstance(value, Sequence) else (value,)
        found = (parser.parse_name(one.excerpt, self.report) for one in items if isinstance(one, Scalar))
        return tuple(one for one in found if one is not None)

    def heads(self, value: Value | None) -> Iterator[tuple[syntax.Head, Value]]:
        for key, item in value.entries if isinstance(value, Mapping) else ():
            head = parser.parse_head(key.excerpt, self.report)
            if head is not None:
                yield head, item

    def decision(self) -> tuple[model.DecisionEntry, ...]:
        """The words, as an addition to the decision."""
        return (_decision(self.words[0].name.span, words=tuple(self.words)),) if self.words else ()

    def limits(self, value: Value | None) -> None:
        for head, item in self.heads(value):
            self.refusal(syntax.Name(id=NEW, span=head.name.span), head, item, frozenset())

    def awards(self, value: Value | None) -> None:
        for head, item in self.heads(value):
            if not isinstance(item, Mapping):
                continue
            args = tuple(self.takes(item.get("takes")))
            params = frozenset(arg.name.id for arg in args)
            self.words.append(model.WordEntry(name=head.name, each=False, word=_word(args, head.name)))
            for own, refusal in self.heads(item.get("forbid")):
                self.refusal(head.name, own, refusal, params)
            self.then(head, item.get("then"), params)
            if item.get("credit") is not None:
                self.credits.append(head.name)

    def takes(self, value: Value | None) -> Iterator[syntax.ArgDecl]:
        for key, item in value.entries if isinstance(value, Mapping) else ():
            name = parser.parse_name(key.excerpt, self.report)
            if name is None or not isinstance(item, Scalar):
                continue
            flag = item.text.strip() == "flag"
            text = _in_front(
                item, f"in {GROUP}, flag {name.id}" if flag else f"in {GROUP}, {name.id} of ", flag
            )
            word = parser.parse_word(text, self.report)
            for arg in word.args if word is not None else ():
                yield replace(arg, name=name)

    def refusal(self, award: syntax.Name, head: syntax.Head, item: Value, params: frozenset[str]) -> None:
        """A refusal of an award; its own name begins with the award's, so that two awards may refuse alike."""
        full = replace(head, name=replace(head.name, id=f"{award.id}.{head.name.id}"))
        entry = self.read_refusal(syntax.Name(id=AWARD, span=award.span), full, item)
        if entry is None:
            return
        written = entry.refusal
        if written.test == "condition":
            bound = params - {written.var.id} if written.var is not None else params
            domain = None if written.domain is None else _meant(written.domain, award.id, params)
            when = None if written.when is None else _meant(written.when, award.id, bound)
            written = replace(written, domain=domain, when=_beside(award, when))
        self.refusals.append(replace(entry, refusal=written, says=entry.says or head.name))

    def then(self, head: syntax.Head, value: Value | None, params: frozenset[str]) -> None:
        award = head.name
        items = value.items if isinstance(value, Sequence) else (value,)
        lines = [one for one in items if isinstance(one, Scalar)]
        for number, line in enumerate(lines, 1):
            rule = parser.parse_rule(line.excerpt, self.report)
            if rule is None:
                continue
            bound = params - {rule.var.id} if rule.var is not None else params
            guard = None if rule.guard is None else _meant(rule.guard, award.id, bound)
            rule = replace(
                rule,
                domain=None if rule.domain is None else _meant(rule.domain, award.id, params),
                guard=_beside(award, guard),
                effects=tuple(_effect(one, award.id, bound) for one in rule.effects),
            )
            own = award.id if len(lines) == 1 else f"{award.id}.{number}"
            named = replace(head, name=replace(award, id=own), has_params=False, params=())
            step = syntax.Name(id=AWARD, span=award.span)
            self.rules.append(model.RuleEntry(step=step, head=named, rule=rule))


def _word(args: tuple[syntax.ArgDecl, ...], name: syntax.Name) -> syntax.WordDecl:
    return syntax.WordDecl(
        group=syntax.Name(id=GROUP, span=name.span),
        args=args,
        or_none=False,
        says_nothing=False,
        not_beside=(),
        adds_up=False,
        hidden=False,
        span=name.span,
    )


def _in_front(value: Scalar, text: str, alone: bool) -> Excerpt:
    """The text before (or instead of) the value's, read as standing at the value's beginning."""
    own = value.excerpt
    places = own.offsets or tuple(range(own.start, own.start + len(own.text) + 1))
    before = (places[0],) * len(text)
    if alone:
        return Excerpt(own.path, text, own.start, (*before, places[-1]))
    return Excerpt(own.path, text + own.text, own.start, before + places)


# --- arguments by their bare names ---------------------------------------------------------------------


def _beside(award: syntax.Name, when: syntax.Expr | None) -> syntax.Expr:
    """The condition, where this award is given."""
    said = syntax.Binary(op="has", left=syntax.Name(id=AWARD, span=award.span), right=award, span=award.span)
    return said if when is None else syntax.Binary(op="and", left=said, right=when, span=when.span)


def _effect(written: syntax.Effect, award: str, params: frozenset[str]) -> syntax.Effect:
    match written:
        case syntax.Put():
            return replace(written, value=_meant(written.value, award, params))
        case syntax.Tell():
            fields = tuple(replace(one, value=_meant(one.value, award, params)) for one in written.fields)
            return replace(written, fields=fields)
        case syntax.Verdict():
            return written
    assert_never(written)


def _meant(written: E, award: str, params: frozenset[str]) -> E:
    """The expression with bare names of the award's arguments spelled out."""
    return cast(E, _Meaning(award, params).of(written))


@dataclass(frozen=True, slots=True)
class _Meaning:
    award: str
    params: frozenset[str]

    def of(self, written: syntax.Expr) -> syntax.Expr:
        match written:
            case syntax.Name(id=name) if name in self.params:
                word = syntax.Attribute(
                    base=syntax.Name(id=AWARD, span=written.span),
                    name=self.award,
                    name_span=written.span,
                    span=written.span,
                )
                return syntax.Attribute(base=word, name=name, name_span=written.span, span=written.span)
            case syntax.Name() | syntax.Int() | syntax.Bool() | syntax.Nothing():
                return written
            case syntax.Just(item=item):
                return replace(written, item=self.of(item))
            case syntax.ListOf(items=items):
                return replace(written, items=tuple(map(self.of, items)))
            case syntax.Unary(operand=operand):
                return replace(written, operand=self.of(operand))
            case syntax.Binary(left=left, right=right):
                return replace(written, left=self.of(left), right=self.of(right))
            case syntax.If():
                return replace(
                    written,
                    condition=self.of(written.condition),
                    then=self.of(written.then),
                    otherwise=self.of(written.otherwise),
                )
            case syntax.Quantifier():
                return self.quantifier(written)
            case syntax.Attribute(base=base):
                return replace(written, base=self.of(base))
            case syntax.Call(function=function, args=args):
                if isinstance(function, syntax.Attribute):
                    function = replace(function, base=self.of(function.base))
                return replace(written, function=function, args=tuple(map(self.of, args)))
        assert_never(written)

    def quantifier(self, written: syntax.Quantifier) -> syntax.Expr:
        inner = _Meaning(self.award, self.params - {written.var.id})
        return replace(
            written,
            domain=self.of(written.domain),
            where=None if written.where is None else inner.of(written.where),
            of=None if written.of is None else inner.of(written.of),
        )
