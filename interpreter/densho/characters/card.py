"""A character as people read it: what it has, in words, what became of it, and which awards are open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from densho.characters.career import Career, Values
from densho.characters.file import Character
from densho.characters.keeping import changes
from densho.display.blocks import padded, width
from densho.display.tongue import Tongue, harmless, spaced
from densho.ir import nodes as ir
from densho.ir import types as t


def card(character: Character, career: Career, tongue: Tongue) -> str:
    """The character's card."""
    named = tongue.text("ruleset", spaced(career.ruleset.id))
    rows = [
        (tongue.slot(name), tongue.value(slot.type, character.values[name]))
        for name, slot in career.slots.items()
    ]
    wide = max(width(title) for title, _value in rows)
    lines = [f"{harmless(character.name)} · {named}"]
    lines += [f"  {padded(title, wide)}  {value}" for title, value in rows]
    if character.history:
        lines += [
            "",
            tongue.say("What became of the character"),
            *(f"  {harmless(one)}" for one in character.history),
        ]
    awards = list(usages(career, character.values, tongue))
    if awards:
        lines += ["", tongue.say("Awards that are open"), *(f"  {one}" for one in awards)]
    return "\n".join(lines) + "\n"


def usages(career: Career, values: Values, tongue: Tongue) -> Iterator[str]:
    """How the awards that are open are written, with the rulebook's paragraphs."""
    awards = career.character.awards
    words = {word.name: word for word in awards.words}
    for name in career.open(values):
        parts = [tongue.word(awards, words[name])]
        parts += [_argument(tongue, awards, words[name], arg) for arg in words[name].args]
        some = ", ".join(_rows(career, values, words[name], tongue))
        cites = " ".join(career.cites(name))
        yield " ".join(parts) + (f": {some}" if some else "") + (f"  [{cites}]" if cites else "")


def _rows(career: Career, values: Values, word: ir.Word, tongue: Tongue) -> Iterator[str]:
    """What may stand for the one argument of an award, where that is a row."""
    if len(word.args) == 1 and isinstance(kind := word.args[0].type, t.TRow):
        for text in career.legal(values, word.name):
            yield tongue.row(kind.kind, text.split(" ")[1])


def _argument(tongue: Tongue, awards: ir.Decision, word: ir.Word, arg: ir.Argument) -> str:
    said = tongue.argument(awards, word, arg.name)
    if arg.flag:
        return f"[{said}]"
    name = spaced(said).upper()
    return f"{name}…" if isinstance(arg.type, t.TSet | t.TList | t.TBag) else name


def told(career: Career, before: Values, after: Values, tongue: Tongue) -> str:
    """What has changed, in words."""
    return "; ".join(
        f"{tongue.slot(slot)}: {_change(tongue, career.slots[slot].type, old, new)}"
        for slot, (old, new) in changes(before, after).items()
    )


def _change(tongue: Tongue, kind: t.Type, old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        come = [one for one in new if one not in old]
        gone = [one for one in old if one not in new]
        signs = [f"+ {tongue.value(kind, [one])}" for one in come] + [
            f"- {tongue.value(kind, [one])}" for one in gone
        ]
        return ", ".join(signs)
    return f"{tongue.value(kind, old)} → {tongue.value(kind, new)}"
