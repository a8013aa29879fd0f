"""Names that a ruleset may not give: words by which expressions are read, and ids of rulesets that nobody could write.

The grammar takes such a word where something is declared, so that the mistake is told in words; in an expression it would be read as itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from densho.diagnostics.model import Report
from densho.messages import say
from densho.surface import model
from densho.surface.syntax import Name

_RESERVED_TEXT = """and or not if then else in has lacks within meets mod without with of just when true false nothing me foe fighters everybody
    arena"""
RESERVED = frozenset(_RESERVED_TEXT.split())
_ID = re.compile(r"[a-z_][a-z0-9_]*")


def names_not_to_give(files: Sequence[model.File], report: Report) -> None:
    """Reports declarations that are called by words of the language, and odd ids of rulesets."""
    for file in files:
        if file.kind == "ruleset" and not _ID.fullmatch(file.id.text):
            report.add(
                "wrong-value",
                file.id.span,
                say("`{name}` cannot be the id of a ruleset", name=file.id.text),
                help=say("an id is of small letters `a` to `z`, digits and `_`, and begins with a letter"),
            )
        for name in (*_declared(file.bundle), *([file.row_head.name] if file.row_head is not None else [])):
            if name.id in RESERVED:
                report.add(
                    "reserved-name",
                    name.span,
                    say("`{name}` is a word of the language", name=name.id),
                    help=say("give it another name; people may be shown any text under `words`"),
                )


def _declared(bundle: model.Bundle) -> Iterator[Name]:
    for kind in bundle.kinds:
        yield kind.head.name
        yield from kind.rows
        yield from (head.name for head, _column in kind.columns)
    for section in bundle.rows:
        yield from (row.head.name for row in section.rows)
    heads = [
        *(one.head for one in bundle.relations),
        *(one.head for one in bundle.records),
        *(one.head for one in bundle.slots),
        *(one.head for one in bundle.defines),
        *(one.head for one in bundle.folds),
        *(one.head for one in bundle.refusals),
        *(one.head for one in bundle.rules),
        *(one.head for one in bundle.rolls),
        *(one.head for one in bundle.exceptions),
        *(one.head for one in bundle.options),
    ]
    for head in heads:
        yield head.name
        yield from (param.name for param in head.params)
    yield from bundle.reasons
    for decision in bundle.decisions:
        yield decision.head.name
        yield from (name for name, _group in decision.groups)
        yield from (word.name for word in decision.words if not word.each)
    for option in bundle.options:
        for value in option.values:
            yield from _declared(value.bundle)
