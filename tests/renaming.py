"""Gives every name of a ruleset and its scenarios a new one without meaning, in a copy of their files.

Names are found where the parsed documents have them, never by searching the text, so that a slot called `score` is renamed and
the key `score:` is not. One old name gets one new name wherever it stands. New names keep the alphabet's order, since rows that
come from files follow it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import TypeVar

from densho.diagnostics.model import Report
from densho.engine.words import tokens_of
from densho.source import Excerpt, Span
from densho.surface import documents, model, parser, syntax
from densho.surface.build import build_file
from densho.surface.documents import Document, Scalar, Value
from densho.surface.reader import read_document, read_source


def names_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGE = names_in(
    "me foe arena option fighters everybody choice part base seat first name "  # values
    "words word place uses before winner by ended "  # after a dot
    "bool fighter label reason reasons fight award "  # types, blocks
    "pass none new malformed not_owed event A B"  # in orders and scenarios
)
"""Names to which the language itself gives a meaning where a name of the ruleset may stand as well."""

FUNCTIONS = names_in("min max abs sign clamp size total faces head rest nth bag")

TEXTS_OF = names_in(
    "kind slot column decision group refusal option step block rule exception define relation roll event "
    "telling reason ruleset"
)
"""What the key of a text may begin with, beside kinds and decisions (which come first)."""

WORD = re.compile(r"[a-z_][a-z0-9_]*")
FIELD = re.compile(r"\{(\w+)\}")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name where it stands. `language`: names that mean something of the language's own at this place."""

    name: str
    span: Span
    language: frozenset[str] = frozenset()


@dataclass(slots=True)
class Found:
    """The names of one ruleset: those it declares, and everywhere they stand."""

    declared: set[str] = field(default_factory=set)
    occurrences: list[Occurrence] = field(default_factory=list)
    choices: list[Excerpt] = field(default_factory=list)

    def declare(self, *names: str) -> None:
        self.declared.update(name for name in names if not name.isdigit())

    def at(self, scalar: Scalar) -> None:
        """The whole text is a name, or names joined by dots."""
        at = 0
        for part in scalar.text.split("."):
            self.occurrences.append(Occurrence(part, scalar.excerpt.span(at, at + len(part))))
            at += len(part) + 1


# --- the files of a ruleset ---------------------------------------------------------------------------


def read_file(path: Path) -> tuple[Document, model.File | None]:
    """A file without mistakes; no surface model of scenarios."""
    report = Report()
    source = read_source(path, report)
    document = None if source is None else read_document(source, report)
    assert document is not None, report.found
    file = None if document.root.get("scenarios") else build_file(document, report)
    assert not report, report.found
    return document, file


class RulesetNames:
    """Gathers names out of a ruleset's own files."""

    def __init__(self, found: Found, files: Iterable[model.File], texts: Mapping[str, str]) -> None:
        self.found = found
        self.files = tuple(files)
        self.texts = texts
        kinds = [kind for file in self.files for kind in each(file, model.KindEntry)]
        self.columns = {
            (section, head.name.id): column.type
            for kind in kinds
            for section in (kind.head.name.id, kind.plural.id if kind.plural else "")
            for head, column in kind.columns
        }

        self.holders = {kind.head.name.id for kind in kinds} | {
            decision.head.name.id for file in self.files for decision in each(file, model.DecisionEntry)
        }

    def gather(self) -> None:
        for file in self.files:
            self.file(file)

    def file(self, file: model.File) -> None:
        found = self.found
        found.declare(file.id.text)
        found.at(file.id)
        if file.row_kind is not None and file.row_head is not None:
            found.at(file.row_kind)
            found.declare(file.row_head.name.id)
            self.cells(file.row_kind.text, file.row)
        for scalar in file.uses:
            found.at(scalar)
        for key, value in file.set:
            found.at(key)
            found.at(value)
        for node in nodes(file):
            self.declarations(node)
            self.occurrences(node)

    def written(self, span: Span) -> str:
        """The name that stands there, if one does: some names in a model are made up of others."""
        text = self.texts[span.path][span.start : span.end]
        return text if WORD.fullmatch(text) else ""

    def declare(self, *names: syntax.Name) -> None:
        self.found.declare(*(text for name in names if (text := self.written(name.span))))

    def declarations(self, node: object) -> None:
        declare = self.declare
        match node:
            case syntax.Head(name=name, params=params):
                declare(name, *(param.name for param in params))
            case model.KindEntry(plural=plural, order=order, rows=rows):
                declare(*(name for name in (plural, *order, *rows) if name is not None))
            case model.RecordEntry(fields=of):
                declare(*(name for name, _ in of))
            case model.FoldEntry(start=start):
                declare(*(name for name, _ in start))
            case model.DecisionEntry(groups=groups, let=let, unreadable=unreadable):
                declare(*(name for name, _ in groups), *(name for name, _ in let))
                declare(*([unreadable] if unreadable else []))
            case model.WordEntry(name=name):
                declare(name)
            case syntax.ArgDecl(name=name) | syntax.TellField(name=name):
                declare(name)
            case model.RefusalEntry(says=says) if says is not None:
                declare(says)
            case model.RuleEntry(step=step):
                declare(step)
            case model.Bundle(reasons=reasons):
                declare(*reasons)
            case syntax.FlowLine(name=name):
                declare(name)
            case syntax.Tell(event=event):
                declare(event)
            case syntax.Quantifier(var=var) | syntax.Binder(var=var):
                declare(var)
            case syntax.RuleDecl(var=var) | syntax.RefusalDecl(var=var) if var is not None:
                declare(var)
            case model.OptionValueEntry(id=id):
                self.found.declare(id.text)
            case _:
                pass

    def occurrences(self, node: object) -> None:
        found = self.found
        match node:
            case syntax.Call(function=syntax.Name(id=id, span=span)) if id in FUNCTIONS:
                found.occurrences.append(Occurrence(id, span, FUNCTIONS))
            case syntax.Name(span=span) | syntax.TypeName(span=span) | syntax.Attribute(name_span=span) if (
                name := self.written(span)
            ):
                found.occurrences.append(Occurrence(name, span))
            case model.RowsEntry(section=section, rows=rows):
                found.at(section)
                for row in rows:
                    self.cells(section.text, row.columns)
            case model.OptionValueEntry(id=id):
                found.at(id)
            case model.Target(text=text, span=span):
                found.at(Scalar(text=text, plain=True, excerpt=Excerpt(span.path, text, span.start)))
            case model.Texts(key=key, span=span, excerpts=excerpts) if span.end - span.start == len(key):
                self.text_key(key, span)
                if key.startswith("telling."):
                    self.fields_told(excerpts)
            case model.Bundle(display=display):
                for _, value in display:
                    for scalar in scalars(value):
                        self.words_in(scalar)
            case _:
                pass

    def cells(self, section: str, columns: Iterable[tuple[Scalar, Value]]) -> None:
        """The columns of a row: their values are expressions, unless they are zones."""
        for key, value in columns:
            self.found.at(key)
            if is_numbers(self.columns[section, key.text]):
                continue
            for scalar in scalars(value):
                expression = parser.parse_expr(scalar.excerpt, Report())
                for node in nodes(expression):
                    self.occurrences(node)

    def text_key(self, key: str, span: Span) -> None:
        """`refusal.no_way`, `order.strike`: the first word may be the language's."""
        first = key.partition(".")[0]
        at = len(first) + 1 if first in TEXTS_OF and first not in self.holders else 0
        text = key[at:]
        if text:
            excerpt = Excerpt(span.path, text, span.start + at)
            self.found.at(Scalar(text=text, plain=True, excerpt=excerpt))

    def fields_told(self, excerpts: Iterable[Excerpt]) -> None:
        """How an event is told names its fields in braces."""
        for excerpt in excerpts:
            for match in FIELD.finditer(excerpt.text):
                span = excerpt.span(match.start(1), match.end(1))
                self.found.occurrences.append(Occurrence(match[1], span))

    def words_in(self, scalar: Scalar) -> None:
        for match in WORD.finditer(scalar.text):
            span = scalar.excerpt.span(match.start(), match.end())
            self.found.occurrences.append(Occurrence(match[0], span))


def texts_of(documents_: Iterable[Document]) -> dict[str, str]:
    """The texts of files by path."""
    return {document.source.path: document.source.text for document in documents_}


def is_numbers(kind: syntax.TypeExpr) -> bool:
    match kind:
        case syntax.SetType(of=of) | syntax.ListType(of=of) | syntax.BagType(of=of):
            return isinstance(of, syntax.IntType)
        case _:
            return False


def nodes(node: object) -> Iterator[object]:
    """The node and all below it. Paragraphs of the rulebook are no names; the name of a builtin is not visited twice."""
    match node:
        case tuple():
            for item in node:
                yield from nodes(item)
        case documents.Scalar() | documents.Mapping() | documents.Sequence() | Span():
            return
        case _ if is_dataclass(node):
            yield node
            for one in fields(node):
                builtin = isinstance(node, syntax.Call) and one.name == "function" and is_builtin(node)
                if one.name not in ("cites", "span", "name_span") and not builtin:
                    yield from nodes(getattr(node, one.name))
        case _:
            return


def each(node: object, wanted: type[T]) -> Iterator[T]:
    return (one for one in nodes(node) if isinstance(one, wanted))


def is_builtin(call: syntax.Call) -> bool:
    return isinstance(call.function, syntax.Name) and call.function.id in FUNCTIONS


def scalars(value: Value) -> Iterator[Scalar]:
    """All texts that are values (not keys) in a document's value."""
    match value:
        case documents.Scalar():
            yield value
        case documents.Sequence(items=items):
            for item in items:
                yield from scalars(item)
        case documents.Mapping(entries=entries):
            for _, item in entries:
                yield from scalars(item)


# --- scenarios ----------------------------------------------------------------------------------------


class ScenarioNames:
    """Gathers names out of a file of scenarios. `labels`: the slots that hold free words, which count as names too."""

    def __init__(self, found: Found, labels: frozenset[str]) -> None:
        self.found = found
        self.labels = labels

    def file(self, document: Document) -> None:
        ruleset = document.root.get("ruleset")
        if isinstance(ruleset, Scalar) and WORD.fullmatch(ruleset.text):
            self.found.at(ruleset)
        for scenario in sequence(document.root.get("scenarios")):
            self.scenario(entries(scenario))

    def scenario(self, parts: Mapping[str, Value]) -> None:
        self.options(parts.get("options"))
        setup = entries(parts.get("setup"))
        self.slots(setup.get("arena"))
        self.by_fighter(setup.get("fighters"), self.slots)
        self.by_fighter(setup.get("score"), lambda value: None)
        for step in sequence(parts.get("steps")):
            for key, value in entries(step).items():
                if key == "expect":
                    self.expect(value)
                else:
                    self.by_fighter(value, self.choice if key == "choose" else self.value)

    def options(self, value: Value | None) -> None:
        for key, item in pairs(value):
            self.found.at(key)
            self.value(item)

    def by_fighter(self, value: Value | None, of: Callable[[Value], None]) -> None:
        for key, item in pairs(value):
            if key.text != "arena":
                self.found.declare(key.text)
                self.found.at(key)
            of(item)

    def slots(self, value: Value | None) -> None:
        for key, item in pairs(value):
            self.found.at(key)
            if key.text in self.labels:
                self.found.declare(*(scalar.text for scalar in scalars(item)))
            self.value(item)

    def value(self, value: Value) -> None:
        """Texts are names, or choices, whose words are names."""
        match value:
            case documents.Scalar():
                self.choice(value)
            case documents.Sequence(items=items):
                for item in items:
                    self.value(item)
            case documents.Mapping(entries=inner):
                for key, item in inner:
                    self.found.at(key)
                    self.value(item)

    def choice(self, value: Value) -> None:
        for scalar in scalars(value):
            self.found.choices.append(scalar.excerpt)

    def expect(self, value: Value | None) -> None:
        for key, item in pairs(value):
            match key.text:
                case "arena":
                    self.slots(item)
                case "outcome" | "bout":
                    for _, scalar in pairs(item):
                        self.value(scalar)
                case "legal":
                    self.by_fighter(item, self.legal)
                case "events":
                    for event in sequence(item):
                        self.event(event)
                case "hidden_from" | "seen_by":
                    self.by_fighter(item, self.paths)
                case "score" | "waiting":
                    self.by_fighter(item, self.value)
                case _:
                    self.found.at(key)
                    self.slots(item)

    def legal(self, value: Value) -> None:
        for _, choices in pairs(value):
            self.choice(choices)

    def event(self, value: Value) -> None:
        for key, item in pairs(value):
            self.found.at(key)
            self.value(item)

    def paths(self, value: Value) -> None:
        for scalar in scalars(value):
            self.found.at(scalar)


def sequence(value: Value | None) -> tuple[Value, ...]:
    return value.items if isinstance(value, documents.Sequence) else ()


def pairs(value: Value | None) -> tuple[tuple[Scalar, Value], ...]:
    return value.entries if isinstance(value, documents.Mapping) else ()


def entries(value: Value | None) -> dict[str, Value]:
    return {key.text: item for key, item in pairs(value)}


# --- the copy -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Renaming:
    """What was done: old names to new ones, and the declared names that were kept because the language has them too."""

    names: dict[str, str]
    kept: set[str]
    aliases: frozenset[tuple[str, ...]]

    def edits(self, found: Found) -> Iterator[tuple[Span, str]]:
        for one in found.occurrences:
            if one.name in self.names and one.name not in one.language:
                yield one.span, self.names[one.name]
        for excerpt in found.choices:
            yield from self.in_choice(excerpt)

    def in_choice(self, excerpt: Excerpt) -> Iterator[tuple[Span, str]]:
        """Every token of a choice that is a name; spellings of several words are texts for people and stay."""
        tokens = list(re.finditer(r"[^\s;]+", excerpt.text))
        at = 0
        while at < len(tokens):
            for length in range(len(tokens) - at, 1, -1):
                if (
                    tokens_of(excerpt.text[tokens[at].start() : tokens[at + length - 1].end()])
                    in self.aliases
                ):
                    at += length
                    break
            else:
                if tokens[at][0] in self.names:
                    yield excerpt.span(tokens[at].start(), tokens[at].end()), self.names[tokens[at][0]]
                at += 1


def rename(folder: Path, preludes: Path, target: Path) -> Renaming:
    """Writes a renamed copy of the ruleset in `folder` to `target`/ruleset, and of its preludes to `target`/prelude."""
    read = [(path, *read_file(path)) for path in sorted(folder.rglob("*.yaml"))]
    used = [scalar for _, _, file in read if file is not None for scalar in file.uses]
    read += [(path, *read_file(path)) for path in (preludes / f"{name.text}.yaml" for name in used)]
    files = [file for _, _, file in read if file is not None]
    found = Found()
    RulesetNames(found, files, texts_of(document for _, document, _ in read)).gather()
    labels = frozenset(
        slot.head.name.id
        for file in files
        for slot in each(file, model.SlotEntry)
        if any(one.id == "label" for one in each(slot.slot.type, syntax.TypeName))
    )
    for _, document, file in read:
        if file is None:
            ScenarioNames(found, labels).file(document)
    names = sorted(found.declared - LANGUAGE)
    aliases = frozenset(
        tokens_of(text) for file in files for one in each(file, model.Texts) for text in one.texts
    )
    done = Renaming(
        {name: f"q{number:04}x" for number, name in enumerate(names)}, found.declared & LANGUAGE, aliases
    )
    edits: dict[str, dict[tuple[int, int], str]] = {}
    for span, new in done.edits(found):
        edits.setdefault(span.path, {})[span.start, span.end] = new
    for number, (_path, document, file) in enumerate(read):
        of_file = edits.setdefault(document.source.path, {})
        if file is not None and file.kind == "prelude":
            written = target / "prelude" / f"{done.names[file.id.text]}.yaml"
        else:
            written = target / "ruleset" / ("tests" if file is None else "") / f"q{number:03}x.yaml"
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(edited(document.source.text, of_file), encoding="utf-8", newline="")
    return done


def edited(text: str, edits: Mapping[tuple[int, int], str]) -> str:
    pieces = []
    at = 0
    for (start, end), new in sorted(edits.items()):
        assert start >= at
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])
