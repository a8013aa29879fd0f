"""`densho fmt`: lays files out alike."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import click

from densho.cli.language import echo, lang_option_alone
from densho.cli.output import CannotOpenError, shown, wants_color
from densho.diagnostics.model import Diagnostic, Report
from densho.diagnostics.snippet import harmless
from densho.formatting.files import (
    ChangedMeanwhileError,
    Result,
    cannot_write,
    changed_meanwhile,
    files_of,
    format_files,
    timed,
    write,
)
from densho.limits import NO_LIMIT, allowed
from densho.messages import say, say_n
from densho.surface.reader import decode

STANDARD_INPUT = "-"
_COLOURS = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[36m"}
_FAULT = 3


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; say which files would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@lang_option_alone
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay files of rulesets, scenarios and characters out alike.

    A PATH is a file, or a folder, which is searched; `-` reads standard input and writes to standard output. Comments stay where
    they belong, drawn zones as they are drawn, and what a file says never changes. Files with mistakes of YAML
    are shown and left alone.

    \b
    Examples:
      densho fmt my_rules
      densho fmt --check --diff .
      densho fmt - < kesa.yaml

    \b
    Exit status: 0 all is laid out so, or has been written; 1 mistakes, or (with --check or --diff) something would change;
    2 a path that cannot be opened; 3 a file that would say something else, and was left alone.
    """
    if STANDARD_INPUT in paths:
        if len(paths) > 1:
            raise click.UsageError(say("`-` stands alone."))
        return _piped(check, diff)
    results = format_files(list(_files(paths)))
    told = [diagnostic for one in results for diagnostic in one.diagnostics]
    unwritten = 0
    if not (check or diff):
        refused = [problem for one in results if one.changed for problem in _write(one)]
        unwritten = len(refused)
        told += refused
    else:
        for one in results:
            if one.changed:
                _show(one, check, diff)
    _tell(told, results)
    _count(results, unwritten, written=not (check or diff))
    return _status(results, told, check or diff)


def _files(paths: tuple[str, ...]) -> Iterator[Path]:
    """Every file that is named. Raises `CannotOpenError`."""
    for named in paths:
        path = Path(named)
        try:
            if not path.exists():
                raise CannotOpenError(say("there is no file or folder `{path}`", path=named))
            found = list(files_of(path))
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise CannotOpenError(
                say("`{path}` cannot be opened: {reason}", path=named, reason=reason)
            ) from None
        if not found:
            raise CannotOpenError(say("`{path}` holds no ruleset and no scenarios", path=named))
        yield from found


def _write(result: Result) -> Iterator[Diagnostic]:
    """Writes a file and says so; yields what the system has against it."""
    try:
        write(result)
    except ChangedMeanwhileError:
        yield changed_meanwhile(result.path)
    except OSError as error:
        yield cannot_write(result.path, (error.strerror or type(error).__name__).lower())
    else:
        echo(say("laid out {file}", file=harmless(str(result.path))))


def _show(result: Result, check: bool, diff: bool) -> None:
    if check:
        echo(say("{file} would change", file=harmless(str(result.path))))
    if diff:
        for line in _diff(result.before, result.after or "", str(result.path)):
            click.echo(line)


def _diff(before: str, after: str, name: str) -> Iterator[str]:
    """A unified diff; signs that would move a cursor are shown as such."""
    colours = wants_color()
    lines = unified_diff(before.split("\n"), after.split("\n"), name, name, lineterm="")
    for number, line in enumerate(lines):
        text = harmless(line)
        colour = _COLOURS.get(text[:1], "") if colours and number > 1 else ""
        yield f"{colour}{text}\x1b[0m" if colour else text


def _tell(told: list[Diagnostic], results: list[Result]) -> None:
    sources = {one.source.path: one.source for one in results if one.source is not None}
    if told:
        click.echo(shown(told, sources), err=True)


def _count(results: list[Result], unwritten: int, *, written: bool) -> None:
    """How many files are laid out, and how many had to be left as they are: those with mistakes, and those that could not be written."""
    read = sum(one.after is not None for one in results)
    changed = sum(one.changed for one in results)
    good = read - changed
    changed -= unwritten
    left = len(results) - read + unwritten
    if changed and written:
        echo(say_n("{n} file laid out anew", "{n} files laid out anew", changed))
    elif changed:
        echo(say_n("{n} file would change", "{n} files would change", changed))
    if good:
        echo(say_n("{n} file is laid out already", "{n} files are laid out already", good))
    if left:
        echo(say_n("{n} file left as it is", "{n} files left as they are", left))


def _status(results: list[Result], told: list[Diagnostic], only_looking: bool) -> int:
    if any(one.fault for one in results):
        return _FAULT
    if told or (only_looking and any(one.changed for one in results)):
        return 1
    return 0


def _piped(check: bool, diff: bool) -> int:
    """Standard input to standard output, as an editor wants it. With mistakes nothing is written."""
    if sys.stdin is None:
        raise CannotOpenError(say("there is no standard input"))
    size = allowed().size
    data = sys.stdin.buffer.read(-1 if size == NO_LIMIT else size + 1)
    report = Report()
    source = decode(STANDARD_INPUT, data, report)
    if source is None:
        click.echo(shown(report.sorted(), {}), err=True)
        return 1
    formatted = timed(source)
    before = data.decode("utf-8")
    result = Result(
        path=Path(STANDARD_INPUT),
        source=source,
        before=before,
        after=formatted.text,
        diagnostics=formatted.diagnostics,
        fault=formatted.fault,
    )
    _tell(list(result.diagnostics), [result])
    if check or diff:
        if result.changed:
            _show(result, check, diff)
    elif result.after is not None:
        sys.stdout.buffer.write(result.after.encode("utf-8"))
        sys.stdout.buffer.flush()
    return _status([result], list(result.diagnostics), check or diff)
