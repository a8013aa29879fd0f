"""Events that several places tell, each with other fields.

Who tells less than another tells is free to; a field that one place alone has, almost called like one that it lacks, is a slip, and so is a field
that is a number here and a fighter there.
"""

from __future__ import annotations

from collections.abc import Sequence

from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import meant, slip_of
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.resolved.types import describe
from densho.surface.model import File


def events_told_differently(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports fields of events that do not go together with what others tell of the same event."""
    del files
    told: dict[str, list[n.Tell]] = {}
    for node in nodes(resolved.ruleset):
        if isinstance(node, n.Tell):
            told.setdefault(node.event, []).append(node)
    for tells in told.values():
        for place, one in enumerate(tells):
            for name, value in one.fields:
                _named(one, name, tells, report)
                _typed(one, name, value, tells[:place], report)


def _named(one: n.Tell, name: str, tells: Sequence[n.Tell], report: Report) -> None:
    """A field that no other place tells, almost called like one that is missing here."""
    others = {other for tell in tells if tell.span != one.span for other, _ in tell.fields}
    near = slip_of(name, sorted(others - {own for own, _ in one.fields})) if name not in others else ()
    if near:
        message = say("nothing else tells `{event}` with a field `{name}`", event=one.event, name=name)
        report.add("told-differently", one.span, message, help=meant(near))


def _typed(one: n.Tell, name: str, value: n.Expr, before: Sequence[n.Tell], report: Report) -> None:
    """A field that was something else where the event was told first."""
    first = next((other for tell in before for field, other in tell.fields if field == name), None)
    if first is None or isinstance(first.type, t.TNothing) or isinstance(value.type, t.TNothing):
        return
    if _sort(first.type) != _sort(value.type):
        report.add(
            "told-differently",
            value.span,
            say(
                "the field `{name}` of `{event}` is {type} here and {other} elsewhere",
                name=name,
                event=one.event,
                type=describe(value.type),
                other=describe(first.type),
            ),
            help=say("give the event one meaning, or call one of the two otherwise"),
            labels=[Label(span=first.span, text=say("told otherwise here"))],
        )


def _sort(kind: t.Type) -> object:
    """What values of the type are, bounds and `or nothing` aside; collections are compared by what they hold."""
    match kind:
        case t.TOptional(of=of) | t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
            return _sort(of)
        case t.TInt():
            return "number"
        case _:
            return kind
