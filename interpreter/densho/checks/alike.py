"""Words of a decision, and arguments of a word that are named in orders, that are spelt alike in one language: no order could tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from densho.diagnostics.model import Label, Report
from densho.ir import nodes as n
from densho.messages import say
from densho.resolved.resolve import Resolved
from densho.surface.model import File, Texts


def spelt_alike(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports texts under which two things of an order go."""
    del files
    said: dict[str, list[Texts]] = {}
    for one in resolved.symbols.texts:
        said.setdefault(one.key, []).append(one)
    for decision in resolved.ruleset.decisions:
        if decision.name == decision.root:
            for keys in _beside_one_another(decision):
                _compare([one for key in keys for one in said.get(key, ())], report)


def _beside_one_another(decision: n.Decision) -> Iterator[list[str]]:
    """Keys of what may stand at one place of an order; words that the files of rows bring may never meet."""
    yield [f"{decision.name}.{word.name}" for word in decision.words if word.bundle is None]
    for word in decision.words:
        yield [
            f"{decision.name}.{word.name}.{arg.name}"
            for arg in word.args
            if (arg.named or arg.flag) and not arg.bundle
        ]


def _compare(texts: Iterable[Texts], report: Report) -> None:
    first: dict[tuple[str, str], Texts] = {}
    for one in texts:
        for text in one.texts:
            other = first.setdefault((one.language, text.casefold()), one)
            if other.key != one.key:
                message = say("`{text}` is what `{other}` is called too", text=text, other=other.key)
                label = Label(span=other.span, text=say("called so first"))
                report.add(
                    "spelt-alike",
                    one.span,
                    message,
                    help=say("give one of them another name"),
                    labels=[label],
                )
