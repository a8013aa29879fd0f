"""The words of decisions, columns, records and relations: what expressions look up by name."""

from __future__ import annotations

from dataclasses import dataclass

from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import meant, nearest
from densho.ir import types as t
from densho.messages import quoted, say
from densho.resolved.symbols import Origin, Symbols
from densho.resolved.types import resolve_type
from densho.surface import model, syntax


@dataclass(frozen=True, slots=True)
class WordInfo:
    """A word of a decision: its declaration, its arguments (with what brought each), its row if `each` made it."""

    name: str
    entry: model.WordEntry
    origin: Origin
    args: tuple[tuple[syntax.ArgDecl, t.Type, Origin], ...]
    row: tuple[str, str] | None


class Vocabulary:
    """Looks up what stands in kinds, records, relations and decisions, and keeps it."""

    def __init__(self, symbols: Symbols, report: Report) -> None:
        self.symbols = symbols
        self.report = report
        self.root_report = report
        self._words: dict[str, dict[str, WordInfo]] = {}
        self._columns: dict[tuple[str, str], t.Type | None] = {}
        self._records: dict[str, dict[str, t.Type]] = {}
        self._relations: dict[str, tuple[str, str]] = {}
        self.used_words: set[tuple[str, str]] = set()

    # --- words of a decision (a root) ------------------------------------------------------------

    def words(self, decision: str) -> dict[str, WordInfo]:
        """The words in their order: those of the text, then those that bundles add."""
        if decision not in self._words:
            self._words[decision] = {}
            self._words[decision] = self._collect(decision)
        return self._words[decision]

    def _collect(self, decision: str) -> dict[str, WordInfo]:
        found: dict[str, WordInfo] = {}
        additions: list[tuple[model.WordEntry, Origin]] = []
        for entry, origin in self.symbols.decisions[decision].words:
            if entry.each:
                self._each(entry, origin, found)
            elif entry.word.group is None:
                additions.append((entry, origin))
            elif entry.name.id in found:
                first = found[entry.name.id].entry.name.span
                self.root_report.add(
                    "duplicate-name",
                    entry.name.span,
                    say("`{decision}` has a word `{name}` already", decision=decision, name=entry.name.id),
                    labels=[Label(span=first, text=say("first declared here"))],
                )
            else:
                found[entry.name.id] = WordInfo(entry.name.id, entry, origin, self._args(entry, origin), None)
        for entry, origin in additions:
            self._add_arguments(decision, entry, origin, found)
        return found

    def _each(self, entry: model.WordEntry, origin: Origin, found: dict[str, WordInfo]) -> None:
        kind = self.symbols.kinds.get(entry.name.id)
        if kind is None:
            near = nearest(entry.name.id, self.symbols.kinds)
            self.root_report.add(
                "unknown-name",
                entry.name.span,
                say("there is no kind `{name}`", name=entry.name.id),
                help=meant(near[:1]),
            )
            return
        args = self._args(entry, origin)
        for row in kind.rows:
            found[row.name] = WordInfo(row.name, entry, row.origin, args, (kind.name, row.name))

    def _add_arguments(
        self, decision: str, entry: model.WordEntry, origin: Origin, found: dict[str, WordInfo]
    ) -> None:
        word = found.get(entry.name.id)
        if word is None:
            near = nearest(entry.name.id, found)
            self.root_report.add(
                "unknown-name",
                entry.name.span,
                say(
                    "`{decision}` has no word `{name}` to which arguments could be added",
                    decision=decision,
                    name=entry.name.id,
                ),
                help=meant(near[:1]) or say("a new word says `in GROUP`"),
            )
            return
        known = {arg.name.id for arg, _kind, _origin in word.args}
        fresh = tuple(one for one in self._args(entry, origin) if one[0].name.id not in known)
        found[word.name] = WordInfo(word.name, word.entry, word.origin, word.args + fresh, word.row)

    def _args(
        self, entry: model.WordEntry, origin: Origin
    ) -> tuple[tuple[syntax.ArgDecl, t.Type, Origin], ...]:
        found = []
        for arg in entry.word.args:
            kind: t.Type | None = t.TBool()
            if arg.type is not None:
                kind = resolve_type(arg.type, self.symbols, self.root_report)
            if kind is not None:
                found.append((arg, kind, origin))
        return tuple(found)

    def word_names(self, decision: str) -> tuple[str, ...]:
        return tuple(self.words(decision))

    def word_index(self, decision: str, name: str) -> int | None:
        names = self.word_names(decision)
        return names.index(name) if name in names else None

    def word_args(self, decision: str, name: str) -> dict[str, t.Type] | None:
        """Arguments of a word with the types under which they are read; None if there is no such word."""
        word = self.words(decision).get(name)
        if word is None:
            return None
        return {arg.name.id: reading(kind, arg.left_out) for arg, kind, _origin in word.args}

    def own_args(self, decision: str, name: str) -> tuple[str, ...]:
        """The arguments that a word was declared with, without those that other files add."""
        return tuple(arg.name.id for arg in self.words(decision)[name].entry.word.args)

    def part_args(self, decision: str) -> dict[str, t.Type]:
        """Arguments that parts of the decision's sequences may have."""
        groups = self.groups(decision)
        found: dict[str, t.Type] = {}
        for word in self.words(decision).values():
            group = word.entry.word.group
            if group is not None and group.id in groups and groups[group.id].mode == "sequence":
                for arg, kind, _origin in word.args:
                    found.setdefault(arg.name.id, reading(kind, arg.left_out))
        return found

    def part_rows(self, decision: str) -> dict[str, bool]:
        """Kinds whose rows are words of the decision's sequences; True where all words but those that say nothing are rows of it."""
        groups = self.groups(decision)
        words = [
            word
            for word in self.words(decision).values()
            if word.entry.word.group is not None
            and word.entry.word.group.id in groups
            and groups[word.entry.word.group.id].mode == "sequence"
        ]
        kinds = {word.row[0] for word in words if word.row is not None}
        return {
            kind: all(
                word.entry.word.says_nothing or (word.row is not None and word.row[0] == kind)
                for word in words
            )
            for kind in kinds
        }

    def groups(self, decision: str) -> dict[str, syntax.GroupDecl]:
        return {name.id: group for name, group in self.symbols.decisions[decision].entry.groups}

    def unknown_word(self, decision: str, name: syntax.Name) -> None:
        names = self.word_names(decision)
        near = nearest(name.id, names)
        help_ = meant(near)
        if not near:
            help_.append(say("words: {names}", names=quoted(names[:16])))
        self.report.add(
            "unknown-name",
            name.span,
            say("`{decision}` has no word `{name}`", decision=decision, name=name.id),
            help=help_,
        )

    # --- kinds, records, relations ---------------------------------------------------------------

    def column(self, kind: str, name: str) -> t.Type | None:
        key = (kind, name)
        if key not in self._columns:
            self._columns[key] = None
            for column, declared, _span in self.symbols.kinds[kind].columns:
                if column == name:
                    self._columns[key] = resolve_type(declared.type, self.symbols, self.root_report)
        return self._columns[key]

    def record_fields(self, record: str) -> dict[str, t.Type]:
        if record not in self._records:
            entry = self.symbols.records[record].entry
            found = {}
            for name, written in entry.fields:
                kind = resolve_type(written, self.symbols, self.root_report)
                if kind is not None:
                    found[name.id] = kind
            self._records[record] = found
        return self._records[record]

    def relation(self, name: str) -> tuple[str, str]:
        """The kinds of both sides."""
        if name not in self._relations:
            entry = self.symbols.relations[name][0].entry
            kinds = []
            for param in entry.head.params:
                kinds.append(param.name.id)
            known = [kind if kind in self.symbols.kinds else "reason" for kind in kinds]
            while len(known) < 2:
                known.append("reason")
            self._relations[name] = (known[0], known[1])
        return self._relations[name]


def reading(kind: t.Type, left_out: bool) -> t.Type:
    """The type under which an argument is read: an absent one may be nothing."""
    if isinstance(kind, t.TRow | t.TFighter | t.TLabel | t.TRecord | t.TOption) or left_out:
        return kind if isinstance(kind, t.TOptional | t.TSet | t.TList | t.TBag) else t.TOptional(kind)
    return kind
