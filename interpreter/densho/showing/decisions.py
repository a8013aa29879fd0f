"""Decisions: what is chosen, in which words, and what refuses it, in order of precedence and with the places that are kept free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from densho.display.blocks import Grid
from densho.ir import nodes as ir
from densho.showing import written
from densho.showing.guide import Guide, cited
from densho.showing.page import Element, Heading, Line, Table
from densho.showing.types import type_text


def decisions(guide: Guide) -> Iterator[Element]:
    """All decisions, whole."""
    for decision in guide.ruleset.decisions:
        yield Heading(decision_title(guide, decision))
        yield from decision_body(guide, decision)


def decision_title(guide: Guide, decision: ir.Decision) -> str:
    called = guide.called(decision.name, f"decision.{decision.name}")
    return f"{guide.say('decision')} {called}{cited(decision.cites)}"


def decision_body(guide: Guide, decision: ir.Decision) -> Iterator[Element]:
    """Who owes it, its words by group, its refusals; of one that is like another only what differs."""
    yield Line(_who(guide, decision))
    root = guide.decisions.get(decision.root)
    if decision.root == decision.name or root is None:
        yield from words_and_refusals(guide, decision)
        return
    yield Line(guide.say("words as those of `{decision}`", decision=decision.root))
    if [one.name for one in decision.refusals] == [one.name for one in root.refusals]:
        yield Line(guide.say("refused as `{decision}` is", decision=decision.root))
    else:
        yield from _refused(guide, decision)


def words_and_refusals(guide: Guide, decision: ir.Decision) -> Iterator[Element]:
    """What may be chosen, by groups, and what is refused."""
    yield from _groups(guide, decision)
    yield from _refused(guide, decision)


def _who(guide: Guide, decision: ir.Decision) -> str:
    say = guide.say
    condition = written.owed_by(guide.entry(decision))
    who = say("owed if `{condition}`", condition=condition) if condition else say("owed by all")
    how = (
        say("open: seen as soon as it is handed in") if decision.open else say("secret until all have chosen")
    )
    return f"{who}; {how}"


# --- words -------------------------------------------------------------------------------------------


def _groups(guide: Guide, decision: ir.Decision) -> Iterator[Element]:
    for group in decision.groups:
        words = [word for word in decision.words if word.group == group.name]
        yield Line(
            f"{guide.called(group.name, f'group.{decision.name}.{group.name}')} ({group_mode(guide, group)})"
        )
        rows = tuple(_word_rows(guide, decision, words))
        if rows:
            yield Table(Grid(("", "", ""), rows, wraps=True), depth=2)


def _word_rows(
    guide: Guide, decision: ir.Decision, words: Iterable[ir.Word]
) -> Iterator[tuple[str, str, str]]:
    """A line for each word; what all rows of a kind have in common as words is said once."""
    for kind, some in groupby(words, _kind_of):
        found = [word_row(guide, decision, word) for word in some]
        common = {row[2] for row in found}
        if kind and len(found) > 1 and len(common) == 1:
            yield guide.say("each {kind}", kind=kind), "", common.pop()
            found = [(row[0], row[1], "") for row in found]
        yield from found


def _kind_of(word: ir.Word) -> str:
    return "" if word.row is None else word.row[0]


def group_mode(guide: Guide, group: ir.Group) -> str:
    """How many words of a group a choice may hold."""
    say = guide.say
    match group.mode:
        case "one":
            return say("one of these")
        case "at most one":
            return say("at most one of these")
        case "any":
            return say("any of these")
        case "sequence":
            return say("in a row, up to {most}", most=group.up_to)


def word_row(
    guide: Guide, decision: ir.Decision, word: ir.Word, *, brought: bool = True
) -> tuple[str, str, str]:
    """A word with its arguments, how it may be spelled, and what there is to know of it; `brought`: also by which file."""
    arguments = " ".join(_placeholder(one) for one in word.args)
    told = list(notes(guide, word))
    if brought and word.bundle is not None:
        told.append(guide.say("brought by `{name}`", name=word.bundle[1]))
    return f"{word.name} {arguments}".rstrip(), ", ".join(spellings(guide, decision, word)), "; ".join(told)


def _placeholder(argument: ir.Argument) -> str:
    shown = argument.name if argument.flag else argument.name.upper()
    shown = f"{argument.name} …" if argument.named else shown
    return f"[{shown}]" if argument.flag or argument.left_out or argument.named or argument.default else shown


def spellings(guide: Guide, decision: ir.Decision, word: ir.Word) -> tuple[str, ...]:
    """How an order may spell the word in the reader's language, beside its id."""
    keys = [f"{decision.root}.{word.name}", *([".".join(word.row)] if word.row is not None else [])]
    found = {la: texts for key in reversed(keys) for la, texts in guide.spellings(key)}
    texts = found.get(guide.tongue.language, found.get("en", ()))
    return tuple(text for text in texts if text != word.name)


def notes(guide: Guide, word: ir.Word) -> Iterator[str]:
    """What a word's arguments are, and what is special about it."""
    say = guide.say
    for one in word.args:
        brought = f" ({one.bundle[1]})" if one.bundle is not None and one.bundle != word.bundle else ""
        yield f"{written.argument(guide.entry(one), one.flag, one.name, type_text(one.type))}{brought}"
    if word.says_nothing:
        yield say("leaving it out means the same")
    if word.not_beside:
        yield say("not beside {words}", words=", ".join(word.not_beside))
    if word.adds_up:
        yield say("neighbours are added up")
    if word.hidden:
        yield say("its owner alone knows that it was said")
    if word.or_none:
        yield say("with `none` in place of its arguments")


# --- refusals ----------------------------------------------------------------------------------------


def _refused(guide: Guide, decision: ir.Decision) -> Iterator[Element]:
    rows = tuple(_rows(guide, decision))
    if rows:
        yield Line(guide.say("refused by the first of these that applies"))
        yield Table(Grid(("", "", ""), rows, wraps=True), depth=2)


def _rows(guide: Guide, decision: ir.Decision) -> Iterator[tuple[str, str, str]]:
    """The refusals with their numbers, and between them the places."""
    for at in range(len(decision.refusals) + 1):
        for name, before in decision.places:
            if before == at:
                yield "", name, guide.say("(a place kept free: `at: {name}`)", name=name)
        for refusal in decision.refusals[at : at + 1]:
            yield str(at + 1), f"{refusal.name}{cited(refusal.cites)}", _text(guide, refusal)


def _text(guide: Guide, refusal: ir.Refusal) -> str:
    text = guide.named_refusal(refusal) or written.condition(guide.entry(refusal))
    found = [*([text] if text else []), *refusal_notes(guide, refusal)]
    if refusal.bundle:
        found.append(guide.say("brought by `{name}`", name=refusal.bundle.partition(".")[2]))
    return "; ".join(found)


def refusal_notes(guide: Guide, refusal: ir.Refusal) -> Iterator[str]:
    """What is special about a refusal."""
    if refusal.says != refusal.name:
        yield guide.say("says `{refusal}`", refusal=refusal.says)
    if refusal.lets_off:
        yield guide.say("unless nothing else were legal")
