"""Slots whose start hangs on itself: starts are computed in order of need, and here each needs the other first."""

from __future__ import annotations

from collections.abc import Sequence

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.ir.walk import nodes
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File

Key = tuple[str, str]
"""A slot by whose it is and its name."""


def starts_in_circles(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports every circle once, at its slot that stands first."""
    reads = _Reads(resolved.ruleset)
    told: set[Key] = set()
    for slot in resolved.ruleset.slots:
        key = (slot.holder, slot.name)
        circle = _circle(key, reads)
        if not circle or told.intersection(circle):
            continue
        told.update(circle)
        ways = " → ".join(f"`{name}`" for _, name in (*circle, key))
        message = (
            say("the start of `{slot}` reads `{slot}` itself", slot=slot.name)
            if len(circle) == 1
            else say("the start of `{slot}` needs what needs `{slot}`", slot=slot.name)
        )
        help_ = [say("let it start as something that does not depend on it")]
        if len(circle) > 1:
            help_.insert(0, say("the circle: {circle}", circle=ways))
        report.add("recursive-definition", slot.start.span, message, help=help_)
    del files


def _circle(key: Key, reads: _Reads) -> tuple[Key, ...]:
    """The shortest way from a slot's start back to the slot; empty if there is none."""
    ways: dict[Key, tuple[Key, ...]] = {key: (key,)}
    waiting = [key]
    while waiting:
        at = waiting.pop(0)
        for other in reads.start(at):
            if other == key:
                return ways[at]
            if other not in ways:
                ways[other] = (*ways[at], other)
                waiting.append(other)
    return ()


class _Reads:
    """Which slots the start of each reads, also through definitions, folds, and exceptions to them."""

    def __init__(self, ruleset: n.Ruleset) -> None:
        self.starts: dict[Key, n.Expr] = {(slot.holder, slot.name): slot.start for slot in ruleset.slots}
        self.roots: dict[str, list[n.Node]] = {}
        self.exceptions: dict[str, list[str]] = {}
        for definition in ruleset.definitions:
            self.roots[f"define:{definition.name}"] = [definition.body]
        for fold in ruleset.folds:
            self.roots[f"fold:{fold.name}"] = [*fold.registers, *fold.updates]
        for one in ruleset.exceptions:
            found = [root for root in (one.guard, one.value) if root is not None]
            self.roots.setdefault(f"exception:{one.name}", []).extend(found)
            self.exceptions.setdefault(one.target, []).append(f"exception:{one.name}")

    def start(self, key: Key) -> list[Key]:
        """In the order of the text, each once."""
        found: dict[Key, None] = {}
        seen: set[str] = set()
        waiting: list[n.Node] = [self.starts[key]]
        while waiting:
            for node in nodes(waiting.pop()):
                match node:
                    case n.SlotGet(slot=slot, holder=holder):
                        found["arena" if holder is None else "fighter", slot] = None
                    case n.Call(name=name):
                        waiting += self._of(f"define:{name}", seen)
                    case n.FoldGet(fold=fold):
                        waiting += self._of(f"fold:{fold}", seen)
        return [one for one in found if one in self.starts]

    def _of(self, name: str, seen: set[str]) -> list[n.Node]:
        if name in seen:
            return []
        seen.add(name)
        found = list(self.roots.get(name, ()))
        for exception in self.exceptions.get(name, ()):
            found += self._of(exception, seen)
        return found
