"""What stands where in a file, as far as its layout goes: how texts are read, and what may share a line.

The first key of a file says which of the four it is; from there on every key leads to a place. Keys that are not known are sections of rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from densho.formatting.spacing import Start
from densho.surface.documents import Document
from densho.surface.shape import document_kind

WIDTH = 100
"""Columns of a line."""
SHORT = 60
"""Columns of a section that stands in one line."""

Style = Literal["line", "inner", "block"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place for a value.

    `start`, `key`: how a text, or the keys of a mapping, are read; None: as they stand. `style`: a collection stands in one line if it fits (`line`), only
    as a part of what does (`inner`), or never (`block`). `single`: only with one entry at most, or (`hollow`) with entries that hold nothing; `braces`: how many may stand within one another.
    `table`: its entries are aligned; `apart`: empty lines stand between them.
    """

    start: Start | None = None
    key: Start | None = None
    style: Style = "line"
    single: bool = False
    hollow: bool = False
    braces: int = 2
    width: int = WIDTH
    table: bool = False
    apart: bool = False
    keys: Mapping[str, Place] = field(default_factory=dict)
    rest: Place | None = None
    items: Place | None = None

    def under(self, key: str) -> Place:
        """The place of the value of a key."""
        if self is FLOW_LINE:
            return FLOW
        return self.keys.get(key) or self.rest or TEXT

    def item(self) -> Place:
        """The place of an item of a list."""
        return self.items or TEXT


def _text(start: Start) -> Place:
    return Place(start=start)


def _group(entry: Place, *, key: Start | None = "head") -> Place:
    """Declarations, each in a line of its own; in one with what holds them only inside the value of an option."""
    return Place(style="inner", single=True, key=key, rest=entry)


def _short(entry: Place, *, key: Start | None = "head") -> Place:
    """A single short entry stands in the line of its section."""
    return Place(single=True, key=key, rest=entry, width=SHORT)


TEXT = Place(braces=9)
EXPR = _text("expr")
ROW = Place(rest=Place(braces=9))
_EFFECTS = Place(start="effects", style="block", items=_text("effects"))

# --- sections -------------------------------------------------------------------------------------------

_KIND = Place(keys={"columns": Place(key="head", rest=_text("column"))})
_SLOTS = _group(_text("slot"))
_DEFINITION = Place(start="expr", keys={"is": _text("type"), "value": EXPR})
_FOLD = Place(
    style="block",
    keys={"over": EXPR, "start": Place(rest=_text("slot"))},
    rest=Place(rest=EXPR),
)
_DECISION = Place(
    keys={
        "owed by": EXPR,
        "groups": Place(rest=_text("group")),
        "words": Place(single=True, style="inner", rest=_text("word")),
        "let": Place(rest=EXPR),
        "fill": Place(rest=EXPR, keys={"avoiding": TEXT}),
    }
)
_REFUSAL = Place(start="refusal", keys={"when": _text("refusal"), "for": _text("binder")})
_REFUSALS = _group(_REFUSAL)
_RULE = Place(start="rule", style="block", keys={"when": EXPR, "for": _text("binder"), "then": _EFFECTS})
_ROLL = Place(keys={"for": EXPR, "number": EXPR, "of": EXPR, "draw": EXPR})
_EXCEPTION = Place(keys={"when": EXPR, "to": EXPR, "by": EXPR, "do": _EFFECTS})
_AWARD = Place(
    keys={
        "takes": Place(key="name"),
        "forbid": _group(_REFUSAL),
        "then": Place(start="rule", style="block", items=_text("rule")),
    }
)
_CHARACTER = Place(style="block", keys={"new": _group(_REFUSAL)})
ROWS = Place(style="inner", single=True, key="head", rest=ROW, items=TEXT, table=True)

_SECTIONS: dict[str, Place] = {
    "kinds": _group(_KIND),
    "relations": _group(Place(style="block", items=_text("relation_line"))),
    "slots": _group(_SLOTS, key=None),
    "records": _group(Place(rest=_text("type"))),
    "define": _group(_DEFINITION),
    "folds": _group(_FOLD),
    "decisions": _group(_DECISION),
    "forbid": _short(_REFUSALS, key=None),
    "rules": _group(_group(_RULE), key=None),
    "rolls": _short(_ROLL),
    "steps": _short(TEXT),
    "exceptions": _group(_EXCEPTION),
    "character": _CHARACTER,
    "progression": _group(_AWARD),
    "words": Place(single=True, rest=TEXT),
}
_IN_OPTIONS = {name: replace(place, style="line", width=WIDTH) for name, place in _SECTIONS.items()}
_OPTION_VALUE = Place(
    single=True, braces=3, keys={**_IN_OPTIONS, "reasons": TEXT}, rest=replace(ROWS, style="line")
)
_OPTION = Place(single=True, hollow=True, rest=_OPTION_VALUE)
_INVARIANT = Place(start="expr", keys={"conserved": EXPR, "mirrored": Place(rest=EXPR)})
_LINT = Place(keys={"for": _text("binder"), "needs": EXPR})

FLOW = Place(style="block")
FLOW_LINE = Place(start="flow_line", key="flow_line", style="block")
FLOW = replace(FLOW, items=FLOW_LINE)

# --- files ----------------------------------------------------------------------------------------------

HEADERS = (
    "ruleset", "part of", "prelude", "for", "version", "densho", "extends", "set", "names", "fighters", "present",
    "uses", "score", "while",
)  # fmt: skip
"""The keys that stand at the top of a ruleset's files, in their order; a row file begins with its kind."""

_MAIN: dict[str, Place] = {
    **_SECTIONS,
    "present": EXPR,
    "while": EXPR,
    "names": TEXT,
    "set": TEXT,
    "row": ROW,
    "uses": TEXT,
    "reasons": TEXT,
    "options": Place(style="block", key="head", rest=_OPTION),
    "flow": FLOW,
    "invariants": _group(_INVARIANT),
    "lints": _group(_LINT),
    "board": Place(single=True, width=SHORT, items=Place(style="inner", rest=TEXT)),
    "tally": Place(width=SHORT),
}
RULESET = Place(style="block", apart=True, keys=_MAIN, rest=ROWS)

_WIDE = Place(braces=9)
_FIGHTERS = Place(braces=9, table=True)
_SETUP = Place(braces=9, keys={"fighters": _FIGHTERS})
_STEP = Place(style="block", rest=_WIDE)
_SCENARIO = Place(
    style="block", rest=_WIDE, keys={"setup": _SETUP, "steps": Place(style="block", items=_STEP)}
)
SCENARIOS = Place(
    style="block", rest=_WIDE, keys={"scenarios": Place(style="block", apart=True, items=_SCENARIO)}
)
CHARACTER = Place(
    style="block", rest=_WIDE, keys={"has": Place(style="block"), "history": Place(style="block")}
)


def place_of(document: Document) -> Place | None:
    """The place of the whole document; None if it does not say what it is."""
    match document_kind(document):
        case None:
            return None
        case "scenarios":
            return SCENARIOS
        case "character":
            return CHARACTER
        case _:
            return RULESET
