"""The part of `densho check` that looks for leaks by playing, and how it tells what it found."""

from __future__ import annotations

from collections.abc import Iterable

import click

from densho.analysis.secrecy import Leak, SecrecyReport, check_secrecy
from densho.analysis.starts import all_starts
from densho.cli.output import CannotOpenError
from densho.loading import Loader
from densho.scenarios.files import open_scenarios
from densho.scenarios.model import Scenario
from densho.targets import RulesetTarget, Target

FIGHTS = 40


def check_leaks(targets: Iterable[Target], loader: Loader, seed: int, fights: int = FIGHTS) -> int:
    """Plays each ruleset from its own start and those of its scenarios, and shows what leaks. Returns the number of leaks."""
    leaks = 0
    for target in targets:
        if not isinstance(target, RulesetTarget):
            raise CannotOpenError("secrecy is checked of whole rulesets: name a folder or the id of one")
        ruleset = loader.load(target.folder).ruleset
        if ruleset is None:
            continue
        starts = all_starts(ruleset, _scenarios(target, loader))
        if not starts:
            click.echo(f"{ruleset.id}: no start position can be played")
            continue
        report = check_secrecy(starts, seed=seed, fights=fights)
        click.echo(told(ruleset.id, report), nl=False)
        leaks += len(report.leaks)
    return leaks


def _scenarios(target: RulesetTarget, loader: Loader) -> list[Scenario]:
    found: list[Scenario] = []
    for path in target.scenarios:
        opened = open_scenarios(path, loader)
        if opened.scenarios is not None:
            found += opened.scenarios.scenarios
    return found


def told(ruleset: str, report: SecrecyReport) -> str:
    """What was varied and what leaked, for people."""
    if report.nothing_to_vary:
        return f"{ruleset}: nothing is secret for longer than a decision, so there was nothing to vary\n"
    varied = ", ".join(f"{count} {what}" for what, count in sorted(report.variations.items()))
    head = f"{ruleset}: {report.fights} fights, {report.decisions} decisions; varied: {varied}"
    found = [_leak(leak) for leak in report.leaks] or ["  no leaks"]
    return "\n".join([head, *found]) + "\n"


def _leak(leak: Leak) -> str:
    return "\n".join(
        [
            f"  leak: {leak.viewer} notices {leak.varied}",
            f"    in    {leak.noticed}",
            f"    once  {leak.before}",
            f"    then  {leak.after}",
        ]
    )
