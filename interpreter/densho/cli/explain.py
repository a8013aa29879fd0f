"""`densho explain`: the page of a diagnostic, or the list of all."""

from __future__ import annotations

import click

from densho.cli.language import lang_option_alone, translate
from densho.diagnostics.catalogue import entries, find
from densho.diagnostics.suggestions import nearest
from densho.messages import say


@click.command("explain")
@click.argument("code", required=False)
@lang_option_alone
def command(code: str | None) -> None:
    """Explain a diagnostic: what it means, why it is refused, what to write instead.

    CODE is its code (D301) or name (unknown-name). Without it, all diagnostics are listed.

    \b
    Examples:
      densho explain unknown-name
      densho explain D301
    """
    if code is None:
        for entry in entries():
            click.echo(f"{entry.code}  {entry.slug:<22}{translate()(entry.title)}")
        return
    entry_or_none = find(code)
    if entry_or_none is None:
        near = nearest(code, [name for entry in entries() for name in (entry.code, entry.slug)])
        if near:
            raise click.UsageError(
                say("There is no diagnostic {code!r}. Did you mean {near!r}?", code=code, near=near[0])
            )
        raise click.UsageError(say("There is no diagnostic {code!r}.", code=code))
    click.echo(entry_or_none.page.read_text(encoding="utf-8").rstrip())
