"""Which rows of a kind in files a choice uses: by its words, its arguments, and the rows that these are."""

from __future__ import annotations

from collections.abc import Iterator

from densho.engine.codegen_exceptions import ExceptionWriter
from densho.engine.codegen_lines import Lines
from densho.ir import nodes as ir
from densho.ir import types as t


class UsesWriter(ExceptionWriter):
    """Writes one function for each decision and kind."""

    def uses(self, decision: str, kind: str) -> tuple[str, str]:
        """The rows of a kind in files that a choice uses: by its words, its arguments and its rows."""
        shape = self.layout.choice_layout(decision)
        rows = {row.name: i for i, row in enumerate(self.layout.kinds[kind].rows)}
        name = self.exprs.uses_name(decision, kind)
        lines = Lines()
        with lines.block(f"def {name}(choice):"):
            lines.add("found = []")
            for i, word in enumerate(shape.words):
                self._word_uses(kind, rows, i, word, lines)
            for group in sorted(shape.sequences):
                with lines.block(f"for part in choice[{shape.parts_at(group)}]:"):
                    lines.add("word = part[1]")
                    self._part_uses(kind, rows, decision, group, lines)
            lines.add("return frozenset([row for row in found if row >= 0]) if found else nothing_used")
        return name, str(lines)

    def _word_uses(self, kind: str, rows: dict[str, int], i: int, word: ir.Word, lines: Lines) -> None:
        found = [f"found.append({rows[word.bundle[1]]})"] if word.bundle and word.bundle[0] == kind else []
        for place, argument in enumerate(word.args):
            found.extend(self._argument_uses(kind, rows, argument, f"choice[{i}][{place}]"))
        if found:
            with lines.block(f"if choice[{i}] is not None:"):
                for line in found:
                    lines.add(line)

    def _part_uses(self, kind: str, rows: dict[str, int], decision: str, group: str, lines: Lines) -> None:
        shape = self.layout.choice_layout(decision)
        for i in shape.words_of(group):
            for argument in shape.words[i].args:
                code = f"part[{shape.part_at(argument.name)}]"
                for line in self._argument_uses(kind, rows, argument, code):
                    lines.add(f"if word == {i}: {line}")

    def _argument_uses(
        self, kind: str, rows: dict[str, int], argument: ir.Argument, code: str
    ) -> Iterator[str]:
        empty = self.tables.literal(
            argument.default.value if argument.default else self.layout.empty_value(argument.type)
        )
        if argument.bundle and argument.bundle[0] == kind:
            yield f"found.append({rows[argument.bundle[1]]} if {code} != {empty} else -1)"
        of = argument.type.of if isinstance(argument.type, t.TOptional) else argument.type
        if isinstance(of, t.TRow) and any(r.bundle for r in self.layout.kinds[of.kind].rows):
            yield f"found.append({self.tables.brought_by(of.kind, kind)}[{code}])"
        elif isinstance(of, (t.TSet, t.TList, t.TBag)) and isinstance(of.of, t.TRow):
            yield f"found.extend([{self.tables.brought_by(of.of.kind, kind)}[row] for row in {code}])"
