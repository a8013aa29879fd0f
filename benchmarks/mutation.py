"""Whether a ruleset's own scenarios would notice: everything in it is broken once, and some scenario has to fail.

`python benchmarks/mutation.py RULESET [--jobs N] [--only TEXT]` switches off each rule, exception, refusal and line of a relation,
changes each column of each row, and lists what no scenario of the ruleset's `tests/` notices. Run by hand: it takes minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from densho import engine
from densho.cache import Cache
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.loading import Loader
from densho.scenarios.files import open_scenarios
from densho.scenarios.model import Scenario
from densho.scenarios.run import run_scenario
from densho.scenarios.vocabulary import Vocabulary
from densho.targets import bundled_folder


@dataclass(frozen=True, slots=True)
class Mutation:
    """`name` says what is broken; `place` is where it stands."""

    name: str
    place: str
    ruleset: ir.Ruleset


def mutations(rules: ir.Ruleset) -> Iterator[Mutation]:
    for place, rule in enumerate(rules.rules):
        yield Mutation(f"rule {rule.name}", _at(rule), replace(rules, rules=_without(rules.rules, place)))
    for place, one in enumerate(rules.exceptions):
        kept = _without(rules.exceptions, place)
        yield Mutation(f"exception {one.name} to {one.target}", _at(one), replace(rules, exceptions=kept))
    for at, decision in enumerate(rules.decisions):
        if decision.root != decision.name:
            continue
        for refusal in decision.refusals:
            changed = tuple(_without_refusal(other, decision.root, refusal.name) for other in rules.decisions)
            name = f"refusal {decision.name}.{refusal.name}"
            yield Mutation(name, _at(refusal), replace(rules, decisions=changed))
        del at
    for place, relation in enumerate(rules.relations):
        for pair in relation.decided:
            pairs = set(relation.pairs) ^ {pair}
            broken = replace(relation, pairs=tuple(sorted(pairs)))
            names = (_row(rules, relation.left, pair[0]), _row(rules, relation.right, pair[1]))
            relations = (*rules.relations[:place], broken, *rules.relations[place + 1 :])
            yield Mutation(
                f"{relation.name}({names[0]}, {names[1]})", _at(relation), replace(rules, relations=relations)
            )
    yield from _rows(rules)


def _rows(rules: ir.Ruleset) -> Iterator[Mutation]:
    for at, kind in enumerate(rules.kinds):
        for number, row in enumerate(kind.rows):
            for place, column in enumerate(kind.columns):
                value = _other(rules, column.type, row.values[place])
                if value == row.values[place]:
                    continue
                values = (*row.values[:place], value, *row.values[place + 1 :])
                rows = (*kind.rows[:number], replace(row, values=values), *kind.rows[number + 1 :])
                kinds = (*rules.kinds[:at], replace(kind, rows=rows), *rules.kinds[at + 1 :])
                name = f"{kind.name} {row.name}.{column.name}: {row.values[place]!r} becomes {value!r}"
                yield Mutation(name, _at(row), replace(rules, kinds=kinds))


def _other(rules: ir.Ruleset, kind: t.Type, value: object) -> object:
    """Another value of the type."""
    match kind, value:
        case (t.TBool(), bool()):
            return not value
        case (t.TInt(lo=lo, hi=hi), int()):
            return value + 1 if hi is None or value < hi else value - 1 if lo is None or value > lo else value
        case (t.TOptional(of=of), _) if value in (-1, None):
            return 0 if isinstance(of, t.TRow) else value
        case (t.TOptional(), _):
            return -1 if isinstance(value, int) else None
        case (t.TRow(kind=name), int()):
            rows = next(len(one.rows) for one in rules.kinds if one.name == name)
            return (value + 1) % rows
        case (t.TSet(of=of), frozenset()):
            return frozenset(sorted(value)[1:]) if value else frozenset({0})
        case (_, tuple()):
            return value[1:] if value else value
        case _:
            return value


def _without(items: tuple, place: int) -> tuple:  # type: ignore[type-arg]
    return (*items[:place], *items[place + 1 :])


def _without_refusal(decision: ir.Decision, root: str, name: str) -> ir.Decision:
    if decision.root != root:
        return decision
    return replace(decision, refusals=tuple(one for one in decision.refusals if one.name != name))


def _row(rules: ir.Ruleset, kind: str, place: int) -> str:
    return next(one.rows[place].name for one in rules.kinds if one.name == kind)


def _at(item: ir.Node) -> str:
    return f"{item.span.path}:{item.span.start}"


# --- running -----------------------------------------------------------------------------------------


def scenarios_of(folder: Path) -> tuple[ir.Ruleset, list[Scenario]]:
    loader = Loader(Cache(None))
    found: list[Scenario] = []
    ruleset = None
    for path in sorted((folder / "tests").rglob("*.yaml")):
        opened = open_scenarios(path, loader)
        if opened.scenarios is not None and opened.vocabulary is not None:
            found += opened.scenarios.scenarios
            ruleset = opened.vocabulary.ruleset
    assert ruleset is not None, f"{folder} has no scenarios"
    return ruleset, found


def noticed(ruleset: ir.Ruleset, scenarios: list[Scenario], first: str) -> bool:
    """Whether some scenario fails; those that cite what is broken are tried first."""
    vocabulary = Vocabulary(ruleset)
    programs: dict[tuple[tuple[str, str], ...], engine.Program] = {}
    for scenario in sorted(scenarios, key=lambda one: first not in {cite.text for cite in one.cites}):
        try:
            key = tuple(sorted(scenario.options))
            if key not in programs:
                programs[key] = engine.compile_program(ruleset, dict(scenario.options))
            if run_scenario(programs[key], scenario, vocabulary).failure is not None:
                return True
        except DenshoError:
            return True
    return False


_WORK: list[tuple[ir.Ruleset, list[Scenario]]] = []
"""What each process has read, once."""


def _set_up(folder: Path) -> None:
    _WORK.append(scenarios_of(folder))


def _try(number: int) -> tuple[int, bool]:
    ((ruleset, scenarios),) = _WORK
    mutation = _nth(ruleset, number)
    cites = next((one.cites for one in _items(ruleset) if _at(one) == mutation.place), ())
    return number, noticed(mutation.ruleset, scenarios, cites[0] if cites else "")


def _items(ruleset: ir.Ruleset) -> Iterator[ir.Item]:
    yield from ruleset.rules
    yield from ruleset.exceptions
    for decision in ruleset.decisions:
        yield from decision.refusals
    for kind in ruleset.kinds:
        yield from kind.rows


def _nth(ruleset: ir.Ruleset, number: int) -> Mutation:
    for place, mutation in enumerate(mutations(ruleset)):
        if place == number:
            return mutation
    raise IndexError(number)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    folder = Path(args.ruleset) if Path(args.ruleset).is_dir() else bundled_folder(args.ruleset)
    assert folder is not None, f"no ruleset {args.ruleset}"
    ruleset, scenarios = scenarios_of(folder)
    wanted: Callable[[Mutation], bool] = lambda one: args.only in one.name  # noqa: E731
    numbers = [place for place, one in enumerate(mutations(ruleset)) if wanted(one)]
    print(f"{len(scenarios)} scenarios, {len(numbers)} mutations", flush=True)
    begun, survivors = time.time(), []
    with ProcessPoolExecutor(args.jobs, initializer=_set_up, initargs=(folder,)) as pool:
        for number, caught in pool.map(_try, numbers):
            if not caught:
                survivors.append(number)
                one = _nth(ruleset, number)
                print(f"survives: {one.name}  ({one.place})", flush=True)
    print(f"{len(numbers) - len(survivors)} of {len(numbers)} noticed in {time.time() - begun:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
