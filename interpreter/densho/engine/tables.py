"""Constants that generated code reads by name: columns, relations, rows of words, provenance, and larger literals.

A table ends with the value for "nothing", so that the row -1 reads it. Literals are named by their content, so that the same code text
means the same under every set of options.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from densho.engine.layout import Layout
from densho.engine.order import ordered
from densho.ir import types as t
from densho.source import Span


def plain_name(name: str) -> str:
    """A name as it may stand inside a Python identifier."""
    return re.sub(r"[^A-Za-z0-9]", "_", name)


def identifier(name: str) -> str:
    """A name as an identifier, different for different names."""
    plain = plain_name(name)
    return plain if plain == name else f"{plain}_{digest(name)}"


class Tables:
    """Collects the constants of one program; `values` becomes part of the generated code's namespace."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.values: dict[str, Any] = {}

    def literal(self, value: Any) -> str:
        """Code for a constant value."""
        if value is None or isinstance(value, (bool, int, str)):
            return f"({value!r})" if isinstance(value, int) and value < 0 else repr(value)
        if isinstance(value, (tuple, frozenset)) and not value:
            return "()" if isinstance(value, tuple) else self._keep("k_empty", frozenset())
        text = canonical(value)
        if isinstance(value, tuple) and "frozenset" not in text and len(text) < 60:
            return text
        return self._keep("k_" + hashlib.sha256(text.encode()).hexdigest()[:12], value)

    def place(self, span: Span) -> str:
        """Code for a place in a file."""
        text = f"{span.path} {span.start} {span.end}"
        return self._keep("at_" + hashlib.sha256(text.encode()).hexdigest()[:12], span)

    def _keep(self, name: str, value: Any) -> str:
        self.values[name] = value
        return name

    def column(self, kind: str, column: str) -> str:
        entry = self.layout.kinds[kind]
        place = next(i for i, c in enumerate(entry.columns) if c.name == column)
        values = (*(row.values[place] for row in entry.rows), entry.columns[place].empty)
        return self._keep(
            f"col_{plain_name(kind)}_{plain_name(column)}_{digest(kind + '.' + column)}", values
        )

    def sorted_column(self, kind: str, column: str) -> str:
        """The column of sets as ascending tuples."""
        name = self.column(kind, column)
        return self._keep(f"sorted_{name}", tuple(tuple(ordered(v)) for v in self.values[name]))

    def relation(self, name: str) -> str:
        entry = next(r for r in self.layout.settled.rules.relations if r.name == name)
        pairs = frozenset(entry.pairs)
        wide, high = len(self.layout.kinds[entry.right].rows), len(self.layout.kinds[entry.left].rows)
        rows = [(*((a, b) in pairs for b in range(wide)), False) for a in range(high)]
        return self._keep(f"rel_{plain_name(name)}_{digest(name)}", (*rows, (False,) * (wide + 1)))

    def word_rows(self, decision: str, kind: str) -> str:
        """For each word the row of the kind that it was made of."""
        shape = self.layout.choice_layout(decision)
        names = {row.name: i for i, row in enumerate(self.layout.kinds[kind].rows)}
        rows = [names[w.row[1]] if w.row is not None and w.row[0] == kind else -1 for w in shape.words]
        name = f"rows_{plain_name(shape.decision.name)}_{plain_name(kind)}_{digest(shape.decision.name + '.' + kind)}"
        return self._keep(name, (*rows, -1))

    def memory(self, what: str) -> str:
        """A mapping in which generated code keeps last results."""
        return self._keep(f"m_{plain_name(what)}_{digest(what)}", {})

    def row_names(self, kind: str) -> str:
        """The ids of a kind's rows."""
        names = (*(row.name for row in self.layout.kinds[kind].rows), None)
        return self._keep(f"ids_{plain_name(kind)}_{digest(kind)}", names)

    def type_name(self, type_: t.Type) -> str:
        """A type, for code that turns values into plain data."""
        return self._keep("t_" + hashlib.sha256(repr(type_).encode()).hexdigest()[:12], type_)

    def brought_by(self, kind: str, in_files: str) -> str:
        """For each row of a kind the row of the kind `in_files` whose file brought it, or -1."""
        names = {f"{in_files}.{row.name}": i for i, row in enumerate(self.layout.kinds[in_files].rows)}
        rows = [names.get(row.bundle, -1) for row in self.layout.kinds[kind].rows]
        return self._keep(
            f"from_{plain_name(in_files)}_{plain_name(kind)}_{digest(in_files + '.' + kind)}", (*rows, -1)
        )


def digest(text: str) -> str:
    """Keeps names apart that look alike as identifiers."""
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def canonical(value: Any) -> str:
    """`repr`, with sets in ascending order."""
    if isinstance(value, frozenset):
        return "frozenset({" + ", ".join(canonical(v) for v in ordered(value)) + "})"
    if isinstance(value, tuple):
        inner = ", ".join(canonical(v) for v in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def optional(type_: t.Type) -> bool:
    return isinstance(type_, t.TOptional)
