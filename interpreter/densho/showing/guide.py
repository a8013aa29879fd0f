"""What every page needs: the ruleset, the language in which it is shown, what its authors wrote, and how all these are put into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from densho.display.tongue import NOTHING, Tongue, harmless, spaced
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type
from densho.showing.types import type_text
from densho.showing.written import Entry, Written
from densho.source import Span
from densho.surface.zones import draw_zone, say_zone

Locate = Callable[[Span], str]
"""A place in a file as people write it: `rules.yaml:12`."""


@dataclass(frozen=True)
class Guide:
    """Shows one ruleset in one language."""

    tongue: Tongue
    written: Written
    locate: Locate

    @property
    def ruleset(self) -> ir.Ruleset:
        return self.tongue.ruleset

    @cached_property
    def kinds(self) -> dict[str, ir.Kind]:
        return {kind.name: kind for kind in self.ruleset.kinds}

    @cached_property
    def decisions(self) -> dict[str, ir.Decision]:
        """All decisions, that of awards too."""
        found = {one.name: one for one in self.ruleset.decisions}
        if self.ruleset.character is not None:
            found.setdefault(self.ruleset.character.awards.name, self.ruleset.character.awards)
        return found

    def say(self, template: str, /, **values: object) -> str:
        return self.tongue.say(template, **values)

    # --- names

    def text(self, *keys: str) -> str:
        """The text of the first key that has one, unless it only repeats the id."""
        found = self.tongue.first(keys, "")
        return "" if found == spaced(keys[0].rpartition(".")[2]) else found

    def called(self, name: str, *keys: str) -> str:
        """An id, with its text behind it."""
        text = self.text(*keys)
        return f"{name} – {text}" if text else name

    def headed(self, name: str, *keys: str) -> str:
        """A text, with its id behind it: for the head of a column."""
        text = self.text(*keys)
        return f"{text} ({name})" if text else name

    def named_refusal(self, refusal: ir.Refusal) -> str:
        return self.text(f"refusal.{refusal.name}", f"refusal.{refusal.says}")

    def named_rule(self, rule: ir.Rule) -> str:
        short = rule.name.rpartition(".")[2]
        return self.text(f"rule.{rule.name}", f"rule.{rule.step}.{short}", f"rule.{short}")

    def spellings(self, key: str) -> list[tuple[str, tuple[str, ...]]]:
        """The texts of a key by language, that of the reader first."""
        found = [(la, texts) for la, called, texts in self.ruleset.texts if called == key]
        found.sort(key=lambda one: (one[0] != self.tongue.language, one[0]))
        return [(harmless(la), tuple(map(harmless, texts))) for la, texts in found]

    # --- places and paragraphs

    def entry(self, node: ir.Node) -> Entry | None:
        return self.written.entry(node.span)

    def place(self, node: ir.Node) -> str:
        return harmless(self.locate(node.span))

    def file(self, node: ir.Node) -> str:
        return self.place(node).rpartition(":")[0]

    # --- values

    def value(self, type: Type, value: object) -> str:
        """A running value as text; numbers that count from a place are drawn as a zone."""
        match type, value:
            case t.TOptional(of), _:
                return self.value(of, value)
            case _, None:
                return NOTHING
            case t.TBool(), bool():
                return self.say("yes") if value else NOTHING
            case t.TRow(kind), int():
                rows = self.kinds[kind].rows
                return self.tongue.row(kind, rows[value].name) if value >= 0 else NOTHING
            case t.TSet(of) | t.TList(of) | t.TBag(of), frozenset() | tuple():
                return self._many(of, value)
            case t.TRecord(record), tuple():
                of_record = next(one.fields for one in self.ruleset.records if one.name == record)
                return " ".join(self.value(of, item) for (_, of), item in zip(of_record, value, strict=True))
            case _:
                return harmless(str(value))

    def _many(self, of: Type, value: frozenset[object] | tuple[object, ...]) -> str:
        items = sorted(value, key=_order) if isinstance(value, frozenset) else list(value)
        numbers = [item for item in items if isinstance(item, int)]
        if counts_from_a_place(of) and numbers:
            drawn = draw_zone(numbers)
            return drawn if numbers == sorted(numbers) else f"{drawn} ({say_zone(numbers)})"
        return ", ".join(self.value(of, item) for item in items) or NOTHING


def cited(cites: Iterable[str]) -> str:
    """The rulebook's paragraphs, with a blank before."""
    found = " ".join(cites)
    return f" [{found}]" if found else ""


def counts_from_a_place(type: Type) -> bool:
    """Whether numbers of this type are offsets, and so a zone."""
    return isinstance(type, t.TInt) and (type.lo is None or type.lo < 0)


def signature(definition: ir.Definition | ir.Fold) -> str:
    """A definition's name with its parameters."""
    if isinstance(definition, ir.Fold):
        return f"{definition.name}({definition.param} of {definition.decision})"
    params = ", ".join(
        one.name if isinstance(one.type, t.TFighter) else f"{one.name} of {type_text(one.type)}"
        for one in definition.params
    )
    return f"{definition.name}({params})" if params else definition.name


def local(item: ir.Item) -> str:
    """An item's name without that of the file or option that brought it."""
    bundle = item.bundle.partition(".")[2]
    return item.name.removeprefix(f"{bundle}.") if bundle else item.name


def _order(value: object) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, str(value))
