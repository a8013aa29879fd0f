"""The part of `densho test` that plays against what rulesets promise, and how it tells what it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from densho.cli.language import echo, translate
from densho.cli.output import CannotOpenError, shown
from densho.cli.progress import Bar
from densho.diagnostics.model import Diagnostic, Report
from densho.exploring.effort import Effort
from densho.exploring.fuzzing import Finding, Fuzzed, fuzz
from densho.exploring.surveying import starts_of
from densho.exploring.writing import laid_out_file
from densho.loading import Loader
from densho.messages import Text, quoted, said, say, say_n
from densho.targets import RulesetTarget, Target

FIGHTS = 200
SHARES = 100


def fuzz_targets(
    targets: Iterable[Target], loader: Loader, seed: int, fights: int | None, seconds: float | None
) -> bool:
    """Plays each ruleset against its promises and shows what breaks them. Returns whether all were kept."""
    kept = True
    for target in targets:
        if not isinstance(target, RulesetTarget):
            raise CannotOpenError(say("promises are those of whole rulesets: name a folder or the id of one"))
        loaded = loader.load(target.folder)
        if loaded.ruleset is None:
            click.echo(shown(loaded.diagnostics, loader.texts), nl=False)
            kept = False
            continue
        effort = Effort(seconds=seconds, most=FIGHTS if fights is None and seconds is None else fights)
        bar = Bar(say("fights"), SHARES)
        found = fuzz(
            loaded.ruleset,
            starts=starts_of(loaded.ruleset, target.scenarios, loader),
            seed=seed,
            effort=effort,
            told=lambda spent, bar=bar: bar.reach(int(SHARES * spent.share)),  # type: ignore[misc]
        )
        bar.hide()
        for finding in found.findings:
            click.echo(_told(finding, loaded.ruleset.id, loader))
        echo(_summary(loaded.ruleset.id, found))
        kept = kept and not found.findings
    return kept


def _told(finding: Finding, ruleset: str, loader: Loader) -> str:
    """What is broken at its place, and the scenario that shows it."""
    report = Report()
    report.add(finding.breach.slug, finding.breach.span, finding.breach.message, help=tuple(_helps(finding)))
    text = said(say("this shows it:"), translate())
    return f"{_placed(report.found, loader)}{text}\n\n{laid_out_file(ruleset, [finding.text])}"


def _placed(found: Iterable[Diagnostic], loader: Loader) -> str:
    return shown(found, loader.texts)


def _helps(finding: Finding) -> Iterator[Text]:
    yield from finding.breach.help
    if finding.breach.cites:
        yield say("paragraphs: {cites}", cites=", ".join(finding.breach.cites))
    if finding.rules:
        yield say("in the last step this was written by {rules}", rules=quoted(finding.rules))


def _summary(ruleset: str, found: Fuzzed) -> Text:
    return say(
        "{ruleset}: {fights}, {decisions}; {broken}",
        ruleset=ruleset,
        fights=say_n("{n} fight", "{n} fights", found.effort.fights),
        decisions=say_n("{n} decision", "{n} decisions", found.effort.steps),
        broken=say_n("{n} promise broken", "{n} promises broken", len(found.findings))
        if found.findings
        else say("no promise broken"),
    )
