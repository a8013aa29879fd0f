"""Words for people in one language: names and texts of a ruleset, and this program's own sentences.

A ruleset's text is taken in the language asked for, else in English, else the id is shown as it is. Everything that comes from a file
or a player is made harmless: no control characters reach a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from densho import messages
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type

FALLBACK = "en"
NOTHING = "–"


class Tongue:
    """Speaks of one ruleset in one language. `translate` gives the program's own templates in that language."""

    def __init__(
        self, ruleset: ir.Ruleset, language: str = FALLBACK, translate: Callable[[str], str] = str
    ) -> None:
        self.ruleset = ruleset
        self.language = language
        self._translate = translate
        self._texts: dict[tuple[str, str], tuple[str, ...]] = {
            (la, key): texts for la, key, texts in ruleset.texts
        }
        self._kinds = {kind.name: kind for kind in ruleset.kinds}

    # --- the program's own

    def say(self, template: str, /, **values: object) -> str:
        """A sentence of the program's own; values are texts in this language already."""
        return self.said(messages.say(template, **values))

    def said(self, text: str) -> str:
        """A text that was made elsewhere, in this language."""
        return messages.said(text, self._translate)

    # --- the ruleset's

    def text(self, key: str, default: str | None = None) -> str:
        """The first text under the key; without one, the default (or the last part of the key)."""
        for language in (self.language, FALLBACK):
            texts = self._texts.get((language, key), ())
            if texts and texts[0]:
                return harmless(texts[0])
        return key.rpartition(".")[2] if default is None else default

    def in_language(self, key: str) -> str:
        """The text under the key in this very language, or nothing."""
        texts = self._texts.get((self.language, key), ())
        return harmless(texts[0]) if texts else ""

    def has(self, key: str) -> bool:
        return any(self._texts.get((language, key)) for language in (self.language, FALLBACK))

    def first(self, keys: tuple[str, ...], default: str) -> str:
        """The text of the first key that has one."""
        return next((self.text(key) for key in keys if self.has(key)), default)

    def slot(self, name: str) -> str:
        return self.text(f"slot.{name}", spaced(name))

    def row(self, kind: str, row: str) -> str:
        return self.text(f"{kind}.{row}", spaced(row))

    def reason(self, name: str) -> str:
        return self.text(f"reason.{name}", spaced(name))

    def decision(self, name: str) -> str:
        return self.text(f"decision.{name}", spaced(name))

    def word(self, decision: ir.Decision, word: ir.Word) -> str:
        """How a word is written in a choice; also as typed by a player."""
        keys = [f"{decision.name}.{word.name}", f"{decision.root}.{word.name}"]
        if word.row is not None:
            keys.append(".".join(word.row))
        return self.first(tuple(keys), word.name)

    def argument(self, decision: ir.Decision, word: ir.Word, argument: str) -> str:
        """How a flag or named argument is written."""
        keys = (f"{decision.name}.{word.name}.{argument}", f"{decision.root}.{word.name}.{argument}")
        return self.first(keys, argument)

    def value(self, type_: Type, plain: Any) -> str:
        """Plain data of a type as text."""
        if plain is None:
            return NOTHING
        match type_:
            case t.TOptional(of=of):
                return self.value(of, plain)
            case t.TBool():
                return self.say("yes") if plain else self.say("no")
            case t.TRow(kind=kind):
                return self.row(kind, str(plain))
            case t.TOption(option=option):
                return self.text(f"option.{option}.{plain}", str(plain))
            case t.TWord(decision=name):
                return self._word_of(name, str(plain))
            case t.TChoice(decision=name) | t.TPart(decision=name):
                return self.choice(name, str(plain))
            case t.TRecord(record=record) if isinstance(plain, Mapping):
                return self._record(record, plain)
            case t.TSet(of=of) if isinstance(plain, list):
                return self._set(of, plain)
            case t.TList(of=of) | t.TBag(of=of) if isinstance(plain, list):
                return ", ".join(self.value(of, item) for item in plain) or NOTHING
            case _:
                return harmless(str(plain)) or NOTHING

    def _set(self, of: Type, items: list[Any]) -> str:
        """Whole numbers that follow one another are written as `3–7`."""
        if len(items) < 3 or not all(isinstance(item, int) and not isinstance(item, bool) for item in items):
            return ", ".join(self.value(of, item) for item in items) or NOTHING
        runs: list[list[int]] = []
        for item in sorted(items):
            if runs and runs[-1][-1] == item - 1:
                runs[-1].append(item)
            else:
                runs.append([item])
        return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)

    def _record(self, record: str, plain: Mapping[str, Any]) -> str:
        fields = next(one.fields for one in self.ruleset.records if one.name == record)
        return " ".join(self.value(of, plain.get(name)) for name, of in fields)

    # --- choices

    def _decision_named(self, name: str) -> ir.Decision | None:
        return next((one for one in self.ruleset.decisions if one.name == name), None)

    def _word_of(self, name: str, word: str) -> str:
        decision = self._decision_named(name)
        entry = next((one for one in decision.words if one.name == word), None) if decision else None
        return word if decision is None or entry is None else self.word(decision, entry)

    def choice(self, name: str, text: str) -> str:
        """A choice in its canonical spelling, in the words of this language; it can be typed like this too."""
        decision = self._decision_named(name)
        if decision is None:
            return harmless(text)
        return "; ".join(self._part(decision, part.split(" ")) for part in harmless(text).split("; "))

    def _part(self, decision: ir.Decision, tokens: list[str]) -> str:
        word = next((one for one in decision.words if one.name == tokens[0]), None)
        if word is None:
            return self.text(f"{decision.root}.{tokens[0]}", " ".join(tokens))
        marked = {one.name for one in word.args if one.flag or one.named}
        kinds = [kind for one in word.args if (kind := _kind_of(one.type)) is not None]
        said = [self.word(decision, word)]
        for token in tokens[1:]:
            if token in marked:
                said.append(self.argument(decision, word, token))
            else:
                said.append(self._token(kinds, token))
        return " ".join(said)

    def _token(self, kinds: list[str], token: str) -> str:
        for name in kinds:
            if any(row.name == token for row in self._kinds[name].rows):
                return self.text(f"{name}.{token}", token)
        return token


def _kind_of(type_: Type) -> str | None:
    match type_:
        case t.TRow(kind=kind):
            return kind
        case t.TOptional(of=of) | t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of):
            return _kind_of(of)
        case _:
            return None


def spaced(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def harmless(text: str) -> str:
    """The text without anything that a terminal would obey or that cannot be seen."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if one in "\t\n\r" else "\ufffd" if _unseen(one) else one for one in text)


def _unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
