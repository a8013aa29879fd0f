"""The order of a fight: what is asked and rolled, which steps are done, and by which rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from densho.ir import nodes as ir
from densho.ir.walk import nodes
from densho.showing import written
from densho.showing.guide import Guide, cited
from densho.showing.page import Element, Line, Title
from densho.surface import model, syntax


def steps(guide: Guide) -> Iterator[Element]:
    """The page of `--steps`: the flow with every step's rules, and when they apply."""
    yield Title(
        guide.say("The order of a fight: {ruleset}", ruleset=guide.tongue.text("ruleset", guide.ruleset.id))
    )
    yield from flow(guide, guide.ruleset.flow, conditions=True)


def flow(
    guide: Guide, lines: tuple[ir.Flow, ...], depth: int = 1, *, conditions: bool = False
) -> Iterator[Element]:
    """Lines of the flow, indented by blocks; `conditions`: also when each rule applies."""
    for line in lines:
        yield Line(f"{_line(guide, line)}{_when(guide, line)}", depth, _STYLES.get(type(line), "plain"))
        match line:
            case ir.Block(body=body):
                yield from flow(guide, body, depth + 1, conditions=conditions)
            case ir.Do(step=step):
                yield from step_rules(guide, step, depth + 1, conditions=conditions)
            case ir.Ask() | ir.RollDice():
                pass
            case _:
                assert_never(line)


_STYLES = {ir.Block: "heading", ir.Ask: "label", ir.RollDice: "label", ir.Do: "label"}


def _line(guide: Guide, line: ir.Flow) -> str:
    match line:
        case ir.Ask(decision=name):
            return _ask(guide, guide.decisions[name])
        case ir.Do(step=name, by_fighter=by_fighter):
            joins = _joins(guide, line)
            text = guide.text(f"step.{name}")
            return f"do {name}{' by fighter' if by_fighter else ''}{f' – {text}' if text else ''}{joins}"
        case ir.RollDice(roll=name):
            roll = next(one for one in guide.ruleset.rolls if one.name == name)
            text = guide.text(f"roll.{name}") or "".join(written.text(guide.entry(roll)))
            return f"roll {name}{cited(roll.cites)}{f' – {text}' if text else ''}"
        case ir.Block():
            return _block(guide, line)
        case _:
            assert_never(line)


def _ask(guide: Guide, decision: ir.Decision) -> str:
    called = f"ask {guide.called(decision.name, f'decision.{decision.name}')}{cited(decision.cites)}"
    owed = written.owed_by(guide.entry(decision))
    return f"{called}; {guide.say('owed if `{condition}`', condition=owed)}" if owed else called


def _block(guide: Guide, block: ir.Block) -> str:
    called = guide.called(block.name, f"block.{block.name}")
    if not block.repeat:
        return f"block {called}"
    going_on = written.going_on(guide.entry(block))
    most = f" at most {block.at_most}" if block.at_most is not None else ""
    return f"repeat {called}{f' while {going_on}' if going_on else ''}{most}"


def _when(guide: Guide, line: ir.Flow) -> str:
    condition = written.condition(guide.entry(line))
    return f" when {condition}" if condition else ""


# --- steps that bundles put into the flow --------------------------------------------------------------


def _joins(guide: Guide, line: ir.Do) -> str:
    """Who put a step into the flow of the base: its file, and the house rules under which it is done."""
    neighbour = _neighbour(guide, line)
    if not neighbour:
        return ""
    gates = (f"option {gate.option} = {'|'.join(gate.values)}" for gate in _gates(guide, line))
    return f" ← {', '.join([guide.file(line), neighbour, *gates])}"


def _neighbour(guide: Guide, line: ir.Do) -> str:
    """Beside which step a bundle put this one; nothing for steps of the base."""
    match guide.entry(line):
        case model.StepEntry(before=syntax.Name(id=name)):
            return f"before: {name}"
        case model.StepEntry(after=syntax.Name(id=name)):
            return f"after: {name}"
        case _:
            return ""


def _gates(guide: Guide, line: ir.Flow) -> Iterator[ir.Gate]:
    """The values of options under which a line is gone through."""
    for node in nodes(line.when) if line.when is not None else ():
        match node:
            case ir.Belongs(left=ir.OptionValue(option=name), right=ir.Const(value=frozenset() as places)):
                option = next(one for one in guide.ruleset.options if one.name == name)
                yield ir.Gate(option=name, values=tuple(option.values[at] for at in sorted(places)))
            case _:
                continue


def steps_of(guide: Guide, bundle: str, file: str) -> list[str]:
    """The steps that a bundle put into the flow, with their neighbours; `file` is that of a row file."""
    found = []
    for line in lines_of(guide.ruleset.flow):
        neighbour = _neighbour(guide, line) if isinstance(line, ir.Do) else ""
        if isinstance(line, ir.Do) and neighbour:
            gates = [f"option.{gate.option}.{value}" for gate in _gates(guide, line) for value in gate.values]
            if bundle in gates or (not gates and file and line.span.path == file):
                found.append(f"{guide.called(line.step, f'step.{line.step}')} ({neighbour})")
    return found


def lines_of(flow: tuple[ir.Flow, ...]) -> Iterator[ir.Flow]:
    """All lines, those of blocks after the block's own."""
    for line in flow:
        yield line
        if isinstance(line, ir.Block):
            yield from lines_of(line.body)


# --- rules of a step ---------------------------------------------------------------------------------


def rules_of(ruleset: ir.Ruleset, step: str) -> list[ir.Rule]:
    return [rule for rule in ruleset.rules if rule.step == step]


def step_rules(guide: Guide, step: str, depth: int, *, conditions: bool) -> Iterator[Element]:
    """The rules of a step in their order; what a file or a house rule brings says from where."""
    for rule in rules_of(guide.ruleset, step):
        short = rule.name.rpartition(".")[2]
        text = guide.named_rule(rule)
        brought = f" ← {brought_by(guide, rule)}" if rule.bundle else ""
        yield Line(f"{short}{cited(rule.cites)}{f' – {text}' if text else ''}{brought}", depth)
        condition = written.condition(guide.entry(rule)) if conditions else ""
        if condition:
            yield Line(condition, depth + 1, "note")


def brought_by(guide: Guide, item: ir.Item) -> str:
    """The file that brought an item, or the house rule."""
    kind, _, name = item.bundle.partition(".")
    if kind == "option":
        return f"option {name}"
    return guide.file(item) or name
