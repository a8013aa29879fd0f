"""What of a ruleset no scenario exercises: rules and rolls that never fired, refusals that never refused, exceptions that never applied,
definitions that were never evaluated, values of options under which nothing was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from densho.ir import nodes as ir
from densho.messages import ENGLISH, Text, Translate, said, say
from densho.scenarios.run import Result
from densho.source import Span


@dataclass(frozen=True, slots=True)
class Idle:
    """An item that no scenario exercised. `sort` names it, with `{name}` to be put in."""

    sort: Text
    name: str
    cites: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Coverage:
    """Gathers what was exercised of one ruleset."""

    ruleset: ir.Ruleset
    names: set[str] = field(default_factory=set)
    values: set[tuple[str, str]] = field(default_factory=set)

    def add(self, results: Iterable[Result]) -> None:
        """Counts what the scenarios exercised, whether they passed or not."""
        defaults = {option.name: option.default for option in self.ruleset.options}
        for result in results:
            self.names |= result.seen.names
            self.values |= {**defaults, **dict(result.scenario.options)}.items()

    def idle(self) -> tuple[Idle, ...]:
        """What is left, in the order of the ruleset."""
        found = [
            Idle(sort, item.name, item.cites, item.span)
            for sort, name, item in _items(self.ruleset)
            if name not in self.names
        ]
        for option in self.ruleset.options:
            found += [
                Idle(say("option {name}"), f"{option.name}: {value}", option.cites, option.span)
                for value in option.values
                if (option.name, value) not in self.values
            ]
        return tuple(found)

    def text(self, translate: Translate = ENGLISH) -> str:
        """For people: what is idle, each with its paragraphs, and how much there was."""
        idle = self.idle()
        every = sum(1 for _ in _items(self.ruleset)) + sum(len(one.values) for one in self.ruleset.options)
        head = say(
            "{ruleset}: {number} of {every} exercised",
            ruleset=self.ruleset.id,
            number=every - len(idle),
            every=every,
        )
        lines = [said(head, translate)]
        for one in idle:
            cited = f" [{' '.join(one.cites)}]" if one.cites else ""
            never = say("never: {item}{cited}", item=one.sort.put(name=one.name), cited=cited)
            lines.append(f"  {said(never, translate)}")
        return "".join(f"{line}\n" for line in lines)


def _items(ruleset: ir.Ruleset) -> Iterator[tuple[Text, str, ir.Item]]:
    """What can be exercised: its sort, its name in traces, and itself."""
    yield from ((say("rule {name}"), f"rule:{one.name}", one) for one in ruleset.rules)
    yield from ((say("roll {name}"), f"roll:{one.name}", one) for one in ruleset.rolls)
    for decision in ruleset.decisions:
        for refusal in decision.refusals:
            sort = say("refusal of {decision} {name}").put(decision=decision.name, name="{name}")
            yield sort, f"forbid:{decision.name}.{refusal.name}", refusal
    yield from ((say("exception {name}"), f"exception:{one.name}", one) for one in ruleset.exceptions)
    yield from ((say("definition {name}"), f"define:{one.name}", one) for one in ruleset.definitions)
