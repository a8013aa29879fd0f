"""Names without words in one of the languages that a ruleset speaks.

A ruleset speaks the languages in which its main file and parts give words to some number of names; a row file alone, or a single flourish, makes no
language, and preludes, which speak many, do not count. A name needs words in a language if it has words in another, or if most names of its sort
have words in that language. There is one report for each language and file, at the first name that lacks words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from densho.diagnostics.model import Report
from densho.ir import nodes as n
from densho.messages import listed, say, say_n
from densho.resolved.resolve import Resolved
from densho.source import Span
from densho.surface.awards import NEW
from densho.surface.model import File

SHOWN = 4
"""So many names are listed in a report."""
SHARE = 10
"""A language in which fewer than one in so many names have words is not spoken."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something that people meet: under which keys its words may stand, what it is, and where it is declared."""

    keys: tuple[str, ...]
    sort: str
    span: Span

    @property
    def shown(self) -> str:
        return f"`{self.keys[0]}`"


def names_without_words(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports the names that lack words in a language."""
    kinds = {file.path: file.kind for file in files}
    names = list(_names(resolved, kinds))
    own = resolved.symbols.texts
    spoken: dict[str, set[str]] = {}
    for one in (*own, *resolved.symbols.lent_texts):
        spoken.setdefault(one.language, set()).add(_key(resolved, one.key))
    for language in sorted({one.language for one in own if kinds.get(one.span.path) != "row"}):
        base = {_key(resolved, one.key) for one in own if one.language == language}
        if len(base) * SHARE >= len(names):
            _language(language, names, spoken, kinds, report)


def _language(
    language: str,
    names: Sequence[Named],
    spoken: dict[str, set[str]],
    kinds: Mapping[str, str],
    report: Report,
) -> None:
    has = {one: any(key in spoken[language] for key in one.keys) for one in names}
    usual = {sort for sort in {one.sort for one in names} if _most(has, sort)}
    elsewhere = set().union(*(keys for other, keys in spoken.items() if other != language))
    missing: dict[str, list[Named]] = {}
    for one in names:
        if not has[one] and (one.sort in usual or any(key in elsewhere for key in one.keys)):
            home = one.span.path if kinds.get(one.span.path) == "row" else ""
            missing.setdefault(home, []).append(one)
    for some in missing.values():
        _tell(report, language, some)


def _most(has: dict[Named, bool], sort: str) -> bool:
    """Whether at least half of the names of the sort have words."""
    of_sort = [known for one, known in has.items() if one.sort == sort]
    return sum(of_sort) * 2 >= len(of_sort)


def _tell(report: Report, language: str, missing: Sequence[Named]) -> None:
    shown = listed(one.shown for one in missing[:SHOWN])
    more = len(missing) - SHOWN
    message = say_n(
        "{names} has no words in `{language}`",
        "{n} names have no words in `{language}`",
        n=len(missing),
        names=shown,
        language=language,
    )
    some = say("{names} and {more} more", names=shown, more=more) if more > 0 else shown
    hint = say("add them under `words:`: {names}", names=some)
    report.add("missing-words", missing[0].span, message, help=hint)


def _key(resolved: Resolved, key: str) -> str:
    """Texts beside a row are keyed by its section."""
    if not key.startswith("#"):
        return key
    section, _, row = key[1:].partition(".")
    return f"{resolved.symbols.plurals.get(section, section)}.{row}"


def _names(resolved: Resolved, files: Mapping[str, str]) -> Iterator[Named]:
    """What people meet of a ruleset, in the order of its text; names of preludes are the preludes' affair."""
    seen: set[tuple[str, ...]] = set()
    for one in _all_names(resolved.ruleset):
        if files.get(one.span.path, "prelude") != "prelude" and one.keys not in seen:
            seen.add(one.keys)
            yield one


def _all_names(ruleset: n.Ruleset) -> Iterator[Named]:
    for kind in ruleset.kinds:
        for row in kind.rows:
            yield Named((f"{kind.name}.{row.name}",), f"row of {kind.name}", row.span)
    for slot in ruleset.slots:
        if not slot.working:
            yield Named((f"slot.{slot.name}",), "slot", slot.span)
    for decision in ruleset.decisions:
        yield Named((f"decision.{decision.name}",), "decision", decision.span)
        yield from _words(decision)
        yield from _refusals(decision)
    sources: tuple[n.Rule | n.Exception_, ...] = (*ruleset.rules, *ruleset.exceptions)
    for source in sources:
        for effect in source.effects:
            if isinstance(effect, n.Tell):
                yield Named((f"event.{effect.event}",), "event", effect.span)
    if ruleset.character is not None:
        yield from _between_fights(ruleset.character)
    for option in ruleset.options:
        yield Named((f"option.{option.name}",), "option", option.span)


def _between_fights(character: n.Character) -> Iterator[Named]:
    """Awards, their refusals, and what only characters remember; the word for a new character is never said."""
    for slot in character.slots:
        yield Named((f"slot.{slot.name}",), "slot", slot.span)
    awards = replace(character.awards, words=tuple(one for one in character.awards.words if one.name != NEW))
    yield from _words(awards)
    yield from _refusals(awards)


def _refusals(decision: n.Decision) -> Iterator[Named]:
    for refusal in decision.refusals:
        keys = (f"refusal.{refusal.says}", f"refusal.{refusal.name}")
        yield Named(tuple(dict.fromkeys(keys)), "refusal", refusal.span)


def _words(decision: n.Decision) -> Iterator[Named]:
    """Words and flags; a word that is a row is called like that."""
    for word in decision.words if decision.name == decision.root else ():
        key = f"{decision.name}.{word.name}"
        if word.row is None:
            yield Named((key,), "word", word.span)
        for arg in word.args:
            if arg.flag:
                yield Named((f"{key}.{arg.name}",), "flag", arg.span)
