"""`densho schema`: the JSON Schema of a ruleset's documents."""

from __future__ import annotations

import json

import click

from densho.cache import open_cache
from densho.cli.output import ruleset_of_name
from densho.loading import Loader
from densho.schema import ruleset_schema


@click.command("schema")
@click.argument("ruleset")
def command(ruleset: str) -> int:
    """Print the JSON Schema of a ruleset's documents, for editors.

    One schema serves the ruleset's own files, its row files and its scenarios.

    \b
    Example:
      densho schema bokken > bokken.schema.json
    """
    core = ruleset_of_name(ruleset, Loader(open_cache()))
    if core is None:
        return 1
    click.echo(json.dumps(ruleset_schema(core), ensure_ascii=False, indent=1))
    return 0
