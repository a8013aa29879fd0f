"""Everything that has a name, with its card: what `densho show RULESET NAME` looks a name up in.

A name may be written short (`hit`), with what it belongs to (`actions.hit`), or as the ruleset calls the thing in any of its languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from densho.ir import nodes as ir
from densho.showing import choice_cards, row_cards, step_cards, value_cards
from densho.showing.definitions import tells
from densho.showing.flow import lines_of
from densho.showing.guide import Guide
from densho.showing.page import Element, Page
from densho.showing.parts import Parts


class NothingSoCalled(Exception):
    """The ruleset declares nothing of the name; `names` are those that can be shown."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)


@dataclass(frozen=True, slots=True)
class Thing:
    """`path` is its full name, whose ends name it too; `inside` is the bundle on whose card it is shown anyway."""

    path: str
    card: Callable[[], Iterator[Element]]
    texts: tuple[str, ...] = ()
    inside: str = ""
    bundle: str = ""

    def is_called(self, name: str) -> bool:
        return self.path == name or self.path.endswith(f".{name}") or name.casefold() in self.texts


def named(guide: Guide, name: str) -> Page:
    """The cards of all that has this name. Raises `NothingSoCalled`."""
    things = tuple(things_of(guide))
    found = [thing for thing in things if thing.is_called(name)]
    if not found:
        raise NothingSoCalled(sorted(_names(things)))
    shown = {thing.bundle for thing in found if thing.bundle}
    return tuple(element for thing in found if thing.inside not in shown for element in thing.card())


def _names(things: Iterable[Thing]) -> set[str]:
    return {name for thing in things for name in (thing.path, thing.path.rpartition(".")[2], *thing.texts)}


def names(guide: Guide) -> tuple[str, ...]:
    """What can be shown, by its short name."""
    return tuple(sorted({thing.path.rpartition(".")[2] for thing in things_of(guide)}))


def things_of(guide: Guide) -> Iterator[Thing]:
    """Everything that has a name, rows first."""
    parts = Parts(guide)
    yield from _rows(parts)
    yield from _values(parts)
    yield from _choices(parts)
    yield from _happenings(parts)


def _rows(parts: Parts) -> Iterator[Thing]:
    for kind in parts.guide.ruleset.kinds:
        yield Thing(f"kind.{kind.name}", partial(row_cards.kind_card, parts, kind))
        if kind.plural not in ("", kind.name):
            yield Thing(f"kind.{kind.plural}", partial(row_cards.kind_card, parts, kind))
        for row in kind.rows:
            key = f"{kind.name}.{row.name}"
            own = key if row.bundle == key else ""
            inside = row.bundle if row.bundle != key else ""
            yield Thing(key, partial(row_cards.row_card, parts, kind, row), _texts(parts, key), inside, own)


def _values(parts: Parts) -> Iterator[Thing]:
    ruleset = parts.guide.ruleset
    character = ruleset.character
    for slot in (*ruleset.slots, *(character.slots if character is not None else ())):
        yield Thing(
            f"slot.{slot.holder}.{slot.name}", partial(value_cards.slot_card, parts, slot), (), slot.bundle
        )
    for one in (*ruleset.definitions, *(character.definitions if character is not None else ())):
        yield Thing(f"define.{one.name}", partial(value_cards.definition_card, parts, one), (), one.bundle)
    for fold in ruleset.folds:
        yield Thing(f"fold.{fold.name}", partial(value_cards.fold_card, parts, fold), (), fold.bundle)
    for relation in ruleset.relations:
        yield Thing(f"relation.{relation.name}", partial(value_cards.relation_card, parts, relation))
    for record in ruleset.records:
        yield Thing(f"record.{record.name}", partial(value_cards.record_card, parts, record))
    for option in ruleset.options:
        card = partial(value_cards.option_card, parts, option)
        yield Thing(f"option.{option.name}", card)
        yield from (Thing(f"option.{option.name}.{value}", card) for value in option.values)


def _choices(parts: Parts) -> Iterator[Thing]:
    for decision in parts.guide.decisions.values():
        yield Thing(f"decision.{decision.name}", partial(choice_cards.decision_card, parts, decision))
        root = parts.guide.decisions.get(decision.root, decision)
        known = {one.span for one in root.refusals} if root is not decision else set()
        for refusal in (one for one in decision.refusals if one.span not in known):
            path = f"refusal.{decision.name}.{refusal.name}"
            yield Thing(path, partial(choice_cards.refusal_card, parts, refusal), (), refusal.bundle)
        for name, _ in decision.places:
            yield Thing(
                f"place.{decision.name}.{name}", partial(choice_cards.place_card, parts, decision, name)
            )
        for word in decision.words if decision.root == decision.name else ():
            key = f"{decision.name}.{word.name}"
            inside = ".".join(word.bundle or word.row or ())
            yield Thing(
                f"word.{key}",
                partial(choice_cards.word_card, parts, decision, word),
                _texts(parts, key),
                inside,
            )


def _happenings(parts: Parts) -> Iterator[Thing]:
    ruleset = parts.guide.ruleset
    lines = tuple(lines_of(ruleset.flow))
    for name in dict.fromkeys(line.step for line in lines if isinstance(line, ir.Do)):
        yield Thing(f"step.{name}", partial(step_cards.step_card, parts, name))
    for line in lines:
        if isinstance(line, ir.Block):
            yield Thing(f"block.{line.name}", partial(step_cards.block_card, parts, line))
    character = ruleset.character
    for rule in (*ruleset.rules, *(character.rules if character is not None else ())):
        yield Thing(f"rule.{rule.name}", partial(step_cards.rule_card, parts, rule), (), rule.bundle)
    unique = {one.name: one for one in ruleset.exceptions}
    for exception in unique.values():
        card = partial(step_cards.exception_card, parts, exception)
        yield Thing(f"exception.{exception.name}", card, (), exception.bundle)
    for roll in ruleset.rolls:
        yield Thing(f"roll.{roll.name}", partial(step_cards.roll_card, parts, roll), (), roll.bundle)
    for event in dict.fromkeys(effect.event for _, effect in tells(ruleset)):
        yield Thing(f"event.{event}", partial(step_cards.event_card, parts, event))


def _texts(parts: Parts, key: str) -> tuple[str, ...]:
    return tuple(text.casefold() for _, texts in parts.guide.spellings(key) for text in texts)
