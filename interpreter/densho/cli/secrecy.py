"""The part of `densho check` that looks for leaks by playing, and how it tells what it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from densho.analysis.secrecy import Leak, SecrecyReport, check_secrecy
from densho.analysis.starts import all_starts
from densho.cli.faults import fault_problem
from densho.cli.fights import show_problems
from densho.cli.language import echo, translate
from densho.cli.output import CannotOpenError
from densho.loading import Loader
from densho.messages import ENGLISH, Text, Translate, listed, said, say, say_n
from densho.scenarios.files import open_scenarios
from densho.scenarios.model import Scenario
from densho.targets import RulesetTarget, Target

FIGHTS = 40


def check_leaks(targets: Iterable[Target], loader: Loader, seed: int, fights: int = FIGHTS) -> int:
    """Plays each ruleset from its own start and those of its scenarios, and shows what leaks. Returns the number of leaks and of fights that broke off."""
    leaks = 0
    for target in targets:
        if not isinstance(target, RulesetTarget):
            raise CannotOpenError(say("secrecy is checked of whole rulesets: name a folder or the id of one"))
        ruleset = loader.load(target.folder).ruleset
        if ruleset is None:
            continue
        starts = all_starts(ruleset, _scenarios(target, loader))
        if not starts:
            echo(say("{ruleset}: no start position can be played", ruleset=ruleset.id))
            continue
        report = check_secrecy(starts, seed=seed, fights=fights)
        click.echo(told(ruleset.id, report, translate()), nl=False)
        if report.faults:
            show_problems((fault_problem(report.faults[0]),), loader)
        leaks += len(report.leaks) + len(report.faults)
    return leaks


def _scenarios(target: RulesetTarget, loader: Loader) -> list[Scenario]:
    found: list[Scenario] = []
    for path in target.scenarios:
        opened = open_scenarios(path, loader)
        if opened.scenarios is not None:
            found += opened.scenarios.scenarios
    return found


def told(ruleset: str, report: SecrecyReport, translate: Translate = ENGLISH) -> str:
    """What was varied and what leaked, for people."""
    return "".join(f"{indent}{said(line, translate)}\n" for indent, line in _lines(ruleset, report))


def _lines(ruleset: str, report: SecrecyReport) -> Iterator[tuple[str, Text]]:
    if report.nothing_to_vary:
        yield (
            "",
            say(
                "{ruleset}: nothing is secret for longer than a decision, so there was nothing to vary",
                ruleset=ruleset,
            ),
        )
        yield from _broken(report)
        return
    varied = (
        say("{count} {what}", count=count, what=what) for what, count in sorted(report.variations.items())
    )
    yield (
        "",
        say(
            "{ruleset}: {fights}, {decisions}; varied: {varied}",
            ruleset=ruleset,
            fights=say_n("{n} fight", "{n} fights", report.fights),
            decisions=say_n("{n} decision", "{n} decisions", report.decisions),
            varied=listed(varied),
        ),
    )
    for leak in report.leaks:
        yield from _leak(leak)
    if not report.leaks:
        yield "  ", say("no leaks")
    yield from _broken(report)


def _broken(report: SecrecyReport) -> Iterator[tuple[str, Text]]:
    if report.faults:
        broken = say_n("{n} fight broke off", "{n} fights broke off", len(report.faults))
        yield "  ", say("{fights}, the first because {why}", fights=broken, why=report.faults[0].message)


def _leak(leak: Leak) -> Iterator[tuple[str, Text]]:
    yield "  ", say("leak: {viewer} notices {secret}", viewer=leak.viewer, secret=leak.varied)
    yield "    ", say("in    {what}", what=leak.noticed)
    yield "    ", say("once  {what}", what=leak.before)
    yield "    ", say("then  {what}", what=leak.after)
