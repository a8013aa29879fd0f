"""What jsonschema found, told in our words, at the key or value itself.

jsonschema gives the keyword of the schema that was not met, the path to the value, and the schema there, whose titles and
descriptions say what is wanted. Its own texts are never shown.
"""

from __future__ import annotations

import re
from typing import Any

from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import NO_KEY, did_you_mean, nearest, write
from densho.messages import Text, either, say
from densho.source import Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value

_LISTED = 14
NOT_HERE = "Not here. "
"""How the description of a section begins that stands elsewhere."""
_INSTEAD = {"changes": "to", "adds to": "by", "replaces": "do", "extends": "do"}
"""By the verb of an exception, the key of what there is instead."""
_SENTENCE_END = re.compile(r"\. (?=[A-Z])")
_PARAGRAPHS = re.compile(r"(?: +[A-Z]+[0-9]+[a-z]?)+$")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_WORDS = "words"
_FILE = say("the file")
_TYPES = {
    "string": say("a text"),
    "integer": say("a whole number"),
    "boolean": say("`true` or `false`"),
    "array": say("a list"),
    "object": say("a mapping"),
}


class Findings:
    """Turns the validator's findings about one document into diagnostics.

    `known`: the schema's properties of the whole file; `header`: the key of a row file that names its kind.
    """

    def __init__(
        self, document: Document, kind: str, known: dict[str, Any], header: Scalar | None, report: Report
    ) -> None:
        self.document = document
        self.kind = kind
        self.known = known
        self.header = header
        self.report = report
        self.missing: list[tuple[Mapping, Span, str, Text, Text | None]] = []
        self.unknown: list[tuple[Mapping, str]] = []
        self.named: list[tuple[Mapping, str]] = []

    def tell(self, error: Any) -> None:
        """One finding; `validator` is the keyword of the schema that was not met."""
        path = list(error.absolute_path)
        if self._among_languages(path):
            return
        key, value = self._locate(path)
        match error.validator:
            case "additionalProperties" if isinstance(value, Mapping):
                self._unknown_keys(value, error.schema)
            case "required" if isinstance(value, Mapping):
                self._missing(value, key, error)
            case "dependentRequired" if isinstance(value, Mapping):
                self._companions(value, key, error)
            case "type":
                self._wrong_shape(path, key, value, error)
            case "oneOf" | "anyOf" if isinstance(value, Mapping):
                self._one_of(value, key, error)
            case "minItems" | "minProperties":
                self._add("wrong-shape", key, value, say("{place} is empty", place=self._called(path)), error)
            case "maxProperties" if isinstance(value, Mapping):
                second = value.entries[1][0]
                text = say("`{name}` begins a second block in one item of the list", name=second.text)
                self.report.add(
                    "wrong-shape",
                    second.span,
                    text,
                    help=say("begin each block with `- ` in a line of its own"),
                )
            case "enum" if path == ["densho"] and isinstance(value, Scalar):
                pass  # whoever loads the file says which versions it reads
            case "not" if error.validator_value == {}:
                self._misplaced(path, key, value, error)
            case _:
                self._add(
                    "wrong-value",
                    key,
                    value,
                    self._out_of_place(value, self._called(path)),
                    error,
                )

    def strays(self) -> None:
        """In a row file one key with a text, the kind, may be one that no schema can know."""
        if self.kind == "row":
            for key, value in self.document.root.entries:
                self._stray(key, value)

    def finish(self) -> None:
        """Missing keys are told last: one that was only misspelt has been named already."""
        for mapping, span, key, message, help_ in self.missing:
            named = any(owner is mapping and other == key for owner, other in self.named)
            if not named and not any(
                owner is mapping and nearest(other, [key]) for owner, other in self.unknown
            ):
                self.report.add("missing-key", span, message, help=[help_] if help_ else ())

    # --- the sorts of findings ---

    def _among_languages(self, path: list[Any]) -> bool:
        """Whether it is about words for people that stand in another section, since the head of theirs is missing; told once."""
        if len(path) < 2 or path[0] == _WORDS or self.kind == "scenarios":
            return False
        section = self.document.root.get(str(path[0]))
        entries = section.entries if isinstance(section, Mapping) else ()
        languages = [key for key, value in entries if _is_language(key, value)]
        if path[1] not in [key.text for key in languages]:
            return False
        key = languages[0]
        message = say(
            "`{language}` is a language, and this is not where words for people stand", language=key.text
        )
        self.report.add(
            "unknown-key", key.span, message, help=say("is `{section}:` missing above it?", section=_WORDS)
        )
        return True

    def _unknown_keys(self, mapping: Mapping, schema: dict[str, Any]) -> None:
        known = list(schema.get("properties", ()))
        for key, _ in mapping.entries:
            if key.text not in known:
                self._unknown_key(mapping, key, known, schema.get("title", ""))

    def _unknown_key(self, mapping: Mapping, key: Scalar, known: list[str], title: str) -> None:
        self.unknown.append((mapping, key.text))
        bare = _PARAGRAPHS.sub("", key.text)
        if bare != key.text and bare in known:
            message = say("no paragraph stands behind the key `{name}`", name=bare)
            self.report.add("unknown-key", key.span, message, help=write(bare))
            return
        near = self._instead(mapping, key) or did_you_mean(key.text, known)
        self.report.add(
            "unknown-key",
            key.span,
            NO_KEY.put(name=key.text),
            help=(
                *near,
                *([_keys_of(title, known)] if len(known) <= _LISTED or not near else []),
            ),
        )

    def _instead(self, mapping: Mapping, key: Scalar) -> tuple[Text, ...]:
        """What an exception calls the effects or the value that a rule has behind `then`."""
        verbs = [verb for verb, _ in mapping.entries if verb.text in _INSTEAD]
        if key.text != "then" or not verbs:
            return ()
        wanted = _INSTEAD[verbs[0].text]
        self.named.append((mapping, wanted))
        return (say("write `{name}:` instead, which belongs to `{verb}`", name=wanted, verb=verbs[0].text),)

    def _missing(self, mapping: Mapping, key: Scalar | None, error: Any) -> None:
        for name in error.validator_value:
            if name not in error.instance:
                owner, span = self._owner(mapping, key)
                help_ = (
                    say("`{name}: 1` is the version of this language", name=name)
                    if name == "densho"
                    else self._about_key(error.schema, name)
                )
                self._lacks(mapping, span, name, _lacking(owner, name), help_)

    def _companions(self, mapping: Mapping, key: Scalar | None, error: Any) -> None:
        for name, companions in error.validator_value.items():
            own = mapping.key(name)
            for other in companions:
                if own is not None and other not in error.instance:
                    self._lacks(
                        mapping,
                        own.span,
                        other,
                        say("beside `{name}` the key `{other}` is missing", name=name, other=other),
                        self._about_key(error.schema, other),
                    )

    def _lacks(self, mapping: Mapping, span: Span, key: str, message: Text, help_: Text | None) -> None:
        one = (mapping, span, key, message, help_)
        if one not in self.missing:
            self.missing.append(one)

    def _one_of(self, mapping: Mapping, key: Scalar | None, error: Any) -> None:
        names = [name for branch in error.validator_value for name in branch.get("required", ())]
        present = [one for one, _ in mapping.entries if one.text in names]
        keys = either(f"`{name}`" for name in names)
        if len(present) > 1:
            self.report.add(
                "wrong-shape",
                present[1].span,
                say("`{name}` may not stand beside `{other}`", name=present[1].text, other=present[0].text),
                help=say("only one of {keys} may stand here", keys=keys),
                labels=[Label(span=present[0].span, text=say("given here"))],
            )
        else:
            owner, span = self._owner(mapping, key)
            own = tuple(unknown for owner, unknown in self.unknown if owner is mapping)
            if not any(nearest(unknown, names) for unknown in own):
                self.report.add(
                    "missing-key",
                    span,
                    _lacking_all(owner, keys),
                    help=say("give one of them"),
                )

    def _wrong_shape(self, path: list[Any], key: Scalar | None, value: Value, error: Any) -> None:
        if len(path) == 1 and key is not None and self._stray(key, value):
            return
        if self.kind == "scenarios" and path[-2:-1] == ["expect"] and "." in str(path[-1]):
            return  # no fighter is called so, which is told where the fighters are known
        wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
        names = [
            _TYPES[one]
            for one in wanted
            if one != "null"
            and (one == "string" or one not in ("integer", "boolean") or "string" not in wanted)
        ]
        place, types = self._called(path), either(names)
        if error.instance is None and not isinstance(value, Mapping | Sequence) and not value.text:
            message = say("{place} takes {types}, but nothing stands there", place=place, types=types)
            self._add("wrong-shape", key, value, message, error)
            return
        texts = [about] if (about := self._about(error.schema)) else []
        if "string" in wanted and isinstance(value, Mapping | Sequence):
            sign = self.document.source.text[value.span.start : value.span.start + 1]
            if sign in ("[", "{"):
                texts.insert(0, say("a text that begins with `{sign}` stands in quotes", sign=sign))
        if path[:-1] == ["options"] and not isinstance(value, Mapping):
            texts.insert(0, write(f"{path[-1]}: {{{', '.join(f'{one}: {{}}' for one in _scalars(value))}}}"))
        if wanted == ["array"] and isinstance(value, Scalar) and _holds_texts(error.schema):
            texts.insert(0, write(f"[{value.text}]"))
        span = value.span if not isinstance(value, Mapping | Sequence) or key is None else key.span
        self.report.add(
            "wrong-shape",
            span,
            say(
                "{place} takes {types}, but here is {found}",
                place=place,
                types=types,
                found=_found(error.instance),
            ),
            help=texts,
        )

    def _stray(self, key: Scalar, value: Value) -> bool:
        """A key of the file that is no section: a text there was meant for another key."""
        if key.text in self.known or self.kind == "scenarios" or isinstance(value, Mapping):
            return False
        if key is not self.header:
            known = [one for one, about in self.known.items() if "not" not in about]
            if not (isinstance(value, Scalar) and value.text) and not did_you_mean(key.text, known):
                return False  # rows may stand under any name: they are what is missing
            self._unknown_key(self.document.root, key, known, _FILE)
        return True

    def _misplaced(self, path: list[Any], key: Scalar | None, value: Value, error: Any) -> None:
        span = value.span if key is None else key.span
        if self.kind == "scenarios":
            self.report.add(
                "wrong-value",
                span,
                say("`{name}` may not stand beside `{other}`", name=path[-1], other="winner"),
                help=say("give one of them"),
            )
            return
        place = "option" if path[0] == "options" and len(path) > 1 else self.kind
        self.report.add(
            "misplaced-section",
            span,
            _misplaced(place, path[-1]),
            help=about_schema(error.schema["description"]) or (),
        )

    # --- words and places ---

    def _add(self, slug: str, key: Scalar | None, value: Value, message: Text, error: Any) -> None:
        span = value.span
        if (isinstance(value, Mapping | Sequence) or not value.text) and key is not None:
            span = key.span
        about = self._about(error.schema)
        self.report.add(slug, span, message, help=about or ())

    def _about(self, schema: Any) -> Text | None:
        return about_schema(schema.get("description", "")) if isinstance(schema, dict) else None

    def _about_key(self, schema: dict[str, Any], key: str) -> Text | None:
        """What the schema says about a key of a mapping, or of the whole file."""
        for properties in (schema.get("properties", {}), self.known):
            if isinstance(properties.get(key), dict):
                return self._about(properties[key])
        return None

    def _locate(self, path: list[Any]) -> tuple[Scalar | None, Value]:
        """The value at a path of keys and numbers, and the nearest key above it that names it."""
        key: Scalar | None = None
        value: Value = self.document.root
        for step in path:
            match value:
                case Mapping() if isinstance(step, str):
                    key, value = value.key(step), value.get(step) or value
                case Sequence() if isinstance(step, int):
                    key, value = None, value.items[step]
                case _:
                    break
        return key, value

    def _owner(self, mapping: Mapping, key: Scalar | None) -> tuple[str | None, Span]:
        """Whose keys a mapping holds (the name of a key, "" for an item of a list, None for the file), and where it begins."""
        if mapping is self.document.root:
            return None, mapping.entries[0][0].span
        if key is not None:
            return key.text, key.span
        first = mapping.entries[0][0].span if mapping.entries else mapping.span
        return "", first

    def _called(self, path: list[Any]) -> str:
        names = [step for step in path if isinstance(step, str)]
        if not names:
            return say("this file")
        return say("an item of `{name}`", name=names[-1]) if isinstance(path[-1], int) else f"`{names[-1]}`"

    def _out_of_place(self, value: Value, place: str) -> Text:
        if isinstance(value, Scalar):
            return say("`{text}` may not stand at {place}", text=value.text, place=place)
        return say("this may not stand at {place}", place=place)


# --- sentences ------------------------------------------------------------------------------------------


def about_schema(description: str) -> Text | None:
    """A description of a schema in the style of messages."""
    found = {f"sentence{number}": Text(one, {}) for number, one in enumerate(sentences(description))}
    return Text(". ".join(f"{{{name}}}" for name in found), found) if found else None


def sentences(description: str) -> list[str]:
    """The sentences of a schema's description, without full stops; the first begins with a small letter."""
    text = description.removeprefix(NOT_HERE).removesuffix(".")
    return _SENTENCE_END.split(text[:1].lower() + text[1:]) if text else []


def _is_language(key: Scalar, value: Value) -> bool:
    """Whether it looks like the words of a language: all keys below it have a dot."""
    return (
        _LANGUAGE.fullmatch(key.text) is not None
        and isinstance(value, Mapping)
        and bool(value.entries)
        and all("." in name.text for name, _ in value.entries)
    )


def _scalars(value: Value) -> list[str]:
    """The plain texts of a list, or of a single value."""
    items = value.items if isinstance(value, Sequence) else (value,)
    return [item.text for item in items if isinstance(item, Scalar)]


def _holds_texts(schema: Any) -> bool:
    """Whether a list of this schema holds plain texts."""
    items = schema.get("items", {}) if isinstance(schema, dict) else {}
    return isinstance(items, dict) and "string" in items.get("type", ())


def _keys_of(title: str, keys: list[str]) -> Text:
    listed = ", ".join(keys[:_LISTED]) + (" …" if len(keys) > _LISTED else "")
    if not title:
        return say("keys of this place: {keys}", keys=listed)
    return say(
        "keys of {title}: {keys}", title=title if isinstance(title, Text) else Text(title, {}), keys=listed
    )


def _lacking(owner: str | None, name: str) -> Text:
    match owner:
        case None:
            return say("this file lacks the key `{name}`", name=name)
        case "":
            return say("this item lacks the key `{name}`", name=name)
        case _:
            return say("`{owner}` lacks the key `{name}`", owner=owner, name=name)


def _lacking_all(owner: str | None, keys: Text) -> Text:
    match owner:
        case None:
            return say("this file has none of the keys {keys}", keys=keys)
        case "":
            return say("this item has none of the keys {keys}", keys=keys)
        case _:
            return say("`{owner}` has none of the keys {keys}", owner=owner, keys=keys)


def _misplaced(place: str, section: str) -> Text:
    match place:
        case "option":
            return say("`{section}` may not stand in an option's value", section=section)
        case "part":
            return say("`{section}` may not stand in a further part", section=section)
        case "prelude":
            return say("`{section}` may not stand in a prelude", section=section)
        case "row":
            return say("`{section}` may not stand in a row file", section=section)
        case _:
            return say("`{section}` may not stand in this file", section=section)


def _found(instance: object) -> str:
    match instance:
        case bool():
            return f"`{str(instance).lower()}`"
        case int():
            return say("the number {number}", number=instance)
        case str():
            return _TYPES["string"]
        case list():
            return _TYPES["array"]
        case dict():
            return _TYPES["object"]
        case _:
            return say("nothing")
