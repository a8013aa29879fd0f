"""The names that a file brings, replaced by what they are the names of and by their order: what two files call alike things makes no difference then."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from densho.analysis.alike import REASON, own_events, own_reasons
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.data import to_data

_SORTS = {
    ("SlotGet", "slot"): "slot",
    ("Put", "slot"): "slot",
    ("Roll", "slot"): "slot",
    ("Call", "name"): "define",
    ("FoldGet", "fold"): "fold",
    ("ChoiceHas", "word"): "word",
    ("ChoiceArg", "word"): "word",
    ("ChoiceDrop", "word"): "word",
    ("Tell", "event"): "event",
    ("Related", "relation"): "relation",
    ("RecordMake", "record"): "record",
    ("RecordGet", "record"): "record",
    ("TRecord", "record"): "record",
}
"""Of which sort a text in a field of a node is the name."""

OWN = "$own"


class Names:
    """The own names of a bundle (`KIND.ROW`), by sort."""

    def __init__(self, ruleset: ir.Ruleset, bundle: str) -> None:
        self.found: dict[tuple[str, str], str] = {}
        self.rows: dict[tuple[str, int], str] = {}
        self.words: dict[tuple[str, int], str] = {}
        self.prefix = f"{bundle.partition('.')[2]}."
        self._seen: Counter[str] = Counter()
        self._rows(ruleset, bundle)
        self._words(ruleset, bundle)
        for sort, name, shape in _declared(ruleset, bundle):
            self.found[sort, name] = self._next(sort, shape)

    def _rows(self, ruleset: ir.Ruleset, bundle: str) -> None:
        reasons = own_reasons(ruleset, bundle)
        for kind in ruleset.kinds:
            for at, row in enumerate(kind.rows):
                if f"{kind.name}.{row.name}" == bundle:
                    self.rows[kind.name, at] = OWN
                elif row.bundle == bundle or (kind.name == REASON and row.name in reasons):
                    self.rows[kind.name, at] = self._next("row", kind.name)

    def _words(self, ruleset: ir.Ruleset, bundle: str) -> None:
        for decision in ruleset.decisions:
            for at, word in enumerate(decision.words):
                if bundle in (".".join(word.bundle or ()), ".".join(word.row or ())):
                    shape = [word.group, word.hidden, [to_data(arg.type) for arg in word.args]]
                    called = self.found.get(("word", word.name)) or self._next("word", shape)
                    self.found["word", word.name] = self.words[decision.name, at] = called

    def _next(self, sort: str, shape: object) -> str:
        """The next name of its sort and shape; those of one shape are told apart by their order."""
        text = f"${sort} {json.dumps(shape, sort_keys=True, default=str)}"
        self._seen[text] += 1
        return f"{text} {self._seen[text]}"

    # --- putting them in

    def plain(self, data: Any) -> Any:
        """Data of the core with the names replaced; values of rows and words by their types."""
        match data:
            case {"node": "Const", "type": type_, "value": value}:
                return {"node": "Const", "value": self._const(type_, value)}
            case {"node": str(node)}:
                return {key: self._field(node, key, one) for key, one in data.items()}
            case dict():
                return {key: self.plain(one) for key, one in data.items()}
            case list():
                return [self.plain(one) for one in data]
            case _:
                return data

    def value(self, type_: t.Type, value: object) -> Any:
        """A value as plain data."""
        return self._const(to_data(type_), to_data(value))

    def _field(self, node: str, key: str, data: Any) -> Any:
        if (node, key) == ("Exception_", "target"):
            return self._target(data)
        sort = _SORTS.get((node, key))
        return self.plain(data) if sort is None else self.found.get((sort, data), data)

    def _target(self, target: str) -> str:
        sort, _, name = target.partition(":")
        if name.startswith(self.prefix):
            return f"{sort}:{OWN}.{name.removeprefix(self.prefix)}"
        return f"{sort}:{self.found.get((sort, name), name)}"

    def _const(self, type_: Any, value: Any) -> Any:
        match type_, value:
            case {"node": "TRow", "kind": kind}, int():
                return self.rows.get((kind, value), value)
            case {"node": "TWord", "decision": decision}, int():
                return self.words.get((decision, value), value)
            case {"of": of}, {"set": items}:
                return {"set": sorted((self._const(of, one) for one in items), key=str)}
            case {"of": of}, list():
                return [self._const(of, one) for one in value]
            case {"of": of}, _:
                return self._const(of, value)
            case _:
                return value


def _declared(ruleset: ir.Ruleset, bundle: str) -> Iterator[tuple[str, str, object]]:
    """Sort, name and shape of what the bundle declares, but rows and words."""
    for slot in ruleset.slots:
        if slot.bundle == bundle:
            yield "slot", slot.name, [slot.holder, to_data(slot.type), slot.each, slot.fades]
    for one in ruleset.definitions:
        if one.bundle == bundle:
            yield "define", one.name, [[to_data(param.type) for param in one.params], to_data(one.type)]
    for fold in ruleset.folds:
        if fold.bundle == bundle:
            yield "fold", fold.name, [fold.decision, fold.group]
    for relation in ruleset.relations:
        if relation.bundle == bundle:
            yield "relation", relation.name, [relation.left, relation.right]
    for record in ruleset.records:
        if record.bundle == bundle:
            yield "record", record.name, [name for name, _ in record.fields]
    for told in own_events(ruleset, bundle):
        yield "event", told.event, [told.private, [name for name, _ in told.fields]]
