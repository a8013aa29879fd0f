"""Collections of numbers that go into a slot which does not hold all that they may hold.

What is reckoned or picked out may well be narrower than its type says, and is left to the fight. But another slot, or what an exception gives a
definition in place of its value, is known by its type: dice of 1..8 thrown into a bag of 1..6 do not fit however they are read on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.resolved.types import bounds_text, element
from densho.surface.model import File


def collections_that_do_not_fit(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports them where the wider collection is named: in the exception, else in the effect."""
    ruleset = resolved.ruleset
    types = {(slot.holder, slot.name): slot.type for slot in ruleset.slots}
    changes: dict[str, list[n.Expr]] = {}
    for one in ruleset.exceptions:
        if one.verb == "changes" and one.value is not None:
            changes.setdefault(one.target, []).append(one.value)
    told: set[object] = set()
    for put in (node for node in nodes(ruleset) if isinstance(node, n.Put)):
        holds = element(types.get(("arena" if put.holder is None else "fighter", put.slot)))
        if put.op == "-=" or not isinstance(holds, t.TInt) or element(put.value.type) is None:
            continue
        for wide, called in _wide(put.value, holds, changes):
            if wide.span in told:
                continue
            told.add(wide.span)
            of = element(wide.type)
            assert isinstance(of, t.TInt)
            message = say(
                "this may hold {given}, and `{slot}` holds {bounds}",
                given=bounds_text(of),
                slot=put.slot,
                bounds=bounds_text(holds),
            )
            label = Label(span=put.span, text=say("here `{name}` is written to it", name=called))
            report.add(
                "out-of-bounds",
                wide.span,
                message,
                help=say(
                    "let both hold the same: give the slot a wider type, or what goes into it a narrower one"
                ),
                labels=[label] if called else [],
            )
    del files


def _wide(
    value: n.Expr, holds: t.TInt, changes: dict[str, list[n.Expr]], called: str = ""
) -> Iterator[tuple[n.Expr, str]]:
    """The slots within a value that hold more than `holds`, each with the definition through which it comes."""
    match value:
        case n.SlotGet():
            of = element(value.type)
            if isinstance(of, t.TInt) and not _inside(of, holds):
                yield value, called
        case n.Call(name=name) if not called:
            for one in changes.get(f"define:{name}", ()):
                yield from _wide(one, holds, changes, name)
        case n.Join(op="join", left=left, right=right):
            yield from _wide(left, holds, changes, called)
            yield from _wide(right, holds, changes, called)
        case n.Join(op="without", left=left):
            yield from _wide(left, holds, changes, called)
        case n.If(then=then, otherwise=otherwise):
            yield from _wide(then, holds, changes, called)
            yield from _wide(otherwise, holds, changes, called)
        case _:
            return


def _inside(of: t.TInt, holds: t.TInt) -> bool:
    above = holds.lo is None or (of.lo is not None and of.lo >= holds.lo)
    return above and (holds.hi is None or (of.hi is not None and of.hi <= holds.hi))
