"""Row files that change nothing, and bring nothing that anybody asks for.

A file works by exceptions, rules, refusals, rolls, steps and lines of relations; by a slot, definition or fold that something outside of it
reads, a word that something asks for, a row that can be met; or by the columns of its own row, where the kind has some. That its row can be known, and that
its words can be said, is not enough: whoever does so gains nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from densho.checks.rows import gone_through
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import Text, either, say
from densho.resolved.resolve import Resolved
from densho.surface.model import File

SHOWN = 3
"""So many names are offered."""


def idle_files(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports row files that do nothing."""
    looking = _Idle(resolved)
    wrong = {one.span.path for one in report.found if severity_of(one.slug) == "error"}
    for file in files:
        if file.path in wrong:
            # what cannot be understood may be what the file does
            continue
        if file.kind == "row" and file.row_kind is not None and file.row_head is not None:
            kind, row = file.row_kind.text, file.row_head.name.id
            if looking.idle(file, kind, row):
                message = say(
                    "the {kind} `{row}` changes nothing, and nothing asks for what it brings",
                    kind=kind,
                    row=row,
                )
                report.add("idle-file", file.row_head.name.span, message, help=looking.advice(file))


class _Idle:
    def __init__(self, resolved: Resolved) -> None:
        self.ruleset = resolved.ruleset
        self.symbols = resolved.symbols
        self.el = resolved.elaborator
        self.met = gone_through(self.ruleset)
        self.readers = list(_readers(self.ruleset))

    def idle(self, file: File, kind: str, row: str) -> bool:
        bundle = file.bundle
        acts = (
            bundle.exceptions or bundle.rules or bundle.refusals or bundle.rolls or bundle.steps
            or bundle.relations or bundle.kinds or bundle.options
        )  # fmt: skip
        symbol = self.symbols.kinds.get(kind)
        if acts or symbol is None or symbol.columns or (kind, row) in self.el.used_rows:
            return False
        return not (self.asked_for(f"{kind}.{row}") or self.rows_met(file))

    def rows_met(self, file: File) -> bool:
        """Whether a row of another kind that the file brings can be met in a fight."""
        for section in file.bundle.rows:
            kind = self.symbols.plurals.get(section.section.text, "")
            for entry in section.rows:
                if kind in self.met or (kind, entry.head.name.id) in self.el.used_rows:
                    return True
        return False

    def asked_for(self, bundle: str) -> bool:
        """Whether something outside of the bundle reads a slot, definition, fold, word or argument of it."""
        brought = _Brought(self.ruleset, bundle)
        return any(
            brought.asked_by(node)
            for reader in self.readers
            if reader.bundle != bundle
            for node in nodes(reader)
        )

    def advice(self, file: File) -> Iterable[Text]:
        """What its own names may have been meant for, and how a file works."""
        known = [*self.symbols.defines, *self.symbols.exceptions]
        known += [one.entry.head.name.id for one in self.symbols.rules.values()]
        known += [one.entry.head.name.id for d in self.symbols.decisions.values() for one in d.refusals]
        own = [one.head.name.id for one in file.bundle.defines] + [
            one.head.name.id for one in file.bundle.slots
        ]
        own += [word.name.id for decision in file.bundle.decisions for word in decision.words]
        own += [file.row_head.name.id] if file.row_head is not None else []
        others = [name for name in known if name not in own]
        near = [one for name in own for one in nearest(name, others)]
        if near:
            names = either(f"`{one}`" for one in list(dict.fromkeys(near))[:SHOWN])
            yield say("was an exception to {names} meant?", names=names)
        yield say("write under `exceptions:` what it changes; `densho show` lists what can be excepted")


class _Brought:
    """What a bundle brings that others may read."""

    def __init__(self, ruleset: n.Ruleset, bundle: str) -> None:
        self.slots = {one.name for one in ruleset.slots if one.bundle == bundle}
        self.definitions = {one.name for one in ruleset.definitions if one.bundle == bundle}
        self.folds = {one.name for one in ruleset.folds if one.bundle == bundle}
        self.words: set[tuple[str, str]] = set()
        self.groups: set[tuple[str, str]] = set()
        self.places: set[tuple[str, int]] = set()
        self.args: set[tuple[str, str, str]] = set()
        for decision in ruleset.decisions:
            for place, word in enumerate(decision.words):
                if ".".join(word.bundle or ()) == bundle:
                    self.words.add((decision.name, word.name))
                    self.groups.add((decision.name, word.group))
                    self.places.add((decision.name, place))
                self.args |= {
                    (decision.name, word.name, arg.name)
                    for arg in word.args
                    if ".".join(arg.bundle or ()) == bundle
                }

    def asked_by(self, node: n.Node) -> bool:
        match node:
            case n.SlotGet(slot=name) | n.Put(slot=name):
                return name in self.slots
            case n.Call(name=name):
                return name in self.definitions
            case n.FoldGet(fold=name):
                return name in self.folds
            case n.Fold(decision=decision, group=group):
                return (decision, group) in self.groups
            case n.ChoiceHas(choice=choice, word=word):
                return (_decision(choice), word) in self.words
            case n.ChoiceArg(choice=choice, word=word, arg=arg):
                return (_decision(choice), word) in self.words or (_decision(choice), word, arg) in self.args
            case n.ChoiceWords(choice=choice, group=str(group)) | n.ChoiceParts(choice=choice, group=group):
                return (_decision(choice), group) in self.groups
            case n.Const(type=t.TWord(decision=decision), value=int(place)):
                return (decision, place) in self.places
            case n.Const(type=t.TSet(of=t.TWord(decision=decision)), value=frozenset(places)):
                return any((decision, place) in self.places for place in places)
            case _:
                return False


def _readers(ruleset: n.Ruleset) -> Iterator[n.Item]:
    yield from ruleset.slots
    yield from ruleset.definitions
    yield from ruleset.folds
    yield from ruleset.rules
    yield from ruleset.rolls
    yield from ruleset.exceptions
    yield from ruleset.invariants
    for decision in ruleset.decisions:
        yield from decision.refusals


def _decision(choice: n.Expr) -> str:
    return choice.type.decision if isinstance(choice.type, t.TChoice) else ""
