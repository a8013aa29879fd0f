"""House lints: what a group asks of its files beside what makes them right, as diagnostics at the rows that lack it.

The lints of a house ruleset are about its own files and those that are added to it; nobody could mend the ruleset that it extends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from densho.diagnostics.model import Report
from densho.engine.errors import RulesetFault, TimeIsUp
from densho.engine.lints import Linted, run_lints
from densho.ir import nodes as ir
from densho.messages import Text, listed, say
from densho.source import Span
from densho.targets import bases_of, home_of, sort_of


def check_lints(ruleset: ir.Ruleset, report: Report) -> None:
    """Reports every row that does not fulfil a lint, and every lint about the whole that fails."""
    try:
        for found in run_lints(ruleset):
            for span, message in _problems(ruleset, found):
                report.add("house-lint", span, message, help=_help(ruleset, found.lint))
    except TimeIsUp as fault:
        costs = say("an expression costs most where it goes through a large set for each member of another")
        report.add("too-slow", fault.spans[0], fault.message, help=costs)
    except RulesetFault as fault:
        report.add("ruleset-fault", fault.spans[0], fault.message, help=fault.help)


def _problems(ruleset: ir.Ruleset, found: Linted) -> Iterator[tuple[Span, Text]]:
    name = found.lint.name
    if found.whole:
        yield found.lint.span, say("this ruleset does not fulfil its lint `{lint}`", lint=name)
    kind = next((one for one in ruleset.kinds if one.name == found.lint.kind), None)
    if kind is None:
        return
    lent = _lent(Path(found.lint.span.path))
    rows = [(number, row) for number, row in enumerate(kind.rows) if number in found.rows]
    for number, row in rows:
        if lent(row.span.path):
            continue
        if number in found.broken:
            yield (
                row.span,
                say(
                    "the {kind} `{row}` does not fulfil the lint `{lint}`",
                    kind=kind.name,
                    row=row.name,
                    lint=name,
                ),
            )
        lacking = [one for one in found.lint.languages if not _has_words(ruleset, kind.name, row.name, one)]
        if lacking:
            yield (
                row.span,
                say(
                    "the {kind} `{row}` has no words in {languages}, which the lint `{lint}` asks for",
                    kind=kind.name,
                    row=row.name,
                    languages=listed(f"`{one}`" for one in lacking),
                    lint=name,
                ),
            )


def _lent(lint: Path) -> Callable[[str], bool]:
    """Whether a file belongs to a ruleset that the lint's own extends, or to a prelude."""
    home = home_of(lint)
    if home is None or sort_of(lint) == "prelude":
        return lambda _path: False
    bases = {one.resolve() for one in bases_of(home)}

    @cache
    def lent(path: str) -> bool:
        around = home_of(Path(path))
        return sort_of(Path(path)) == "prelude" or (around is not None and around.resolve() in bases)

    return lent


def _has_words(ruleset: ir.Ruleset, kind: str, row: str, language: str) -> bool:
    return any(one == language and key == f"{kind}.{row}" for one, key, _texts in ruleset.texts)


def _help(ruleset: ir.Ruleset, lint: ir.Lint) -> Iterator[Text]:
    """The reasons that the lint gives, and languages in which it asks for words though nothing has any."""
    spoken = {language: None for language, _key, _texts in ruleset.texts}
    for asked in lint.languages:
        if asked not in spoken:
            languages = ", ".join(spoken)
            yield say(
                "nothing here has words in `{language}`; there are words in {languages}",
                language=asked,
                languages=languages,
            )
    for _language, key, texts in ruleset.texts:
        if key == f"lint.{lint.name}":
            yield say("`{lint}`: {reason}", lint=lint.name, reason=texts[0])
