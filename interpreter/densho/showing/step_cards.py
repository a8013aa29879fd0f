"""Cards of what happens: steps, blocks, rules, exceptions, rolls, events."""

from __future__ import annotations

from collections.abc import Iterator

from densho.ir import nodes as ir
from densho.showing.definitions import event_text, event_told, tells
from densho.showing.entries import entries, exception_text, words_of
from densho.showing.flow import flow, rules_of
from densho.showing.page import Element, Heading, Line, Title
from densho.showing.parts import Parts


def step_card(parts: Parts, name: str) -> Iterator[Element]:
    """A step with its rules, whole."""
    guide = parts.guide
    yield Title(guide.called(name, f"step.{name}"), guide.say("step"))
    yield from entries(guide, rules_of(guide.ruleset, name))


def block_card(parts: Parts, block: ir.Block) -> Iterator[Element]:
    guide = parts.guide
    yield Title(guide.called(block.name, f"block.{block.name}"), parts.about(guide.say("block"), block))
    yield from flow(guide, (block,))
    yield from parts.read_by(parts.references.readers("block", block.name))


def rule_card(parts: Parts, rule: ir.Rule) -> Iterator[Element]:
    text = words_of(parts.guide, rule)
    sort = parts.guide.say("rule of the step `{step}`", step=rule.step)
    yield Title(f"{rule.name} – {text}" if text else rule.name, parts.about(sort, rule))
    yield from parts.text(rule)
    yield from parts.excepted(f"rule:{rule.name}")


def exception_card(parts: Parts, exception: ir.Exception_) -> Iterator[Element]:
    text = words_of(parts.guide, exception)
    about = parts.about(parts.guide.say("exception"), exception)
    yield Title(f"{exception.name} – {text}" if text else exception.name, about)
    yield Line(exception_text(parts.guide, exception))
    yield from parts.excepted(f"exception:{exception.name}")


def roll_card(parts: Parts, roll: ir.Roll) -> Iterator[Element]:
    title = parts.guide.called(roll.name, f"roll.{roll.name}")
    yield Title(title, parts.about(parts.guide.say("roll"), roll))
    yield from parts.text(roll)


def event_card(parts: Parts, name: str) -> Iterator[Element]:
    """An event: its fields, how it is told, and by whom."""
    guide = parts.guide
    yield Title(event_text(guide, name), guide.say("event"))
    told = event_told(guide, name)
    if told:
        yield Line(guide.say("told as: {text}", text=told))
    yield Heading(guide.say("Told by"))
    yield from entries(guide, [item for item, effect in tells(guide.ruleset) if effect.event == name])
