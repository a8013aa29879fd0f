"""The command `densho`: a group whose commands are loaded by name, when they are called.

Asking for the version or the help imports click and nothing else. Exit statuses: 0 nothing wrong; 1 problems that are shown at
their places, or too little memory for what was asked; 2 wrong usage, or a path that cannot be opened; 3 a mistake of Densho itself, told in
one line.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from densho import __version__
from densho.cli.help import translated
from densho.cli.language import echo, lang_option_alone, speaking, translate, wanted
from densho.limits import VARIABLES, BadLimit, allowed, lift_memory_limit, limit_memory
from densho.messages import said, say

CLEAN, PROBLEMS, USAGE, INTERNAL = 0, 1, 2, 3
INTERRUPTED = 130

COMMANDS = {
    "check": say("Validate rulesets, single files of rulesets, and scenarios."),
    "new": say("Make a file that already checks."),
    "fmt": say("Lay files out alike, comments kept."),
    "test": say("Run scenarios."),
    "draft-test": say("Draft scenarios for what no scenario exercises yet."),
    "play": say("Play a fight at this terminal, or go on with one."),
    "replay": say("Tell a fight again, step by step."),
    "character": say("Make, show and advance characters."),
    "show": say("Show what a ruleset holds."),
    "campaign": say("Make, show and check campaigns."),
    "propose": say("Propose something new to a campaign."),
    "review": say("Make a dossier of a proposal."),
    "approve": say("Approve a proposal."),
    "return": say("Return a proposal to its author."),
    "reject": say("Reject a proposal."),
    "amend": say("See what another rule would have done, or put it in force."),
    "explain": say("Explain a diagnostic."),
    "schema": say("Print the JSON Schema of a ruleset's documents."),
}
"""Command and what it is for. The command `NAME` is `densho.cli.NAME.command`, with `_` for `-`."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and purposes, and imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"densho.cli.{cmd_name.replace('-', '_')}").command
        return translated(command, translate())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(translate()("Commands")):
            formatter.write_dl([(name, said(purpose, translate())) for name, purpose in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but with the nearest name when there is no such command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_no_command(args[0]), ctx)
        return super().resolve_command(ctx, args)


def _no_command(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415

    near = get_close_matches(name, COMMANDS, n=1)
    if near:
        return say("No such command {name!r}. Did you mean {near!r}?", name=name, near=near[0])
    return say("No such command {name!r}.", name=name)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Exit status:
  0  nothing is wrong
  1  problems, each shown at its place
  2  wrong usage, or a path that cannot be opened
  3  a mistake of Densho itself (DENSHO_DEBUG=1 shows where)""",
)
@click.version_option(__version__, "-V", "--version", prog_name="densho", message="%(prog)s %(version)s")
@lang_option_alone
def densho() -> None:
    """Duelling games written as data: check, test and play their rules.

    Wherever a ruleset is named, the id of a bundled one serves as well as a path; an existing path wins.
    """


def main(args: list[str] | None = None) -> None:
    """Runs the command line and leaves with its exit status; never with a traceback unless DENSHO_DEBUG is set."""
    _open_outputs()
    with suppress(BadLimit):  # which is told as soon as the language is known
        limit_memory(allowed().memory)
    sys.exit(run(sys.argv[1:] if args is None else args))


def run(args: list[str]) -> int:
    """Runs the command line with these arguments. Returns the exit status."""
    with speaking(wanted(args, os.environ)):
        return _run(args)


def _run(args: list[str]) -> int:
    command = translated(densho, translate())
    output = sys.stdout
    try:
        allowed()
        status = command.main(args, prog_name="densho", standalone_mode=False)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        _show(error)
        return USAGE
    except BadLimit as error:
        _show(click.ClickException(error.message))
        return USAGE
    except (MemoryError, SystemError):  # the latter from libraries in C that did not look what they got
        if os.environ.get("DENSHO_DEBUG"):
            raise
        return _out_of_memory()
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _close_output()
        return CLEAN
    except SystemExit:
        if sys.stdout is output:
            raise
        return CLEAN  # click met a broken pipe, and put another output in its place
    except OSError as error:
        if os.environ.get("DENSHO_DEBUG"):
            raise
        return _system(error)
    except Exception as error:
        if os.environ.get("DENSHO_DEBUG"):
            raise
        return _internal(error)
    return status if isinstance(status, int) else CLEAN


def _internal(error: Exception) -> int:
    """One line about a mistake of Densho's own."""
    text = " ".join(str(error).split())
    echo(
        say(
            "densho: internal error: {error}: {text} (please report it; DENSHO_DEBUG=1 shows where)",
            error=type(error).__name__,
            text=text,
        ),
        err=True,
    )
    return INTERNAL


def _system(error: OSError) -> int:
    """One line about what the system refused: mostly an output that cannot be written."""
    reason = (error.strerror or type(error).__name__).lower()
    message = say("the system says: {reason}", reason=reason)
    if error.filename is not None:
        message = say("`{path}` cannot be opened: {reason}", path=error.filename, reason=reason)
    else:
        _close_output()
    _show(click.ClickException(message))
    return USAGE


def _show(error: click.ClickException) -> None:
    """What is wrong with the usage; what was typed in it moves no cursor."""
    from io import StringIO  # noqa: PLC0415 - only to say what is wrong

    from densho.diagnostics.snippet import harmless  # noqa: PLC0415

    def shown(text: str) -> str:
        return "\n".join(map(harmless, text.split("\n")))

    error.message = shown(said(error.message, translate()))  # type: ignore[misc]
    text = StringIO()
    error.show(text)
    click.echo(shown(text.getvalue()), nl=False, err=True)


def _out_of_memory() -> int:
    """One line about memory that did not suffice: mostly a file that asks for more than anybody should."""
    lift_memory_limit()
    message = say(
        "this needs more than {memory} MB of memory; the variable {variable} allows more, and 0 any",
        memory=allowed().memory,
        variable=VARIABLES["memory"],
    )
    _show(click.ClickException(message))
    return PROBLEMS


def _open_outputs() -> None:
    """An output that is closed from the start is one that nobody reads."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _close_output() -> None:
    """Whoever read our output has gone: nothing more is written, also not at the interpreter's end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
