"""A character's way as a game for one: its state is what the character keeps, its choices are the awards.

Made out of the ruleset's core, and run by the same engine as fights: awards are read, refused and carried out as choices are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from densho import engine
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.ir.walk import nodes
from densho.messages import say

AWARD = "award"
"""The decision whose words are the awards, and the step in which they work."""
NEW = "new"
"""The word whose refusals are the limits for new characters; no award."""

Values = Mapping[str, Any]
"""What a character has, as plain data by slot."""


class NoCharacters(DenshoError):
    """The ruleset keeps nothing between fights."""


class Refused(DenshoError):
    """An award is not due, or is none. `refusals` name why, the first of them first."""

    def __init__(self, text: str, refusals: tuple[engine.Refused, ...]) -> None:
        super().__init__(text)
        self.text = text
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class Given:
    """An award that was given: how it is written, and what the character has now."""

    award: str
    values: Values


class Career:
    """Judges and gives awards under one ruleset. Raises `NoCharacters` for one that has none."""

    def __init__(self, ruleset: ir.Ruleset) -> None:
        if ruleset.character is None:
            raise NoCharacters(say("`{ruleset}` keeps nothing between fights", ruleset=ruleset.id))
        self.ruleset = ruleset
        self.character = ruleset.character
        self.game = _game(ruleset, ruleset.character)
        self.program = engine.compile_program(self.game)

    @property
    def slots(self) -> dict[str, ir.Slot]:
        """Everything that a character has: what it keeps of a fighter, then what only it remembers."""
        kept = {*self.character.keeps, *(slot.name for slot in self.character.slots)}
        order = [*self.character.keeps, *(slot.name for slot in self.character.slots)]
        found = {slot.name: slot for slot in self.game.slots if slot.name in kept}
        return {name: found[name] for name in order}

    def beginning(self, given: Values) -> Values:
        """A character with these values, and the rest as the ruleset starts it. Raises `BadValue`."""
        return self._values(self._state(given))

    def limits(self, values: Values) -> tuple[engine.Refused, ...]:
        """Why this cannot be a new character."""
        return engine.judge(self.program, self._state(values), 0, NEW).refusals

    def give(self, values: Values, text: str) -> Given:
        """Gives the award that the text names. Raises `Refused`, or `RulesetFault` when the rules themselves fail."""
        state = self._state(values)
        judged = engine.judge(self.program, state, 0, text)
        if judged.refusals or judged.choice is None:
            raise Refused(text, judged.refusals)
        award = engine.print_choice(self.program, AWARD, judged.choice)
        if award == NEW:
            raise Refused(text, ())
        after, _events = engine.step(self.program, state, {0: judged.choice}, engine.SeededDice(0))
        return Given(award, self._values(after))

    def open(self, values: Values) -> tuple[str, ...]:
        """The awards that could be given now, one way or another."""
        state = self._state(values)
        words = [word.name for word in self.character.awards.words if word.name != NEW]
        return tuple(word for word in words if engine.complete(self.program, state, 0, word, limit=1))

    def legal(self, values: Values, award: str) -> tuple[str, ...]:
        """Ways in which an award could be given now, as they are written; not all, if they are many."""
        return engine.complete(self.program, self._state(values), 0, f"{award} ")

    def cites(self, award: str) -> tuple[str, ...]:
        """The rulebook's paragraphs that an award carries."""
        rules = [rule for rule in self.character.rules if _award_of(rule) == award]
        return tuple(dict.fromkeys(cite for rule in rules for cite in rule.cites))

    def _state(self, values: Values) -> engine.State:
        found = {
            name: engine.from_plain(self.program, self.slots[name].type, plain, ("me",))
            for name, plain in values.items()
        }
        setup = engine.Setup(fighters=(("me", found),), arena={})
        state, _events = engine.start(self.program, setup, engine.SeededDice(0), trace=False)
        return state

    def _values(self, state: engine.State) -> Values:
        full = engine.full(self.program, state)["me"]
        return {name: full[name] for name in self.slots}


def _game(ruleset: ir.Ruleset, character: ir.Character) -> ir.Ruleset:
    """The ruleset of a game for one, of what awards need and nothing else."""
    names = set(_called(ruleset, character))
    definitions = [one for one in (*ruleset.definitions, *character.definitions) if one.name in names]
    exceptions = [
        one
        for one in dict.fromkeys((*character.exceptions, *ruleset.exceptions))
        if one.target.removeprefix("define:") in names or one in character.exceptions
    ]
    kept = [slot for slot in ruleset.slots if slot.holder == "fighter" and slot.name in character.keeps]
    return replace(
        ruleset,
        seats=(1, 1),
        present=None,
        score=None,
        slots=tuple(_lasting(slot) for slot in (*kept, *character.slots)),
        definitions=tuple(definitions),
        folds=(),
        decisions=(character.awards,),
        rules=tuple(replace(rule, step=AWARD) for rule in character.rules),
        rolls=(),
        exceptions=tuple(exceptions),
        flow=(
            ir.Block(
                name="career",
                repeat=True,
                while_=None,
                at_most=None,
                when=None,
                body=(ir.Ask(decision=AWARD, when=None), ir.Do(step=AWARD, by_fighter=False, when=None)),
            ),
        ),
        invariants=(),
        display=ir.Display(board=(), arena=None, fighter=None),
        character=None,
    )


def _award_of(rule: ir.Rule) -> str:
    """The word that the rule belongs to: its guard begins with it."""
    for node in nodes(rule.guard) if rule.guard is not None else ():
        if isinstance(node, ir.ChoiceHas):
            return node.word
    return ""


def _lasting(slot: ir.Slot) -> ir.Slot:
    """The slot, set back by nothing and hidden from nobody."""
    return replace(slot, each=None, fades=None, hidden=None)


def _called(ruleset: ir.Ruleset, character: ir.Character) -> Iterator[str]:
    """The names of the definitions that awards use, directly or through others."""
    definitions = {one.name: one for one in (*ruleset.definitions, *character.definitions)}
    changes: dict[str, list[ir.Node]] = {}
    for one in (*ruleset.exceptions, *character.exceptions):
        changes.setdefault(one.target, []).append(one)
    starts = [
        expr
        for slot in ruleset.slots
        if slot.name in character.keeps
        for expr in (slot.start, *(slot.clamp or ()))
    ]
    todo: list[ir.Node] = [
        character.awards,
        *character.rules,
        *character.slots,
        *character.exceptions,
        *starts,
    ]
    seen: set[str] = set()
    while todo:
        for node in nodes(todo.pop()):
            if isinstance(node, ir.Call) and node.name not in seen:
                seen.add(node.name)
                yield node.name
                todo += [definitions[node.name], *changes.get(f"define:{node.name}", ())]
