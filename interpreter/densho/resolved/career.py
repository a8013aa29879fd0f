"""What goes with characters is taken apart from what a fight is: awards, what only characters remember, and definitions that read it.

Comes in: a ruleset in which both lie together. Goes out: the ruleset of fights, with its `Character`. Neither may use what only the other knows:
a fight has no character's slots, and of a fight a character has what it keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from densho.diagnostics.model import Label
from densho.diagnostics.suggestions import meant, nearest
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import Text, say
from densho.resolved.expressions import Elaborator
from densho.surface.awards import AWARD


def parted(el: Elaborator, ruleset: n.Ruleset) -> n.Ruleset:
    """The ruleset with all that belongs to characters moved into its `character`."""
    awards = next((one for one in ruleset.decisions if one.name == AWARD), None)
    if awards is None or el.symbols.career is None:
        return ruleset
    parting, before = _Parting(el, ruleset), len(el.report.found)
    fight, character = parting.fight(), parting.character(awards)
    parting.check_keeps(character)
    parting.check_fight(fight)
    parting.check_career(fight, character)
    # with mistakes in it, it is left together, so that whoever looks at it still finds everything
    return replace(fight, character=character) if len(el.report.found) == before else ruleset


class _Parting:
    def __init__(self, el: Elaborator, ruleset: n.Ruleset) -> None:
        self.el = el
        self.report = el.report
        self.ruleset = ruleset
        self.own = el.symbols.character_slots
        self.definitions = self._definitions()
        self.rules = {rule.name for rule in ruleset.rules if rule.step == AWARD}

    # --- which belongs where ------------------------------------------------------------------------

    def _definitions(self) -> set[str]:
        """The definitions that are for characters: they read what only characters have, or only such definitions and awards use them."""
        used, direct = self._used_definitions()
        found = set(direct)
        while more := {name for name, below in used.items() if below & found} - found:
            found |= more
        awards, fight = self._roots()
        return found | (_closure(awards, used) - _closure(fight, used))

    def _used_definitions(self) -> tuple[dict[str, set[str]], set[str]]:
        """By definition, those that it or an exception to it uses; and the definitions that read what only characters have."""
        used: dict[str, set[str]] = {}
        direct: set[str] = set()
        changes: dict[str, list[n.Node]] = {}
        for one in self.ruleset.exceptions:
            changes.setdefault(one.target, []).append(one)
        for definition in self.ruleset.definitions:
            below = used.setdefault(definition.name, set())
            for root in (definition.body, *changes.get(f"define:{definition.name}", ())):
                for node in nodes(root):
                    if isinstance(node, n.Call):
                        below.add(node.name)
                    elif self.is_career(node, set()):
                        direct.add(definition.name)
        return used, direct

    def _roots(self) -> tuple[set[str], set[str]]:
        """The definitions that awards use directly, and those that a fight does."""
        whole = self.ruleset
        awards: list[n.Node] = [one for one in whole.decisions if one.name == AWARD]
        awards += [one for one in whole.rules if one.step == AWARD]
        bare = replace(
            whole,
            definitions=(),
            decisions=tuple(one for one in whole.decisions if one.name != AWARD),
            rules=tuple(one for one in whole.rules if one.step != AWARD),
            exceptions=tuple(one for one in whole.exceptions if not one.target.startswith("define:")),
        )
        return _called(awards), _called([bare])

    def is_career(self, node: n.Node, definitions: set[str]) -> bool:
        """Whether a node reads or names what only characters have."""
        match node:
            case n.SlotGet(slot=slot, holder=holder) | n.Put(slot=slot, holder=holder) if holder is not None:
                return slot in self.own
            case n.ChoiceGet(decision=decision):
                return decision == AWARD
            case n.Call(name=name):
                return name in definitions
            case _:
                return _of_awards(getattr(node, "type", None))

    def career_exception(self, one: n.Exception_) -> bool:
        sort, _, name = one.target.partition(":")
        match sort:
            case "define":
                return name in self.definitions
            case "forbid":
                return name.startswith(f"{AWARD}.")
            case "rule":
                return name in self.rules
            case _:
                return any(
                    self.career_exception(other) for other in self.ruleset.exceptions if other.name == name
                )

    def fight_exception(self, one: n.Exception_) -> bool:
        sort, _, name = one.target.partition(":")
        if sort != "exception":
            return not self.career_exception(one)
        return any(self.fight_exception(other) for other in self.ruleset.exceptions if other.name == name)

    def fight(self) -> n.Ruleset:
        whole = self.ruleset
        return replace(
            whole,
            slots=tuple(one for one in whole.slots if one.holder == "arena" or one.name not in self.own),
            definitions=tuple(one for one in whole.definitions if one.name not in self.definitions),
            decisions=tuple(one for one in whole.decisions if one.name != AWARD),
            rules=tuple(one for one in whole.rules if one.name not in self.rules),
            exceptions=tuple(one for one in whole.exceptions if self.fight_exception(one)),
        )

    def character(self, awards: n.Decision) -> n.Character:
        whole = self.ruleset
        return n.Character(
            keeps=tuple(dict.fromkeys(name.id for name in self.el.symbols.keeps)),
            slots=tuple(one for one in whole.slots if one.holder == "fighter" and one.name in self.own),
            awards=awards,
            rules=tuple(one for one in whole.rules if one.name in self.rules),
            definitions=tuple(one for one in whole.definitions if one.name in self.definitions),
            exceptions=tuple(one for one in whole.exceptions if self.career_exception(one)),
            credit=self.credit(awards),
            span=awards.span,
        )

    def credit(self, awards: n.Decision) -> str | None:
        """The award for something of one's own that was approved."""
        names = self.el.symbols.credits
        for name in names[1:]:
            self.report.add(
                "bad-credit",
                name.span,
                say(
                    "two awards are the credit for what is approved: `{one}` and `{other}`",
                    one=names[0].id,
                    other=name.id,
                ),
                labels=[Label(span=names[0].span, text=say("the other one"))],
            )
        word = next((one for one in awards.words if names and one.name == names[0].id), None)
        if word is None:
            return None
        kinds = {kind.name for kind in self.ruleset.kinds if kind.in_files}
        types = [arg.type for arg in word.args]
        if types and not (len(types) == 1 and isinstance(types[0], t.TRow) and types[0].kind in kinds):
            self.report.add(
                "bad-credit",
                names[0].span,
                say("`{award}` cannot be the credit for what is approved", award=word.name),
                help=say(
                    "it may take the approved row, `what: KIND` with a kind that is declared `in files`, and nothing else"
                ),
            )
        return word.name

    # --- what is kept --------------------------------------------------------------------------------

    def check_keeps(self, character: n.Character) -> None:
        slots = {one.name: one for one in self.ruleset.slots if one.holder == "fighter"}
        for name in self.el.symbols.keeps:
            slot = slots.get(name.id)
            if slot is None or name.id in self.own:
                message = say("there is no fighter slot `{name}`", name=name.id)
                known = [one for one in slots if one not in self.own]
                self.report.add("unknown-name", name.span, message, help=meant(nearest(name.id, known)))
            elif slot.working or _of_one_fight(slot.type):
                message = say(
                    "a character cannot keep `{name}`, which means something in one fight only", name=name.id
                )
                self.report.add("not-kept", name.span, message)
        for slot in character.slots:
            if slot.each or slot.fades or slot.hidden or slot.working:
                message = say(
                    "what a character remembers has a type and a start, and may be clamped, no more"
                )
                self.report.add("not-kept", slot.span, message)
            elif _of_one_fight(slot.type):
                message = say(
                    "a character cannot keep `{name}`, which means something in one fight only",
                    name=slot.name,
                )
                self.report.add("not-kept", slot.span, message)

    # --- what a fight may not use --------------------------------------------------------------------

    def check_fight(self, fight: n.Ruleset) -> None:
        for node in nodes(replace(fight, character=None)):
            if self.is_career(node, self.definitions):
                name = getattr(node, "slot", None) or getattr(node, "name", None) or AWARD
                self.report.add(
                    "between-fights",
                    node.span,
                    say("a fight knows nothing of `{name}`, which belongs to characters", name=name),
                    help=say("what fights read has to be a slot of `fighter` that characters keep"),
                )
        pictured = fight.display.fighter or ()
        for name in self.own.intersection(pictured):
            message = say("a fight knows nothing of `{name}`, which belongs to characters", name=name)
            self.report.add("between-fights", self.el.symbols.fighter[name].entry.head.name.span, message)

    # --- what progression may not use ----------------------------------------------------------------

    def check_career(self, fight: n.Ruleset, character: n.Character) -> None:
        known = {*character.keeps, *self.own}
        for item in reachable(fight, character):
            for node in nodes(item):
                found = _foreign(node, known)
                if found is not None:
                    self.report.add("not-kept", node.span, found, labels=_used_by(item))


def reachable(fight: n.Ruleset, character: n.Character) -> Iterator[n.Node]:
    """All that awards need: themselves, the starts and clamps of what is kept, and the definitions and exceptions that these use."""
    definitions = {one.name: one for one in (*fight.definitions, *character.definitions)}
    exceptions: dict[str, list[n.Exception_]] = {}
    for one in dict.fromkeys((*fight.exceptions, *character.exceptions)):
        exceptions.setdefault(one.target, []).append(one)
    of_fighters = [one for one in fight.slots if one.holder == "fighter" and one.name in character.keeps]
    kept = [expr for one in of_fighters for expr in (one.start, *(one.clamp or ()))]
    todo: list[n.Node] = [*kept, *(one.start for one in character.slots), *character.rules]
    todo += [*character.awards.words, *character.awards.refusals]
    todo += [one for one in character.exceptions if not one.target.startswith("define:")]
    seen: set[str] = set()
    while todo:
        item = todo.pop(0)
        yield item
        for node in nodes(item):
            key = f"define:{node.name}" if isinstance(node, n.Call) else ""
            if isinstance(node, n.Exception_):
                key = f"exception:{node.name}"
            if key and key not in seen:
                seen.add(key)
                todo += exceptions.get(key, ())
                if isinstance(node, n.Call) and node.name in definitions:
                    todo.append(definitions[node.name])


def _foreign(node: n.Node, known: set[str]) -> Text | None:
    """Why a node has no place in progression; None if it has."""
    match node:
        case n.SlotGet(slot=slot, holder=None) | n.Put(slot=slot, holder=None):
            return say("`{slot}` belongs to the arena of one fight, and a character has none", slot=slot)
        case n.SlotGet(slot=slot) | n.Put(slot=slot) if slot not in known:
            return say("a character does not keep `{slot}`", slot=slot)
        case n.ChoiceGet(decision=decision) if decision != AWARD:
            return say("a character makes no choice `{decision}`", decision=decision)
        case n.Foe() | n.Fighters():
            return say("between fights there are no others")
        case n.FoldGet(fold=name) | n.BlockResult(block=name):
            return say("`{name}` means something in a fight only", name=name)
        case n.Tell() | n.Verdict() | n.ChoiceDrop():
            return say("an award can only write what a character keeps")
        case _:
            return None


def _used_by(item: n.Node) -> list[Label]:
    """What of progression it is for."""
    match item:
        case n.Definition():
            return [Label(span=item.span, text=say("progression uses this"))]
        case n.Refusal() | n.Rule() | n.Exception_():
            return [Label(span=item.span, text=say("in this"))]
        case _:
            return []


def _called(roots: Iterable[n.Node]) -> set[str]:
    return {node.name for root in roots for node in nodes(root) if isinstance(node, n.Call)}


def _closure(start: set[str], used: Mapping[str, set[str]]) -> set[str]:
    """What is used, directly or through others."""
    found = set(start)
    todo = list(start)
    while todo:
        for name in used.get(todo.pop(), set()) - found:
            found.add(name)
            todo.append(name)
    return found


def _of_awards(kind: object) -> bool:
    """Whether a type is about the decision of awards."""
    match kind:
        case t.TChoice(decision=name) | t.TPart(decision=name) | t.TWord(decision=name):
            return name == AWARD
        case t.TOptional(of=of) | t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
            return _of_awards(of)
        case _:
            return False


def _of_one_fight(kind: t.Type) -> bool:
    """Whether values of the type mean something in one fight only."""
    match kind:
        case t.TFighter() | t.TChoice() | t.TPart() | t.TWord():
            return True
        case t.TOptional(of=of) | t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
            return _of_one_fight(of)
        case _:
            return False
