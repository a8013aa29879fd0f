"""Reads the records of a campaign: keys that must or may be there, and what stands under them; mistakes are reported where they stand.

A `Fields` gives plain values, and something harmless where there is a mistake: whoever asks looks at the report before he uses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.messages import Text, quoted, say
from densho.source import Span
from densho.surface.documents import Mapping, Scalar, Sequence, Value, scalar_value

_DIGEST = re.compile(r"[0-9a-f]{64}")
_WHEN = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")


class Fields:
    """A mapping of a record; `known` are the keys that it may have."""

    def __init__(
        self, mapping: Mapping, report: Report, known: tuple[str, ...], at: Span | None = None
    ) -> None:
        self.mapping = mapping
        self.report = report
        self.at = at or mapping.span
        for key, _ in mapping.entries:
            if key.text not in known:
                message = say("there is no key `{key}` here", key=key.text)
                report.add("unknown-key", key.span, message, help=did_you_mean(key.text, known))

    def has(self, key: str) -> bool:
        return self.mapping.get(key) is not None

    def span(self, key: str) -> Span:
        """Where the value of a key stands."""
        value = self.mapping.get(key)
        return self.at if value is None else value.span

    def bad(self, key: str, message: Text) -> None:
        self.report.add("bad-campaign", self.span(key), message)

    def text(self, key: str) -> str:
        value = self._value(key, Scalar, say("a text"))
        return value.text if isinstance(value, Scalar) else ""

    def number(self, key: str, low: int = 1, high: int = 10**18) -> int:
        value = self._value(key, Scalar, say("a whole number"))
        found = scalar_value(value) if isinstance(value, Scalar) else None
        if isinstance(found, int) and not isinstance(found, bool) and low <= found <= high:
            return found
        if value is not None:
            self.bad(key, say("here should stand {wanted}", wanted=say("a whole number")))
        return low

    def digest(self, key: str) -> str:
        text = self.text(key)
        if text and _DIGEST.fullmatch(text) is None:
            self.bad(key, say("`{text}` is no digest: 64 signs of 0–9 and a–f", text=text))
        return text

    def when(self, key: str) -> str:
        text = self.text(key)
        if text and _WHEN.fullmatch(text) is None:
            self.bad(key, say("`{text}` is no time written as `2030-01-02T03:04:05Z`", text=text))
        return text

    def one_of(self, key: str, values: tuple[str, ...]) -> str:
        text = self.text(key)
        if text in values:
            return text
        if text:
            self.bad(key, say("`{text}` is none of {values}", text=text, values=quoted(values)))
        return values[0]

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; none where the key is not there."""
        items = self.items(key)
        for item in items:
            if not isinstance(item, Scalar):
                self.report.add(
                    "wrong-shape", item.span, say("here should stand {wanted}", wanted=say("a text"))
                )
        return tuple(item.text for item in items if isinstance(item, Scalar))

    def items(self, key: str) -> tuple[Value, ...]:
        if not self.has(key):
            return ()
        value = self._value(key, Sequence, say("a list"))
        return value.items if isinstance(value, Sequence) else ()

    def pairs(self, key: str) -> Iterator[tuple[Scalar, str]]:
        """A mapping of texts; nothing where the key is not there."""
        value = self._value(key, Mapping, say("a mapping")) if self.has(key) else None
        for name, item in value.entries if isinstance(value, Mapping) else ():
            if isinstance(item, Scalar):
                yield name, item.text
            else:
                self.report.add(
                    "wrong-shape", name.span, say("here should stand {wanted}", wanted=say("a text"))
                )

    def below(self, key: str, known: tuple[str, ...]) -> Fields:
        """The mapping under a key; an empty one after a report."""
        value = self._value(key, Mapping, say("a mapping"))
        if isinstance(value, Mapping):
            return Fields(value, self.report, known)
        return Fields(Mapping(entries=(), span=self.at), Report(), known)

    def records(self, key: str, known: tuple[str, ...]) -> Iterator[Fields]:
        """The mappings of a list."""
        for item in self.items(key):
            if isinstance(item, Mapping):
                yield Fields(item, self.report, known)
            else:
                self.report.add(
                    "wrong-shape", item.span, say("here should stand {wanted}", wanted=say("a mapping"))
                )

    def _value(self, key: str, shape: type[Value], wanted: Text) -> Value | None:
        value = self.mapping.get(key)
        if value is None:
            self.report.add("missing-key", self.at, say("the key `{key}` is missing", key=key))
        elif not isinstance(value, shape):
            self.report.add("wrong-shape", value.span, say("here should stand {wanted}", wanted=wanted))
            return None
        return value
