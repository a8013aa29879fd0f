"""Lines of Python, indented by block."""

from __future__ import annotations


class Lines:
    """Indented lines of Python."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.indent = 0

    def add(self, line: str) -> None:
        self.text.append("    " * self.indent + line)

    def block(self, head: str) -> _Indented:
        self.add(head)
        return _Indented(self)

    def __str__(self) -> str:
        return "\n".join(self.text) + "\n"


class _Indented:
    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def __enter__(self) -> None:
        self.lines.indent += 1

    def __exit__(self, *_: object) -> None:
        self.lines.indent -= 1
