"""What the authors wrote: the files of a ruleset read once more, so that conditions and effects can be shown in their own words.

The core keeps of everything the place of its name. Here what was declared under a name is found by that place, and printed back; a core whose
files are gone is shown without these texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import assert_never

from densho.diagnostics.model import Report
from densho.source import Span
from densho.surface import model, syntax
from densho.surface.build import build_file
from densho.surface.printer import unparse
from densho.surface.reader import read_document, read_source


@dataclass(frozen=True, slots=True)
class Let:
    """A name of a decision's own, and what it stands for."""

    value: syntax.Expr


Entry = (
    model.KindEntry | model.RowEntry | model.RelationEntry | model.RecordEntry | model.SlotEntry | model.DefineEntry | model.FoldEntry
    | model.DecisionEntry | model.WordEntry | model.RefusalEntry | model.RuleEntry | model.RollEntry | model.StepEntry
    | model.ExceptionEntry | model.OptionEntry | model.InvariantEntry | syntax.FlowLine | syntax.ArgDecl | Let
)  # fmt: skip

Place = tuple[str, int]


@dataclass(frozen=True)
class Written:
    """Declarations by the place of their name; `loose` are the conditions that hold for whole files."""

    entries: Mapping[Place, Entry] = field(default_factory=dict)
    whiles: Mapping[str, str] = field(default_factory=dict)

    def entry(self, span: Span) -> Entry | None:
        """What was declared at the place."""
        return self.entries.get((span.path, span.start))

    def condition_of_file(self, path: str) -> str:
        """The condition under which all of a file holds, or nothing."""
        return self.whiles.get(path, "")


def read(paths: Iterable[Path]) -> Written:
    """Reads files of rulesets; what cannot be read is passed over."""
    report = Report()
    entries: dict[Place, Entry] = {}
    whiles: dict[str, str] = {}
    for path in paths:
        source = read_source(path, report)
        document = None if source is None else read_document(source, report)
        file = None if document is None else build_file(document, report)
        if source is None or file is None:
            continue
        entries.update(((source.path, name.span.start), entry) for name, entry in _named(file))
        if file.while_ is not None:
            whiles[source.path] = unparse(file.while_)
    return Written(entries, whiles)


def _named(node: object) -> Iterator[tuple[syntax.Name, Entry]]:
    """Every declaration below the node, with its name."""
    match node:
        case tuple():
            for item in node:
                yield from _named(item)
            return
        case syntax.FlowLine() | syntax.ArgDecl() | model.WordEntry():
            yield node.name, node
        case model.Bundle() | model.File() | model.OptionValueEntry() | model.RowsEntry() | model.FlowEntry():
            pass
        case syntax.WordDecl():
            pass
        case _ if isinstance(getattr(node, "head", None), syntax.Head):
            yield node.head.name, node  # type: ignore[attr-defined,misc]
        case _:
            return
    if isinstance(node, model.DecisionEntry):
        yield from ((name, Let(value)) for name, value in node.let)
    if is_dataclass(node):
        for one in fields(node):
            if one.name not in ("head", "name"):
                yield from _named(getattr(node, one.name))


# --- as texts --------------------------------------------------------------------------------------


def condition(entry: Entry | None) -> str:
    """When a refusal, rule, exception or line of the flow applies; nothing if always."""
    match entry:
        case model.RefusalEntry(refusal=refusal):
            return unparse(refusal)
        case model.RuleEntry(rule=rule):
            return _guard(rule.var, rule.domain, rule.guard)
        case model.ExceptionEntry(when=when) | syntax.FlowLine(when=when) if when is not None:
            return unparse(when)
        case _:
            return ""


def _guard(var: syntax.Name | None, domain: syntax.Expr | None, when: syntax.Expr | None) -> str:
    found = []
    if var is not None and domain is not None:
        found.append(f"for {var.id} in {unparse(domain)}")
    if when is not None:
        found.append(f"when {unparse(when)}")
    return " ".join(found)


def value(entry: Entry | None) -> str:
    """What a definition is, or what an exception makes of its target."""
    match entry:
        case model.DefineEntry(value=found) | Let(value=found):
            return unparse(found)
        case model.ExceptionEntry(value=found) if found is not None:
            return unparse(found)
        case model.ExceptionEntry(effects=effects) if effects:
            return unparse(effects)
        case model.InvariantEntry(promise=promise):
            return _promise(promise)
        case _:
            return ""


def text(entry: Entry | None) -> tuple[str, ...]:
    """The declaration whole, a line or several, without its name."""
    match entry:
        case model.DefineEntry() | model.InvariantEntry() | Let():
            return (value(entry),)
        case model.RefusalEntry(refusal=refusal):
            return (unparse(refusal),)
        case model.RuleEntry(rule=rule):
            return (unparse(rule),)
        case model.SlotEntry(slot=slot):
            return (unparse(slot),)
        case model.FoldEntry():
            return tuple(_fold(entry))
        case model.RollEntry():
            return (_roll(entry),)
        case model.RelationEntry(lines=lines):
            return tuple(unparse(line) for line in lines)
        case model.WordEntry(word=word):
            return (unparse(word),)
        case _:
            return ()


def _promise(promise: model.Holds | model.Conserved | model.EndsWithin | model.Mirrored) -> str:
    match promise:
        case model.Holds(condition=found):
            return unparse(found)
        case model.Conserved(value=found):
            return f"conserved: {unparse(found)}"
        case model.EndsWithin(decisions=number):
            return f"ends within: {number}"
        case model.Mirrored(slots=slots):
            inner = ", ".join(f"{name.id}: {unparse(found)}" for name, found in slots)
            return f"mirrored: {{{inner}}}"
        case _:
            assert_never(promise)


def _fold(entry: model.FoldEntry) -> Iterator[str]:
    yield f"over {unparse(entry.over)}"
    yield from (f"{name.id}: {unparse(slot)}" for name, slot in entry.start)
    for update in entry.updates:
        sets = ", ".join(f"{name.id}: {unparse(expr)}" for name, expr in update.sets)
        yield f"{'each' if update.word is None else update.word.id}: {sets}"


def _roll(entry: model.RollEntry) -> str:
    found = ["once"] if entry.once else []
    if entry.whom is not None:
        found.append(f"for {unparse(entry.whom)}")
    if entry.number is not None:
        found.append(f"number {unparse(entry.number)}")
    if entry.of is not None:
        found.append(f"of {unparse(entry.of)}")
    if entry.draw is not None:
        found.append(f"draw {unparse(entry.draw)}")
    return ", ".join([*found, f"into {entry.into.id}"])


def start(entry: Entry | None) -> str:
    """What a slot starts with, where its author says it."""
    match entry:
        case model.SlotEntry(slot=slot) if slot.start is not None:
            return unparse(slot.start)
        case _:
            return ""


def hidden_when(entry: Entry | None) -> str:
    """When a slot is hidden."""
    match entry:
        case model.SlotEntry(slot=slot) if slot.hidden is not None and slot.hidden is not True:
            return unparse(slot.hidden)
        case _:
            return ""


def owed_by(entry: Entry | None) -> str:
    """Who owes a decision; nothing for everybody present."""
    return unparse(entry.owed) if isinstance(entry, model.DecisionEntry) and entry.owed is not None else ""


def going_on(entry: Entry | None) -> str:
    """While what a block is repeated."""
    return unparse(entry.while_) if isinstance(entry, syntax.FlowLine) and entry.while_ is not None else ""


def argument(entry: Entry | None, flag: bool, name: str, type: str) -> str:
    """An argument of a word as its author wrote it, else by its name and type."""
    if isinstance(entry, syntax.ArgDecl):
        return unparse(entry)
    return f"flag {name}" if flag else f"{name} of {type}"
