"""How often each piece of a ruleset was exercised: gathered scenario by scenario, laid together over files.

Counted is what stands in the ruleset's own folder and in loose files; what a prelude or the ruleset that it extends brings is tested there. Scenarios
outside of the ruleset's folder that add loose files are tests of these, and only they are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from densho.ir import nodes as ir
from densho.messages import ENGLISH, Text, Translate, listed, said, say
from densho.scenarios.exercised import exercised
from densho.scenarios.files import OpenedFile
from densho.scenarios.run import Result
from densho.scenarios.units import OTHERWISE, PAIR, Unit, left_over, pair_key, units
from densho.scenarios.vocabulary import Vocabulary


@dataclass(slots=True, kw_only=True)
class Pairs:
    """The pairs of one relation: how many lines name, and how many are left to `otherwise`; which of those were asked about."""

    named: int
    left: int
    asked_named: set[str] = field(default_factory=set)
    asked_left: set[str] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class Coverage:
    """What of one ruleset (in `folder`), or of these loose files for it, was exercised. `counts`: by a piece's key, in how many scenarios."""

    ruleset: str
    folder: Path
    loose: tuple[Path, ...] = ()
    units: dict[str, Unit] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    pairs: dict[str, Pairs] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The ruleset's id, or the names of the loose files."""
        return listed(path.name for path in self.loose) if self.loose else self.ruleset

    def add(self, other: Coverage) -> None:
        """Lays together what two files say of one ruleset."""
        for key, unit in other.units.items():
            self.units.setdefault(key, unit)
        self.counts.update(other.counts)
        for name, pairs in other.pairs.items():
            mine = self.pairs.setdefault(name, Pairs(named=pairs.named, left=pairs.left))
            mine.asked_named |= pairs.asked_named
            mine.asked_left |= pairs.asked_left

    def ordered(self) -> tuple[Unit, ...]:
        """The pieces by their place in the files; the ruleset's main files come before those in folders."""
        return tuple(
            sorted(
                self.units.values(), key=lambda one: (one.span.path.count("/"), one.span.path, one.span.start)
            )
        )

    def idle(self) -> tuple[Unit, ...]:
        """What no scenario exercised."""
        return tuple(unit for unit in self.ordered() if not self.counts[unit.key])

    @property
    def percent(self) -> float:
        """How much of the ruleset was exercised; all of nothing is 100."""
        every = len(self.units)
        return 100.0 if not every else 100.0 * (every - len(self.idle())) / every


def coverage_of(opened: OpenedFile, results: Iterable[Result]) -> Coverage | None:
    """What the results exercised, whether they passed or not; None for a file that could not be run."""
    vocabulary = opened.vocabulary
    if vocabulary is None or opened.folder is None:
        return None
    inside = opened.folder.resolve() in opened.path.resolve().parents
    loose = () if inside else opened.extra
    found = Coverage(ruleset=vocabulary.ruleset.id, folder=opened.folder, loose=loose)
    files = {str(path) for path in opened.extra}
    for unit in units(vocabulary):
        path = unit.span.path
        if path in files or (not loose and opened.folder in Path(path).parents):
            found.units.setdefault(unit.key, unit)
    relations = {
        unit.name.partition("(")[0] for unit in found.units.values() if unit.sort in (PAIR, OTHERWISE)
    }
    for result in results:
        keys = exercised(result, vocabulary)
        found.counts.update(keys)
        for relation in vocabulary.ruleset.relations:
            if relation.name in relations:
                _count_pairs(relation, vocabulary, keys, found)
    return found


def _count_pairs(
    relation: ir.Relation, vocabulary: Vocabulary, keys: frozenset[str], found: Coverage
) -> None:
    left, right = vocabulary.kinds[relation.left], vocabulary.kinds[relation.right]
    decided = {pair_key(relation.name, left[one], right[other]) for one, other in relation.decided}
    entry = found.pairs.setdefault(
        relation.name, Pairs(named=len(decided), left=left_over(relation, vocabulary))
    )
    head = f"relation:{relation.name}:"
    asked = {key for key in keys if key.startswith(head)} - {f"{head}{OTHERWISE}"}
    entry.asked_named |= asked & decided
    entry.asked_left |= asked - decided


def summary_text(coverage: Coverage, translate: Translate = ENGLISH) -> str:
    """For people: how much was exercised, and what was not, each with its paragraphs."""
    idle = coverage.idle()
    every = len(coverage.units)
    head = say(
        "{ruleset}: {number} of {every} exercised ({percent})",
        ruleset=coverage.title,
        number=every - len(idle),
        every=every,
        percent=percentage(coverage),
    )
    lines = [said(head, translate)]
    lines += [f"  {said(_pairs_text(*one), translate)}" for one in coverage.pairs.items()]
    lines += [f"  {said(never_text(unit), translate)}" for unit in idle]
    return "".join(f"{line}\n" for line in lines)


def _pairs_text(name: str, pairs: Pairs) -> Text:
    named = say(
        "relation {name}: {asked} of {named} pairs that its lines name",
        name=name,
        asked=len(pairs.asked_named),
        named=pairs.named,
    )
    if not pairs.left:
        return named
    return say(
        "{named}, {asked} of {left} that only `otherwise` covers",
        named=named,
        asked=len(pairs.asked_left),
        left=pairs.left,
    )


def never_text(unit: Unit) -> Text:
    """That no scenario exercised the piece."""
    cited = f" [{' '.join(unit.cites)}]" if unit.cites else ""
    return say("never: {item}{cited}", item=unit.told, cited=cited)


def percentage(coverage: Coverage) -> str:
    """Rounded down to a tenth, so that only a whole is called 100 %."""
    return f"{int(coverage.percent * 10) / 10:g} %"


def too_little(coverages: Iterable[Coverage], least: float) -> tuple[Text, ...]:
    """Of each ruleset of which less was exercised than asked for, that it was."""
    return tuple(
        say(
            "{ruleset}: {percent} exercised, less than {least} %",
            ruleset=one.title,
            percent=percentage(one),
            least=f"{least:g}",
        )
        for one in coverages
        if one.percent < least
    )


def sorts(coverage: Coverage) -> dict[str, tuple[int, int]]:
    """By sort of piece, how many were exercised and how many there are."""
    found: dict[str, tuple[int, int]] = {}
    for unit in coverage.ordered():
        done, every = found.get(unit.sort, (0, 0))
        found[unit.sort] = (done + bool(coverage.counts[unit.key]), every + 1)
    return found
