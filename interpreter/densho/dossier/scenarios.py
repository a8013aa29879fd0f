"""A proposal's own scenarios and what of it they leave out; and the other scenarios, played with it in force and granted to everybody."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from densho import engine
from densho.analysis.granting import Grant, find_grant
from densho.campaigns.asking import Rules
from densho.display.blocks import Grid
from densho.dossier.document import Finding, Section, section
from densho.dossier.examined import Examined
from densho.errors import DenshoError
from densho.messages import say
from densho.scenarios import model
from densho.scenarios.compare import Mismatch
from densho.scenarios.coverage import Coverage, coverage_of, never_text
from densho.scenarios.files import OpenedFile, open_scenarios
from densho.scenarios.run import Failure, Result, Seen, run_scenario
from densho.showing.page import Element, Heading, Line, Table

MOST = 40
"""So many differing scenarios are listed."""
TOLD = 2
"""So many things that are otherwise are told of each."""


@dataclass(frozen=True, slots=True)
class Differs:
    """A scenario that comes out otherwise: its file and name, the step (0: setting up), and what is otherwise."""

    place: str
    name: str
    step: int
    what: str


@dataclass(frozen=True)
class Scenarios:
    """All scenarios of one examination, read once under the rules with the proposal."""

    examined: Examined

    @cached_property
    def own(self) -> tuple[OpenedFile, ...]:
        return tuple(self._opened(self.examined.question.own))

    @cached_property
    def others(self) -> tuple[OpenedFile, ...]:
        return tuple(self._opened(self.examined.question.tests))

    def _opened(self, paths: Iterable[Path], rules: Rules | None = None) -> Iterator[OpenedFile]:
        question = self.examined.question
        folder = (rules or question.after).folder
        for path in paths:
            opened = open_scenarios(path, question.loader, under=folder)
            if opened.scenarios is not None and opened.vocabulary is not None:
                yield opened

    def without(self, opened: OpenedFile, scenario: model.Scenario) -> Differs | None:
        """How one of the others fails under the rules without the proposal; None if it passes, or cannot be read there."""
        for before in self._opened([opened.path], self.examined.question.before):
            for one in _scenarios(before):
                if one.span == scenario.span:
                    return _failed(self.examined, _played(before, one))
        return None

    @staticmethod
    def every(files: Iterable[OpenedFile]) -> tuple[model.Scenario, ...]:
        """All scenarios of the files."""
        return tuple(one for opened in files for one in _scenarios(opened))


# --- its own -----------------------------------------------------------------------------------------


def own_scenarios(examined: Examined, scenarios: Scenarios) -> Section:
    """Whether they pass, and what the file declares that none of them exercises."""
    title = examined.say("Its own scenarios")
    if not scenarios.own:
        none = examined.say("it has no scenarios, so nothing says how it is meant")
        return section(title, [Line(examined.say("There are none."))], [Finding("grave", none)])
    failed: list[Differs] = []
    passed = 0
    covered: Coverage | None = None
    for opened in scenarios.own:
        results = [_played(opened, one) for one in _scenarios(opened)]
        failed += [found for one in results if (found := _failed(examined, one)) is not None]
        passed += sum(one.failure is None for one in results)
        counted = coverage_of(opened, results)
        if counted is not None and covered is not None:
            covered.add(counted)
        covered = covered or counted
    left = _left_out(examined, covered)
    parts: list[Element] = [
        Line(examined.say("{passed} pass, {failed} fail", passed=passed, failed=len(failed)))
    ]
    parts += _listed(examined, failed)
    if left:
        parts += [Heading(examined.say("What they do not exercise")), *(Line(one) for one in left)]
    return section(title, parts, _own_findings(examined, passed, failed, left))


def _left_out(examined: Examined, covered: Coverage | None) -> list[str]:
    if covered is None:
        return []
    return [examined.said(never_text(one)) for one in covered.idle() if one.span.path == examined.file]


def _own_findings(
    examined: Examined, passed: int, failed: Sequence[Differs], left: Sequence[str]
) -> Iterator[Finding]:
    if failed:
        yield Finding("grave", examined.say("of its own scenarios {number} fail", number=len(failed)))
    if left:
        yield Finding(
            "notable", examined.say("its scenarios leave {number} of its parts unexercised", number=len(left))
        )
    elif not failed:
        yield Finding(
            "well", examined.say("its scenarios ({number}) pass and exercise all of it", number=passed)
        )


# --- the others --------------------------------------------------------------------------------------


def other_scenarios(examined: Examined, scenarios: Scenarios, seconds: float) -> Section:
    """Which of the others come out otherwise while it is in force, and which when everybody has it besides. When the seconds are over, the rest is left out."""
    grant = find_grant(examined.after, examined.question.kind)
    in_force: list[Differs] = []
    having: list[Differs] = []
    number = alike = left = 0
    end = time.monotonic() + seconds
    for opened in scenarios.others:
        for scenario in _scenarios(opened):
            if time.monotonic() > end:
                left += 1
                continue
            number += 1
            found = _failed(examined, _played(opened, scenario))
            if found is not None:
                # house rules change what the base's scenarios expect; that is not the proposal's doing
                if found == scenarios.without(opened, scenario):
                    alike += 1
                else:
                    in_force.append(found)
                continue
            given = _granted(examined, scenario, grant)
            if given is not None:
                found = _failed(examined, _played(opened, given))
                having += [] if found is None else [found]
    parts: list[Element] = [Line(examined.say("{number} scenarios played", number=number))]
    if left:
        text = examined.say("The time ended before {number} others were played.", number=left)
        parts.append(Line(text, style="problem"))
    if alike:
        text = examined.say("{number} of them fail in the same way without it", number=alike)
        parts.append(Line(text))
    for title, differing in (
        (examined.say("Otherwise because it is in force"), in_force),
        (examined.say("Otherwise when everybody has it"), having),
    ):
        if differing:
            parts += [Heading(title), *_listed(examined, differing)]
    if not in_force and not having:
        parts.append(Line(examined.say("None of them comes out otherwise.")))
    return section(
        examined.say("The other scenarios with it"),
        parts,
        _other_findings(examined, len(in_force), len(having), left),
    )


def _other_findings(examined: Examined, in_force: int, having: int, left: int) -> Iterator[Finding]:
    if left:
        yield Finding(
            "notable", examined.say("it is slow: {number} scenarios could not be played in time", number=left)
        )
    if in_force:
        yield Finding(
            "grave",
            examined.say("{number} scenarios come out otherwise though nobody has it", number=in_force),
        )
    if having:
        yield Finding(
            "notable",
            examined.say("{number} scenarios come out otherwise when everybody has it", number=having),
        )


def _granted(examined: Examined, scenario: model.Scenario, grant: Grant | None) -> model.Scenario | None:
    """The scenario with the row granted to everybody, if everybody can have it beside what he has; what it expects of that slot, and of all that is legal, is left out."""
    if grant is None or grant.how == "value":
        return None  # it would take from everybody what the scenario is about
    slot = next(one for one in examined.after.slots if one.name == grant.slot and one.holder == "fighter")
    row = examined.question.row
    given: list[model.Given] = [
        one for one in scenario.setup.given if one.holder is None or one.slot != grant.slot
    ]
    for name in scenario.setup.fighters:
        held = [one.value for one in scenario.setup.given if (one.holder, one.slot) == (name, grant.slot)]
        rows = list(held[0]) if held and isinstance(held[0], list | tuple) else []
        value = list(dict.fromkeys([*rows, row]))
        given.append(
            model.Given(holder=name, slot=grant.slot, type=slot.type, value=value, span=scenario.span)
        )
    steps = tuple(
        replace(step, expects=tuple(one for one in step.expects if _still(one, grant.slot)))
        for step in scenario.steps
    )
    return replace(scenario, setup=replace(scenario.setup, given=tuple(given)), steps=steps)


def _still(expected: model.Expectation, slot: str) -> bool:
    """Whether it may be expected all the same."""
    match expected:
        case model.ExpectSlot(slot=name):
            return name != slot
        case model.ExpectLegal(only=only, count=count):
            return only is None and count is None
        case _:
            return True


# --- playing -----------------------------------------------------------------------------------------


def _scenarios(opened: OpenedFile) -> tuple[model.Scenario, ...]:
    return () if opened.scenarios is None else opened.scenarios.scenarios


def _played(opened: OpenedFile, scenario: model.Scenario) -> Result:
    """How it went; one whose options are gone cannot be set up."""
    assert opened.vocabulary is not None
    try:
        program = engine.compile_program(opened.vocabulary.ruleset, dict(scenario.options))
    except DenshoError as error:
        wrong = Mismatch(
            what=say("options"), expected=say("possible"), found=error.message, span=scenario.span
        )
        failure = Failure(step=0, span=scenario.span, mismatches=(wrong,), events=())
        return Result(scenario=scenario, failure=failure, seen=Seen())
    return run_scenario(program, scenario, opened.vocabulary)


def _failed(examined: Examined, result: Result) -> Differs | None:
    failure = result.failure
    if failure is None:
        return None
    told = [_otherwise(examined, one) for one in failure.mismatches[:TOLD]]
    more = len(failure.mismatches) - TOLD
    if more > 0:
        told.append(examined.say("and {number} more", number=more))
    what = "; ".join(told)
    return Differs(examined.locate(failure.span), result.scenario.name, failure.step, what)


def _otherwise(examined: Examined, one: Mismatch) -> str:
    return examined.say(
        "{what}: {expected} expected, {found} found",
        what=examined.said(one.what),
        expected=examined.said(one.expected),
        found=examined.said(one.found),
    )


def _listed(examined: Examined, differing: Sequence[Differs]) -> list[Element]:
    """A table of the first of them."""
    if not differing:
        return []
    say = examined.say
    rows = tuple((one.place, one.name, str(one.step), one.what) for one in differing[:MOST])
    found: list[Element] = [
        Table(Grid((say("where"), say("scenario"), say("step"), say("otherwise")), rows, wraps=True))
    ]
    if len(differing) > MOST:
        found.append(Line(say("… and {number} more", number=len(differing) - MOST)))
    return found
