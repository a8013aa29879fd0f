"""From a document to scenarios: every name is looked up in the ruleset, every value read by the type of its place.

Shape faults (a text where a mapping belongs, an unknown key) are the schema's to report, before this; here whatever does not
fit is passed over. A scenario with a mistake is left out of the file's scenarios, and the others still run.
"""

from __future__ import annotations

from collections.abc import Iterator

from densho.diagnostics.model import Report
from densho.ir import nodes as ir
from densho.messages import Text, say, say_n
from densho.scenarios import model
from densho.scenarios.expecting import read_expect
from densho.scenarios.naming import (
    ARENA_SLOT,
    FIGHTER,
    FIGHTER_SLOT,
    OPTION,
    REFUSAL,
    option_value,
    unknown,
    unknown_paragraph,
)
from densho.scenarios.values import INVALID, Reading
from densho.scenarios.vocabulary import DEFAULT_FIGHTERS, EXPECT_KEYS, Vocabulary
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, plain, scalar_value

HARMLESS = frozenset({"unknown-paragraph"})
"""Findings that do not keep a scenario from running."""


def read_header(document: Document) -> model.Header | None:
    """The ruleset that a file of scenarios names, and its loose files; None when it names none."""
    ruleset = document.root.get("ruleset")
    if not isinstance(ruleset, Scalar):
        return None
    extra = tuple(named(item) for item in _items(document.root.get("with")) if isinstance(item, Scalar))
    return model.Header(ruleset=named(ruleset), extra=extra)


def read_scenarios(
    document: Document, header: model.Header, vocabulary: Vocabulary, report: Report
) -> model.ScenarioFile:
    """The scenarios of the file that have no mistake, and the names of those that have one."""
    good: list[model.Scenario] = []
    broken: list[model.Named] = []
    names: dict[str, model.Named] = {}
    for entry in _items(document.root.get("scenarios")):
        if not isinstance(entry, Mapping):
            continue
        mine = Report()
        scenario = _Scenario(entry, vocabulary, mine).read()
        title = _title(entry)
        if title.text in names:
            mine.add(
                "scenario-twice",
                title.span,
                say("a scenario of this file is already called `{name}`", name=title.text),
            )
        names[title.text] = title
        for one in mine.found:
            report.add(one.slug, one.span, one.message, help=one.help, labels=one.labels)
        if any(one.slug not in HARMLESS for one in mine.found):
            broken.append(title)
        else:
            good.append(scenario)
    return model.ScenarioFile(
        path=document.source.path, header=header, scenarios=tuple(good), broken=tuple(broken)
    )


def named(scalar: Scalar) -> model.Named:
    return model.Named(text=scalar.text, span=scalar.span)


def _title(entry: Mapping) -> model.Named:
    name = entry.get("name")
    return named(name) if isinstance(name, Scalar) else model.Named(text=say("(no name)"), span=entry.span)


def wrong_number(ruleset: ir.Ruleset, given: int) -> Text:
    """What is said when too few or too many fighters stand in a fight."""
    low, high = ruleset.seats
    if low == high:
        return say_n(
            "`{ruleset}` is for {n} fighter, here are {given}",
            "`{ruleset}` is for {n} fighters, here are {given}",
            low,
            ruleset=ruleset.id,
            given=given,
        )
    return say(
        "`{ruleset}` is for {low} to {high} fighters, here are {given}",
        ruleset=ruleset.id,
        low=low,
        high=high,
        given=given,
    )


def _items(value: Value | None) -> tuple[Value, ...]:
    return value.items if isinstance(value, Sequence) else ()


def _entries(value: Value | None) -> Iterator[tuple[Scalar, Value]]:
    if isinstance(value, Mapping):
        yield from value.entries


class _Scenario:
    """Reads one scenario. The fighters are known first, since every other part may name them."""

    def __init__(self, entry: Mapping, vocabulary: Vocabulary, report: Report) -> None:
        self.entry = entry
        self.vocabulary = vocabulary
        self.report = report
        self.names = self._fighters()
        self.reading = Reading(vocabulary, self.names, report)

    def read(self) -> model.Scenario:
        title = _title(self.entry)
        return model.Scenario(
            name=title.text,
            span=title.span,
            cites=self._cites(),
            options=self._options(),
            setup=model.Setup(fighters=self.names, given=self._given()),
            steps=tuple(
                self._step(number, item)
                for number, item in enumerate(_items(self.entry.get("steps")), 1)
                if isinstance(item, Mapping)
            ),
        )

    # --- before the first step --------------------------------------------------------------------

    def _setup(self, key: str) -> Value | None:
        setup = self.entry.get("setup")
        return setup.get(key) if isinstance(setup, Mapping) else None

    def _fighters(self) -> tuple[str, ...]:
        """The names in order; at the mapping of fighters it is said when they are too few or too many."""
        given = self._setup("fighters")
        names = tuple(key.text for key, _ in _entries(given)) or DEFAULT_FIGHTERS
        for key, _ in _entries(given):
            if key.text in EXPECT_KEYS:
                message = say(
                    "no fighter can be called `{name}`, which has a meaning of its own in `expect`",
                    name=key.text,
                )
                self.report.add("bad-fighters", key.span, message)
        low, high = self.vocabulary.ruleset.seats
        if not low <= len(names) <= high:
            span = given.span if given is not None else _title(self.entry).span
            self.report.add("bad-fighters", span, wrong_number(self.vocabulary.ruleset, len(names)))
        return names

    def _cites(self) -> tuple[model.Named, ...]:
        cites = tuple(named(item) for item in _items(self.entry.get("cites")) if isinstance(item, Scalar))
        for cite in cites:
            if cite.text not in self.vocabulary.cited:
                unknown_paragraph(self.report, cite.span, cite.text, self.vocabulary.cited)
        return cites

    def _options(self) -> tuple[tuple[str, str], ...]:
        found = []
        for key, value in _entries(self.entry.get("options")):
            values = self.vocabulary.options.get(key.text)
            if values is None:
                unknown(self.report, OPTION, key.span, key.text, self.vocabulary.options)
            elif isinstance(value, Scalar):
                if value.text not in values:
                    unknown(self.report, option_value(key.text), value.span, value.text, values)
                found.append((key.text, value.text))
        return tuple(sorted(found))

    def _given(self) -> tuple[model.Given, ...]:
        found = list(self._slots(None, self._setup("arena")))
        for key, value in _entries(self._setup("fighters")):
            found += self._slots(key.text, value)
        for key, value in _entries(self._setup("score")):
            found += self._score(key, value)
        return tuple(found)

    def _slots(self, holder: str | None, value: Value | None) -> Iterator[model.Given]:
        slots = self.vocabulary.arena_slots if holder is None else self.vocabulary.fighter_slots
        for key, item in _entries(value):
            slot = slots.get(key.text)
            if slot is None:
                sort = ARENA_SLOT if holder is None else FIGHTER_SLOT
                unknown(self.report, sort, key.span, key.text, slots)
                continue
            given = self.reading.value(item, slot.type)
            if given is not INVALID:
                yield model.Given(holder=holder, slot=key.text, type=slot.type, value=given, span=item.span)

    def _score(self, key: Scalar, value: Value) -> Iterator[model.Given]:
        score = self.vocabulary.score
        if score is None:
            message = say("`{ruleset}` has no score", ruleset=self.vocabulary.ruleset.id)
            self.report.add("no-score", key.span, message, help=say("a ruleset names its slot by `score:`"))
        elif self.fighter(key):
            given = self.reading.value(value, score.type)
            if given is not INVALID:
                yield model.Given(
                    holder=key.text, slot=score.name, type=score.type, value=given, span=value.span
                )

    # --- steps ------------------------------------------------------------------------------------

    def fighter(self, key: Scalar) -> bool:
        """Whether it names a fighter; reported if not."""
        if key.text not in self.names:
            unknown(self.report, FIGHTER, key.span, key.text, self.names)
        return key.text in self.names

    def _step(self, number: int, step: Mapping) -> model.Step:
        choose = tuple(self._choose(step))
        return model.Step(
            number=number,
            span=step.span,
            choose=choose,
            rolls=tuple(self._rolls(step)),
            rejects=tuple(self._rejects(step, choose)),
            expects=tuple(read_expect(step.get("expect"), self.reading)),
        )

    def _choose(self, step: Mapping) -> Iterator[model.Handed]:
        for key, value in _entries(step.get("choose")):
            if self.fighter(key) and isinstance(value, Scalar):
                yield model.Handed(fighter=key.text, text=value.text, span=value.span)

    def _rolls(self, step: Mapping) -> Iterator[model.Scripted]:
        for key, value in _entries(step.get("roll")):
            if key.text == "arena" or self.fighter(key):
                yield model.Scripted(
                    fighter=None if key.text == "arena" else key.text,
                    results=tuple(plain(item) for item in _items(value)),
                    span=value.span,
                )

    def _rejects(self, step: Mapping, choose: tuple[model.Handed, ...]) -> Iterator[model.Rejected]:
        for key, value in _entries(step.get("reject")):
            if not self.fighter(key) or not isinstance(value, Scalar):
                continue
            if all(handed.fighter != key.text for handed in choose):
                message = say("`{name}` hands in nothing in this step that could be refused", name=key.text)
                self.report.add("rejects-nothing", key.span, message)
            any_refusal = scalar_value(value) is True
            if not any_refusal and value.text not in self.vocabulary.refusals:
                unknown(self.report, REFUSAL, value.span, value.text, self.vocabulary.refusals)
            yield model.Rejected(
                fighter=key.text, refusal=None if any_refusal else value.text, span=value.span
            )
