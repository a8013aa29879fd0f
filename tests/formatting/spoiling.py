"""Makes files ugly: comments in all sorts of places, and other layouts that say the same. Everything follows from a `Random`."""

from __future__ import annotations

from pathlib import Path
from random import Random

from densho.diagnostics.model import Report
from densho.formatting.comments import comments_of
from densho.formatting.formatted import Formatted, format_source
from densho.formatting.scalars import is_plain
from densho.source import Source
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value, scalar_value
from densho.surface.reader import read_document

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(
    path
    for folder in ("rulesets", "tests/good")
    for path in (ROOT / folder).rglob("*.yaml")
    if not path.name.startswith(".")
)


def document(text: str) -> Document | None:
    """The document, if the text has no mistake of YAML."""
    report = Report()
    found = read_document(Source("x.yaml", text), report)
    return None if report else found


def formatted(text: str) -> Formatted:
    return format_source(Source("x.yaml", text))


def laid_out(text: str) -> str:
    """The text in its canonical layout, which there must be."""
    found = formatted(text)
    assert found.text is not None, [str(one.message) for one in found.diagnostics]
    return found.text


def comments(text: str) -> list[str]:
    found = document(text)
    assert found is not None
    return [comment.text for comment in comments_of(found)]


# --- comments -------------------------------------------------------------------------------------------


def with_comments(text: str, chance: Random, times: int) -> str:
    """The text with comments in it: in lines of their own, at ends of lines, and where a line may be broken for one."""
    for _ in range(times):
        changed = chance.choice([_own_line, _line_end, _at_blank, _at_bracket])(text, chance)
        if document(changed) is not None:
            text = changed
    return text


def _own_line(text: str, chance: Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    indent = chance.choice([0, 2, 4, 6, _indent(lines[at])])
    added = [" " * indent + f"# own {chance.randrange(1000)}"]
    lines[at:at] = [""] * chance.randrange(2) + added + [""] * chance.randrange(2)
    return "\n".join(lines)


def _line_end(text: str, chance: Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    if lines[at].strip() and "#" not in lines[at]:
        lines[at] += f"  # end {chance.randrange(1000)}"
    return "\n".join(lines)


def _at_blank(text: str, chance: Random) -> str:
    return _broken(text, [at for at, sign in enumerate(text) if sign == " "], chance, always=True)


def _at_bracket(text: str, chance: Random) -> str:
    places = [at + after for at, sign in enumerate(text) if sign in "{[,}]" for after in (0, 1)]
    return _broken(text, places, chance, always=False)


def _broken(text: str, places: list[int], chance: Random, *, always: bool) -> str:
    if not places:
        return text
    at = chance.choice(places)
    indent = _indent(text[text.rfind("\n", 0, at) + 1 :]) + chance.choice([0, 1, 2, 4, 8])
    comment = f"  # mid {chance.randrange(1000)}" if always or chance.random() < 0.5 else ""
    return f"{text[:at]}{comment}\n{' ' * indent}{text[at:]}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def bare(text: str) -> str:
    """The text without comments and empty lines."""
    found = document(text)
    assert found is not None
    for comment in reversed(comments_of(found)):
        text = text[: comment.start] + text[comment.start + len(comment.text) :]
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip()) + "\n"


TALL = frozenset({"define", "flow", "forbid", "rules", "slots"})
"""Sections that are never in one line, so that an empty line stands before them anyway."""


# --- other layouts --------------------------------------------------------------------------------------


def laid_otherwise(root: Mapping, chance: Random) -> str:
    """The same in another layout: brackets or lines, quotes or none, other indentation, folded texts, empty lines before sections."""
    return _Other(chance, chance.choice([0.0, 0.1, 0.4, 0.8])).lines(root, 0) + "\n"


class _Other:
    def __init__(self, chance: Random, brackets: float) -> None:
        self.chance = chance
        self.brackets = brackets

    def scalar(self, scalar: Scalar, *, flow: bool, key: bool = False) -> str:
        text = scalar.text
        bare = Scalar(text=text, plain=True, excerpt=scalar.excerpt)
        if not key and not isinstance(scalar_value(bare), str):
            return text if scalar.plain else f'"{text}"'
        ways = [text] if text and is_plain(text, flow=flow) and not (key and ":" in text) else []
        if "\n" not in text:
            ways.append("'" + text.replace("'", "''") + "'")
        ways.append('"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"')
        return self.chance.choice(ways)

    def flow(self, value: Value, indent: int) -> str:
        comma = "," + self.chance.choice([" ", "\n" + " " * (indent + 3)])
        inside = self.chance.choice(["", " ", "\n" + " " * (indent + 2)])
        match value:
            case Scalar():
                return self.scalar(value, flow=True)
            case Sequence():
                held = comma.join(self.flow(item, indent) for item in value.items)
                return f"[{inside}{held}{inside}]"
            case Mapping():
                held = comma.join(
                    f"{self.scalar(key, flow=True, key=True)}: {self.flow(item, indent)}"
                    for key, item in value.entries
                )
                return f"{{{inside}{held}{inside}}}"

    def lines(self, value: Mapping | Sequence, indent: int) -> str:
        out = []
        margin = " " * indent
        if isinstance(value, Mapping):
            for key, item in value.entries:
                gap = "\n" * self.chance.randrange(3) if indent == 0 and key.text in TALL else ""
                out.append(
                    f"{gap}{margin}{self.scalar(key, flow=False, key=True)}:{self.value(item, indent)}"
                )
            return "\n".join(out)
        for item in value.items:
            if isinstance(item, Mapping) and item.entries and self.chance.random() < 0.6:
                out.append(f"{margin}- {self.lines(item, indent + 2).lstrip()}")
            else:
                out.append(f"{margin}-{self.value(item, indent)}")
        return "\n".join(out)

    def value(self, value: Value, indent: int) -> str:
        if isinstance(value, Scalar):
            if not value.text and value.plain:
                return ""
            words = value.text.split(" ")
            folds = isinstance(scalar_value(value), str) and all(words) and "\n" not in value.text
            if folds and self.chance.random() < 0.15:
                margin = "\n" + " " * (indent + 2)
                rest = "".join(self.chance.choice([" ", margin]) + word for word in words[1:])
                return f" >-{margin}{words[0]}{rest}"
            return " " + self.scalar(value, flow=False)
        if not (value.entries if isinstance(value, Mapping) else value.items):
            return " {}" if isinstance(value, Mapping) else " []"
        if self.chance.random() < self.brackets and not _holds_nothing(value):
            return " " + self.flow(value, indent + 2)
        return "\n" + self.lines(value, indent + self.chance.choice([1, 2, 4]))


def _holds_nothing(value: Value) -> bool:
    """Whether somewhere a key has no value, which YAML takes in lines only."""
    match value:
        case Scalar():
            return value.plain and not value.text
        case Sequence():
            return any(map(_holds_nothing, value.items))
        case Mapping():
            return any(_holds_nothing(item) for _, item in value.entries)
