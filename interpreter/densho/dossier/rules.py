"""What a proposal says, as its data has it, and which named rules it excepts, and when."""

from __future__ import annotations

from collections.abc import Iterator

from densho.dossier.document import Finding, Section, section
from densho.dossier.examined import Examined, owner
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.showing import written
from densho.showing.definitions import verb_text
from densho.showing.entries import target_item, words_of
from densho.showing.guide import cited
from densho.showing.page import Element, Line, Title
from densho.showing.references import roots_of
from densho.showing.row_cards import row_card


def rules_text(examined: Examined) -> Section:
    """The card of the row that the file adds."""
    kind = examined.guide.kinds[examined.question.kind]
    card = tuple(row_card(examined.parts, kind, examined.row))
    parts = tuple(Line(one.aside, 1, "note") if isinstance(one, Title) else one for one in card)
    return section(examined.say("What it says"), parts)


def excepted(examined: Examined) -> Section:
    """Each exception with the rule that it is one to, whose that is, and the condition."""
    return section(
        examined.say("Which rules it excepts"),
        _exceptions(examined) if examined.exceptions else [Line(examined.say("It excepts no rule."))],
        _unbound(examined),
    )


def _exceptions(examined: Examined) -> Iterator[Element]:
    guide = examined.guide
    for one in examined.exceptions:
        target = target_item(guide, one)
        sort, _, name = one.target.partition(":")
        named = name.partition(".")[2] if sort == "forbid" else name
        whose = owner(guide, target.bundle) if target is not None else ""
        about = words_of(guide, target) if target is not None else ""
        yield Line(
            f"{verb_text(guide, one, f'`{named}`')} ({whose})"
            f"{cited(target.cites) if target is not None else ''}{f' – {about}' if about else ''}"
        )
        entry = guide.entry(one)
        condition, value = written.condition(entry), written.value(entry)
        when = guide.say("when {condition}", condition=condition) if condition else guide.say("always")
        yield Line(f"{when}{f': {value}' if value else ''} · {guide.place(one)}", 2, "note")


# --- for whom ----------------------------------------------------------------------------------------


def _unbound(examined: Examined) -> Iterator[Finding]:
    """Exceptions, refusals and rules that hold for everybody, whether he has the row or not."""
    loose = [
        one
        for one in examined.items
        if isinstance(one, ir.Exception_ | ir.Rule | ir.Refusal)
        and not _asks(examined, one)
        and not _own_target(examined, one)
    ]
    names = dict.fromkeys(f"`{one.name.removeprefix(f'{examined.question.row}.')}`" for one in loose)
    if names:
        yield Finding(
            "grave",
            examined.say(
                "holds also for fighters who neither have nor use it: {names}; no condition asks for its words or for who has it",
                names=", ".join(names),
            ),
        )


def _own_target(examined: Examined, item: ir.Item) -> bool:
    """Whether it only changes what the same file brings."""
    if not isinstance(item, ir.Exception_):
        return False
    target = target_item(examined.guide, item)
    return target is not None and target.bundle == examined.bundle


def _asks(examined: Examined, item: ir.Item) -> bool:
    """Whether an expression of it, or a definition that it reads, asks for something that the file brings, or for who has it."""
    own_words = {(decision.name, word.name) for decision, word in examined.words()}
    own_values = set(_own_values(examined, own_words))
    definitions = {one.name: one for one in examined.after.definitions}
    own = {one.name for one in examined.items if isinstance(one, ir.Definition | ir.Slot)}
    seen: set[str] = set()
    waiting: list[ir.Node] = list(_conditions(item))
    while waiting:
        for node in nodes(waiting.pop()):
            match node:
                case ir.ChoiceHas(choice=choice, word=word) | ir.ChoiceArg(choice=choice, word=word):
                    if (_decision(examined, choice), word) in own_words:
                        return True
                case ir.Const(type=type_, value=value) if not own_values.isdisjoint(values_of(type_, value)):
                    return True
                case ir.ChoiceUses():
                    return True
                case ir.Call(name=name) | ir.SlotGet(slot=name) if name in own:
                    return True
                case ir.Call(name=name) if name in definitions and name not in seen:
                    seen.add(name)
                    waiting.append(definitions[name].body)
                case _:
                    continue
    return False


def _conditions(item: ir.Item) -> tuple[ir.Node, ...]:
    match item:
        case ir.Exception_(guard=guard):
            return () if guard is None else (guard,)
        case ir.Rule(domain=domain, guard=guard):
            return tuple(one for one in (domain, guard) if one is not None)
        case _:
            return roots_of(item)


def _decision(examined: Examined, choice: ir.Expr) -> str:
    name = choice.type.decision if isinstance(choice.type, t.TChoice | t.TPart) else ""
    return next((one.root for one in examined.after.decisions if one.name == name), name)


def _own_values(examined: Examined, words: set[tuple[str, str]]) -> Iterator[tuple[str, object]]:
    """Its rows and words as the core holds them: kind or decision, and number."""
    for kind in examined.after.kinds:
        yield from ((kind.name, at) for at, row in enumerate(kind.rows) if row.bundle == examined.bundle)
    for decision in examined.after.decisions:
        yield from (
            (decision.name, at)
            for at, word in enumerate(decision.words)
            if (decision.root, word.name) in words
        )


def values_of(type_: t.Type, value: object) -> Iterator[tuple[str, object]]:
    """The rows and words in a value of the core: kind or decision, and number."""
    match type_, value:
        case t.TOptional(of), _:
            yield from values_of(of, value)
        case t.TRow(kind), _:
            yield kind, value
        case t.TWord(decision), _:
            yield decision, value
        case t.TSet(of) | t.TList(of) | t.TBag(of), frozenset() | tuple():
            for one in value:
                yield from values_of(of, one)
        case _:
            return
