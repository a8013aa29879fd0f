"""`densho schema`: the JSON Schema of a ruleset's documents."""

from __future__ import annotations

import json

import click

from densho.cache import open_cache
from densho.cli.language import lang_option_alone, translate
from densho.cli.output import ruleset_of_name
from densho.loading import Loader
from densho.messages import Text, said, say
from densho.schema import ruleset_schema
from densho.surface.findings import NOT_HERE, sentences

ABOUT = ("title", "description")


@click.command("schema")
@click.argument("ruleset")
@lang_option_alone
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
    click.echo(json.dumps(_in_language(ruleset_schema(core)), ensure_ascii=False, indent=1))
    return 0


def _in_language(schema: object) -> object:
    """The schema with titles and descriptions in the language that is spoken; what a ruleset says stays as it is."""
    match schema:
        case dict():
            return {
                key: _about(value) if key in ABOUT and isinstance(value, str) else _in_language(value)
                for key, value in schema.items()
            }
        case list():
            return [_in_language(item) for item in schema]
        case _:
            return schema


def _about(text: str) -> str:
    if isinstance(text, Text):
        return said(text, translate())
    found = [translate()(one) for one in (text, *sentences(text))]
    if found[0] != text:
        return found[0]
    if found[1:] == sentences(text):
        return text
    if text.startswith(NOT_HERE):
        found.insert(1, said(say("not here"), translate()))
    return " ".join(f"{one[:1].upper()}{one[1:]}." for one in found[1:])
