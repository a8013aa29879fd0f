"""Whatever people read is made by `say`: no f-string or plain literal reaches them, and every template gets its values.

Diagnostics are also watched by their types, since they hold texts, not strings; this finds what types cannot.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "interpreter" / "densho"
FILES = sorted(PACKAGE.rglob("*.py"))

ARGUMENTS = {
    "add": (2, ("message", "help")),
    "echo": (0, ("message",)),
    "secho": (0, ("message",)),
    "prompt": (0, ("text",)),
    "confirm": (0, ("text",)),
    "Label": (None, ("text",)),
    "Diagnostic": (None, ("message", "help")),
    "Fault": (None, ("message", "help")),
}
"""Functions that take a text for people: its place, and the keywords that take one."""

ERRORS = {
    "AssertionError",
    "KeyError",
    "IndexError",
    "TypeError",
    "ValueError",
    "AttributeError",
    "LookupError",
}
"""Exceptions that tell of a mistake of a program."""

ALLOWED = {
    ("cli/main.py", "version"),  # the name of the program and its version
}
"""Reviewed: a file and what of it is no text for people, although it goes where one would."""

DYNAMIC = {
    "display/tongue.py": {"template"},  # hands on what its callers give
    "surface/faults.py": {"row.message", "row.help"},  # the table of broken texts, which is extracted
    "showing/guide.py": {"template"},
    "dossier/examined.py": {"template"},
}
"""Reviewed: templates that are no literals, by file."""

LETTERS = re.compile(r"[A-Za-z]{2}")


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def literals(node: ast.expr) -> Iterator[ast.expr]:
    """The literals with words in them that become the value of an expression."""
    match node:
        case ast.Constant(value=str(text)) if LETTERS.search(text):
            yield node
        case ast.JoinedStr(values=parts):
            if any(isinstance(part, ast.Constant) and LETTERS.search(str(part.value)) for part in parts):
                yield node
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from (*literals(one), *literals(other))
        case ast.BoolOp(values=items) | ast.Tuple(elts=items) | ast.List(elts=items):
            yield from (found for item in items for found in literals(item))
        case ast.Starred(value=value):
            yield from literals(value)
        case _:
            return


def sinks(tree: ast.Module) -> Iterator[ast.expr]:
    """Every expression that goes where people read."""
    for node in ast.walk(tree):
        match node:
            case ast.Raise(exc=ast.Call() as call) if (
                called(call)[:1].isupper() and called(call) not in ERRORS
            ):
                yield from call.args[:1]
            case ast.Call() as call if called(call) in ARGUMENTS:
                place, keywords = ARGUMENTS[called(call)]
                if place is not None and len(call.args) > place:
                    yield call.args[place]
                yield from (one.value for one in call.keywords if one.arg in keywords)
            case _:
                continue


def plain_texts(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(PACKAGE).as_posix()
    return [
        f"{name}:{found.lineno}: {text}"
        for sink in sinks(tree)
        for found in literals(sink)
        if (name, text := ast.unparse(found)) not in ALLOWED
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_texts_for_people_are_said(path: Path) -> None:
    assert plain_texts(path) == []


def calls_of_say(path: Path) -> Iterator[tuple[ast.Call, int]]:
    """Calls of `say` and `say_n`, with the number of templates."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and called(node) in ("say", "say_n"):
            yield node, 1 if called(node) == "say" else 2


def fields(template: str) -> set[str]:
    return {name.split(".")[0] for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_templates_are_literals_and_get_their_values(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    for call, number in calls_of_say(path):
        where = f"{name}:{call.lineno}"
        templates = call.args[:number]
        if any(ast.unparse(one) in DYNAMIC.get(name, ()) for one in templates):
            continue
        values = {one.arg for one in call.keywords} | ({"n"} if number == 2 else set())
        used: set[str] = set()
        for one in templates:
            assert isinstance(one, ast.Constant), f"{where}: {ast.unparse(one)} is no literal"
            assert isinstance(one.value, str)
            assert one.value.strip() == one.value != "", (
                f"{where}: {one.value!r} is empty or begins or ends with a blank"
            )
            used |= fields(one.value) if values else set()
        if None not in values and values:
            assert used | {"n"} == values | {"n"}, (
                f"{where}: {sorted(used)} are named, {sorted(map(str, values))} given"
            )
