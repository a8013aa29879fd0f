"""Texts for people: keys looked up, so that a misspelt one is found."""

from __future__ import annotations

import re

from densho.diagnostics.suggestions import did_you_mean, meant, nearest
from densho.messages import Text, say
from densho.resolved.expressions import Elaborator
from densho.surface import model, syntax

Key = str

TELLING = "telling"
"""Under `telling.EVENT` stands how an event is told, with its fields in braces."""

FIELD = re.compile(r"\{(\w+)\}")
_ODD_BRACES = re.compile(r"\{[^{}]*\}|\{\s*\w*|\}")
"""Braces that stay when all fields are taken out."""


def texts(el: Elaborator) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """(language, key, texts), sorted; several files' texts for one key stand one after another, those of preludes last."""
    known, events = known_keys(el), _events(el)
    found: dict[tuple[str, Key], tuple[str, ...]] = {}
    lent = [one for one in el.symbols.lent_texts if one.key in known]
    for one in (*el.symbols.texts, *lent):
        key = _key(el, one.key)
        if key not in known:
            near = nearest(key, known)
            help_ = meant(near)
            el.report.add(
                "unknown-text",
                one.span,
                say("nothing is called `{name}`", name=one.key.lstrip("#")),
                help=help_,
            )
            continue
        sort, _, event = key.partition(".")
        if sort == TELLING:
            _check_fields(el, one, event, events[event])
        found[one.language, key] = found.get((one.language, key), ()) + one.texts
    return tuple(
        (language, key, tuple(dict.fromkeys(shown))) for (language, key), shown in sorted(found.items())
    )


def _key(el: Elaborator, key: Key) -> Key:
    """Texts beside a row are keyed by its section: `#stances.free` is `stance.free`."""
    if not key.startswith("#"):
        return key
    section, _, row = key[1:].partition(".")
    return f"{el.symbols.plurals.get(section, section)}.{row}"


def known_keys(el: Elaborator) -> frozenset[Key]:
    """All keys under which texts may stand."""
    symbols = el.symbols
    keys: set[Key] = {"ruleset", "slot.choice"}
    for kind in symbols.kinds.values():
        keys.add(f"kind.{kind.name}")
        keys |= {f"{kind.name}.{row.name}" for row in kind.rows}
        keys |= {f"column.{kind.name}.{name}" for name, _column, _span in kind.columns}
    for table in (symbols.arena, symbols.fighter):
        keys |= {f"slot.{name}" for name in table}
    for decision in symbols.decisions.values():
        keys |= {f"decision.{decision.name}", f"refusal.{_unreadable(el, decision.name)}"}
        keys |= {f"group.{decision.name}.{name.id}" for name, _group in decision.entry.groups}
        for word in el.words(decision.root).values():
            keys.add(f"{decision.root}.{word.name}")
            keys |= {f"{decision.root}.{word.name}.{arg.name.id}" for arg, _k, _o in word.args}
        for refusal in decision.refusals:
            entry = refusal.entry
            keys |= {f"refusal.{entry.head.name.id}", f"refusal.{(entry.says or entry.head.name).id}"}
    for name, option in symbols.option_values.items():
        keys |= {f"option.{name}"} | {f"option.{name}.{value}" for value in option}
    keys |= {f"step.{name}" for name in symbols.flow_steps}
    keys |= {f"block.{name}" for name in symbols.blocks}
    keys |= {f"rule.{name}" for name in symbols.rules}
    keys |= {f"rule.{one.entry.head.name.id}" for one in symbols.rules.values()}
    keys |= {f"rule.{one.entry.step.id}.{one.entry.head.name.id}" for one in symbols.rules.values()}
    keys |= {f"exception.{name}" for name in symbols.exceptions}
    keys |= {f"define.{name}" for name in symbols.defines}
    keys |= {f"relation.{name}" for name in symbols.relations}
    keys |= {f"roll.{name}" for name in symbols.rolls}
    keys |= {f"lint.{name}" for name in symbols.lints}
    keys |= {f"{sort}.{name}" for name in _events(el) for sort in ("event", TELLING)}
    keys |= {"refusal.malformed", "refusal.not_owed"}
    return frozenset(keys)


def _unreadable(el: Elaborator, decision: str) -> str:
    entry = el.symbols.decisions[decision].entry
    return entry.unreadable.id if entry.unreadable is not None else "malformed"


def written_tells(el: Elaborator) -> dict[str, list[syntax.Tell]]:
    """The events that rules and exceptions tell, as they are written: also where an expression in it makes no sense."""
    symbols = el.symbols
    effects = [one for rule in symbols.rules.values() for one in rule.entry.rule.effects]
    effects += [one for exception in symbols.exceptions.values() for one in exception.entry.effects]
    found: dict[str, list[syntax.Tell]] = {}
    for one in effects:
        if isinstance(one, syntax.Tell):
            found.setdefault(one.event.id, []).append(one)
    return found


def _events(el: Elaborator) -> dict[str, set[str]]:
    """The events with their fields."""
    return {
        event: {field.name.id for tell in tells for field in tell.fields}
        for event, tells in written_tells(el).items()
    }


def _in_braces(text: str, fields: set[str]) -> tuple[Text, ...]:
    inner = text.strip("{} ")
    named = inner if inner in fields else "…"
    return (say("a field stands in braces without blanks: `{name}`", name=f"{{{named}}}"),)


def _check_fields(el: Elaborator, one: model.Texts, event: str, fields: set[str]) -> None:
    """How an event is told may name the event's own fields alone."""
    for excerpt in one.excerpts:
        bare = FIELD.sub(lambda found: "~" * len(found[0]), excerpt.text)
        for found in _ODD_BRACES.finditer(bare):
            message = say("these braces hold no field of the event `{event}`", event=event)
            span = excerpt.span(found.start(), found.end())
            el.report.add("unknown-text", span, message, help=_in_braces(found[0], fields))
        for found in FIELD.finditer(excerpt.text):
            if found[1] not in fields:
                message = say("the event `{event}` has no field `{name}`", event=event, name=found[1])
                span = excerpt.span(found.start(1), found.end(1))
                el.report.add("unknown-text", span, message, help=did_you_mean(found[1], fields))
