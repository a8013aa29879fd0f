"""Finds the texts that people see, for Babel's `pybabel extract`; pyproject.toml says of which files.

Found are the templates of `say` and `say_n`, those of the table of broken texts, what commands and options say about themselves,
titles of diagnostics, descriptions in schemas, and what click says. Every finding is a line and a text, or two texts for one and many.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import IO, Any

from densho.cli.help import pieces

Found = tuple[int, str | tuple[str, str]]

CLICK: tuple[str | tuple[str, str], ...] = (
    "Usage:",
    "Options",
    "Commands",
    "[OPTIONS]",
    "COMMAND [ARGS]...",
    "Show this message and exit.",
    "Show the version and exit.",
    "default: {default}",
    "Error: {message}",
    "Try '{command} {option}' for help.",
    "Missing argument",
    "Missing option",
    "Missing command.",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "No such option {name!r}.",
    "Option {name!r} does not take a value.",
    "{value!r} is not a valid {number_type}.",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is a directory.",
    "file",
    "directory",
    "path",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""What click itself says; it looks for translations as gettext does."""


def python(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Babel's method for modules of the package."""
    del keywords, comment_tags, options
    found = [*in_module(file.read().decode("utf-8"))]
    name = str(getattr(file, "name", ""))
    if name.endswith("extraction.py"):
        found += ((0, text) for text in CLICK)
    if name.endswith("catalogue.py"):
        found += ((0, title) for title in titles())
    return _as_babel(found)


def schema(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Babel's method for JSON Schemas."""
    del keywords, comment_tags, options
    return _as_babel([(0, text) for text in in_schema(json.load(file))])


def _as_babel(found: list[Found]) -> Iterator[Any]:
    for line, text in found:
        yield line, "gettext" if isinstance(text, str) else "ngettext", text, []


def in_module(source: str) -> Iterator[Found]:
    """The texts in a module of the package."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield from ((node.lineno, text) for text in _in_call(name, node))
            case ast.FunctionDef(decorator_list=decorators) if any(map(_makes_command, decorators)):
                docstring = ast.get_docstring(node) or ""
                yield from ((node.lineno, piece.text) for piece in pieces(docstring))
            case _:
                continue


def _in_call(name: str, call: ast.Call) -> Iterator[str | tuple[str, str]]:
    texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
    match name, texts:
        case "say", [str(text), *_]:
            yield text
        case "say_n", [str(one), str(many), *_]:
            yield one, many
        case "Broken", [_, _, _, str(message), str(help_), *_]:
            yield from (message, help_)
        case "option" | "command" | "group" | "argument" | "version_option", _:
            for keyword in call.keywords:
                if keyword.arg in ("help", "epilog") and isinstance(keyword.value, ast.Constant):
                    yield from (piece.text for piece in pieces(str(keyword.value.value)))
        case _:
            return


def _makes_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in ("command", "group")


def titles() -> Iterator[str]:
    """The titles of diagnostics."""
    from densho.diagnostics.catalogue import entries  # noqa: PLC0415

    return (entry.title for entry in entries())


def in_schema(schema: object) -> Iterator[str]:
    """What a schema says of keys and values, as messages quote it."""
    from densho.surface.findings import sentences  # noqa: PLC0415

    match schema:
        case dict():
            for key, value in schema.items():
                if key == "title" and isinstance(value, str):
                    yield value
                elif key == "description" and isinstance(value, str):
                    yield from sentences(value)
                else:
                    yield from in_schema(value)
        case list():
            for item in schema:
                yield from in_schema(item)
        case _:
            return
