"""What jsonschema found, told in our words, at the key or value itself.

jsonschema gives the keyword of the schema that was not met, the path to the value, and the schema there, whose titles and
descriptions say what is wanted. Its own texts are never shown.
"""

from __future__ import annotations

from typing import Any

from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import did_you_mean, nearest
from densho.source import Span
from densho.surface.documents import Document, Mapping, Scalar, Sequence, Value

_LISTED = 14
_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
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
        self.missing: list[tuple[Mapping, Span, str, str, str]] = []
        self.unknown: list[tuple[Mapping, str]] = []

    def tell(self, error: Any) -> None:
        """One finding; `validator` is the keyword of the schema that was not met."""
        path = list(error.absolute_path)
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
                self._add("wrong-shape", key, value, f"{self._called(path)} is empty", error)
            case "maxProperties" if isinstance(value, Mapping):
                second = value.entries[1][0]
                text = f"`{second.text}` begins a second block in one item of the list"
                self.report.add(
                    "wrong-shape", second.span, text, help="begin each block with `- ` in a line of its own"
                )
            case "enum" if path == ["densho"]:
                pass  # whoever loads the file says which versions it reads
            case "not" if error.validator_value == {}:
                self._misplaced(path, key, value, error)
            case _:
                self._add(
                    "wrong-value",
                    key,
                    value,
                    f"{self._shown(value)} may not stand at {self._called(path)}",
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
            if not any(owner is mapping and nearest(other, [key]) for owner, other in self.unknown):
                self.report.add("missing-key", span, message, help=[help_] if help_ else ())

    # --- the sorts of findings ---

    def _unknown_keys(self, mapping: Mapping, schema: dict[str, Any]) -> None:
        known = list(schema.get("properties", ()))
        for key, _ in mapping.entries:
            if key.text not in known:
                self._unknown_key(mapping, key, known, schema.get("title", "this place"))

    def _unknown_key(self, mapping: Mapping, key: Scalar, known: list[str], title: str) -> None:
        self.unknown.append((mapping, key.text))
        self.report.add(
            "unknown-key",
            key.span,
            f"there is no key `{key.text}` here",
            help=(
                *did_you_mean(key.text, known),
                *([f"keys of {title}: {', '.join(known)}"] if len(known) <= _LISTED else []),
            ),
        )

    def _missing(self, mapping: Mapping, key: Scalar | None, error: Any) -> None:
        for name in error.validator_value:
            if name not in error.instance:
                owner, span = self._owner(mapping, key)
                help_ = (
                    f"`{name}: 1` is the version of this language"
                    if name == "densho"
                    else self._about_key(error.schema, name)
                )
                self._lacks(mapping, span, name, f"{owner} lacks the key `{name}`", help_)

    def _companions(self, mapping: Mapping, key: Scalar | None, error: Any) -> None:
        for name, companions in error.validator_value.items():
            own = mapping.key(name)
            for other in companions:
                if own is not None and other not in error.instance:
                    self._lacks(
                        mapping,
                        own.span,
                        other,
                        f"beside `{name}` the key `{other}` is missing",
                        self._about_key(error.schema, other),
                    )

    def _lacks(self, mapping: Mapping, span: Span, key: str, message: str, help_: str) -> None:
        one = (mapping, span, key, message, help_)
        if one not in self.missing:
            self.missing.append(one)

    def _one_of(self, mapping: Mapping, key: Scalar | None, error: Any) -> None:
        names = [name for branch in error.validator_value for name in branch.get("required", ())]
        present = [one for one, _ in mapping.entries if one.text in names]
        listed = _listed([f"`{name}`" for name in names])
        if len(present) > 1:
            self.report.add(
                "wrong-shape",
                present[1].span,
                f"`{present[1].text}` may not stand beside `{present[0].text}`",
                help=f"only one of {listed} may stand here",
                labels=[Label(span=present[0].span, text="given here")],
            )
        elif path_key := self._owner(mapping, key):
            own = tuple(unknown for owner, unknown in self.unknown if owner is mapping)
            if not any(nearest(unknown, names) for unknown in own):
                self.report.add(
                    "missing-key",
                    path_key[1],
                    f"{path_key[0]} has none of the keys {listed}",
                    help="give one of them",
                )

    def _wrong_shape(self, path: list[Any], key: Scalar | None, value: Value, error: Any) -> None:
        if len(path) == 1 and key is not None and self._stray(key, value):
            return
        wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
        names = [
            _TYPES[one]
            for one in wanted
            if one != "null"
            and (one == "string" or one not in ("integer", "boolean") or "string" not in wanted)
        ]
        takes = f"{self._called(path)} takes {_listed(names)}"
        if error.instance is None and not isinstance(value, Mapping | Sequence) and not value.text:
            self._add("wrong-shape", key, value, f"{takes}, but nothing stands there", error)
            return
        texts = [self._about(error.schema)]
        if "string" in wanted and isinstance(value, Mapping | Sequence):
            sign = self.document.source.text[value.span.start : value.span.start + 1]
            if sign in ("[", "{"):
                texts.insert(0, f"a text that begins with `{sign}` stands in quotes")
        span = value.span if not isinstance(value, Mapping | Sequence) or key is None else key.span
        self.report.add(
            "wrong-shape",
            span,
            f"{takes}, but here is {_found(error.instance)}",
            help=[one for one in texts if one],
        )

    def _stray(self, key: Scalar, value: Value) -> bool:
        """A key of the file that is no section: a text there was meant for another key."""
        if key.text in self.known or self.kind == "scenarios" or not isinstance(value, Scalar):
            return False
        if key is not self.header:
            known = [one for one, about in self.known.items() if "not" not in about]
            self._unknown_key(self.document.root, key, known, "the file")
        return True

    def _misplaced(self, path: list[Any], key: Scalar | None, value: Value, error: Any) -> None:
        span = value.span if key is None else key.span
        if self.kind == "scenarios":
            self.report.add(
                "wrong-value", span, f"`{path[-1]}` may not stand beside `winner`", help="give one of them"
            )
            return
        places = {
            "part": "a further part",
            "prelude": "a prelude",
            "row": "a row file",
        }
        place = "an option's value" if path[0] == "options" else places.get(self.kind, "this file")
        self.report.add(
            "misplaced-section",
            span,
            f"`{path[-1]}` may not stand in {place}",
            help=_sentence(error.schema["description"].removeprefix("Not here. ")),
        )

    # --- words and places ---

    def _add(self, slug: str, key: Scalar | None, value: Value, message: str, error: Any) -> None:
        span = value.span
        if (isinstance(value, Mapping | Sequence) or not value.text) and key is not None:
            span = key.span
        about = self._about(error.schema)
        self.report.add(slug, span, message, help=(about,) if about else ())

    def _about(self, schema: Any) -> str:
        return _sentence(schema.get("description", "")) if isinstance(schema, dict) else ""

    def _about_key(self, schema: dict[str, Any], key: str) -> str:
        """What the schema says about a key of a mapping, or of the whole file."""
        for properties in (schema.get("properties", {}), self.known):
            if isinstance(properties.get(key), dict):
                return self._about(properties[key])
        return ""

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

    def _owner(self, mapping: Mapping, key: Scalar | None) -> tuple[str, Span]:
        if mapping is self.document.root:
            return "this file", mapping.entries[0][0].span
        if key is not None:
            return f"`{key.text}`", key.span
        first = mapping.entries[0][0].span if mapping.entries else mapping.span
        return "this item", first

    def _called(self, path: list[Any]) -> str:
        names = [step for step in path if isinstance(step, str)]
        if not names:
            return "this file"
        return f"an item of `{names[-1]}`" if isinstance(path[-1], int) else f"`{names[-1]}`"

    def _shown(self, value: Value) -> str:
        return f"`{value.text}`" if isinstance(value, Scalar) else "this"


def _found(instance: object) -> str:
    match instance:
        case bool():
            return f"`{str(instance).lower()}`"
        case int():
            return f"the number {instance}"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return "nothing"


def _sentence(text: str) -> str:
    """A description of the schema in the style of messages."""
    text = text.removesuffix(".")
    return text[:1].lower() + text[1:]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
