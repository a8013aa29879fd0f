"""From a document to the surface model: every section is read, every DSL text parsed, nothing resolved.

Shape faults (a mapping where a text belongs) are `shape`'s to report; here whatever does not fit is passed over, so that
one bad entry costs no other its messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeVar

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import write
from densho.messages import say
from densho.source import Excerpt
from densho.surface import model, parser, syntax
from densho.surface.awards import read_career
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, scalar_value

T = TypeVar("T")
Parse = Callable[[Excerpt, Report], T | None]

HEADERS = ("ruleset", "part of", "prelude")
FRAME_KEYS = frozenset(
    [
        "densho",
        "version",
        "for",
        "uses",
        "extends",
        "set",
        "fighters",
        "present",
        "score",
        "reasons",
        "names",
        "row",
        "while",
        "part",
        "of",
        "prelude",
        "ruleset",
        "like",
        "title",
    ]
) | {"part of"}
SECTIONS = frozenset(
    [
        "kinds",
        "relations",
        "records",
        "slots",
        "define",
        "folds",
        "decisions",
        "forbid",
        "rules",
        "rolls",
        "steps",
        "exceptions",
        "options",
        "flow",
        "invariants",
        "lints",
        "words",
        "board",
        "tally",
        "character",
        "progression",
    ]
)


def build_file(document: Document, report: Report) -> model.File | None:
    """The surface model of a ruleset's file (not of scenarios); None when its first key does not say what it is."""
    return _Builder(report).file(document)


def row_header(root: Mapping) -> tuple[Scalar, Scalar] | None:
    """The `KIND: ID` of a row file: its first key that is neither frame key nor section."""
    for key, value in root.entries:
        if key.text not in FRAME_KEYS and key.text not in SECTIONS and isinstance(value, Scalar):
            return key, value
    return None


_PROMISES = say(
    "write a condition, or one of `conserved: VALUE`, `ends within: NUMBER`, `mirrored: {nothing}`",
    nothing="{}",
)


class _Builder:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.reasons: list[model.Texts] = []

    # --- reading YAML ----------------------------------------------------------------------------

    def parse(self, parse: Parse[T], value: Value | None) -> T | None:
        return parse(value.excerpt, self.report) if isinstance(value, Scalar) else None

    def expr(self, value: Value | None) -> syntax.Expr | None:
        return parser.parse_expr(value.excerpt, self.report) if isinstance(value, Scalar) else None

    def type_expr(self, value: Value | None) -> syntax.TypeExpr | None:
        return parser.parse_type(value.excerpt, self.report) if isinstance(value, Scalar) else None

    def entries(self, value: Value | None) -> Iterator[tuple[Scalar, Value]]:
        if isinstance(value, Mapping):
            yield from value.entries

    def heads(self, value: Value | None) -> Iterator[tuple[syntax.Head, Value]]:
        for key, item in self.entries(value):
            head = parser.parse_head(key.excerpt, self.report)
            if head is not None:
                yield head, item

    def name(self, value: Value | None) -> syntax.Name | None:
        return self.parse(parser.parse_name, value)

    def names(self, value: Value | None) -> tuple[syntax.Name, ...]:
        """A list of names, or a single one."""
        if isinstance(value, Scalar):
            value = Sequence(items=(value,), span=value.span)
        if not isinstance(value, Sequence):
            return ()
        return tuple(name for item in value.items if (name := self.name(item)) is not None)

    def flag(self, value: Value | None) -> bool:
        return isinstance(value, Scalar) and scalar_value(value) is True

    # --- the file --------------------------------------------------------------------------------

    def file(self, document: Document) -> model.File | None:
        root = document.root
        kind: model.FileKind
        head = row = None
        if (own := root.get("ruleset")) is not None:
            kind = "ruleset"
        elif (own := root.get("part of")) is not None:
            kind = "part"
        elif (own := root.get("prelude")) is not None:
            kind = "prelude"
        else:
            row = row_header(root)
            if row is None:
                return None
            kind, own = "row", root.get("for")
            head = parser.parse_head(row[1].excerpt, self.report)
        if not isinstance(own, Scalar):
            return None
        bundle = self.bundle(root, extra_texts=self.row_names(root, row, head))
        version = root.get("version")
        return model.File(
            kind=kind,
            id=own,
            path=document.source.path,
            version=version.text if isinstance(version, Scalar) else "",
            seats=self.seats(root.get("fighters")),
            present=self.expr(root.get("present")),
            score=self.name(root.get("score")),
            uses=self.scalars(root.get("uses")),
            extends=extends if isinstance(extends := root.get("extends"), Scalar) else None,
            set=tuple((k, v) for k, v in self.entries(root.get("set")) if isinstance(v, Scalar)),
            row_kind=row[0] if row else None,
            row_head=head,
            row=tuple((k, v) for k, v in self.entries(root.get("row")) if k.text != "like"),
            row_like=self.name(r.get("like")) if isinstance(r := root.get("row"), Mapping) else None,
            while_=self.expr(root.get("while")),
            bundle=bundle,
        )

    def row_names(
        self, root: Mapping, row: tuple[Scalar, Scalar] | None, head: syntax.Head | None
    ) -> tuple[model.Texts, ...]:
        if row is not None and head is not None:
            return self.name_texts(root.get("names"), f"{row[0].text}.{head.name.id}")
        return self.name_texts(root.get("names"), "ruleset")

    def scalars(self, value: Value | None) -> tuple[Scalar, ...]:
        if isinstance(value, Scalar):
            return (value,)
        return (
            tuple(item for item in value.items if isinstance(item, Scalar))
            if isinstance(value, Sequence)
            else ()
        )

    def seats(self, value: Value | None) -> tuple[int, int] | None:
        if not isinstance(value, Scalar):
            return None
        number = scalar_value(value)
        if isinstance(number, int) and not isinstance(number, bool):
            return (number, number)
        kind = parser.parse_type(value.excerpt, self.report)
        if isinstance(kind, syntax.IntType) and kind.hi is not None:
            if kind.hi < kind.lo:
                self.report.add(
                    "wrong-value",
                    value.span,
                    say("no number of fighters lies between {low} and {high}", low=kind.lo, high=kind.hi),
                    help=write(f"fighters: {kind.hi}..{kind.lo}"),
                )
                return None
            return (kind.lo, kind.hi)
        return None

    # --- bundles ---------------------------------------------------------------------------------

    def bundle(self, root: Mapping, extra_texts: tuple[model.Texts, ...] = ()) -> model.Bundle:
        outer, self.reasons = self.reasons, []
        rows = tuple(
            self.rows(key, value)
            for key, value in root.entries
            if key.text not in SECTIONS and key.text not in FRAME_KEYS and isinstance(value, Mapping)
        )
        texts = extra_texts + self.texts(root.get("words"))
        for entry in rows:
            texts += self.texts_of_rows(entry, root)
        refusals = tuple(self.refusals(root.get("forbid")))
        rules = tuple(self.rules(root.get("rules")))
        lints = tuple(self.lints(root.get("lints")))
        career = read_career(root, self.refusal, self.report)
        texts += tuple(self.reasons)
        self.reasons = outer
        return model.Bundle(
            kinds=tuple(self.kinds(root.get("kinds"))),
            rows=rows,
            relations=tuple(self.relations(root.get("relations"))),
            records=tuple(self.records(root.get("records"))),
            reasons=self.names(root.get("reasons")),
            slots=tuple(self.slots(root.get("slots"))),
            defines=tuple(self.defines(root.get("define"))),
            folds=tuple(self.folds(root.get("folds"))),
            decisions=(*self.decisions(root.get("decisions")), *career.decisions),
            refusals=refusals + career.refusals,
            rules=rules + career.rules,
            rolls=tuple(self.rolls(root.get("rolls"))),
            steps=tuple(self.steps(root.get("steps"))),
            exceptions=tuple(self.exceptions(root.get("exceptions"))),
            options=tuple(self.options(root.get("options"))),
            flow=self.flow(root.get("flow")),
            invariants=tuple(self.invariants(root.get("invariants"))),
            lints=lints,
            texts=texts,
            display=tuple((k, v) for k, v in root.entries if k.text in ("board", "tally")),
            keeps=career.keeps,
            career=career.span,
            credits=career.credits,
        )

    def kinds(self, value: Value | None) -> Iterator[model.KindEntry]:
        for head, item in self.heads(value):
            if isinstance(item, Sequence):
                yield model.KindEntry(
                    head=head, plural=None, in_files=False, order=(), columns=(), rows=self.names(item)
                )
            elif isinstance(item, Mapping):
                columns = tuple(
                    (name, column)
                    for name, text in self.heads(item.get("columns"))
                    if (column := self.parse(parser.parse_column, text)) is not None
                )
                yield model.KindEntry(
                    head=head,
                    plural=self.name(item.get("rows")),
                    in_files=self.flag(item.get("in files")),
                    order=self.names(item.get("order")),
                    columns=columns,
                    rows=(),
                )

    def rows(self, section: Scalar, value: Value) -> model.RowsEntry:
        rows = []
        for head, item in self.heads(value):
            if isinstance(item, Mapping):
                columns = tuple((k, v) for k, v in item.entries if k.text not in ("like", "names"))
                rows.append(model.RowEntry(head=head, like=self.name(item.get("like")), columns=columns))
            elif isinstance(item, Scalar) and scalar_value(item) is None:
                rows.append(model.RowEntry(head=head, like=None, columns=()))
        return model.RowsEntry(section=section, rows=tuple(rows))

    def texts_of_rows(self, entry: model.RowsEntry, root: Mapping) -> tuple[model.Texts, ...]:
        """Texts under `names` of rows; their key begins with `#` and the section, which `resolved` turns into the kind."""
        texts: tuple[model.Texts, ...] = ()
        read = {row.head.name.id for row in entry.rows}
        for key, item in self.entries(root.get(entry.section.text)):
            name = key.text.split("(")[0].split(" ")[0]
            if isinstance(item, Mapping) and name in read:
                texts += self.name_texts(item.get("names"), f"#{entry.section.text}.{name}")
        return texts

    def relations(self, value: Value | None) -> Iterator[model.RelationEntry]:
        for head, item in self.heads(value):
            if isinstance(item, Sequence):
                lines = (self.parse(parser.parse_relation_line, line) for line in item.items)
                yield model.RelationEntry(head=head, lines=tuple(one for one in lines if one is not None))

    def records(self, value: Value | None) -> Iterator[model.RecordEntry]:
        for head, item in self.heads(value):
            fields = tuple(
                (name, kind)
                for key, text in self.entries(item)
                if (name := self.name(key)) is not None and (kind := self.type_expr(text)) is not None
            )
            yield model.RecordEntry(head=head, fields=fields)

    def slots(self, value: Value | None) -> Iterator[model.SlotEntry]:
        holders: dict[str, Literal["arena", "fighter", "character"]]
        holders = {"arena": "arena", "fighter": "fighter", "character": "character"}
        for key, group in self.entries(value):
            if key.text not in holders:
                continue
            for head, text in self.heads(group):
                slot = self.parse(parser.parse_slot, text)
                if slot is not None:
                    yield model.SlotEntry(holder=holders[key.text], head=head, slot=slot)

    def defines(self, value: Value | None) -> Iterator[model.DefineEntry]:
        for head, item in self.heads(value):
            kind = None
            text: Value | None = item
            if isinstance(item, Mapping):
                kind = self.type_expr(item.get("is"))
                text = item.get("value")
            expr = self.expr(text)
            if expr is not None:
                yield model.DefineEntry(head=head, type=kind, value=expr)

    def folds(self, value: Value | None) -> Iterator[model.FoldEntry]:
        for head, item in self.heads(value):
            if not isinstance(item, Mapping):
                continue
            over = self.expr(item.get("over"))
            start = tuple(
                (name, slot)
                for key, text in self.entries(item.get("start"))
                if (name := self.name(key)) is not None
                and (slot := self.parse(parser.parse_slot, text)) is not None
            )
            updates = tuple(
                self.update(key, sets) for key, sets in item.entries if key.text not in ("over", "start")
            )
            if over is not None:
                yield model.FoldEntry(head=head, over=over, start=start, updates=updates)

    def update(self, key: Scalar, value: Value) -> model.FoldUpdateEntry:
        sets = tuple(
            (name, expr)
            for register, text in self.entries(value)
            if (name := self.name(register)) is not None and (expr := self.expr(text)) is not None
        )
        return model.FoldUpdateEntry(word=None if key.text == "each" else self.name(key), sets=sets)

    # --- decisions and refusals ------------------------------------------------------------------

    def decisions(self, value: Value | None) -> Iterator[model.DecisionEntry]:
        for head, item in self.heads(value):
            if not isinstance(item, Mapping):
                continue
            groups = tuple(
                (name, group)
                for key, text in self.entries(item.get("groups"))
                if (name := self.name(key)) is not None
                and (group := self.parse(parser.parse_group, text)) is not None
            )
            yield model.DecisionEntry(
                head=head,
                owed=self.expr(item.get("owed by")),
                unreadable=self.name(item.get("unreadable")),
                groups=groups,
                words=tuple(self.decision_words(item.get("words"))),
                like=self.name(item.get("like")),
                let=tuple(
                    (name, expr)
                    for key, text in self.entries(item.get("let"))
                    if (name := self.name(key)) is not None and (expr := self.expr(text)) is not None
                ),
                fill=self.fill(item.get("fill")),
                open=self.flag(item.get("open")),
            )

    def decision_words(self, value: Value | None) -> Iterator[model.WordEntry]:
        for key, text in self.entries(value):
            each = key.text.startswith("each ")
            excerpt = key.excerpt
            if each:
                skip = len(key.text) - len(key.text[5:].lstrip())
                excerpt = _tail(excerpt, skip)
            name = parser.parse_name(excerpt, self.report)
            word = self.parse(parser.parse_word, text)
            if name is not None and word is not None:
                yield model.WordEntry(name=name, each=each, word=word)

    def fill(self, value: Value | None) -> model.FillEntry | None:
        if not isinstance(value, Mapping):
            return None
        for key, text in value.entries:
            if key.text != "avoiding":
                arg, ways = self.name(key), self.expr(text)
                if arg is not None and ways is not None:
                    return model.FillEntry(arg=arg, ways=ways, avoiding=self.names(value.get("avoiding")))
        return None

    def refusals(self, value: Value | None) -> Iterator[model.RefusalEntry]:
        for key, group in self.entries(value):
            decision = self.name(key)
            if decision is None:
                continue
            for head, item in self.heads(group):
                entry = self.refusal(decision, head, item)
                if entry is not None:
                    yield entry

    def refusal(self, decision: syntax.Name, head: syntax.Head, item: Value) -> model.RefusalEntry | None:
        mapping = item if isinstance(item, Mapping) else Mapping(entries=(), span=item.span)
        text = mapping.get("when") if isinstance(item, Mapping) else item
        refusal = self.parse(parser.parse_refusal, text)
        if refusal is None:
            return None
        self.because(mapping, f"refusal.{head.name.id}")
        binder = self.parse(parser.parse_binder, mapping.get("for"))
        if binder is not None:
            refusal = syntax.RefusalDecl(
                test=refusal.test,
                group=refusal.group,
                var=binder.var,
                domain=binder.domain,
                when=refusal.when,
                span=refusal.span,
            )
        return model.RefusalEntry(
            decision=decision,
            head=head,
            refusal=refusal,
            at=self.name(mapping.get("at")),
            before=self.name(mapping.get("before")),
            after=self.name(mapping.get("after")),
            says=self.name(mapping.get("says")),
            lets_off=self.flag(mapping.get("lets off")),
            cut=self.flag(mapping.get("cut")),
        )

    # --- rules, rolls, steps, exceptions ---------------------------------------------------------

    def rules(self, value: Value | None) -> Iterator[model.RuleEntry]:
        for key, group in self.entries(value):
            step = self.name(key)
            if step is None:
                continue
            for head, item in self.heads(group):
                rule = (
                    self.long_rule(item) if isinstance(item, Mapping) else self.parse(parser.parse_rule, item)
                )
                if isinstance(item, Mapping):
                    self.because(item, f"rule.{step.id}.{head.name.id}")
                if rule is not None:
                    yield model.RuleEntry(step=step, head=head, rule=rule)

    def long_rule(self, item: Mapping) -> syntax.RuleDecl:
        binder = self.parse(parser.parse_binder, item.get("for"))
        return syntax.RuleDecl(
            once=self.flag(item.get("once")),
            var=binder.var if binder else None,
            domain=binder.domain if binder else None,
            guard=self.expr(item.get("when")),
            effects=self.effects(item.get("then")),
            span=item.span,
        )

    def effects(self, value: Value | None) -> tuple[syntax.Effect, ...]:
        items = value.items if isinstance(value, Sequence) else (value,)
        found: tuple[syntax.Effect, ...] = ()
        for item in items:
            found += self.parse(parser.parse_effects, item) or ()
        return found

    def rolls(self, value: Value | None) -> Iterator[model.RollEntry]:
        for head, item in self.heads(value):
            if not isinstance(item, Mapping):
                continue
            into = self.name(item.get("into"))
            if into is not None:
                whom = item.get("for")
                yield model.RollEntry(
                    head=head,
                    once=self.flag(item.get("once")),
                    whom=self.expr(whom),
                    number=self.expr(item.get("number")),
                    of=self.expr(item.get("of")),
                    draw=self.expr(item.get("draw")),
                    into=into,
                )

    def steps(self, value: Value | None) -> Iterator[model.StepEntry]:
        for head, item in self.heads(value):
            if isinstance(item, Mapping):
                yield model.StepEntry(
                    head=head,
                    before=self.name(item.get("before")),
                    after=self.name(item.get("after")),
                    ask=self.name(item.get("ask")),
                    roll=self.name(item.get("roll")),
                )

    def exceptions(self, value: Value | None) -> Iterator[model.ExceptionEntry]:
        for head, item in self.heads(value):
            if isinstance(item, Mapping):
                entry = self.exception(head, item)
                if entry is not None:
                    yield entry

    def exception(self, head: syntax.Head, item: Mapping) -> model.ExceptionEntry | None:
        keys = {
            "changes": "changes",
            "adds to": "adds",
            "lifts": "lifts",
            "extends": "extends",
            "replaces": "replaces",
        }
        for key, verb in keys.items():
            if (targets := item.get(key)) is not None:
                value = item.get("by" if verb == "adds" else "to")
                return model.ExceptionEntry(
                    head=head,
                    verb=verb,  # type: ignore[arg-type]
                    targets=self.targets(targets),
                    when=self.expr(item.get("when")),
                    value=self.expr(value),
                    effects=self.effects(item.get("do")) if item.get("do") is not None else (),
                    over=self.targets(item.get("over")),
                )
        return None

    def targets(self, value: Value | None) -> tuple[model.Target, ...]:
        return tuple(
            model.Target(text=item.text.strip(), span=item.span)
            for item in self.scalars(value)
            if item.text.strip()
        )

    # --- options, flow, texts --------------------------------------------------------------------

    def options(self, value: Value | None) -> Iterator[model.OptionEntry]:
        for head, item in self.heads(value):
            values = []
            for key, content in self.entries(item):
                mapping = content if isinstance(content, Mapping) else Mapping(entries=(), span=content.span)
                like = self.name(mapping.get("like"))
                values.append(model.OptionValueEntry(id=key, like=like, bundle=self.bundle(mapping)))
            yield model.OptionEntry(head=head, values=tuple(values))

    def flow(self, value: Value | None) -> tuple[model.FlowEntry, ...]:
        if not isinstance(value, Sequence):
            return ()
        found = []
        for item in value.items:
            if isinstance(item, Scalar):
                line = self.parse(parser.parse_flow_line, item)
                if line is not None:
                    found.append(model.FlowEntry(line=line, body=None))
            elif isinstance(item, Mapping):
                for key, body in item.entries:
                    line = self.parse(parser.parse_flow_line, key)
                    if line is not None:
                        found.append(model.FlowEntry(line=line, body=self.flow(body)))
        return tuple(found)

    def invariants(self, value: Value | None) -> Iterator[model.InvariantEntry]:
        for head, item in self.heads(value):
            promise = self.promise(item)
            if promise is not None:
                yield model.InvariantEntry(head=head, promise=promise)

    def promise(
        self, item: Value
    ) -> model.Holds | model.Conserved | model.EndsWithin | model.Mirrored | None:
        """A condition as a text, or a mapping that says one thing."""
        if not isinstance(item, Mapping):
            condition = self.expr(item)
            return None if condition is None else model.Holds(condition=condition)
        if len(item.entries) != 1:
            message = say("an invariant promises one thing, here are {number}", number=len(item.entries))
            self.report.add("bad-invariant", item.span, message, help=_PROMISES)
            return None
        key, value = item.entries[0]
        match key.text:
            case "conserved":
                conserved = self.expr(value)
                return None if conserved is None else model.Conserved(value=conserved)
            case "ends within":
                number = scalar_value(value) if isinstance(value, Scalar) else None
                if isinstance(number, int) and not isinstance(number, bool) and number > 0:
                    return model.EndsWithin(decisions=number)
                message = say("the number of decisions after which a fight is over is 1 or more")
                self.report.add("bad-invariant", value.span, message)
            case "mirrored":
                pairs = ((self.name(slot), self.expr(text)) for slot, text in self.entries(value))
                slots = ((slot, text) for slot, text in pairs if slot is not None and text is not None)
                return model.Mirrored(slots=tuple(slots))
        return None

    def lints(self, value: Value | None) -> Iterator[model.LintEntry]:
        for head, item in self.heads(value):
            if not isinstance(item, Mapping):
                continue
            self.because(item, f"lint.{head.name.id}")
            yield model.LintEntry(
                head=head,
                binder=self.parse(parser.parse_binder, item.get("for")),
                needs=self.expr(item.get("needs")),
                words_in=self.scalars(item.get("words in")),
            )

    def texts(self, value: Value | None) -> tuple[model.Texts, ...]:
        return tuple(
            model.Texts(
                language=language.text,
                key=key.text,
                texts=tuple(one.text for one in self.scalars(item)),
                excerpts=tuple(one.excerpt for one in self.scalars(item)),
                span=key.span,
                spoken=language.span,
            )
            for language, group in self.entries(value)
            for key, item in self.entries(group)
        )

    def because(self, item: Mapping, key: str) -> None:
        """Texts under `because` belong to the refusal or rule that holds them."""
        self.reasons.extend(self.name_texts(item.get("because"), key))

    def name_texts(self, value: Value | None, key: str) -> tuple[model.Texts, ...]:
        return tuple(
            model.Texts(
                language=language.text,
                key=key,
                texts=tuple(one.text for one in self.scalars(item)),
                span=language.span,
                spoken=language.span,
            )
            for language, item in self.entries(value)
        )


def _tail(excerpt: Excerpt, skip: int) -> Excerpt:
    """The excerpt without its first `skip` characters."""
    offsets = None if excerpt.offsets is None else excerpt.offsets[skip:]
    return Excerpt(excerpt.path, excerpt.text[skip:], excerpt.start + skip, offsets)
