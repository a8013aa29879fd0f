"""Where people read: plain text, or, on a terminal, with colours and tables by rich.

Texts reach rich as `Text`, so that nothing in a name is ever taken for markup; without colours rich is not even imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, TextIO

from densho.display.blocks import GAP, Block, Drawing, Grid, lines_of, parts
from densho.display.tongue import harmless

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

STYLES = {
    "title": "bold underline",
    "heading": "bold cyan",
    "label": "bold",
    "note": "dim",
    "problem": "red",
    "verdict": "bold green",
    "frame": "dim",
    "struck": "bold red",
    "plain": "",
}


class Screen:
    """Writes to a stream, `width` cells wide; `colour` asks for rich."""

    def __init__(self, stream: TextIO, *, colour: bool, width: int) -> None:
        self.stream = stream
        self.colour = colour
        self.width = width

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console  # noqa: PLC0415 - only for a terminal

        return Console(
            file=self.stream,
            width=self.width,
            force_terminal=True,
            markup=False,
            highlight=False,
            emoji=False,
            soft_wrap=True,
        )

    def line(self, text: str = "", style: str = "plain") -> None:
        """One line; `style` is a key of `STYLES`."""
        text = harmless(text)
        if not self.colour:
            self._write(text)
            return
        self._console.print(self._text(text, style))

    def blocks(self, blocks: Iterable[Block], indent: int = 0) -> None:
        """Drawings and tables, an empty line before each but the first; `indent` cells from the left."""
        for number, block in enumerate(blocks):
            if number:
                self.line()
            if self.colour:
                self._block(block, indent)
            else:
                for line in lines_of(block, self.width - indent):
                    self._write(f"{' ' * indent}{line}".rstrip() if indent else line)

    def flush(self) -> None:
        self.stream.flush()

    def _write(self, text: str) -> None:
        encoding = getattr(self.stream, "encoding", None) or "utf-8"
        self.stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")

    def _text(self, text: str, style: str) -> Text:
        from rich.text import Text  # noqa: PLC0415

        return Text(text, style=STYLES[style], no_wrap=False)

    def _block(self, block: Block, indent: int) -> None:
        match block:
            case Drawing(lines=lines):
                for line in lines:
                    self._console.print(self._text(" " * indent, "plain") + self._drawn(line))
            case Grid(wraps=True):
                self._table(block, indent)
            case Grid():
                for number, part in enumerate(parts(block, self.width - indent)):
                    if number:
                        self.line()
                    self._table(part, indent)

    def _drawn(self, line: str) -> Text:
        """Frames stand back, struck cells stand out."""
        text = self._text(line, "plain")
        framed = line.startswith("|")
        for at, sign in enumerate(line):
            if framed and sign == "|":
                text.stylize(STYLES["frame"], at, at + 1)
            elif (
                sign == "x"
                and line[:1] == " "
                and line[at - 1 : at] in " "
                and line[at + 1 : at + 2] in (" ", "")
            ):
                text.stylize(STYLES["struck"], at, at + 1)
        return text

    def _table(self, grid: Grid, indent: int) -> None:
        from rich.padding import Padding  # noqa: PLC0415
        from rich.table import Table  # noqa: PLC0415

        table = Table(box=None, show_header=any(grid.head), pad_edge=False, padding=(0, GAP, 0, 0))
        for name in grid.head:
            table.add_column(self._text(name, "label"), overflow="fold")
        for row in grid.rows:
            table.add_row(self._text(row[0], "label"), *(self._text(cell, "plain") for cell in row[1:]))
        self._console.print(Padding(table, (0, 0, 0, indent)) if indent else table)
