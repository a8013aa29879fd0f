"""What becomes of a slip: whether it changes what the rules mean, whether `densho check` sees it and where, and if it does not,
whether the ruleset's own scenarios do. Everything happens in a copy of the rulesets."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from slip_kinds import Slip

from densho import engine, pipeline
from densho.cache import Cache
from densho.checking import check_targets
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic, Report
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.ir.data import to_data
from densho.ir.walk import nodes
from densho.loading import Loader
from densho.messages import Text
from densho.scenarios import files
from densho.scenarios.files import open_scenarios
from densho.scenarios.model import Scenario
from densho.scenarios.run import run_scenario
from densho.scenarios.vocabulary import Vocabulary
from densho.targets import LooseTarget, find_targets, main_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`changes`: the rules mean something else, or nothing any more; `idle`: not even a text for people is another. `placed`: a message underlines
    something in the right lines; `pointed`: at least a further place that it shows lies there. `test` is the scenario that fails where check is silent."""

    slip: Slip
    ruleset: str
    changes: bool
    idle: bool
    caught: bool
    placed: bool
    pointed: bool
    test: str | None
    said: str
    crash: str | None = None
    seconds: float = 0


def meaning(rules: ir.Ruleset) -> str:
    """A digest of what the rules do.

    Left aside: texts for people, paragraphs, drawings, the ruleset's id and version; definitions that nothing reads; the order of what has none (slots, definitions, columns, exceptions,
    fields of events, effects of a rule, rules of a step that tell nothing, operands that may be exchanged); types that follow from others; and what
    rules, exceptions, invariants and blocks are called, as long as whatever speaks of them calls them so too.
    """
    called = {node.name for node in nodes(rules) if isinstance(node, ir.Call)}
    bare = replace(
        rules, id="", texts=(), lints=(), version="", display=ir.Display(board=(), arena=None, fighter=None, span=rules.span),
        rules=tuple(sorted(rules.rules, key=lambda one: (one.step, *(() if _tells(one) else (_content(one),))))),
        exceptions=tuple(sorted(rules.exceptions, key=_content)),
        definitions=tuple(sorted((one for one in rules.definitions if one.name in called), key=lambda one: one.name)),
        slots=tuple(sorted(rules.slots, key=lambda one: (one.holder, one.name))),
        kinds=tuple(_by_column(one) for one in rules.kinds),
        relations=tuple(replace(one, lines=()) for one in rules.relations),
    )  # fmt: skip
    inner: list[tuple[str, Sequence[ir.Item | ir.Block]]] = [
        ("rule", bare.rules),
        ("exception", bare.exceptions),
        ("invariant", bare.invariants),
        ("block", list(_blocks(bare.flow))),
    ]
    names = {one.name: f"{sort} {place}" for sort, items in inner for place, one in enumerate(items)}
    names |= {
        f"{sort}:{one.name}": f"{sort} {place}" for sort, items in inner for place, one in enumerate(items)
    }
    return hashlib.sha256(json.dumps(_bare(to_data(bare), names), sort_keys=True).encode()).hexdigest()


def _by_column(kind: ir.Kind) -> ir.Kind:
    """The kind with its columns in the order of the alphabet."""
    order = sorted(range(len(kind.columns)), key=lambda place: kind.columns[place].name)
    rows = tuple(replace(row, values=tuple(row.values[place] for place in order)) for row in kind.rows)
    return replace(kind, columns=tuple(kind.columns[place] for place in order), rows=rows)


def _content(item: ir.Rule | ir.Exception_) -> str:
    """All of it but its name."""
    return json.dumps(
        _bare({key: value for key, value in to_data(item).items() if key != "name"}, {}), sort_keys=True
    )


def _tells(rule: ir.Rule) -> bool:
    return any(isinstance(one, ir.Tell) for one in rule.effects)


def _blocks(lines: Sequence[ir.Flow]) -> Iterator[ir.Block]:
    for line in lines:
        if isinstance(line, ir.Block):
            yield line
            yield from _blocks(line.body)


_ASIDE = frozenset({"cites", "span", "places", "bundle"})
"""Fields that mean nothing, or that follow from others."""
_CITE = re.compile(r"\b[A-Z]+[0-9]+\b")
_KEPT_TYPES = frozenset({"Slot", "Argument", "FoldRegister"})
_NAMED = frozenset({"Rule", "Exception_", "Holds", "Conserved", "EndsWithin", "Mirrored", "Block"})
_NAMING = frozenset({"each", "block", "target", "over"})


def _commuting(node: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The fields of a node that may be exchanged."""
    commutes = (node.get("node"), node.get("op")) in (
        ("Compare", "="),
        ("Compare", "!="),
        ("Arithmetic", "+"),
        ("Arithmetic", "*"),
    )
    return [("left", "right")] if commutes else []


def _bare(data: Any, names: Mapping[str, str], *, inner: bool = False) -> Any:
    match data:
        case dict():
            node = data.get("node")
            kept = {
                key: value
                for key, value in data.items()
                if key not in _ASIDE and (key != "type" or node in _KEPT_TYPES)
            }
            if node in ("Rule", "Exception_"):
                told = [one for one in data["effects"] if one["node"] == "Tell"]
                kept["effects"] = told + sorted(
                    (one for one in data["effects"] if one["node"] != "Tell"), key=str
                )
            if node == "Quantifier" and f"'name': '{kept['var']}'" not in str(kept):
                kept["var"] = "_"  # nothing speaks of it
            for one, other in _commuting(kept):
                kept[one], kept[other] = sorted((kept[one], kept[other]), key=str)
            if node == "Logic" or (node == "Function" and kept["name"] in ("min", "max")):
                items = "items" if node == "Logic" else "args"
                kept[items] = sorted(kept[items], key=str)
            if node in ("Fold", "FoldUpdate"):
                kept |= {key: sorted(kept[key], key=str) for key in ("registers", "sets") if key in kept}
            if node == "Tell":
                kept["fields"] = sorted(data["fields"], key=str)
            return {
                key: _bare(value, names, inner=key in _NAMING or (key == "name" and node in _NAMED))
                for key, value in kept.items()
            }
        case list():
            return [_bare(one, names, inner=inner) for one in data]
        case str() if inner:
            return names.get(data, data)
        case _:
            return data


REMEMBERED = 400
"""So many texts are remembered; a few megabytes each."""


class Remembered:
    """Reads each text once: all files but the one with the slip are the same again and again. Only what has no mistakes is remembered."""

    def __init__(self, what: Callable[..., Any], key: Callable[[Any], object]) -> None:
        self.what, self.key = what, key
        self.found: dict[object, tuple[object, Any]] = {}

    def __call__(self, given: Any, report: Report, *more: Any) -> Any:
        key = self.key(given)
        if key not in self.found:
            before = len(report.found)
            answer = self.what(given, report, *more)
            if len(report.found) > before:
                return answer
            if len(self.found) >= REMEMBERED:
                self.found.clear()
            self.found[key] = (given, answer)  # what is given is kept alive, since its id may be the key
        return self.found[key][1]


def remember_reading() -> None:
    """From now on, texts that were read without mistakes are not read again."""
    for module in (pipeline, files):
        for name in ("recover_document", "read_document"):
            if hasattr(module, name):
                setattr(
                    module, name, Remembered(getattr(module, name), lambda source: (source.path, source.text))
                )
        for name in ("check_shape", "build_file"):
            if hasattr(module, name):
                setattr(module, name, Remembered(getattr(module, name), id))


@dataclass(slots=True)
class Judge:
    """Judges slips in the rulesets below `root`; `folders` are those that each file (relative to `root`) belongs to."""

    root: Path
    scenarios: dict[str, list[tuple[float, Path, str]]] = field(default_factory=dict)
    known: dict[str, tuple[str, ir.Ruleset, frozenset[tuple[str, str]]]] = field(default_factory=dict)

    def judge(self, slip: Slip, folders: Sequence[str]) -> Verdict:
        begun = time.monotonic()
        for folder in folders:
            self._baseline(folder)
        path = self.root / slip.path
        right = path.read_bytes()
        path.write_text(slip.text, encoding="utf-8")
        try:
            return replace(self._verdict(slip, folders), seconds=time.monotonic() - begun)
        finally:
            path.write_bytes(right)

    def _verdict(self, slip: Slip, folders: Sequence[str]) -> Verdict:
        changes, idle, test, found = False, True, None, list[Diagnostic]()
        loader = Loader(Cache(None))
        try:
            if slip.path.startswith("prelude/"):
                alone = check_targets([LooseTarget(self.root / slip.path)], Cache(None))
                loader.texts.known.update(alone.texts)
                found += [one for one in alone.diagnostics if severity_of(one.slug) != "note"]
            for folder in folders:
                digest, before, usual = self.known[folder]
                if main_file(self.root / folder) is None:
                    whole = check_targets(find_targets(str(self.root / folder)), Cache(None))
                    loader.texts.known.update(whole.texts)
                    found += [one for one in whole.diagnostics if severity_of(one.slug) != "note"]
                    changes, idle = True, False
                    continue
                loaded = loader.load(self.root / folder)
                new = [
                    one
                    for one in loaded.diagnostics
                    if _key(one) not in usual and severity_of(one.slug) != "note"
                ]
                rules = loaded.ruleset
                changes |= rules is None or meaning(rules) != digest
                idle &= not changes and rules is not None and rules.texts == before.texts
                scenarios: list[tuple[Path, Scenario]] = []
                if rules is not None:
                    more, scenarios = self._read(folder, loader)
                    new += [one for one in more if _key(one) not in usual]
                found += new
                if not found and changes and rules is not None:
                    test = test or self._failing(folder, rules, scenarios, slip)
        except DenshoError as error:
            return _verdict_of(slip, folders, (changes, idle), found, loader, test, crash=f"raised {error!r}")
        except Exception:
            return _verdict_of(
                slip, folders, (changes, idle), found, loader, test, crash=traceback.format_exc()
            )
        return _verdict_of(slip, folders, (changes, idle), found, loader, test)

    def _read(self, folder: str, loader: Loader) -> tuple[list[Diagnostic], list[tuple[Path, Scenario]]]:
        found, scenarios = list[Diagnostic](), list[tuple[Path, Scenario]]()
        for path in sorted((self.root / folder / "tests").rglob("*.yaml")):
            opened = open_scenarios(path, loader)
            found += [one for one in opened.diagnostics if severity_of(one.slug) != "note"]
            if opened.scenarios is not None:
                scenarios += [(path, one) for one in opened.scenarios.scenarios]
        return found, scenarios

    def _baseline(self, folder: str) -> None:
        """What is known of the ruleset as it is: its meaning, what check says of it, and how long each scenario takes."""
        if folder in self.known:
            return
        loader = Loader(Cache(None))
        loaded = loader.load(self.root / folder)
        assert loaded.ruleset is not None, (
            f"{folder} does not check: {[str(one.message) for one in loaded.diagnostics]}"
        )
        found, scenarios = self._read(folder, loader)
        self.known[folder] = (
            meaning(loaded.ruleset),
            loaded.ruleset,
            frozenset(_key(one) for one in (*loaded.diagnostics, *found)),
        )
        timed = []
        vocabulary = Vocabulary(loaded.ruleset)
        programs: dict[tuple[tuple[str, str], ...], engine.Program] = {}
        for path, scenario in scenarios:
            options = tuple(sorted(scenario.options))
            if options not in programs:
                programs[options] = engine.compile_program(loaded.ruleset, dict(scenario.options))
            begun = time.monotonic()
            run_scenario(programs[options], scenario, vocabulary)
            # a set of options that no earlier scenario had costs a compilation
            timed.append((time.monotonic() - begun + 0.2 * len(scenario.options), path, scenario.name))
        self.scenarios[folder] = sorted(timed, key=lambda one: one[0])

    def _failing(
        self, folder: str, rules: ir.Ruleset, scenarios: list[tuple[Path, Scenario]], slip: Slip
    ) -> str | None:
        """The first scenario that fails: first those that cite a paragraph of the line, then those that took least time when all was right."""
        order = {(path, name): place for place, (_, path, name) in enumerate(self.scenarios[folder])}
        cited = frozenset(_CITE.findall(slip.before))
        scenarios.sort(
            key=lambda one: (
                cited.isdisjoint(cite.text for cite in one[1].cites),
                order.get((one[0], one[1].name), 0),
            )
        )
        vocabulary = Vocabulary(rules)
        programs: dict[tuple[tuple[str, str], ...], engine.Program] = {}
        for path, scenario in scenarios:
            options = tuple(sorted(scenario.options))
            try:
                if options not in programs:
                    programs[options] = engine.compile_program(rules, dict(scenario.options))
                failed = run_scenario(programs[options], scenario, vocabulary).failure is not None
            except DenshoError:
                failed = True
            if failed:
                return f"{path.name}: {scenario.name}"
        return None


def _key(one: Diagnostic) -> tuple[str, str]:
    return one.slug, str(one.message)


def _verdict_of(
    slip: Slip,
    folders: Sequence[str],
    effect: tuple[bool, bool],
    found: list[Diagnostic],
    loader: Loader,
    test: str | None,
    crash: str | None = None,
) -> Verdict:
    found.sort(key=lambda one: severity_of(one.slug) != "error")
    spans = [one.span for one in found]
    more = [label.span for one in found for label in one.labels]
    named = any(f"`{name}" in text for one in found for text in _texts(one) for name in slip.names)
    placed = named or any(_inside(span, slip, loader) for span in spans)
    return Verdict(
        slip=slip,
        ruleset=folders[0],
        changes=effect[0] or crash is not None,
        idle=effect[1] and crash is None,
        caught=bool(found),
        placed=placed,
        pointed=placed or any(_inside(span, slip, loader) for span in more),
        test=test,
        said="; ".join(_said(one, loader) for one in found[:3])
        + (f" … {len(found)}" if len(found) > 3 else ""),
        crash=crash,
    )


def _texts(one: Diagnostic) -> list[Text]:
    return [one.message, *one.help]


def _inside(span: Any, slip: Slip, loader: Loader) -> bool:
    if not span.path.endswith(slip.path):
        return False
    place = loader.texts[span.path].place(span)
    return any(
        place.line <= line <= max(place.line, min(place.end_line, place.line + 3)) for line in slip.lines
    )


def _said(one: Diagnostic, loader: Loader) -> str:
    line = loader.texts[one.span.path].place(one.span).line if one.span.path else 0
    return f"{os.path.basename(one.span.path)}:{line} {one.slug}: {one.message}"
