"""Texts for people that can be said in several languages.

`say("there is no slot `{name}`", name=…)` is the English text, and remembers how it was made, so that whoever shows it
can say it in the reader's language: the template is looked up in the catalogue of that language, and values that are such
texts themselves are said in it too. `say_n` is for texts that differ with a number. Catalogues are gettext's
(`locale/LANGUAGE/LC_MESSAGES/densho.po`), kept with Babel; `densho.languages` finds and opens them.

A value is put in as it is, and languages decline: a template should be a whole sentence, and what is put into it a name, a
number, or a text that stands in the nominative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

Translate = Callable[[str], str]
"""Gives a template in another language. Only a `Catalogue` knows plurals."""


class Catalogue:
    """The templates of one language. This one has those of English, which are the keys."""

    def __call__(self, template: str) -> str:
        return template

    def plural(self, one: str, many: str, number: int) -> str:
        """The form for the number: English has one for 1 and one for the rest."""
        return one if number == 1 else many


ENGLISH: Final = Catalogue()


class Text(str):
    """An English text with the template and the values it was made of."""

    __slots__ = ("many", "template", "values")

    template: str
    values: Mapping[str, object]
    many: str
    """The template for several, of a text that differs with its value `n`; else empty."""

    def __new__(cls, template: str, values: Mapping[str, object], many: str = "") -> Text:
        chosen = ENGLISH.plural(template, many, _number(values)) if many else template
        self = super().__new__(cls, chosen.format(**values) if values else chosen)
        self.template = template
        self.values = values
        self.many = many
        return self

    def put(self, **values: object) -> Text:
        """The text with these values put in as well: a text made without them is a template."""
        return Text(self.template, {**self.values, **values}, self.many)

    def __reduce__(self) -> tuple[type[Text], tuple[str, Mapping[str, object], str]]:
        return Text, (self.template, dict(self.values), self.many)


def say(template: str, /, **values: object) -> Text:
    """An English text that can be said in other languages. Braces of the template name the values."""
    return Text(template, values)


def say_n(one: str, many: str, /, n: int, **values: object) -> Text:
    """As `say`, with a template for the number 1 and one for all others; both may hold `{n}`."""
    return Text(one, {"n": n, **values}, many)


def verbatim(text: str) -> Text:
    """A text that is the same in every language; one that is not stays as it is."""
    return text if isinstance(text, Text) else Text("{text}", {"text": text})


def said(text: str, translate: Translate = ENGLISH) -> str:
    """The text in the language of `translate`; a plain `str` stays as it is."""
    if not isinstance(text, Text):
        return text
    values = {
        name: said(value, translate) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return _template(text, translate).format(**values) if values else _template(text, translate)


def _template(text: Text, translate: Translate) -> str:
    if not text.many:
        return translate(text.template)
    catalogue = translate if isinstance(translate, Catalogue) else ENGLISH
    return catalogue.plural(text.template, text.many, _number(text.values))


def _number(values: Mapping[str, object]) -> int:
    number = values["n"]
    assert isinstance(number, int)
    return number


# --- lists ----------------------------------------------------------------------------------------------


def quoted(names: Iterable[str]) -> str:
    """Names in backticks with commas between, the same in every language."""
    return ", ".join(f"`{name}`" for name in names)


def either(items: Iterable[str]) -> Text:
    """`a`, `a or b`, `a, b or c`: one of several things. Raises ValueError without any."""
    *some, last = items
    if not some:
        return listed([last])
    return say("{items} or {last}", items=listed(some), last=last)


def both(items: Iterable[str]) -> Text:
    """`a`, `a and b`, `a, b and c`: all of several things. Raises ValueError without any."""
    *some, last = items
    if not some:
        return listed([last])
    return say("{items} and {last}", items=listed(some), last=last)


def listed(items: Iterable[str]) -> Text:
    """The things with commas between."""
    every = {f"item{number}": item for number, item in enumerate(items)}
    return Text(", ".join(f"{{{name}}}" for name in every), every)
