"""What every section of a dossier looks at: the question, the rules before and after with their guides, and what the proposal brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from densho.campaigns.asking import Question, Rules
from densho.data import data_path
from densho.display.tongue import Tongue
from densho.ir import nodes as ir
from densho.languages import catalogue
from densho.messages import Text
from densho.showing.brought import items_of
from densho.showing.guide import Guide
from densho.showing.parts import Parts
from densho.showing.written import read
from densho.source import Span


@dataclass(frozen=True)
class Examined:
    """One proposal under examination."""

    question: Question

    @property
    def before(self) -> ir.Ruleset:
        return self.question.before.ruleset

    @property
    def after(self) -> ir.Ruleset:
        return self.question.after.ruleset

    @cached_property
    def guide(self) -> Guide:
        """Shows the rules with the proposal in them."""
        return self._guide(self.question.after)

    @cached_property
    def parts(self) -> Parts:
        return Parts(self.guide)

    def _guide(self, rules: Rules) -> Guide:
        loaded = self.question.loader.load(rules.folder)
        return Guide(self.tongue_of(rules.ruleset), read(loaded.files), self.locate)

    def tongue_of(self, ruleset: ir.Ruleset) -> Tongue:
        """Speaks of a ruleset in the dossier's language."""
        language = self.question.language
        return Tongue(ruleset, language, catalogue(language))

    def locate(self, span: Span) -> str:
        """A place as people write it: files of the proposal by their names alone, since its folder is passing."""
        source = self.question.loader.texts.get(span.path)
        name = span.path
        if name in self._handed_in:
            name = Path(name).name
        for folder in (self.question.after.folder, self.question.before.folder, data_path("rulesets")):
            name = name.removeprefix(f"{folder}/")
        return name if source is None or not span.path else f"{name}:{source.line_column(span.start)[0]}"

    @cached_property
    def _handed_in(self) -> frozenset[str]:
        return frozenset((self.file, *map(str, self.question.own)))

    def say(self, template: str, /, **values: object) -> str:
        return self.guide.say(template, **values)

    def said(self, text: Text | str) -> str:
        return self.guide.tongue.said(text)

    # --- what the proposal brings

    @property
    def bundle(self) -> str:
        """The name under which the core keeps what the file brings."""
        return f"{self.question.kind}.{self.question.row}"

    @property
    def name(self) -> str:
        """What people call it."""
        return self.guide.tongue.row(self.question.kind, self.question.row)

    @cached_property
    def row(self) -> ir.Row:
        kind = self.guide.kinds[self.question.kind]
        return next(row for row in kind.rows if row.name == self.question.row)

    @cached_property
    def file(self) -> str:
        """The path of the file in the rules with the proposal."""
        return self.row.span.path

    @cached_property
    def items(self) -> tuple[ir.Item, ...]:
        """Everything that it declares, but rows and words."""
        return items_of(self.guide, self.bundle)

    @cached_property
    def exceptions(self) -> tuple[ir.Exception_, ...]:
        """One for each target."""
        return tuple(one for one in self.after.exceptions if one.bundle == self.bundle)

    def words(self) -> Iterator[tuple[ir.Decision, ir.Word]]:
        """The words that it brings."""
        for decision in self.after.decisions:
            if decision.root == decision.name:
                for word in decision.words:
                    if self.bundle in (".".join(word.bundle or ()), ".".join(word.row or ())):
                        yield decision, word

    def rows(self) -> Iterator[tuple[ir.Kind, ir.Row]]:
        """All rows that it brings, that by which it is called among them."""
        for kind in self.after.kinds:
            yield from ((kind, row) for row in kind.rows if row.bundle == self.bundle)


def owner(guide: Guide, bundle: str) -> str:
    """Whose something is: the base's, or that of the row or option that brought it."""
    if not bundle:
        return guide.say("the base")
    sort, _, name = bundle.partition(".")
    return guide.say("option `{name}`", name=name) if sort == "option" else guide.tongue.row(sort, name)
