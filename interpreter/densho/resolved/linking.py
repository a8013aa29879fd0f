"""Which exception goes to which target: names after `lifts`, `changes` … become keys of what they name.

A key is `define:NAME`, `forbid:DECISION.ID`, `rule:NAME` or `exception:NAME`, as in the core.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import meant, nearest
from densho.messages import Text, either, say
from densho.resolved.remedies import untouchable
from densho.resolved.symbols import Symbols
from densho.surface import model

VERBS: dict[str, tuple[str, ...]] = {
    "changes": ("define", "exception"),
    "adds": ("define",),
    "lifts": ("forbid", "rule", "exception", "define"),
    "extends": ("forbid", "define"),
    "replaces": ("rule",),
}
_SORTS = {
    "define": say("a definition"),
    "forbid": say("a refusal"),
    "rule": say("a rule"),
    "exception": say("an exception"),
}
QUALIFIERS = {"define": "define", "refusal": "forbid", "rule": "rule", "exception": "exception"}


@dataclass(slots=True)
class Links:
    """`at`: key → names of the exceptions to it; `targets`: exception → keys; `over`: exception → exceptions it outranks."""

    at: dict[str, list[str]] = field(default_factory=dict)
    targets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    over: dict[str, tuple[str, ...]] = field(default_factory=dict)


def link_exceptions(symbols: Symbols, report: Report) -> Links:
    """Links every exception; unknown and ambiguous targets are reported."""
    return _Linking(symbols, report).run()


class _Linking:
    def __init__(self, symbols: Symbols, report: Report) -> None:
        self.symbols = symbols
        self.report = report
        self.spellings: dict[str, list[str]] = {}
        self.said: dict[str, list[str]] = {}
        self.homes: dict[str, str] = {}
        self.collect()

    def collect(self) -> None:
        """Every spelling under which a target may be named, and the prefix of the bundle that it is at home in."""
        symbols = self.symbols
        for name in symbols.defines:
            self.spell(f"define:{name}", name)
            self.homes[f"define:{name}"] = ""
        for decision in symbols.decisions.values():
            root = symbols.decisions[decision.root]
            own = [] if decision is root else decision.refusals
            for one in [*root.refusals, *own]:
                if one.entry.refusal.test == "place":
                    continue
                key = f"forbid:{decision.name}.{one.entry.head.name.id}"
                for text in {one.entry.head.name.id, one.origin.prefix + one.entry.head.name.id}:
                    self.spell(key, text)
                self.homes[key] = one.origin.prefix
                if one.entry.says is not None:
                    self.said.setdefault(one.entry.says.id, []).append(key)
        for name, rule in symbols.rules.items():
            step, own_name, prefix = rule.entry.step.id, rule.entry.head.name.id, rule.origin.prefix
            for text in {own_name, f"{step}.{own_name}", prefix + own_name, name}:
                self.spell(f"rule:{name}", text)
            self.homes[f"rule:{name}"] = prefix
        for name, exception in symbols.exceptions.items():
            for text in {exception.entry.head.name.id, name}:
                self.spell(f"exception:{name}", text)
            self.homes[f"exception:{name}"] = exception.origin.prefix

    def spell(self, key: str, text: str) -> None:
        self.spellings.setdefault(text, []).append(key)

    def run(self) -> Links:
        links = Links()
        for name, exception in self.symbols.exceptions.items():
            keys: list[str] = []
            for target in exception.entry.targets:
                keys += self.find(target, exception.entry.verb, exception.origin.prefix, name)
            links.targets[name] = tuple(dict.fromkeys(keys))
            for key in links.targets[name]:
                links.at.setdefault(key, []).append(name)
            over = []
            for target in exception.entry.over:
                found = self.find(target, "over", exception.origin.prefix, name)
                over += [key.partition(":")[2] for key in found]
            links.over[name] = tuple(over)
            if not exception.entry.targets:
                self.report.add(
                    "exception-target",
                    exception.entry.head.name.span,
                    say("`{name}` names no target", name=name),
                )
        self.circles(links)
        return links

    def circles(self, links: Links) -> None:
        """Exceptions that are exceptions to one another, or that outrank one another. The links of the former are dropped."""
        targets = {
            name: tuple(key.partition(":")[2] for key in keys if key.startswith("exception:"))
            for name, keys in links.targets.items()
        }
        for circle in _circles(targets):
            self.circle(circle, say("`{name}` is an exception to itself, by way of others", name=circle[0]))
            for name in circle:
                links.targets[name] = tuple(
                    key for key in links.targets[name] if key.partition(":")[2] not in circle
                )
                for other in circle:
                    at = links.at.get(f"exception:{other}", [])
                    links.at[f"exception:{other}"] = [one for one in at if one not in circle]
        for circle in _circles(links.over):
            self.circle(circle, say("`{name}` outranks itself, by way of others", name=circle[0]))

    def circle(self, names: tuple[str, ...], message: Text) -> None:
        """Reported at the one that stands first, with the others shown."""
        spans = [self.symbols.exceptions[name].entry.head.name.span for name in names]
        shown = " → ".join(f"`{name}`" for name in (*names, names[0]))
        self.report.add(
            "recursive-definition",
            spans[0],
            message,
            help=[
                say("the circle: {circle}", circle=shown),
                say("take one of these out, and let its `when` say when it does not apply"),
            ],
            labels=[Label(span=span, text=say("this is in the circle")) for span in spans[1:4]],
        )

    def find(self, target: model.Target, verb: str, prefix: str, own: str) -> list[str]:
        sorts = ("exception",) if verb == "over" else VERBS[verb]
        text, wanted = self.unqualified(target.text, sorts)
        all_keys = self.spellings.get(text, [])
        keys = [key for key in all_keys if key.partition(":")[0] in wanted and key != f"exception:{own}"]
        if not keys and "forbid" in wanted and text in self.said:
            return self.said[text]
        if not keys:
            self.unknown(target, text, all_keys, verb, sorts)
            return []
        things = {self.thing(key) for key in keys}
        if len(things) > 1:
            for home in (prefix, ""):
                near = [key for key in keys if self.homes[key] == home]
                if len({self.thing(key) for key in near}) == 1:
                    return near
            self.ambiguous(target, keys)
            return []
        return keys

    def unqualified(self, text: str, sorts: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        first, dot, rest = text.partition(".")
        if dot and first in QUALIFIERS and text not in self.spellings:
            return rest, tuple(sort for sort in sorts if sort == QUALIFIERS[first])
        return text, sorts

    def thing(self, key: str) -> str:
        """Refusals of several decisions under one name are one thing; so are all else by their key."""
        sort, _, name = key.partition(":")
        return f"forbid:{name.partition('.')[2]}" if sort == "forbid" else key

    def unknown(
        self, target: model.Target, text: str, others: list[str], verb: str, sorts: tuple[str, ...]
    ) -> None:
        if others:
            sort = others[0].partition(":")[0]
            self.report.add(
                "exception-target",
                target.span,
                say(
                    "`{text}` is {what}, which an exception cannot treat with `{verb}`",
                    text=text,
                    what=_SORTS[sort],
                    verb=verb,
                ),
                help=_fitting(sort),
            )
            return
        other = untouchable(self.symbols, target.text)
        if other is not None:
            message, help_ = other
            self.report.add("exception-target", target.span, message, help=help_)
            return
        known = [
            spelled
            for spelled, keys in self.spellings.items()
            if any(key.partition(":")[0] in sorts for key in keys)
        ]
        near = nearest(text, known)
        help_ = meant(near)
        if not near:
            help_.append(
                say(
                    "an exception can only change what the ruleset names: a definition, refusal, rule or exception"
                )
            )
        self.report.add(
            "exception-target",
            target.span,
            say("there is nothing called `{text}` to except", text=text),
            help=help_,
        )

    def ambiguous(self, target: model.Target, keys: list[str]) -> None:
        ways = dict.fromkeys(_plainly(key) for key in keys)
        self.report.add(
            "ambiguous-name",
            target.span,
            say("`{name}` can mean several things here", name=target.text),
            help=say("write {ways}", ways=either(ways)),
        )


def _circles(graph: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Every circle once, as far as circles share nothing: the shortest through each name, from the first name on."""
    done: set[str] = set()
    for name in graph:
        if name in done:
            continue
        ways: dict[str, tuple[str, ...]] = {name: (name,)}
        waiting = [name]
        found: tuple[str, ...] = ()
        while waiting and not found:
            at = waiting.pop(0)
            for other in graph.get(at, ()):
                if other == name:
                    found = ways[at]
                elif other not in ways and other not in done:
                    ways[other] = (*ways[at], other)
                    waiting.append(other)
        if found:
            done.update(found)
            yield found


def _plainly(key: str) -> str:
    """How a target is named so that nothing else can be meant."""
    sort, _, name = key.partition(":")
    return f"`refusal.{name.partition('.')[2]}`" if sort == "forbid" else f"`{sort}.{name}`"


def _fitting(sort: str) -> Text:
    verbs = [f"`{verb if verb != 'adds' else 'adds to'}`" for verb, sorts in VERBS.items() if sort in sorts]
    return say("use {verbs}", verbs=either(verbs))
