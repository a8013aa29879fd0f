"""How one declaration is told in a list: its name, its words, its place, and what its author wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from densho.ir import nodes as ir
from densho.showing import written
from densho.showing.decisions import refusal_notes
from densho.showing.definitions import target_name, verb_text
from densho.showing.guide import Guide, cited, local, signature
from densho.showing.page import Element, Line
from densho.showing.slots import seen_by


def entries(guide: Guide, items: Iterable[ir.Item]) -> Iterator[Element]:
    """Each declaration in a few lines; those that stand at one place once."""
    unique = {(type(item), item.span, "" if item.span.path else item.name): item for item in items}
    for item in unique.values():
        yield Line(_head(guide, item))
        yield from (Line(text, 2, "note") for text in _body(guide, item))


def _head(guide: Guide, item: ir.Item) -> str:
    text = words_of(guide, item)
    place = guide.place(item)
    name = signature(item) if isinstance(item, ir.Definition | ir.Fold) else local(item)
    return f"{name}{cited(item.cites)}{f' – {text}' if text else ''}{f' · {place}' if place else ''}"


def words_of(guide: Guide, item: ir.Item) -> str:
    """What a declaration says, in the reader's language."""
    match item:
        case ir.Refusal():
            return guide.named_refusal(item)
        case ir.Rule():
            return guide.named_rule(item)
        case ir.Exception_():
            return guide.text(f"exception.{item.name}")
        case ir.Definition():
            return guide.text(f"define.{item.name}")
        case ir.Slot():
            return guide.text(f"slot.{item.name}")
        case ir.Roll():
            return guide.text(f"roll.{item.name}")
        case _:
            return ""


def _body(guide: Guide, item: ir.Item) -> Iterator[str]:
    entry = guide.entry(item)
    match item:
        case ir.Exception_():
            yield exception_text(guide, item)
        case ir.Refusal():
            yield from (text for text in written.text(entry) if text)
            yield from refusal_notes(guide, item)
        case ir.Slot():
            yield from written.text(entry)
            yield guide.say("seen by: {who}", who=seen_by(guide, item))
        case _:
            yield from written.text(entry)


def exception_text(guide: Guide, exception: ir.Exception_) -> str:
    """What an exception does to which declaration, when, and what comes instead."""
    say = guide.say
    entry = guide.entry(exception)
    targets = [
        one for one in guide.ruleset.exceptions if (one.name, one.span) == (exception.name, exception.span)
    ]
    named = ", ".join(dict.fromkeys(f"`{_short(one)}`" for one in targets))
    does = verb_text(guide, exception, f"{named}{_owner(guide, exception)}")
    condition, value = written.condition(entry), written.value(entry)
    if condition:
        does = say("{does} when {condition}", does=does, condition=condition)
    if exception.over:
        does = say("{does}, over {others}", does=does, others=", ".join(f"`{one}`" for one in exception.over))
    return f"{does}: {value}" if value else does


def _short(exception: ir.Exception_) -> str:
    """A refusal without its decision."""
    sort, _, name = exception.target.partition(":")
    return name.partition(".")[2] if sort == "forbid" else name


def _owner(guide: Guide, exception: ir.Exception_) -> str:
    """Whose the target is: nothing is said of what the same bundle brought."""
    target = target_item(guide, exception)
    if target is None or target.bundle == exception.bundle:
        return ""
    if not target.bundle:
        return f" {guide.say('of the base')}"
    return f" {guide.say('of `{bundle}`', bundle=target.bundle.partition('.')[2])}"


def target_item(guide: Guide, exception: ir.Exception_) -> ir.Item | None:
    """The declaration that an exception is about."""
    sort, name = exception.target.partition(":")[0], target_name(exception)
    ruleset = guide.ruleset
    match sort:
        case "define":
            return next((one for one in ruleset.definitions if one.name == name), None)
        case "rule":
            return next((one for one in ruleset.rules if one.name == name), None)
        case "exception":
            return next((one for one in ruleset.exceptions if one.name == name), None)
        case _:
            of, _, short = name.partition(".")
            refusals = guide.decisions[of].refusals if of in guide.decisions else ()
            return next((one for one in refusals if one.name == short), None)
