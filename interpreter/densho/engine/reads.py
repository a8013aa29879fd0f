"""What an expression can read, found through definitions, folds and exceptions: slots, and words of choices.

Whose slot or choice it is does not matter here. A choice that is handed to a definition counts by what the definition asks of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from densho.engine.layout import Layout
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.walk import children

Atom = tuple[str, int | str, str]


@dataclass(frozen=True, slots=True)
class Reading:
    """`slots` by their place; `words`: (root decision, word), and those whose `arguments` are read."""

    slots: frozenset[int]
    words: frozenset[tuple[str, str]]
    arguments: frozenset[tuple[str, str]]


class Reads:
    """Answers for one settled ruleset."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        rules = layout.settled.rules
        self._definitions = {d.name: d for d in rules.definitions}
        self._folds = {f.name: f for f in rules.folds}
        self._known: dict[str, frozenset[Atom]] = {}
        self._exceptions: dict[str, list[ir.Exception_]] = {}
        for exception in rules.exceptions:
            self._exceptions.setdefault(exception.target, []).append(exception)

    def of(self, *roots: ir.Node | None, target: str | None = None) -> Reading:
        """What these nodes read, and the exceptions to `target`."""
        found: set[Atom] = set()
        for root in roots:
            if root is not None:
                found.update(self._read(root))
        if target is not None:
            found.update(self._of_exceptions(target))
        slots = frozenset(at for what, at, _ in found if what == "slot" and isinstance(at, int))
        arguments = _named(found, "argument")
        return Reading(slots, _named(found, "word") | arguments, arguments)

    def _read(self, e: ir.Node) -> Iterator[Atom]:
        match e:
            case ir.SlotGet():
                yield "slot", self.layout.slot_index["arena" if e.holder is None else "fighter", e.slot], ""
            case ir.Fighters(everybody=False) if self.layout.settled.rules.present is not None:
                yield from self._present()
            case ir.Call():
                yield from self._call(e)
                return
            case ir.FoldGet():
                yield from self._fold(e.fold)
                yield from self._below(e, skip=e.choice)
                return
            case ir.ChoiceHas():
                yield from self._words(e.choice, [e.word])
                yield from self._below(e, skip=e.choice)
                return
            case ir.ChoiceArg():
                yield "argument", self._root(e.choice), e.word
                yield from self._below(e, skip=e.choice)
                return
            case ir.ChoiceParts():
                yield from self._group(self._root(e.choice), e.group)
                yield from self._below(e, skip=e.choice)
                return
            case ir.ChoiceUses():
                yield from self._uses(e)
                yield from self._below(e, skip=e.choice)
                return
            case ir.ChoiceWords():
                yield from self._words(e.choice, [w for _, w in self._numbered(e)])
                yield from self._below(e, skip=e.choice)
                return
            case ir.Belongs(
                op="meets" | "within",
                left=ir.ChoiceWords() as left,
                right=ir.Const(value=frozenset() as named),
            ):
                asked = [w for i, w in self._numbered(left) if (i in named) == (e.op == "meets")]
                yield from self._words(left.choice, asked)
                yield from self._below(left, skip=left.choice)
                return
            case ir.ChoiceGet() | ir.Var(type=t.TChoice()):
                for _, word in self._all(e):
                    yield "argument", self._root(e), word
        yield from self._below(e)

    def _below(self, e: ir.Node, skip: ir.Node | None = None) -> Iterator[Atom]:
        for child in children(e):
            if child is skip:
                yield from self._below(child)
            else:
                yield from self._read(child)

    def _present(self) -> frozenset[Atom]:
        if "present" not in self._known:
            self._known["present"] = frozenset()
            present = self.layout.settled.rules.present
            assert present is not None
            self._known["present"] = frozenset(self._read(present))
        return self._known["present"]

    def _call(self, e: ir.Call) -> Iterator[Atom]:
        key = f"define:{e.name}"
        if key not in self._known:
            self._known[key] = frozenset()
            body = set(self._read(self._definitions[e.name].body))
            self._known[key] = frozenset(body | self._of_exceptions(key))
        yield from self._known[key]
        for child in children(e):
            if isinstance(child, (ir.ChoiceGet, ir.Var)):
                yield from self._below(child)
            else:
                yield from self._read(child)

    def _fold(self, name: str) -> frozenset[Atom]:
        key = f"fold:{name}"
        if key not in self._known:
            self._known[key] = frozenset()
            fold = self._folds[name]
            found: set[Atom] = set(self._group(self.layout.roots[fold.decision], fold.group))
            for register in fold.registers:
                found.update(self._read(register.start))
            for update in fold.updates:
                for _, value in update.sets:
                    found.update(self._read(value))
            self._known[key] = frozenset(found)
        return self._known[key]

    def _of_exceptions(self, target: str) -> set[Atom]:
        found: set[Atom] = set()
        for exception in self._exceptions.get(target, ()):
            for e in (exception.guard, exception.value, *exception.effects):
                if e is not None:
                    found.update(self._read(e))
            found |= self._of_exceptions(f"exception:{exception.name}")
        return found

    # --- choices

    def _root(self, choice: ir.Expr) -> str:
        of = choice.type
        assert isinstance(of, t.TChoice)
        return self.layout.roots.get(of.decision, of.decision)

    def _group(self, root: str, group: str) -> Iterator[Atom]:
        for word in self.layout.choices[root].words:
            if word.group == group:
                yield "argument", root, word.name

    def _all(self, choice: ir.Expr) -> list[tuple[int, str]]:
        return [(i, w.name) for i, w in enumerate(self.layout.choices[self._root(choice)].words)]

    def _numbered(self, e: ir.ChoiceWords) -> list[tuple[int, str]]:
        shape = self.layout.choices[self._root(e.choice)]
        return [(i, w.name) for i, w in enumerate(shape.words) if e.group in (None, w.group)]

    def _uses(self, e: ir.ChoiceUses) -> Iterator[Atom]:
        root = self._root(e.choice)
        for word in self.layout.choices[root].words:
            told = any(a.bundle or self._of_rows(a.type) for a in word.args)
            yield "argument" if told else "word", root, word.name

    def _of_rows(self, type_: t.Type) -> bool:
        """Whether a value may be a row that a file brought."""
        match type_:
            case t.TRow(kind=kind):
                return any(row.bundle for row in self.layout.kinds[kind].rows)
            case t.TOptional(of=of) | t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
                return self._of_rows(of)
            case _:
                return False

    def _words(self, choice: ir.Expr, words: Iterable[str]) -> Iterator[Atom]:
        root = self._root(choice)
        for word in words:
            yield "word", root, word


def _named(atoms: set[Atom], what: str) -> frozenset[tuple[str, str]]:
    return frozenset((root, word) for kind, root, word in atoms if kind == what and isinstance(root, str))
