"""What the row files of a kind usually bring in a ruleset, so that a new one can look like its elders."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from densho.analysis.granting import Grant, find_grant
from densho.ir import nodes as ir
from densho.ir import types as t

SIMPLE = (t.TBool, t.TInt, t.TRow, t.TOptional, t.TSet, t.TBag, t.TList)


@dataclass(frozen=True, slots=True)
class Habits:
    """`word`: decision and group of the words that such files bring, if they bring any; `changed`: definitions that they may
    change, the most usual first; `grant`: the slot by which a fighter has such a row."""

    word: tuple[str, str] | None
    changed: tuple[str, ...]
    grant: Grant | None


def habits_of(ruleset: ir.Ruleset, kind: ir.Kind) -> Habits:
    """What is usual. Where there are no elders yet, a word in the freest group, and a definition that is read most."""
    return Habits(_word(ruleset, kind), _changed(ruleset, kind), find_grant(ruleset, kind.name))


def _word(ruleset: ir.Ruleset, kind: ir.Kind) -> tuple[str, str] | None:
    found: Counter[tuple[str, str]] = Counter()
    for decision in ruleset.decisions:
        if decision.root != decision.name:
            continue
        if any(word.row is not None and word.row[0] == kind.name for word in decision.words):
            return None
        for word in decision.words:
            if word.bundle is not None and word.bundle[0] == kind.name:
                found[decision.name, word.group] += 1
    if found:
        return max(found, key=lambda one: found[one])
    has_elders = any(row.bundle == f"{kind.name}.{row.name}" for row in kind.rows)
    return None if has_elders or kind.columns else _freest(ruleset)


def _freest(ruleset: ir.Ruleset) -> tuple[str, str] | None:
    for mode in ("any", "at most one", "one"):
        for decision in ruleset.decisions:
            for group in decision.groups:
                if decision.root == decision.name and group.mode == mode:
                    return decision.name, group.name
    return None


def _changed(ruleset: ir.Ruleset, kind: ir.Kind) -> tuple[str, ...]:
    """Those without parameters, about a fighter: those of the elders' exceptions first."""
    fitting = {
        one.name: one
        for one in ruleset.definitions
        if one.about_me and not one.params and not one.bundle and isinstance(one.body.type, SIMPLE)
    }
    counts: Counter[str] = Counter(dict.fromkeys(fitting, 0))
    for exception in ruleset.exceptions:
        name = exception.target.partition(":")[2]
        elder = exception.bundle.startswith(f"{kind.name}.") and exception.target.startswith("define:")
        if elder and exception.verb == "changes" and name in fitting:
            counts[name] += 1
    return tuple(sorted(fitting, key=lambda one: (-counts[one], one)))
