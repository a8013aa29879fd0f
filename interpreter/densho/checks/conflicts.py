"""Two exceptions that apply at once and disagree, as far as that can be proved without a fight.

Proved is a conflict when one guard holds whenever the other does (its conditions are among the other's), the options admit
both, and what they say differs for certain. What is not proved here is found while fighting: the step then fails and names both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.ir import types as t
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File

_SORTS = {
    "define": say("the definition `{name}`"),
    "forbid": say("the refusal `{name}`"),
    "rule": say("the rule `{name}`"),
}

CERTAIN_TRUE = n.Const(type=t.TBool(), value=True)
CERTAIN_FALSE = n.Const(type=t.TBool(), value=False)


def exceptions_that_disagree(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports pairs of exceptions to one thing that must disagree whenever one of them applies."""
    by_target: dict[str, list[n.Exception_]] = {}
    for one in resolved.ruleset.exceptions:
        by_target.setdefault(one.target, []).append(one)
    excepted = {key.partition(":")[2] for key in by_target if key.startswith("exception:")}
    for target, several in by_target.items():
        for one, other in combinations(several, 2):
            if _conflict(one, other, excepted):
                _report(report, target, one, other)
    del files


def _conflict(one: n.Exception_, other: n.Exception_, excepted: set[str]) -> bool:
    if one.name in other.over or other.name in one.over or {one.name, other.name} & excepted:
        return False
    first, second = _says(one), _says(other)
    if first is None or second is None or first == second or not _gates_meet(one, other):
        return False
    mine, others = frozenset(_conditions(one.guard)), frozenset(_conditions(other.guard))
    return mine <= others or others <= mine


def _says(one: n.Exception_) -> n.Const | None:
    """What the exception makes of its target, where that is certain."""
    match one.verb:
        case "changes":
            return one.value if isinstance(one.value, n.Const) else None
        case "lifts":
            return CERTAIN_FALSE if one.target.startswith("define:") else None
        case "extends":
            return CERTAIN_TRUE if one.target.startswith("define:") else None
        case _:
            return None


def _conditions(guard: n.Expr | None) -> Iterator[n.Expr]:
    if isinstance(guard, n.Logic) and guard.op == "and":
        for item in guard.items:
            yield from _conditions(item)
    elif guard is not None:
        yield guard


def _gates_meet(one: n.Exception_, other: n.Exception_) -> bool:
    """Whether some options let both be in force."""
    admitted: dict[str, set[str]] = {}
    for gate in (*one.gates, *other.gates):
        values = admitted.setdefault(gate.option, set(gate.values))
        values &= set(gate.values)
    return all(admitted.values())


def _report(report: Report, target: str, one: n.Exception_, other: n.Exception_) -> None:
    sort, _, name = target.partition(":")
    what = _SORTS.get(sort, say("the exception `{name}`"))
    report.add(
        "exception-conflict",
        other.span,
        say(
            "`{one}` and `{other}` apply at once and disagree about {what}",
            one=one.name,
            other=other.name,
            what=what.put(name=name),
        ),
        help=say(
            "say when the one and not the other applies, or which outranks the other: `over: [{name}]`",
            name=one.name,
        ),
        labels=[Label(span=one.span, text=say("the other exception"))],
    )
