"""Names that are declared and never used: often a misspelling of one that is.

A slot counts as used when anything reads or writes it; a definition, fold, relation, record or column when something reads it; a
decision when the flow asks it, a roll when the flow makes it, a step when the flow does it and a rule acts in it. Preludes may hold more
than a ruleset uses. Where there are errors, whatever could not be understood may be what uses a name: then only names count that
stand nowhere else at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass

from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import meant, nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import Text, say
from densho.resolved.resolve import Resolved
from densho.source import Span
from densho.surface import syntax
from densho.surface.model import File


def unused_names(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports every name that nothing uses."""
    wrong = any(severity_of(one.slug) == "error" for one in report.found)
    _Unused(resolved, report, mentioned(files) if wrong else Counter()).run()


def mentioned(node: object) -> Counter[str]:
    """How often each name stands in expressions and declarations."""
    found: Counter[str] = Counter()
    waiting = [node]
    while waiting:
        match waiting.pop():
            case tuple() | list() as items:
                waiting += items
            case syntax.Name(id=name) | syntax.TypeName(id=name):
                found[name] += 1
            case one if is_dataclass(one):
                if isinstance(one, syntax.Attribute):
                    found[one.name] += 1
                waiting += (getattr(one, field.name) for field in fields(one))
    return found


class _Unused:
    def __init__(self, resolved: Resolved, report: Report, mentions: Counter[str]) -> None:
        self.mentions = mentions
        self.ruleset = resolved.ruleset
        self.symbols = resolved.symbols
        self.el = resolved.elaborator
        self.report = report
        self.everything = list(nodes(self.ruleset))
        self.called = {node.name for node in self.everything if isinstance(node, n.Call)} | self.excepted()

    def excepted(self) -> set[str]:
        """Definitions that files of rows change: there for such files, whichever of them are present."""
        in_files = {kind.name for kind in self.ruleset.kinds if kind.in_files}
        return {
            one.target.partition(":")[2]
            for one in self.ruleset.exceptions
            if one.target.startswith("define:") and one.bundle.partition(".")[0] in in_files
        }

    def run(self) -> None:
        self.slots()
        self.values()
        self.kinds()
        self.deciding()
        self.reasons()

    def tell(self, message: Text, name: str, span: Span, others: Iterable[str]) -> None:
        """Reports a name that stands nowhere else; `message` has `{name}` to be put in."""
        if self.mentions[name] > 1:
            return
        near = nearest(name, [other for other in others if other != name])
        self.report.add("unused-name", span, message.put(name=name), help=meant(near))

    def slots(self) -> None:
        read = {(_holder(node), node.slot) for node in self.everything if isinstance(node, n.SlotGet)}
        read |= self.el.written_slots
        if self.ruleset.score is not None:
            read.add(("fighter", self.ruleset.score))
        for slot in self.ruleset.slots:
            declared = (self.symbols.arena if slot.holder == "arena" else self.symbols.fighter)[slot.name]
            if (slot.holder, slot.name) not in read and not declared.origin.borrowed:
                others = (*self.symbols.arena, *self.symbols.fighter)
                message = say("the slot `{name}` is declared, but nothing reads or writes it")
                self.tell(message, slot.name, slot.span, others)

    def values(self) -> None:
        folds = {node.fold for node in self.everything if isinstance(node, n.FoldGet)}
        symbols = self.symbols
        for definition in self.ruleset.definitions:
            declared = symbols.defines.get(definition.name)
            borrowed = declared is not None and declared.origin.borrowed
            if definition.name not in self.called and not borrowed:
                message = say("the definition `{name}` is defined, but nothing reads it")
                self.tell(message, definition.name, definition.span, symbols.defines)
        for fold in self.ruleset.folds:
            if fold.name not in folds and not symbols.folds[fold.name].origin.borrowed:
                message = say("the fold `{name}` is defined, but nothing reads it")
                self.tell(message, fold.name, fold.span, symbols.folds)
        for relation in self.ruleset.relations:
            if relation.name not in self.el.used_relations:
                message = say("the relation `{name}` is declared, but nothing asks for it")
                self.tell(message, relation.name, relation.span, symbols.relations)

    def kinds(self) -> None:
        used = {kind for one in self.types() for kind in _kinds_of(one)}
        used |= {relation.left for relation in self.ruleset.relations}
        used |= {relation.right for relation in self.ruleset.relations}
        used |= {kind for kind, _row in self.el.used_rows} | self.word_kinds()
        for kind in self.ruleset.kinds:
            if kind.name == "reason" or kind.in_files:
                continue
            if kind.name not in used:
                message = say("the kind `{name}` is declared, but nothing is of it")
                self.tell(message, kind.name, kind.span, self.symbols.kinds)
        for symbol in self.symbols.kinds.values():
            if symbol.in_files:
                # whoever reads the column may be a file that is not here
                continue
            for name, _declared, span in symbol.columns:
                if (symbol.name, name) not in self.el.used_columns and not self.borrowed_kind(symbol.name):
                    others = [column[0] for column in symbol.columns]
                    message = say("the column `{name}` is a column of `{kind}` that nothing reads")
                    self.tell(message.put(kind=symbol.name, name=name), name, span, others)

    def borrowed_kind(self, kind: str) -> bool:
        return (
            self.symbols.kinds[kind].span.path.endswith("prelude")
            or "prelude" in self.symbols.kinds[kind].span.path
        )

    def word_kinds(self) -> set[str]:
        return {
            word.row[0]
            for decision in self.ruleset.decisions
            for word in decision.words
            if word.row is not None
        }

    def types(self) -> Iterator[t.Type]:
        for slot in self.ruleset.slots:
            yield slot.type
        for decision in self.ruleset.decisions:
            yield from (arg.type for word in decision.words for arg in word.args)
        if self.ruleset.character is not None:
            yield from (slot.type for slot in self.ruleset.character.slots)
            yield from (arg.type for word in self.ruleset.character.awards.words for arg in word.args)
        for kind in self.ruleset.kinds:
            yield from (column.type for column in kind.columns)
        for record in self.ruleset.records:
            yield from (kind_ for _name, kind_ in record.fields)
        for definition in self.ruleset.definitions:
            yield from (param.type for param in definition.params)

    def deciding(self) -> None:
        asked = {node.decision for node in self.everything if isinstance(node, n.Ask)}
        done = {node.step for node in self.everything if isinstance(node, n.Do)}
        rolled = {node.roll for node in self.everything if isinstance(node, n.RollDice)}
        roots = {decision.root for decision in self.ruleset.decisions if decision.name in asked}
        for decision in self.ruleset.decisions:
            if decision.name not in asked | roots:
                message = say("the decision `{name}` is never asked by the flow")
                self.tell(message, decision.name, decision.span, self.symbols.decisions)
        for symbol in self.symbols.decisions.values():
            known = {name.id for name, _ in self.symbols.decisions[symbol.root].entry.let}
            for name, _ in symbol.entry.let if symbol.root != symbol.name else ():
                if name.id not in known and f"{symbol.name}.{name.id}" not in self.called:
                    message = say("`{name}` is a name for refusals, but none reads it")
                    self.tell(message, name.id, name.span, known)
        for roll in self.ruleset.rolls:
            if roll.name not in rolled:
                message = say("the roll `{name}` is never made by the flow")
                self.tell(message, roll.name, roll.span, self.symbols.rolls)
        acting = {rule.step for rule in self.ruleset.rules}
        fading = {slot.fades for slot in self.ruleset.slots}
        for step, span in self.symbols.flow_steps.items():
            if step in done and step not in acting | fading:
                message = say("the step `{name}` is done by the flow, but no rule acts in it")
                self.tell(message, step, span, acting)

    def reasons(self) -> None:
        used = {name for kind, name in self.el.used_rows if kind == "reason"}
        for row in self.symbols.kinds["reason"].rows:
            if row.name not in used:
                others = self.symbols.kinds["reason"].index
                message = say("the reason `{name}` is declared, but no verdict gives it")
                self.tell(message, row.name, row.span, others)


def _holder(node: n.SlotGet) -> str:
    return "arena" if node.holder is None else "fighter"


def _kinds_of(kind: t.Type) -> Iterator[str]:
    match kind:
        case t.TRow(kind=name):
            yield name
        case t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of) | t.TOptional(of=of):
            yield from _kinds_of(of)
