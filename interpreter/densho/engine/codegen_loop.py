"""The flow as one function: the fast path from decision to decision.

The instructions (see `flow`) are laid out in their order between labels; a label stands wherever the flow can be entered or jumped to. The
function gives back the state, the place where it rests, who owes a choice there, the counts of passes and the outcome.

What is rare is left to `run`, the helper it is called with: verdicts, rolls, faults, and steps that found trouble.
"""

from __future__ import annotations

from collections.abc import Iterator

from densho.engine.codegen_fast import QUIET, StepWriter
from densho.engine.codegen_lines import Lines
from densho.engine.codegen_rules import RuleWriter
from densho.engine.codegen_slots import misfit, outside_code
from densho.engine.facts import Facts
from densho.engine.flow import Instruction
from densho.engine.layout import NAMES
from densho.engine.sure import Sureness, bounded_elements
from densho.engine.tables import Tables

LOOP = "flow"


class LoopWriter:
    """Writes the function; `quiet`: it calls the steps that tell nothing."""

    def __init__(self, facts: Facts, tables: Tables, *, quiet: bool) -> None:
        self.facts = facts
        self.tables = tables
        self.quiet = quiet
        self.code = facts.plan.instructions
        self.labels = self._labels()
        self.sureness = Sureness(facts.rules)

    def chunk(self) -> tuple[str, str]:
        """(function name, text)"""
        name = (QUIET if self.quiet else "") + LOOP
        lines = Lines()
        with lines.block(f"def {name}(S, at, passes, events, run):"):
            lines.add("left = run.budget")
            with lines.block("while True:"):
                for begin, end in self._stretches():
                    with lines.block(f"if at == {begin}:"):
                        at = begin
                        while at < end:
                            at = self._instruction(at, lines)
                        if end < len(self.code) and self.code[end - 1].op != "jump":
                            lines.add(f"at = {end}")
        return name, str(lines)

    def _labels(self) -> list[int]:
        found = {0}
        for i, instruction in enumerate(self.code):
            match instruction.op:
                case "ask":
                    found |= {i, i + 1}
                case "again":
                    found |= {i, instruction.target}
                case "jump":
                    found |= {instruction.target, i + 1}
                case "unless" if not self._guards_one(i):
                    found.add(instruction.target)
        return sorted(found)

    def _stretches(self) -> Iterator[tuple[int, int]]:
        ends = [*self.labels[1:], len(self.code)]
        yield from zip(self.labels, ends, strict=True)

    def _guards_one(self, at: int) -> bool:
        """Whether an `unless` spares one step or roll."""
        return self.code[at].target == at + 2 and self.code[at + 1].op in ("do", "roll")

    def _instruction(self, at: int, lines: Lines) -> int:
        """Emits an instruction and gives the place of the next."""
        instruction = self.code[at]
        match instruction.op:
            case "unless" if self._guards_one(at):
                with lines.block(f"if condition_{instruction.condition}(S):"):
                    self._instruction(at + 1, lines)
                return at + 2
            case "unless":
                with lines.block(f"if not condition_{instruction.condition}(S):"):
                    self._go(instruction.target, lines)
            case "begin":
                self._begin(instruction, lines)
            case "again":
                self._again(at, instruction, lines)
            case "enter":
                self._enter(instruction.name, lines)
            case "jump":
                self._go(instruction.target, lines)
            case "ask":
                lines.add(f"owing = {instruction.function}(S)")
                lines.add(f"if owing: return S, {at}, owing, passes, None")
            case "do":
                self._do(at, instruction, lines)
            case "roll":
                lines.add(f"S = run.roll({instruction.name!r}, S)")
            case "halt":
                lines.add(f"run.halt({at})")
        return at + 1

    def _go(self, target: int, lines: Lines) -> None:
        lines.add(f"at = {target}")
        lines.add("continue")

    def _counted(self, block: str) -> int | None:
        """Where the passes of a block are counted, if they are."""
        return self.facts.block_number.get(block)

    def _begin(self, instruction: Instruction, lines: Lines) -> None:
        number = self._counted(instruction.name)
        lines.add("pass" if number is None else f"passes = (*passes[:{number}], 0, *passes[{number + 1} :])")

    def _again(self, at: int, instruction: Instruction, lines: Lines) -> None:
        if instruction.condition >= 0:
            with lines.block(f"if not condition_{instruction.condition}(S):"):
                self._go(instruction.target, lines)
        lines.add("left -= 1")
        lines.add(f"if left < 0: run.endless({at})")
        number = self._counted(instruction.name)
        if number is not None:
            lines.add(f"passes = (*passes[:{number}], passes[{number}] + 1, *passes[{number + 1} :])")
            with lines.block(f"if passes[{number}] > {instruction.at_most}:"):
                lines.add(f"run.too_often({at})")

    def _enter(self, block: str, lines: Lines) -> None:
        rows, computed = self.facts.entering[block]
        lines.add("L = [*S]")
        for at, value, empty in rows:
            lines.add(f"L[{at}] = {self._row(value, empty)}")
        for number, (at, anew) in enumerate(computed):
            if number == 0 or anew:
                lines.add("S = tuple(L)")
            self._computed(at, lines)
        lines.add("S = tuple(L)")
        if block in self.facts.present_blocks:
            lines.add("S = run.present(S)")

    def _row(self, value: object, empty: tuple[object] | None) -> str:
        """A value of the arena, or a row of one value for everybody (and the empty value)."""
        code = self.tables.literal(value)
        if empty is None:
            return code
        if empty[0] == value:
            return f"({code},) * len(S[{NAMES}])"
        return f"({code},) * (len(S[{NAMES}]) - 1) + ({self.tables.literal(empty[0])},)"

    def _computed(self, at: int, lines: Lines) -> None:
        """Emits the start of a slot that is not always the same."""
        slot = self.facts.layout.slot_at[at]
        tests = list(misfit(slot.type, "v", sure=False))
        of = bounded_elements(slot.type)
        if of is not None and not self.sureness.within(slot.start, of):
            tests.append(outside_code("v", of))
        if slot.holder == "arena":
            lines.add(f"v = start_{at}(S, -1)")
            for test in tests:
                lines.add(f"if {test}: run.misfit({at}, v)")
            lines.add(f"L[{at}] = v")
            return
        lines.add("row = []")
        with lines.block(f"for me in range(len(S[{NAMES}]) - 1):"):
            lines.add(f"v = start_{at}(S, me)")
            for test in tests:
                lines.add(f"if {test}: run.misfit({at}, v)")
            lines.add("row.append(v)")
        lines.add(f"L[{at}] = (*row, S[{at}][-1])")

    def _do(self, at: int, instruction: Instruction, lines: Lines) -> None:
        function = (QUIET if self.quiet else "") + instruction.function
        lines.add(f"try: S, told, ends = {function}(S)")
        lines.add(f"except FAULTS: S, told, ends = run.careful({at}, S)")
        if not self.quiet:
            lines.add("if told: events += told")
        if instruction.name in self.facts.present_steps:
            lines.add("S = run.present(S)")
        with lines.block("if ends:"):
            lines.add(f"S, at, outcome = run.end(S, {at}, ends, events)")
            lines.add("if outcome is not None: return S, at, (), passes, outcome")
            lines.add("continue")


def fast_chunks(facts: Facts, writer: RuleWriter) -> Iterator[tuple[str, str]]:
    """The fast path: every step, with and without the events it tells, and the flow over them."""
    steps = dict.fromkeys((i.name, i.by_fighter) for i in facts.plan.instructions if i.op == "do")
    for quiet in (False, True):
        for step, by_fighter in steps:
            yield StepWriter(writer, step, quiet=quiet, by_fighter=by_fighter).chunk()
        yield LoopWriter(facts, writer.tables, quiet=quiet).chunk()
