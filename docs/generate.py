"""Writes the reference in docs/ out of what the program itself goes by: `python docs/generate.py` (a test says when it is due).

* reference/commands.md, ru/reference/commands.md: the help of every command;
* reference/files.md: every key of every kind of file, out of the JSON Schemas in schemas/;
* reference/grammar.md: the grammar of expressions, out of grammar/densho.lark, with its comments;
* reference/codes.md: the catalogue of diagnostics with their pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from densho.cli.help import translated
from densho.cli.language import speaking, translate
from densho.cli.main import COMMANDS, densho
from densho.diagnostics.catalogue import entries
from densho.messages import said

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
WIDTH = 100
MADE = "<!-- made by docs/generate.py -->"

FILES = (
    ("ruleset", "Rulesets: main files, parts and preludes"),
    ("row", "Rows with files of their own: techniques, weapons …"),
    ("scenarios", "Scenarios"),
    ("character", "Characters"),
)
HEADINGS = {
    "en": ("Commands", "What `--help` says of each command."),
    "ru": ("Команды", "То, что каждая команда говорит о себе по `--help`."),
}


def pages() -> dict[Path, str]:
    """Every page by its path, as it should be."""
    return {
        DOCS / "reference" / "commands.md": commands("en"),
        DOCS / "ru" / "reference" / "commands.md": commands("ru"),
        DOCS / "reference" / "files.md": files(),
        DOCS / "reference" / "grammar.md": grammar(),
        DOCS / "reference" / "codes.md": codes(),
    }


# --- commands ----------------------------------------------------------------------------------------


def commands(language: str) -> str:
    """The help of all commands in a language."""
    title, about = HEADINGS[language]
    with speaking(language):
        parts = [f"# {title}\n\n{MADE}\n\n{about}\n", _help(translated(densho, translate()), "densho", None)]
        for name, purpose in COMMANDS.items():
            command = translated(import_module(f"densho.cli.{name.replace('-', '_')}").command, translate())
            parts.append(
                f"## densho {name}\n\n{said(purpose, translate())}\n\n{_help(command, f'densho {name}', None)}"
            )
            if isinstance(command, click.Group):
                parts += _below(command, f"densho {name}")
    return "\n".join(parts)


def _below(group: click.Group, called: str) -> Iterator[str]:
    context = click.Context(group, info_name=called, max_content_width=WIDTH, terminal_width=WIDTH)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            yield f"### {called} {name}\n\n{_help(command, f'{called} {name}', context)}"


def _help(command: click.Command, called: str, parent: click.Context | None) -> str:
    context = click.Context(
        command,
        info_name=called,
        max_content_width=WIDTH,
        terminal_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    del parent
    return f"```text\n{command.get_help(context).rstrip()}\n```\n"


# --- files -------------------------------------------------------------------------------------------


def files() -> str:
    """Every key of every kind of file."""
    parts = [
        f"# Files\n\n{MADE}\n\nEvery key that the frame knows. What a ruleset's own kinds add, `densho schema RULESET` says.\n"
    ]
    for name, title in FILES:
        schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
        parts.append(f"## {title}\n\n{schema['description']}\n")
        parts.append(_table(schema, schema))
        for called, definition in schema.get("$defs", {}).items():
            inner = list(_objects(definition))
            if inner:
                parts.append(f"### {definition.get('title', called)}\n\n{_sentence(definition)}")
                parts += [_table(one, schema) for one in inner]
    return "\n".join(parts)


def _objects(definition: Any) -> Iterator[Any]:
    """The objects with keys in a definition."""
    if isinstance(definition, dict):
        if any(not _absent(one) for one in definition.get("properties", {}).values()):
            yield definition
        for key in ("additionalProperties", "items"):
            if isinstance(definition.get(key), dict):
                yield from _objects(definition[key])
        for key in ("anyOf", "oneOf"):
            for one in definition.get(key, ()):
                yield from _objects(one)


def _absent(one: Any) -> bool:
    """Whether a key is named only to say that it must not be there."""
    return one is False or (isinstance(one, dict) and one.get("not") == {})


def _table(definition: Any, schema: Any) -> str:
    required = set(definition.get("required", ()))
    lines = ["| key | value | |", "| --- | --- | --- |"]
    for key, one in definition.get("properties", {}).items():
        if not _absent(one):
            lines.append(
                f"| `{key}` | {_sort(one, schema)}{', must be there' if key in required else ''} | {_cell(_said(one, schema))} |"
            )
    return "\n".join(lines) + "\n"


def _said(one: Any, schema: Any) -> str:
    return str(one.get("description") or _followed(one, schema).get("description", ""))


def _followed(one: Any, schema: Any) -> Any:
    """What a reference within the schema, or to another of the frame's, means."""
    reference = one.get("$ref", "") if isinstance(one, dict) else ""
    if not reference:
        return one
    file, _, place = reference.partition("#/$defs/")
    if file:
        schema = json.loads((ROOT / "schemas" / file).read_text(encoding="utf-8"))
    return schema["$defs"][place]


def _sort(one: Any, schema: Any) -> str:
    reference = one.get("$ref", "").rpartition("/")[2]
    if reference:
        return f"{_followed(one, schema).get('title', reference)}"
    if "enum" in one:
        return " or ".join(f"`{value}`" for value in one["enum"])
    sorts = one.get("type", "")
    return ", ".join(sorts) if isinstance(sorts, list) else str(sorts)


def _sentence(definition: Any) -> str:
    return f"{definition['description']}\n" if definition.get("description") else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# --- grammar -----------------------------------------------------------------------------------------


def grammar() -> str:
    """The grammar: its comments as text, its rules as they are."""
    text = (ROOT / "grammar" / "densho.lark").read_text(encoding="utf-8")
    parts = [f"# The grammar of expressions\n\n{MADE}\n"]
    head, _, rest = text.partition("\n\n")
    parts.append("```text\n" + re.sub(r"^// ?", "", head, flags=re.MULTILINE) + "\n```\n")
    sections = re.split(r"^// -+ (.*?) -*\n", rest, flags=re.MULTILINE)
    for title, body in zip(sections[1::2], sections[2::2], strict=True):
        parts.append(f"## {title.capitalize()}\n\n```lark\n{body.strip()}\n```\n")
    return "\n".join(parts)


# --- codes -------------------------------------------------------------------------------------------


def codes() -> str:
    """A table of all diagnostics, then their pages."""
    parts = [f"# Diagnostics\n\n{MADE}\n\n`densho explain CODE` shows one of these pages.\n"]
    lines = ["| code | | | |", "| --- | --- | --- | --- |"]
    for entry in entries():
        lines.append(
            f"| [{entry.code}](#{entry.code.lower()}-{entry.slug}) | {entry.slug} | {entry.severity} | {entry.title} |"
        )
    parts.append("\n".join(lines) + "\n")
    for entry in entries():
        page = entry.page.read_text(encoding="utf-8").strip()
        parts.append(
            re.sub(r"^(#+) ", r"#\1 ", _outside_blocks(page), flags=re.MULTILINE).replace("\x00", "#") + "\n"
        )
    return "\n".join(parts)


def _outside_blocks(page: str) -> str:
    """The page with signs of comments in its examples kept from being taken for headings."""
    return re.sub(
        r"^```.*?^```", lambda found: found[0].replace("#", "\x00"), page, flags=re.MULTILINE | re.DOTALL
    )


def main() -> None:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
