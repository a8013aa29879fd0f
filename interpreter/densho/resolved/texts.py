"""Texts for people: keys looked up, so that a misspelt one is found."""

from __future__ import annotations

from collections.abc import Iterable

from densho.diagnostics.suggestions import nearest
from densho.resolved.expressions import Elaborator
from densho.surface import syntax

Key = str


def texts(el: Elaborator) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """(language, key, texts), sorted; several files' texts for one key stand one after another."""
    known = known_keys(el)
    found: dict[tuple[str, Key], tuple[str, ...]] = {}
    for one in el.symbols.texts:
        key = _key(el, one.key)
        if key not in known:
            near = nearest(key, known)
            help_ = [f"did you mean {' or '.join(f'`{name}`' for name in near)}?"] if near else []
            el.report.add("unknown-text", one.span, f"nothing is called `{one.key.lstrip('#')}`", help=help_)
            continue
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
    keys |= {f"event.{name}" for name in _events(el)}
    keys |= {"refusal.malformed", "refusal.not_owed"}
    return frozenset(keys)


def _unreadable(el: Elaborator, decision: str) -> str:
    entry = el.symbols.decisions[decision].entry
    return entry.unreadable.id if entry.unreadable is not None else "malformed"


def _events(el: Elaborator) -> Iterable[str]:
    symbols = el.symbols
    effects = [one for rule in symbols.rules.values() for one in rule.entry.rule.effects]
    effects += [one for exception in symbols.exceptions.values() for one in exception.entry.effects]
    return {one.event.id for one in effects if isinstance(one, syntax.Tell)}
