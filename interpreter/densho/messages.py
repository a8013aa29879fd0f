"""Texts for people that can be said in several languages.

`say("there is no {what} `{name}`", what=…, name=…)` is the English text, and remembers how it was made, so that whoever shows it
can say it in the reader's language: the template is looked up in the catalogue of that language, and values that are such
texts themselves are said in it too. Catalogues are gettext's (`locale/LANGUAGE/LC_MESSAGES/densho.po`), kept with Babel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Translate = Callable[[str], str]
"""Gives a template in another language."""


class Text(str):
    """An English text with the template and the values it was made of."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Text:
        self = super().__new__(cls, template.format(**values) if values else template)
        self.template = template
        self.values = values
        return self

    def __reduce__(self) -> tuple[type[Text], tuple[str, Mapping[str, object]]]:
        return Text, (self.template, dict(self.values))


def say(template: str, /, **values: object) -> Text:
    """An English text that can be said in other languages. Braces of the template name the values."""
    return Text(template, values)


def said(text: str, translate: Translate) -> str:
    """The text in the language of `translate`; a plain `str` stays as it is."""
    if not isinstance(text, Text):
        return text
    values = {
        name: said(value, translate) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return translate(text.template).format(**values) if values else translate(text.template)
